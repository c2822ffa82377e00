#!/usr/bin/env python3
"""What must hold when everything else fails: killed runs, full disks, no memory, shared directories, broken inputs; and, where they are
there, the limits (`tests/limits`) and the attacks on native runs (`tests/sandbox`).

Each part is a module with `check(bowline, args)`, which says in one line what it did and fails by an assertion. The last line is
`N passed, M failed`, in parts. What a failure needs to be looked at stays in the directory that is named. A run of everything leaves its
tables in bench/results (faults, limits).
"""
import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import bowline as under_test
import full_disk
import killed
import memory
import mutants
import sharing

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "bench"))
import measure  # noqa: E402  # pylint: disable=wrong-import-position

PARTS = {"killed": killed, "full-disk": full_disk, "memory": memory, "sharing": sharing, "mutants": mutants}
ROOT = Path(__file__).resolve().parents[2]
OTHERS = {"limits": ROOT / "tests/limits/limits.py", "sandbox": ROOT / "tests/sandbox/sandbox.py"}


def parse():
    parser = argparse.ArgumentParser(prog="./x faults", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"only these: {', '.join([*PARTS, *OTHERS])}")
    parser.add_argument("--bowline", required=True)
    parser.add_argument("--quick", action="store_true", help="a small part of each, in less than a minute; without limits and sandbox")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--mutants", type=int, help="of each format; by default 2,000 in all")
    args = parser.parse_args()
    unknown = [part for part in args.parts if part not in PARTS and part not in OTHERS]
    if unknown:
        parser.error(f"no such part: {', '.join(unknown)}")
    return args


def run_part(name, part, args):
    """Whether it passed, and what it said."""
    place = Path(tempfile.mkdtemp(prefix=f"faults-{name}-"))
    (place / "a.c").write_text(under_test.PROGRAM)
    try:
        said, passed = part.check(under_test.Bowline(args.bowline, place), args), True
    except AssertionError as failure:
        said, passed = f"FAILED: {failure}; see {place}", False
    if passed:
        shutil.rmtree(place, ignore_errors=True)
    return passed, said


def run_script(script, options):
    """Whether it passed, and its last line; all are shown as they come."""
    said = ""
    with subprocess.Popen([sys.executable, script, *options], stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout:
            print("  " + line, end="", flush=True)
            said = line.strip() or said
    return process.returncode == 0, said


class Results:
    """What came of each part."""

    def __init__(self):
        self.rows, self.begin = [], time.monotonic()

    def add(self, name, work):
        begin = time.monotonic()
        passed, said = work()
        seconds = time.monotonic() - begin
        print(f"{name}: {said} ({seconds:.0f} s)", flush=True)
        self.rows.append({"part": name, "passed": passed, "what": said, "seconds": round(seconds, 1)})

    def failed(self):
        return sum(not row["passed"] for row in self.rows)

    def write(self):
        rows = [[row["part"], row["what"], "yes" if row["passed"] else "NO", f"{row['seconds']:.0f} s"] for row in self.rows]
        about = [f"{time.monotonic() - self.begin:.0f} s in all; load of the machine at the end {os.getloadavg()[1]:.1f}."]
        measure.write("faults", ["part", "what was done", "passed", "time"], rows, self.rows, about)


def main():
    args = parse()
    args.bowline = os.path.abspath(args.bowline)
    wanted = lambda name: not args.parts or name in args.parts
    is_whole = not args.parts and not args.quick
    results = Results()
    for name, part in PARTS.items():
        if wanted(name):
            results.add(name, lambda: run_part(name, part, args))
    for name, script in OTHERS.items():
        if wanted(name) and script.exists() and (args.parts or not args.quick):
            options = ["--bowline", args.bowline, *(["--keep"] if is_whole and name == "limits" else [])]
            results.add(name, lambda: run_script(script, options))
    if is_whole:
        results.write()
    print(f"{len(results.rows) - results.failed()} passed, {results.failed()} failed")
    return 1 if results.failed() else 0


if __name__ == "__main__":
    sys.exit(main())
