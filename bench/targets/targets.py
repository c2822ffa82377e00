#!/usr/bin/env python3
"""`./x targets`: builds real programs from Debian's sources with `bowline cc` and runs their harnesses.

    ./x targets [NAME[/HARNESS] ...] [--max-time 60s] [--jobs N] [--rebuild] [-- more options of bowline run]
    ./x targets [NAME[/HARNESS] ...] --native SECONDS      fuzz the harnesses natively instead, to check them

Everything fetched or built lies in ${BOWLINE_CACHE:-~/.cache/bowline}/targets; each run's output is kept there below `runs`.
A run of some harnesses prints its table; only a run of all writes bench/results/targets.md and .json, unless --write asks for it.
Exit status: 0 when every harness meets the bar, 1 when one does not, 2 when something cannot be fetched or built.
"""
import argparse
import concurrent.futures
import dataclasses
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]
import build  # noqa: E402
import fetch  # noqa: E402
import measure  # noqa: E402
import native  # noqa: E402
import recipe  # noqa: E402
import table  # noqa: E402

# The frontier of a parser grows by gigabytes a minute; a test for each path on it would only cost time.
LIMITS = ["--max-memory", "4G", "--no-pending-tests"]
# Compiling, linking and native confirmation come on top of the time to explore.
GRACE = 240  # seconds


@dataclasses.dataclass
class Job:
    """One call of `bowline run`."""
    name: str
    target: recipe.Target
    harness: pathlib.Path
    arguments: list


@dataclasses.dataclass
class Result:
    """The run's `run.json`, or why there is none."""
    run: dict
    failure: str


def seconds(text):
    """A time as `bowline run` understands it."""
    match = re.fullmatch(r"(\d+(?:\.\d+)?)(ms|s|m|h)?", text)
    if not match:
        raise argparse.ArgumentTypeError("give a time such as 30s, 5m or 1h")
    return float(match.group(1)) * {"ms": 0.001, "s": 1, "m": 60, "h": 3600}[match.group(2) or "s"]


def jobs_of(target, folder, only):
    """What a built target runs: its harnesses with its archives, and its programs."""
    common = ["--capacity", str(target.capacity), *LIMITS]
    archives = [str(folder / name) for name in target.archives]
    compile_with = [f"-I{folder / name}" for name in target.include]
    if target.cflags:
        compile_with.append("--cflags=" + " ".join(target.cflags))
    for harness in target.harnesses():
        if only is None or harness.stem in only:
            yield Job(f"{target.name}/{harness.stem}", target, harness,
                      [*common, *compile_with, *archives, str(harness)])
    for run in target.runs:
        if only is None or run["name"] in only:
            files = [str(folder / name) for name in run["files"]]
            yield Job(f"{target.name}/{run['name']}", target, pathlib.Path(run["name"]),
                      [*common, *run.get("options", []), *files, "--", *run.get("args", [])])


def execute(job, bowline, max_time, options, kept="runs"):
    """Runs one job, with its output kept in a folder of the cache."""
    out = build.cache() / kept / job.name
    shutil.rmtree(out, ignore_errors=True)
    out.parent.mkdir(parents=True, exist_ok=True)
    command = [str(bowline), "run", "--quiet", "--out", str(out), "--max-time", max_time, *options, *job.arguments]
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False,
                              timeout=seconds(max_time) + GRACE)
        failure = (done.stderr.strip().splitlines() or [f"exit status {done.returncode}"])
        failure = f"exit status {done.returncode}: " + " / ".join(failure[-3:])
        broken = done.returncode not in (0, 1)
    except subprocess.TimeoutExpired:
        failure, broken = f"it did not end within {GRACE} s after its time", True
    out.mkdir(parents=True, exist_ok=True)
    (out / "command.txt").write_text(" ".join(command) + "\n")
    try:
        run = None if broken else json.loads((out / "run.json").read_text())
    except (OSError, ValueError) as error:
        run, failure = None, f"{failure}; {error}"
    return Result(run, failure)


def check_natively(chosen, duration, jobs, again):
    """Fuzzes the harnesses; whether all hold up."""
    compiler, fine = build.Compiler.sanitized(), True
    for target, only in chosen:
        folder, _ = build.build(target, compiler, jobs, again)
        for harness in target.harnesses():
            if only is None or harness.stem in only:
                complaint = native.fuzz(target, harness, folder, duration)
                if complaint:
                    fine = False
                    print(f"! {target.name}/{harness.stem}: {complaint}", flush=True)
    return fine


def run_all(chosen, arguments):
    """Builds and runs; whether every harness meets the bar."""
    compiler = build.Compiler.bitcode(arguments.bowline)
    work, sources = [], {}
    for target, only in chosen:
        folder, sources[target.name] = build.build(target, compiler, os.cpu_count(), arguments.rebuild)
        work += jobs_of(target, folder, only)
    entries = {}
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        running = {pool.submit(execute, job, arguments.bowline, arguments.max_time, arguments.options): job for job in work}
        for future in concurrent.futures.as_completed(running):
            job = running[future]
            entries[job.name] = table.row(job, future.result())
            entry = entries[job.name]
            mark = "!" if table.falls_short(entry) else " "
            faults = "".join(f"; {fault}" for fault in entry["faults"])
            print(f"{mark} {job.name}: {entry['stop']}, {entry.get('paths', 0)} paths{faults}", flush=True)
    print(flush=True)
    keep = arguments.write or not arguments.names
    return table.write([entries[job.name] for job in work], sources, ["--max-time", arguments.max_time, *arguments.options], keep)


def main():
    words = sys.argv[1:]
    split = words.index("--") if "--" in words else len(words)
    parser = argparse.ArgumentParser(prog="./x targets", description="Run Bowline on real programs.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="targets, or single harnesses as TARGET/HARNESS; all by default")
    parser.add_argument("--max-time", default="60s", help="for each harness (60s)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="harnesses at once (one per core)")
    parser.add_argument("--rebuild", action="store_true", help="build the targets again")
    parser.add_argument("--write", action="store_true", help="keep the table also when not all harnesses are run")
    parser.add_argument("--native", type=int, metavar="SECONDS", help="fuzz each harness natively instead")
    parser.add_argument("--bowline", type=lambda name: pathlib.Path(name).resolve(), default=measure.BOWLINE,
                        help="the binary (target/release/bowline)")
    arguments = parser.parse_args(words[:split])
    arguments.options = words[split + 1:]
    try:
        seconds(arguments.max_time)
        chosen = recipe.choose(arguments.names)
        if arguments.native:
            fine = check_natively(chosen, arguments.native, arguments.jobs, arguments.rebuild)
        else:
            fine = run_all(chosen, arguments)
    except (recipe.RecipeError, fetch.FetchError, build.BuildError, argparse.ArgumentTypeError) as error:
        print(f"targets: {error}", file=sys.stderr)
        return 2
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
