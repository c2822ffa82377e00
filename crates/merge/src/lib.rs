//! Merging of the states that leave a loop.
//!
//! Follows "A Bounded Symbolic-Size Model for Symbolic Execution" (FSE 2021). A loop whose number of iterations depends on
//! the size of an object multiplies paths; here the states that leave such a loop wait at its exit and become one state
//! per exit again.
//!
//! * A branch in a loop that forks on a *tainted* condition (one that depends on the size of an object of symbolic size, or any condition by
//!   option) opens a [`context`](crate::context) for that loop: the states inside, and the [`tree`](crate::tree) of their
//!   forks.
//! * States that cross an exit of the loop are parked. When none is left inside, those at the same exit are
//!   [grouped](crate::group) and [combined](crate::combining) into one, in one of several [shapes](crate::shape).
//! * Inside the loop states wait for each other at its [meeting places](crate::meetings), and those that hold the same in their registers become one there.
//! * Where the states of an exit follow a [`pattern`](crate::pattern), what they demand and compute becomes a formula with a counter.
//! * Only [small](crate::small) loops are merged by default, and only as long as that [pays](crate::ledger).
//! * [`LoopMerger`] is the [`LoopStrategy`](bowline_exec::hooks::LoopStrategy) that does this.
//!
//! Where it departs from the paper: contexts nest (an inner loop merges first, and its results are leaves of the outer
//! tree), calls inside loops are allowed, and a fork inside a called function counts for the caller's loop. Registers that are dead
//! at the exit are not merged. Loops with several entries are left alone.
//!
//! [`MarkedMerger`] does the same for paths between marks of the program's own.
//!
//! What it does not do: states that made objects of different sizes in one place, or freed different ones, are not merged with each
//! other; `longjmp` out of the frame of a loop leaves the context.

mod alternatives;
mod combining;
mod config;
mod context;
mod contexts;
mod group;
mod joining;
mod ledger;
mod marked;
mod measure;
mod meetings;
mod merger;
mod order;
mod pattern;
mod policy;
mod progress;
mod race;
mod shape;
mod small;
mod stats;
mod subtree;
mod taint;
mod tree;
mod turn;
mod validate;

pub use config::{Form, MergeConfig, MergeLimits, MergeLoops, MergeOn, SmallLoops};
pub use ledger::Balance;
pub use marked::MarkedMerger;
pub use measure::Measure;
pub use merger::LoopMerger;
pub use policy::LeftAlone;
pub use small::NotSmall;
pub use stats::{Fallbacks, Findings, LoopStats, MergeReport};
