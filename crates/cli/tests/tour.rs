//! The README's tour, word for word: every command in its ```console blocks runs, in order, in a copy of the examples, and
//! prints what the README says.
//!
//! A line that begins with `$ ` is a command for `sh`; the lines up to the next one are its standard output. In these
//! - `…` stands for any text, and a line that is only `…` for any number of lines;
//! - a time such as `1.25 s` stands for any time, since machines differ, and `1924 instructions` for any number of them, since
//!   they change with every improvement of the C library.
//!
//! Everything else is compared as it is, but for blanks at the end of a line.

mod common;

use common::Place;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;

struct Step {
    command: String,
    output: Vec<String>,
}

fn steps(readme: &str) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    for block in readme.split("\n```console\n").skip(1) {
        let block = block.split("\n```").next().unwrap_or_default();
        for line in block.lines() {
            match (line.strip_prefix("$ "), steps.last_mut()) {
                (Some(command), _) => {
                    steps.push(Step { command: command.to_string(), output: Vec::new() });
                }
                (None, Some(step)) => step.output.push(line.to_string()),
                (None, None) => panic!("a block begins with output: {line}"),
            }
        }
    }
    steps
}

/// `3 paths, 7 instructions, 0.25 s` as `3 paths, … instructions, … s`.
fn without_measures(line: &str) -> String {
    let mut words: Vec<String> = line.trim_end().split(' ').map(str::to_string).collect();
    for at in 1..words.len() {
        let is_time = words[at - 1].contains('.') && words[at - 1].parse::<f64>().is_ok();
        let is_number = words[at - 1].parse::<u64>().is_ok();
        let unit = words[at].trim_end_matches([',', ';', '.', ')']);
        if unit == "s" && is_time || unit == "instructions" && is_number {
            words[at - 1] = "…".to_string();
        }
    }
    words.join(" ")
}

fn line_matches(expected: &str, actual: &str) -> bool {
    let (expected, actual) = (without_measures(expected), without_measures(actual));
    let mut parts = expected.split('…');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = actual.strip_prefix(first) else { return false };
    let parts: Vec<&str> = parts.collect();
    let Some((last, middle)) = parts.split_last() else { return rest.is_empty() };
    for part in middle {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}

fn matches(expected: &[String], actual: &[String]) -> bool {
    match expected.split_first() {
        None => actual.is_empty(),
        Some((line, rest)) if line == "…" => (0..=actual.len()).any(|skip| matches(rest, &actual[skip..])),
        Some((line, rest)) => actual
            .split_first()
            .is_some_and(|(first, after)| line_matches(line, first) && matches(rest, after)),
    }
}

fn lines(text: &str) -> Vec<String> {
    text.lines().map(str::to_string).collect()
}

#[test]
fn the_tour_word_for_word() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let readme = fs::read_to_string(root.join("README.md")).expect("README.md");
    let steps = steps(&readme);
    assert!(steps.len() >= 5, "the tour has {} commands", steps.len());

    let place = Place::with(&[]);
    place.tool("cp", &["-r", root.join("examples").to_str().expect("text"), "examples"]);
    let directory = Path::new(env!("CARGO_BIN_EXE_bowline")).parent().expect("a directory");
    let path = format!("{}:{}", directory.display(), std::env::var("PATH").expect("a PATH"));
    let mut problems = String::new();
    for step in &steps {
        let output = Command::new("sh")
            .args(["-c", &step.command])
            .current_dir(place.path())
            .env("PATH", &path)
            .env("LC_ALL", "C.UTF-8")
            .output()
            .expect("a shell");
        let said = String::from_utf8_lossy(&output.stdout);
        if !matches(&step.output, &lines(&said)) {
            let complaint = String::from_utf8_lossy(&output.stderr);
            let expected = step.output.join("\n");
            let _ = writeln!(
                problems,
                "$ {}\n--- README\n{expected}\n--- printed\n{said}--- on standard error\n{complaint}\n",
                step.command
            );
        }
    }
    assert!(problems.is_empty(), "the README's tour does not say what happens:\n\n{problems}");
}

#[test]
fn what_matches_and_what_does_not() {
    let same = |expected: &str, actual: &str| matches(&lines(expected), &lines(actual));
    assert!(same("a\nb", "a\nb") && same("a  ", "a"));
    assert!(!same("a\nb", "a\nc") && !same("a", "a\nb") && !same("a\nb", "a"));
    assert!(same("3 paths, 0.25 s", "3 paths, 11.5 s") && !same("3 paths, 0.25 s", "4 paths, 0.25 s"));
    assert!(same("1 path, 7 instructions, 0.1 s", "1 path, 8 instructions, 0.1 s"));
    assert!(!same("3 s of 4", "2 s of 4"), "only what is written as a time is one");
    assert!(same("in …/a.c:3", "in /tmp/x/a.c:3") && !same("in …/a.c:3", "in /tmp/x/a.c:34"));
    assert!(same("… and …", "this and that") && !same("… and …", "this or that"));
    assert!(same("a\n…\nz", "a\nz") && same("a\n…\nz", "a\nb\nc\nz") && !same("a\n…\nz", "a\nb"));
}
