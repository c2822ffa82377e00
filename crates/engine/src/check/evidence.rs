//! Evidence from the other side: the program is explored forwards, from `main`, with whatever surrounds it unknown.
//!
//! * An access error that it finds, and that a native run shows, makes the query at its place `vulnerable` and `confirmed`.
//! * A library has no `main`: functions that nothing calls are explored on their own where something in them is vulnerable. So are functions of a program where the way
//!   from `main` shows nothing: a driver then calls them as no caller perhaps does, and that is said.
//! * A branch of which it takes both sides has both.
//! * If the program has no other inputs than those explored, and everything was explored without a loss, then what was not found is not there: such
//!   queries are `safe`.
//! * An error at a place whose query was proved safe is a contradiction, and is told as a mistake of ours.
//! * What only a measurement had closed stays closed only where the exploration could have shown the opposite ([`measured`]).

use super::CheckConfig;
use super::measured::{self, Seen, is_closed_by_measurement};
use super::report::{CheckReport, PlaceReport, QueryReport};
use crate::conduct::run;
use crate::config::{Confirm, Limits, RunConfig, TestPolicy};
use crate::error::Error;
use crate::lcov;
use crate::report::{BugReport, Stop};
use crate::run::Finished;
use crate::scratch::{Purpose, Scratch};
use crate::world::{UnknownArgs, World};
use bowline_demand::Facts;
use bowline_exec::BugKind;
use bowline_ir::Module;
use std::path::Path;

/// Functions that read what the standard input says.
const READERS: [&str; 12] = [
    "getchar",
    "getc",
    "fgetc",
    "fgets",
    "gets",
    "scanf",
    "__isoc99_scanf",
    "fread",
    "read",
    "getline",
    "getchar_unlocked",
    "fscanf",
];

/// Functions by which nothing comes in from outside but what an exploration knows of.
const CLOSED: [&str; 34] = [
    "malloc",
    "calloc",
    "realloc",
    "free",
    "printf",
    "puts",
    "putchar",
    "strlen",
    "strcpy",
    "strncpy",
    "strcat",
    "strncat",
    "memcpy",
    "memset",
    "memmove",
    "strcmp",
    "strncmp",
    "strchr",
    "strrchr",
    "strstr",
    "abs",
    "isdigit",
    "isalpha",
    "isspace",
    "isupper",
    "islower",
    "toupper",
    "tolower",
    "atoi",
    "exit",
    "abort",
    "__assert_fail",
    "memcmp",
    "strdup",
];

/// Functions explored on their own.
const MOST_FUNCTIONS: usize = 20;

/// Runs with known arguments.
const MOST_KNOWN: usize = 12;

/// Characters of all of them together, as the system takes them.
const MOST_CHARACTERS: u64 = 100_000;

pub(super) fn gather(
    config: &CheckConfig,
    module: &Module,
    facts: &Facts,
    report: &mut CheckReport,
) -> Result<(), Error> {
    let scratch = Scratch::new(Purpose::Loops)?;
    let out = config.out.clone().unwrap_or_else(|| scratch.path().to_path_buf());
    let Some(main) = facts.main else {
        let explored = from_functions(config, &out, report);
        report.evidence = match explored {
            0 => "none: there is no `main` to start with".to_string(),
            _ => format!("{explored} functions were explored on their own, with any arguments"),
        };
        return without(report, "the exploration of the function on its own did not meet it");
    };
    let is_needed = |query: &QueryReport| is_open(query) || is_closed_by_measurement(query);
    if !report.queries.iter().any(is_needed) || config.evidence_time.is_zero() {
        report.evidence = match config.evidence_time.is_zero() {
            true => "none was looked for".to_string(),
            false => "none was needed".to_string(),
        };
        return without(report, "nothing was explored");
    }
    let (world, is_closed) = surroundings(module, module.functions[main].params.len());
    let explore = |name: &str, world: World, args: Vec<String>| {
        run(&RunConfig {
            out: Some(out.join(name)),
            world,
            args,
            tests: TestPolicy::Bugs,
            confirm: Confirm::Bugs,
            no_pending_tests: true,
            limits: Limits { max_time: Some(config.evidence_time), ..config.run.limits.clone() },
            ..config.run.clone()
        })
    };
    let seen = match explore("evidence", world, Vec::new()) {
        Ok(finished) => take_over(report, &finished, is_closed, "evidence"),
        Err(error) if error.is_users() => {
            report.evidence = format!("none: {error}");
            return without(report, "the program could not be explored");
        }
        Err(error) => return Err(error),
    };
    let mut known: Vec<(u32, u64)> = report
        .queries
        .iter()
        .filter(|query| is_unshown(query))
        .filter_map(|query| Some((query.argc?, query.longest.unwrap_or(1))))
        .collect();
    known.retain(|(count, longest)| u64::from(*count) * longest <= MOST_CHARACTERS);
    known.sort_unstable();
    known.dedup();
    for (count, longest) in known.into_iter().take(MOST_KNOWN) {
        let args = vec!["a".repeat(longest as usize); count as usize - 1];
        let name = format!("evidence-{count}-arguments-of-{longest}");
        if let Ok(finished) = explore(&name, World::default(), args) {
            let access = finished.report.bugs.iter().filter(|bug| is_access(bug));
            access.for_each(|bug| note(report, bug, &name));
        }
    }
    let how = report.evidence.clone();
    let was_shown: Vec<bool> = report.queries.iter().map(|query| query.confirmed).collect();
    let explored = from_functions(config, &out, report);
    if explored > 0 {
        report.evidence =
            format!("{how}; {explored} functions were explored on their own, with any arguments");
    }
    for (query, _) in report.queries.iter_mut().zip(was_shown).filter(|(query, was)| query.confirmed && !was)
    {
        query.native = format!("called by a driver: {}", query.native);
    }
    for query in report.queries.iter_mut().filter(|query| is_unshown(query)) {
        query.native = format!("not shown: {how}, without meeting it");
    }
    measured::reopen(report, Some(&seen));
    Ok(())
}

/// Functions in which something is vulnerable that was not shown from `main`, or all there is in a library, are explored on their own, with any arguments: a driver
/// shows it. How many they were.
fn from_functions(config: &CheckConfig, out: &Path, report: &mut CheckReport) -> usize {
    let own = |query: &QueryReport| match query.start.as_deref() {
        // On its way there, something else may fail before.
        Some("main") => Some(query.function.clone()),
        start => start.map(str::to_string),
    };
    let mut starts: Vec<String> =
        report.queries.iter().filter(|query| is_unshown(query)).filter_map(own).collect();
    starts.retain(|start| start != "main");
    starts.sort();
    starts.dedup();
    if config.evidence_time.is_zero() {
        return 0;
    }
    starts.truncate(MOST_FUNCTIONS);
    // Variables are as initialised; where that shows nothing, they hold anything.
    for unknown_globals in [false, true] {
        for start in &starts {
            let is_open = |query: &QueryReport| is_unshown(query) && own(query).as_ref() == Some(start);
            if report.queries.iter().any(is_open) {
                from_function(config, out, report, start, (unknown_globals, starts.len() as u32));
            }
        }
    }
    starts.len()
}

/// Explores one function on its own, and takes over what it shows of what is vulnerable.
fn from_function(
    config: &CheckConfig,
    out: &Path,
    report: &mut CheckReport,
    start: &str,
    (unknown_globals, shares): (bool, u32),
) {
    let name = format!("evidence-{start}{}", if unknown_globals { "-any-variables" } else { "" });
    let mut exploration = RunConfig {
        out: Some(out.join(&name)),
        entry: Some(start.to_string()),
        tests: TestPolicy::Bugs,
        confirm: Confirm::Bugs,
        no_pending_tests: true,
        limits: Limits { max_time: Some(config.evidence_time / shares), ..config.run.limits.clone() },
        ..config.run.clone()
    };
    exploration.exec.entry.unknown_globals = unknown_globals;
    let Ok(finished) = run(&exploration) else { return };
    let vulnerable = |bug: &&BugReport| {
        let is_at = |file: &str, line: u32| {
            let here = |query: &QueryReport| {
                query.verdict == "vulnerable" && query.line == line && query.file == file
            };
            report.queries.iter().any(here)
        };
        is_access(bug)
            && (is_at(&bug.file, bug.line) || bug.stack.iter().any(|frame| is_at(&frame.file, frame.line)))
    };
    let found: Vec<BugReport> = finished.report.bugs.iter().filter(vulnerable).cloned().collect();
    let was_shown: Vec<bool> = report.queries.iter().map(|query| query.confirmed).collect();
    found.iter().for_each(|bug| note(report, bug, &name));
    if unknown_globals {
        let shown = report.queries.iter_mut().zip(was_shown).filter(|(query, was)| query.confirmed && !was);
        shown
            .for_each(|(query, _)| query.native = format!("with variables of any content: {}", query.native));
    }
}

fn is_open(query: &QueryReport) -> bool {
    !matches!(query.verdict.as_str(), "safe" | "infeasible")
}

fn is_unshown(query: &QueryReport) -> bool {
    query.verdict == "vulnerable" && !query.confirmed && query.native.is_empty()
}

/// What is vulnerable stays so, with the reason why nobody saw it.
fn without(report: &mut CheckReport, why: &str) -> Result<(), Error> {
    for query in report.queries.iter_mut().filter(|query| is_unshown(query)) {
        query.native = format!("not run: {why}");
    }
    measured::reopen(report, None);
    Ok(())
}

/// What is unknown around the program, and whether that is all that it can know of its surroundings.
fn surroundings(module: &Module, parameters: usize) -> (World, bool) {
    let declared = || module.functions.iter().filter(|function| function.is_declaration());
    let makes_own = declared().any(|function| {
        ["klee_", "__VERIFIER_", "bowline_"].iter().any(|prefix| function.name.starts_with(prefix))
    });
    let is_closed = parameters == 0
        && declared().all(|function| {
            let name = function.name.as_str();
            CLOSED.contains(&name)
                || name.starts_with("llvm.")
                || ["klee_", "__VERIFIER_", "bowline_"].iter().any(|prefix| name.starts_with(prefix))
        });
    let mut world = World::default();
    if !makes_own {
        if parameters > 0 {
            world.args = vec![UnknownArgs { min: 0, max: 2, length: 12 }];
        }
        if declared().any(|function| READERS.contains(&function.name.as_str())) {
            world.stdin = Some(16);
        }
    }
    (world, is_closed)
}

/// Takes over what an exploration found; what it saw of the program's lines.
fn take_over(report: &mut CheckReport, finished: &Finished, is_closed: bool, folder: &str) -> Seen {
    let run = &finished.report;
    let exhausted = run.stop == Stop::Exhausted && run.lost.is_empty() && run.attention.is_empty();
    report.evidence = match (exhausted, is_closed) {
        (true, true) => "everything was explored from `main` on".to_string(),
        (true, false) => "explored from `main` on with short inputs, to the end".to_string(),
        (false, _) => format!("explored from `main` on until {}", run.stop.name()),
    };
    for bug in run.bugs.iter().filter(|bug| is_access(bug)) {
        note(report, bug, folder);
    }
    // Paths end at errors; what lies behind was not explored.
    let everything = exhausted && is_closed && run.bugs.is_empty();
    let coverage = std::fs::read_to_string(finished.out.join("coverage.lcov")).unwrap_or_default();
    let lines = lcov::parse(&coverage);
    let branches = |query: &QueryReport| {
        let line = lines.get(&query.file).and_then(|lines| lines.get(&query.line)).copied();
        line.unwrap_or_default()
    };
    let is_undecided =
        |query: &&mut QueryReport| query.verdict == "unknown" || is_closed_by_measurement(query);
    for query in report.queries.iter_mut().filter(is_undecided) {
        let (verdict, reason) = if query.kind == "branch" {
            let line = branches(query);
            match (line.taken == line.targets && line.targets > 0, everything && line.targets == 2) {
                (true, _) => ("safe", "both sides are possible: the exploration took them"),
                (false, true) if line.hit => {
                    ("infeasible", "everything was explored, and one side is never taken")
                }
                _ => continue,
            }
        } else if everything {
            ("safe", "everything was explored from `main` on, and it never fails")
        } else {
            continue;
        };
        (query.verdict, query.reason) = (verdict.to_string(), reason.to_string());
        query.cause.clear();
        query.models.clear();
    }
    lines
}

fn is_access(bug: &BugReport) -> bool {
    use BugKind::*;
    matches!(
        bug.known_kind(),
        Some(OutOfBoundsRead | OutOfBoundsWrite | NullDereference | ReadOnlyWrite | UseAfterFree)
    )
}

/// The query that an error is about: at its column if there is one, else at its line. An error inside the C library is about the call.
fn note(report: &mut CheckReport, bug: &BugReport, folder: &str) {
    let wanted = match bug.known_kind() {
        Some(BugKind::OutOfBoundsWrite | BugKind::ReadOnlyWrite) => Some("write"),
        Some(BugKind::OutOfBoundsRead) => Some("read"),
        _ => None,
    };
    let places: Vec<(&str, u32)> = std::iter::once((bug.file.as_str(), bug.line))
        .chain(bug.stack.iter().map(|frame| (frame.file.as_str(), frame.line)))
        .collect();
    let Some((file, line)) = places.into_iter().find(|(file, line)| {
        report
            .queries
            .iter()
            .any(|query| query.kind != "branch" && query.file == *file && query.line == *line)
    }) else {
        return;
    };
    let here = |query: &&mut QueryReport| {
        query.kind != "branch"
            && query.file == file
            && query.line == line
            && wanted.is_none_or(|wanted| wanted == query.kind)
    };
    let mut candidates: Vec<&mut QueryReport> = report.queries.iter_mut().filter(here).collect();
    let is_measured = |query: &QueryReport| !query.models.is_empty();
    let exact = candidates
        .iter()
        .position(|query| query.column == bug.column && (query.verdict != "safe" || is_measured(query)));
    let open = candidates
        .iter()
        .position(|query| !matches!(query.verdict.as_str(), "safe" | "infeasible") || is_measured(query));
    match exact.or(open) {
        Some(at) => {
            let query = &mut candidates[at];
            if query.confirmed {
                return;
            }
            query.verdict = "vulnerable".to_string();
            query.cause.clear();
            query.reason = bug.message.clone();
            query.confirmed = bug.confirmed;
            query.native = bug.native.clone();
            query.test = bug.test.as_ref().map(|test| format!("{folder}/{test}"));
        }
        // An object that was released is no matter of sizes.
        None if bug.known_kind() == Some(BugKind::UseAfterFree) || candidates.is_empty() => {}
        None => report.disagreements.push(PlaceReport { file: file.to_string(), line }),
    }
}
