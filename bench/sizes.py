#!/usr/bin/env python3
"""`./x bench sizes`: ways to treat unknown sizes and the loops over them, side by side. JSON and markdown in bench/results/.

    ./x bench sizes [--capacity N] [--max-time 60s] [--targets [NAME ...]]

By default small programs, each with one bug that only some sizes show: which mode finds it, in what time. With --targets also the
harnesses of real programs: one run of each mode, depth first, at the capacity of the target.
"""
import argparse
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE / "targets")]
import build  # noqa: E402
import measure  # noqa: E402
import recipe  # noqa: E402
import targets  # noqa: E402

MODES = {
    "max": ["--sizes", "max"],
    "eager": ["--sizes", "eager"],
    "lazy": ["--sizes", "lazy"],
    "merge-naive": ["--loops", "merge-naive"],
    "merge": ["--loops", "merge"],
}
# What merging is compared by.
MEASURES = ["constraints", "values"]


def summary(run):
    """What one run is compared by."""
    loops = run["stats"]["loops"]
    sizes = {name: sum(loop[name]["written_out"] for loop in loops) for name in MEASURES}
    paths = run["paths"]
    return {"stop": run["stop"], "seconds": run["stats"]["explore_s"], "queries": run["stats"]["queries"],
            "solver_s": run["stats"]["solver_s"], "paths": paths["completed"] + paths["bugs"] + paths["killed"],
            "lines": run["coverage"]["lines"]["hit"], "memory_mb": run["stats"]["peak_rss_mb"],
            "bugs": sorted({(bug["kind"], bug["file"], bug["line"]) for bug in run["bugs"]}), **sizes}


def cell(result):
    """`0.12 s, 17 paths, found`"""
    time = f"{result['seconds']:.2f} s" if result["stop"] == "exhausted" else f"> {result['seconds']:.0f} s"
    bugs = ", found" if result["bugs"] else ""
    return f"{time}, {result['paths']} paths{bugs}"


def small_programs(capacity, max_time):
    """By program and mode."""
    results = {}
    for source in sorted((measure.ROOT / "bench" / "programs" / "sizes").glob("*.c")):
        options = ["--search", "dfs", "--tests", "none", "--max-time", max_time, "--capacity", "1024", f"-DCAPACITY={capacity}"]
        results[source.stem] = {mode: summary(measure.bowline(source, *options, *flags)) for mode, flags in MODES.items()}
        print(f"  {source.stem}", file=sys.stderr)
    return results


def real_programs(names, max_time):
    """By harness and mode; a run that fails says why."""
    compiler = build.Compiler.bitcode(measure.BOWLINE)
    results = {}
    for target, only in recipe.choose(names):
        folder, _ = build.build(target, compiler, 2)
        for job in targets.jobs_of(target, folder, only):
            results[job.name] = {}
            for mode, flags in MODES.items():
                options = ["--search", "dfs", "--tests", "none", "--confirm", "none", "--max-memory", "4G", *flags]
                done = targets.execute(job, measure.BOWLINE, max_time, options)
                results[job.name][mode] = summary(done.run) if done.run else {"failure": done.failure}
            print(f"  {job.name}", file=sys.stderr, flush=True)
    return results


def table_of(results):
    rows = [[name, *[cell(modes[mode]) if "stop" in modes[mode] else "failed" for mode in MODES]]
            for name, modes in results.items()]
    return ["program", *MODES], rows


def disagreements(results):
    """Modes that came to the end by themselves and explored every size must agree on bugs."""
    found = []
    for name, modes in results.items():
        ended = {mode: result["bugs"] for mode, result in modes.items() if mode != "max" and result.get("stop") == "exhausted"}
        if len({str(bugs) for bugs in ended.values()}) > 1:
            found.append(f"{name}: {ended}")
    return found


def main():
    parser = argparse.ArgumentParser(prog="./x bench sizes", description="Compare the ways to treat unknown sizes.")
    parser.add_argument("--capacity", type=int, default=12, help="largest size of the small programs' objects (12)")
    parser.add_argument("--max-time", default="60s", help="for each run (60s)")
    parser.add_argument("--targets", nargs="*", metavar="NAME", help="also real programs: these targets or harnesses, all if none is named")
    arguments = parser.parse_args()
    small = small_programs(arguments.capacity, arguments.max_time)
    raw = {"capacity": arguments.capacity, "max_time": arguments.max_time, "small": small}
    measure.write("sizes", *table_of(small), raw)
    wrong = disagreements(small)
    if arguments.targets is not None:
        raw["targets"] = real_programs(arguments.targets, arguments.max_time)
        measure.write("sizes-targets", *table_of(raw["targets"]), raw)
        wrong += disagreements(raw["targets"])
    for line in wrong:
        print(f"the modes disagree: {line}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
