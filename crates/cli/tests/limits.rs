//! Limits and interrupts: a run that does not end by itself stops cleanly and says why.

mod common;

use common::Place;
use std::fs;
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
    let report = place.run(&["--max-states", "50", "--search", "bfs", "a.c"], 0);
    assert_eq!(report["stop"], "max-states");
    assert_eq!(place.tests().len(), 51, "one more than the limit is what stopped it");
    assert_eq!(report["stats"]["max_live_states"], 51);
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
  if (a * b == 0xfffffffb00000015ull && a % 7 == b % 11) return 1;
  return 0;
}
"#,
    );
    let report = place.run(&["--max-solver-time", "20ms", "a.c"], 0);
    assert_eq!(report["stop"], "exhausted");
    let answered = report["paths"]["completed"].as_u64() > Some(1);
    assert!(answered || report["lost"][0]["kind"] == "solver-unknown", "{report}");
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
