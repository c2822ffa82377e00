"""What is read off the answers of string solvers, and that each program of the table has its question."""
import pathlib
import sys
import unittest

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parent / "targets")]

import string_loops  # noqa: E402
import string_questions  # noqa: E402
import strings  # noqa: E402


class Answers(unittest.TestCase):
    def test_a_text_is_bytes(self):
        self.assertEqual(strings.text_of('sat\n((s "a""\\u{5c}\\\\u{ff}"))'), b'a"\\\\\xff')
        self.assertEqual(strings.text_of("unknown"), None)

    def test_a_text_of_other_characters_is_none(self):
        self.assertEqual(strings.text_of('sat\n((s "\\u{100}"))'), None)

    def test_a_number_may_be_missing(self):
        self.assertEqual(strings.number_of('((s "ab"))\n((length 7))'), "7")
        self.assertEqual(strings.number_of('((s "ab"))'), "0")

    def test_of_several_ways_the_fastest_that_found_counts(self):
        cells = lambda answer, seconds: {"10": {"answer": answer, "seconds": seconds}}
        ways = {"counts": cells("unknown", 0.1), "regex": cells("found", 3.0), "places": cells("found", 2.0)}
        self.assertEqual(strings.best(ways, 10), 2.0)
        self.assertEqual(strings.best(ways, 20), None)


class Questions(unittest.TestCase):
    def test_each_program_of_the_table_has_one(self):
        table = string_loops.programs(folder=string_loops.FOLDER / "table")
        self.assertEqual(sorted(string_questions.QUESTIONS), sorted(one.name for one in table))

    def test_parentheses_match(self):
        for name, question in string_questions.QUESTIONS.items():
            for way, problem in vars(question(5)).items():
                text = problem().smt().replace('"(', "").replace(')"', "")
                self.assertEqual(text.count("("), text.count(")"), (name, way))


if __name__ == "__main__":
    unittest.main()
