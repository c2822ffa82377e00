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
    moments, lost, tries = random.Random(args.seed), 0, 0
    wanted = 4 if args.quick else 20
    while lost < wanted:
        tries += 1
        assert tries <= 4 * wanted, f"{tries} runs, and only {lost} were still there when they were killed"
        begin = time.monotonic()
        process = bowline.start(*options)
        time.sleep(moments.uniform(0.0, duration))
        process.kill()
        killed = bowline.finish(process)
        under_test.is_readable(bowline, out, killed.announced)
        if killed.code == 1:
            # Too late: the machine has less to do than before.
            duration = min(duration, time.monotonic() - begin)
            continue
        lost += 1
        if lost % 5 == 1:
            under_test.replays_a_bug(bowline, out)
    again = bowline.run(*options)
    assert again.code == 1 and again.announced == whole.announced, again.what()
    # Compilers of killed runs may still have been writing.
    time.sleep(2)
    assert bowline.run("run", "--no-confirm", "--out", out, "a.c").code == 1
    left = [path.name for path in bowline.temporary.glob("bowline-*")]
    assert not left, f"temporary directories stay: {left}"
    return f"{lost} runs killed within {duration:.1f} s"
