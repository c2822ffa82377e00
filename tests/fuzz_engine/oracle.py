"""What a program does for every one of its inputs, by running it natively on all of them (checked.h)."""
import dataclasses
import itertools
import pathlib
import struct
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
# In the order of the enumeration in checked.h.
KINDS = ("out-of-bounds-read", "out-of-bounds-write", "null-dereference", "use-after-free", "double-free", "invalid-free",
         "division-by-zero", "shift-out-of-range", "assertion", "abort", "signed-overflow")
OUTCOME = struct.Struct("<iiIIQ")
TIME_LIMIT = 60


class Unfit(Exception):
    """The program cannot be used: it has behaviour that nothing defines, or does not end in time."""


@dataclasses.dataclass(frozen=True)
class Outcome:
    """An exit status, or the line and the possible kinds of the first bug; and what was printed."""
    status: int | None
    line: int | None
    kinds: frozenset
    output: bytes
    split: bool = False
    """Whether it came to where each bit of the input is decided (Program.splits)."""

    def __str__(self):
        if self.status is not None:
            return f"exit {self.status}" + (f", output {self.output!r}" if self.output else "")
        return f"{' or '.join(sorted(self.kinds))} at line {self.line}"


@dataclasses.dataclass
class Table:
    """The outcomes of all inputs, by their values."""
    outcomes: dict
    lines: frozenset
    """Lines that some input reaches."""
    known_lines: frozenset
    """Lines of which that is known: where a statement begins."""

    def statuses(self):
        return {outcome.status for outcome in self.outcomes.values() if outcome.status is not None}

    def bugs(self):
        """Pairs of a line and the kinds that one bug there may have."""
        return {(outcome.line, outcome.kinds) for outcome in self.outcomes.values() if outcome.line is not None}


def run(program, directory):
    """The table of a program; files go to the directory."""
    source, binary = directory / "checked.c", directory / "checked"
    source.write_text(program.checked())
    # Arrays are watched by the checks, other variables by the compiler: shrinking may remove what makes one known.
    command = ["clang-19", "-Wno-everything", "-Werror=uninitialized", "-Werror=conditional-uninitialized", "-O1", "-fwrapv",
               "-fno-strict-aliasing", "-fno-builtin", "-include", str(HERE / "checked.h"), str(source), "-o", str(binary)]
    built = subprocess.run(command, capture_output=True, check=False)
    if built.returncode != 0:
        raise Unfit("it does not compile: " + built.stderr.decode(errors="replace").strip()[:2000])
    try:
        done = subprocess.run([str(binary), str(directory)], capture_output=True, timeout=TIME_LIMIT, check=False)
    except subprocess.TimeoutExpired:
        raise Unfit("trying all inputs takes too long") from None
    if done.returncode != 0:
        raise Unfit(done.stderr.decode(errors="replace").strip() or f"the oracle ended with {done.returncode}")
    return read(program, directory)


def read(program, directory):
    outputs = read_outputs((directory / "outputs").read_bytes())
    data = (directory / "outcomes").read_bytes()
    seen, outcomes = {}, {}
    inputs = itertools.product(*(unknown.values for unknown in program.inputs))
    for values, record in zip(inputs, OUTCOME.iter_unpack(data), strict=True):
        if record not in seen:
            how, value, kinds, _, output = record
            names = frozenset(name for bit, name in enumerate(KINDS) if kinds >> bit & 1)
            exited = not how
            seen[record] = Outcome(value if exited else None, None if exited else value, frozenset() if exited else names, outputs[output],
                                   exited and bool(kinds))
        outcomes[values] = seen[record]
    reached = (directory / "lines").read_bytes()
    marked = frozenset(number for number, line in enumerate(program.checked().splitlines(), 1) if "L()" in line)
    return Table(outcomes, frozenset(line for line, hit in enumerate(reached) if hit), marked)


def read_outputs(data):
    """Texts by their hashes."""
    texts, at = {}, 0
    while at < len(data):
        key, length = struct.unpack_from("<QI", data, at)
        texts[key] = data[at + 12:at + 12 + length]
        at += 12 + length
    return texts
