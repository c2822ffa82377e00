"""Several runs with the same output directory: one has it, the others are refused and touch nothing."""
import time

import bowline as under_test
from memory import GREEDY


def check(bowline, args):
    (bowline.place / "greedy.c").write_text(GREEDY)
    out = bowline.place / "shared"
    refused = 0
    for _ in range(1 if args.quick else 5):
        together = [bowline.start("run", "--no-confirm", "--no-pending-tests", "--max-time", "4s", "--out", out, "greedy.c") for _ in range(4)]
        ends = [bowline.finish(process) for process in together]
        codes = sorted(ended.code for ended in ends)
        # Two may follow each other: the first to start is not always the first to end.
        assert 1 in codes and set(codes) <= {1, 2}, codes
        for ended in ends:
            if ended.code == 2:
                assert "is in use by another run" in ended.err and len(ended.err.splitlines()) == 1, ended.what()
                refused += 1
        under_test.is_readable(bowline, out, 1)
    out = bowline.place / "taken"
    first = bowline.start("run", "--no-confirm", "--no-pending-tests", "--max-time", "5s", "--out", out, "greedy.c")
    while not list(out.glob("tests/000001.ktest")):
        time.sleep(0.05)
    second = bowline.run("run", "--out", out, "a.c")
    assert second.code == 2 and "is in use by another run" in second.err, second.what()
    ended = bowline.finish(first)
    assert ended.code == 1, ended.what()
    under_test.is_readable(bowline, out, ended.announced)
    return f"{refused + 1} runs refused"
