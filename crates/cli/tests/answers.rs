//! Answers that a test program cannot check, because native runs cannot be the same or because the words on the terminal matter.

mod common;

use common::Place;
use serde_json::{Value, json};

/// What a run without confirmation prints, and its report.
fn explore(place: &Place, args: &[&str]) -> (String, Value) {
    let all: Vec<&str> = ["run", "--out", "out", "--confirm", "none"].iter().chain(args).copied().collect();
    let output = place.bowline(&all);
    (String::from_utf8_lossy(&output.stdout).into_owned(), place.report())
}

#[test]
fn an_unknown_goto_goes_to_every_label_and_nowhere() {
    let place = Place::with_program(
        r#"#include <klee/klee.h>
int main(void) {
  static void *labels[] = {&&one, &&two};
  void *to;
  klee_make_symbolic(&to, sizeof to, "to");
  goto *to;
one:
  return labels[0] == 0;
two:
  return 2;
}
"#,
    );
    let (_, report) = explore(&place, &["a.c"]);
    assert_eq!(report["exit_statuses"], json!({"0": 1, "2": 1}));
    assert_eq!(report["bugs"].as_array().map(Vec::len), Some(1));
    assert_eq!((&report["bugs"][0]["kind"], &report["bugs"][0]["count"]), (&json!("unreachable"), &json!(1)));
    assert_eq!(report["lost"], json!([]));
}

#[test]
fn an_aliased_function_is_called_in_place_of_another() {
    let place = Place::with_program(
        r#"#include <klee/klee.h>
int real(int x) { return x; }
int other(int x) { return x + 1; }
int main(void) {
  int before = real(1);
  if (klee_int("which")) klee_alias_function("real", "other");
  return 10 * before + real(1);
}
"#,
    );
    let (_, report) = explore(&place, &["a.c"]);
    assert_eq!(report["exit_statuses"], json!({"11": 1, "12": 1}));
    let place = Place::with_program(
        "#include <klee/klee.h>\nint main(void) { klee_alias_function(\"main\", \"nobody\"); return 0; }\n",
    );
    let (_, report) = explore(&place, &["a.c"]);
    assert!(report["lost"][0]["what"].as_str().is_some_and(|what| what.contains("`nobody`")), "{report}");
}

#[test]
fn a_harness_that_is_never_entered_is_not_explored() {
    let place = Place::with_program(
        r#"#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
int LLVMFuzzerInitialize(int *argc, char ***argv) {
  exit(argc == 0 || argv == 0 ? 2 : 3);
}
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { return size > 0 && data[0] == 1; }
"#,
    );
    let (said, report) = explore(&place, &["a.c"]);
    assert_eq!(report["attention"][0]["kind"], "harness-not-entered");
    assert!(said.contains("attention: `LLVMFuzzerTestOneInput` was never called"), "{said}");
    assert!(said.contains("exit status 3") && !said.contains("every path explored"), "{said}");
}

#[test]
fn a_program_without_unknowns_has_one_path() {
    let place = Place::with_program("int main(void) { return 0; }\n");
    let (said, report) = explore(&place, &["a.c"]);
    assert_eq!(report["attention"][0]["kind"], "nothing-unknown");
    assert!(
        said.contains("attention: nothing in this program is unknown") && said.contains("--sym-args"),
        "{said}"
    );
    assert!(said.contains("the only path explored") && !said.contains("every path explored"), "{said}");
    let (said, report) = explore(&place, &["--sym-stdin", "1", "a.c"]);
    assert_eq!(report["attention"], json!([]));
    assert!(said.contains("every path explored"), "{said}");
}

#[test]
fn assumptions_that_cannot_hold_are_named() {
    let contradiction = r#"#include <klee/klee.h>
int main(void) {
  int x = klee_int("x");
  klee_assume(x > 5);
  klee_assume(x < 3);
  return 0;
}
"#;
    let (said, report) = explore(&Place::with_program(contradiction), &["a.c"]);
    assert_eq!(report["attention"][0]["kind"], "contradictory-assumption");
    assert!(said.contains("attention: no input satisfies the assumptions (at a.c:5)"), "{said}");
    assert!(said.contains("nothing explored") && !said.contains("every path explored"), "{said}");

    let on_some_paths = contradiction.replace("klee_assume(x < 3)", "if (x & 1) klee_assume(x < 3)");
    let (said, report) = explore(&Place::with_program(&on_some_paths), &["a.c"]);
    assert_eq!(report["attention"], json!([]));
    assert!(said.contains("klee_assume at a.c:5 is false for every input on 1 of 1 paths"), "{said}");
    assert!(said.contains("every path explored"), "{said}");
}

#[test]
fn a_test_that_does_something_else_natively_is_shown() {
    let place = Place::with_program(
        "#include <klee/klee.h>\nint main(void) { return klee_int(\"x\") == 1 ? 7 : 3 + (int)klee_is_replay(); }\n",
    );
    let output = place.bowline(&["run", "--out", "out", "--confirm", "all", "a.c"]);
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("should end by itself with status 3; natively: exits with status 4"), "{said}");
}

#[test]
fn a_small_number_is_no_address_of_an_object() {
    let place = Place::with_program("int main(void) { return *(volatile int *)0xdeadbeef; }\n");
    let arguments: Vec<String> = (0..20).map(|number| number.to_string()).collect();
    let mut args = vec!["a.c", "--"];
    args.extend(arguments.iter().map(String::as_str));
    let (_, report) = explore(&place, &args);
    let message = report["bugs"][0]["message"].as_str().unwrap_or_default();
    assert_eq!(message, "read of 4 bytes at the wild address 0xdeadbeef");
}

#[test]
fn archives_of_plain_bitcode_are_linked_by_need() {
    let files: [(&str, &[u8]); 3] = [
        ("used.c", b"int twice(int x) { return 2 * x; }\n"),
        ("unused.c", b"extern int nowhere(int); int thrice(int x) { return nowhere(3 * x); }\n"),
        ("a.c", b"#include <klee/klee.h>\nint twice(int);\nint main(void) { int a[4] = {0}; return a[twice(klee_range(0, 3, \"x\"))]; }\n"),
    ];
    for index in ["rcs", "rcS"] {
        let place = Place::with(&files);
        for name in ["used", "unused"] {
            let (source, bitcode) = (format!("{name}.c"), format!("{name}.bc"));
            place.tool("clang-19", &["-g", "-emit-llvm", "-c", &source, "-o", &bitcode]);
        }
        place.tool("llvm-ar-19", &[index, "lib.a", "used.bc", "unused.bc"]);
        let (said, report) = explore(&place, &["a.c", "lib.a"]);
        assert_eq!(report["bugs"][0]["kind"], "out-of-bounds-read", "{index}: {said}");
    }
}

#[test]
fn a_type_that_llvm_loses_count_of_fits_no_stack() {
    let text = "target triple = \"x86_64-pc-linux-gnu\"\ndefine i32 @main() {\n  %huge = alloca [9223372036854775808 x i8]\n  \
                store i8 1, ptr %huge\n  ret i32 0\n}\n";
    let place = Place::with(&[("a.ll", text.as_bytes())]);
    let (_, report) = explore(&place, &["a.ll"]);
    assert_eq!(report["bugs"][0]["kind"], "stack-overflow", "{report}");
}
