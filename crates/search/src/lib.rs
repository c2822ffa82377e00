//! Which state runs next.
//!
//! The engine owns the states; a [`Searcher`] knows them by id and is told when they enter circulation, run and leave.
//! A [`Strategy`] names a searcher, [`make`] builds it. One file is one strategy, or one family:
//!
//! | name | what it prefers |
//! |---|---|
//! | `new-code` | states before code that was never executed; without any, `to-end` and `nurs:covnew` in turns |
//! | `dfs` | the running state, then the newest fork |
//! | `bfs` | every state in turn |
//! | `random-state` | any state, all equally likely |
//! | `random-path` | any branch of the fork tree, all equally likely at each fork |
//! | `to-end` | one by `random-path`, then the same until it ends |
//! | `nurs:covnew` | states that lately covered new code, or are close to uncovered code |
//! | `nurs:md2u` | states close to uncovered code |
//! | `nurs:depth` | states with few forks behind them |
//! | `nurs:icnt` | states at places where few states have been |
//! | `nurs:qc` | states that asked the solver little |
//!
//! The `nurs` strategies (non-uniform random search, after KLEE) share one weighted choice and differ in the weight only.
//!
//! Invariants, for every strategy:
//! * what is picked is in circulation, and something is picked as long as anything is;
//! * picks depend on the seed and the sequence of calls only: no clocks, no addresses, no order of hash maps;
//! * a pick costs O(log n) at most for n states (expected, for the random ones), `dfs` and `bfs` O(1); memory is
//!   proportional to the largest number of states that were in circulation at once, not to those that ever were.
//!
//! What is deliberately absent: a searcher never changes, keeps or drops a state, and never decides that a run is over.

mod in_line;
mod interleaved;
mod line;
#[cfg(test)]
mod model_tests;
mod new_code;
mod nurs;
mod random_path;
mod random_state;
mod strategy;
#[cfg(test)]
mod testing;
mod to_end;
mod weights;

pub use strategy::{Strategy, UnknownStrategy, make};

use bowline_exec::{Coverage, Program, State, StateId};
use bowline_ir::{FuncId, Position};

/// An instruction of the program.
type Site = (FuncId, Position);

/// What strategies may look at beside the states.
#[derive(Clone, Copy)]
pub struct View<'a> {
    pub coverage: &'a Coverage,
    pub program: &'a Program,
}

/// Chooses among the states in circulation.
///
/// A state is added at most once until it is removed, and removed only while it is in circulation; it may come back
/// under the same id. Forks of a state are announced before its own removal, so that they take its place in the fork tree.
pub trait Searcher {
    /// States entered circulation. `parent` is the state they were forked from, none for the first one and for those that a
    /// join released. A parent that goes on stays in circulation and is not among them.
    fn added(&mut self, parent: Option<StateId>, states: &[&State], view: &View<'_>);

    /// A state left circulation: it ended or was parked.
    fn removed(&mut self, id: StateId);

    /// The state to run next; none if none is in circulation. It stays in circulation.
    fn pick(&mut self, view: &View<'_>) -> Option<StateId>;

    /// A state in circulation ran for a while and goes on: its position, its counters and the coverage have changed.
    fn ran(&mut self, state: &State, view: &View<'_>);

    /// How many states are in circulation.
    fn len(&self) -> usize;

    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
