//! How far a model can be relied on.

use serde::{Deserialize, Serialize};
use std::fmt;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Trust {
    /// It predicted runs that it was not made from.
    Measured,
    /// It was found right for all contents of texts up to this length (of a function without texts: for all numbers up to this), with small numbers beside.
    VerifiedUpTo(u64),
}

impl fmt::Display for Trust {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trust::Measured => f.write_str("measured"),
            Trust::VerifiedUpTo(length) => write!(f, "verified up to {length}"),
        }
    }
}
