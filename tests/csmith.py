#!/usr/bin/env python3
"""Runs random programs from csmith concretely in Bowline; the printed checksum must equal the native one.

Programs are generated from consecutive seeds, so a run can be repeated. A program whose native run takes too long, or does not
end well, is replaced by the next seed. The last line is `N passed, M failed`.
"""
import argparse
import concurrent.futures
import os
import pathlib
import subprocess
import sys
import tempfile

INCLUDE = next((str(p) for p in (pathlib.Path("/usr/include/csmith"), *pathlib.Path("/usr/include").glob("csmith-*"))
                if p.is_dir()), "/usr/include/csmith")
NATIVE_LIMIT = 2


def check(args, seed):
    """(verdict, reason): passed, failed or skipped."""
    with tempfile.TemporaryDirectory() as directory:
        directory = pathlib.Path(directory)
        source, binary = directory / "random.c", directory / "native"
        options = ["--no-packed-struct"] if seed % 2 else []
        # In the directory, because csmith leaves a file beside itself.
        text = subprocess.run(["csmith", "--seed", str(seed), *options], capture_output=True, check=True,
                              cwd=directory).stdout
        source.write_bytes(text)
        level = seed % 3
        built = subprocess.run(["clang-19", "-w", f"-O{level}", f"-I{INCLUDE}", str(source), "-o", str(binary)],
                               capture_output=True, check=False)
        if built.returncode != 0:
            return "skipped", "clang does not compile it"
        try:
            native = subprocess.run([str(binary)], capture_output=True, timeout=NATIVE_LIMIT, check=False)
        except subprocess.TimeoutExpired:
            return "skipped", "its native run takes too long"
        if native.returncode != 0:
            # Some programs loop for ever without effect, which an optimiser may turn into anything.
            return "skipped", f"its native run ends with {native.returncode}"
        command = [args.bowline, "run", "--quiet", "--no-confirm", "--tests", "none", "--show-output",
                   "--max-time", f"{args.time}s", "--out", str(directory / "out"), f"--cflags=-w -I{INCLUDE}",
                   *(["--optimize", str(level)] if level else []), str(source)]
        try:
            ours = subprocess.run(command, capture_output=True, timeout=args.time + 30, check=False)
        except subprocess.TimeoutExpired:
            return "failed", "time limit"
        if ours.stdout == native.stdout:
            return "passed", ""
        if args.keep:
            (pathlib.Path(args.keep) / f"{seed}.c").write_bytes(text)
        last = (ours.stdout + ours.stderr).decode(errors="replace").strip().splitlines()[-1:]
        return "failed", f"native {native.stdout!r}, Bowline {ours.stdout[-80:]!r} (exit {ours.returncode}; {last})"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bowline", required=True)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1, help="the first seed")
    parser.add_argument("--time", type=int, default=120, help="seconds per program")
    parser.add_argument("--keep", help="a directory for programs that differ")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    args = parser.parse_args()
    args.bowline = os.path.abspath(args.bowline)
    count = {"passed": 0, "failed": 0, "skipped": 0}
    seed = args.seed
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as executor:
        while count["passed"] + count["failed"] < args.count:
            batch = range(seed, seed + min(args.count - count["passed"] - count["failed"], 4 * args.jobs))
            for number, (verdict, reason) in zip(batch, executor.map(lambda s: check(args, s), batch)):
                count[verdict] += 1
                if verdict == "failed":
                    print(f"  seed {number}: {reason}", flush=True)
            seed = batch.stop
    print(f"csmith: seeds {args.seed} to {seed - 1}, {count['skipped']} left out (their native run does not end well in time)")
    print(f"{count['passed']} passed, {count['failed']} failed")
    sys.exit(1 if count["failed"] else 0)


if __name__ == "__main__":
    main()
