#!/usr/bin/env python3
"""How time grows with the size of a problem: ratios for twice the size, where 2 is linear.

    growth.py [--bowline PATH]

Times are the exploration's own, of one run each; on a busy machine only a factor says something.
"""

import argparse
import json
import pathlib
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
INCLUDES = "#include <assert.h>\n#include <klee/klee.h>\n"
LOOP = """int main(void) {
  unsigned n = klee_int("n");
  for (unsigned i = 0; i < n; i++) assert(i != SIZE);
  return 0;
}
"""
STACK = """static int f(int n) { return n == 0 ? 10 / klee_int("x") : 1 + f(n - 1); }
int main(void) { return f(SIZE); }
"""
TABLE = """static unsigned char a[SIZE];
int main(void) {
  unsigned k = klee_int("k");
  for (unsigned i = 0; i < SIZE; i++) a[i] = (unsigned char)(i % 256);
  if (k >= SIZE) return 0;
  if (a[k] == 5) assert(k % 256 == 5);
  return 0;
}
"""
PROBLEMS = {
    "a loop until an unknown bound": (LOOP, [1000, 2000, 4000], ["--search", "dfs", "--stop-after", "1"]),
    "a bug at the bottom of a stack": (STACK, [10000, 20000, 40000], []),
    "a look-up in a table": (TABLE, [2048, 4096, 8192], []),
}


def explore(bowline, text, size, options):
    with tempfile.TemporaryDirectory() as place:
        program = pathlib.Path(place) / "a.c"
        program.write_text(INCLUDES + text)
        flags = ["--no-confirm", "--max-time", "60s", f"-DSIZE={size}", *options]
        subprocess.run([bowline, "run", "--out", "out", *flags, "a.c"], cwd=place, capture_output=True, check=False)
        return json.loads((pathlib.Path(place) / "out/run.json").read_text())["stats"]["explore_s"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bowline", type=pathlib.Path, default=ROOT / "target/release/bowline")
    bowline = parser.parse_args().bowline.resolve()
    for name, (text, sizes, options) in PROBLEMS.items():
        times = [explore(bowline, text, size, options) for size in sizes]
        ratios = ", ".join(f"{after / before:.1f}" for before, after in zip(times, times[1:]))
        print(f"{name}: {', '.join(f'{size}: {time:.2f} s' for size, time in zip(sizes, times))}; ratios {ratios}")


if __name__ == "__main__":
    main()
