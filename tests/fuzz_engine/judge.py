"""Judges one program: the oracle, a run of Bowline per mode, and what to keep of a mismatch."""
import pathlib
import shlex
import shutil
import tempfile

import compare
import exploration
import generator
import oracle
import shrink


class Judge:
    def __init__(self, args):
        """`args` are those of the command line (fuzz_engine.py)."""
        self.args = args
        self.modes = args.mode or list(exploration.MODES)

    def check(self, seed):
        """The result of one program, as it is kept: verdict, runs by mode, and texts about mismatches."""
        program = generator.generate(seed, self.args.inputs)
        with tempfile.TemporaryDirectory() as directory:
            directory = pathlib.Path(directory)
            try:
                table = oracle.run(program, directory)
            except oracle.Unfit as reason:
                return {"seed": seed, "verdict": "skipped", "reason": str(reason), "runs": {}}
            runs, found = {}, {}
            for mode in self.modes:
                run, mismatches = self.run(program, table, directory, mode, seed)
                runs[mode] = {"exhaustive": run.is_exhaustive(), "stop": run.stop, "lost": [lost["kind"] for lost in run.lost],
                              "tests": len(run.tests), "merged": run.merged, "closed": run.closed, "seconds": round(run.seconds, 3),
                              "mismatches": [str(item) for item in mismatches]}
                if mismatches:
                    # The same kind in several modes most likely has one cause: one of them is shrunk.
                    found.setdefault(mismatches[0].kind, []).append((mode, mismatches))
        failures = [self.report(program, seed, cases) for cases in found.values()]
        return {"seed": seed, "verdict": "failed" if failures else "passed", "inputs": len(table.outcomes), "bugs": len(table.bugs()),
                "runs": runs, "failures": failures}

    def run(self, program, table, directory, mode, seed):
        (directory / exploration.SOURCE).write_text(program.plain())
        run = exploration.explore(self.args.bowline, directory, exploration.options(mode, seed), self.args.time)
        return run, compare.compare(program, table, run)

    def report(self, program, seed, cases):
        """Shrinks the first of some cases (mode and mismatches) and keeps it; the text to print."""
        mode, mismatches = cases[0]
        kind = mismatches[0].kind

        def again(candidate):
            """(table, mismatches) of a candidate; without any where it cannot be used."""
            with tempfile.TemporaryDirectory() as directory:
                directory = pathlib.Path(directory)
                try:
                    table = oracle.run(candidate, directory)
                except oracle.Unfit:
                    return None, []
                return table, [item for item in self.run(candidate, table, directory, mode, seed)[1] if item.kind == kind]

        small = shrink.shrink(program, lambda candidate: bool(again(candidate)[1]), self.args.shrink_time)
        table, found = again(small)
        place = pathlib.Path(self.args.keep) / f"{seed}-{mode}"
        command = f"bowline run --tests all --cflags='-w -fwrapv' {shlex.join(exploration.options(mode, seed))} {exploration.SOURCE}"
        text = "\n".join([
            f"seed {seed}, mode {', '.join(mode for mode, _ in cases)}", *(f"  {item}" for item in (found or mismatches)[:6]),
            f"  {small.statements()} of {program.statements()} statements are left: {place / exploration.SOURCE}",
            f"  run it:    {command}",
            f"  repeat it: ./x fuzz-engine 1 --seed {seed} --mode {mode} --inputs {self.args.inputs}"])
        keep(place, small, program, table, text)
        return text


def keep(place, small, program, table, text):
    """A directory with all that it takes to look at a mismatch."""
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    (place / exploration.SOURCE).write_text(small.plain())
    (place / "whole.c").write_text(program.plain())
    (place / "checked.c").write_text(small.checked())
    (place / "mismatch.txt").write_text(text + "\n")
    if table is not None:
        names = [unknown.name for unknown in small.inputs]
        rows = [", ".join(f"{name}={value}" for name, value in zip(names, values)) + f": {outcome}"
                for values, outcome in table.outcomes.items()]
        (place / "native.txt").write_text("\n".join(rows) + "\n")
