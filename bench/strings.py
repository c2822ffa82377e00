#!/usr/bin/env python3
"""`./x bench strings`: the questions of table 4 put to the string theories of cvc5 and Z3. JSON and markdown in bench/results/.

    ./x bench strings [PROGRAM ...] [--sizes 10,20,300] [--limit 60] [--asked cvc5] [--all-ways] [--jobs N] [--bowline PATH]

Each question is "the vulnerable place of the program is reached" (string_questions.py has them), asked in every way that it was written down in, and of Bowline
as the program itself, with `--loops summary`. Seconds are processor time: of a solver up to its answer, which counts where the program, run natively on its text under
AddressSanitizer, fails at a marked line; of Bowline up to the first confirmed input. Where a solver takes longer than the limit or too much
memory, or ends without an answer, larger sizes are not asked.
Of a run of some programs the results are printed and not kept, unless --write asks for it.
"""
import argparse
import dataclasses
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE / "targets")]
import measure  # noqa: E402
import string_loops  # noqa: E402
import string_questions  # noqa: E402
import summaries  # noqa: E402

@dataclasses.dataclass(frozen=True)
class Solver:
    command: tuple
    # Those ways to write a question that it answers at sizes up to 10 for several programs; --all-ways asks it in the others too.
    ways: tuple


SOLVERS = {
    "cvc5": Solver(("cvc5", "--strings-exp", "--produce-models", "--strings-alpha-card=256"), ("counts", "regex")),
    "Z3": Solver(("z3", "model=true"), ("regex", "places")),
    "Z3 z3str3": Solver(("z3", "model=true", "smt.string_solver=z3str3"), ("regex",)),
}
MEMORY = 6 << 30
# Answers behind which larger sizes are not asked.
TOO_MUCH = ("late", "memory", "none")
# Deep terms are read by recursion.
STACK = 1 << 30
SIZES = summaries.SIZES


def asked(command, question, limit):
    """What a solver says within some seconds of processor time: its first line, or what ended it; all that it says; and the seconds."""
    limits = ["prlimit", f"--cpu={limit}", f"--as={MEMORY}", f"--stack={STACK}"]
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen([*limits, *command, str(question)], stdout=output, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        said = output.read().decode("latin-1")
        verdict = (said.splitlines() or ["none"])[0]
        if process.returncode in (-signal.SIGKILL, -signal.SIGXCPU):
            verdict = "late"
        elif "memory" in verdict or "bad_alloc" in said:
            verdict = "memory"
        return verdict, said, round(usage.ru_utime + usage.ru_stime, 2)


def text_of(output):
    """The bytes of the first string in an answer."""
    found = re.search(r'"((?:[^"]|"")*)"', output)
    if not found:
        return None
    plain = re.sub(r"\\u\{([0-9a-fA-F]+)\}", lambda code: chr(int(code[1], 16)), found[1].replace('""', '"'))
    return plain.encode("latin-1") if max(map(ord, plain), default=0) < 256 else None


def number_of(output):
    """The number in an answer; nothing matters where there is none."""
    found = re.search(r"\(\(length (\d+)\)\)", output)
    return found[1] if found else "0"


def cell(program, binary, solver, problem, limit, directory):
    """One question: `found`, or what there is instead."""
    question = pathlib.Path(directory) / "question.smt2"
    question.write_text(problem.smt())
    verdict, output, seconds = asked(SOLVERS[solver].command, question, limit)
    if verdict != "sat":
        return {"answer": verdict if verdict in ("unsat", "unknown", "late", "memory") else "none", "seconds": seconds}
    text = text_of(output)
    if text is None:
        return {"answer": "no text", "seconds": seconds}
    given = pathlib.Path(directory) / "text"
    given.write_bytes(text)
    lines = string_loops.complaint_of(program, binary, [str(given), number_of(output)])
    return {"answer": "found" if set(lines) & program.lines else "wrong", "seconds": seconds}


def of_solver(arguments, program, way, solver):
    """All sizes of one question, written down in one way."""
    cells = {}
    with tempfile.TemporaryDirectory() as directory:
        for size in arguments.sizes:
            problem = vars(string_questions.QUESTIONS[program.name](size))[way]()
            binary = string_loops.compiled(program, "given", directory, size)
            cells[str(size)] = cell(program, binary, solver, problem, arguments.limit, directory)
            print(f"  {program.name} {size} {solver}, {way}: {told(cells[str(size)])}", file=sys.stderr, flush=True)
            if cells[str(size)]["answer"] in TOO_MUCH:
                break
    return cells


def of_bowline(arguments, program):
    """All sizes of a program."""
    cells = {}
    for size in arguments.sizes:
        options = ["--stop-after", "1", *summaries.MODES["summary"], f"-DSIZE={size}"]
        result = summaries.judged(program, summaries.run(arguments.bowline, program, options, f"{arguments.limit}s"))
        cells[str(size)] = {"answer": "found" if result["found"] else "late", "seconds": result["seconds"]}
        print(f"  {program.name} {size} Bowline: {told(cells[str(size)])}", file=sys.stderr, flush=True)
    return cells


def row_of(cells, sizes):
    """The cells of a row, with those that were not asked."""
    was_too_much = any(one["answer"] in TOO_MUCH for one in cells.values())
    missing = "" if was_too_much else "not asked"
    return [told(cells[str(size)]) if str(size) in cells else missing for size in sizes]


def told(one):
    """A cell of the table."""
    return f"{one['seconds']:.2f}" if one["answer"] == "found" else {"late": "-"}.get(one["answer"], one["answer"])


def ways_of(arguments, program, solver):
    """The ways in which a question is put to a solver: some questions can be written in one way only."""
    ways = list(vars(string_questions.QUESTIONS[program.name](min(arguments.sizes))))
    return [way for way in ways if arguments.all_ways or way in SOLVERS[solver].ways] or ways


def measured(arguments, programs):
    """By program and who was asked, in which way; of who is not asked now, what was kept."""
    work, keys = [], []
    for program in programs:
        if "Bowline" in arguments.asked:
            keys.append((program.name, "Bowline", "C"))
            work.append((of_bowline, arguments, program))
        for solver in SOLVERS:
            if solver in arguments.asked:
                ways = ways_of(arguments, program, solver)
                keys += [(program.name, solver, way) for way in ways]
                work += [(of_solver, arguments, program, way, solver) for way in ways]
    kept = measure.last("strings")["rows"]["results"] if len(arguments.asked) <= len(SOLVERS) and kept_before() else {}
    results = {program.name: {who: ways for who, ways in kept.get(program.name, {}).items() if who not in arguments.asked} for program in programs}
    for (program, who, way), cells in zip(keys, measure.in_parallel(arguments.jobs, work)):
        results[program].setdefault(who, {})[way] = cells
    return results


def kept_before():
    return (measure.RESULTS / "strings.json").exists()


def best(ways, size):
    """The least time in which one of the ways was answered."""
    found = [cells[str(size)]["seconds"] for cells in ways.values() if cells.get(str(size), {}).get("answer") == "found"]
    return min(found, default=None)


def table_of(results, sizes):
    rows = []
    for name, by_solver in results.items():
        for who in [one for one in ["Bowline", *SOLVERS] if one in by_solver]:
            for way, cells in by_solver[who].items():
                rows.append([name, who, way, *row_of(cells, sizes)])
    said = ["Processor seconds to an answer whose text makes the program fail; - where there was none in time, empty where a smaller size was too much. `C` is the "
            "program itself, the others are ways to write its question down (docs/loops.md).", ""]
    for who in [one for one in ["Bowline", *SOLVERS] if all(one in by_solver for by_solver in results.values())]:
        solved = [sum(best(by_solver[who], size) is not None for by_solver in results.values()) for size in sizes]
        slowest = [max((best(by_solver[who], size) or 0 for by_solver in results.values()), default=0) for size in sizes]
        of_sizes = ", ".join(f"{count} at {size} (up to {most:.2f} s)" for count, size, most in zip(solved, sizes, slowest))
        said.append(f"- {who}, each question in its best way: found of {len(results)}: {of_sizes}")
    wrong = [(name, who, way, size) for name, by_solver in results.items() for who, ways in by_solver.items() for way, cells in ways.items()
             for size, one in cells.items() if one["answer"] in ("wrong", "unsat", "no text")]
    said.append(f"- answers that do not make the program fail: {len(wrong)}{''.join(f' {one}' for one in wrong)}")
    return ["program", "asked", "written as", *[str(size) for size in sizes]], rows, said


def parsed():
    parser = argparse.ArgumentParser(prog="./x bench strings", description="Put the questions of string loops to string solvers.")
    parser.add_argument("names", nargs="*", metavar="PROGRAM", help="only these of bench/programs/summaries/table")
    parser.add_argument("--sizes", default=",".join(map(str, SIZES)), help="of the buffers")
    parser.add_argument("--limit", type=int, default=60, help="seconds of processor time for each question (60)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="questions at once (one per core)")
    parser.add_argument("--asked", action="append", choices=["Bowline", *SOLVERS], help="ask only this one, and keep what is known of the others")
    parser.add_argument("--all-ways", action="store_true", help="put each question to every solver in every way")
    parser.add_argument("--bowline", type=pathlib.Path, default=measure.BOWLINE, help="another executable")
    parser.add_argument("--write", action="store_true", help="keep the results of some programs")
    arguments = parser.parse_args()
    arguments.asked = arguments.asked or ["Bowline", *SOLVERS]
    arguments.sizes = [int(size) for size in arguments.sizes.split(",")]
    return arguments


def main():
    arguments = parsed()
    results = measured(arguments, string_loops.programs(arguments.names, string_loops.FOLDER / "table"))
    headers, rows, said = table_of(results, arguments.sizes)
    if arguments.names and not arguments.write:
        print("\n".join([measure.table(headers, rows), "", *said]))
    else:
        measure.write("strings", headers, rows, {"limit": arguments.limit, "results": results}, said)
    return 0


if __name__ == "__main__":
    sys.exit(main())
