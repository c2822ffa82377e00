"""Limits of address space (`ulimit -v`), under which allocations fail: the command never dies of a signal, and nothing announced is lost."""
import collections

import bowline as under_test

GREEDY = """
#include <klee/klee.h>
static int table[4];
int main(void) {
  unsigned count = 0, i = klee_int("i");
  if (i == 4) return table[i];
  for (;;) if (klee_int("n") > 0) count++;
}
"""


def check(bowline, args):
    (bowline.place / "greedy.c").write_text(GREEDY)
    out = bowline.place / "memory"
    ends = collections.Counter()
    for megabytes in (200, 500, 1500) if args.quick else (60, 120, 180, 240, 300, 400, 500, 700, 1000, 1500, 2000, 3000):
        ended = bowline.run("run", "--search", "bfs", "--no-pending-tests", "--no-confirm", "--max-time", "10s", "--out", out,
                            "greedy.c", memory=megabytes << 20)
        under_test.has_no_panic(ended)
        assert ended.code in (0, 1, 2, 3), f"{megabytes} MB: {ended.what()}"
        assert ended.code < 2 or ended.err.strip(), f"{megabytes} MB: no word about it"
        under_test.is_readable(bowline, out, ended.announced)
        ends[ended.code] += 1
    return "exit codes " + ", ".join(f"{code}: {count}" for code, count in sorted(ends.items()))
