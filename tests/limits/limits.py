#!/usr/bin/env python3
"""Are limits kept, whatever the program does?

Each program in this directory once overran a limit. Its comments say with which options it is run (`// run:`), and which signal it gets how
many seconds after it began to explore (`// signal:`), or that it cannot be loaded within the time that loading has (`// loading:`). The exploration must end within `--max-time`, or the signal, and two seconds; loading and
confirmation have limits of their own, and are measured by the run itself. Whatever ended the run, `run.json` must be whole and say why.

    limits.py [--bowline PATH] [--quick] [--factor F] [--keep] [NAME...]

A machine that has other work is slower: `--factor` multiplies the two seconds. `--keep` leaves the table in bench/results.
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
sys.path.insert(0, str(HERE.parents[1] / "bench"))
import measure  # noqa: E402  # pylint: disable=wrong-import-position

GRACE_S = 2.0
# A run that is this far beyond its limit is ended from outside.
HOPELESS_S = 40.0
# What ends a run that cannot be loaded in time.
MISTAKE = 2
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
        self.loading = [seconds(limit) for limit in comment(program, "loading")]
        out = place / "out"
        command = [str(bowline), "run", "--out", str(out), *self.options, str(program)]
        self.start = time.monotonic()
        process = subprocess.Popen(command, cwd=place, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self.asked_to_stop = self.send_signal(process, out)
        try:
            _, self.errors = process.communicate(timeout=HOPELESS_S + sum(self.loading))
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
        if self.loading:
            return self.end - self.start - self.loading[0]
        confirm = self.report["stats"]["confirm_s"]
        if self.asked_to_stop:
            return self.end - self.asked_to_stop - confirm
        limit = seconds(self.options[self.options.index("--max-time") + 1])
        return self.end - self.start - self.report["stats"]["load_s"] - confirm - limit

    def complaints(self, grace):
        """What is wrong, in words."""
        if self.code not in ([MISTAKE] if self.loading else [0, 1]):
            yield f"exit code {self.code}: {self.errors.strip()[-300:]}"
        if self.report is None and not self.loading:
            yield "run.json cannot be read"
            return
        if self.report and self.report["stop"] not in ENDINGS:
            yield f"stop is {self.report['stop']}"
        if self.overrun() > grace:
            yield f"{self.overrun():.1f} s beyond its limit"

    def limit(self):
        """What ends it, in words."""
        if self.loading:
            return "loading"
        return f"SIG{self.signal[0]}" if self.signal else self.options[self.options.index("--max-time") + 1]

    def how(self):
        """How it ended, in words."""
        if self.report is None:
            return "not loaded" if self.loading else "no report"
        left_behind = any(lost["kind"] == "unfinished" for lost in self.report["lost"])
        return self.report["stop"] + (", left behind" if left_behind else "")

    def figures(self, program, wrong):
        """A row of the table."""
        overrun = None if self.report is None and not self.loading else round(self.overrun(), 2)
        tests = len(self.report["tests"]) if self.report else 0
        return {"program": program.stem, "limit": self.limit(), "seconds": round(self.end - self.start, 2), "overrun": overrun,
                "ending": self.how(), "tests": tests, "wrong": wrong}


def keep(rows, grace):
    cells = [[row["program"], row["limit"], f"{row['seconds']:.1f} s", f"{row['overrun'] or 0:+.2f} s", row["ending"], row["tests"],
              "; ".join(row["wrong"])] for row in rows]
    beyond = [row["overrun"] for row in rows if row["overrun"] is not None]
    about = [f"{len(rows)} programs, {sum(bool(row['wrong']) for row in rows)} more than {grace:.0f} s beyond their limits; at most {max(beyond):+.2f} s. "
             "Beyond the limit: without loading and confirmation, which have limits of their own."]
    measure.write("limits", ["program", "limit", "took", "beyond", "ended", "tests", "wrong"], cells, rows, about)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bowline", type=pathlib.Path, default=HERE.parents[1] / "target/release/bowline")
    parser.add_argument("--quick", action="store_true", help="a few programs that touch everything, under a minute")
    parser.add_argument("--factor", type=float, default=1.0, help="times two seconds beyond the limit are allowed")
    parser.add_argument("--keep", action="store_true", help="leave the table in bench/results")
    parser.add_argument("names", nargs="*", help="programs, without .c")
    arguments = parser.parse_args()
    names = arguments.names or (QUICK if arguments.quick else [])
    programs = [HERE / f"{name}.c" for name in names] or sorted(HERE.glob("*.c"))
    grace, rows = GRACE_S * arguments.factor, []
    for program in programs:
        place = pathlib.Path(tempfile.mkdtemp(prefix="bowline-limits-"))
        run = Run(arguments.bowline.resolve(), program, place)
        row = run.figures(program, list(run.complaints(grace)))
        rows.append(row)
        wrong = "".join("  WRONG: " + text for text in row["wrong"])
        print(f"{row['program']:24} {row['seconds']:6.1f} s {row['overrun'] or 0:+6.2f} s, {row['ending']}, {row['tests']} tests{wrong}", flush=True)
        shutil.rmtree(place, ignore_errors=True)
    if arguments.keep:
        keep(rows, grace)
    failed = sum(bool(row["wrong"]) for row in rows)
    print(f"{len(programs)} programs, {failed} beyond their limits")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
