//! `bowline replay --trace`: one test inside the engine.

mod common;

use common::{Place, UNKNOWN_WORLD};

const PROGRAM: &str = r#"
#include <klee/klee.h>
#include <string.h>
static int table[4];
static int look_up(int i) {
  return table[i];
}
int main(void) {
  unsigned char kind;
  klee_make_symbolic(&kind, 1, "kind");
  int sum = 0;
  for (int i = 0; i < 5; i++) {
    for (int j = 0; j < 121; j++) {
      sum += j;
    }
  }
  if (kind > 200)
    return look_up(kind);
  switch (kind) {
  case 3: return strlen("abc");
  default: return 9;
  }
}
"#;

/// The trace of the test that ends like this, and the exit code.
fn trace(place: &Place, outcome: &str) -> (String, Option<i32>) {
    let listed = place.bowline(&["tests", "list", "out"]);
    let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
    let line = listed.lines().find(|line| line.contains(outcome)).expect("a test that ends like this");
    let test = line.split_whitespace().next().expect("its name");
    let output = place.bowline(&["replay", "--trace", test]);
    (String::from_utf8_lossy(&output.stdout).into_owned(), output.status.code())
}

fn in_order(text: &str, parts: &[&str]) {
    let mut rest = text;
    for part in parts {
        let at = rest
            .find(part)
            .unwrap_or_else(|| panic!("`{part}` is missing, or not in this order, in\n{text}"));
        rest = &rest[at + part.len()..];
    }
}

#[test]
fn lines_decisions_calls_and_the_end_are_shown() {
    let place = Place::with_program(PROGRAM);
    place.run(&["--no-confirm", "--tests", "all", "a.c"], 1);
    let (text, code) = trace(&place, "out-of-bounds-read");
    assert_eq!(code, Some(1), "the bug shows:\n{text}");
    let parts = [
        "main\n",
        "  a.c:12         for (int i = 0; i < 5; i++) {",
        "[taken: 0 < 5]",
        "a.c:13",
        "[taken: 0 < 121]",
        "... 120 more times",
        "[not taken: 121 < 121]",
        "... 4 more times",
        "[not taken: 5 < 5]",
        "a.c:17         if (kind > 200)",
        "[taken: 2",
        "\n  look_up\n    a.c:6          return table[i];\n",
        "out-of-bounds-read: ",
        "at a.c:6",
    ];
    in_order(&text, &parts);
    assert!(text.lines().count() < 25, "repetition is shortened:\n{text}");

    let (text, code) = trace(&place, "exit 3");
    assert_eq!(code, Some(0));
    in_order(&text, &["[not taken: 3 > 200]", "[switch: 3]", "case 3: return strlen", "exit with status 3"]);
    assert!(!text.contains("strlen\n"), "our C library is not shown:\n{text}");
}

#[test]
fn every_kind_of_input_is_known() {
    let place = Place::with_program(
        r#"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
  char *mode = getenv("MODE");
  FILE *f = fopen("conf", "r");
  if (argc > 1 && !strcmp(argv[1], "-x") && getchar() == 'q')
    if (f && getc(f) == 'z' && mode && mode[0] == 'm')
      abort();
  return 4;
}
"#,
    );
    place.run(&[UNKNOWN_WORLD.as_slice(), &["--no-confirm", "--tests", "all", "a.c"]].concat(), 1);
    let (text, code) = trace(&place, "bug 1: abort");
    assert_eq!(code, Some(1), "{text}");
    in_order(&text, &["113 == 113", "122 == 122", "109 == 109", "a.c:10", "abort: "]);
    let all = place.tests();
    let report = place.report();
    for (name, test) in all.iter().zip(report["tests"].as_array().expect("tests")) {
        let output = place.bowline(&["replay", "--trace", &format!("out/tests/{name}")]);
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let is_bug = test["outcome"] == "bug";
        assert_eq!(output.status.code(), Some(i32::from(is_bug)), "{name}:\n{text}");
        if !is_bug {
            assert!(text.ends_with(&format!("exit with status {}\n", test["status"])), "{name}:\n{text}");
        }
    }
}

#[test]
fn a_failing_malloc_is_an_input_as_well() {
    let place = Place::with_program("#include <stdlib.h>\nint main(void) { return malloc(4) ? 5 : 6; }\n");
    place.run(&["--malloc-may-fail", "--tests", "all", "--no-confirm", "a.c"], 0);
    for outcome in ["exit 5", "exit 6"] {
        let (text, _) = trace(&place, outcome);
        assert!(text.ends_with(&format!("{}\n", outcome.replace("exit", "exit with status"))), "{text}");
    }
}

#[test]
fn what_cannot_be_traced_is_told_in_one_line() {
    let place = Place::with_program(PROGRAM);
    place.run(&["--no-confirm", "a.c"], 1);
    let copy = |from: &str, to: &str| std::fs::copy(place.join(from), place.join(to)).expect("copied");
    copy("out/tests/000001.ktest", "alone.ktest");
    let bytes = std::fs::read(place.join("alone.ktest")).expect("a test");
    std::fs::write(place.join("out/tests/cut.ktest"), &bytes[..bytes.len() - 1]).expect("written");
    let other = String::from_utf8_lossy(&bytes).replace("kind", "mind").into_bytes();
    std::fs::write(place.join("out/tests/other.ktest"), other).expect("written");
    for (test, says) in [
        ("out", "follows one test"),
        ("missing.ktest", "missing.ktest"),
        ("alone.ktest", "no output directory"),
        ("out/tests/cut.ktest", "cut short"),
        ("out/tests/other.ktest", "no (further) input `kind`"),
    ] {
        let output = place.bowline(&["replay", "--trace", test]);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{test}: {said}");
        assert!(said.contains(says) && said.trim_end().lines().count() == 1, "{test}: {said}");
        assert!(output.stdout.is_empty(), "{test}");
    }
}
