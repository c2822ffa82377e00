#!/usr/bin/env python3
"""`./x bench check`: `bowline check` on Debian source packages, and on the same packages with seeded bugs. JSON and a table in bench/results/.

    ./x bench check [--packages gzip,bc,patch,mawk] [--max-time 300s] [--seeds 40] [--parts own,packages,seeds] [--bowline PATH] [--jobs 2]

The programs under tests/check are checked without evidence, with segments off and on: what do measurements add? Whether their verdicts are right is for
`cargo test -p bowline-cli --test check`.
Each package is configured and built with `bowline cc`; its largest program is checked with segments off and on (the paper's SA against S-SA): queries by verdict, what
unknown answers wait for, segments, time, memory.
Seeds: correct operations on buffers are broken by one (`check_seeds.py` has how, and that they are wrong then by construction) in a copy of their file, one at a
time, and the line that then writes outside is asked about again. A seed counts if the line raises queries and was not vulnerable before; it is reported if it is afterwards. None may be `safe`.
Parts that are not asked for are taken from the last results.
"""
import argparse
import json
import os
import pathlib
import random
import resource
import shutil
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
sys.path[:0] = [str(HERE), str(HERE / "targets")]

import check_seeds  # noqa: E402
import fetch  # noqa: E402
import measure  # noqa: E402

CACHE = pathlib.Path(os.environ.get("XDG_CACHE_HOME", pathlib.Path.home() / ".cache")) / "bowline" / "check"

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


def own_programs(bowline):
    """The programs of the tests, each with segments off and on."""
    found = {}
    for mode in ("off", "on"):
        sums, cpu_s, most = {}, 0, 0
        for path in sorted((ROOT / "tests/check").glob("*.c")):
            report, _, cpu, memory = checked(bowline, [path], "--segments", mode, "--no-repository", "--evidence-time", "0s")
            if report is None:
                raise SystemExit(f"check: no report for {path.name}")
            cpu_s, most = cpu_s + cpu, max(most, memory)
            add(sums, report["totals"])
        found[mode] = {"totals": sums, "cpu_s": cpu_s, "peak_mb": most}
    return found


def add(sums, totals):
    for key, value in totals.items():
        if isinstance(value, dict):
            add(sums.setdefault(key, {}), value)
        else:
            sums[key] = sums.get(key, 0) + value


def near(bowline, program, folder, path, line, limits):
    """What is said about the writes of a line."""
    report, *_ = checked(bowline, [program], "--at", f"{path.name}:{line}", "--only", "writes", "--no-repository", *limits, cwd=folder)
    return report["queries"] if report else []


def seeded(bowline, package, seed, limits):
    """The same before and after the file was changed, in a copy of the package."""
    source, program = built(package, bowline)
    path, kind, number, changed, writes = seed
    before = near(bowline, program, source, path, writes, ["--max-time", limits[1], "--evidence-time", "0s"])
    if not before:
        return None
    work = source.with_name(source.name + "-seeded")
    if not work.exists():
        shutil.copytree(source, work, symlinks=True)
    target, program = work / path.relative_to(source), work / program.relative_to(source)
    environment = dict(os.environ, CC=f"{bowline} cc", CFLAGS="-g -O0")
    text = path.read_text(errors="replace")
    lines = text.splitlines()
    before_text, lines[number - 1] = lines[number - 1], changed
    target.write_text("\n".join(lines) + "\n")
    try:
        subprocess.run(MAKE, cwd=work, env=environment, capture_output=True, text=True, check=False)
        is_new = program.exists() and program.stat().st_mtime >= target.stat().st_mtime
        after = near(bowline, program, work, path, writes, limits) if is_new else []
    finally:
        target.write_text(text)
    verdicts = lambda queries: [query["verdict"] for query in queries]
    return {"package": package, "kind": kind, "place": f"{path.name}:{number}", "writes": writes, "before": before_text.strip(), "after": changed.strip(),
            "was": verdicts(before), "is": verdicts(after), "reasons": [query["reason"] for query in after],
            "native": [(query["native"] or "").replace(f"{CACHE}/", "") for query in after], "counts": bool(after) and "vulnerable" not in verdicts(before),
            "reported": "vulnerable" in verdicts(after), "confirmed": any(query["confirmed"] for query in after)}


def all_seeds(bowline, packages, count, limits):
    """From all packages by turns, until there are enough that count."""
    chance = random.Random(1)
    left = {package: check_seeds.seeds(built(package, bowline)[0], chance) for package in packages}
    found = []
    while any(left.values()) and sum(seed["counts"] for seed in found) < count:
        for package, some in left.items():
            if some and sum(seed["counts"] for seed in found) < count:
                seed = seeded(bowline, package, some.pop(), limits)
                if seed:
                    found.append(seed)
                    print(seed["package"], seed["place"], seed["kind"], seed["was"], seed["is"], seed["confirmed"], seed["reasons"], file=sys.stderr, flush=True)
    return found


def of_package(bowline, package, options):
    source, program = built(package, bowline)
    found = {}
    for mode in ("off", "on"):
        report, wall, cpu, memory = checked(bowline, [program], "--only", options.only, "--max-time", options.max_time, "--segments", mode,
                                            "--no-repository", "--jobs", options.jobs, "--evidence-time", options.evidence_time, cwd=source)
        if report is None:
            print(f"check: {package}: {wall}", file=sys.stderr)
            continue
        found[mode] = {"totals": report["totals"], "wall_s": wall, "cpu_s": cpu, "peak_mb": memory, "evidence": report["evidence"],
                       "program": program.name, "disagreements": report["disagreements"]}
    return found


def about_seeds(seeds):
    asked = [seed for seed in seeds if seed["counts"]]
    reported = [seed for seed in asked if seed["reported"]]
    silent = [f"{seed['package']} {seed['place']} ({seed['kind']})" for seed in asked if set(seed["is"]) <= {"safe", "infeasible"}]
    return (f"Seeds: {len(seeds)} changes that are wrong by construction, {len(asked)} that count; {len(reported)} reported vulnerable, "
            f"{sum(seed['confirmed'] for seed in reported)} confirmed natively; {len(silent)} safe all the same: {', '.join(silent) or 'none'}.")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--packages", default="gzip,bc,patch,mawk")
    parser.add_argument("--seed-packages", default="gzip,bc,patch,indent,mawk,less,ed")
    parser.add_argument("--max-time", default="300s")
    parser.add_argument("--evidence-time", default="30s")
    parser.add_argument("--seeds", type=int, default=40)
    parser.add_argument("--seed-evidence", default="10s")
    parser.add_argument("--jobs", default="2")
    parser.add_argument("--only", default="writes,branches")
    parser.add_argument("--parts", default="own,packages,seeds")
    parser.add_argument("--bowline", type=pathlib.Path, default=ROOT / "target/release/bowline")
    options = parser.parse_args()
    bowline, parts = options.bowline.resolve(), options.parts.split(",")
    raw = {} if len(parts) == 3 else measure.last("check")["rows"]
    if "own" in parts:
        raw["own"] = own_programs(bowline)
    if "packages" in parts:
        raw["packages"] = {package: of_package(bowline, package, options) for package in options.packages.split(",")}
        raw["limits"] = [options.max_time, options.jobs, options.evidence_time]
    if "seeds" in parts:
        limits = ["--max-time", "60s", "--evidence-time", options.seed_evidence]
        raw["seeds"] = all_seeds(bowline, options.seed_packages.split(","), options.seeds, limits)
    subjects = {"tests/check": raw.get("own", {}), **raw.get("packages", {})}
    rows = [row(name, mode, one["totals"], one["cpu_s"], one.get("peak_mb", 0)) for name, modes in subjects.items() for mode, one in modes.items()]
    max_time, jobs, evidence = raw.get("limits", [options.max_time, options.jobs, options.evidence_time])
    about = [f"At most {max_time} for the queries of a package with {jobs} threads, {evidence} for evidence.", about_seeds(raw.get("seeds", []))]
    headers = ["package", "segments", "queries", "trivial", "safe", "vulnerable (confirmed)", "infeasible", "unknown", "waiting for", "asked / with a model / verified", "CPU s", "MB"]
    measure.write("check", headers, rows, raw, about)


if __name__ == "__main__":
    main()
