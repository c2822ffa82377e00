"""The string loops of bench/programs/summaries: what their comments say, and a native check of them.

    python3 bench/string_loops.py [NAME ...] [--rounds 2000000]

The vulnerable version of each must fail under AddressSanitizer on some random text, at a line that is marked, and the mended one on none.
"""
import argparse
import concurrent.futures
import dataclasses
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "bench" / "programs" / "summaries"
CLANG = "clang-19"
# Small, so that random texts reach everything.
NATIVE_SIZE = 5
# What gives programs their texts natively: random ones, and one that is given.
DRIVERS = ["native", "given"]


@dataclasses.dataclass(frozen=True)
class Program:
    """One program: where its bug is, and what its loops have."""
    source: pathlib.Path
    lines: frozenset
    has: frozenset

    @property
    def name(self):
        return self.source.stem

    def alphabet(self):
        """Characters that the program looks at, and some others."""
        text = self.source.read_text()
        found = {bytes(one, "ascii").decode("unicode_escape") for one in re.findall(r"'(\\.|[^'\\])'", text)}
        for word in re.findall(r'"([a-z]+)"', text):
            found |= set(word[:4])
        return 3 * "".join(sorted(found - {"\0"})) + "x7 é"


def read(source):
    """What the comments of a program say."""
    lines = source.read_text().splitlines()
    marked = frozenset(number for number, line in enumerate(lines, 1) if line.endswith("// BUG"))
    has = [line.removeprefix("// has: ") for line in lines if line.startswith("// has: ")]
    return Program(source, marked, frozenset(word for line in has for word in line.split(", ")))


def programs(names=(), folder=FOLDER):
    """All of a folder, or those named."""
    found = [read(source) for source in sorted(folder.glob("*.c")) if source.stem not in DRIVERS]
    return [one for one in found if not names or one.name in names]


def compiled(program, driver, directory, size, mended=False):
    """A version with AddressSanitizer, and with what gives it its texts."""
    binary = pathlib.Path(directory) / f"{program.name}-{driver}-{size}-{'mended' if mended else 'vulnerable'}"
    flags = ["-g", "-O0", "-w", "-fsanitize=address", f"-DSIZE={size}", f"-I{ROOT / 'runtime' / 'include'}", f"-I{FOLDER}"]
    flags += ["-DMENDED"] if mended else []
    objects = []
    for source, more in [(program.source, ["-Dmain=program"]), (FOLDER / f"{driver}.c", [])]:
        objects.append(f"{binary}-{source.stem}.o")
        subprocess.run([CLANG, *flags, *more, "-c", str(source), "-o", objects[-1]], check=True)
    subprocess.run([CLANG, *flags, *objects, "-o", str(binary)], check=True)
    return binary


def complaint_of(program, binary, arguments):
    """What AddressSanitizer says of a run: the lines of its complaint, none where it is content."""
    done = subprocess.run([str(binary), *arguments], capture_output=True, text=True, errors="replace", check=False, timeout=900)
    if done.returncode == 0:
        return []
    stack = re.findall(rf"#\d+ .* in \S+ \S*{program.source.name}:(\d+)", done.stderr.split("located in stack")[0])
    return [int(line) for line in stack] or [0]


def native(program, mended, rounds, directory):
    """What it says on random texts."""
    binary = compiled(program, "native", directory, NATIVE_SIZE, mended)
    return complaint_of(program, binary, ["1", str(rounds), program.alphabet()])


def check(program, rounds, directory):
    """Complaints about one program."""
    complaints = []
    if not program.lines:
        complaints.append("no line is marked")
    failed = native(program, False, rounds, directory)
    if not failed:
        complaints.append("the vulnerable version does not fail")
    elif failed[0] not in program.lines:
        complaints.append(f"the vulnerable version fails at line {failed[0]}, which is not marked")
    survived = native(program, True, rounds, directory)
    if survived:
        complaints.append(f"the mended version fails at line {survived[0]}")
    return complaints


def main():
    parser = argparse.ArgumentParser(description="Check the programs of `./x bench summaries` natively.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="these programs only")
    parser.add_argument("--rounds", type=int, default=2_000_000, help="random texts for each version (2000000)")
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    chosen = programs(arguments.names) + programs(arguments.names, FOLDER / "table")
    with tempfile.TemporaryDirectory() as directory, concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        results = list(pool.map(lambda one: check(one, arguments.rounds, directory), chosen))
    for one, complaints in zip(chosen, results):
        for complaint in complaints:
            print(f"{one.source.relative_to(ROOT)}: {complaint}")
    print(f"{len(chosen)} programs, {sum(map(bool, results))} not as they should be")
    return 1 if any(results) else 0


if __name__ == "__main__":
    sys.exit(main())
