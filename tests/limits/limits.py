#!/usr/bin/env python3
"""Are limits kept, whatever the program does?

Each program in this directory once overran a limit. Its comments say with which options it is run (`// run:`), and which signal it gets how
many seconds after it began to explore (`// signal:`). The exploration must end within `--max-time`, or the signal, and two seconds; loading and
confirmation have limits of their own, and are measured by the run itself. Whatever ended the run, `run.json` must be whole and say why.

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
QUICK = ["deep_recursion", "pending_tests", "store_at_unknown_index", "hash", "part_unknown", "object_4g", "solver_signal"]
ENDINGS = {"exhausted", "max-time", "max-memory", "interrupted"}


def seconds(text):
    number, unit = re.fullmatch(r"([0-9.]+)(ms|s|m|h)", text).groups()
    return float(number) * {"ms": 0.001, "s": 1, "m": 60, "h": 3600}[unit]


def comment(program, key):
    """What a program says under a key, in words."""
    line = re.search(rf"^// {key}: (.*)$", program.read_text(), re.MULTILINE)
    return line.group(1).split() if line else []


class Run:
    """One program, explored."""

    def __init__(self, bowline, program, place):
        self.options = comment(program, "run")
        self.signal = comment(program, "signal")
        out = place / "out"
        command = [str(bowline), "run", "--out", str(out), *self.options, str(program)]
        self.start = time.monotonic()
        process = subprocess.Popen(command, cwd=place, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self.asked_to_stop = self.send_signal(process, out)
        try:
            _, self.errors = process.communicate(timeout=HOPELESS_S)
        except subprocess.TimeoutExpired:
            process.kill()
            _, self.errors = process.communicate()
        self.end = time.monotonic()
        self.code = process.returncode
        try:
            self.report = json.loads((out / "run.json").read_text())
        except (OSError, ValueError):
            self.report = None

    def send_signal(self, process, out):
        """When the signal was sent; none without one."""
        if not self.signal:
            return None
        name, after = self.signal
        while process.poll() is None and not (out / "run.json").exists():
            time.sleep(0.01)
        time.sleep(float(after))
        process.send_signal(signal.Signals[f"SIG{name}"])
        return time.monotonic()

    def overrun(self):
        """Seconds beyond the limit: what is neither loading nor confirmation."""
        confirm = self.report["stats"]["confirm_s"]
        if self.asked_to_stop:
            return self.end - self.asked_to_stop - confirm
        limit = seconds(self.options[self.options.index("--max-time") + 1])
        return self.end - self.start - self.report["stats"]["load_s"] - confirm - limit

    def complaints(self, grace):
        """What is wrong, in words."""
        if self.code not in (0, 1):
            yield f"exit code {self.code}: {self.errors.strip()[-300:]}"
        if self.report is None:
            yield "run.json cannot be read"
            return
        if self.report["stop"] not in ENDINGS:
            yield f"stop is {self.report['stop']}"
        if self.overrun() > grace:
            yield f"{self.overrun():.1f} s beyond its limit"

    def figures(self):
        if self.report is None:
            return ""
        left_behind = any(lost["kind"] == "unfinished" for lost in self.report["lost"])
        stop = self.report["stop"] + (", left behind" if left_behind else "")
        return f"{self.overrun():+6.2f} s, {stop}, {len(self.report['tests'])} tests"


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
        run = Run(arguments.bowline.resolve(), program, place)
        wrong = list(run.complaints(GRACE_S * arguments.factor))
        failed += bool(wrong)
        took = run.end - run.start
        print(f"{program.stem:24} {took:6.1f} s {run.figures()}{''.join('  WRONG: ' + text for text in wrong)}", flush=True)
        shutil.rmtree(place, ignore_errors=True)
    print(f"{len(programs)} programs, {failed} beyond their limits")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
