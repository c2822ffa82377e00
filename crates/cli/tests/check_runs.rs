//! `bowline check` as a whole: what must not change its answers, and how it ends before its time.

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

fn program(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/check").join(name)
}

fn check(name: &str, options: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_bowline"))
        .args(["check", "--json", "--evidence-time", "0s"])
        .args(options)
        .arg(program(name))
        .output()
        .expect("bowline starts")
}

/// Everything but the time it took.
fn answers(output: &Output) -> Value {
    let mut report: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|_| panic!("no report: {}", String::from_utf8_lossy(&output.stderr)));
    report["wall_s"] = Value::Null;
    report
}

fn entries(directory: &Path) -> Vec<PathBuf> {
    let folders = fs::read_dir(directory).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = folders
        .flat_map(|folder| fs::read_dir(folder.path()).into_iter().flatten().flatten())
        .map(|file| file.path())
        .collect();
    files.sort();
    files
}

#[test]
fn answers_do_not_depend_on_the_number_of_threads() {
    for name in ["measured_calls.c", "measured_copy.c", "two_callers.c", "measured_contents.c"] {
        let one = answers(&check(name, &["--no-repository", "--jobs", "1"]));
        for jobs in ["2", "5"] {
            assert_eq!(
                one,
                answers(&check(name, &["--no-repository", "--jobs", jobs])),
                "{name} with {jobs}"
            );
        }
    }
}

#[test]
fn responses_are_used_again_and_damaged_ones_made_anew() {
    let place = tempfile::tempdir().expect("a directory");
    let kept = place.path().join("kept");
    let option = kept.to_str().expect("a path");
    for name in ["measured_calls.c", "measured_copy.c"] {
        let without = answers(&check(name, &["--no-repository"]));
        assert_eq!(without, answers(&check(name, &["--repository", option])), "{name} at first");
        assert_eq!(without, answers(&check(name, &["--repository", option])), "{name} again");
    }
    let files = entries(&kept);
    assert!(files.len() >= 4, "{files:?}");
    // Whoever finds a response does not write it.
    let times = || {
        files.iter().map(|file| fs::metadata(file).and_then(|data| data.modified()).ok()).collect::<Vec<_>>()
    };
    let written = times();
    let before = answers(&check("measured_copy.c", &["--repository", option]));
    assert_eq!(written, times(), "nothing is measured again");
    for file in &files {
        fs::write(file, "{\"version\": 1, \"key\"").expect("damaged");
    }
    assert_eq!(before, answers(&check("measured_copy.c", &["--repository", option])));
    let whole = |file: &PathBuf| serde_json::from_slice::<Value>(&fs::read(file).expect("an entry")).is_ok();
    assert!(files.iter().any(whole), "entries were made anew");
}

#[test]
fn nothing_is_kept_where_that_is_said() {
    let place = tempfile::tempdir().expect("a directory");
    let run = |options: &[&str]| {
        let status = Command::new(env!("CARGO_BIN_EXE_bowline"))
            .args(["check", "--evidence-time", "0s", "--quiet"])
            .args(options)
            .arg(program("measured_copy.c"))
            .env("XDG_CACHE_HOME", place.path())
            .output()
            .expect("bowline starts")
            .status;
        assert_eq!(status.code(), Some(1));
    };
    run(&["--no-repository"]);
    assert!(!place.path().join("bowline").exists());
    run(&[]);
    assert!(!entries(&place.path().join("bowline/responses")).is_empty());
}

#[test]
fn a_repository_that_is_a_file_is_a_mistake() {
    let place = tempfile::tempdir().expect("a directory");
    let file = place.path().join("file");
    fs::write(&file, "").expect("written");
    let output = check("measured_copy.c", &["--repository", file.to_str().expect("a path")]);
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("this is no directory") && said.trim().lines().count() == 1, "{said}");
}

#[test]
fn the_time_is_over_also_within_a_query() {
    let begin = Instant::now();
    let report = answers(&check("nested_loops.c", &["--no-repository", "--max-time", "1ms"]));
    assert!(begin.elapsed() < Duration::from_secs(10));
    let queries = report["queries"].as_array().expect("queries");
    assert!(!queries.is_empty() && queries.iter().all(|query| query["verdict"] == "unknown"), "{queries:?}");
    assert_eq!(report["totals"]["unknown_by_cause"]["limit"], queries.len());
}

#[test]
fn an_interrupt_leaves_whole_results() {
    let place = tempfile::tempdir().expect("a directory");
    let out = place.path().join("out");
    let mut child = Command::new(env!("CARGO_BIN_EXE_bowline"))
        .args(["check", "--no-repository", "--out"])
        .arg(&out)
        .arg(program("measured_contents.c"))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("bowline starts");
    std::thread::sleep(Duration::from_millis(1500));
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill");
    assert!(sent.success());
    let status = child.wait().expect("it ends");
    assert!(matches!(status.code(), Some(0 | 1)), "{status}");
    let report: Value =
        serde_json::from_slice(&fs::read(out.join("check.json")).expect("check.json")).expect("whole");
    let totals = &report["totals"];
    let count = |name: &str| totals[name].as_u64().expect("a number");
    let all: u64 = ["safe", "vulnerable", "infeasible", "unknown"].into_iter().map(count).sum();
    assert_eq!(all, count("queries"));
    assert!(out.join("results.sarif").exists());
}

/// A reader of the SARIF file must not take for proved what holds from the beginning of its function only.
#[test]
fn what_is_assumed_is_told_in_the_sarif_file() {
    let place = tempfile::tempdir().expect("a directory");
    let out = place.path().join("out");
    let report =
        answers(&check("rounds_with_calls.c", &["--no-repository", "--out", out.to_str().expect("a path")]));
    let queries = report["queries"].as_array().expect("queries");
    let is_assumed = |query: &&Value| query["verdict"] == "vulnerable" && query["assumes"].is_string();
    let assumed = queries.iter().find(is_assumed).expect("an answer that assumes something");
    let text = fs::read(out.join("results.sarif")).expect("results.sarif");
    let sarif: Value = serde_json::from_slice(&text).expect("JSON");
    let results = sarif["runs"][0]["results"].as_array().expect("results");
    let told = results.iter().find(|result| result["properties"]["assumes"] == assumed["assumes"]);
    let message = told.expect("the same answer")["message"]["text"].as_str().expect("a text").to_string();
    assert!(message.contains(", assuming that `header` is called so that "), "{message}");
}
