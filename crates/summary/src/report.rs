//! What became of the loops of a run.

use crate::{Declined, Proofs};
use bowline_ir::{FuncId, LoopId};
use std::collections::BTreeMap;

/// One loop.
#[derive(Clone, Debug, Default)]
pub struct LoopUse {
    /// Times its iterations were learned.
    pub learned: u64,
    /// Runs that states took.
    pub runs: u64,
    /// Phases and paths back to the header, the most of one time.
    pub phases: usize,
    pub paths: usize,
    /// Every path back to the header was in a phase, every time.
    pub is_whole: bool,
    /// What it does, for people, as it was learned first.
    pub words: Vec<String>,
    /// Why it was not understood the last time.
    pub declined: Option<Declined>,
    /// What counting its paths tells, where it was looked at in this way.
    pub counted: Option<Vec<String>>,
    /// States that were sent along texts which this gave.
    pub sent: u64,
    /// Times it was declined.
    pub refusals: u64,
}

/// All loops that were looked at.
#[derive(Clone, Debug, Default)]
pub struct SummaryReport {
    pub loops: BTreeMap<(FuncId, LoopId), LoopUse>,
    /// Empty where no proofs are wanted.
    pub proofs: Proofs,
}
