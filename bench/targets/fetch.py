"""Debian source packages, by name, into the cache.

The machine's own package entries usually name binaries only. A private apt configuration in the cache repeats them with
`deb-src`, so nothing on the system changes and no server is named here: whatever mirror the machine uses is used again.
"""
import functools
import pathlib
import re
import shutil
import subprocess
import time

SYSTEM_ENTRIES = pathlib.Path("/etc/apt")
LISTS_STALE_AFTER = 7 * 24 * 3600  # seconds


class FetchError(Exception):
    """Something could not be fetched; the message is one line for a person."""


def codename():
    """The release of this machine, such as `bookworm`."""
    for line in pathlib.Path("/etc/os-release").read_text().splitlines():
        if line.startswith("VERSION_CODENAME="):
            return line.split("=", 1)[1].strip('"')
    raise FetchError("/etc/os-release names no release: the targets need Debian")


def _stanzas(text):
    """The fields of each stanza of a deb822 `.sources` file."""
    without_comments = re.sub(r"(?m)^#.*\n?", "", text)
    for stanza in re.split(r"\n\s*\n", without_comments):
        fields = dict(re.findall(r"(?m)^([A-Za-z-]+):[ \t]*((?:.*)(?:\n[ \t].*)*)", stanza))
        if fields:
            yield fields


def _one_line(text):
    """`deb [options] uri suite component...` lines, as the fields a stanza would have."""
    names = {"signed-by": "Signed-By", "trusted": "Trusted"}
    for options, uri, suite, components in re.findall(r"(?m)^deb\s+(?:\[(.*?)\]\s+)?(\S+)\s+(\S+)\s+(.+?)\s*$", text):
        fields = {"Types": "deb", "URIs": uri, "Suites": suite, "Components": components}
        for option in options.split():
            key, _, value = option.partition("=")
            if key in names:
                fields[names[key]] = value
        yield fields


def source_entries(directory=SYSTEM_ENTRIES):
    """The machine's entries for its own release, turned into `deb-src` stanzas."""
    release = codename()
    wanted = {release, f"{release}-updates", f"{release}-security"}
    files = [directory / "sources.list", *sorted((directory / "sources.list.d").glob("*"))]
    entries = []
    for file in files:
        if file.suffix not in (".list", ".sources") or not file.is_file():
            continue
        read = _stanzas if file.suffix == ".sources" else _one_line
        for fields in read(file.read_text()):
            suites = [suite for suite in fields.get("Suites", "").split() if suite in wanted]
            if "deb" not in fields.get("Types", "").split() or fields.get("Enabled", "yes") == "no" or not suites:
                continue
            entry = {"Types": "deb-src", "URIs": fields["URIs"], "Suites": " ".join(suites),
                     "Components": fields.get("Components", "main")}
            entry.update({key: fields[key] for key in ("Signed-By", "Trusted") if key in fields})
            entries.append("\n".join(f"{key}: {value}" for key, value in entry.items()))
    if not entries:
        raise FetchError(f"{directory} has no entry for the release {release}: no source packages can be fetched")
    return "\n\n".join(entries) + "\n"


def _last_error(done):
    """The line of apt's output that says what went wrong."""
    lines = [line for line in (done.stderr + done.stdout).splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith("E:")] or lines
    return errors[0] if errors else f"exit status {done.returncode}"


class Apt:
    """apt with its lists and entries in the cache, so that it works for every user and leaves the system alone."""

    def __init__(self, home):
        self.home = home
        for folder in ("lists/partial", "archives/partial"):
            (home / folder).mkdir(parents=True, exist_ok=True)
        self.entries = home / "entries.sources"

    def _run(self, *arguments, tool="apt-get", cwd=None):
        options = {"Dir::Etc::sourcelist": self.entries, "Dir::Etc::sourceparts": "-", "Dir::State::lists": self.home / "lists",
                   "Dir::Cache": self.home, "APT::Sandbox::User": "", "Acquire::Retries": "2", "Debug::NoLocking": "true"}
        flags = [part for key, value in options.items() for part in ("-o", f"{key}={value}")]
        return subprocess.run([tool, "-q", *flags, *arguments], cwd=cwd, capture_output=True, text=True, check=False)

    def _refresh(self):
        entries = source_entries()
        stamp = self.home / "updated"
        fresh = stamp.exists() and time.time() - stamp.stat().st_mtime < LISTS_STALE_AFTER
        if fresh and self.entries.exists() and self.entries.read_text() == entries:
            return
        self.entries.write_text(entries)
        done = self._run("update")
        if done.returncode != 0:
            raise FetchError(f"the lists of source packages cannot be fetched: {_last_error(done)}")
        stamp.touch()

    def _versions(self, package):
        """The versions the lists know, newest first."""
        records = self._run("showsrc", "--only-source", package, tool="apt-cache").stdout.split("\n\n")
        versions = {match.group(1) for record in records if (match := re.search(r"(?m)^Version: (\S+)", record))}
        if not versions:
            raise FetchError(f"the source package {package} is unknown to this machine's mirror")
        newer = lambda a, b: -1 if subprocess.run(["dpkg", "--compare-versions", a, "gt", b], check=False).returncode == 0 else 1
        return sorted(versions, key=functools.cmp_to_key(newer))

    def source(self, package, into):
        """Unpacks `package`, with Debian's patches, as the folder `into`; returns its version.

        A mirror may list a security update that it does not carry; then the version before it is taken.
        """
        self._refresh()
        work = into.with_name(into.name + ".partial")
        failure = None
        for version in self._versions(package):
            shutil.rmtree(work, ignore_errors=True)
            work.mkdir(parents=True)
            done = self._run("source", "--download-only", "--only-source", f"{package}={version}", cwd=work)
            described = sorted(work.glob("*.dsc"))
            if done.returncode == 0 and described:
                break
            failure = failure or _last_error(done)
        else:
            raise FetchError(f"the source package {package} cannot be fetched: {failure}")
        done = subprocess.run(["dpkg-source", "--no-check", "-x", described[0].name, "unpacked"], cwd=work,
                              capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise FetchError(f"the source package {package} cannot be unpacked: {_last_error(done)}")
        shutil.rmtree(into, ignore_errors=True)
        (work / "unpacked").rename(into)
        shutil.rmtree(work)
        return version


def fetch(packages, into, home):
    """The sources of a target as the folder `into`, once; returns what was fetched, such as `json-c 0.16-2`.

    One package becomes `into` itself; of several, each is a folder in it, named like the package.
    """
    note = into.with_name(into.name + ".version")
    wanted = " ".join(packages)
    if into.is_dir() and note.exists() and note.read_text().splitlines()[0] == wanted:
        return note.read_text().splitlines()[1]
    note.unlink(missing_ok=True)
    into.parent.mkdir(parents=True, exist_ok=True)
    apt = Apt(home)
    shutil.rmtree(into, ignore_errors=True)
    versions = []
    for package in packages:
        folder = into if len(packages) == 1 else into / package
        folder.parent.mkdir(parents=True, exist_ok=True)
        versions.append(f"{package} {apt.source(package, folder)}")
    note.write_text(f"{wanted}\n{', '.join(versions)}\n")
    return ", ".join(versions)
