//! `bowline replay --trace`: one test inside the engine, step by step.
//!
//! * [`follow`] runs the program with the test's inputs and notes the lines it executes and the decisions it makes;
//! * [`fold`] shortens what repeats;
//! * [`show`] writes it down, calls indented.
//!
//! Only the program's own code is shown: what our C library does inside is not.

mod fold;
mod follow;
mod show;

pub use follow::trace;

/// How a traced program ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Traced {
    /// The lines to show, without the end.
    pub lines: Vec<String>,
    /// How it ended, in one line.
    pub ending: String,
    pub is_bug: bool,
}

/// A decision at a line.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Decision {
    taken: bool,
    /// What was compared, or the value of a switch.
    values: String,
}

/// A line that was executed, with the decisions made there.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Step {
    /// Calls around it.
    depth: usize,
    function: String,
    file: u32,
    line: u32,
    decisions: Vec<Decision>,
}
