//! Values that have a formula in a merged state with a counter, one kind after the other.
//!
//! Of what a loop leaves behind only the value in question is live: without a formula for it there would be no pattern, as nobody would need the counter.

mod common;

use common::Place;
use serde_json::Value;

/// Explores a program with patterns, each of which is proved: the only loop that is merged.
fn explored(program: &str) -> Value {
    let place = Place::with_program(&format!("#include <klee/klee.h>\n#include <stdlib.h>\n{program}"));
    let options = ["--confirm", "none", "--tests", "none", "--loops", "pattern", "--checks", "full", "a.c"];
    let report = place.run(&options, 0);
    assert_eq!(report["stop"], "exhausted");
    report["stats"]["loops"][0].clone()
}

/// `scan` looks through a text of unknown length below 24, which ends with a zero; `use` says what must be right.
fn scanned(scan: &str, expected: &str) -> Value {
    explored(&format!(
        "{scan}
int main(void) {{
  size_t n = (size_t)klee_range(1, 24, \"n\");
  char *text = malloc(n);
  klee_make_symbolic(text, n, \"text\");
  text[n - 1] = 0;
  {expected}
  free(text);
  return 0;
}}"
    ))
}

fn follows_a_pattern(merged: &Value) {
    assert!(merged["patterns"].as_u64() > Some(0), "{merged}");
    assert_eq!(merged["fallbacks"], Value::Null, "{merged}");
}

#[test]
fn the_input_byte_at_a_place_that_was_counted() {
    let scan = "static char scan(const char *p) { while (*p == 'a') p++; return *p; }";
    follows_a_pattern(&scanned(scan, "klee_assert(scan(text) != 'a');"));
}

#[test]
fn what_a_table_says_of_that_byte() {
    let scan = "static const unsigned char kind[256] = {['a'] = 1, ['b'] = 7, ['c'] = 9};
static int scan(const char *p) { while (*p == 'z') p++; return kind[(unsigned char)*p]; }";
    follows_a_pattern(&scanned(scan, "klee_assert(scan(text) != 7 || text[0] == 'z' || text[0] == 'b');"));
}

#[test]
fn what_is_chosen_by_that_byte() {
    let scan = "static int scan(const char *p) {
  int c;
  do { c = *p++; c = c >= 'A' && c <= 'Z' ? c + 32 : c; } while (c == 'x');
  return c;
}";
    follows_a_pattern(&scanned(scan, "klee_assert(scan(text) != 'X');"));
}

#[test]
fn a_pointer_at_an_offset_that_was_counted() {
    let scan = "static const char *scan(const char *p) { while (*p == ' ') p++; return p; }";
    follows_a_pattern(&scanned(
        scan,
        "const char *end = scan(text);
  klee_assert(*end != ' ');
  klee_assert(end == text || end[-1] == ' ');",
    ));
}

#[test]
fn what_only_the_last_repetition_read() {
    let scan = "static char scan(const char *p) {
  char last = 0;
  while (*p >= 'a') last = *p++;
  return last;
}";
    follows_a_pattern(&scanned(scan, "klee_assert(scan(text) == 0 || text[0] >= 'a');"));
}

/// The words of `out` that became formulas where `length` of them were written.
fn words_written(word: &str, first: &str, written: &str) -> u64 {
    let merged = explored(&format!(
        "int main(void) {{
  static {word} out[40];
  for (int i = 0; i < 40; i++) out[i] = {first};
  size_t n = (size_t)klee_range(0, 40, \"n\");
  unsigned char *text = malloc(n);
  klee_make_symbolic(text, n, \"text\");
  for (size_t i = 0; i < n; i++) out[i] = {written};
  size_t at = (size_t)klee_range(0, 40, \"at\");
  size_t i = at;
  if (at < n) klee_assert(out[at] == ({word})({written}));
  else klee_assert(out[at] == ({word})({first}));
  free(text);
  return 0;
}}"
    ));
    follows_a_pattern(&merged);
    merged["formula_words"].as_u64().expect("a number")
}

#[test]
fn bytes_written_side_by_side() {
    assert!(words_written("unsigned char", "0", "text[i] ^ 1") >= 36);
}

#[test]
fn words_of_several_bytes_written_side_by_side() {
    for word in ["unsigned short", "int", "long"] {
        // Of small numbers the upper bytes never change.
        for first in ["0", "-1"] {
            assert!(words_written(word, first, "(3 * i + 7)") >= 36, "{word} {first}");
            assert!(words_written(word, first, "text[i] * 3") >= 36, "{word} {first}");
        }
    }
}
