"""Builds a target's static libraries in the cache, with `bowline cc` or, for native fuzzing, with clang and sanitizers.

A build is reused until its sources, its recipe or its compiler change. It happens in a fresh copy of the sources, so a
recipe may leave whatever it likes behind.
"""
import contextlib
import fcntl
import hashlib
import os
import pathlib
import shutil
import subprocess

import fetch

HERE = pathlib.Path(__file__).resolve().parent
# memcpy of no bytes from nowhere is common, harmless, and allowed by the next C standard.
SANITIZED = ("-g -O1 -fsanitize=address,undefined,fuzzer-no-link -fno-sanitize-recover=undefined "
             "-fno-sanitize=nonnull-attribute")


class BuildError(Exception):
    """A target could not be built; the message is one line for a person."""


def cache():
    home = os.environ.get("BOWLINE_CACHE")
    if not home:
        home = pathlib.Path(os.environ.get("XDG_CACHE_HOME", "~/.cache")).expanduser() / "bowline"
    return pathlib.Path(home) / "targets"


@contextlib.contextmanager
def _alone(name):
    """Only one process at a time fetches and builds a target."""
    (cache() / "locks").mkdir(parents=True, exist_ok=True)
    with open(cache() / "locks" / name, "w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


class Compiler:
    """What stands in `$CC` for a recipe, and what identifies it: a build by another compiler is not reused."""

    def __init__(self, folder, command, cflags):
        self.folder = folder
        self.command = command
        self.cflags = cflags
        self.product = self._compile_probe()

    def _compile_probe(self):
        """What it makes of a fixed source: another version, another format of what it adds to objects, another result."""
        probe = cache() / f"probe-{self.folder}.c"
        probe.parent.mkdir(parents=True, exist_ok=True)
        probe.write_text("int probe;\n")
        result = probe.with_suffix(".o")
        # Objects tell where they were compiled: always in the same place.
        done = subprocess.run([*self.command, *self.cflags.split(), "-c", "-o", result.name, probe.name], cwd=probe.parent,
                              capture_output=True, check=False)
        if done.returncode != 0:
            raise BuildError(f"{' '.join(self.command)} does not work: {done.stderr.decode().strip()[-200:]}")
        return result.read_bytes()

    @staticmethod
    def bitcode(bowline):
        return Compiler("build", [str(bowline), "cc"], "-g -O1")

    @staticmethod
    def sanitized():
        return Compiler("native", ["clang-19"], SANITIZED)


def _recipe(target, source, compiler):
    """A digest of everything a build depends on."""
    digest = hashlib.sha256()
    for part in (source.encode(), (target.folder / "build.sh").read_bytes(), compiler.product, compiler.cflags.encode()):
        digest.update(len(part).to_bytes(8, "big") + part)
    for extra in [target.folder / "utilities.txt", *sorted((target.folder / "files").glob("**/*"))]:
        if extra.is_file():
            digest.update(extra.read_bytes())
    return digest.hexdigest()


def build(target, compiler, jobs, again=False):
    """The folder with the built target. Fetches what is not there yet."""
    with _alone(target.name):
        sources = cache() / "src" / target.name
        source = fetch.fetch(target.packages, sources, cache() / "apt")
        folder = cache() / compiler.folder / target.name
        stamp = folder.with_name(folder.name + ".recipe")
        recipe = _recipe(target, source, compiler)
        if not again and stamp.exists() and stamp.read_text() == recipe:
            return folder, source
        stamp.unlink(missing_ok=True)
        shutil.rmtree(folder, ignore_errors=True)
        folder.parent.mkdir(parents=True, exist_ok=True)
        shutil.copytree(sources, folder, symlinks=True)
        print(f"targets: building {source}", flush=True)
        environment = {**os.environ, "CC": " ".join(compiler.command), "CFLAGS": compiler.cflags, "JOBS": str(jobs),
                       "RECIPE": str(target.folder)}
        done = subprocess.run(["bash", str(target.folder / "build.sh")], cwd=folder, env=environment, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode != 0:
            (folder / "build.failed").write_text(done.stdout)
            last = (done.stdout.strip().splitlines() or ["no output"])[-1]
            raise BuildError(f"{target.name} does not build ({folder / 'build.failed'}): {last}")
        missing = [name for name in target.archives if not (folder / name).exists()]
        if missing:
            raise BuildError(f"{target.name} was built, but there is no {', '.join(missing)}")
        stamp.write_text(recipe)
        return folder, source
