"""The comparison, on outcomes and runs made by hand: agreement is silent, and each kind of difference is told."""
import dataclasses
import unittest

from compare import compare
from exploration import Run, Test
from oracle import Outcome, Table
from program import Input, Program

# One byte: 0 exits with 3, 1 prints and exits with 4, 2 fails at line 7.
PROGRAM = Program([Input("in", (0, 1, 2), mask=3)], [], [], True)
TABLE = Table({(0,): Outcome(3, None, frozenset(), b""), (1,): Outcome(4, None, frozenset(), b"hello"),
               (2,): Outcome(None, 7, frozenset(["out-of-bounds-read", "out-of-bounds-write"]), b"")},
              lines=frozenset([5, 7]), known_lines=frozenset([5, 6, 7]))


def test(value, outcome="exited", status=None, bug=None):
    return Test("tests/1.ktest", {"in": bytes([value])}, outcome, status, bug)


def run(**changes):
    return Run(**{"stop": "exhausted", "bugs": {(7, "out-of-bounds-read")}, "statuses": {3, 4}, "prints": [(b"\1", b"hello")],
                  "lines": {5: True, 6: False, 7: True, 8: True},
                  "tests": [test(0, status=3), test(5, status=4), test(2, "bug", bug=(7, "out-of-bounds-read"))], **changes})


def kinds(**changes):
    return [mismatch.kind for mismatch in compare(PROGRAM, TABLE, run(**changes))]


class Compare(unittest.TestCase):
    def test_agreement(self):
        self.assertEqual(kinds(), [])
        self.assertEqual(kinds(bugs={(7, "out-of-bounds-write")}), [], "either kind will do")

    def test_what_is_found_must_be_real(self):
        both = {(7, "out-of-bounds-read"), (8, "out-of-bounds-read")}
        for stop in ("exhausted", "max-time"):
            self.assertEqual(kinds(stop=stop, bugs=both), ["false bug"])
            self.assertEqual(kinds(stop=stop, bugs=both - {(8, "out-of-bounds-read")} | {(7, "abort")}), ["false bug"])
            self.assertEqual(kinds(stop=stop, statuses={3, 4, 5}), ["false status"])
            self.assertEqual(kinds(stop=stop, lines={6: True}), ["false line"])
            self.assertEqual(kinds(stop=stop, prints=[(b"\1", b"hell")]), ["wrong output"])
            self.assertEqual(kinds(stop=stop, prints=[(b"\2", b"")]), ["wrong output"])
            self.assertEqual(kinds(stop=stop, tests=[test(0, status=4)]), ["wrong test"])
            self.assertEqual(kinds(stop=stop, tests=[test(2, status=None)]), ["wrong test"])
            self.assertEqual(kinds(stop=stop, tests=[test(0, "bug", bug=(7, "out-of-bounds-read"))]), ["wrong test"])
            self.assertEqual(kinds(stop=stop, tests=[test(2, "bug", bug=(6, "out-of-bounds-read"))]), ["wrong test"])
            self.assertEqual(kinds(stop=stop, tests=[test(3, status=3)]), ["impossible test"])

    def test_what_is_real_must_be_found_by_an_exhaustive_run(self):
        self.assertEqual(kinds(bugs=set()), ["missed bug"])
        self.assertEqual(kinds(statuses={3}), ["missed status"])
        self.assertEqual(kinds(lines={5: False}), ["missed line"])
        for cut in ({"stop": "max-time"}, {"lost": [{"kind": "concretised"}]}):
            self.assertEqual(kinds(bugs=set(), statuses={3}, lines={5: False}, **cut), [])

    def test_each_input_of_a_program_that_splits_has_a_test(self):
        program = dataclasses.replace(PROGRAM, splits=True)
        outcomes = {values: dataclasses.replace(outcome, split=outcome.line is None) for values, outcome in TABLE.outcomes.items()}
        table = dataclasses.replace(TABLE, outcomes=outcomes)
        self.assertEqual(compare(program, table, run()), [])
        self.assertEqual([mismatch.kind for mismatch in compare(program, table, run(tests=[test(0, status=3)]))], ["missed input"])
        self.assertEqual(compare(program, table, run(tests=[], stop="max-time")), [])

    def test_a_fault_of_bowline_counts(self):
        self.assertEqual(kinds(fault="exit code 3"), ["fault"])


if __name__ == "__main__":
    unittest.main()
