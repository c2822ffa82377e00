//! What a user must hear before believing that a run explored anything: a harness that was never entered, a program in which nothing is unknown,
//! assumptions that contradict each other.

use crate::findings::file_of;
use crate::harness::HarnessKind;
use crate::report::{AttentionKind, AttentionReport, RunReport, Stop};
use bowline_exec::Executor;
use bowline_ir::{Module, SourceLoc};

const FUZZER: &str = "LLVMFuzzerTestOneInput";

/// What there is to say about a run that ended by itself; the report knows its paths and its losses.
pub fn look(executor: &Executor, report: &RunReport) -> Vec<AttentionReport> {
    if report.stop != Stop::Exhausted {
        return Vec::new();
    }
    let found = [
        harness_not_entered(executor, report),
        contradictory_assumption(executor, report),
        nothing_unknown(executor, report),
    ];
    // One explains the others.
    found.into_iter().flatten().take(1).collect()
}

/// Assumptions by `klee_assume` that end whole paths, which KLEE calls an error.
pub fn false_assumptions(executor: &Executor) -> Vec<String> {
    let module = &executor.program().module;
    let failed = executor.books().assumptions.failed().into_iter().filter(|(_, assumed)| assumed.is_klee);
    failed
        .map(|(loc, assumed)| {
            let all = assumed.held + assumed.failed;
            format!(
                "klee_assume at {} is false for every input on {} of {all} paths",
                place(module, loc),
                assumed.failed
            )
        })
        .collect()
}

fn harness_not_entered(executor: &Executor, report: &RunReport) -> Option<AttentionReport> {
    let module = &executor.program().module;
    let entry = module.function_named(FUZZER).filter(|_| report.program.harness == HarnessKind::LibFuzzer)?;
    if executor.books().coverage.is_covered(entry, 0) || report.paths.bugs > 0 {
        return None;
    }
    let statuses: Vec<String> = report.exit_statuses.keys().map(u64::to_string).collect();
    let ended = match statuses.is_empty() {
        true => "the program ends before".to_string(),
        false => format!("the program ends before, with exit status {}", statuses.join(", ")),
    };
    let text = format!(
        "`{FUZZER}` was never called: {ended}. Look at `LLVMFuzzerInitialize` and at constructors: `bowline replay` of a test shows what they print"
    );
    Some(AttentionReport { kind: AttentionKind::HarnessNotEntered, text })
}

fn contradictory_assumption(executor: &Executor, report: &RunReport) -> Option<AttentionReport> {
    let paths = &report.paths;
    if paths.infeasible == 0 || paths.completed + paths.bugs + paths.killed > 0 {
        return None;
    }
    let module = &executor.program().module;
    let failed = executor.books().assumptions.failed();
    let places: Vec<String> = failed.iter().map(|(loc, _)| place(module, *loc)).collect();
    let at = if places.is_empty() { String::new() } else { format!(" (at {})", places.join(", ")) };
    let text = format!(
        "no input satisfies the assumptions{at}, so nothing behind them was explored: make them agree with each other"
    );
    Some(AttentionReport { kind: AttentionKind::ContradictoryAssumption, text })
}

fn nothing_unknown(executor: &Executor, report: &RunReport) -> Option<AttentionReport> {
    let has_one_path = report.paths.completed <= 1 && report.paths.bugs == 0;
    if executor.books().inputs > 0 || !report.lost.is_empty() || !has_one_path {
        return None;
    }
    let text = "nothing in this program is unknown, so it has one path: make inputs unknown with klee_make_symbolic or bowline_symbolic, \
                or start it with --sym-args, --sym-stdin, --sym-file or --sym-env"
        .to_string();
    Some(AttentionReport { kind: AttentionKind::NothingUnknown, text })
}

fn place(module: &Module, loc: SourceLoc) -> String {
    match file_of(module, loc) {
        file if file.is_empty() => "a place without debug information".to_string(),
        file => format!("{file}:{}", loc.line),
    }
}
