//! What merging did, per loop.

use crate::ledger::LoopKey;
use crate::measure::Measure;
use crate::pattern::Fallback;
use crate::policy::LeftAlone;
use bowline_base::FxHashMap;
use bowline_ir::{FuncId, LoopId};
use std::time::Duration;

/// One loop's share.
#[derive(Clone, Debug, Default)]
pub struct LoopStats {
    pub contexts: u64,
    /// States that waited at an exit, and states they became.
    pub states_in: u64,
    pub states_out: u64,
    /// States that became another inside the loop.
    pub joined_inside: u64,
    /// Why no context was opened where one could have been, or none any more.
    pub left_alone: Option<LeftAlone>,
    /// Contexts that were given up for a limit.
    pub given_up: u64,
    /// Merged states with a counter, and the states they were made of.
    pub patterns: u64,
    pub pattern_members: u64,
    /// Words of memory that became formulas over their places.
    pub formula_words: u64,
    pub fallbacks: Fallbacks,
    /// What the members' paths add to the path before the loop, and what became of that.
    pub constraints_before: Measure,
    pub constraints: Measure,
    /// The members' values that differ, and what became of them.
    pub values_before: Measure,
    pub values: Measure,
    /// Time spent merging.
    pub time: Duration,
}

/// How often an exit had no pattern, or not for all states, by reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fallbacks {
    pub ambiguous: u64,
    pub too_many_patterns: u64,
    pub too_long: u64,
    pub no_repetition: u64,
    pub no_formula: u64,
    pub no_value: u64,
}

impl Fallbacks {
    pub(crate) fn count(&mut self, why: Fallback) {
        *match why {
            Fallback::Ambiguous => &mut self.ambiguous,
            Fallback::TooManyPatterns => &mut self.too_many_patterns,
            Fallback::TooLong => &mut self.too_long,
            Fallback::NoRepetition => &mut self.no_repetition,
            Fallback::NoFormula => &mut self.no_formula,
            Fallback::NoValue => &mut self.no_value,
        } += 1;
    }
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

    pub(crate) fn of(&mut self, key: LoopKey) -> &mut LoopStats {
        self.loops.entry(key).or_default()
    }
}
