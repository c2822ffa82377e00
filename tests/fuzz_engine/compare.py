"""Does a run agree with the oracle?

What a run found must be real, always: each bug, each exit status, what each test is said to do, what each path printed. What is real must
be found where the run says that it explored everything: each bug, each exit status (where a path has only one), each line, and each input
(where the program decides all of its bits).
"""
import dataclasses


@dataclasses.dataclass(frozen=True)
class Mismatch:
    """`kind` is what shrinking keeps the same; `text` is for people."""
    kind: str
    text: str

    def __str__(self):
        return f"{self.kind}: {self.text}"


def compare(program, table, run):
    """All mismatches, the plainest first."""
    if run.fault:
        return [Mismatch("fault", run.fault)]
    found = [*false_bugs(table, run), *false_statuses(table, run), *wrong_tests(program, table, run), *wrong_prints(program, table, run),
             *false_lines(table, run)]
    if run.is_exhaustive():
        found += [*missed_bugs(table, run), *missed_statuses(program, table, run), *missed_lines(table, run),
                  *missed_inputs(program, table, run)]
    return found


def false_bugs(table, run):
    real = table.bugs()
    for line, kind in sorted(run.bugs):
        if not any(line == other and kind in kinds for other, kinds in real):
            yield Mismatch("false bug", f"{kind} at line {line}, which no input shows")


def missed_bugs(table, run):
    for line, kinds in sorted(table.bugs(), key=lambda bug: bug[0]):
        if not any((line, kind) in run.bugs for kind in kinds):
            yield Mismatch("missed bug", f"{' or '.join(sorted(kinds))} at line {line}, with {example(table, line)}")


def example(table, line):
    """An input that fails at a line."""
    return "input " + str(next(values for values, outcome in table.outcomes.items() if outcome.line == line))


def false_statuses(table, run):
    for status in sorted(run.statuses - table.statuses()):
        yield Mismatch("false status", f"exit status {status}, with which no input ends")


def missed_statuses(program, table, run):
    if not program.exits_are_constants:
        return
    for status in sorted(table.statuses() - run.statuses):
        values = next(values for values, outcome in table.outcomes.items() if outcome.status == status)
        yield Mismatch("missed status", f"exit status {status}, with input {values}")


def missed_inputs(program, table, run):
    if not program.splits:
        return
    tested = {outcome_of(program, table, test.objects)[0] for test in run.tests if test.outcome == "exited"}
    for values in [values for values, outcome in table.outcomes.items() if outcome.split and values not in tested][:3]:
        yield Mismatch("missed input", f"no test has the input {values}, though each of its bits is decided")


def outcome_of(program, table, objects):
    """(values, outcome) for the bytes of the inputs; the outcome is None where the program does not allow the input."""
    values = tuple(unknown.value_in(objects) for unknown in program.inputs)
    return values, table.outcomes.get(values)


def wrong_tests(program, table, run):
    for test in run.tests:
        names = {unknown.name for unknown in program.inputs}
        if test.outcome in ("killed", "pending") or not names <= test.objects.keys():
            continue  # A path that ended before it read all of its input is no path of these programs, except where it was cut.
        values, real = outcome_of(program, table, test.objects)
        if real is None:
            yield Mismatch("impossible test", f"{test.file} has the input {values}, which an assumption excludes")
        elif test.outcome == "exited" and test.status is not None and real.status != test.status & 0xff:
            yield Mismatch("wrong test", f"{test.file}, input {values}: exit {test.status & 0xff} is predicted, but it is {real}")
        elif test.outcome == "exited" and real.status is None:
            yield Mismatch("wrong test", f"{test.file}, input {values}: an exit is predicted, but it is {real}")
        elif test.outcome == "bug" and (real.line is None or test.bug and not (test.bug[0] == real.line and test.bug[1] in real.kinds)):
            said = f"{test.bug[1]} at line {test.bug[0]}" if test.bug else "a bug"
            yield Mismatch("wrong test", f"{test.file}, input {values}: {said} is predicted, but it is {real}")


def wrong_prints(program, table, run):
    sizes = {}
    for unknown in program.inputs:
        sizes[unknown.name] = max(sizes.get(unknown.name, 0), unknown.offset + unknown.size)
    for data, printed in run.prints:
        objects, at = {}, 0
        for name, size in sizes.items():
            objects[name] = data[at:at + size]
            at += size
        values, real = outcome_of(program, table, objects)
        if real is None or real.status is None or real.output != printed:
            yield Mismatch("wrong output", f"input {values}: {printed!r} is printed, but it is {real}")


def false_lines(table, run):
    for line in sorted(line for line, executed in run.lines.items() if executed and line in table.known_lines - table.lines):
        yield Mismatch("false line", f"line {line} is covered, which no input reaches")


def missed_lines(table, run):
    for line in sorted(line for line, executed in run.lines.items() if not executed and line in table.lines):
        yield Mismatch("missed line", f"line {line} is not covered, which some input reaches")
