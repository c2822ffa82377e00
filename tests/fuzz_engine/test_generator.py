"""Generated programs, and making them smaller."""
import math
import unittest

import exploration
import generator
import results
import shrink
from program import Input, Line, Program, function

SEEDS = range(60)


class Generator(unittest.TestCase):
    def test_the_same_seed_gives_the_same_program(self):
        for seed in SEEDS:
            one, other = generator.generate(seed), generator.generate(seed)
            self.assertEqual((one.plain(), one.checked(), one.inputs), (other.plain(), other.checked(), other.inputs))
        self.assertNotEqual(generator.generate(1).plain(), generator.generate(2).plain())

    def test_inputs_keep_to_their_number(self):
        for seed in SEEDS:
            for most in (16, 256, 4096):
                inputs = generator.generate(seed, most).inputs
                self.assertTrue(inputs)
                self.assertLessEqual(math.prod(len(unknown.values) for unknown in inputs), most)

    def test_both_forms_have_the_same_lines(self):
        for seed in SEEDS:
            program = generator.generate(seed)
            for plain, checked in zip(program.plain().splitlines(), program.checked().splitlines()):
                # What only one of them needs is empty in the other.
                if checked.strip():
                    self.assertEqual(plain.startswith("  "), checked.startswith("  "), plain)
                    self.assertEqual(plain.strip() == "}", checked.strip() == "}", plain)

    def test_an_input_is_read_off_a_test(self):
        self.assertEqual(Input("a", (), size=2, signed=True).value_in({"a": b"\xfe\xff"}), -2)
        self.assertEqual(Input("a", (), offset=1, mask=6).value_in({"a": b"\0\xff"}), 6)
        self.assertIsNone(Input("a", (), size=4).value_in({"a": b"\0"}))
        self.assertEqual(generator.submasks(9), (0, 1, 8, 9))


class Shrinking(unittest.TestCase):
    def test_only_what_matters_is_left(self):
        program = generator.generate(7)
        target = next(line for line in reversed(program.plain().splitlines()) if line.startswith("  sum"))
        small = shrink.shrink(program, lambda candidate: target in candidate.plain().splitlines(), 20)
        self.assertIn(target, small.plain())
        self.assertLess(small.statements(), 25, small.plain())
        self.assertIn("return", small.plain())
        self.assertEqual(len(small.inputs), len(program.inputs))
        self.assertIn("bowline_", small.plain(), "what makes inputs unknown stays")

    def test_a_block_takes_the_place_of_its_statement(self):
        nested = generator.Compound([(generator.text("if (a) {"), [Line("keep();"), Line("other();")])])
        program = Program([], [function("void f(void) {", [nested, Line("last();", fixed=True)])], [], True)
        small = shrink.shrink(program, lambda candidate: "keep();" in candidate.plain(), 5)
        self.assertEqual(small.plain(), "void f(void) {\n  keep();\n  last();\n}\n")


class Files(unittest.TestCase):
    def test_a_test_is_read(self):
        word = lambda number: number.to_bytes(4, "big")
        block = lambda data: word(len(data)) + data
        data = b"KTEST" + word(3) + word(1) + block(b"a.bc") + word(0) + word(0) + word(2) + \
            block(b"in") + block(b"\1\2") + block(b"n") + block(b"")
        self.assertEqual(exploration.read_ktest(data), {"in": b"\1\2", "n": b""})

    def test_what_paths_printed_is_told_apart(self):
        text = b"@@0102:hello@@0304:\n@@x@@05:program.c:3:1: abort"
        self.assertEqual(exploration.read_prints(text), [(b"\1\2", b"hello"), (b"\3\4", b"\n@@x"), (b"\5", b"")])

    def test_lines(self):
        self.assertEqual(exploration.read_lines("SF:a.c\nBRDA:1,0,0,1\nDA:3,1\nDA:4,0\n"), {3: True, 4: False})

    def test_every_search_comes_up_in_every_mode(self):
        for mode in exploration.MODES:
            searches = {tuple(exploration.options(mode, seed))[-3] for seed in range(len(exploration.SEARCHES))}
            self.assertEqual(searches, set(exploration.SEARCHES))

    def test_counts(self):
        runs = {"fork": {"exhaustive": True, "mismatches": [], "tests": 3, "seconds": 1, "merged": 0},
                "merge": {"exhaustive": False, "mismatches": ["x"], "tests": 2, "seconds": 1, "merged": 5}}
        judged = [{"runs": runs, "inputs": 8, "bugs": 1}, {"runs": runs, "inputs": 8, "bugs": 0}]
        self.assertEqual(results.by_mode(judged)["merge"]["cut"], 2)
        self.assertEqual(results.by_mode(judged)["merge"]["with merging"], 2)
        self.assertIn("16 inputs, 1 programs with bugs; 2 runs exhaustive, 2 cut; 5 s", results.summary(judged, 0, 1, 2, 5))


if __name__ == "__main__":
    unittest.main()
