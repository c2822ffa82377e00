#!/usr/bin/env python3
"""What must hold when everything else fails: killed runs, full disks, no memory, shared directories, broken inputs; and, where they are
there, the limits (`tests/limits`) and the attacks on native runs (`tests/sandbox`).

Each part is a module with `check(bowline, args)`, which says in one line what it did and fails by an assertion. The last line is
`N passed, M failed`, in parts. What a failure needs to be looked at stays in the directory that is named.
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
    place = Path(tempfile.mkdtemp(prefix=f"faults-{name}-"))
    (place / "a.c").write_text(under_test.PROGRAM)
    begin = time.monotonic()
    try:
        said, passed = part.check(under_test.Bowline(args.bowline, place), args), True
    except AssertionError as failure:
        said, passed = f"FAILED: {failure}; see {place}", False
    if passed:
        shutil.rmtree(place, ignore_errors=True)
    print(f"{name}: {said} ({time.monotonic() - begin:.0f} s)", flush=True)
    return passed


def main():
    args = parse()
    args.bowline = os.path.abspath(args.bowline)
    wanted = lambda name: not args.parts or name in args.parts
    results = [run_part(name, part, args) for name, part in PARTS.items() if wanted(name)]
    for name, script in OTHERS.items():
        if wanted(name) and script.exists() and (args.parts or not args.quick):
            print(f"{name}:", flush=True)
            results.append(subprocess.run([sys.executable, script, "--bowline", args.bowline], check=False).returncode == 0)
    print(f"{sum(results)} passed, {len(results) - sum(results)} failed")
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
