#!/usr/bin/env python3
"""`./x bench check`: `bowline check` on Debian source packages, and on the same packages with seeded bugs. JSON and a table in bench/results/.

    ./x bench check [--packages gzip,bc,patch] [--max-time 300s] [--seeds 40] [--bowline PATH] [--jobs 2]

The programs under tests/check are checked without evidence, with segments off and on: what do measurements add? Whether their verdicts are right is for
`cargo test -p bowline-cli --test check`.
Each package is configured and built with `bowline cc`; its largest program is checked with segments off and on (the paper's SA against S-SA): queries by verdict, what
unknown answers wait for, segments, time, memory.
Seeds: correct operations on buffers (a limit, `<`, a size) are broken by one in a copy of their file, one at a time, and the line is asked about again.
A seed counts if the line was not vulnerable before; it is reported if it is afterwards, and silent if it is `safe` although the file changed: those are listed,
to be looked at by hand, because not every such change is a bug.
"""
import argparse
import json
import os
import pathlib
import random
import re
import resource
import shutil
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
sys.path[:0] = [str(HERE), str(HERE / "targets")]

import fetch  # noqa: E402
import measure  # noqa: E402

CACHE = pathlib.Path(os.environ.get("XDG_CACHE_HOME", pathlib.Path.home() / ".cache")) / "bowline" / "check"

# What one character or number turns into a mistake, and into what.
BREAKS = [
    (re.compile(r"(for \([^;]*;[^;]*?\w\s*)<(?![<=])"), r"\1<="),
    (re.compile(r"(while \([^)]*?\w\s*)<(?![<=])"), r"\1<="),
    (re.compile(r"(if \([^)]*?\w\s*)>=(?=\s*(?:[A-Z_]+|sizeof|\d))"), r"\1>"),
    (re.compile(r"(if \([^)]*?\w\s*)<(?![<=])(?=\s*(?:\(?[A-Z_]{3,}|sizeof|\d))"), r"\1<="),
    (re.compile(r"\bsizeof\s*\(?(\w+)\)?\s*-\s*1"), r"sizeof (\1)"),
    (re.compile(r"(alloc\s*\(.*?)\+\s*1\b"), r"\1+ 0"),
]

# A write through an index, a moving pointer, or a function that copies.
WRITE = re.compile(r"\w\]\S*\s*(?:[-+|&^]?=(?!=)|\+\+|--)|\*\w+\+\+\s*=|\b(?:str|mem)(?:cpy|cat|ncpy|move|set)\s*\(")


# Nothing is generated anew: what the package brings was made by tools that need not be here.
MAKE = ["make", "-k", "-j2", *(f"{tool}=true" for tool in ("MAKEINFO", "ACLOCAL", "AUTOMAKE", "AUTOCONF", "AUTOHEADER"))]


def generated_are_newer(source):
    """Packing changed times: files that the package has generated are taken for newer than what they are made from."""
    now = time.time()
    for age, names in ((30, ("aclocal.m4",)), (20, ("configure",)), (10, ("Makefile.in", "config.h.in", "config.hin"))):
        for name in names:
            for path in source.rglob(name):
                os.utime(path, (now - age, now - age))


def built(package, bowline):
    """The largest program of a package, built with bitcode in it."""
    source = CACHE / package
    if not (source / "built").exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        fetch.Apt(CACHE.parent / "targets" / "apt").source(package, source)
        compiler = f"{bowline} cc"
        environment = dict(os.environ, CC=compiler, CFLAGS="-g -O0")
        generated_are_newer(source)
        for command in (["./configure", "--disable-nls"], MAKE):
            done = subprocess.run(command, cwd=source, env=environment, capture_output=True, text=True, check=False)
            if done.returncode != 0 and command[0] == "./configure":
                raise SystemExit(f"check: {package} cannot be configured: {done.stderr[-300:]}")
        (source / "built").touch()
    programs = [path for path in source.rglob("*") if path.is_file() and os.access(path, os.X_OK)
                and path.read_bytes()[:4] == b"\x7fELF" and path.suffix == ""]
    if not programs:
        raise SystemExit(f"check: nothing of {package} was built")
    return source, max(programs, key=lambda path: path.stat().st_size)


def checked(bowline, files, *options, cwd=None):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    started = time.monotonic()
    done = subprocess.run([bowline, "check", "--json", *options, *files], cwd=cwd, capture_output=True, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        report = json.loads(done.stdout)
    except json.JSONDecodeError:
        return None, done.stderr.strip()[-300:], 0, 0
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return report, time.monotonic() - started, cpu, after.ru_maxrss // 1024


def segments(totals):
    """`call 5/4/4`: asked about, with a model, verified on all small inputs."""
    kinds = totals["segments"].items()
    return ", ".join(f"{kind} {of['asked']}/{of['analysed']}/{of['verified']}" for kind, of in sorted(kinds)) or "-"


def row(name, mode, totals, cpu, memory):
    causes = ", ".join(f"{cause} {count}" for cause, count in sorted(totals["unknown_by_cause"].items(), key=lambda one: -one[1]))
    return [name, mode, totals["queries"], totals["trivial"], totals["safe"], f"{totals['vulnerable']} ({totals['confirmed']})",
            totals["infeasible"], totals["unknown"], causes, segments(totals), f"{cpu:.0f}", memory]


def own_programs(bowline, raw, rows):
    """The programs of the tests, each with segments off and on."""
    for mode in ("off", "on"):
        sums, cpu_s, most = {}, 0, 0
        for path in sorted((ROOT / "tests/check").glob("*.c")):
            report, _, cpu, memory = checked(bowline, [path], "--segments", mode, "--no-repository", "--evidence-time", "0s")
            if report is None:
                raise SystemExit(f"check: no report for {path.name}")
            cpu_s, most = cpu_s + cpu, max(most, memory)
            add(sums, report["totals"])
        raw["own"][mode] = {"totals": sums, "cpu_s": cpu_s}
        rows.append(row("tests/check", mode, sums, cpu_s, most))


def add(sums, totals):
    for key, value in totals.items():
        if isinstance(value, dict):
            add(sums.setdefault(key, {}), value)
        else:
            sums[key] = sums.get(key, 0) + value


def seeds(source, count, chance):
    """Lines that one change breaks, each with the new text and the lines behind it that write."""
    found = []
    for path in sorted(source.rglob("*.c")):
        if {"test", "tests", "lib", "doc"} & set(path.relative_to(source).parts) and source.name != "bc":
            continue
        lines = path.read_text(errors="replace").splitlines()
        for number, line in enumerate(lines, 1):
            writes = [at for at in range(number, min(number + 4, len(lines) + 1)) if WRITE.search(lines[at - 1])]
            if not writes or line.lstrip().startswith("*"):
                continue
            for pattern, replacement in BREAKS:
                changed = pattern.sub(replacement, line, count=1)
                if changed != line:
                    found.append((path, number, line, changed, writes[:2]))
                    break
    chance.shuffle(found)
    return found[:count]


def near(bowline, program, work, seed, limits):
    """What is said about the writes behind a seed."""
    path, _, _, _, writes = seed
    queries = []
    for line in writes:
        report, *_ = checked(bowline, [work / program], "--at", f"{path.name}:{line}", "--only", "writes", "--no-repository", *limits, cwd=work)
        queries.extend(report["queries"] if report else [])
    return queries


def seeded(bowline, source, program, seed, limits):
    """The same before and after the file was changed, in a copy of the package."""
    path, number, _, changed, _ = seed
    work = source.with_name(source.name + "-seeded")
    if not work.exists():
        shutil.copytree(source, work, symlinks=True)
    target, program = work / path.relative_to(source), program.relative_to(source)
    environment = dict(os.environ, CC=f"{bowline} cc", CFLAGS="-g -O0")
    before = near(bowline, program, source, seed, ["--max-time", limits[1], "--evidence-time", "0s"])
    text = target.read_text(errors="replace")
    lines = text.splitlines()
    lines[number - 1] = changed
    target.write_text("\n".join(lines) + "\n")
    try:
        done = subprocess.run(MAKE, cwd=work, env=environment, capture_output=True, text=True, check=False)
        after = near(bowline, program, work, seed, limits) if done.returncode == 0 or "rror:" not in done.stderr else []
    finally:
        target.write_text(text)
    return before, after


def seed_report(package, seed, before, after):
    verdicts = lambda queries: [query["verdict"] for query in queries]
    return {"package": package, "place": f"{seed[0].name}:{seed[1]}", "before": seed[2].strip(), "after": seed[3].strip(),
            "was": verdicts(before), "is": verdicts(after), "reasons": [query["reason"] for query in after],
            "native": [query["native"] for query in after],
            "counts": bool(after) and "vulnerable" not in verdicts(before),
            "reported": "vulnerable" in verdicts(after), "confirmed": any(query["confirmed"] for query in after)}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--packages", default="gzip,bc,patch")
    parser.add_argument("--max-time", default="300s")
    parser.add_argument("--evidence-time", default="30s")
    parser.add_argument("--seeds", type=int, default=40)
    parser.add_argument("--seed-evidence", default="10s")
    parser.add_argument("--jobs", default="2")
    parser.add_argument("--only", default="writes,branches")
    parser.add_argument("--bowline", type=pathlib.Path, default=ROOT / "target/release/bowline")
    options = parser.parse_args()
    bowline = options.bowline.resolve()
    rows, raw = [], {"own": {}, "packages": {}, "seeds": []}
    own_programs(bowline, raw, rows)
    chance = random.Random(1)
    packages = options.packages.split(",")
    for package in packages:
        source, program = built(package, bowline)
        raw["packages"][package] = {}
        for mode in ("off", "on"):
            report, wall, cpu, memory = checked(bowline, [program], "--only", options.only, "--max-time", options.max_time, "--segments", mode,
                                                "--no-repository", "--jobs", options.jobs, "--evidence-time", options.evidence_time, cwd=source)
            if report is None:
                print(f"check: {package}: {wall}", file=sys.stderr)
                continue
            totals = report["totals"]
            raw["packages"][package][mode] = {"totals": totals, "wall_s": wall, "cpu_s": cpu, "peak_mb": memory, "evidence": report["evidence"],
                                              "program": program.name, "disagreements": report["disagreements"]}
            rows.append(row(package, mode, totals, cpu, memory))
        limits = ["--max-time", "60s", "--evidence-time", options.seed_evidence]
        for seed in seeds(source, -(-options.seeds // len(packages)), chance):
            if len(raw["seeds"]) < options.seeds:
                raw["seeds"].append(seed_report(package, seed, *seeded(bowline, source, program, seed, limits)))
                print(raw["seeds"][-1]["place"], raw["seeds"][-1]["is"], file=sys.stderr)
    asked = [seed for seed in raw["seeds"] if seed["counts"]]
    reported = [seed for seed in asked if seed["reported"]]
    silent = [seed["place"] for seed in asked if set(seed["is"]) <= {"safe", "infeasible"}]
    about = [f"At most {options.max_time} for the queries of a package with {options.jobs} threads, {options.evidence_time} for evidence.",
             "Seeds: none were asked for." if options.seeds == 0 else
             f"Seeds: {len(raw['seeds'])} changes, {len(asked)} with writes behind them that are asked about; {len(reported)} reported vulnerable, "
             f"{sum(seed['confirmed'] for seed in reported)} confirmed natively; {len(silent)} safe all the same: {', '.join(silent) or 'none'}."]
    headers = ["package", "segments", "queries", "trivial", "safe", "vulnerable (confirmed)", "infeasible", "unknown", "waiting for", "asked / with a model / verified", "CPU s", "MB"]
    measure.write("check", headers, rows, raw, about)


if __name__ == "__main__":
    main()
