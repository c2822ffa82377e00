"""One run of Bowline on a program, in one mode, and what came out of it."""
import dataclasses
import json
import re
import struct
import subprocess

from generator import MAGIC

MODES = {
    "fork": ["--loops", "fork"],
    "eager": ["--loops", "fork", "--sizes", "eager"],
    "merge-naive": ["--loops", "merge-naive"],
    "merge": ["--loops", "merge"],
    "merge-any": ["--loops", "merge", "--merge-on", "any"],
    "pattern": ["--loops", "pattern"],
    "pattern-any": ["--loops", "pattern", "--merge-on", "any"],
    "summary": ["--loops", "summary"],
    "auto": ["--loops", "auto"],
    "auto-any": ["--loops", "auto", "--merge-on", "any"],
}
# Each program goes through the strategies in another order: all of them come up in every mode.
SEARCHES = ("dfs", "random-path,nurs:covnew", "bfs", "random-state", "random-path", "nurs:md2u", "nurs:depth", "nurs:icnt", "nurs:qc")
SOURCE = "program.c"


@dataclasses.dataclass
class Test:
    """`objects` has the bytes of each input by its name; `bug` is line and kind where it shows one."""
    file: str
    objects: dict
    outcome: str
    status: int | None
    bug: tuple | None


@dataclasses.dataclass
class Run:
    fault: str | None = None
    """What Bowline itself did wrong: it crashed, or did not end."""
    stop: str = ""
    lost: list = dataclasses.field(default_factory=list)
    bugs: set = dataclasses.field(default_factory=set)
    statuses: set = dataclasses.field(default_factory=set)
    tests: list = dataclasses.field(default_factory=list)
    prints: list = dataclasses.field(default_factory=list)
    """Pairs of the inputs' bytes, one after the other, and what was printed for them."""
    lines: dict = dataclasses.field(default_factory=dict)
    """Line to whether it was executed, for lines that have code."""
    merged: int = 0
    """Paths that were joined with another."""
    seconds: float = 0.0

    def is_exhaustive(self):
        return self.fault is None and self.stop == "exhausted" and not self.lost


def options(mode, seed):
    """The options that shape a run: what it takes to repeat it."""
    search = SEARCHES[(seed + list(MODES).index(mode)) % len(SEARCHES)]
    return [*MODES[mode], "--search", search, "--seed", str(seed)]


def explore(bowline, directory, mode_options, time_limit):
    """Runs Bowline in a directory that has the program."""
    command = [bowline, "run", "--quiet", "--no-confirm", "--tests", "all", "--no-pending-tests", "--show-output", "--out", "out",
               "--max-time", f"{time_limit}s", "--cflags=-w -fwrapv", *mode_options, SOURCE]
    try:
        done = subprocess.run(command, capture_output=True, timeout=3 * time_limit + 60, cwd=directory, check=False)
    except subprocess.TimeoutExpired:
        return Run(fault=f"it still ran after {3 * time_limit + 60} seconds, with --max-time {time_limit}s")
    if done.returncode not in (0, 1):
        return Run(fault=f"exit code {done.returncode}: {done.stderr.decode(errors='replace').strip()[-1000:]}")
    return read(directory / "out", done.stdout)


def read(out, stdout):
    report = json.loads((out / "run.json").read_text())
    if report["stats"]["solver_disagreements"]:
        return Run(fault="solvers disagree")
    bugs = {bug["test"]: (bug["line"], bug["kind"]) for bug in report["bugs"]}
    tests = [Test(test["file"], read_ktest((out / test["file"]).read_bytes()), test["outcome"], test["status"], bugs.get(test["file"]))
             for test in report["tests"]]
    # A run that left an exploration behind which did not stop in time knows nothing of lines.
    lcov = out / "coverage.lcov"
    return Run(stop=report["stop"], lost=report["lost"], bugs={(bug["line"], bug["kind"]) for bug in report["bugs"]},
               statuses={int(status) & 0xff for status in report["exit_statuses"]}, tests=tests, prints=read_prints(stdout),
               lines=read_lines(lcov.read_text() if lcov.exists() else ""), merged=report["paths"]["merged"],
               seconds=report["stats"]["wall_s"])


def read_ktest(data):
    """The objects of a test in KLEE's format, by name."""
    at = 8

    def block():
        nonlocal at
        (length,) = struct.unpack_from(">I", data, at)
        at += 4 + length
        return data[at - length:at]

    def number():
        nonlocal at
        at += 4
        return struct.unpack_from(">I", data, at - 4)[0]

    if data[:5] not in (b"KTEST", b"BOUT\n"):
        raise ValueError("not a test")
    at = 5
    version = number()
    for _ in range(number()):
        block()
    if version >= 2:
        number()
        number()
    objects = {}
    for _ in range(number()):
        name = block().decode()
        objects[name] = block()
    return objects


def read_prints(stdout):
    """What each path printed; Bowline's own lines about bugs come behind the last."""
    stdout = stdout.split(SOURCE.encode() + b":")[0]
    found = re.split(re.escape(MAGIC.encode()) + rb"((?:[0-9a-f]{2})+):", stdout)
    return [(bytes.fromhex(found[k].decode()), found[k + 1]) for k in range(1, len(found), 2)]


def read_lines(lcov):
    return {int(line): int(count) > 0 for line, count in re.findall(r"^DA:(\d+),(\d+)", lcov, re.MULTILINE)}
