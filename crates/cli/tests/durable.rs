//! Nothing that was found is lost, however a run ends, and no run harms another.

mod common;

use common::Place;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// A bug at once, another test, then no end.
const ENDLESS: &str = r#"#include <klee/klee.h>
static int table[4];
int main(void) {
  unsigned i = klee_int("i"), count = 0;
  if (i == 4) return table[i];
  if (i == 5) return 7;
  for (;;) if (klee_int("n") > 0) count++;
}
"#;

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Starts a run and waits until it has announced a bug.
fn announced(place: &Place, args: &[&str]) -> Child {
    let args: Vec<&str> = ["run", "--out", "out"].iter().chain(args).copied().collect();
    let mut child =
        place.command(&args).stderr(Stdio::piped()).stdout(Stdio::null()).spawn().expect("bowline starts");
    let mut lines = BufReader::new(child.stderr.take().expect("its words")).lines();
    let found = lines.any(|line| line.is_ok_and(|line| line.starts_with("found: ")));
    assert!(found, "the bug is announced");
    child
}

fn killed(place: &Place) {
    let mut child = announced(place, &["--search", "bfs", "a.c"]);
    child.kill().expect("killed");
    child.wait().expect("its end");
}

#[test]
fn what_was_announced_before_a_kill_is_on_disk_and_usable() {
    let place = Place::with_program(ENDLESS);
    killed(&place);
    let listed = place.bowline(&["tests", "list", "out"]);
    let table = text(&listed.stdout);
    assert!(table.contains("bug 1: out-of-bounds-read a.c:5 (not confirmed)"), "{table}");
    let report = place.bowline(&["report", "out"]);
    assert_eq!(report.status.code(), Some(0), "{}", text(&report.stderr));
    let page = fs::read_to_string(place.join("out/report.html")).expect("a page");
    assert!(page.contains("of `table`, which has 16 bytes") && page.contains("did not come to its end"));
    for test in ["out/tests/000001.ktest", "out/bugs/001-out-of-bounds-read-a.c-5/input.ktest"] {
        let replayed = place.bowline(&["replay", test]);
        assert_eq!(replayed.status.code(), Some(1), "{test}: {}", text(&replayed.stdout));
        assert!(text(&replayed.stdout).contains("as predicted: out-of-bounds-read"), "{test}");
    }
}

#[test]
fn a_directory_can_be_used_again_after_a_kill() {
    let place = Place::with_program(ENDLESS);
    killed(&place);
    let report = place.run(&["--max-time", "200ms", "--no-pending-tests", "--no-confirm", "a.c"], 1);
    assert_eq!(report["stop"], "max-time");
    assert_eq!(report["bugs"].as_array().map(Vec::len), Some(1));
    assert!(report["lost"].as_array().is_some_and(|lost| lost.iter().all(|one| one["kind"] != "unfinished")));
}

#[test]
fn a_line_of_the_journal_that_was_cut_is_left_out() {
    let place = Place::with_program(ENDLESS);
    killed(&place);
    let journal = place.join("out/events.jsonl");
    let whole = fs::read(&journal).expect("a journal");
    let lines: Vec<&[u8]> = whole.split_inclusive(|byte| *byte == b'\n').collect();
    let bug = lines.iter().position(|line| line.starts_with(b"{\"bug\"")).expect("the bug");
    for (cut, bugs) in [(lines[bug].len(), 1), (lines[bug].len() / 2, 0), (1, 0)] {
        let kept: Vec<u8> = [&lines[..bug].concat(), &lines[bug][..cut]].concat();
        fs::write(&journal, kept).expect("written");
        let listed = place.bowline(&["tests", "list", "out"]);
        assert_eq!(listed.status.code(), Some(0), "{}", text(&listed.stderr));
        assert_eq!(text(&listed.stdout).matches("bug 1: ").count(), bugs, "{}", text(&listed.stdout));
    }
}

#[test]
fn a_second_run_in_the_same_directory_is_refused() {
    let place = Place::with_program(ENDLESS);
    let mut first = announced(&place, &["--max-time", "60s", "--no-pending-tests", "a.c"]);
    let before: Vec<String> = place.tests().into_iter().filter(|name| name.ends_with(".ktest")).collect();
    let second = place.bowline(&["run", "--out", "out", "--max-time", "1s", "a.c"]);
    assert_eq!(second.status.code(), Some(2));
    let said = "bowline: out is in use by another run: choose another --out, or wait for its end\n";
    assert_eq!(text(&second.stderr), said);
    assert!(before.iter().all(|test| place.tests().contains(test)), "nothing of the first is touched");
    first.kill().expect("killed");
    first.wait().expect("its end");
}

/// Runs in a shell with limits.
fn limited(place: &Place, limit: &str, args: &str) -> Output {
    let command = format!("{limit}; exec \"$0\" {args}");
    let mut shell = Command::new("sh");
    shell.current_dir(place.path()).env_remove("RUST_BACKTRACE");
    shell.args(["-c", &command, env!("CARGO_BIN_EXE_bowline")]).output().expect("a shell")
}

#[test]
fn a_run_with_little_address_space_stops_by_itself() {
    let place = Place::with_program(ENDLESS);
    let args = "run --out out --search bfs --no-pending-tests --no-confirm --max-time 60s a.c";
    let output = limited(&place, "ulimit -v 1000000", args);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    assert_eq!(place.report()["stop"], "max-memory");
    assert_eq!(place.report()["bugs"][0]["line"], 5);
}

#[test]
fn without_memory_to_start_one_line_says_so() {
    let place = Place::with_program(ENDLESS);
    for kilobytes in [90_000, 120_000, 150_000] {
        let output = limited(&place, &format!("ulimit -v {kilobytes}"), "run --out out --max-time 1s a.c");
        let said = text(&output.stderr);
        assert!(matches!(output.status.code(), Some(1..=3)), "{kilobytes}: {:?} {said}", output.status);
        assert!(!said.is_empty() && !said.contains("panicked"), "{said}");
    }
}

/// Preloaded: writes fail as on a full disk, from the one on whose number the environment says.
const FULL_DISK: &str = include_str!("../../../tests/faults/full_disk.c");

fn on_a_disk_that_is_full_after(place: &Place, requests: u32) -> Output {
    let mut command =
        place.command(&["run", "--out", "out", "--no-confirm", "--search", "bfs", "--tests", "all", "a.c"]);
    command.env("LD_PRELOAD", place.join("full_disk.so")).env("FULL_DISK_AFTER", requests.to_string());
    command.output().expect("bowline starts")
}

#[test]
fn a_full_disk_ends_a_run_with_all_that_was_found() {
    let program = r#"#include <klee/klee.h>
int main(void) {
  unsigned char a = klee_range(0, 200, "a");
  int table[3] = {0};
  if (a == 3) return table[a];
  for (int i = 0; i < 60; i++) if (a == i + 4) return i;
  return 0;
}
"#;
    let place = Place::with(&[("a.c", program.as_bytes()), ("full_disk.c", FULL_DISK.as_bytes())]);
    place.tool("clang-19", &["-shared", "-fPIC", "full_disk.c", "-o", "full_disk.so", "-ldl"]);
    let mut told_of_bugs = 0;
    for requests in (0..200).step_by(9) {
        let output = on_a_disk_that_is_full_after(&place, requests);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "after {requests}: {said}");
        assert!(said.lines().last().is_some_and(|line| line.contains("No space left")), "{said}");
        let announced = said.lines().filter(|line| line.starts_with("found: ")).count();
        let told = text(&output.stdout).matches("reproduce: ").count();
        assert_eq!(told, announced, "after {requests}: what was found is on the terminal");
        told_of_bugs += told;
        if place.join("out/tests").is_dir() && !place.tests().is_empty() {
            let listed = place.bowline(&["tests", "list", "out"]);
            assert_eq!(listed.status.code(), Some(0), "after {requests}: {}", text(&listed.stderr));
            assert!(place.tests().iter().all(|name| name.ends_with(".ktest")), "{:?}", place.tests());
        }
    }
    assert!(told_of_bugs > 3, "some of them had found the bug");
}

/// Processes that were started with a path in their command line.
fn processes_about(path: &Path) -> usize {
    let path = path.display().to_string();
    let lines = fs::read_dir("/proc").expect("processes").flatten().map(|entry| entry.path().join("cmdline"));
    lines.filter(|line| fs::read(line).is_ok_and(|line| text(&line).contains(&path))).count()
}

#[test]
fn a_compiler_does_not_outlive_a_run_that_was_killed() {
    let doublings: String = (0..24).map(|n| format!("#define A{} A{n} A{n}\n", n + 1)).collect();
    let program = format!("#define A0 x+\n{doublings}int main(void) {{ int x = 0; return A24 x; }}\n");
    let place = Place::with_program(&program);
    let file = place.join("a.c");
    let mut child =
        place.command(&["run", "--out", "out", &file.display().to_string()]).spawn().expect("started");
    while processes_about(&file) < 2 {
        assert!(child.try_wait().expect("its status").is_none(), "the compiler is to take its time");
        thread::sleep(Duration::from_millis(20));
    }
    child.kill().expect("killed");
    child.wait().expect("its end");
    let begin = Instant::now();
    while processes_about(&file) > 0 {
        assert!(begin.elapsed() < Duration::from_secs(20), "the compiler goes on");
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn what_killed_runs_left_in_the_temporary_directory_is_removed() {
    let place = Place::with_program(ENDLESS);
    // Numbers of processes are below four million.
    let left = ["bowline-native-4999999-a", "bowline-include-4999999-b"];
    let others = ["bowline-native-mine", "else"];
    fs::create_dir(place.join("tmp")).expect("created");
    for name in left.iter().chain(&others) {
        fs::create_dir_all(place.join("tmp").join(name).join("below")).expect("created");
    }
    let mut command =
        place.command(&["run", "--out", "out", "--max-time", "1s", "--no-pending-tests", "a.c"]);
    let mut child = command
        .env("TMPDIR", place.join("tmp"))
        .stderr(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .expect("started");
    let mut said = String::new();
    child.stderr.take().expect("its words").read_to_string(&mut said).expect("read");
    assert_eq!(child.wait().expect("its end").code(), Some(1), "{said}");
    let mut stayed: Vec<String> = fs::read_dir(place.join("tmp"))
        .expect("a directory")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    stayed.sort();
    assert_eq!(stayed, others);
}
