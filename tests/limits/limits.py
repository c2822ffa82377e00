#!/usr/bin/env python3
"""Are limits kept, whatever the program does?

Each program in this directory once overran a limit, or is of a kind that others overran. Its comments say with which options it is run
(`// run:`). The exploration must end within `--max-time` and two seconds; loading and confirmation have limits of their own, and are
measured by the run itself. Whatever ended the run, `run.json` must be whole and say why.

    limits.py [--bowline PATH] [--quick] [--factor F] [NAME...]

A machine that has other work is slower: `--factor` multiplies the two seconds.
"""

import argparse
import json
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
GRACE_S = 2.0
# A run that is this far beyond its limit is ended from outside.
HOPELESS_S = 40.0
# Those that together touch every way in which a limit was overrun, for a test suite that has no time for all.
QUICK = ["deep_recursion", "pending_tests", "store_at_unknown_index", "wide_switch", "object_4g", "fill_huge_unknown"]
ENDINGS = {"exhausted", "max-time", "max-memory"}


def seconds(text):
    number, unit = re.fullmatch(r"([0-9.]+)(ms|s|m|h)", text).groups()
    return float(number) * {"ms": 0.001, "s": 1, "m": 60, "h": 3600}[unit]


def options_of(program):
    line = re.search(r"^// run: (.*)$", program.read_text(), re.MULTILINE)
    if line is None:
        sys.exit(f"limits.py: {program.name} has no line `// run: OPTIONS`")
    return line.group(1).split()


def explore(bowline, program, place):
    """Runs one program; the seconds of everything, and what `run.json` says (none where it cannot be read)."""
    options = options_of(program)
    out = place / "out"
    start = time.monotonic()
    command = [str(bowline), "run", "--out", str(out), *options, str(program)]
    process = subprocess.Popen(command, cwd=place, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    try:
        _, errors = process.communicate(timeout=HOPELESS_S)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGKILL)
        _, errors = process.communicate()
    took = time.monotonic() - start
    try:
        report = json.loads((out / "run.json").read_text())
    except (OSError, ValueError):
        report = None
    return took, process.returncode, report, errors


def complaints(program, took, code, report, errors, grace):
    """What is wrong with a run, in words, and how long its exploration took."""
    if code not in (0, 1):
        yield f"exit code {code}: {errors.strip()[-300:]}"
    if report is None:
        yield "run.json cannot be read"
        return
    if report["stop"] not in ENDINGS:
        yield f"stop is {report['stop']}"
    over = overrun(program, took, report)
    if over > grace:
        yield f"{over:.1f} s beyond its limit"


def overrun(program, took, report):
    """Seconds beyond the limit: what is neither loading nor confirmation."""
    options = options_of(program)
    limit = seconds(options[options.index("--max-time") + 1])
    stats = report["stats"]
    return took - stats["load_s"] - stats["confirm_s"] - limit


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bowline", type=pathlib.Path, default=HERE.parents[1] / "target/release/bowline")
    parser.add_argument("--quick", action="store_true", help="a few programs that touch everything, under a minute")
    parser.add_argument("--factor", type=float, default=1.0, help="times two seconds beyond the limit are allowed")
    parser.add_argument("names", nargs="*", help="programs, without .c")
    arguments = parser.parse_args()
    names = arguments.names or (QUICK if arguments.quick else [])
    programs = [HERE / f"{name}.c" for name in names] or sorted(HERE.glob("*.c"))
    failed = 0
    for program in programs:
        place = pathlib.Path(tempfile.mkdtemp(prefix="bowline-limits-"))
        took, code, report, errors = explore(arguments.bowline.resolve(), program, place)
        wrong = list(complaints(program, took, code, report, errors, GRACE_S * arguments.factor))
        failed += bool(wrong)
        figures = ""
        if report is not None:
            memory = report["stats"]["peak_rss_mb"]
            figures = f"{overrun(program, took, report):+6.2f} s, {report['stop']}, {memory} MB, {len(report['tests'])} tests"
        print(f"{program.stem:24} {took:6.1f} s {figures}{''.join('  WRONG: ' + text for text in wrong)}", flush=True)
        shutil.rmtree(place, ignore_errors=True)
    print(f"{len(programs)} programs, {failed} beyond their limits")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
