"""A disk that becomes full at every n-th request for space: one line says so, what was found before is on disk and all that was found is
on the terminal."""
import subprocess
from pathlib import Path

import bowline as under_test


def check(bowline, args):
    shim = bowline.place / "full_disk.so"
    source = Path(__file__).with_name("full_disk.c")
    subprocess.run(["clang-19", "-shared", "-fPIC", "-O1", "-o", shim, source, "-ldl"], check=True)
    out, counted = bowline.place / "full", bowline.place / "requests"
    options = ["run", "--no-confirm", "--out", out, "a.c"]
    whole = bowline.run(*options, env={"LD_PRELOAD": str(shim), "FULL_DISK_COUNT": str(counted)})
    assert whole.code == 1, whole.what()
    requests = int(counted.read_text())
    step = -(-requests // (8 if args.quick else 60))
    for after in range(0, requests, step):
        ended = bowline.run(*options, env={"LD_PRELOAD": str(shim), "FULL_DISK_AFTER": str(after)})
        under_test.has_no_panic(ended)
        assert ended.code == 2, f"full after {after}: {ended.what()}"
        assert "No space left" in ended.err.splitlines()[-1], f"full after {after}: {ended.what()}"
        told = sum("  reproduce: " in line for line in ended.out.splitlines())
        assert told == ended.announced, f"full after {after}: {ended.announced} bugs announced, {told} told"
        # The last one may be what did not fit.
        under_test.is_readable(bowline, out, max(0, ended.announced - 1))
    under_test.replays_a_bug(bowline, out)
    return f"{len(range(0, requests, step))} of {requests} requests for space failed"
