//! `bowline loops`: what each loop does, in words.

mod common;

use common::Place;
use serde_json::Value;

const PROGRAM: &str = r#"
#include <klee/klee.h>

static int digits(const char *text) {
  int count = 0;
  while (text[count] >= '0' && text[count] <= '9') count++;
  return count;
}

int main(void) {
  char text[9];
  klee_make_symbolic(text, sizeof text, "text");
  text[8] = 0;
  int kept = 0, last = -1;
  for (int at = 0; text[at]; at++) {
    if (text[at] != '\n') kept++;
    if (text[at] == '/') last = at;
  }
  unsigned number = 0;
  for (int i = 0; i < 3; i++) number += i;
  return kept + last + digits(text) + (int)number;
}
"#;

fn program() -> Place {
    Place::with_program(PROGRAM)
}

fn listed(place: &Place, args: &[&str]) -> String {
    let output = place.bowline(args);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn loops_are_told_in_words() {
    let text = listed(&program(), &["loops", "a.c"]);
    let expected = [
        "a.c:6: digits: exact",
        "round j is taken while text[j] is one of '0'..'9'",
        "after k rounds: count = k",
        "a.c:15: main: exact",
        "kept = how many of text[0..k) are not '\\n'",
        "last = j for the last j < k with text[j] is '/' (where there is none, last stays -1)",
        "a.c:20: main: not met with unknown values",
        "3 loops: 2 exact, 1 not met",
    ];
    for part in expected {
        assert!(text.contains(part), "{part} is not in:\n{text}");
    }
    let files: Vec<_> = std::fs::read_dir(program().path()).expect("the directory").collect();
    assert_eq!(files.len(), 1, "nothing is left behind");
}

#[test]
fn json_has_the_same() {
    let text = listed(&program(), &["loops", "--json", "a.c"]);
    let survey: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(survey["counts"]["met"], 2);
    assert_eq!(survey["counts"]["exact"], 2);
    assert_eq!(survey["loops"][0]["function"], "digits");
    assert!(survey["loops"][0]["words"][0].as_str().expect("words").contains("'0'..'9'"));
}

#[test]
fn mistakes_are_told_in_one_line() {
    let output = program().bowline(&["loops", "missing.c"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(String::from_utf8_lossy(&output.stderr).lines().count(), 1);
}
