#!/usr/bin/env python3
"""What many programs came to: the closing line, and the table in bench/results.

    tests/fuzz_engine/results.py FILE...     makes the table of files that `fuzz_engine.py --json` wrote
"""
import collections
import json
import pathlib
import sys


def by_mode(judged):
    """Mode to counts of its runs, and sums of their tests and seconds."""
    modes = {}
    for result in judged:
        for mode, run in result["runs"].items():
            count = modes.setdefault(mode, collections.Counter())
            count["programs"] += 1
            count["exhaustive" if run["exhaustive"] else "cut"] += 1
            count["with merging"] += run["merged"] > 0
            count["with closed forms"] += run.get("closed", 0) > 0
            count["mismatches"] += bool(run["mismatches"])
            count["tests"] += run["tests"]
            count["seconds"] += run["seconds"]
    return modes


def summary(judged, skipped, first, last, seconds):
    modes = by_mode(judged).values()
    exhaustive, cut = (sum(count[what] for count in modes) for what in ("exhaustive", "cut"))
    inputs, buggy = sum(result["inputs"] for result in judged), sum(result["bugs"] > 0 for result in judged)
    return (f"fuzz-engine: seeds {first} to {last}, {skipped} left out (not defined, or too long); {inputs} inputs, "
            f"{buggy} programs with bugs; {exhaustive} runs exhaustive, {cut} cut; {seconds:.0f} s")


def write_table(files):
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "bench"))
    import measure  # pylint: disable=import-error,import-outside-toplevel

    every = [json.loads(line) for file in files for line in pathlib.Path(file).read_text(encoding="utf-8").splitlines()]
    judged = [result for result in every if result["verdict"] != "skipped"]
    columns = ("programs", "exhaustive", "cut", "with merging", "with closed forms", "mismatches", "tests")
    rows = [[mode, *(count[column] for column in columns), f"{count['seconds']:.0f} s"] for mode, count in by_mode(judged).items()]
    failed = [result for result in judged if result["verdict"] == "failed"]
    about = [f"{len(judged)} programs, seeds {min(result['seed'] for result in judged)} to {max(result['seed'] for result in judged)}, "
             f"{len(every) - len(judged)} left out; {sum(result['inputs'] for result in judged)} inputs tried natively; "
             f"{sum(result['bugs'] > 0 for result in judged)} programs have bugs, {sum(result['bugs'] for result in judged)} altogether.",
             "", f"{len(judged) - len(failed)} passed, {len(failed)} failed" + "".join(
                 f"; seed {result['seed']}: {next(run['mismatches'][0] for run in result['runs'].values() if run['mismatches'])}"
                 for result in failed)]
    raw = [{"mode": mode, **{column: count[column] for column in columns}, "seconds": round(count["seconds"], 1)}
           for mode, count in by_mode(judged).items()]
    measure.write("fuzz-engine", ["mode", *columns, "time"], rows, raw, about)


if __name__ == "__main__":
    write_table(sys.argv[1:])
