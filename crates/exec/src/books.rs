//! The books of a run: what is noted while states are executed, and nothing that is executed depends on.
//!
//! They are kept apart from what computes, so that a piece of a program can be tried out (see [`crate::probe`]) with books of
//! its own, and the run's do not show it.

use crate::history::Sites;
use crate::{Assumptions, Coverage, Lost, PathTree, Profile, Program, SeedLog, Way};

#[derive(Clone, Copy, Debug, Default)]
pub struct ExecStats {
    pub instructions: u64,
    pub forks: u64,
}

/// Whoever holds an executor may read them; only the executor writes.
pub struct Books {
    pub lost: Lost,
    pub coverage: Coverage,
    pub stats: ExecStats,
    /// What each function cost.
    pub profile: Profile,
    /// Forks, merges and ends of paths.
    pub paths: PathTree,
    /// What became of the inputs that are followed first.
    pub seeds: SeedLog,
    /// What the program asked to be shown (`klee_warning`), and what a strategy has to say to the user.
    pub warnings: Vec<String>,
    /// What became of assumptions.
    pub assumptions: Assumptions,
    /// Unknown inputs that were made, on all paths.
    pub inputs: u64,
    /// Work that is no lane's: a strategy did it besides.
    pub aside: u64,
    /// Whose turn it is, where ways take turns.
    pub turn: Option<Way>,
    /// Where heap objects are made and freed. Objects refer to it by number, so it is never replaced.
    pub(crate) sites: Sites,
}

impl Books {
    pub(crate) fn new(program: &Program) -> Self {
        Self {
            lost: Lost::default(),
            coverage: Coverage::new(&program.module),
            stats: ExecStats::default(),
            profile: Profile::new(program.module.functions.len()),
            paths: PathTree::default(),
            seeds: SeedLog::default(),
            warnings: Vec::new(),
            assumptions: Assumptions::default(),
            inputs: 0,
            aside: 0,
            turn: None,
            sites: Sites::default(),
        }
    }
}
