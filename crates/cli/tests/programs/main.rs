//! Runs every program under `tests/programs` as its comments say; see [`annotations`] for what they may say.
//!
//! For each program, in every mode: the reported bugs are exactly the annotated ones, by line and kind; the reason for
//! stopping, the number of paths and the losses are as annotated. In the default mode every generated test is also run
//! natively and must do what was predicted.
//!
//! `cargo test -p bowline-cli --test programs -- strcpy` runs the programs whose names contain `strcpy`; with `--chaos=12` each runs under
//! twelve seeds of chaos instead (see `crates/engine/src/chaos.rs`), and must find and cover what it does without.

mod annotations;
mod check;

use annotations::Annotations;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::{fs, thread};

fn main() -> ExitCode {
    let filters: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let seeds = std::env::args().find_map(|arg| arg.strip_prefix("--chaos=")?.parse::<u64>().ok());
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs");
    let mut programs = programs_below(&root);
    programs.retain(|path| {
        let name = name_of(&root, path);
        filters.is_empty() || filters.iter().any(|filter| name.contains(filter))
    });
    let total = programs.len();
    let queue = Mutex::new(programs.into_iter());
    let failures: Mutex<Vec<(String, Vec<String>)>> = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, |count| count.get()) {
            scope.spawn(|| {
                loop {
                    let next = queue.lock().expect("no test panics while it holds the queue").next();
                    let Some(path) = next else { break };
                    let name = name_of(&root, &path);
                    let problems = run_program(&path, seeds);
                    if !problems.is_empty() {
                        println!("FAILED {name}");
                        failures
                            .lock()
                            .expect("no test panics while it holds the list")
                            .push((name, problems));
                    }
                }
            });
        }
    });
    let mut failures = failures.into_inner().expect("all threads ended normally");
    failures.sort();
    for (name, problems) in &failures {
        println!("\n{name}");
        for problem in problems {
            println!("    {}", problem.replace('\n', "\n    "));
        }
    }
    let what = if seeds.is_some() { "chaos" } else { "programs" };
    println!("\n{what}: {} passed, {} failed", total - failures.len(), failures.len());
    let nothing_ran = total == 0 && filters.is_empty();
    ExitCode::from(u8::from(nothing_ran || !failures.is_empty()))
}

fn run_program(path: &Path, chaos: Option<u64>) -> Vec<String> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) => return vec![format!("cannot be read: {error}")],
    };
    match Annotations::parse(&text) {
        Ok(annotations) => match chaos {
            Some(seeds) => check::check_chaos(path, &annotations, seeds),
            None => check::check(path, &annotations),
        },
        Err(problem) => vec![problem],
    }
}

fn name_of(root: &Path, path: &Path) -> String {
    path.strip_prefix(root).unwrap_or(path).display().to_string()
}

fn programs_below(directory: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(programs_below(&path));
        } else if path.extension().is_some_and(|ext| ext == "c" || ext == "ll") {
            found.push(path);
        }
    }
    found.sort();
    found
}
