//! Confirmed means confirmed: by the sanitizers' own words and the way the program ended, of the bug's kind and at its place.

mod common;

use common::Place;
use serde_json::Value;

/// A copy of unknown length into four bytes, at line 8.
const COPY: &str = r#"
#include <klee/klee.h>
#include <string.h>
int main(void) {
  char to[4] = {0}, from[16] = {0};
  unsigned char n;
  klee_make_symbolic(&n, sizeof n, "n"); if (n > 5) return 0;
  memcpy(to, from, n);
  return to[0];
}
"#;

/// The bugs of a run, by kind and line, with whether and how each was confirmed.
fn bugs(place: &Place, args: &[&str]) -> Vec<(String, u64, bool, String)> {
    let report = place.run(args, 1);
    let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
    let bug = |bug: &Value| {
        let line = bug["line"].as_u64().unwrap_or_default();
        assert_eq!(bug["native_elsewhere"], Value::Null, "{bug}");
        (text(&bug["kind"]), line, bug["confirmed"] == true, text(&bug["native"]))
    };
    report["bugs"].as_array().expect("a list").iter().map(bug).collect()
}

/// Demands one bug, confirmed at its line.
fn confirms(program: &str, args: &[&str], kind: &str, line: u64) {
    let found = bugs(&Place::with_program(program), &[args, &["a.c"]].concat());
    let [(found_kind, found_line, true, _)] = &found[..] else { panic!("{found:#?}") };
    assert_eq!((found_kind.as_str(), *found_line), (kind, line));
}

#[test]
fn what_a_program_prints_is_no_confirmation() {
    let place = Place::with_program(
        r#"
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  char a[4] = {0};
  unsigned char b[2];
  klee_make_symbolic(b, sizeof b, "b");
  if (b[0] != 9) return 0;
  if (klee_is_symbolic(b[1])) return a[b[1]];
  fputs("==1==ERROR: AddressSanitizer: stack-buffer-overflow on address 0x1\n    #0 0x1 in main a.c:10:5\n", stderr);
  fflush(stderr);
  _Exit(86);
}
"#,
    );
    let found = bugs(&place, &["a.c"]);
    let [(kind, 10, false, native)] = &found[..] else { panic!("{found:#?}") };
    assert_eq!((kind.as_str(), native.as_str()), ("out-of-bounds-read", "exits with status 86"));
}

#[test]
fn a_crash_elsewhere_is_no_confirmation() {
    let place = Place::with_program(
        r#"
#include <klee/klee.h>
int main(void) {
  int *nothing = 0;
  unsigned char b;
  klee_make_symbolic(&b, 1, "b");
  if (b != 5) return 0;
  if (!klee_is_symbolic(b))
    *(volatile int *)8 = 1;
  return *nothing;
}
"#,
    );
    let found = bugs(&place, &["a.c"]);
    let [(_, 10, false, native)] = &found[..] else { panic!("{found:#?}") };
    assert!(native.contains("SEGV in main") && native.ends_with("a.c:9:24, another place"), "{native}");
    let replay = place.bowline(&["replay", "out"]);
    let text = String::from_utf8_lossy(&replay.stdout);
    assert!(text.contains("NOT as predicted: null-dereference"), "{text}");
}

#[test]
fn a_missing_name_is_a_name() {
    let program = COPY.replace("\"n\"", "0");
    confirms(&program, &[], "out-of-bounds-write", 8);
}

#[test]
fn flags_of_the_program_do_not_break_its_native_build() {
    for flags in [
        "-std=c89",
        "-std=c99",
        "-std=c11",
        "-O2 -D_FORTIFY_SOURCE=2",
        "-O2 -Wp,-D_FORTIFY_SOURCE=3",
        "-fsanitize=address,undefined -fno-sanitize-recover=all",
        "-Dmalloc=wrong -Dstrlen=wrong",
    ] {
        confirms(COPY, &[&format!("--cflags={flags}")], "out-of-bounds-write", 8);
    }
}

#[test]
fn one_line_has_many_spellings() {
    let place = Place::with(&[("p.c", COPY.as_bytes()), ("a.c", b"#include \"./p.c\"\n")]);
    let found = bugs(&place, &["./a.c"]);
    assert!(matches!(&found[..], [(_, 8, true, _)]), "{found:#?}");
}

#[test]
fn an_object_without_bytes_has_none_natively_either() {
    for allocation in ["malloc(n)", "calloc(n, 1)", "calloc(1, n)", "realloc(0, n)"] {
        let program = format!(
            "#include <klee/klee.h>\n#include <stdlib.h>\nint main(void) {{\n  unsigned char n;\n  \
             klee_make_symbolic(&n, 1, \"n\"); if (n > 3) return 0;\n  char *p = {allocation};\n  p[0] = 0;\n  return 0;\n}}\n"
        );
        confirms(&program, &[], "out-of-bounds-write", 7);
    }
}

#[test]
fn the_smallest_number_divided_by_minus_one() {
    let program = r#"
#include <klee/klee.h>
int main(void) {
  int a, b;
  klee_make_symbolic(&a, sizeof a, "a");
  klee_make_symbolic(&b, sizeof b, "b");
  if (b == 0) return 0;
  return a / b;
}
"#;
    confirms(program, &[], "signed-overflow", 8);
    confirms(program, &["--check", "signed-overflow"], "signed-overflow", 8);
}

#[test]
fn a_leak_that_a_local_of_main_holds() {
    let program = r#"
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  char *kept = malloc(12), n;
  klee_make_symbolic(&n, 1, "n");
  if (n == 5) exit(kept != 0);
  free(kept);
  return 0;
}
"#;
    let found = bugs(&Place::with_program(program), &["--check", "memory-leak", "a.c"]);
    let [(kind, _, true, native)] = &found[..] else { panic!("{found:#?}") };
    assert_eq!(kind, "memory-leak");
    assert!(native.contains("LeakSanitizer") && native.contains("a.c:5"), "{native}");
}

#[test]
fn unknown_values_of_every_type() {
    let program = r#"
typedef unsigned char uint8_t;
uint8_t __VERIFIER_nondet_uint8_t(void);
char *__VERIFIER_nondet_charp(void);
int __VERIFIER_nondet_char(void);
long __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  uint8_t a = __VERIFIER_nondet_uint8_t();
  char *p = __VERIFIER_nondet_charp();
  int c = __VERIFIER_nondet_char();
  if (a == 200 && p == (char *)0x123456789ab && c == 70000 && __VERIFIER_nondet_int() == -5000000000) reach_error();
  return 0;
}
"#;
    confirms(program, &[], "assertion", 12);
}

#[test]
fn unknown_values_in_two_registers_and_in_those_of_floating_numbers() {
    let program = r#"
#include <string.h>
unsigned __int128 __VERIFIER_nondet_uint128(void);
float __VERIFIER_nondet_float32(void);
extern void reach_error(void);
int main(void) {
  unsigned __int128 wide = __VERIFIER_nondet_uint128();
  float f = __VERIFIER_nondet_float32();
  unsigned bits;
  memcpy(&bits, &f, sizeof bits);
  if (wide >> 64 == 5 && (unsigned long)wide == 6 && bits == 0x40490fdb) reach_error();
  return 0;
}
"#;
    confirms(program, &[], "assertion", 11);
}

#[test]
fn an_unknown_structure_in_memory_is_lost() {
    let place = Place::with_program(
        "struct s { int a[20]; };\nstruct s __VERIFIER_nondet_s(void);\nint main(void) { struct s s = __VERIFIER_nondet_s(); return s.a[9] == 4; }\n",
    );
    let report = place.run(&["--fresh", "zero", "a.c"], 0);
    assert_eq!((&report["lost"][0]["kind"], &report["lost"][0]["line"]), (&"unsupported".into(), &3.into()));
}

#[test]
fn a_null_pointer_that_the_c_library_calls() {
    let program = r#"
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  int a[3] = {3, 1, 2}, (*compare)(const void *, const void *) = NULL;
  if (klee_int("k") == 5)
    qsort(a, 3, sizeof *a, compare);
  return 0;
}
"#;
    confirms(program, &[], "null-dereference", 7);
}

#[test]
fn a_variable_that_only_an_unused_one_refers_to_must_exist() {
    let place = Place::with_program("extern struct x y;\nvoid *unused = &y;\nint main(void) { return 0; }\n");
    let output = place.bowline(&["run", "--out", "out", "a.c"]);
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(text.contains("no definition of the variable(s) `y`") && text.lines().count() == 1, "{text}");
}

#[test]
fn a_harness_that_refuses_a_hard_limit_of_its_stack() {
    let program = r#"
#include <stddef.h>
#include <stdlib.h>
#include <sys/resource.h>
int LLVMFuzzerInitialize(int *argc, char ***argv) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_STACK, &limit) || limit.rlim_max != RLIM_INFINITY) exit(3);
  return *argc < 0 && argv;
}
int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
  if (size == 3 && data[1] == 'x') abort();
  return 0;
}
"#;
    confirms(program, &[], "abort", 11);
}
