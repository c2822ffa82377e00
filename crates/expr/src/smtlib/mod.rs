//! SMT-LIB 2 text of queries, written and read.
//!
//! A script declares each input as an array of bytes, defines what is shared or nested deeply as constants of its own
//! (`define-fun`, which serves as a `let` that does not nest), so that its length is linear in the number of nodes, and asserts the
//! constraints. Its meaning is exactly ours: a read that may lie beyond the end of an input is guarded, since an array of the
//! logic has no end. `set-info` carries names and sizes of inputs, which the logic has no place for. The logic is `ALL`: tables
//! are stores over a constant array, which some solvers refuse in `QF_ABV`.

//!
//! A universal term is a `forall` over 64 bits whose body begins with `(=> (bvult j count) ...)`. How many numbers satisfy something is beyond the
//! logic: it is written in the same form with a head of our own, which only we can read. An array written by a formula is a `lambda` over 64 bits, which Z3
//! reads as an array, too.

mod operators;
mod parse;
mod tokens;
mod write;

pub use parse::{ParseError, parse};
pub use write::script;

/// The head of terms that count.
const HOW_MANY: &str = "bowline.how-many";

/// What a script says.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Script {
    /// One-bit expressions, in the order of their assertions.
    pub assertions: Vec<crate::ExprId>,
}
