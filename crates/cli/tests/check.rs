//! Runs `bowline check` on every program under `tests/check` and compares all verdicts with its comments, both ways.
//!
//! A comment at the end of a line names the queries of that line with their verdicts: `// write: safe, vulnerable; branch: unknown`.
//! `vulnerable` means confirmed natively, `vulnerable?` not. Kinds that a program's comments never name are not asked about; all queries
//! of the others must be annotated.
//!
//! `cargo test -p bowline-cli --test check -- loop` runs the programs whose names contain `loop`.

use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::Mutex;
use std::{fs, thread};

/// By line and kind: verdicts, sorted.
type Verdicts = BTreeMap<(u64, String), Vec<String>>;

const KINDS: [(&str, &str); 3] = [("write", "writes"), ("read", "reads"), ("branch", "branches")];

fn main() -> ExitCode {
    let filters: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/check");
    let mut programs: Vec<PathBuf> =
        fs::read_dir(root).expect("tests/check").flatten().map(|entry| entry.path()).collect();
    programs.sort();
    programs.retain(|path| {
        let name = path.to_string_lossy();
        name.ends_with(".c") && (filters.is_empty() || filters.iter().any(|filter| name.contains(filter)))
    });
    let total = programs.len();
    let queue = Mutex::new(programs.into_iter());
    let failures = Mutex::new(0);
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, |count| count.get()) {
            scope.spawn(|| {
                while let Some(path) = { queue.lock().expect("the queue").next() } {
                    let problems = problems_of(&path);
                    if !problems.is_empty() {
                        println!("FAILED {}\n    {}", path.display(), problems.join("\n    "));
                        *failures.lock().expect("the count") += 1;
                    }
                }
            });
        }
    });
    let failed = failures.into_inner().expect("the count");
    println!("check: {} passed, {failed} failed", total - failed);
    ExitCode::from(u8::from(total == 0 && filters.is_empty() || failed > 0))
}

fn problems_of(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).expect("a program");
    let expected = annotated(&text);
    let kinds: Vec<&str> = KINDS
        .iter()
        .filter(|(kind, _)| expected.keys().any(|(_, one)| one == kind))
        .map(|(_, option)| *option)
        .collect();
    let place = tempfile::tempdir().expect("a temporary directory");
    let out = place.path().join("out");
    let run = Command::new(env!("CARGO_BIN_EXE_bowline"))
        .args(["check", "--no-repository", "--max-time", "300s", "--only", &kinds.join(","), "--out"])
        .arg(&out)
        .arg(path)
        .output()
        .expect("bowline starts");
    let said = String::from_utf8_lossy(&run.stderr);
    let Ok(json) = fs::read(out.join("check.json")) else { return vec![format!("no check.json: {said}")] };
    let report: Value = serde_json::from_slice(&json).expect("check.json is JSON");
    let found = reported(&report);
    let mut problems = Vec::new();
    let vulnerable = report["totals"]["vulnerable"].as_u64().unwrap_or(0) > 0;
    if run.status.code() != Some(i32::from(vulnerable)) {
        problems.push(format!("exit code {:?}: {said}", run.status.code()));
    }
    for (key, verdicts) in &expected {
        if found.get(key) != Some(verdicts) {
            let now = found.get(key).map_or_else(|| "nothing".to_string(), |found| found.join(", "));
            problems.push(format!("line {}: {} is {now}, not {}", key.0, key.1, verdicts.join(", ")));
        }
    }
    for (key, verdicts) in found.iter().filter(|(key, _)| !expected.contains_key(key)) {
        problems.push(format!("line {}: {} is {}, and not annotated", key.0, key.1, verdicts.join(", ")));
    }
    problems
}

fn annotated(text: &str) -> Verdicts {
    let mut all = Verdicts::new();
    for (number, line) in (1..).zip(text.lines()) {
        let Some((_, comment)) = line.rsplit_once("// ") else { continue };
        for part in comment.split(';') {
            let Some((kind, verdicts)) = part.split_once(':') else { continue };
            if KINDS.iter().any(|(one, _)| *one == kind.trim()) {
                let mut verdicts: Vec<String> =
                    verdicts.split(',').map(|verdict| verdict.trim().to_string()).collect();
                verdicts.sort();
                all.insert((number, kind.trim().to_string()), verdicts);
            }
        }
    }
    all
}

fn reported(report: &Value) -> Verdicts {
    let mut all = Verdicts::new();
    for query in report["queries"].as_array().expect("queries") {
        let text = |key: &str| query[key].as_str().unwrap_or_default().to_string();
        let verdict = text("verdict");
        let is_shown = query["confirmed"].as_bool() == Some(true);
        assert!(verdict != "vulnerable" || !text("native").is_empty(), "no word about a native run: {query}");
        assert!(!text("reason").is_empty(), "no reason: {query}");
        let mark = if verdict == "vulnerable" && !is_shown { "?" } else { "" };
        let key = (query["line"].as_u64().unwrap_or(0), text("kind"));
        all.entry(key).or_default().push(verdict + mark);
    }
    all.values_mut().for_each(|verdicts| verdicts.sort());
    all
}
