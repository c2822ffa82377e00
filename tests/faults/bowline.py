"""The command under test, and what must hold of an output directory however its run ended."""
import json
import os
import resource
import subprocess
from pathlib import Path

# Bugs at several lines, most of them late, between paths that only make tests.
PROGRAM = """
#include <klee/klee.h>
static int table[4];
static int look(unsigned i) { return table[i]; }
int main(void) {
  unsigned char a, b, c;
  klee_make_symbolic(&a, 1, "a");
  klee_make_symbolic(&b, 1, "b");
  klee_make_symbolic(&c, 1, "c");
  for (int i = 0; i < 24; i++) {
    if (a != i) continue;
    if (b == 3 * i) return look(4 + i);
    for (int j = 0; j < 12; j++) if (c == j) return j;
    if (i == 2 && c == 99) return 1 / (b - 7);
    if (i == 5) klee_assert(b != 77);
    if (i == 11 && c > 200) return table[c];
    if (i == 17) { int *none = 0; if (b == 9) return *none; }
    if (i == 23) { char small[2]; small[b] = 1; return small[0]; }
  }
  return 0;
}
"""


class Ended:
    def __init__(self, process, out, err):
        self.code, self.out, self.err = process.returncode, out, err

    @property
    def announced(self):
        return sum(line.startswith("found: ") for line in self.err.splitlines())

    def what(self):
        return f"exit code {self.code}; it said: {self.err.strip()[-400:]}"


class Bowline:
    def __init__(self, binary, place):
        self.binary, self.place = os.path.abspath(binary), Path(place)
        self.temporary = self.place / "tmp"
        self.temporary.mkdir(exist_ok=True)

    def start(self, *args, memory=None, env=None):
        def confine():
            if memory:
                resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        surroundings = {**os.environ, "TMPDIR": str(self.temporary), "NO_COLOR": "1", **(env or {})}
        surroundings.pop("RUST_BACKTRACE", None)
        return subprocess.Popen([self.binary, *map(str, args)], cwd=self.place, stdin=subprocess.DEVNULL, env=surroundings,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=confine)

    def finish(self, process, seconds=120):
        """Its end; one that does not come is a failure, and is ended."""
        try:
            out, err = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            raise AssertionError(f"still runs after {seconds} s: {' '.join(process.args)}") from None
        return Ended(process, out.decode(errors="replace"), err.decode(errors="replace"))

    def run(self, *args, seconds=120, **how):
        return self.finish(self.start(*args, **how), seconds)


def has_no_panic(ended):
    for word in ("panicked", "stack backtrace", "terminate called"):
        assert word not in ended.err, f"a panic reaches the user: {ended.what()}"


def bugs_listed(bowline, out):
    """Bugs that `bowline tests list` knows; the directory must be one that it reads."""
    listed = bowline.run("tests", "list", out)
    if listed.code == 2 and "there is no test" in listed.err:
        return 0
    assert listed.code == 0, f"tests list: {listed.what()}"
    return sum("  bug " in line for line in listed.out.splitlines())


def is_readable(bowline, out, announced):
    """Everything announced is there, and every command accepts the directory."""
    out = Path(out)
    if not (out / "run.json").exists():
        assert announced == 0, f"{announced} bugs were announced, and there is no run.json"
        return
    json.loads((out / "run.json").read_text())
    known = bugs_listed(bowline, out)
    assert known >= announced, f"{announced} bugs were announced, {known} are listed"
    report = bowline.run("report", out)
    assert report.code == 0, f"report: {report.what()}"
    folders = [folder for folder in (out / "bugs").glob("*") if (folder / "message.txt").exists()]
    assert len(folders) >= announced, f"{announced} bugs were announced, {len(folders)} have a folder"


def replays_a_bug(bowline, out):
    """One of the bugs in the directory, natively."""
    tests = sorted(Path(out).glob("bugs/*/input.ktest"))
    if tests:
        replayed = bowline.run("replay", tests[0])
        assert replayed.code == 1, f"replay of {tests[0]}: {replayed.what()}"
