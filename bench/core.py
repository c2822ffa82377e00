#!/usr/bin/env python3
"""`./x bench core`: how fast the engine itself is. Median of five runs; JSON and markdown in bench/results/.

Where a `klee` binary is on PATH, the same programs run on it and a ratio is printed.
"""
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import measure  # noqa: E402

PROGRAMS = measure.ROOT / "bench" / "programs"
REPEAT = 5
# name, file, options of the run, what the figure is
EXHAUSTIVE = [
    ("bubble sort of 6 ints", "bubble_sort.c", 720),
    ("sorted list of 6 ints", "sorted_list.c", 720),
    ("search tree of 6 ints", "search_tree.c", 4683),
]


def klee_seconds(source, flags):
    """Seconds KLEE needs for the same program, or nothing without KLEE."""
    klee = shutil.which("klee")
    if not klee:
        return None
    with tempfile.TemporaryDirectory() as directory:
        bitcode = pathlib.Path(directory) / "program.bc"
        include = measure.ROOT / "runtime" / "include"
        subprocess.run(["clang-19", "-O0", "-Xclang", "-disable-O0-optnone", "-g", "-emit-llvm", "-c", f"-I{include}",
                        *flags, str(source), "-o", str(bitcode)], check=True)
        start = time.monotonic()
        subprocess.run([klee, "--output-dir", f"{directory}/out", "--write-no-tests", str(bitcode)],
                       capture_output=True, check=False)
        return time.monotonic() - start


def concrete(level):
    """Instructions per second of CPU time."""
    options = ["--tests", "none"] + (["--optimize", str(level)] if level else ["--cflags=-DSCALE=1"])
    rates, counts = [], set()
    for _ in range(REPEAT):
        run = measure.bowline(PROGRAMS / "concrete.c", *options)
        counts.add(run["stats"]["instructions"])
        rates.append(run["stats"]["instructions"] / run["stats"]["explore_s"])
    assert len(counts) == 1, f"a concrete program is not deterministic: {counts}"
    return statistics.median(rates), counts.pop()


def exhaustive(file, paths, *options):
    """Seconds to explore every path."""
    seconds = []
    for _ in range(REPEAT):
        run = measure.bowline(PROGRAMS / file, "--tests", "none", *options)
        found = run["paths"]["completed"]
        assert run["stop"] == "exhausted" and found == paths, f"{file}: {run['stop']} with {found} paths, not {paths}"
        seconds.append(run["stats"]["explore_s"])
    return statistics.median(seconds)


def frontier():
    """Bytes of peak memory per live state, from two frontier sizes of one program."""
    def peak(states):
        run = measure.bowline(PROGRAMS / "frontier.c", "--search", "bfs", "--tests", "none", "--no-pending-tests",
                              "--max-states", str(states))
        return run["stats"]["peak_rss_mb"] * (1 << 20)
    small, large = 100, 10_000
    return statistics.median((peak(large) - peak(small)) / (large - small) for _ in range(REPEAT))


def main():
    rows, raw = [], []

    def row(what, value, unit, text, target="", klee=None):
        ratio = f"{klee / value:.1f}x" if klee else ""
        rows.append([what, text, target] + ([f"{klee:.2f} s ({ratio})" if klee else ""] if shutil.which("klee") else []))
        raw.append({"what": what, "value": value, "unit": unit, "target": target, "klee_s": klee})
        print(f"  {what}: {text}", file=sys.stderr)

    for level, target in ((0, ""), (1, ">= 40 M/s")):
        rate, count = concrete(level)
        row(f"concrete code, -O{level}", rate, "instructions/s", f"{rate / 1e6:.1f} M instructions/s ({count / 1e6:.0f} M)",
            target)
    for name, file, paths in EXHAUSTIVE:
        seconds = exhaustive(file, paths)
        targets = {"bubble_sort.c": "< 1.5 s", "sorted_list.c": "< 0.4 s", "search_tree.c": "< 4 s"}
        row(f"{name}, {paths} paths", seconds, "s", f"{seconds:.3f} s", targets[file], klee_seconds(PROGRAMS / file, []))
    seconds = exhaustive("scanner.c", 1534, "--cflags=-DN=10", "--search", "dfs")
    row("scanner over 10 bytes, 1534 paths", seconds, "s", f"{seconds:.4f} s", "< 0.1 s")
    length, paths = 20, 1_572_862
    seconds = exhaustive("scanner.c", paths, f"--cflags=-DN={length}", "--search", "dfs")
    row(f"scanner over {length} bytes, {paths} paths", paths / seconds, "paths/s", f"{paths / seconds / 1e3:.0f} k paths/s",
        ">= 150 k paths/s", klee_seconds(PROGRAMS / "scanner.c", [f"-DN={length}"]))
    size = frontier()
    row("live state on a frontier of 10,000", size, "bytes", f"{size / 1024:.2f} KiB")
    headers = ["what", "Bowline", "to reach"] + (["KLEE"] if shutil.which("klee") else [])
    measure.write("core", headers, rows, raw)


if __name__ == "__main__":
    main()
