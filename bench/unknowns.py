#!/usr/bin/env python3
"""`./x bench unknowns`: results of native functions that stay open against those that are fixed. JSON and a table in bench/results/.

    ./x bench unknowns [--max-time 20s] [--jobs 1] [--bowline PATH]

Programs that branch on what real library functions give (bench/programs/unknowns/*.c; `// lib: z` names a library beside libc and libm), each with
`--unknowns native` and with `--unknowns symcrete`: branches covered, paths, losses, time, and whether every test does natively what was predicted.
"""
import argparse
import concurrent.futures
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
PROGRAMS = HERE / "programs" / "unknowns"
MODES = ["native", "symcrete"]
LIBRARIES = pathlib.Path("/usr/lib/x86_64-linux-gnu")


def library(program):
    """The shared library that a program's comments name, as an option."""
    name = re.search(r"^// lib: (\S+)$", program.read_text(), re.M)
    return ["--native-lib", str(LIBRARIES / f"lib{name[1]}.so")] if name else []


def run(bowline, program, mode, max_time):
    with tempfile.TemporaryDirectory() as directory:
        out = pathlib.Path(directory) / "out"
        command = [bowline, "run", "--quiet", "--unknowns", mode, "--max-time", max_time, "--confirm", "all", "--out", out, *library(program), program]
        started = time.monotonic()
        ended = subprocess.run(command, capture_output=True, text=True)
        seconds = time.monotonic() - started
        if ended.returncode not in (0, 1):
            raise SystemExit(f"{program.name} with --unknowns {mode}: {ended.stderr.strip()}")
        report = json.loads((out / "run.json").read_text())
    differing = [test for test in report["tests"] if test.get("agrees") is False]
    return {"program": program.stem, "mode": mode, "seconds": round(seconds, 2), "explore_s": round(report["stats"]["explore_s"], 2),
            "hit": report["coverage"]["branches"]["hit"], "total": report["coverage"]["branches"]["total"],
            "paths": report["paths"]["completed"], "lost": len(report["lost"]), "tests": len(report["tests"]), "differing": len(differing),
            "exhausted": report["stop"] == "exhausted" and not report["lost"]}


def table(results):
    lines = ["| program | branches, native | branches, symcrete | of | paths | losses | tests that differ natively | s, native | s, symcrete |",
             "|---|---|---|---|---|---|---|---|---|"]
    both = {}
    for result in results:
        both.setdefault(result["program"], {})[result["mode"]] = result
    for program, of in sorted(both.items()):
        native, open_ = of["native"], of["symcrete"]
        lines.append(f"| {program} | {native['hit']} | {open_['hit']} | {native['total']} | {native['paths']} / {open_['paths']} | {native['lost']} / {open_['lost']} | "
                     f"{native['differing']} / {open_['differing']} | {native['explore_s']} | {open_['explore_s']} |")
    total = lambda mode, key: sum(of[mode][key] for of in both.values())
    lines.append(f"| **all** | {total('native', 'hit')} | {total('symcrete', 'hit')} | {total('native', 'total')} | {total('native', 'paths')} / {total('symcrete', 'paths')} | "
                 f"{total('native', 'lost')} / {total('symcrete', 'lost')} | {total('native', 'differing')} / {total('symcrete', 'differing')} | "
                 f"{total('native', 'explore_s'):.1f} | {total('symcrete', 'explore_s'):.1f} |")
    worse = [program for program, of in sorted(both.items()) if of["symcrete"]["hit"] < of["native"]["hit"]]
    better = [program for program, of in sorted(both.items()) if of["symcrete"]["hit"] > of["native"]["hit"]]
    exhausted = {mode: sum(of[mode]["exhausted"] for of in both.values()) for mode in MODES}
    lines += ["", f"More branches with `symcrete`: {len(better)} programs; fewer: {', '.join(worse) or 'none'}. "
              f"Explored to the end without a loss: {exhausted['native']} with `native`, {exhausted['symcrete']} with `symcrete`."]
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--max-time", default="20s")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--bowline", default=ROOT / "target" / "release" / "bowline", type=pathlib.Path)
    options = parser.parse_args()
    programs = sorted(PROGRAMS.glob("*.c"))
    tasks = [(options.bowline, program, mode, options.max_time) for program in programs for mode in MODES]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = list(pool.map(lambda task: run(*task), tasks))
    text = f"# Results of native functions\n\n`./x bench unknowns --max-time {options.max_time}`: {len(programs)} programs.\n\n{table(results)}\n"
    print(text)
    (HERE / "results").mkdir(exist_ok=True)
    (HERE / "results" / "unknowns.md").write_text(text)
    (HERE / "results" / "unknowns.json").write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    sys.exit(main())
