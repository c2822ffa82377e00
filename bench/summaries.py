#!/usr/bin/env python3
"""`./x bench summaries`: loops in closed form. JSON and markdown in bench/results/.

    ./x bench summaries                                    everything
    ./x bench summaries loops [NAME ...] [--size 10]       programs of bench/programs/summaries, vulnerable and mended, with --loops summary
    ./x bench summaries table [NAME ...] [--sizes 10,20]   programs of its folder `table` with growing texts, in every mode
    ./x bench summaries survey [TARGET ...]                loops of real programs that are met with unknown input

Of a run of some programs the results are printed and not kept, unless --write asks for it. Seconds are processor time of the run up to the first
bug: compiling, loading and exploring, without the compilers and native runs that confirm it afterwards. A bug counts when the native run
confirms it. Exit status: 1 where an alarm was false.
"""
import argparse
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE / "targets")]
import loop_survey  # noqa: E402
import measure  # noqa: E402
import string_loops  # noqa: E402
from targets import seconds  # noqa: E402

MODES = {
    "summary": ["--loops", "summary"],
    "auto": ["--loops", "auto"],
    "merge": ["--loops", "merge", "--merge-on", "any"],
    "fork": ["--loops", "fork"],
}
SIZES = [10, 20, 300, 1000, 10000]
KINDS = loop_survey.KINDS
# Compiling and native confirmation come on top of the time to explore.
GRACE = 120  # seconds


def run(bowline, program, options, max_time):
    """The run.json of one run; nothing where there is none."""
    with tempfile.TemporaryDirectory() as directory:
        out = pathlib.Path(directory) / "out"
        command = [str(bowline), "run", "--quiet", "--tests", "bugs", "--max-time", max_time, "--out", str(out), *options,
                   str(program.source)]
        try:
            subprocess.run(command, capture_output=True, timeout=seconds(max_time) + GRACE, check=False)
            return json.loads((out / "run.json").read_text())
        except (subprocess.TimeoutExpired, OSError, ValueError):
            return None


def judged(program, result, mended=False):
    """What one run is judged by."""
    if result is None:
        return {"stop": "failed", "seconds": None, "found": False, "false_alarms": [], "exhausted": False, "loops": []}
    bugs = [(bug["line"], bug["kind"], bug["confirmed"]) for bug in result["bugs"]]
    right = [bug for bug in bugs if not mended and bug[0] in program.lines and bug[2]]
    stats = result["stats"]
    loops = [{"line": one["line"], "function": one["function"], "understood": one["understood"], "declined": one.get("declined")}
             for one in stats.get("closed_loops", [])]
    lost = [item["what"] for item in result["lost"]]
    return {"stop": result["stop"], "seconds": stats["cpu_s"], "found": bool(right), "false_alarms": [bug for bug in bugs if bug not in right],
            "exhausted": result["stop"] == "exhausted" and not lost, "lost": lost, "loops": loops}


def of_loops(results, kinds=KINDS):
    """How many loops are of each kind; of a loop that both versions have the worse counts."""
    counts = dict.fromkeys(kinds, 0)
    for one in results.values():
        for kind in worst_of(one).values():
            counts[kind] += 1
    return counts


def worst_of(versions):
    """By place, what is understood of each loop of a program."""
    worst = {}
    for version in versions.values():
        for loop in version["loops"]:
            place = loop["function"], loop["line"]
            kind = loop["understood"]
            worst[place] = max(worst.get(place, kind), kind, key=KINDS.index)
    return worst


def the_loops(arguments, programs):
    """Every program in both versions."""
    def one(program, mended):
        options = [*MODES["summary"], f"-DSIZE={arguments.size}", *(["-DMENDED"] if mended else [])]
        print(f"  {program.name}{' mended' if mended else ''}", file=sys.stderr, flush=True)
        return judged(program, run(arguments.bowline, program, options, arguments.max_time), mended)

    versions = measure.in_parallel(arguments.jobs, [(one, program, mended) for program in programs for mended in (False, True)])
    return {program.name: {"vulnerable": versions[2 * at], "mended": versions[2 * at + 1], "has": sorted(program.has)}
            for at, program in enumerate(programs)}


def loops_table(results):
    """Markdown of the programs, and what is said about them."""
    versions = {name: {which: one[which] for which in ("vulnerable", "mended")} for name, one in results.items()}
    rows, reasons = [], {}
    for name, one in versions.items():
        kinds = worst_of(one)
        counts = [sum(kind == which for kind in kinds.values()) or "" for which in KINDS]
        bad, good = one["vulnerable"], one["mended"]
        declined = sorted({loop["declined"] for which in one.values() for loop in which["loops"]
                           if loop["declined"] and loop["understood"] != "exact"})
        for reason in declined:
            reasons[reason] = reasons.get(reason, 0) + 1
        rows.append([name, ", ".join(results[name]["has"]), *counts, f"found, {cell_of(bad)}" if bad["found"] else f"**missed**, {cell_of(bad)}",
                     cell_of(good) if good["exhausted"] else f"**{good['stop']}**", "; ".join(declined)])
    counts = of_loops(versions)
    all_loops = sum(counts.values()) or 1
    found = sum(one["vulnerable"]["found"] for one in versions.values())
    ended = sum(one["mended"]["exhausted"] for one in versions.values())
    alarms = [(name, *bug) for name, one in versions.items() for which in one.values() for bug in which["false_alarms"]]
    said = [f"{len(rows)} programs, {all_loops} loops met with unknown input: " + share(counts, all_loops) + ".",
            f"Vulnerable versions found: {found} of {len(rows)}. Mended versions exhausted: {ended} ({100 * ended / max(1, len(rows)):.0f} %). "
            f"False alarms: {len(alarms)}{''.join(f' {alarm}' for alarm in alarms)}.", "",
            *[f"- {count} programs: {reason}" for reason, count in sorted(reasons.items(), key=lambda item: -item[1])]]
    return ["program", "has", *KINDS, "vulnerable", "mended", "declined because"], rows, said


def share(counts, of):
    return ", ".join(f"{count} {kind} ({100 * count / of:.0f} %)" for kind, count in counts.items())


def cell_of(result):
    return result["stop"] if result["seconds"] is None else f"{result['seconds']:.2f} s"


def the_table(arguments, programs):
    """Every program of table 4 with every size in every mode."""
    def one(program, size, mode):
        options = ["--stop-after", "1", *MODES[mode], f"-DSIZE={size}"]
        result = judged(program, run(arguments.bowline, program, options, arguments.max_time))
        print(f"  {program.name} {size} {mode}: {cell_of(result)}{'' if result['found'] else ' missed'}", file=sys.stderr, flush=True)
        return result

    keys = [(program, size, mode) for program in programs for size in arguments.sizes for mode in arguments.modes]
    done = measure.in_parallel(arguments.jobs, [(one, *key) for key in keys])
    results = {program.name: {mode: {} for mode in arguments.modes} for program in programs}
    for (program, size, mode), result in zip(keys, done):
        results[program.name][mode][str(size)] = result
    return results


def growth(cells):
    """By how much the time grows per doubling, between neighbouring sizes that were both solved and take more than moments."""
    solved = [(int(size), cell["seconds"]) for size, cell in cells.items() if cell["found"] and cell["seconds"] is not None]
    pairs = zip(solved, solved[1:])
    return [(large / small) ** (1 / math.log2(size / before)) for (before, small), (size, large) in pairs if small >= 0.1]


def table_of(results, sizes, modes):
    rows = []
    for name, by_mode in results.items():
        for mode in modes:
            cells = by_mode[mode]
            ratios = growth(cells)
            told = [f"{cells[str(size)]['seconds']:.2f}" if cells[str(size)]["found"] else "-" for size in sizes]
            rows.append([name, mode, *told, f"{max(ratios):.1f}" if ratios else ""])
    said = ["Processor seconds to the first confirmed input; - where none was found in time. The last column: the largest growth per doubling of the size, "
            "between sizes that take 0.1 s and more.", ""]
    for mode in modes:
        solved = [sum(one[mode][str(size)]["found"] for one in results.values()) for size in sizes]
        said.append(f"- {mode}: found of {len(results)}: " + ", ".join(f"{count} at {size}" for size, count in zip(sizes, solved)))
    return ["program", "mode", *[str(size) for size in sizes], "growth"], rows, said


def parsed():
    parser = argparse.ArgumentParser(prog="./x bench summaries", description="Measure loops in closed form.")
    parser.add_argument("part", nargs="?", choices=["loops", "table", "survey"], help="only this part")
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these programs or targets")
    parser.add_argument("--size", type=int, default=10, help="of the buffers of `loops` (10)")
    parser.add_argument("--sizes", default=",".join(map(str, SIZES)), help="of the buffers of `table`")
    parser.add_argument("--modes", default=",".join(MODES), help="of `table`")
    parser.add_argument("--max-time", default="60s", help="for each run (60s)")
    parser.add_argument("--every", type=int, default=3, help="every which harness of a library in `survey` (3)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="runs at once (one per core)")
    parser.add_argument("--bowline", type=pathlib.Path, default=measure.BOWLINE, help="another executable")
    parser.add_argument("--write", action="store_true", help="keep the results of some programs")
    arguments = parser.parse_intermixed_args()
    arguments.sizes = [int(size) for size in arguments.sizes.split(",")]
    arguments.modes = arguments.modes.split(",")
    if unknown := sorted(set(arguments.modes) - set(MODES)):
        parser.error(f"no such mode: {', '.join(unknown)} (there are {', '.join(MODES)})")
    return arguments


def keep(arguments, name, headers, rows, raw, said):
    if arguments.names and not arguments.write:
        print("\n".join([measure.table(headers, rows), "", *said]))
    else:
        measure.write(name, headers, rows, {"max_time": arguments.max_time, **raw}, said)


def main():
    arguments = parsed()
    parts = [arguments.part] if arguments.part else ["loops", "table", "survey"]
    alarms = 0
    if "loops" in parts:
        chosen = string_loops.programs(arguments.names)
        results = the_loops(arguments, chosen)
        keep(arguments, "summaries-loops", *(found := loops_table(results))[:2], {"size": arguments.size, "results": results}, found[2])
        alarms += sum(len(one[which]["false_alarms"]) for one in results.values() for which in ("vulnerable", "mended"))
    if "table" in parts:
        chosen = string_loops.programs(arguments.names, string_loops.FOLDER / "table")
        results = the_table(arguments, chosen)
        keep(arguments, "summaries-table", *(found := table_of(results, arguments.sizes, arguments.modes))[:2], {"results": results}, found[2])
        alarms += sum(len(cell["false_alarms"]) for one in results.values() for cells in one.values() for cell in cells.values())
    if "survey" in parts:
        results = loop_survey.survey(arguments)
        keep(arguments, "summaries-survey", *(found := loop_survey.table_of(results))[:2], {"results": results}, found[2])
    return 1 if alarms else 0


if __name__ == "__main__":
    sys.exit(main())
