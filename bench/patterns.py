#!/usr/bin/env python3
"""`./x bench patterns`: paths apart, merged, and merged with patterns, function by function. JSON, markdown and figures in bench/results/.

    ./x bench patterns [NAME ...] [--max-time 120s] [--jobs 1]     subjects of these targets, of all if none is named
    ./x bench patterns --every 4                                   every fourth subject of each target
    ./x bench patterns --resume                                    go on with what the last run left out
    ./x bench patterns --growth                                    only the programs that grow
    ./x bench patterns --z3, --plain                               also with Z3's quantifiers, also without incremental merging: a table of its own

A subject is one function of a library with a text or bytes of unknown size and content: `functions.c` beside a target's harnesses has one for
each `SUBJECT`, at the capacity of its target. Each is run depth first with each mode; a run that ends has explored everything. The programs
that grow are a chain of three scans of one text and two spans of one character. Results are kept after each run, so a run that is
interrupted goes on where it was with `--resume`.
"""
import argparse
import concurrent.futures
import datetime
import json
import os
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE / "targets")]
import build  # noqa: E402
import comparison  # noqa: E402
import measure  # noqa: E402
import pattern_figures  # noqa: E402
import ratios  # noqa: E402
import recipe  # noqa: E402
import targets  # noqa: E402

MODES = {"fork": ["--loops", "fork"], "merge": ["--loops", "merge"], "pattern": ["--loops", "pattern"]}
# What patterns are compared with, where that is asked for.
Z3 = {"pattern, Z3's quantifiers": ["--loops", "pattern", "--z3-quantifiers"]}
PLAIN = {"pattern, not incremental": ["--loops", "pattern", "--merge-at-exits-only"]}
GROWTH = {"three_scans": [10, 20, 50, 100, 200, 500], "two_spans": [10, 20, 50, 100, 200, 500]}
# A run that ends has explored all sizes up to the capacity.
COMMON = ["--search", "dfs", "--tests", "none", "--confirm", "none", "--larger-sizes", "lost"]
SUBJECT = re.compile(r"^SUBJECT\((\w+)\)", re.MULTILINE)


def subjects_of(target):
    """The names in a target's `functions.c`."""
    functions = target.folder / "functions.c"
    return SUBJECT.findall(functions.read_text()) if functions.exists() else []


def jobs_of(target, folder, every):
    """A run for each subject, or for some of them by a rule and not by their results."""
    archives = [str(folder / name) for name in target.archives]
    compile_with = [f"-I{folder / name}" for name in target.include]
    if target.cflags:
        compile_with.append("--cflags=" + " ".join(target.cflags))
    functions = target.folder / "functions.c"
    for name in subjects_of(target)[::every]:
        yield targets.Job(f"{target.name}/{name}", target, functions,
                          ["--capacity", str(target.capacity), *targets.LIMITS, *compile_with, f"-DRUN=subject_{name}",
                           *archives, str(functions)])


def summary(run):
    """What one run is compared by."""
    stats, quantifiers = run["stats"], run["stats"].get("quantifiers", {})
    loops = stats["loops"]
    before = sum(quantifiers.get(name, 0) for name in ("refuted_at_once", "model_at_once", "mended_at_once"))
    return {"stop": run["stop"], "seconds": stats["explore_s"], "solver_s": stats["solver_s"], "effort": stats.get("solver_effort", 0),
            "instructions": stats["instructions"], "queries": stats["queries"],
            "paths": run["paths"]["completed"] + run["paths"]["bugs"] + run["paths"]["killed"],
            "lines": run["coverage"]["lines"]["hit"],
            "patterns": sum(loop.get("patterns", 0) for loop in loops),
            "left_alone": sum(loop.get("decision", "").startswith("left alone") for loop in loops),
            "quantified": quantifiers.get("asked", 0), "before_instances": before, "quantified_s": quantifiers.get("time_s", 0),
            "given_up": quantifiers.get("given_up", 0),
            "bugs": sorted({(bug["kind"], bug["file"].removeprefix(f"{build.cache()}/"), bug["line"]) for bug in run["bugs"]})}


def measured(job, mode, flags, max_time, bowline):
    done = targets.execute(job, bowline, max_time, [*COMMON, *flags], kept=f"patterns-{mode.replace(' ', '-')}")
    print(f"  {job.name} {mode}", file=sys.stderr, flush=True)
    return summary(done.run) if done.run else {"failure": done.failure}


def cell(result):
    """`0.12 s, 17 paths`"""
    if "failure" in result:
        return "failed"
    time = f"{result['seconds']:.2f} s" if comparison.ended(result) else f"> {result['seconds']:.0f} s"
    return f"{time}, {result['paths']} paths, {result['lines']} lines" + (", found" if result["bugs"] else "")


def all_subjects(names, every):
    for target, only in recipe.choose(names):
        if subjects_of(target):
            folder, _ = build.build(target, build.Compiler.bitcode(measure.BOWLINE), os.cpu_count())
            yield from (job for job in jobs_of(target, folder, every) if only is None or job.name.partition("/")[2] in only)


class Kept:
    """Results so far, on disk after each of them."""

    def __init__(self, name, resume, circumstances):
        self.path = build.cache() / f"{name}-so-far.json"
        self.content = {"circumstances": circumstances, "results": {}}
        if resume and self.path.exists():
            before = json.loads(self.path.read_text())
            if before["circumstances"] != circumstances:
                sys.exit(f"the last run was another one ({before['circumstances']}): leave out --resume")
            self.content = before

    def get(self, name, mode):
        return self.content["results"].get(name, {}).get(mode)

    def put(self, name, mode, result):
        self.content["results"].setdefault(name, {})[mode] = result
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text(json.dumps(self.content))


def compare(jobs, modes, arguments, kept):
    """By subject and mode; what is kept is not run again."""
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        missing = [(job, mode) for job in jobs for mode in modes if kept.get(job.name, mode) is None]
        running = {pool.submit(measured, job, mode, modes[mode], arguments.max_time, measure.BOWLINE): (job.name, mode)
                   for job, mode in missing}
        for future in concurrent.futures.as_completed(running):
            kept.put(*running[future], future.result())
    return {job.name: {mode: kept.get(job.name, mode) for mode in modes} for job in jobs}


def grow(max_time):
    """By program, capacity and mode."""
    def one(program, capacity, flags):
        options = ["--search", "dfs", "--tests", "none", "--max-time", max_time, "--capacity", "1024", f"-DCAPACITY={capacity}"]
        return summary(measure.bowline(measure.ROOT / "bench" / "programs" / f"{program}.c", *options, *flags))
    return {program: {capacity: {mode: one(program, capacity, flags) for mode, flags in MODES.items()} for capacity in capacities}
            for program, capacities in GROWTH.items()}


def growth_tables(growth):
    lines = []
    for program, sizes in growth.items():
        rows = [[capacity, *[cell(one[mode]) for mode in MODES]] for capacity, one in sizes.items()]
        lines += ["", f"## {program}: characters, time", "", measure.table(["capacity", *MODES], rows), ""]
        lines += [f"- {mode}, times more for each doubling: {ratios.doublings(sizes, mode)}" for mode in MODES]
    return lines


def findings(results, modes):
    lines = ["", "## By library", "", measure.table(*ratios.by_library(results)), "", *ratios.slower(results)]
    lines += ["", *ratios.solving(results)]
    for other in modes:
        if other not in MODES:
            lines += ["", f"## {other} over pattern", "", *ratios.over_pattern(results, other)]
    return lines


def main():
    parser = argparse.ArgumentParser(prog="./x bench patterns", description="Compare forking, merging and patterns, function by function.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="targets, or subjects as TARGET/SUBJECT; all by default")
    parser.add_argument("--max-time", default="120s", help="for each run (120s)")
    parser.add_argument("--every", type=int, default=1, help="every which subject of a target (1)")
    parser.add_argument("--jobs", type=int, default=1, help="runs at once (1: they are timed)")
    parser.add_argument("--resume", action="store_true", help="keep the results of a run that was interrupted")
    parser.add_argument("--growth", action="store_true", help="only the programs that grow")
    parser.add_argument("--z3", action="store_true", help="also with Z3's quantifiers")
    parser.add_argument("--plain", action="store_true", help="also without incremental merging")
    parser.add_argument("--bowline", type=lambda name: pathlib.Path(name).resolve(), default=measure.BOWLINE,
                        help="the binary (target/release/bowline)")
    arguments = parser.parse_args()
    measure.BOWLINE = arguments.bowline
    modes = {**MODES, **(Z3 if arguments.z3 else {}), **(PLAIN if arguments.plain else {})}
    commit, results = measure.commit(), {}
    name = "patterns-growth" if arguments.growth else "patterns-compared" if modes != MODES else "patterns"
    if not arguments.growth:
        jobs = list(all_subjects(arguments.names, arguments.every))
        circumstances = {"max_time": arguments.max_time, "commit": commit}
        results = compare(jobs, modes, arguments, Kept(name, arguments.resume, circumstances))
    growth = {} if arguments.names or modes != MODES else grow(arguments.max_time)
    about = [f"{len(results)} functions, {sum(any(map(comparison.ended, one.values())) for one in results.values())} of which end in some mode; "
             f"capacities of their targets, every {arguments.every}. subject, {arguments.max_time} for each run, {arguments.jobs} at once, "
             f"load of the machine {os.getloadavg()[1]:.1f}, {arguments.bowline.parent.name} build.",
             *findings(results, modes), *growth_tables(growth)]
    headers = ["function", *modes]
    rows = [[name, *[cell(one[mode]) for mode in modes]] for name, one in results.items()]
    raw = {"max_time": arguments.max_time, "every": arguments.every, "measured": commit, "results": results, "growth": growth,
           "date": datetime.date.today().isoformat()}
    measure.write(name, headers, rows, raw, about)
    pattern_figures.draw(results, growth, measure.RESULTS / f"{name}.svg")
    wrong = ratios.disagreements(results)
    for line in wrong:
        print(f"the modes disagree: {line}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
