#!/usr/bin/env python3
"""Random programs with a few unknown bytes: what Bowline says about them is compared with a native run on every input.

Programs come from consecutive seeds; the same seed and `--inputs` give the same program, so `--seed S --count 1` repeats one. Each is
explored in all modes (or those of `--mode`). A mismatch is shrunk and kept in a directory, with all that it takes to look at it. A run that
hit the time limit or lost something counts as cut: what it found must be real, but it may have missed something. The last line is
`N passed, M failed`, in programs.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import sys
import time

import exploration
import results
from judge import Judge


def parse():
    parser = argparse.ArgumentParser(prog="./x fuzz-engine", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bowline", required=True)
    parser.add_argument("--count", type=int, default=100, help="programs")
    parser.add_argument("--seed", type=int, default=1, help="the first seed")
    parser.add_argument("--mode", action="append", choices=list(exploration.MODES), help="only this one; may be repeated")
    parser.add_argument("--inputs", type=int, default=4096, help="at most so many inputs per program")
    parser.add_argument("--time", type=int, default=20, help="seconds per run")
    parser.add_argument("--shrink-time", type=int, default=120, help="seconds to shrink a mismatch")
    parser.add_argument("--keep", default="target/fuzz-engine", help="where mismatches go")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--json", help="add the results of the programs to this file, one per line")
    args = parser.parse_args()
    args.bowline = os.path.abspath(args.bowline)
    return args


def main():
    args = parse()
    judge = Judge(args)
    started = time.monotonic()
    judged, skipped, seed = [], 0, args.seed
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as executor:
        while len(judged) < args.count:
            batch = range(seed, seed + min(args.count - len(judged), 8 * args.jobs))
            for result in executor.map(judge.check, batch):
                if args.json:
                    with open(args.json, "a", encoding="utf-8") as file:
                        file.write(json.dumps(result) + "\n")
                if result["verdict"] == "skipped":
                    skipped += 1
                    continue
                judged.append(result)
                for failure in result["failures"]:
                    print(failure, flush=True)
            seed = batch.stop
    print(results.summary(judged, skipped, args.seed, seed - 1, time.monotonic() - started))
    count = collections.Counter(result["verdict"] for result in judged)
    print(f"{count['passed']} passed, {count['failed']} failed")
    sys.exit(1 if count["failed"] else 0)


if __name__ == "__main__":
    main()
