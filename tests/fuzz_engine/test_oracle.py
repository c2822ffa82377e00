"""The oracle, on programs made by hand: what each input does, by kind and line."""
import pathlib
import tempfile
import unittest

import oracle
from program import Input, Line, Program, Text, function

# Lines 2 and 3 of every program here; what is tested begins at line 4.
START = ["int in = INPUT(0), zero = 0, x = 0; struct s { int e, f; }; char *p = malloc(2); memset(p, 1, 2);",
         "int16_t *a = LOCAL(int16_t[3], {5, 6, 7});"]
FIRST = 4


def table(lines, values=(0,)):
    body = [Line(text) for text in (*START, *lines, "return x;")]
    program = Program([Input("in", tuple(values))], [function(Text("int main(void) {", "int program(void) {"), body)], [], True)
    with tempfile.TemporaryDirectory() as directory:
        return oracle.run(program, pathlib.Path(directory))


class Oracle(unittest.TestCase):
    def test_every_kind_is_told(self):
        cases = {
            "x = AT(int16_t, a, 3);": "out-of-bounds-read at line",
            "PUT(int16_t, a, -1) = 1;": "out-of-bounds-write at line",
            "x = FIELD(int, struct s, f, (struct s *)NULL, 0);": "null-dereference at line",
            "free(p); x = AT(char, p, 0);": "use-after-free at line",
            "free(p); free(p);": "double-free at line",
            "free(p + 1);": "invalid-free at line",
            "x = QUOTIENT(7, %, zero);": "division-by-zero at line",
            "x = QUOTIENT(zero + INT32_MIN, /, (int16_t)-1);": "signed-overflow at line",
            "x = SHIFT(1, <<, zero + 32);": "shift-out-of-range at line",
            "x = SHIFT((uint64_t)1, >>, zero - 1);": "shift-out-of-range at line",
            "assert(zero == 1);": "assertion at line",
            "abort();": "abort at line",
            "memcpy(a, p, 9);": "out-of-bounds-read or out-of-bounds-write at line",
            "x = (int)strlen(p);": "out-of-bounds-read at line",
            "x = snprintf(p, 9, \"%d\", 100);": "out-of-bounds-write at line",
            "exit(300);": "exit 44",
            "print(\"%d\", 5); put('!');": "exit 0, output b'5!'",
            "x = AT(int16_t, a, 2) + QUOTIENT(7, %, 4) + (int)SHIFT((int8_t)1, <<, 31 - 29);": "exit 14",
            "p = realloc(p, 3); PUT(char, p, 2) = 0; x = (int)strlen(p);": "exit 2",
        }
        found = table([f"if (in == {number}) {{ {line} }}" for number, line in enumerate(cases)], range(len(cases)))
        for number, (line, expected) in enumerate(cases.items()):
            expected = f"{expected} {FIRST + number}" if expected.endswith("line") else expected
            self.assertEqual(str(found.outcomes[(number,)]), expected, line)

    def test_what_nothing_defines_is_refused(self):
        for line in ("char *q = malloc(2); x = AT(char, q, 1);", "memcpy(p, p, 2);",
                     "while (L(), 1) ;", "x = memcmp(p, a, 3);", "x = atoi(TERMINATED(p));", "x = y;", "int y = y + 1; x = y;"):
            with self.assertRaises(oracle.Unfit, msg=line):
                table([line])

    def test_each_input_starts_afresh(self):
        found = table(["if (in & 1) { free(p); } x = AT(char, p, 0) + in;"], range(4))
        self.assertEqual([str(outcome) for outcome in found.outcomes.values()],
                         ["exit 1", "use-after-free at line 4", "exit 3", "use-after-free at line 4"])
        self.assertEqual(found.statuses(), {1, 3})
        self.assertEqual(found.bugs(), {(4, frozenset(["use-after-free"]))})
        self.assertEqual(found.lines, {2, 3, 4, 5})


if __name__ == "__main__":
    unittest.main()
