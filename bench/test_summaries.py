"""What is said of loops, on results made by hand, and what the programs' comments say."""
import pathlib
import sys
import unittest

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parent / "targets")]

import loop_survey  # noqa: E402
import string_loops  # noqa: E402
import summaries  # noqa: E402


def version(*kinds, found=False):
    loops = [{"function": "main", "line": line, "understood": kind, "declined": None} for line, kind in enumerate(kinds, 1)]
    return {"loops": loops, "found": found}


class Summaries(unittest.TestCase):
    def test_of_two_versions_the_worse_counts(self):
        worst = summaries.worst_of({"vulnerable": version("exact", "runs"), "mended": version("declined", "exact")})
        self.assertEqual(worst, {("main", 1): "declined", ("main", 2): "runs"})

    def test_growth_is_per_doubling(self):
        cells = {"10": {"found": True, "seconds": 0.5}, "40": {"found": True, "seconds": 8.0}, "80": {"found": False, "seconds": 9.0}}
        self.assertEqual(summaries.growth(cells), [4.0])

    def test_a_false_alarm_is_any_bug_that_is_not_marked_and_confirmed(self):
        program = string_loops.Program(None, frozenset({7}), frozenset())
        bugs = [{"line": 7, "kind": "k", "confirmed": True}, {"line": 8, "kind": "k", "confirmed": True}]
        run = {"bugs": bugs, "stop": "exhausted", "lost": [], "stats": {"cpu_s": 0.1}}
        self.assertEqual(summaries.judged(program, run)["false_alarms"], [(8, "k", True)])
        self.assertEqual(len(summaries.judged(program, run, mended=True)["false_alarms"]), 2)

    def test_places_do_not_depend_on_the_machine(self):
        self.assertEqual(loop_survey.place_of("/a/targets/build/zlib/inflate.c"), "zlib/inflate.c")
        self.assertEqual(loop_survey.place_of("bowline/libc/strchr.c"), "bowline/libc/strchr.c")


class Programs(unittest.TestCase):
    def test_there_are_enough_of_each_kind(self):
        programs = string_loops.programs()
        self.assertGreaterEqual(len(programs), 45)
        for wanted in [{"nested", "calls"}, {"writes"}, {"non-induction"}]:
            self.assertGreaterEqual(sum(bool(one.has & wanted) for one in programs), 10, wanted)
        table = string_loops.programs(folder=string_loops.FOLDER / "table")
        self.assertEqual(len(table), 11)
        for one in programs + table:
            self.assertTrue(one.lines, one.name)


if __name__ == "__main__":
    unittest.main()
