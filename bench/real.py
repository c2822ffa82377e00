#!/usr/bin/env python3
"""`./x bench real`: lines of real libraries that each tool covers in the same processor time.

    ./x bench real [TARGET[/HARNESS] ...] [--seconds 15] [--repeat 3] [--all]

Each harness is run by Bowline without and with `--fuzz`, and by libFuzzer alone; each is ended when it has used so many seconds of the processor, the time for loading and compiling aside. Then all inputs that it left
are run natively on one build with clang's coverage, and the lines of the library that any of them executed are counted. Without names: the seven
harnesses of the table in the issue; `--all`: every harness of bench/targets.
"""
import argparse
import os
import pathlib
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE / "targets")]
import build  # noqa: E402
import measure  # noqa: E402
import recipe  # noqa: E402

FIRST = ["cjson/parse", "json-c/parse", "expat/document", "libyaml/parse", "libtasn1-6/decode_record", "libpng/read_info",
         "libpng/chunk_itxt"]
MODES = ["alone", "fuzz", "libfuzzer"]
TICKS = os.sysconf("SC_CLK_TCK")
COVERAGE = "-g -O0 -fprofile-instr-generate -fcoverage-mapping -mllvm -runtime-counter-relocation=true"
FUZZER = "-g -O1 -fsanitize=address,fuzzer-no-link"
# Beyond the processor time that it may use: a run that does not use it is ended all the same.
PATIENCE = 8


def processor_time(process):
    """Seconds of a process itself, and its children's if they have ended; 0 when it is gone."""
    try:
        fields = pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    except OSError:
        return 0.0
    return sum(int(field) for field in fields[11:13]) / TICKS


def descendants(process):
    found = [process]
    for one in found:
        for task in pathlib.Path(f"/proc/{one}/task").glob("*/children"):
            try:
                found += [int(child) for child in task.read_text().split()]
            except OSError:
                pass
    return found


def name_of(process):
    try:
        return pathlib.Path(f"/proc/{process}/comm").read_text().strip()
    except OSError:
        return ""


def run_for(command, seconds, ready, counted, end):
    """Runs a command until it has used so many seconds of the processor since `ready()`; returns what it used."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    before, used, deadline = None, {}, time.monotonic() + seconds * PATIENCE + 120
    while process.poll() is None and time.monotonic() < deadline:
        if before is None and ready():
            before = processor_time(process.pid)
        if before is not None:
            for one in descendants(process.pid):
                if one == process.pid or counted(name_of(one)):
                    used[one] = max(used.get(one, 0), processor_time(one) - (before if one == process.pid else 0))
            if sum(used.values()) >= seconds:
                break
        time.sleep(0.05)
    if process.poll() is None:
        process.send_signal(end)
    try:
        process.wait(timeout=120)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    return sum(used.values())


class Harness:
    """One harness with its three builds."""

    def __init__(self, name, target, source, bowline):
        self.name, self.target, self.source, self.bowline = name, target, source, bowline
        self.bitcode, _ = build.build(target, build.Compiler.bitcode(bowline), os.cpu_count())
        self.covered, _ = build.build(target, build.Compiler("coverage", ["clang-19"], COVERAGE), os.cpu_count())
        self.fuzzed, _ = build.build(target, build.Compiler("libfuzzer", ["clang-19"], FUZZER), os.cpu_count())

    def compile(self, folder, flags, more, result):
        include = [f"-I{folder / one}" for one in self.target.include]
        archives = [str(folder / one) for one in self.target.archives]
        subprocess.run(["clang-19", *flags.split(), "-w", *self.target.cflags, *include, str(self.source), *more, *archives,
                        "-lm", "-lpthread", "-o", str(result)], check=True)

    def bowline_run(self, place, seconds, seed, options):
        out = place / "out"
        include = [f"-I{self.bitcode / one}" for one in self.target.include]
        cflags = ["--cflags=" + " ".join(self.target.cflags)] if self.target.cflags else []
        archives = [str(self.bitcode / one) for one in self.target.archives]
        command = [str(self.bowline), "run", "--quiet", "--no-confirm", "--out", str(out), "--max-time", f"{seconds * PATIENCE}s",
                   "--max-memory", "4G", "--seed", str(seed), *options, *include, *cflags, *archives, str(self.source)]
        used = run_for(command, seconds, (out / "run.json").exists, lambda name: name == "fuzzer", signal.SIGINT)
        inputs = place / "inputs"
        subprocess.run([str(self.bowline), "tests", "convert", "--to", "raw", "--out", str(inputs), str(out)], check=False,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return used, [directory for directory in (inputs, out / "corpus") if directory.is_dir()]

    def libfuzzer_run(self, place, seconds, seed):
        binary, corpus = place / "fuzz", place / "corpus"
        self.compile(self.fuzzed, FUZZER.replace("fuzzer-no-link", "fuzzer"), [], binary)
        corpus.mkdir()
        (place / "crashes").mkdir()
        used, number = 0.0, 0
        # It ends at each crash.
        while used < seconds and number < 50:
            number += 1
            command = [str(binary), f"-seed={seed * 1000 + number}", "-timeout=10", "-rss_limit_mb=2048", "-close_fd_mask=3",
                       "-detect_leaks=0", f"-artifact_prefix={place / 'crashes'}/", str(corpus)]
            used += run_for(command, seconds - used, lambda: True, lambda _: False, signal.SIGKILL) or 0.2
        return used, [corpus, place / "crashes"]

    def lines(self, place, directories):
        """Lines of the library that the files in these directories execute."""
        binary, profile = place / "covered", place / "all.profraw"
        self.compile(self.covered, COVERAGE, [str(HERE / "replay_driver.c")], binary)
        files = [str(path) for directory in directories for path in sorted(directory.rglob("*")) if path.is_file()]
        subprocess.run([str(binary)], input="\n".join(files) + "\n", text=True, check=True, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, env={**os.environ, "LLVM_PROFILE_FILE": f"{profile}%c"})
        raw = next(place.glob("all.profraw*"))
        subprocess.run(["llvm-profdata-19", "merge", "-o", str(place / "all.profdata"), str(raw)], check=True, stderr=subprocess.DEVNULL)
        text = subprocess.run(["llvm-cov-19", "export", "--format=lcov", f"--instr-profile={place / 'all.profdata'}", str(binary)],
                              check=True, capture_output=True, text=True).stdout
        return len(files), count_lines(text, [self.source, HERE / "replay_driver.c"])

    def measured(self, mode, seconds, seed):
        with tempfile.TemporaryDirectory() as directory:
            place = pathlib.Path(directory)
            if mode == "libfuzzer":
                used, directories = self.libfuzzer_run(place, seconds, seed)
            else:
                used, directories = self.bowline_run(place, seconds, seed, ["--fuzz"] if mode == "fuzz" else ["--no-fuzz"])
            files, lines = self.lines(place, directories)
            return {"lines": lines, "inputs": files, "cpu_s": round(used, 2)}


def count_lines(lcov, left_out):
    """Executed lines of a report, without some files."""
    count, is_counted = 0, False
    for line in lcov.splitlines():
        if line.startswith("SF:"):
            is_counted = pathlib.Path(line[3:]) not in left_out
        elif is_counted and (match := re.fullmatch(r"DA:\d+,(\d+).*", line)):
            count += int(match.group(1)) > 0
    return count


def harnesses(names, everything, bowline):
    for target, only in recipe.choose([] if everything else names or FIRST):
        for source in target.harnesses():
            if only is None or source.stem in only:
                yield Harness(f"{target.name}/{source.stem}", target, source, bowline)


def about(rows):
    total = {mode: sum(row[mode] for row in rows) for mode in MODES}
    below = sum(row["fuzz"] < row["libfuzzer"] for row in rows)
    return [f"In all: {total['alone']} without and {total['fuzz']} with `--fuzz`, libFuzzer {total['libfuzzer']}: "
            f"{total['fuzz'] / max(total['libfuzzer'], 1):.2f} times libFuzzer, below it on {below} of {len(rows)} harnesses.",
            f"Load of the machine at the end: {os.getloadavg()[0]:.1f}."]


def main():
    parser = argparse.ArgumentParser(prog="./x bench real", description="Lines of real libraries in the same processor time.")
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--seconds", type=int, default=15, help="of the processor, for each tool and harness (15)")
    parser.add_argument("--repeat", type=int, default=3, help="times; the median counts (3)")
    parser.add_argument("--all", action="store_true", help="every harness of bench/targets")
    parser.add_argument("--bowline", type=lambda name: pathlib.Path(name).resolve(), default=measure.BOWLINE)
    parser.add_argument("--keep", default="real", help="name of the results (real)")
    arguments = parser.parse_args()
    rows, raw = [], []
    for harness in harnesses(arguments.names, arguments.all, arguments.bowline):
        runs = {mode: [harness.measured(mode, arguments.seconds, seed) for seed in range(arguments.repeat)] for mode in MODES}
        row = {mode: int(statistics.median(run["lines"] for run in runs[mode])) for mode in MODES}
        rows.append({"name": harness.name, **row})
        raw.append({"name": harness.name, "runs": runs})
        print(harness.name, row, flush=True)
    table = [[row["name"], *[row[mode] for mode in MODES], f"{row['fuzz'] / max(row['libfuzzer'], 1):.2f}"] for row in rows]
    headers = ["harness", "Bowline --no-fuzz", "Bowline --fuzz", "libFuzzer", "--fuzz / libFuzzer"]
    note = f"Lines, median of {arguments.repeat}; {arguments.seconds} seconds of the processor each."
    measure.write(arguments.keep, headers, table, raw, [note, *about(rows)])


if __name__ == "__main__":
    main()
