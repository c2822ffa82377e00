#!/usr/bin/env python3
"""`./x bench entries`: functions of real libraries on their own (`--entry`). JSON and a table in bench/results/.

    ./x bench entries [--max-time 20s] [--per-target 30] [--jobs 1] [--targets cjson,...] [--bowline PATH] [--list]

The rule: of each target's archives, the functions that other files can call and that take a pointer to a structure which the target's own files
declare, as debug information tells; by name, and where there are more than `--per-target`, evenly spread over that list. None is left out for what
it does. For each: was it started, how many of its lines were covered, how many drivers (one per test) compile and end natively as predicted, and how long
the first path took, loading included.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
sys.path.insert(0, str(HERE / "targets"))
import build  # noqa: E402
import recipe  # noqa: E402

TARGETS = "cjson,json-c,expat,libyaml,libtasn1-6,zlib,apr,busybox"
# A run of fewer functions is a try, and leaves no table behind.
LEAST_WRITTEN = 150


def objects(dump):
    """Of each object file in a dump of `llvm-dwarfdump`, its entries in order: offset, tag, attributes, how deep they are nested."""
    found = []
    for line in dump.splitlines():
        head = re.match(r"(0x[0-9a-f]+):( +)DW_TAG_(\w+)", line)
        if head:
            found.append({"offset": head[1], "tag": head[3], "depth": len(head[2])})
        elif attribute := re.match(r" +DW_AT_(\w+)\t\((.*)\)$", line):
            quoted = re.search(r'"(.*)"', attribute[2])
            if attribute[1] == "type":
                found[-1].setdefault("of", attribute[2].split()[0])
            found[-1].setdefault(attribute[1], quoted[1] if quoted else attribute[2])
        elif "file format" in line:
            yield found
            found = []
    yield found


def is_structure_pointer(entry, by_offset, is_own):
    """Is the type of an entry a pointer to a structure that the target declares?"""
    through = lambda tags, at: through(tags, by_offset.get(at["of"], {})) if at.get("tag") in tags and "of" in at else at
    names = ("const_type", "volatile_type", "typedef", "restrict_type")
    pointer = through(("formal_parameter", *names), entry)
    if pointer.get("tag") != "pointer_type" or "of" not in pointer:
        return False
    target = through(names, by_offset.get(pointer["of"], {}))
    return target.get("tag") == "structure_type" and is_own(target)


def functions(dump, folder):
    """Names of functions that the rule chooses, of one dump of debug information."""
    found = set()
    is_own = lambda tag: tag.get("decl_file", "").startswith(str(folder))
    for tags in objects(dump):
        by_offset, inside, depth = {tag["offset"]: tag for tag in tags}, None, 0
        for tag in tags:
            if tag["tag"] == "subprogram":
                is_callable = "external" in tag and "declaration" not in tag and is_own(tag)
                inside = tag.get("name") if is_callable and tag["decl_file"].endswith(".c") else None
                depth = tag["depth"]
            elif inside and tag["tag"] == "formal_parameter" and tag["depth"] == depth + 2:
                if is_structure_pointer(tag, by_offset, is_own):
                    found.add(inside)
    return sorted(found)


def chosen(names, count):
    """Evenly spread over the list."""
    if len(names) <= count:
        return names
    return [names[index * len(names) // count] for index in range(count)]


def run(bowline, target, archives, name, options):
    with tempfile.TemporaryDirectory() as directory:
        out = pathlib.Path(directory) / "out"
        command = [bowline, "run", "--quiet", "--entry", name, "--max-time", options.max_time, "--no-pending-tests", "--confirm", "all", "--out", out, *archives]
        ended = subprocess.run([str(part) for part in command], capture_output=True, text=True, errors="replace", timeout=options.patience)
        result = {"target": target, "function": name, "started": (out / "run.json").exists()}
        if not result["started"]:
            return {**result, "why": (ended.stderr.strip().splitlines() or ["no message"])[-1]}
        report = json.loads((out / "run.json").read_text())
    own = [f for file in report["coverage"]["files"].values() for f in file["functions"] if f["name"] == name]
    lines = own[0]["lines"] if own else {"hit": 0, "total": 0}
    tests = [test for test in report["tests"] if test["agrees"] is not None]
    first = next((sample["elapsed_s"] for sample in report["timeline"] if sample["paths"]), None)
    built = [test for test in tests if "no native build" not in (test["native"] or "")]
    return {**result, "lines_hit": lines["hit"], "lines": lines["total"], "paths": report["paths"]["completed"] + report["paths"]["bugs"],
            "drivers": len(tests), "built": len(built), "agreeing": sum(test["agrees"] for test in tests),
            "differing": [test["native"] for test in tests if not test["agrees"]][:3], "stop": report["stop"], "bugs": len(report["bugs"]),
            "confirmed": sum(bug["confirmed"] is True for bug in report["bugs"]), "lost": sum(item["count"] for item in report["lost"]),
            "first_path_s": None if first is None else report["stats"]["load_s"] + first, "load_s": report["stats"]["load_s"]}


def attempt(task):
    try:
        return run(*task)
    except subprocess.TimeoutExpired:
        return {"target": task[1], "function": task[3], "started": False, "why": "did not come to its end"}


def row(name, results):
    begun = [result for result in results if result["started"]]
    shares = [100 * result["lines_hit"] / result["lines"] for result in begun if result["lines"]]
    firsts = [result["first_path_s"] for result in begun if result["first_path_s"] is not None]
    total = lambda key: sum(result[key] for result in begun)
    drivers = total("drivers")
    agreeing = f"{total('agreeing')} ({100 * total('agreeing') / drivers:.1f} %)" if drivers else "-"
    mean = f"{statistics.mean(shares):.1f}" if shares else "-"
    first = f"{statistics.median(firsts):.2f}" if firsts else "-"
    ended = sum(result["stop"] == "exhausted" for result in begun)
    return (f"| {name} | {len(results)} | {len(begun)} | {mean} | {drivers} | {total('built')} | {agreeing} | {total('bugs')} ({total('confirmed')}) | "
            f"{ended} | {first} |")


def table(results):
    lines = ["| target | functions | started | lines of the function, mean % | drivers | that compile | that agree natively | bugs (confirmed) | exhausted | first path, median s |",
             "|---|---|---|---|---|---|---|---|---|---|"]
    for target in sorted({result["target"] for result in results}):
        lines.append(row(target, [result for result in results if result["target"] == target]))
    return "\n".join([*lines, row("**all**", results)])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--max-time", default="20s")
    parser.add_argument("--patience", type=float, default=300, help="seconds for a run with its confirmations, before it is given up")
    parser.add_argument("--per-target", type=int, default=30)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--targets", default=TARGETS)
    parser.add_argument("--bowline", default=ROOT / "target" / "release" / "bowline", type=pathlib.Path)
    parser.add_argument("--list", action="store_true", help="print the functions that the rule chooses")
    options = parser.parse_args()
    tasks = []
    for target, _ in recipe.choose([name for name in options.targets.split(",") if name]):
        folder, _ = build.build(target, build.Compiler.bitcode(options.bowline), os.cpu_count())
        archives = [folder / archive for archive in target.archives]
        dumps = [subprocess.run(["llvm-dwarfdump-19", "--debug-info", archive], capture_output=True, text=True, check=True).stdout for archive in archives]
        names = sorted({name for dump in dumps for name in functions(dump, folder)})
        tasks += [(options.bowline, target.name, archives, name, options) for name in chosen(names, options.per_target)]
    if options.list:
        print("\n".join(f"{task[1]} {task[3]}" for task in tasks))
        return
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = []
        for result in pool.map(attempt, tasks):
            print(json.dumps(result), file=sys.stderr, flush=True)
            results.append(result)
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip()
    about = f"`./x bench entries --max-time {options.max_time} --per-target {options.per_target} --targets {options.targets}`, commit {commit}, {os.cpu_count()} cores, {options.jobs} at once."
    text = ["# Functions on their own\n", about, "", table(results), "", "Not started, or with drivers that differ:\n"]
    for result in results:
        why = result.get("why") or "; ".join(str(native) for native in result.get("differing", []))
        if why:
            text.append(f"- {result['target']}/{result['function']}: {why[:200]}")
    print("\n".join(text))
    if len(results) >= LEAST_WRITTEN:
        (HERE / "results" / "entries.md").write_text("\n".join(text) + "\n")
        (HERE / "results" / "entries.json").write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    sys.exit(main())
