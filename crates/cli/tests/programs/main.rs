//! Runs every program under `tests/programs` as its comments say; see [`annotations`] for what they may say.
//!
//! For each program, in every mode: the reported bugs are exactly the annotated ones, by line and kind; the reason for
//! stopping, the number of paths and the losses are as annotated. In the default mode every generated test is also run
//! natively and must do what was predicted.
//!
//! `cargo test -p bowline-cli --test programs -- strcpy` runs the programs whose names contain `strcpy`; with `--chaos=12` each runs under
//! twelve seeds of chaos instead (see `crates/engine/src/chaos.rs`), and must find and cover what it does without. With `--chaos=12 --seeds-each=4` each
//! runs under four of the twelve, its neighbour under the next four. The programs that took longest are named: the
//! whole suite has a limit.

mod annotations;
mod check;

use annotations::Annotations;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::{Duration, Instant};
use std::{fs, thread};

/// How many of the programs that took longest are named.
const SLOWEST: usize = 12;

fn main() -> ExitCode {
    let filters: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let number =
        |option: &str| std::env::args().find_map(|arg| arg.strip_prefix(option)?.parse::<u64>().ok());
    let seeds = number("--chaos=");
    let seeds_each = number("--seeds-each=");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs");
    let mut programs = programs_below(&root);
    programs.retain(|path| {
        let name = name_of(&root, path);
        filters.is_empty() || filters.iter().any(|filter| name.contains(filter))
    });
    let total = programs.len();
    let queue = Mutex::new(programs.into_iter().enumerate());
    let failures: Mutex<Vec<(String, Vec<String>)>> = Mutex::new(Vec::new());
    let times: Mutex<Vec<(Duration, String)>> = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, |count| count.get()) {
            scope.spawn(|| {
                loop {
                    let next = queue.lock().expect("no test panics while it holds the queue").next();
                    let Some((index, path)) = next else { break };
                    let name = name_of(&root, &path);
                    let start = Instant::now();
                    let problems = run_program(
                        &path,
                        seeds.map(|all| seeds_of(index as u64, all, seeds_each.unwrap_or(all))),
                    );
                    let time = (start.elapsed(), name.clone());
                    times.lock().expect("no test panics while it holds the times").push(time);
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
    let mut times = times.into_inner().expect("all threads ended normally");
    times.sort_by(|one, other| other.cmp(one));
    let slowest: Vec<String> = times
        .iter()
        .take(SLOWEST)
        .map(|(time, name)| format!("{name} {:.1} s", time.as_secs_f64()))
        .collect();
    println!("\nslowest: {}", slowest.join(", "));
    let what = if seeds.is_some() { "chaos" } else { "programs" };
    println!("\n{what}: {} passed, {} failed", total - failures.len(), failures.len());
    let nothing_ran = total == 0 && filters.is_empty();
    ExitCode::from(u8::from(nothing_ran || !failures.is_empty()))
}

/// The seeds of a program: as many as asked for, beginning behind those of the program before it.
fn seeds_of(index: u64, all: u64, each: u64) -> Vec<u64> {
    (0..each.min(all)).map(|at| (index * each + at) % all).collect()
}

fn run_program(path: &Path, chaos: Option<Vec<u64>>) -> Vec<String> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) => return vec![format!("cannot be read: {error}")],
    };
    match Annotations::parse(&text) {
        Ok(annotations) => match chaos {
            Some(seeds) => check::check_chaos(path, &annotations, &seeds),
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
