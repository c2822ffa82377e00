"""The comparison of modes, on results made by hand."""
import unittest

import comparison

MODES = ["max", "lazy", "eager", "merge-naive", "merge"]


def result(seconds, lines=10, stop="exhausted", **more):
    return {"stop": stop, "seconds": seconds, "lines": lines, "paths": 4, "bugs": [], "lost": [], "back_end": 10, "constraints": 1,
            "values": 1, **more}


def harness(**modes):
    return {mode: modes.get(mode.replace("-", "_"), result(1)) for mode in MODES}


class Comparison(unittest.TestCase):
    def test_boards(self):
        results = {
            "a/one": harness(merge=result(0.5)),
            "a/two": harness(max=result(9, 12, "max-time"), lazy=result(0.1, 11)),
            "b/three": {mode: result(9, 20 + (mode == "eager"), "max-time") for mode in MODES},
        }
        fastest = comparison.fastest(results, MODES)
        self.assertEqual(fastest["a"], {"max": 0, "lazy": 1, "eager": 0, "merge-naive": 0, "merge": 1})
        self.assertEqual(sum(fastest["b"].values()), 0, "no mode came to the end")
        widest = comparison.widest(results, MODES)
        self.assertEqual(widest["a"], {"max": 1, "lazy": 0, "eager": 0, "merge-naive": 0, "merge": 0})
        self.assertEqual(widest["b"]["eager"], 1)

    def test_ratios_need_both_ends(self):
        results = {
            "a/one": harness(merge_naive=result(4, constraints=60), merge=result(2, constraints=2)),
            "a/two": harness(merge_naive=result(9, stop="max-time")),
            "a/three": harness(merge=result(1, constraints=0)),
        }
        ratios = comparison.naive_over_merge(results)
        self.assertEqual(ratios["constraints"], {"a/one": 30})
        self.assertEqual(ratios["seconds"], {"a/one": 2, "a/three": 1})

    def test_questions_are_counted_where_every_mode_ended(self):
        results = {
            "a/one": harness(eager=result(1, back_end=30)),
            "a/two": harness(eager=result(9, stop="max-time", back_end=1000)),
        }
        more, shared = comparison.questions(results, MODES, "back_end")
        self.assertEqual((shared, more["eager"], more["lazy"]), (1, 200, 0))

    def test_disagreements(self):
        self.assertEqual(comparison.disagreements({"a/one": harness(max=result(1, 9))}), [], "max may see less")
        self.assertEqual(len(comparison.disagreements({"a/one": harness(lazy=result(1, 9))})), 1)
        self.assertEqual(comparison.disagreements({"a/one": harness(lazy=result(1, 9, lost=["concretised"]))}), [])
        self.assertEqual(len(comparison.disagreements({"a/one": harness(merge=result(1, paths=5))})), 1)
        cut = {**result(1, 9), "cut_off": ["a.c:3: sizes above 5"]}
        self.assertEqual(comparison.disagreements({"a/one": harness(lazy=cut)}), [], "other sizes, other lines")


if __name__ == "__main__":
    unittest.main()
