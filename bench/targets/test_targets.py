"""What can go wrong without a network: reading the machine's package entries, recipes, and the verdict on a run."""
import pathlib
import sys
import tempfile
import unittest
from types import SimpleNamespace

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import fetch  # noqa: E402
import recipe  # noqa: E402
import table  # noqa: E402


class Entries(unittest.TestCase):
    def entries(self, **files):
        """The entries made of files below sources.list.d, given as `name__suffix="text"`."""
        with tempfile.TemporaryDirectory() as directory:
            folder = pathlib.Path(directory)
            (folder / "sources.list.d").mkdir()
            for name, text in files.items():
                (folder / "sources.list.d" / name.replace("__", ".")).write_text(text)
            return fetch.source_entries(folder)

    def test_stanzas_keep_their_key_and_lose_other_suites(self):
        release = fetch.codename()
        text = self.entries(a__sources=f"Types: deb\n# a comment\nURIs: http://mirror/debian\nSuites: {release} other\n"
                                       "Components: main\nSigned-By: /some/key.gpg\n")
        self.assertEqual(text, f"Types: deb-src\nURIs: http://mirror/debian\nSuites: {release}\nComponents: main\n"
                               "Signed-By: /some/key.gpg\n")

    def test_lines_with_options(self):
        release = fetch.codename()
        text = self.entries(a__list=f"# deb http://no/debian {release} main\n"
                                    f"deb [arch=amd64 signed-by=/some/key.gpg] http://mirror/debian {release}-updates main contrib\n")
        self.assertEqual(text, f"Types: deb-src\nURIs: http://mirror/debian\nSuites: {release}-updates\nComponents: main contrib\n"
                               "Signed-By: /some/key.gpg\n")

    def test_other_software_and_disabled_entries_are_left_out(self):
        with self.assertRaisesRegex(fetch.FetchError, "no entry for the release"):
            self.entries(a__sources="Types: deb\nURIs: http://x\nSuites: stable\nComponents: main\n",
                         b__sources=f"Types: deb\nEnabled: no\nURIs: http://x\nSuites: {fetch.codename()}\nComponents: main\n")


class Recipes(unittest.TestCase):
    def test_every_recipe_reads_and_every_harness_says_what_it_drives(self):
        for target, _ in recipe.choose([]):
            for harness in target.harnesses():
                text = harness.read_text()
                self.assertTrue(text.startswith(("// ", "/*")), f"{harness} does not say what it drives")
                self.assertIn("LLVMFuzzerTestOneInput", text)

    def test_unknown_names_are_refused(self):
        with self.assertRaisesRegex(recipe.RecipeError, "no target nothing"):
            recipe.choose(["nothing"])
        with self.assertRaisesRegex(recipe.RecipeError, "no harness nothing"):
            recipe.choose(["json-c/nothing"])


class Verdict(unittest.TestCase):
    def row(self, explained=None, **changes):
        run = {"stop": "max-time", "paths": {"completed": 3, "bugs": 1}, "bugs": [], "lost": [], "tests": [],
               "coverage": {"files": {"/b/lib.c": {"lines": {"hit": 5, "total": 10}}, "/b/other.c": {"lines": {"hit": 0, "total": 10}},
                                      "/h/parse.c": {"lines": {"hit": 7, "total": 7}}}},
               "stats": {"wall_s": 1.0, "peak_rss_mb": 30}, **changes}
        job = SimpleNamespace(name="lib/parse", target=SimpleNamespace(name="lib", explained=explained or {}),
                              harness=pathlib.Path("/h/parse.c"))
        return table.row(job, SimpleNamespace(run=run, failure=""))

    def test_coverage_is_the_library_s(self):
        row = self.row()
        self.assertEqual((row["lines_reached_files"], row["lines_all"], row["paths"]), ([5, 10], [5, 20], 4))
        self.assertFalse(table.falls_short(row))

    def test_a_missing_function_stands_out_and_a_concretisation_does_not(self):
        lost = {"kind": "unknown-function", "what": "f", "file": "/b/lib.c", "line": 3, "count": 2}
        self.assertTrue(table.falls_short(self.row(lost=[lost])))
        self.assertFalse(table.falls_short(self.row(lost=[{**lost, "kind": "concretised"}])))

    def test_an_unconfirmed_bug_needs_an_explanation(self):
        bug = {"kind": "abort", "function": "f", "file": "/b/lib.c", "line": 3, "confirmed": False, "native": "it exited"}
        self.assertTrue(table.falls_short(self.row(bugs=[bug])))
        self.assertFalse(table.falls_short(self.row(bugs=[bug], explained={"parse": "because"})))
        self.assertFalse(table.falls_short(self.row(bugs=[{**bug, "confirmed": True}])))


if __name__ == "__main__":
    unittest.main()
