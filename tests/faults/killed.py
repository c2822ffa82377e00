"""Runs that are ended by SIGKILL at random moments: nothing announced is lost, the directory can be used again, and of temporary
directories nothing stays."""
import random
import time

import bowline as under_test


def check(bowline, args):
    out = bowline.place / "killed"
    options = ["run", "--out", out, "a.c"]
    begin = time.monotonic()
    whole = bowline.run(*options)
    assert whole.code == 1, whole.what()
    duration = time.monotonic() - begin
    moments, lost = random.Random(args.seed), 0
    for number in range(4 if args.quick else 20):
        process = bowline.start(*options)
        time.sleep(moments.uniform(0.0, duration))
        process.kill()
        killed = bowline.finish(process)
        under_test.is_readable(bowline, out, killed.announced)
        lost += killed.code != 1
        if number % 5 == 0:
            under_test.replays_a_bug(bowline, out)
    again = bowline.run(*options)
    assert again.code == 1 and again.announced == whole.announced, again.what()
    # Compilers of killed runs may still have been writing.
    time.sleep(2)
    assert bowline.run("run", "--no-confirm", "--out", out, "a.c").code == 1
    left = [path.name for path in bowline.temporary.glob("bowline-*")]
    assert not left, f"temporary directories stay: {left}"
    return f"{lost} runs killed within {duration:.1f} s"
