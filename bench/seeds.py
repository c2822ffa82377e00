#!/usr/bin/env python3
"""`./x bench seeds`: how fast inputs are followed (`--seeds`): thousands of them through a small parser, valid ones and such with a mistake.

The run goes on when the last seed is followed, until its limit; the table has the moment at which it was, and how long after its limit the process
was gone: a million living paths are to be told and dropped then.
"""
import argparse
import json
import pathlib
import random
import resource
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import measure  # noqa: E402

PROGRAM = measure.ROOT / "bench" / "programs" / "settings_parser.c"
COUNT, LONGEST = 4642, 64


def value(rng, depth=0):
    kind = rng.randrange(4 if depth < 3 else 3)
    if kind == 0:
        return str(rng.randrange(-70000, 70000))
    if kind == 1:
        return '"' + "".join(rng.choice(["a", "Z", " ", "\\n", '\\"', ";", "="]) for _ in range(rng.randrange(8))) + '"'
    if kind == 2:
        return rng.choice(["on", "off", "auto_2"])
    return "[" + ", ".join(value(rng, depth + 1) for _ in range(rng.randrange(4))) + "]"


def seed(rng):
    """A text of settings; every other one has a byte changed or lost."""
    text = ""
    while not text or rng.randrange(3):
        text += rng.choice(["", " ", "# note\n", "\n"]) + rng.choice(["port", "x", "Name_1"]) + rng.choice(["=", " = "]) + value(rng) + ";"
    text = bytearray(text.encode()[:LONGEST])
    if rng.randrange(2):
        at = rng.randrange(len(text))
        text[at:at + 1] = bytes([rng.randrange(256)]) if rng.randrange(2) else b""
    return bytes(text)


def follow(bowline, count, max_time):
    """The report of a run with so many different seeds, and the seconds that it took, of processors and on the clock."""
    rng, seeds = random.Random(1), set()
    while len(seeds) < count:
        seeds.add(seed(rng))
    with tempfile.TemporaryDirectory() as directory:
        place = pathlib.Path(directory)
        (place / "corpus").mkdir()
        for number, text in enumerate(sorted(seeds)):
            (place / "corpus" / f"{number:05}").write_bytes(text)
        command = [bowline, "run", "--quiet", "--no-confirm", "--no-pending-tests", "--out", "out", "--seeds", "corpus",
                   "--capacity", str(LONGEST), "--max-time", max_time, PROGRAM]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        begin = time.monotonic()
        subprocess.run(command, cwd=place, capture_output=True, check=False)
        took = time.monotonic() - begin
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return json.loads((place / "out" / "run.json").read_text()), spent, took


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bowline", type=pathlib.Path, default=measure.BOWLINE)
    parser.add_argument("--count", type=int, default=COUNT)
    parser.add_argument("--max-time", default="60s")
    args = parser.parse_args()
    report, spent, took = follow(args.bowline.resolve(), args.count, args.max_time)
    if any(lost["kind"] == "unfinished" for lost in report["lost"]):
        sys.exit("the run did not end by itself at its limit, and was left behind")
    seeds, stats = report["seeds"], report["stats"]
    beyond = took - stats["load_s"] - (float(args.max_time.removesuffix("s")) if report["stop"] == "max-time" else stats["explore_s"])
    raw = {key: seeds[key] for key in ("given", "used", "paths", "lines", "branches", "elapsed_s")}
    raw |= {"max_time": args.max_time, "cpu_s": spent, "peak_rss_mb": stats["peak_rss_mb"],
            "stop": report["stop"], "alive": report["paths"]["alive"], "beyond_s": round(beyond, 2)}
    row = [raw["given"], raw["used"], f"{raw['elapsed_s']:.1f} s", raw["lines"], raw["branches"], f"{raw['peak_rss_mb']} MB",
           raw["alive"], f"{beyond:.2f} s"]
    measure.write("seeds", ["seeds", "followed", "after", "lines", "branches", "memory", "alive at the end", "ended after"], [row], [raw],
                  [f"The wall clock, of a run of {args.max_time}; the run used {spent:.0f} s of processor time in all."])


if __name__ == "__main__":
    main()
