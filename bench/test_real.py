"""Tests of what `./x bench real` counts."""
import pathlib
import unittest

import real


class Lines(unittest.TestCase):
    def test_executed_lines_of_files_that_count(self):
        report = "SF:/lib/a.c\nDA:1,0\nDA:2,7\nDA:3,1\nend_of_record\nSF:/h/harness.c\nDA:1,9\nend_of_record\nSF:/lib/b.h\nDA:4,2\n"
        self.assertEqual(real.count_lines(report, [pathlib.Path("/h/harness.c")]), 3)
        self.assertEqual(real.count_lines("", []), 0)

    def test_totals_and_losses(self):
        rows = [{"alone": 5, "fuzz": 12, "libfuzzer": 10}, {"alone": 3, "fuzz": 8, "libfuzzer": 10}]
        self.assertIn("8 without and 20 with `--fuzz`, libFuzzer 20: 1.00 times libFuzzer, below it on 1 of 2", real.about(rows)[0])


if __name__ == "__main__":
    unittest.main()
