//! Limits and interrupts: a run that does not end by itself stops cleanly and says why.

mod common;

use common::Place;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Never ends, and has more paths the longer it runs.
const ENDLESS: &str = r#"
#include <klee/klee.h>
int main(void) {
  unsigned count = 0;
  for (;;) if (klee_int("n") > 0) count++;
}
"#;
/// Never ends on one path.
const BUSY: &str = "int main(void) { for (volatile unsigned i = 0;; i++); }\n";

#[test]
fn the_time_limit_stops_many_paths_and_a_busy_one() {
    for program in [ENDLESS, BUSY] {
        let place = Place::with_program(program);
        let start = Instant::now();
        let report = place.run(&["--max-time", "500ms", "a.c"], 0);
        assert!(start.elapsed() < Duration::from_secs(30), "took {:?}", start.elapsed());
        assert_eq!(report["stop"], "max-time");
        let explored = report["stats"]["explore_s"].as_f64().expect("a time");
        assert!((0.5..25.0).contains(&explored), "explored for {explored} s");
        assert!(!place.tests().is_empty(), "paths that are alive get tests");
        assert_eq!(report["tests"][0]["outcome"], "pending");
    }
}

#[test]
fn pending_tests_can_be_turned_off() {
    let place = Place::with_program(ENDLESS);
    let report = place.run(&["--max-time", "200ms", "--no-pending-tests", "a.c"], 0);
    assert_eq!(report["stop"], "max-time");
    assert_eq!(place.tests(), [""; 0]);
}

#[test]
fn the_limit_of_live_paths() {
    let place = Place::with_program(ENDLESS);
    let report = place.run(&["--max-states", "50", "--search", "bfs", "--tests", "all", "a.c"], 0);
    assert_eq!(report["stop"], "max-states");
    assert_eq!(place.tests().len(), 51, "one more than the limit is what stopped it");
    assert_eq!(report["stats"]["max_live_states"], 51);
}

#[test]
fn living_paths_get_tests_only_for_what_they_cover() {
    let place = Place::with_program(ENDLESS);
    let report = place.run(&["--max-states", "50", "--search", "bfs", "a.c"], 0);
    let tests = report["tests"].as_array().expect("tests");
    assert!((1..10).contains(&tests.len()), "{} tests for a handful of lines", tests.len());
    let new_lines: u64 = tests.iter().filter_map(|test| test["new_lines"].as_u64()).sum();
    assert_eq!(Some(new_lines), report["coverage"]["lines"]["hit"].as_u64());
}

#[test]
fn a_number_of_tests_is_enough() {
    let place = Place::with_program(
        r#"
#include <klee/klee.h>
int main(void) {
  for (;;) if (klee_int("n") > 0) return 0;
}
"#,
    );
    let report = place.run(&["--max-tests", "7", "--tests", "all", "a.c"], 0);
    assert_eq!(report["stop"], "max-tests");
    assert_eq!(report["config"]["max_tests"], 7);
    assert_eq!((report["tests"].as_array().map(Vec::len), place.tests().len()), (Some(7), 7));
}

#[test]
fn a_number_of_bugs_is_enough() {
    let place = Place::with_program(
        r#"
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  for (;;) {
    int n = klee_int("n");
    assert(n != 1);
    assert(n != 2);
    assert(n != 3);
  }
}
"#,
    );
    for (enough, expected) in [("1", 1), ("2", 2)] {
        let report = place.run(&["--stop-after", enough, "--no-confirm", "a.c"], 1);
        assert_eq!(report["stop"], "stop-after");
        assert_eq!(report["bugs"].as_array().map(Vec::len), Some(expected));
    }
}

/// Finds a bug, then needs millions of bytes that are the same unknown one by one, which nothing interrupts.
const STUCK: &str = r#"
#include <klee/klee.h>
#include <string.h>
static char all[16 << 20];
int main(void) {
  char small[4] = {0};
  unsigned char at = (unsigned char)klee_int("at");
  if (at < 10) return small[at];
  memset(all, at, sizeof all);
  all[at] = 1;
  return all[at + 1];
}
"#;

#[test]
fn an_explorer_that_does_not_stop_is_left_behind_with_what_it_found() {
    let place = Place::with_program(STUCK);
    let report = place.run(&["--max-time", "2s", "--search", "dfs", "a.c"], 1);
    assert_eq!(report["stop"], "max-time");
    assert_eq!(report["bugs"][0]["kind"], "out-of-bounds-read");
    assert_eq!(report["bugs"][0]["confirmed"], true, "{}", report["bugs"][0]["native"]);
    assert_eq!(report["lost"][0]["kind"], "unfinished");
    // Where it stood when it last told.
    assert!(report["coverage"]["lines"]["total"].as_u64() > Some(0), "{}", report["coverage"]["lines"]);
    assert!(
        report["stats"]["wall_s"].as_f64() > Some(2.0) && report["paths"]["alive"] == 1,
        "{}",
        report["stats"]
    );
    let test = report["bugs"][0]["test"].as_str().expect("a test");
    assert!(place.join("out").join(test).is_file());
}

#[test]
fn a_signal_ends_an_explorer_that_does_not_stop() {
    let place = Place::with_program(STUCK);
    let mut child = start(&place, &["run", "--out", "out", "--no-confirm", "a.c"]);
    thread::sleep(Duration::from_secs(2));
    let sent = Instant::now();
    signal(&child, "-TERM");
    let status = child.wait().expect("it ends");
    assert!(sent.elapsed() < Duration::from_secs(20), "took {:?}", sent.elapsed());
    assert_eq!(status.code(), Some(1), "the bug was found before");
    assert_eq!(place.report()["stop"], "interrupted");
    assert_eq!(place.report()["bugs"].as_array().map(Vec::len), Some(1));
}

#[test]
fn a_signal_ends_loading() {
    let bomb = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/limits/macro_bomb.c");
    let place = Place::with_program(&fs::read_to_string(bomb).expect("the program"));
    let mut child = place.command(&["run", "a.c"]).stdout(Stdio::null()).spawn().expect("bowline starts");
    thread::sleep(Duration::from_secs(2));
    let sent = Instant::now();
    signal(&child, "-INT");
    assert_eq!(child.wait().expect("it ends").code(), Some(2));
    assert!(sent.elapsed() < Duration::from_millis(1500), "took {:?}", sent.elapsed());
}

#[test]
fn a_signal_ends_a_native_run_that_does_not_end() {
    let place = Place::with_program(
        "#include <klee/klee.h>\nint main(void) {\n  char small[4] = {0};\n  unsigned char at = (unsigned char)klee_int(\"at\");\n  \
         if (klee_is_replay()) for (;;);\n  return small[at];\n}\n",
    );
    let mut child = start(&place, &["run", "--out", "out", "a.c"]);
    // Compiled by then, on any machine that is not overwhelmed; a compiler would be ended just so.
    thread::sleep(Duration::from_secs(4));
    let sent = Instant::now();
    signal(&child, "-INT");
    assert_eq!(child.wait().expect("it ends").code(), Some(1));
    assert!(sent.elapsed() < Duration::from_secs(4), "took {:?}", sent.elapsed());
    let bug = &place.report()["bugs"][0];
    assert_eq!((&bug["confirmed"], &bug["native"]), (&false.into(), &"not run: interrupted".into()));
}

#[test]
fn a_path_that_does_not_end_is_a_bug_by_option_and_hangs_natively() {
    let place = Place::with_program(
        r#"
#include <klee/klee.h>
int main(void) {
  unsigned char limit = (unsigned char)klee_int("limit"), i = 0;
  volatile unsigned work = 0;
  for (unsigned j = 0; j < 1000; j++) work += j;
  if (limit < 254) return 0;
  while (i <= limit) // endless for 255, where the counter wraps
    i++;
  return 1;
}
"#,
    );
    let report = place.run(&["--max-path-time", "1s", "a.c"], 1);
    assert_eq!(report["stop"], "exhausted");
    assert_eq!(report["bugs"].as_array().map(Vec::len), Some(1), "{report}");
    let bug = &report["bugs"][0];
    assert_eq!((bug["kind"].as_str(), bug["line"].as_u64()), (Some("hang"), Some(8)));
    assert_eq!(bug["confirmed"], true, "{bug}");
    assert_eq!(report["paths"]["completed"], 2);
}

#[test]
fn the_memory_of_the_machine_is_a_limit() {
    let place = Place::with_program("int main(void) { return 0; }\n");
    let half = place.run(&["a.c"], 0)["config"]["max_memory_mb"].as_u64();
    assert!(half.is_some_and(|half| half > 100), "{half:?}");
    assert!(place.run(&["--max-memory", "none", "a.c"], 0)["config"]["max_memory_mb"].is_null());
    assert_eq!(place.run(&["--max-memory", "2G", "a.c"], 0)["config"]["max_memory_mb"], 2048);
}

#[test]
fn proofs_that_were_not_finished_are_noted() {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/limits/merge_proofs.c");
    let place = Place::with_program(&fs::read_to_string(program).expect("the program"));
    let args = [
        "--max-time",
        "3s",
        "--checks",
        "full",
        "--loops",
        "merge",
        "--merge-on",
        "any",
        "--merge-loops",
        "all",
        "--merge-at-exits-only",
        "a.c",
    ];
    let report = place.run(&args, 0);
    assert_eq!(report["stop"], "max-time");
    let notes = report["notes"].as_array().expect("notes");
    let is_noted =
        |note: &serde_json::Value| note.as_str().is_some_and(|note| note.contains("not finished in time"));
    assert!(notes.iter().any(is_noted), "{notes:?}");
}

#[test]
fn the_memory_limit() {
    let place = Place::with_program(ENDLESS);
    let report = place.run(
        &["--max-memory", "100M", "--max-time", "60s", "--search", "bfs", "--no-pending-tests", "a.c"],
        0,
    );
    assert_eq!(report["stop"], "max-memory");
}

#[test]
fn the_depth_limit_ends_forking_and_is_listed() {
    let place = Place::with_program(
        r#"
#include <klee/klee.h>
int main(void) {
  unsigned count = 0;
  for (int i = 0; i < 8; i++) if (klee_int("n") > 0) count++;
  return count;
}
"#,
    );
    let report = place.run(&["--max-depth", "3", "a.c"], 0);
    assert_eq!(report["stop"], "exhausted");
    assert_eq!(report["paths"]["completed"], 8);
    assert_eq!(report["lost"][0]["kind"], "limit");
}

#[test]
fn the_solver_limit_is_listed() {
    let place = Place::with_program(
        r#"
#include <klee/klee.h>
#include <stdint.h>
int main(void) {
  uint64_t a, b;
  klee_make_symbolic(&a, sizeof a, "a");
  klee_make_symbolic(&b, sizeof b, "b");
  klee_assume((a > 1) & (b > 1) & (a < (1ull << 32)) & (b < (1ull << 32)));
  if (a * b == 0x7854786a5d8acfcdull) return 1; // the product of two primes
  return 0;
}
"#,
    );
    let report = place.run(&["--max-solver-time", "20ms", "a.c"], 0);
    assert_eq!(report["stop"], "exhausted");
    assert_eq!(report["lost"][0]["kind"], "solver-unknown", "{report}");
}

#[test]
fn an_interrupt_stops_cleanly() {
    let place = Place::with_program(ENDLESS);
    let mut child = start(&place, &["run", "--out", "out", "a.c"]);
    signal(&child, "-INT");
    let status = child.wait().expect("it ends");
    assert_eq!(status.code(), Some(0));
    let report = place.report();
    assert_eq!(report["stop"], "interrupted");
    assert!(!place.tests().is_empty());
    assert!(fs::read_to_string(place.join("out/coverage.lcov")).expect("coverage").contains("SF:a.c"));
}

/// Starts a run and waits until it explores.
fn start(place: &Place, args: &[&str]) -> Child {
    let child = place.command(args).stdout(Stdio::null()).spawn().expect("bowline starts");
    let end = Instant::now() + Duration::from_secs(60);
    while !place.join("out/run.json").exists() {
        assert!(Instant::now() < end, "the run does not begin");
        thread::sleep(Duration::from_millis(10));
    }
    thread::sleep(Duration::from_millis(200));
    child
}

fn signal(child: &Child, signal: &str) {
    let sent = Command::new("kill").arg(signal).arg(child.id().to_string()).status();
    assert!(sent.expect("kill is there").success());
}
