//! What merging did, per loop.

use crate::measure::Measure;
use bowline_base::FxHashMap;
use bowline_ir::{FuncId, LoopId};
use std::time::Duration;

/// One loop's share.
#[derive(Clone, Copy, Debug, Default)]
pub struct LoopStats {
    pub contexts: u64,
    /// States that waited at an exit, and states they became.
    pub states_in: u64,
    pub states_out: u64,
    /// States that became another at the start of an iteration.
    pub joined_inside: u64,
    /// Contexts that were given up for a limit.
    pub given_up: u64,
    /// What the members' paths add to the path before the loop, and what became of that.
    pub constraints_before: Measure,
    pub constraints: Measure,
    /// The members' values that differ, and what became of them.
    pub values_before: Measure,
    pub values: Measure,
    /// Time spent merging.
    pub time: Duration,
}

/// All loops of a run.
#[derive(Clone, Debug, Default)]
pub struct MergeReport {
    pub loops: FxHashMap<(FuncId, LoopId), LoopStats>,
    /// States that disappeared into others.
    pub merged_away: u64,
    pub findings: Findings,
}

/// What validation of merges found.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// Merges that are wrong: always a fault of ours.
    pub violations: Vec<String>,
    /// Proofs that were interrupted or given up: nothing is known of them.
    pub unproved: u64,
}

impl MergeReport {
    pub(crate) fn add(&mut self, findings: Findings) {
        self.findings.violations.extend(findings.violations);
        self.findings.unproved += findings.unproved;
    }

    pub(crate) fn of(&mut self, function: FuncId, id: LoopId) -> &mut LoopStats {
        self.loops.entry((function, id)).or_default()
    }
}
