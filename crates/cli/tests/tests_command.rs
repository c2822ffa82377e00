//! `bowline tests`: tests are listed, shown and converted, and what they are converted to does what the test does.

mod common;

use common::{Place, UNKNOWN_WORLD};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const FUZZER: &str = r#"
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 3) return 0;
  if (data[0] == 'B' && data[1] == 0 && data[2] == '!') {
    char *copy = malloc(size);
    memcpy(copy, data, size);
    copy[size] = 0;
    free(copy);
  }
  return 0;
}
"#;

const KLEE: &str = r#"
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  int *table = malloc(16);
  unsigned char kind;
  klee_make_symbolic(&kind, sizeof kind, "kind");
  int i = klee_range(0, 10, "i");
  if (kind == 200 && i > 3) table[i] = 1;
  if (kind == 1) return i == 2 ? 21 : 22;
  return 7;
}
"#;

const VERIFIER: &str = r#"
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_nondet_memory(void *memory, unsigned long size);
extern void abort(void);
void reach_error() { abort(); }
int main(void) {
  char block[3];
  __VERIFIER_nondet_memory(block, sizeof block);
  int x = __VERIFIER_nondet_int();
  double d = __VERIFIER_nondet_double();
  if (block[1] == 'k' && x < -5 && __VERIFIER_nondet_uchar() == 200) reach_error();
  return d == 0.0;
}
"#;

const PLAIN: &str = r#"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
  char *p = malloc(2), *mode = getenv("MODE");
  FILE *f = fopen("conf", "r");
  int c = f ? getc(f) : -1;
  if (argc > 1 && !strcmp(argv[1], "-x") && getchar() == 'q' && c == 'z' && mode && mode[0] == 'm') p[2] = 1;
  free(p);
  return argc > 1;
}
"#;

fn text(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

fn succeeds(place: &Place, args: &[&str]) -> String {
    let output = place.bowline(args);
    assert_eq!(output.status.code(), Some(0), "{args:?} said: {}", text(&output));
    text(&output)
}

/// Builds and runs a reproducer as the comment at its top says; how it ended, and what it said.
fn reproduce(directory: &Path, name: &str) -> Output {
    let source = fs::read_to_string(directory.join(name)).expect("a reproducer");
    let commands: Vec<String> = source
        .lines()
        .take_while(|line| *line != " */")
        .filter_map(|line| line.strip_prefix(" *     "))
        .map(|line| line.replace("clang ", "clang-19 "))
        .collect();
    assert!(commands.len() >= 2, "{source}");
    Command::new("sh")
        .current_dir(directory)
        .args(["-e", "-c", &commands.join("\n")])
        .output()
        .expect("a shell")
}

/// The reproducers of all tests end as the run says.
fn all_reproduce(place: &Place, directory: &str, report: &Value) {
    for test in report["tests"].as_array().expect("tests") {
        let stem = Path::new(test["file"].as_str().expect("a name")).file_stem().expect("a stem").to_owned();
        let output = reproduce(&place.join(directory), &format!("{}.c", stem.to_string_lossy()));
        let said = text(&output);
        match test["outcome"].as_str() {
            Some("bug") => {
                assert!(!output.status.success(), "{stem:?} shows no bug");
                let aborted = output.status.code() == Some(134) || said.contains("AddressSanitizer");
                assert!(aborted, "{stem:?} says: {said}");
            }
            _ => assert_eq!(
                output.status.code().map(i64::from),
                test["status"].as_i64(),
                "{stem:?} says: {said}"
            ),
        }
    }
}

#[test]
fn reproducers_of_every_kind_of_harness_do_what_their_tests_do() {
    for (program, options) in
        [(FUZZER, [].as_slice()), (KLEE, &[]), (VERIFIER, &[]), (PLAIN, UNKNOWN_WORLD.as_slice())]
    {
        let place = Place::with_program(program);
        let report = place.run(&[options, &["--tests", "all", "--no-confirm", "a.c"]].concat(), 1);
        let said = succeeds(&place, &["tests", "convert", "--to", "c", "out"]);
        assert!(said.contains("tests-c"), "{said}");
        all_reproduce(&place, "tests-c", &report);
    }
}

#[test]
fn a_function_harness_is_reproduced_too() {
    let place = Place::with_program(
        "#include <bowline.h>\nvoid check(void) { int x; bowline_symbolic(&x, sizeof x, \"x\"); bowline_assert(x != 77); }\n",
    );
    let report = place.run(&["--entry", "check", "--no-confirm", "a.c"], 1);
    succeeds(&place, &["tests", "convert", "--to", "c", "--out", "c", "out"]);
    all_reproduce(&place, "c", &report);
}

/// A driver as fuzzers have one: every file named is one input.
const DRIVER: &str = r#"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int main(int argc, char **argv) {
  static uint8_t room[4096];
  FILE *file = fopen(argv[1], "rb");
  size_t n = fread(room, 1, sizeof room, file);
  uint8_t *data = malloc(n);
  for (size_t i = 0; i < n; i++) data[i] = room[i];
  return LLVMFuzzerTestOneInput(data, n);
}
"#;

#[test]
fn a_raw_corpus_shows_the_bug_and_comes_back_as_the_same_tests() {
    let place = Place::with(&[("a.c", FUZZER.as_bytes()), ("driver.c", DRIVER.as_bytes())]);
    let report = place.run(&["--no-confirm", "a.c"], 1);
    succeeds(&place, &["tests", "convert", "--to", "raw", "--out", "corpus", "out"]);
    place.tool("clang-19", &["-g", "-fsanitize=address", "a.c", "driver.c", "-o", "driver"]);
    for test in report["tests"].as_array().expect("tests") {
        let stem =
            test["file"].as_str().expect("a name").trim_start_matches("tests/").trim_end_matches(".ktest");
        let input = place.join("corpus").join(stem);
        let output = Command::new(place.join("driver"))
            .arg(&input)
            .env("ASAN_OPTIONS", "detect_leaks=0")
            .output()
            .expect("the driver starts");
        assert_eq!(output.status.success(), test["outcome"] != "bug", "{stem}: {}", text(&output));
    }
    succeeds(&place, &["tests", "convert", "--to", "ktest", "--out", "back", "corpus"]);
    let shown = |directory: &str, name: &str| {
        let all = succeeds(&place, &["tests", "show", &format!("{directory}/{name}")]);
        let inputs = all.lines().filter(|line| line.starts_with("size:") || line.starts_with(' '));
        inputs.map(str::to_string).collect::<Vec<_>>()
    };
    for name in place.tests() {
        assert_eq!(shown("back", &name), shown("out/tests", &name), "{name}");
    }
}

#[test]
fn inputs_of_other_programs_are_one_raw_file_each() {
    let place = Place::with_program(KLEE);
    place.run(&["--no-confirm", "a.c"], 1);
    let said =
        succeeds(&place, &["tests", "convert", "--to", "raw", "--out", "raw", "out/tests/000001.ktest"]);
    assert!(said.contains("one file per input"), "{said}");
    assert_eq!(fs::read(place.join("raw/000001-kind")).expect("an input").len(), 1);
    assert_eq!(fs::read(place.join("raw/000001-i")).expect("an input").len(), 4);
}

#[test]
fn a_test_comp_suite_has_metadata_and_comes_back_as_the_same_tests() {
    let place = Place::with_program(VERIFIER);
    place.run(&["--no-confirm", "--tests", "all", "a.c"], 1);
    succeeds(&place, &["tests", "convert", "--to", "testcomp", "--out", "suite", "out"]);
    let metadata = fs::read_to_string(place.join("suite/metadata.xml")).expect("metadata");
    let elements: Vec<&str> =
        metadata.lines().filter_map(|line| line.strip_prefix("  <")?.split('>').next()).collect();
    // The order is prescribed.
    let expected = [
        "sourcecodelang",
        "producer",
        "specification",
        "programfile",
        "programhash",
        "entryfunction",
        "architecture",
        "creationtime",
    ];
    assert_eq!(elements, expected);
    let hash = Command::new("sha256sum").arg(place.join("a.c")).output().expect("sha256sum");
    let hash = String::from_utf8_lossy(&hash.stdout).split(' ').next().unwrap_or_default().to_string();
    assert!(metadata.contains(&hash), "{metadata}");

    let cases: Vec<String> = place.tests().iter().map(|name| name.replace(".ktest", ".xml")).collect();
    let all: String = cases
        .iter()
        .map(|name| fs::read_to_string(place.join("suite").join(name)).expect("a test case"))
        .collect();
    assert!(all.contains("<testcase coversError=\"true\">"), "{all}");
    assert!(all.contains("<input type=\"unsigned char\">200</input>"), "{all}");

    succeeds(&place, &["tests", "convert", "--to", "ktest", "--out", "back", "suite"]);
    for name in place.tests() {
        // Only what the program is called is not in the XML.
        let objects = |file: PathBuf| {
            let bytes = fs::read(file).expect("a test");
            let start = bytes.windows(7).position(|part| part == b"nondet_").expect("an input");
            bytes[start..].to_vec()
        };
        assert_eq!(
            objects(place.join("back").join(&name)),
            objects(place.join("out/tests").join(&name)),
            "{name}"
        );
    }
}

#[test]
fn tests_are_listed_with_what_the_run_says() {
    let place = Place::with_program(KLEE);
    let report = place.run(&["a.c"], 1);
    let listed = succeeds(&place, &["tests", "list", "out"]);
    assert_eq!(listed.lines().count(), place.tests().len() + 1, "{listed}");
    let bug = listed.lines().find(|line| line.contains("out-of-bounds-write a.c:9 (confirmed)"));
    assert!(bug.is_some_and(|line| line.contains("kind 1, i 4")), "{listed}");
    assert!(listed.contains("exit 7"), "{listed}");
    let new_lines = report["tests"].as_array().expect("tests").iter().map(|test| test["new_lines"].as_u64());
    assert_eq!(
        new_lines.map(|count| count.expect("counted")).sum::<u64>(),
        report["coverage"]["lines"]["hit"].as_u64().expect("lines"),
        "every line has one test that was first"
    );
    let one = succeeds(&place, &["tests", "list", "out/tests/000001.ktest"]);
    assert_eq!(one.lines().count(), 2, "{one}");
}

#[test]
fn mistakes_are_told_in_one_line_and_nothing_is_written() {
    let whole = bowline_test(b"size", &[1, 0, 0, 0, 0, 0, 0, 0]);
    let place = Place::with(&[
        ("cut.ktest", &whole[..whole.len() - 3]),
        ("good.ktest", &whole),
        ("junk.ktest", b"not one at all"),
        ("note.txt", b"hello"),
        ("odd.xml", b"<?xml version=\"1.0\"?><testcase><input>1</input></testcase>"),
    ]);
    fs::create_dir(place.join("empty")).expect("a directory");
    fs::create_dir(place.join("full")).expect("a directory");
    fs::write(place.join("full/keep"), b"the user's").expect("a file");
    let before = place.names();
    for (args, says) in [
        (vec!["list", "missing.ktest"], "missing.ktest"),
        (vec!["list", "empty"], "no test"),
        (vec!["list", "note.txt"], "not a .ktest file"),
        (vec!["show", "cut.ktest"], "cut short"),
        (vec!["show", "junk.ktest"], "not a .ktest file"),
        (vec!["convert", "--to", "c", "missing"], "missing"),
        (vec!["convert", "--to", "c", "empty"], "no file"),
        (vec!["convert", "--to", "pdf", "good.ktest"], "pdf"),
        (vec!["convert", "--to", "raw", "good.ktest", "cut.ktest"], "cut short"),
        (vec!["convert", "--to", "ktest", "odd.xml"], "no `type`"),
        (vec!["convert", "--to", "testcomp", "good.ktest"], "__VERIFIER_nondet"),
        (vec!["convert", "--to", "ktest", "--out", "full", "good.ktest"], "not empty"),
        (vec!["convert", "--to", "ktest", "--out", "note.txt", "good.ktest"], "is a file"),
    ] {
        let output = place.bowline(&[vec!["tests"], args.clone()].concat());
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{args:?} said: {said}");
        assert_eq!(said.trim_end().lines().count(), 1, "{args:?} said: {said}");
        assert!(said.contains(says), "{args:?} said: {said}");
        assert_eq!(place.names(), before, "{args:?}");
    }
}

/// A `.ktest` file with one object.
fn bowline_test(name: &[u8], bytes: &[u8]) -> Vec<u8> {
    let number = |value: usize| (value as u32).to_be_bytes();
    let mut out = b"KTEST".to_vec();
    for value in [3, 0, 0, 0, 1, name.len()] {
        out.extend(number(value));
    }
    out.extend(name);
    out.extend(number(bytes.len()));
    out.extend(bytes);
    out
}

#[test]
fn names_do_not_command_the_terminal() {
    let odd = b"\x1b[2J\x1b]0;title\x07\nnext\r\xc2\x9b31m";
    let place = Place::with(&[("odd.ktest", &bowline_test(odd, &[1, 2]))]);
    for command in ["list", "show"] {
        let text = succeeds(&place, &["tests", command, "odd.ktest"]);
        assert!(text.contains("\\x1b[2J\\x1b]0;title\\x07\\nnext\\x0d\\x9b31m"), "{text:?}");
        assert!(!text.contains(|c: char| c.is_control() && c != '\n'), "{text:?}");
    }
    let program = "#include <klee/klee.h>\nint main(void) {\n  int x;\n  klee_make_symbolic(&x, sizeof x, \"\\033[2J\");\n  \
                   klee_warning(\"\\033[3J\");\n  return 7 / x;\n}\n";
    let place = Place::with_program(program);
    let output = place.bowline(&["run", "--out", "out", "--no-confirm", "a.c"]);
    let said = text(&output) + &String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("\\x1b[2J  4 bytes") && !said.contains('\x1b'), "{said:?}");
    // Names of files and what the program prints.
    let program = "#include <stdio.h>\n#line 7 \"e\\033[2Jvil.c\"\nint main(int n, char **all) {\n  puts(\"\\033[3J\");\n  \
                   return 7 / (all[n] != 0);\n}\n";
    let place = Place::with_program(program);
    for args in [
        &["run", "--out", "out", "a.c"][..],
        &["tests", "list", "out"],
        &["replay", "out/tests/000001.ktest"],
    ] {
        let output = place.bowline(args);
        let said = text(&output) + &String::from_utf8_lossy(&output.stderr);
        assert!(said.contains("\\x1b") && !said.contains('\x1b'), "{args:?}: {said:?}");
    }
}

#[test]
fn objects_of_the_same_name_become_files_of_their_own() {
    let object = |name: &str, byte: u8| {
        let size = |count: usize| (count as u32).to_be_bytes();
        [&size(name.len())[..], name.as_bytes(), &size(1), &[byte]].concat()
    };
    let head: Vec<u8> = [&b"KTEST"[..], &[0, 0, 0, 3], &[0; 12], &[0, 0, 0, 4]].concat();
    let objects = [object("a", 1), object("a", 2), object("a.1", 3), object("a", 4)].concat();
    let place = Place::with(&[("same.ktest", &[head, objects].concat())]);
    succeeds(&place, &["tests", "convert", "--to", "raw", "--out", "raw", "same.ktest"]);
    for (name, byte) in [("same-a", 1), ("same-a.1", 2), ("same-a.1.1", 3), ("same-a.2", 4)] {
        assert_eq!(fs::read(place.join("raw").join(name)).expect(name), [byte], "{name}");
    }
}

#[test]
fn a_test_that_does_not_fit_the_program_is_a_mistake() {
    let place = Place::with_program(
        "#include <klee/klee.h>\nint main(void) { return klee_range(0, 3, \"x\") == 1; }\n",
    );
    place.run(&["--tests", "all", "a.c"], 0);
    fs::write(place.join("out/tests/other.ktest"), bowline_test(b"y", &[1, 0, 0, 0])).expect("written");
    let output = place.bowline(&["replay", "out/tests/other.ktest"]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("does not fit the program") && said.contains("no (further) object 'x'"), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    assert_eq!(place.bowline(&["replay", "out"]).status.code(), Some(2), "one of them does not");
    fs::remove_file(place.join("out/tests/other.ktest")).expect("removed");
    assert_eq!(place.bowline(&["replay", "out"]).status.code(), Some(0));
}
