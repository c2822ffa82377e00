//! Runs one program in every mode and compares.

use crate::annotations::Annotations;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The default with native confirmation of everything, then others that must find the same.
const MODES: [(&str, &[&str]); 3] = [
    ("default", &["--confirm", "all"]),
    ("dfs", &["--search", "dfs", "--confirm", "none", "--tests", "none"]),
    ("bfs", &["--search", "bfs", "--confirm", "none", "--tests", "none"]),
];
/// Other ways to treat unknown sizes. They part paths differently, but bugs and covered lines are the same.
const SIZE_MODES: [(&str, &[&str]); 8] = [
    ("eager", &["--sizes", "eager", "--confirm", "all"]),
    ("merge", &["--loops", "merge", "--checks", "full", "--confirm", "all"]),
    ("merge-naive", &["--loops", "merge-naive", "--checks", "full", "--confirm", "none"]),
    ("auto", &["--loops", "auto", "--checks", "full", "--confirm", "none"]),
    (
        "merge any",
        &[
            "--loops",
            "merge",
            "--merge-on",
            "any",
            "--merge-loops",
            "all",
            "--checks",
            "full",
            "--confirm",
            "all",
        ],
    ),
    ("pattern", &["--loops", "pattern", "--checks", "full", "--confirm", "all"]),
    (
        "pattern any",
        &[
            "--loops",
            "pattern",
            "--merge-on",
            "any",
            "--merge-loops",
            "all",
            "--checks",
            "full",
            "--confirm",
            "all",
        ],
    ),
    ("summary", &["--loops", "summary", "--confirm", "all"]),
];
/// For programs that do not end.
const SAFETY_LIMIT: &str = "120s";

/// What is wrong, one entry each; empty when all is right.
pub fn check(program: &Path, annotations: &Annotations) -> Vec<String> {
    let mut problems = Vec::new();
    let mut completed = Vec::new();
    let mut covered = Vec::new();
    let size_modes = if annotations.all_sizes { &SIZE_MODES[..] } else { &[] };
    // Which lane has explored a program first depends on the order in which each takes its paths.
    let has_race = annotations.flags.iter().any(|flag| flag == "summary");
    for (index, (mode, flags)) in MODES.iter().chain(size_modes).enumerate() {
        match run(program, annotations, flags) {
            Ok((output, report)) => {
                let found = compare(program, annotations, &output, &report);
                problems.extend(found.into_iter().map(|problem| format!("[{mode}] {problem}")));
                if report["stop"] == "exhausted" {
                    covered.push((mode, report["coverage"]["lines"].clone()));
                    if index < MODES.len() && !has_race {
                        completed.push((mode, report["paths"]["completed"].clone()));
                    }
                }
            }
            Err(problem) => problems.push(format!("[{mode}] {problem}")),
        }
        // The other modes would only say the same again.
        if !problems.is_empty() {
            break;
        }
    }
    if completed.windows(2).any(|pair| pair[0].1 != pair[1].1) {
        problems.push(format!("the number of paths depends on the mode: {completed:?}"));
    }
    if covered.windows(2).any(|pair| pair[0].1 != pair[1].1) {
        problems.push(format!("the covered lines depend on the mode: {covered:?}"));
    }
    problems
}

/// The same under chaos, which must change nothing: seeds in turn for each way to treat loops.
pub fn check_chaos(program: &Path, annotations: &Annotations, seeds: &[u64]) -> Vec<String> {
    let quick = ["--confirm", "none", "--tests", "none"];
    // A run that is cut by a limit covers what it gets to.
    let is_cut = annotations.stop.is_some();
    let expected = match run(program, annotations, &quick) {
        Ok((_, report)) => report["coverage"]["lines"].clone(),
        Err(problem) => return vec![problem],
    };
    for &seed in seeds {
        let text = seed.to_string();
        let loops: &[&str] = match seed % 6 {
            1 if annotations.all_sizes => &["--loops", "merge"],
            2 if annotations.all_sizes => &["--loops", "merge", "--merge-on", "any"],
            3 if annotations.all_sizes => &["--loops", "pattern", "--merge-on", "any"],
            4 if annotations.all_sizes => &["--loops", "summary"],
            5 if annotations.all_sizes => &["--loops", "auto"],
            _ => &[],
        };
        let flags = [&quick[..], &["--chaos", text.as_str()], loops].concat();
        let mut problems = match run(program, annotations, &flags) {
            Ok((output, report)) => {
                let mut found = compare(program, annotations, &output, &report);
                let covered = &report["coverage"]["lines"];
                if !is_cut && *covered != expected {
                    found.push(format!("covers {covered}, not {expected}"));
                }
                found
            }
            Err(problem) => vec![problem],
        };
        if !problems.is_empty() {
            problems.iter_mut().for_each(|problem| *problem = format!("[chaos {seed}] {problem}"));
            return problems;
        }
    }
    Vec::new()
}

fn run(program: &Path, annotations: &Annotations, mode: &[&str]) -> Result<(Output, Value), String> {
    let place = tempfile::tempdir().map_err(|error| error.to_string())?;
    let out = place.path().join("out");
    let mut command = Command::new(env!("CARGO_BIN_EXE_bowline"));
    command.current_dir(place.path()).arg("run").arg("--out").arg(&out);
    if !annotations
        .flags
        .iter()
        .map(String::as_str)
        .chain(mode.iter().copied())
        .any(|flag| flag == "--checks")
    {
        command.args(["--checks", "cheap"]);
    }
    if !annotations.flags.iter().any(|flag| flag == "--max-time") {
        // A net only: what is beyond the capacity is not to fill the time up.
        command.args(["--max-time", SAFETY_LIMIT, "--larger-sizes", "lost"]);
    }
    // What merges must not depend on how busy the machine is.
    command.args(["--merge-max-time", SAFETY_LIMIT]);
    for library in &annotations.native_libs {
        command.arg("--native-lib").arg(build_library(library, place.path())?);
    }
    command.args(&annotations.flags).args(mode).arg(program);
    if !annotations.args.is_empty() {
        command.arg("--").args(&annotations.args);
    }
    let output = command.output().map_err(|error| format!("cannot be run: {error}"))?;
    let text =
        fs::read(out.join("run.json")).map_err(|_| format!("leaves no run.json; {}", said(&output)))?;
    let report = serde_json::from_slice(&text).map_err(|error| format!("run.json is broken: {error}"))?;
    Ok((output, report))
}

/// Builds a source of `tests/native` as a shared library.
fn build_library(source: &str, place: &Path) -> Result<PathBuf, String> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/native").join(source);
    let library = place.join(source).with_extension("so");
    let mut command = Command::new("clang-19");
    command.args(["-shared", "-fPIC", "-O1", "-g", "-o"]).arg(&library).arg(file);
    let output = command.output().map_err(|error| format!("clang-19 cannot be run: {error}"))?;
    if output.status.success() {
        Ok(library)
    } else {
        Err(format!("{source} cannot be built: {}", String::from_utf8_lossy(&output.stderr)))
    }
}

fn said(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stderr);
    format!("it ended with {} and said: {}", output.status, text.trim())
}

fn compare(program: &Path, annotations: &Annotations, output: &Output, report: &Value) -> Vec<String> {
    let mut problems = Vec::new();
    let expected_code = i32::from(!annotations.bugs.is_empty());
    if output.status.code() != Some(expected_code) {
        problems.push(format!("exit code {expected_code} expected, but {}", said(output)));
    }
    compare_bugs(program, annotations, report, &mut problems);
    let stop = annotations.stop.as_deref().unwrap_or("exhausted");
    if report["stop"] != stop {
        problems.push(format!("stops by {}, not {stop}", report["stop"]));
    }
    if let Some(paths) = annotations.paths
        && report["paths"]["completed"] != paths
    {
        problems.push(format!("{} paths end normally, not {paths}", report["paths"]["completed"]));
    }
    compare_losses(annotations, report, &mut problems);
    for test in array(&report["tests"]) {
        if test["agrees"] == false && test["outcome"] != "bug" {
            let predicted = format!("{} with status {}", test["outcome"], test["status"]);
            problems.push(format!(
                "test {}: {predicted} predicted, natively it {}",
                test["file"], test["native"]
            ));
        }
    }
    problems
}

fn compare_bugs(program: &Path, annotations: &Annotations, report: &Value, problems: &mut Vec<String>) {
    let mut reported = BTreeSet::new();
    for bug in array(&report["bugs"]) {
        let (line, kind) = (bug["line"].as_u64().unwrap_or(0), bug["kind"].as_str().unwrap_or_default());
        let file = bug["file"].as_str().unwrap_or_default();
        if Path::new(file).file_name() != program.file_name() {
            problems.push(format!("bug outside of the program: {kind} at {file}:{line}"));
        }
        if !annotations.bugs.contains(&(line, kind.to_string())) {
            problems.push(format!("not annotated: line {line}: {kind}: {}", bug["message"]));
        }
        for (_, expected) in annotations.messages.iter().filter(|(at, _)| *at == line) {
            if !bug["message"].as_str().unwrap_or_default().contains(expected) {
                problems
                    .push(format!("line {line}: the message does not say `{expected}`: {}", bug["message"]));
            }
        }
        let needs_confirmation = bug["native"] != "not run" && !annotations.silent.contains(&line);
        if needs_confirmation && bug["confirmed"] != true {
            problems.push(format!("not confirmed: line {line}: {kind}: natively it {}", bug["native"]));
        }
        reported.insert((line, kind.to_string()));
    }
    for (line, kind) in annotations.bugs.difference(&reported) {
        problems.push(format!("not found: line {line}: {kind}"));
    }
}

fn compare_losses(annotations: &Annotations, report: &Value, problems: &mut Vec<String>) {
    let losses: Vec<String> = array(&report["lost"])
        .map(|loss| format!("{} {} at line {}", text(&loss["kind"]), text(&loss["what"]), loss["line"]))
        .collect();
    for expected in &annotations.lost {
        if !losses.iter().any(|loss| loss.contains(expected)) {
            problems.push(format!("no loss like `{expected}`, only {losses:?}"));
        }
    }
    for loss in &losses {
        if !annotations.lost.iter().any(|expected| loss.contains(expected)) {
            problems.push(format!("loses {loss}"));
        }
    }
}

fn array(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}
