//! Why a loop has no closed form.

use std::fmt;

/// See the module documentation.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Declined {
    /// It has several entries.
    NotReducible,
    /// One iteration has too many paths, or takes too long.
    TooLarge(&'static str),
    /// Something in it is not followed exactly.
    Lost(String),
    /// It makes objects that outlive the iteration, or frees some.
    Allocates,
    /// It asks for inputs, or changes what no formula tells: handlers, jumps, what unknown code knows.
    Asks,
    /// It writes at a place that moves, in a way that is not understood.
    MovingWrite,
    /// It changes more than is kept track of.
    ChangesTooMuch,
    /// No path back to its start has values with a closed form.
    NoClosedForm,
}

impl Declined {
    /// A short name, for counting.
    pub const fn name(&self) -> &'static str {
        match self {
            Declined::NotReducible => "several entries",
            Declined::TooLarge(_) => "too large",
            Declined::Lost(_) => "not followed exactly",
            Declined::Allocates => "allocates",
            Declined::Asks => "asks for inputs",
            Declined::MovingWrite => "writes at a place that moves",
            Declined::ChangesTooMuch => "changes too much",
            Declined::NoClosedForm => "no closed form",
        }
    }
}

impl fmt::Display for Declined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Declined::TooLarge(what) => write!(f, "one iteration has too many {what}"),
            Declined::Lost(what) => write!(f, "an iteration is not followed exactly: {what}"),
            Declined::NotReducible => f.write_str("the loop can be entered in the middle"),
            Declined::Allocates => f.write_str("an iteration makes or frees objects"),
            Declined::Asks => f.write_str("an iteration asks for inputs"),
            Declined::MovingWrite => f.write_str("an iteration writes at a place that moves"),
            Declined::ChangesTooMuch => f.write_str("an iteration changes too many values"),
            Declined::NoClosedForm => f.write_str("what the iterations compute has no closed form"),
        }
    }
}
