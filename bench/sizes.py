#!/usr/bin/env python3
"""`./x bench sizes`: ways to treat unknown sizes and the loops over them, side by side. JSON, markdown and figures in bench/results/.

    ./x bench sizes [--capacity N] [--max-time 60s]                        small programs
    ./x bench sizes --targets [NAME ...] [--every 3] [--jobs 2]            harnesses of real programs
    ./x bench sizes --targets [NAME ...] --capacity N                      the same with small objects, so that more runs end
    ./x bench sizes --targets --modes merge-naive,merge                    only these modes again, the others as last measured

Small programs have one bug each that only some sizes show (but for the span): which mode finds it, in what time; the chain of searches
and the span also with growing texts. Of the real programs every third harness of each library and every fifth utility is run with each mode,
depth first, at the capacity of its target: most of them do not end. With small objects most do, and modes that end must agree.
"""
import argparse
import concurrent.futures
import dataclasses
import os
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE / "targets")]
import build  # noqa: E402
import comparison  # noqa: E402
import measure  # noqa: E402
import plots  # noqa: E402
import recipe  # noqa: E402
import targets  # noqa: E402

MODES = {
    "max": ["--sizes", "max"],
    "eager": ["--sizes", "eager"],
    "lazy": ["--sizes", "lazy"],
    "merge-naive": ["--loops", "merge-naive"],
    "merge": ["--loops", "merge"],
}
# What small programs are run with.
SMALL_MODES = {**MODES, "auto": ["--loops", "auto"]}
# What merging is compared by.
MEASURES = ["constraints", "values"]
# Texts of the chain of searches and of the span, in characters.
GROWTH = {"chain": [8, 16, 24, 32], "span": [20, 50]}
# zlib compresses: its loops are not over sizes.
LEFT_OUT = ["zlib"]


def summary(run):
    """What one run is compared by."""
    loops = run["stats"]["loops"]
    sizes = {name: sum(loop[name]["written_out"] for loop in loops) for name in MEASURES}
    paths = run["paths"]
    return {"stop": run["stop"], "seconds": run["stats"]["explore_s"], "queries": run["stats"]["queries"],
            "back_end": run["stats"]["layers"]["back-end"]["asked"],
            "solver_s": run["stats"]["solver_s"], "paths": paths["completed"] + paths["bugs"] + paths["killed"],
            "lines": run["coverage"]["lines"]["hit"], "memory_mb": run["stats"]["peak_rss_mb"],
            "lost": sorted({item["kind"] for item in run["lost"]} - {"capacity"}),
            "cut_off": sorted(f"{item['file']}:{item['line']}: {item['what']}" for item in run["lost"] if item["kind"] == "capacity"),
            "given_up": sum(loop["given_up"] for loop in loops),
            "bugs": sorted({(bug["kind"], bug["file"], bug["line"]) for bug in run["bugs"]}), **sizes}


def cell(result):
    """`0.12 s, 17 paths, found`"""
    if "failure" in result:
        return "failed"
    time = f"{result['seconds']:.2f} s" if result["stop"] == "exhausted" else f"> {result['seconds']:.0f} s"
    bugs = ", found" if result["bugs"] else ""
    return f"{time}, {result['paths']} paths, {result['lines']} lines{bugs}"


def table_of(results, modes):
    return ["program", *modes], [[name, *[cell(one[mode]) for mode in modes]] for name, one in results.items()]


def small(source, capacity, max_time):
    """One small program in every mode."""
    options = ["--search", "dfs", "--tests", "none", "--max-time", max_time, "--capacity", "1024", f"-DCAPACITY={capacity}"]
    return {mode: summary(measure.bowline(source, *options, *flags)) for mode, flags in SMALL_MODES.items()}


def small_programs(capacity, max_time):
    """By program and mode."""
    folder = measure.ROOT / "bench" / "programs" / "sizes"
    results = {source.stem: small(source, capacity, max_time) for source in sorted(folder.glob("*.c"))}
    for name, lengths in GROWTH.items():
        for length in lengths:
            results[f"{name} of {length}"] = small(folder / f"{name}.c", length, max_time)
    return results


def chosen_jobs(names, every, capacity):
    """Harnesses by a rule and not by their results."""
    compiler = build.Compiler.bitcode(measure.BOWLINE)
    for target, only in recipe.choose(names):
        if names or target.name not in LEFT_OUT:
            folder, _ = build.build(target, compiler, os.cpu_count())
            if capacity:
                target = dataclasses.replace(target, capacity=capacity)
            jobs = list(targets.jobs_of(target, folder, only))
            yield from jobs[:: 1 if only else (5 if target.runs else every)]


def real_programs(jobs, modes, max_time, at_once, kept):
    """By harness and mode; a run that fails says why."""
    def one(job, mode):
        options = ["--search", "dfs", "--tests", "none", "--confirm", "none", *MODES[mode]]
        done = targets.execute(job, measure.BOWLINE, max_time, options, kept=f"{kept}-{mode}")
        print(f"  {job.name} {mode}", file=sys.stderr, flush=True)
        return summary(done.run) if done.run else {"failure": done.failure}

    with concurrent.futures.ThreadPoolExecutor(at_once) as pool:
        running = {job.name: {mode: pool.submit(one, job, mode) for mode in modes} for job in jobs}
        return {name: {mode: future.result() for mode, future in modes.items()} for name, modes in running.items()}


def with_last(results, name, measured):
    """New results of some modes beside the last ones of the others, and by mode the commit that was measured."""
    if set(measured) == set(MODES):
        return results, measured
    last = measure.last(name)
    strangers = sorted(set(results) ^ set(last["rows"]["results"]))
    if strangers:
        sys.exit(f"bench/results/{name}.json is of other harnesses: measure all modes ({', '.join(strangers)})")
    of_last = last["rows"].get("measured") or {mode: last["commit"] for mode in MODES}
    beside = {job: {mode: one.get(mode) or last["rows"]["results"][job][mode] for mode in MODES} for job, one in results.items()}
    return beside, {**of_last, **measured}


def findings(results):
    """The comparison in words and tables."""
    modes = list(MODES)
    lines = []
    for title, board in [("Fastest, where some mode came to the end", comparison.fastest(results, modes)),
                         ("Covers most, where some mode did not come to the end", comparison.widest(results, modes))]:
        rows = [[target, *one.values()] for target, one in board.items()]
        rows.append(["all", *[sum(one[mode] for one in board.values()) for mode in modes]])
        lines += ["", f"## {title}", "", measure.table(["target", *modes], rows)]
    totals = comparison.totals(results, modes)
    for name in ("seconds", "not ended", "lines", "bugs", "back end"):
        rows = [[target, one["harnesses"], *[f"{one[name][mode]:.0f}" for mode in modes]] for target, one in totals.items()]
        rows.append(["all", len(results), *[f"{sum(one[name][mode] for one in totals.values()):.0f}" for mode in modes]])
        lines += ["", f"## Total: {name}", "", measure.table(["target", "harnesses", *modes], rows)]
    lines += ["", "## merge-naive over merge, where both came to the end", ""]
    lines += [f"- {name}: {comparison.describe(ratios)}" for name, ratios in comparison.naive_over_merge(results).items()]
    lines += ["", "## Questions over merge, where every mode came to the end", ""]
    for name in ("queries", "back_end"):
        more, shared = comparison.questions(results, modes, name)
        share = ", ".join(f"{mode} {value:+.0f} %" for mode, value in more.items() if mode != "merge") or "none were asked"
        lines.append(f"- {name}, {shared} harnesses: {share}")
    return lines


def main():
    parser = argparse.ArgumentParser(prog="./x bench sizes", description="Compare the ways to treat unknown sizes.")
    parser.add_argument("--capacity", type=int, help="largest size of objects (small programs: 12; targets: their own)")
    parser.add_argument("--max-time", default="60s", help="for each run (60s)")
    parser.add_argument("--targets", nargs="*", metavar="NAME", help="real programs: these targets or harnesses, all if none is named")
    parser.add_argument("--every", type=int, default=3, help="every which harness of a library (3)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="runs at once (one per core)")
    parser.add_argument("--modes", default=",".join(MODES), help="of real programs: measure these, keep the last results of the others")
    arguments = parser.parse_args()
    modes = arguments.modes.split(",")
    if unknown := sorted(set(modes) - set(MODES)):
        parser.error(f"no such mode: {', '.join(unknown)} (there are {', '.join(MODES)})")
    raw = {"max_time": arguments.max_time}
    if arguments.targets is None:
        capacity = arguments.capacity or 12
        results = small_programs(capacity, arguments.max_time)
        measure.write("sizes", *table_of(results, SMALL_MODES), {**raw, "capacity": capacity, "results": results})
    else:
        name = f"sizes-targets-{arguments.capacity}" if arguments.capacity else "sizes-targets"
        jobs = list(chosen_jobs(arguments.targets, arguments.every, arguments.capacity))
        # Before the runs: they take an hour, and the sources may move on meanwhile.
        measured = {mode: measure.commit() for mode in modes}
        results = real_programs(jobs, modes, arguments.max_time, arguments.jobs, name)
        results, measured = with_last(results, name, measured)
        capacity = f"objects of up to {arguments.capacity} elements" if arguments.capacity else "the capacity of each target"
        about = [f"{len(jobs)} harnesses, {capacity}, {arguments.max_time} for each run, {arguments.jobs} runs at once.",
                 "Measured at " + ", ".join(f"{commit} ({mode})" for mode, commit in measured.items()) + ".",
                 *findings(results)]
        raw |= {"capacity": arguments.capacity, "measured": measured, "results": results}
        measure.write(name, *table_of(results, MODES), raw, about)
        plots.draw(results, list(MODES), targets.seconds(arguments.max_time), measure.RESULTS / f"{name}.svg")
    wrong = comparison.disagreements(results)
    for line in wrong:
        print(f"the modes disagree: {line}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
