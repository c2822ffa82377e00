//! Loops in closed form: what `k` iterations do, as one formula, without executing them.
//!
//! * [`relation`] learns what one iteration does, from any state at the header: every path through it with its condition and the
//!   next value of everything the loop changes, found by probes until nothing more changes.
//! * [`phase`] groups paths whose repetition has a closed form: all values are affine in the iteration number, or counts of the iterations
//!   that took a path, or what the last such iteration left.
//! * [`run`] makes one step of `k` iterations of a phase, for an unknown `k`: a universal condition, and the values at `k`.
//! * [`Summaries`] is the loop strategy: where a state stands at the header of a loop, it takes a *run* of each phase that can come next, or one
//!   ordinary iteration.
//!
//! Runs are exact. A run of a phase lasts as long as the phase's condition holds, so every execution of the loop is one sequence of runs of
//! different phases and of ordinary iterations, and the cost of exploring a loop is the number of its alternations and not of its iterations. A
//! loop with one phase (a scan, a count, a search for the last of something) is one run, and what ends it, an exit, a bug or a path that no
//! phase has, is then found by executing one iteration as it is. (The idea is known as compact symbolic execution; grouping paths by
//! what they do to the values that decide is the counting of *S-Looper*, ISSTA 2015, made exact.)
//!
//! [`proof`] compares runs with iterations. [`words`] tells people what was understood. What is not understood is declined with a reason ([`Declined`]), and executed.
//! Where runs do not lead far, [`partial`] counts how often paths are taken: it finds texts to follow, and closes nothing.

mod appending;
mod asking;
mod closed;
mod counter;
mod declined;
mod faults;
mod filling;
mod flags;
mod inner;
mod last;
mod limits;
mod partial;
mod phase;
mod proof;
mod relation;
mod report;
mod run;
mod steps;
mod stores;
mod strategy;
mod threshold;
mod unrolled;
mod update;
mod waiting;
mod words;

pub use declined::Declined;
pub use proof::Proofs;
pub use report::{LoopUse, SummaryReport};
pub use strategy::{SharedReport, Summaries, SummaryConfig};
