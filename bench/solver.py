#!/usr/bin/env python3
"""`./x bench solver`: what each layer of the solver earns. JSON and markdown in bench/results/.

Questions are recorded from whole runs (`--log-queries`), then asked again (`bowline solve`) of the whole chain, of the chain
without each of its layers, of a back end that starts afresh for every question, and of Z3. Times are those of answering alone,
the least of some repetitions, which other load disturbs least.
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE / "targets")]
import build  # noqa: E402
import measure  # noqa: E402
import recipe  # noqa: E402
import targets  # noqa: E402

BENCH = measure.ROOT / "bench" / "programs"
TESTS = measure.ROOT / "tests" / "programs"
LAYERS = ["own-model", "either", "domains", "slice", "cache", "known", "order", "repair", "cases"]
REPEAT = 5
MOST = 3000
# Real programs: one parser of each target. Their questions are many and slow, so they are fewer and asked less often.
HARNESSES = ["apr/getopt", "cjson/parse", "expat/document", "json-c/parse", "libpng/header", "libtasn1-6/decode_simple",
             "libyaml/scan", "wget/url_parse", "zlib/inflate"]
MOST_OF_TARGET = 150
TARGET_TIME = "20s"
DEFAULT_LIMITS = ["--max-time", "60s", "--log-max", str(MOST)]
# Programs whose branches are about characters.
CHARACTERS = ["atoi_digits", "atoi_password", "ctype_case", "ctype_classes", "oob_strcpy", "oob_strcpy_near",
              "oob_strlen_unterminated", "printf_symbolic", "sprintf_and_sscanf", "state_machine", "strings_build",
              "strings_compare", "strings_search", "strings_tokens", "strtol_symbolic"]


def options_of(source):
    """What the comments of a test program ask for: options, and arguments of the program."""
    text = source.read_text()
    flags = [word for line in re.findall(r"// flags: (.*)", text) for word in line.split()]
    arguments = [word for line in re.findall(r"// args: (.*)", text) for word in line.split()]
    return flags, (["--", *arguments] if arguments else [])


def real_programs():
    """The chosen harnesses, with their libraries built."""
    compiler = build.Compiler.bitcode(measure.BOWLINE)
    limits = ["--max-time", TARGET_TIME, "--log-max", str(MOST_OF_TARGET)]
    programs = []
    for target, only in recipe.choose(HARNESSES):
        folder, _ = build.build(target, compiler, 2)
        programs += [(job.harness, [*limits, *job.arguments[:-1]], []) for job in targets.jobs_of(target, folder, only)]
    return programs


def corpus():
    """Groups of (source, options, arguments)."""
    tests = {path.stem: path for path in sorted(TESTS.glob("*.c"))}
    character = [(tests[name], *options_of(tests[name])) for name in CHARACTERS if name in tests]
    character.append((BENCH / "scanner.c", ["--cflags=-DN=10"], []))
    # Full checks would measure Z3, and endless programs their limit.
    others = [(path, *options_of(path)) for name, path in tests.items() if name not in CHARACTERS]
    others = [entry for entry in others if not {"full", "--max-time"} & set(entry[1])]
    sorts = [(BENCH / f"{name}.c", [], []) for name in ("bubble_sort", "sorted_list", "search_tree")]
    writes = [(BENCH / "writes.c", ["--cflags=-DW=100"], [])]
    independent = [(BENCH / "independent.c", [], [])]
    return {"characters": character, "orders": sorts, "independent": independent, "writes": writes, "other tests": others,
            "real programs": real_programs()}


def record(group, root, which):
    """Runs the programs of a group; the directories of their questions."""
    logs = []
    for number, (source, options, arguments) in enumerate(group):
        log = root / f"{number:03}-{source.stem}"
        command = [str(measure.BOWLINE), "run", "--quiet", "--no-confirm", "--tests", "none",
                   "--out", str(root / "out"), "--log-queries", str(log), "--log-which", which,
                   *(options if "--log-max" in options else [*DEFAULT_LIMITS, *options]), str(source), *arguments]
        subprocess.run(command, capture_output=True, check=False, cwd=root)
        if log.is_dir() and any(log.iterdir()):
            logs.append(log)
    return logs


def solve(logs, repeat, limit, *options):
    """Totals over all logs, each of a solver of its own; the fastest of some repetitions."""
    def once():
        total = {"files": 0, "seconds": 0.0, "unknown": 0, "layers": {}}
        for log in logs:
            command = [str(measure.BOWLINE), "solve", "--totals", "--checks", "off", "--max-solver-time", limit, *options, str(log)]
            done = subprocess.run(command, capture_output=True, check=False)
            if done.returncode != 0:
                raise RuntimeError(f"{' '.join(command)}: {done.stdout.decode()[-300:]}{done.stderr.decode()[-300:]}")
            part = json.loads(done.stdout)
            for key in ("files", "seconds", "unknown"):
                total[key] += part[key]
            for name, layer in part["layers"].items():
                sums = total["layers"].setdefault(name, {"asked": 0, "hits": 0, "time_s": 0.0})
                for key in sums:
                    sums[key] += layer[key]
        return total
    # Z3 is slower by far more than the noise.
    repeat = 1 if "--back-end=z3" in options else repeat
    return min((once() for _ in range(repeat)), key=lambda total: total["seconds"])


def _time(total):
    """Milliseconds, and how many questions had no answer in the time for one."""
    unknown = f" ({total['unknown']} given up)" if total["unknown"] else ""
    return f"{1000 * total['seconds']:.1f}{unknown}"


def growth():
    """Seconds for twice the writes, over and over."""
    def seconds(writes):
        runs = [measure.bowline(BENCH / "writes.c", "--tests", "none", f"--cflags=-DW={writes}") for _ in range(REPEAT)]
        return min(run["stats"]["explore_s"] for run in runs)
    return {writes: seconds(writes) for writes in (100, 200, 400, 800)}


def main():
    rows, raw = [], {}
    variants = [("whole chain", [])] + [(f"without {name}", [f"--solver-layers=-{name}"]) for name in LAYERS]
    variants += [("fresh back end", ["--fresh-back-end"]), ("Z3 below the chain", ["--back-end=z3"])]
    alone = [("back end alone", ["--solver-layers=none"]),
             ("alone, fresh", ["--solver-layers=none", "--fresh-back-end"]),
             ("alone, Z3", ["--solver-layers=none", "--back-end=z3"])]
    with tempfile.TemporaryDirectory() as directory:
        for group, programs in corpus().items():
            root = pathlib.Path(directory) / group.replace(" ", "-")
            root.mkdir()
            logs = record(programs, root, "all")
            repeat, limit = (1, "1s") if group == "real programs" else (REPEAT, "10s")
            results = {name: solve(logs, repeat, limit, *options) for name, options in variants}
            # Every question of these would take the slower ones minutes: only those that get to the bottom.
            (root / "bottom").mkdir()
            bottom = record(programs, root / "bottom", "back-end")
            results.update({name: solve(bottom, repeat, limit, *options) for name, options in alone} if bottom else {})
            whole = results["whole chain"]
            before = 1 - whole["layers"]["back-end"]["asked"] / max(1, whole["files"])
            raw[group] = {"programs": len(logs), "before_back_end": before, "results": results}
            answered = ", ".join(f"{name} {layer['hits']}" for name in [*LAYERS, "back-end"]
                                 if (layer := whole["layers"].get(name, {"hits": 0}))["hits"])
            rows.append([group, whole["files"], f"{100 * before:.1f} %", answered,
                         *[_time(results[name]) for name, _ in variants]])
            print(f"  {group}: {whole['files']} questions, {100 * before:.1f} % before the back end", file=sys.stderr)
    raw["growth"] = growth()
    headers = ["programs", "questions", "before the back end", "answered by", *[f"{name}, ms" for name, _ in variants]]
    measure.write("solver", headers, rows, raw)
    layers = [[group, name, layer["asked"], layer["hits"], f"{1000 * layer['time_s']:.2f}"]
              for group in raw if group != "growth"
              for name, layer in sorted(raw[group]["results"]["whole chain"]["layers"].items(),
                                        key=lambda item: [*LAYERS, "back-end"].index(item[0])) if layer["asked"]]
    bottoms = [[group, results["back end alone"]["files"],
                *[_time(results[name]) for name, _ in alone]]
               for group in raw if group != "growth" and "back end alone" in (results := raw[group]["results"])]
    more = [("Per layer", measure.table(["programs", "layer", "asked", "answered", "ms in it"], layers)),
            ("Questions that get to the back end, asked of it alone",
             measure.table(["programs", "questions", "incremental, ms", "fresh, ms", "Z3, ms"], bottoms)),
            ("Writes at unknown places, then reads",
             measure.table(["writes", "seconds"], [[n, f"{s:.3f}"] for n, s in raw["growth"].items()]))]
    with (measure.RESULTS / "solver.md").open("a") as file:
        for title, table in more:
            print(f"\n## {title}\n\n{table}")
            file.write(f"\n## {title}\n\n{table}\n")


if __name__ == "__main__":
    main()
