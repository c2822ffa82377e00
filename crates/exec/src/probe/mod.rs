//! The probe: a piece of a program, run from a general state, without a trace in the run.
//!
//! What does one iteration of this loop do, whatever it starts with? The executor itself is the analysis: a copy of a state gets
//! fresh unknowns in the registers and memory cells that the piece changes ([`General`]), runs until it leaves the [`Region`], and what comes
//! out is a list of [`Leaf`]s: where each path left, under which condition, in which state. Calls, pointers and tables inside just work;
//! nothing of the meaning of C is written a second time.
//!
//! [`Executor::probe`] explores all paths, within a [`Budget`]. [`Executor::run_region`] is its concrete sibling: one path, with given values.
//!
//! Invariants:
//! * The run does not see it: no test, no coverage, no loss, no statistics; what was lost on the way is in [`Probed::lost`].
//! * Conditions of leaves exclude each other. Where [`Probed::stopped`] is nothing and no leaf is [lost](LeafEnd::Ended), they cover everything
//!   that the start allows.
//! * The run's strategies are not asked: loops inside the region are executed, not replaced. A probe may have a strategy of its own.
//! * Functions without a body are not called: such a path ends as lost.

mod alone;
mod border;
mod general;
mod run;

pub(crate) use border::Border;
pub use border::Region;
pub use general::{General, Place, Unknown};

use crate::{Ending, Lost, State};
use bowline_expr::ExprId;
use bowline_ir::{EdgeId, FuncId, Position};

/// What a probe may cost. Counted work, no clock: the same probe gives the same answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// Leaves and open paths together.
    pub paths: usize,
    /// On all paths together.
    pub instructions: u64,
    /// Questions to the solver.
    pub queries: u64,
}

impl Default for Budget {
    fn default() -> Self {
        Self { paths: 64, instructions: 100_000, queries: 2_000 }
    }
}

impl Budget {
    /// So many times as much.
    pub fn times(self, factor: u32) -> Self {
        let Self { paths, instructions, queries } = self;
        let factor = u64::from(factor);
        Self {
            paths: paths * factor as usize,
            instructions: instructions * factor,
            queries: queries * factor,
        }
    }
}

/// How a path leaves a region.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LeafEnd {
    /// Back to the entry: another iteration would start. The moves of the edge are done.
    Back(EdgeId),
    /// To a block outside. The moves of the edge are done.
    Exit(EdgeId),
    /// About to return from the function of the region: the state stands at the return.
    Returned,
    /// Inside: a bug, the end of the program, or lost.
    Ended(Ending),
    /// By a `longjmp` to a place outside, or to what runs at the end of the program; where it stands says nothing.
    Escaped,
}

/// One path through a region.
pub struct Leaf {
    pub end: LeafEnd,
    /// What the path adds to that of the start.
    pub condition: ExprId,
    pub state: State,
}

/// Why a probe did not look at all paths.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stopped {
    Paths,
    Instructions,
    Queries,
    /// The run is to end.
    Interrupted,
}

pub struct Probed {
    /// The state that the region was entered in, with its unknowns.
    pub start: State,
    /// What was put in place of each register and cell, in the order in which they were asked for.
    pub unknowns: Vec<Unknown>,
    pub leaves: Vec<Leaf>,
    pub stopped: Option<Stopped>,
    pub lost: Lost,
}

impl Probed {
    /// Do the leaves tell everything that the region can do?
    pub fn is_complete(&self) -> bool {
        let told = |leaf: &Leaf| !matches!(leaf.end, LeafEnd::Ended(Ending::Lost) | LeafEnd::Escaped);
        self.stopped.is_none() && self.lost.is_empty() && self.leaves.iter().all(told)
    }
}

/// A region run on given values.
pub struct Ran {
    /// Nothing when it did not leave the region within the budget.
    pub end: Option<LeafEnd>,
    pub state: State,
    pub lost: Lost,
}

/// What was executed: instructions and edges, each once.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Trace {
    pub instructions: Vec<(FuncId, Position)>,
    pub edges: Vec<(FuncId, EdgeId)>,
}
