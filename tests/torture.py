#!/usr/bin/env python3
"""Runs gcc's execution tests concretely in Bowline and compares with native runs.

The programs come from Debian's gcc-12-source package and are unpacked into a cache outside the repository. A program
counts when clang compiles it and its native run exits 0; then Bowline must run it to exit status 0 without losing
anything. Every exception is listed with its reason. The last line is `N passed, M failed`.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile

CACHE = pathlib.Path(os.environ.get("XDG_CACHE_HOME", pathlib.Path.home() / ".cache")) / "bowline" / "torture"
SUITE = "gcc/testsuite/gcc.c-torture/execute/"
CFLAGS = ["-w", "-fwrapv"]
# The older programs need the older language; the first standard that compiles counts.
STANDARDS = ["-std=gnu17", "-std=gnu89"]


def unpack():
    """The directory of the unpacked suite; unpacks it on first use."""
    done = CACHE / "complete"
    if not done.exists():
        archives = sorted(pathlib.Path("/usr/src/gcc-12").glob("gcc-12*.tar.*"))
        if not archives:
            sys.exit("torture: /usr/src/gcc-12 has no source archive; install gcc-12-source")
        shutil.rmtree(CACHE, ignore_errors=True)
        CACHE.mkdir(parents=True)
        with tarfile.open(archives[0]) as archive:
            for member in archive:
                if SUITE in member.name and member.isfile():
                    member.name = member.name.split(SUITE, 1)[1]
                    archive.extract(member, CACHE)
        done.touch()
    return CACHE


def run(command, timeout, cwd=None):
    """(exit code or None after the time limit, output)."""
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              timeout=timeout, cwd=cwd, check=False)
        return done.returncode, done.stdout.decode(errors="replace")
    except subprocess.TimeoutExpired:
        return None, "time limit"


def options_of(source):
    """Options that the test itself asks for, as far as they matter to clang."""
    text = source.read_text(errors="replace")
    options = []
    for words in re.findall(r"dg-(?:additional-)?options\s+\"([^\"]*)\"", text):
        options += [word for word in words.split() if word.startswith(("-D", "-std=", "-f"))]
    return options


def native(source, level, directory, options):
    """(flags that compile the program, None), or (None, the reason why it does not count)."""
    binary = directory / "native"
    for standard in STANDARDS:
        flags = [*CFLAGS, standard, *options]
        code, _ = run(["clang-19", *flags, f"-O{level}", str(source), "-o", str(binary), "-lm"], 60)
        if code == 0:
            code, _ = run([str(binary)], 20)
            return (flags, None) if code == 0 else (None, f"its native run ends with {code}")
    return None, "clang does not compile it"


def bowline(args, source, level, directory, flags):
    """A reason when Bowline does not run the program to exit status 0."""
    out = directory / "out"
    command = [args.bowline, "run", "--quiet", "--no-confirm", "--tests", "none", "--unknowns", "stop",
               "--max-time", f"{args.time}s", "--fresh", "zero", "--out", str(out), "--cflags=" + " ".join(flags)]
    command += ["--optimize", str(level)] if level > 0 else []
    command += args.flags.split()
    code, output = run([*command, str(source)], args.time + 30)
    if code is None:
        return "time limit"
    if not (out / "run.json").exists():
        return f"exit code {code}: {output.strip().splitlines()[-1] if output.strip() else 'no output'}"
    result = json.loads((out / "run.json").read_text())
    if result["bugs"]:
        bug = result["bugs"][0]
        return f"{bug['kind']} at line {bug['line']}: {bug['message']}"
    if result["lost"]:
        lost = result["lost"][0]
        return f"lost: {lost['kind']}: {lost['what']} at line {lost['line']}"
    if result["stop"] != "exhausted":
        return f"stopped: {result['stop']}"
    return None if result["exit_statuses"] == {"0": 1} else f"exit statuses {result['exit_statuses']}"


def check(args, source, level):
    with tempfile.TemporaryDirectory() as directory:
        directory = pathlib.Path(directory)
        flags, reason = native(source, level, directory, options_of(source))
        if reason:
            return "skipped", reason
        reason = bowline(args, source, level, directory, flags)
        return ("failed", reason) if reason else ("passed", "")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pattern", nargs="?", default="", help="only programs whose name contains this")
    parser.add_argument("--bowline", required=True)
    parser.add_argument("--levels", default="0", help="optimisation levels, such as 0,1,2")
    parser.add_argument("--sample", help="a file that names the programs to run")
    parser.add_argument("--time", type=int, default=60, help="seconds per program")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--flags", default="", help="further options of `bowline run`, such as --flags='--check all'")
    parser.add_argument("--json", help="write the results here")
    args = parser.parse_args()
    args.bowline = os.path.abspath(args.bowline)

    suite = unpack()
    sources = sorted(path for path in suite.rglob("*.c") if args.pattern in path.name)
    if args.sample:
        names = set(pathlib.Path(args.sample).read_text().split())
        sources = [path for path in sources if str(path.relative_to(suite)) in names]
        missing = names - {str(path.relative_to(suite)) for path in sources}
        if missing and not args.pattern:
            sys.exit(f"torture: the sample names programs that are not there: {' '.join(sorted(missing))}")
    jobs = [(path, int(level)) for level in args.levels.split(",") for path in sources]
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as executor:
        results = list(executor.map(lambda job: check(args, *job), jobs))
    count = {"passed": 0, "failed": 0, "skipped": 0}
    rows = []
    for (path, level), (verdict, reason) in zip(jobs, results):
        count[verdict] += 1
        name = str(path.relative_to(suite))
        rows.append({"program": name, "level": level, "verdict": verdict, "reason": reason})
        if verdict == "failed":
            print(f"  {name} -O{level}: {reason}")
    if args.json:
        pathlib.Path(args.json).write_text(json.dumps(rows, indent=1) + "\n")
    judged = count["passed"] + count["failed"]
    ratio = 100 * count["passed"] / judged if judged else 0
    print(f"torture: {ratio:.1f} % of {judged} programs; {count['skipped']} do not count (no clang build, or not 0 natively)")
    print(f"{count['passed']} passed, {count['failed']} failed")
    sys.exit(1 if count["failed"] and args.sample or not judged else 0)


if __name__ == "__main__":
    main()
