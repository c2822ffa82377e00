//! Every example, run by the commands that its own comment names, in a copy of the folder: its mistake, and nothing else,
//! is found where the comment in the source says, and confirmed natively.

mod common;

use common::Place;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The indented lines of the comment at the top.
fn commands(file: &str) -> Vec<String> {
    let text = fs::read_to_string(root().join(file)).expect("an example");
    let top = text.lines().take_while(|line| line.starts_with("//"));
    top.filter_map(|line| line.strip_prefix("//     ")).map(str::to_string).collect()
}

fn shell(place: &Place, script: &str) -> i32 {
    let directory = Path::new(env!("CARGO_BIN_EXE_bowline")).parent().expect("a directory");
    let path = format!("{}:{}", directory.display(), std::env::var("PATH").expect("a PATH"));
    let output = Command::new("sh").args(["-c", script]).current_dir(place.path()).env("PATH", path).output();
    let output = output.expect("a shell");
    output.status.code().expect("an exit code")
}

/// The example's bugs: their kinds, and the text of the line that all of them have.
fn expect(file: &str, kinds: &[&str], source: &str, line_has: &str) {
    let place = Place::with(&[]);
    place.tool("cp", &["-r", root().join("examples").to_str().expect("text"), "examples"]);
    let commands = commands(file);
    let (run, before) = commands.split_last().expect("a command in the comment");
    for command in before {
        assert_eq!(shell(&place, command), 0, "{command}");
    }
    let run = run.replacen("bowline run ", "bowline run --out out ", 1);
    assert_eq!(shell(&place, &run), 1, "{run}");

    let text = fs::read_to_string(root().join(source)).expect("a source");
    let wanted = 1 + text.lines().position(|line| line.contains(line_has)).expect("the line of the mistake");
    let report = place.report();
    let bugs = report["bugs"].as_array().expect("bugs");
    let mut found: Vec<&str> = bugs.iter().filter_map(|bug| bug["kind"].as_str()).collect();
    found.sort_unstable();
    assert_eq!(found, kinds, "{bugs:#?}");
    for bug in bugs {
        let in_source = bug["file"].as_str().is_some_and(|name| name.ends_with(source));
        assert!(in_source && bug["line"] == wanted, "{bug:#}");
        assert_eq!(bug["confirmed"], Value::Bool(true), "{bug:#}");
    }
    assert_eq!(report["stop"], "exhausted");
}

#[test]
fn a_parser() {
    let line = "config->name[length] = 0;";
    expect("examples/tlv.c", &["out-of-bounds-write"], "examples/tlv.c", line);
}

#[test]
fn a_libfuzzer_harness() {
    let line = "low = hex_digit(text[at + 2])";
    expect(
        "examples/query/fuzz_query.c",
        &["out-of-bounds-read", "out-of-bounds-read"],
        "examples/query/query.c",
        line,
    );
}

#[test]
fn a_klee_harness() {
    let line = "klee_assert(byte == expected)";
    expect(
        "examples/ring/check_ring.c",
        &["assertion", "uninitialised-read"],
        "examples/ring/check_ring.c",
        line,
    );
}

#[test]
fn a_test_comp_task() {
    expect("examples/airlock.c", &["assertion"], "examples/airlock.c", ") reach_error();");
}

#[test]
fn a_whole_utility() {
    let line = "line->text[line->length++] = c";
    expect("examples/detab/main.c", &["out-of-bounds-write"], "examples/detab/line.c", line);
}

/// The table of the folder names the commands that are tested here.
#[test]
fn the_folders_readme_has_the_same_commands() {
    let readme = fs::read_to_string(root().join("examples/README.md")).expect("a README");
    for file in [
        "examples/tlv.c",
        "examples/query/fuzz_query.c",
        "examples/ring/check_ring.c",
        "examples/airlock.c",
        "examples/detab/main.c",
    ] {
        assert!(readme.contains(&commands(file).join(" && ")), "the commands of {file}");
    }
}
