"""Tests of what `./x bench patterns` says."""
import unittest

import ratios


def run(seconds, ended=True, lines=10, bugs=()):
    return {"stop": "exhausted" if ended else "max-time", "seconds": seconds, "lines": lines, "bugs": list(bugs)}


class Ratios(unittest.TestCase):
    def test_times_count_where_one_ended(self):
        results = {"a/x": {"merge": run(4), "pattern": run(2)}, "a/y": {"merge": run(10, False), "pattern": run(0.001)},
                   "a/z": {"merge": run(10, False), "pattern": run(10, False)}, "a/w": {"merge": {"failure": "why"}, "pattern": run(1)}}
        self.assertEqual(ratios.ratio(results, "merge", "pattern"), {"a/x": 2, "a/y": 1000})
        self.assertEqual(ratios.more_lines(results, "pattern", "merge"), {"a/z": 0})

    def test_slower_functions_are_named(self):
        fine = {"a/x": {"fork": run(1), "merge": run(9), "pattern": run(1.2)}}
        self.assertIn("No function", ratios.slower(fine)[0])
        slow = {"a/x": {"fork": run(1), "merge": run(9), "pattern": run(2)}}
        self.assertEqual(ratios.slower(slow), ["- a/x: 2.0 times the time of the better of fork and merge"])

    def test_growth_is_told_for_each_doubling(self):
        sizes = {10: {"fork": run(1)}, 20: {"fork": run(3)}, 80: {"fork": run(12)}, 160: {"fork": run(99, False)}}
        self.assertEqual(ratios.doublings(sizes, "fork"), "10 to 20: 3.0, 20 to 80: 2.0")

    def test_modes_that_ended_agree_in_bugs(self):
        results = {"a/x": {"fork": run(1, bugs=[["k", "f", 1]]), "merge": run(1), "pattern": run(1, False)}}
        self.assertEqual(len(ratios.disagreements(results)), 1)


if __name__ == "__main__":
    unittest.main()
