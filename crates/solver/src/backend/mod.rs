//! Back ends: decision procedures that take a set of conditions and know nothing of paths.

pub mod bitwuzla;
mod encode;
mod ffi;
mod tree;
pub mod z3;

use crate::verdict::UnknownReason;
use bowline_expr::{ExprId, Model, Pool, Support};
use std::time::Duration;

/// How long and how much one question may take.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub time: Duration,
    /// MiB by which the process, or the back end's own process, may grow.
    pub memory_mb: u64,
    /// Counted by Bitwuzla itself; Z3 is not held to it.
    pub steps: u64,
}

/// A back end's answer.
#[derive(Debug)]
pub enum Outcome {
    /// A model of the conditions; it speaks of no input byte outside the support that was given.
    Sat(Model),
    /// Conditions among those given that already contradict each other.
    Unsat(Vec<ExprId>),
    Unknown(UnknownReason),
}

/// A decision procedure.
pub trait Backend {
    fn name(&self) -> &'static str;

    /// Can all `conditions` hold at once? `support` is everything they depend on.
    fn check(&mut self, pool: &Pool, conditions: &[ExprId], support: &[Support], limits: Limits) -> Outcome;

    /// Forgets what was remembered of collected expressions.
    fn retain(&mut self, keep: &dyn Fn(ExprId) -> bool);

    /// Another one of its kind that knows nothing, where one that knows much may answer otherwise, or later.
    fn fresh(&self) -> Option<Box<dyn Backend>> {
        None
    }

    /// How often it started afresh.
    fn restarts(&self) -> u64;

    /// What it did so far, counted and not timed: in instructions of a program that could have been executed meanwhile,
    /// roughly. 0 where nothing is counted.
    fn effort(&self) -> u64 {
        0
    }
}
