//! Limits of merging: past them paths go on as if there were no merging, and that is counted.

mod common;

use common::Place;
use serde_json::Value;

const COUNT: &str = r#"
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  size_t n = (size_t)klee_range(1, 9, "n");
  char *text = malloc(n);
  if (!text) return 0;
  klee_make_symbolic(text, n, "text");
  int blanks = 0;
  for (size_t i = 0; i < n; i++) blanks += text[i] == ' ' ? 1 : 0;
  if (blanks == 7) text[blanks + 1] = 1;
  free(text);
  return 0;
}
"#;

fn given_up(report: &Value) -> u64 {
    let loops = report["stats"]["loops"].as_array().expect("a list");
    loops.iter().map(|one| one["given_up"].as_u64().expect("a number")).sum()
}

#[test]
fn past_a_limit_paths_go_on_unmerged_and_find_the_same() {
    let place = Place::with_program(COUNT);
    let common = ["--confirm", "none", "--tests", "none", "a.c", "--loops"];
    let run = |more: &[&str]| place.run(&[&common[..], more].concat(), 1);
    let bug = |report: &Value| (report["bugs"][0]["kind"].clone(), report["bugs"][0]["line"].clone());
    let forked = run(&["fork"]);
    let merged = run(&["merge"]);
    assert_eq!(given_up(&merged), 0);
    assert_eq!(bug(&merged), bug(&forked));
    let paths = |report: &Value| report["paths"]["completed"].as_u64().expect("a number");
    for limit in [["--merge-max-paths", "3"], ["--merge-max-time", "0.001ms"], ["--merge-max-size", "3"]] {
        let limited = run(&["merge", limit[0], limit[1]]);
        assert!(given_up(&limited) > 0, "{limit:?}");
        assert_eq!(limited["stop"], "exhausted", "{limit:?}");
        assert_eq!(bug(&limited), bug(&forked), "{limit:?}");
        assert!(paths(&limited) > paths(&merged), "{limit:?}: nothing is held together");
    }
}

/// Keeping what a path has decided costs time and memory, which only values of joined paths repay.
#[test]
fn where_nothing_is_joined_everything_is_as_without_merging() {
    let place = Place::with_program(
        r#"#include <klee/klee.h>
int main(void) {
  unsigned char text[4];
  klee_make_symbolic(text, sizeof text, "text");
  int small = 0, digits = 0;
  for (int i = 0; i < 4; i++) {
    if (text[i] < 'a') small++;
    if (text[i] < 'a' && text[i] >= '0') digits++;
  }
  return small + digits;
}
"#,
    );
    let run = |mode: &str| place.run(&["--tests", "none", "a.c", "--loops", mode], 0);
    let [fork, merge, auto] = ["fork", "merge", "auto"].map(run);
    assert_eq!(merge["stats"]["queries"], fork["stats"]["queries"]);
    // The plain lane is at its end before any other has a turn: there was only a look at whether the loop forks.
    assert_eq!(auto["paths"]["completed"], fork["paths"]["completed"]);
    let queries = |report: &serde_json::Value| report["stats"]["queries"].as_u64().expect("a number");
    assert!(queries(&auto) <= queries(&fork) + 4, "{} and {}", queries(&auto), queries(&fork));
}

/// Two lanes explore the same inputs; which of them is the first to come to its end must not depend on the clock.
#[test]
fn a_race_is_the_same_again() {
    let place = Place::with_program(
        r#"#include <klee/klee.h>
int main(void) {
  char text[6], last = 0;
  klee_make_symbolic(text, sizeof text, "text");
  text[5] = 0;
  int pairs = 0;
  for (int at = 0; text[at]; at++) {
    if (text[at] == last) pairs++;
    else if (text[at] == ' ') pairs = 0;
    last = text[at];
  }
  return pairs;
}
"#,
    );
    let arguments = ["--confirm", "none", "--tests", "none", "a.c", "--loops", "summary"];
    let counts = || {
        let report = place.run(&arguments, 0);
        assert_eq!(report["stop"], "exhausted");
        (report["paths"].clone(), report["stats"]["instructions"].clone())
    };
    let once = counts();
    assert!(once.0["superseded"].as_u64().expect("a number") > 0, "nothing was raced: {}", once.0);
    for _ in 0..2 {
        assert_eq!(counts(), once);
    }
}
