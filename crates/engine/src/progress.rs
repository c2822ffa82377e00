//! What a run tells while it goes on, a few times per second, to whoever watches it.

use crate::bugs::FoundBug;
use crate::fuzz::Fuzzing;
use crate::report::{PathCounts, SampleReport};
use bowline_exec::{Executor, State};
use bowline_ir::{Module, SourceLoc};
use std::collections::VecDeque;

/// Samples that the busiest line is chosen from: those of the last seconds.
const RECENT: usize = 20;

/// Where the exploration stands.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    pub sample: SampleReport,
    pub paths: PathCounts,
    /// Of the program, without the C library.
    pub total_lines: u64,
    /// The line that was found executing most often in the last seconds, as `file:line`.
    pub busiest: Option<String>,
    /// None without a fuzzer.
    pub fuzz: Option<FuzzProgress>,
}

/// Where the fuzzer stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FuzzProgress {
    /// It does, and not only will or did.
    pub runs: bool,
    pub executions: u64,
    /// Inputs that both sides have found.
    pub inputs: usize,
    pub crashes: usize,
}

impl FuzzProgress {
    pub(crate) fn of(fuzzing: &Fuzzing) -> Self {
        let told = fuzzing.told();
        Self {
            runs: told.runs,
            executions: told.executions,
            inputs: fuzzing.inputs(),
            crashes: told.crashes.len(),
        }
    }
}

/// A bug that was not known before, before it is confirmed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewBug {
    pub kind: &'static str,
    pub message: String,
    pub file: String,
    pub line: u32,
    pub column: u32,
    pub function: String,
}

/// Is told how a run goes. Everything that it does costs time of the run.
pub trait Observer: Send {
    fn progress(&mut self, progress: &Progress);
    fn found(&mut self, bug: &NewBug);
    /// The exploration is over; so many bugs are run natively now.
    fn confirming(&mut self, bugs: usize);
    /// There is no sandbox on this machine, and native runs begin without one.
    fn unconfined(&mut self) {}
}

/// Nobody watches.
pub struct Unobserved;

impl Observer for Unobserved {
    fn progress(&mut self, _: &Progress) {}
    fn found(&mut self, _: &NewBug) {}
    fn confirming(&mut self, _: usize) {}
}

impl NewBug {
    pub(crate) fn new(module: &Module, found: &FoundBug) -> Self {
        let loc = found.place.loc;
        Self {
            kind: found.bug.kind.name(),
            message: found.bug.message.clone(),
            file: crate::findings::file_of(module, loc),
            line: loc.line,
            column: loc.column,
            function: module.functions[found.place.function].name.clone(),
        }
    }
}

/// Which line is executed most, by looking now and then.
#[derive(Default)]
pub(crate) struct Busiest {
    recent: VecDeque<SourceLoc>,
}

impl Busiest {
    pub fn look(&mut self, executor: &Executor, state: Option<&State>) {
        let Some(loc) = state.map(|state| executor.user_location(state)).filter(|loc| loc.line > 0) else {
            return;
        };
        if self.recent.len() == RECENT {
            self.recent.pop_front();
        }
        self.recent.push_back(loc);
    }

    pub fn name(&self, module: &Module) -> Option<String> {
        let count = |loc: &SourceLoc| {
            self.recent.iter().filter(|other| (other.file, other.line) == (loc.file, loc.line)).count()
        };
        self.recent.iter().max_by_key(|loc| count(loc)).map(|loc| module.describe(*loc))
    }
}
