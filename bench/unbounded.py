#!/usr/bin/env python3
"""`./x bench unbounded`: sizes without a bound against a capacity and against the largest size. JSON and a table in bench/results/.

    ./x bench unbounded [--max-time 30s] [--jobs 1] [--families lists,...] [--bowline PATH] [--modes max,lazy,unbounded]

Sixty programs in five families (bench/programs/unbounded/FAMILY/*.c), half of them with one bug; their comments say which, and whether the
program can be exhausted. What needs a size needs up to a million bytes. For each family and mode: lines and branches covered (mean), programs whose bug was found
and confirmed, false bugs, paths that were halted or sizes that were lost, programs that were explored to the end without a loss.
"""
import argparse
import collections
import concurrent.futures
import json
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
PROGRAMS = HERE / "programs" / "unbounded"
MODES = ["max", "lazy", "unbounded"]


def expected(program):
    """What the comments of a program say: its bug, or none, and whether it ends."""
    text = program.read_text()
    bug = re.search(r"^// bug: (\S+)$", text, re.M)[1]
    return (None if bug == "none" else bug), re.search(r"^// ends: (\S+)$", text, re.M)[1] == "yes"


def run(bowline, program, mode, max_time):
    bug, ends = expected(program)
    with tempfile.TemporaryDirectory() as directory:
        out = pathlib.Path(directory) / "out"
        started = time.monotonic()
        command = [bowline, "run", "--quiet", "--sizes", mode, "--max-time", max_time, "--out", out, program]
        ended = subprocess.run(command, capture_output=True, text=True)
        seconds = time.monotonic() - started
        if ended.returncode not in (0, 1):
            raise SystemExit(f"{program.name} with --sizes {mode}: {ended.stderr.strip()}")
        report = json.loads((out / "run.json").read_text())
    found = {item["kind"]: item["confirmed"] for item in report["bugs"]}
    share = lambda kind: 100 * report["coverage"][kind]["hit"] / max(1, report["coverage"][kind]["total"])
    lost = sum(item["count"] for item in report["lost"])
    return {"family": program.parent.name, "program": program.stem, "mode": mode, "seconds": round(seconds, 2),
            "explore_s": report["stats"]["explore_s"], "memory_mb": report["stats"]["peak_rss_mb"],
            "lines": share("lines"), "branches": share("branches"), "has_bug": bug is not None,
            "found": bug in found, "confirmed": bool(found.get(bug)), "false": sorted(set(found) - {bug}),
            "killed": report["paths"]["killed"], "lost": lost,
            "exhausted": report["stop"] == "exhausted" and lost == 0, "ends": ends}


def table(results):
    lines = ["| family | mode | lines, % | branches, % | bugs found (confirmed) | false bugs | killed paths | losses | exhausted | seconds, median / longest |",
             "|---|---|---|---|---|---|---|---|---|---|"]
    groups = collections.defaultdict(list)
    for result in results:
        groups[result["family"], result["mode"]].append(result)
    for (family, mode), group in groups.items():
        mean = lambda key: f"{statistics.mean(result[key] for result in group):.1f}"
        count = lambda key: sum(bool(result[key]) for result in group)
        total = lambda key: sum(result[key] for result in group)
        bugs = f"{count('found')} of {count('has_bug')} ({count('confirmed')})"
        times = [result["explore_s"] for result in group]
        lines.append(f"| {family} | {mode} | {mean('lines')} | {mean('branches')} | {bugs} | {count('false')} | {total('killed')} | {total('lost')} | "
                     f"{count('exhausted')} of {count('ends')} | {statistics.median(times):.2f} / {max(times):.1f} |")
    return "\n".join(lines)


def misses(results):
    """What falls short with sizes without a bound, a line each."""
    for result in results:
        if result["mode"] != "unbounded":
            continue
        name = f"{result['family']}/{result['program']}"
        if result["has_bug"] and not result["found"]:
            yield f"- {name}: the bug was not found"
        elif result["has_bug"] and not result["confirmed"]:
            yield f"- {name}: the bug was not confirmed natively"
        if result["false"]:
            yield f"- {name}: reports {', '.join(result['false'])}, which it does not have"
        if result["ends"] and not result["exhausted"]:
            yield f"- {name}: not exhausted"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--max-time", default="30s")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--families", default="")
    parser.add_argument("--modes", default=",".join(MODES))
    parser.add_argument("--bowline", default=ROOT / "target" / "release" / "bowline", type=pathlib.Path)
    options = parser.parse_args()
    families = [name for name in options.families.split(",") if name]
    programs = sorted(PROGRAMS.glob("*/*.c"))
    programs = [program for program in programs if not families or program.parent.name in families]
    if not programs:
        raise SystemExit(f"no programs in {PROGRAMS} for {options.families}")
    tasks = [(options.bowline, program, mode, options.max_time) for program in programs for mode in options.modes.split(",")]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = list(pool.map(lambda task: run(*task), tasks))
    results.sort(key=lambda result: (result["family"], MODES.index(result["mode"]), result["program"]))
    (HERE / "results").mkdir(exist_ok=True)
    whole = not families and options.modes == ",".join(MODES)
    text = [f"# Sizes without a bound\n\n`./x bench unbounded --max-time {options.max_time}`: {len(programs)} programs, each with every mode.\n",
            table(results), "", "What falls short with `unbounded`:\n", *(list(misses(results)) or ["nothing"])]
    print("\n".join(text))
    if whole:
        (HERE / "results" / "unbounded.md").write_text("\n".join(text) + "\n")
        (HERE / "results" / "unbounded.json").write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    sys.exit(main())
