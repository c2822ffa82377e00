//! What was understood of the loops of a run, for `run.json` and `bowline loops`.

use crate::report::{ClosedLoopReport, LoopCounts};
use bowline_exec::Executor;
use bowline_ir::{FuncId, LoopId, Module};
use bowline_summary::{LoopUse, SummaryReport};

/// Loops that never had unknown values.
pub const NOT_MET: &str = "not met";

/// The loops that were looked at for a closed form, in the order of their places; where `all` are asked for, also those of the program that were not.
pub fn reports(executor: &Executor, report: &SummaryReport, all: bool) -> Vec<ClosedLoopReport> {
    let module = &executor.program().module;
    let mut loops: Vec<ClosedLoopReport> =
        report.loops.iter().map(|(&place, one)| met(module, place, one)).collect();
    if all {
        loops.extend(not_met(module, |place| !report.loops.contains_key(&place)));
    }
    loops.sort_by_key(|one| (one.file.clone(), one.line, one.function.clone()));
    loops
}

/// Loops of the program, our C library aside, of which nothing is known.
pub fn not_met(module: &Module, is_wanted: impl Fn((FuncId, LoopId)) -> bool) -> Vec<ClosedLoopReport> {
    let of_program = |id: &FuncId| !module.runtime_functions.contains(id);
    let mut loops = Vec::new();
    for (function, body) in module.functions.iter_ids().filter(|(id, _)| of_program(id)) {
        let places = body.loops.loops.iter_ids().map(|(id, _)| (function, id));
        let known = |place| ClosedLoopReport { understood: NOT_MET.to_string(), ..at(module, place) };
        loops.extend(places.filter(|&place| is_wanted(place)).map(known));
    }
    loops
}

fn at(module: &Module, (function, id): (FuncId, LoopId)) -> ClosedLoopReport {
    let body = &module.functions[function];
    let loc = body.loops.loops[id].line;
    ClosedLoopReport {
        function: body.name.clone(),
        file: module.files.get(loc.file).cloned().unwrap_or_default(),
        line: loc.line,
        ..ClosedLoopReport::default()
    }
}

fn met(module: &Module, place: (FuncId, LoopId), one: &LoopUse) -> ClosedLoopReport {
    let understood = match (one.learned, one.is_whole, &one.counted) {
        (0, _, Some(_)) => "partial",
        (0, _, None) => "declined",
        (_, true, _) => "exact",
        (_, false, _) => "runs",
    };
    let mut words = one.words.clone();
    if understood == "partial" {
        words.extend(one.counted.iter().flatten().cloned());
    }
    ClosedLoopReport {
        learned: one.learned,
        runs: one.runs,
        paths: one.paths,
        phases: one.phases,
        understood: understood.to_string(),
        words,
        sent: one.sent,
        declined: one.declined.as_ref().map(ToString::to_string),
        ..at(module, place)
    }
}

/// How many there are of each kind.
pub fn counts(loops: &[ClosedLoopReport]) -> LoopCounts {
    let mut counts = LoopCounts::default();
    for one in loops {
        match one.understood.as_str() {
            NOT_MET => continue,
            "exact" => counts.exact += 1,
            "runs" => counts.runs += 1,
            "partial" => counts.partial += 1,
            _ => {
                let reason = one.declined.as_deref().unwrap_or("no reason was given");
                *counts.declined.entry(reason.to_string()).or_default() += 1;
            }
        }
        counts.met += 1;
    }
    counts
}
