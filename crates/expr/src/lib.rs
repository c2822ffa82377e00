//! Hash-consed bit-vector and array expressions.
//!
//! * [`Pool`] owns all expressions of a worker; an [`ExprId`] names one. Structurally equal expressions have equal ids,
//!   so equality is an integer comparison.
//! * Booleans are bit-vectors of width 1. Arrays map 64-bit indices to bytes; they are expressions of width 0.
//! * Every operation is total, with the meaning SMT-LIB gives it (division by zero is all ones, a shift by the width or more
//!   shifts everything out). The executor reports bugs before it builds such terms.
//! * Constructors simplify ([`rules`]); a constructor never returns a term larger than the plain one by more than a
//!   constant, and never does more than a constant amount of work. Simplification is best effort: equal ids mean equal
//!   values, different ids mean nothing.
//! * [Bounded terms](bounded) say something about all numbers below a count: "for all `j` below `k`, `text[j]` is no zero".
//! * [Formulas](formula) are arrays whose byte at every index is an expression over that index: memory that a copy of unknown length wrote.
//! * A read beyond the end of an input or a table is zero, and so is an input byte that a [`Model`] does not mention.
//! * [`Evaluator`] computes values under a model, [`SupportCache`] says which input bytes matter, [`bounds`] what is certain of
//!   a value, [`Cases`] which constants it chooses from, [`print`](mod@print) and [`smtlib`] write expressions for people and for solvers.
//! * [`Pool::collect`] frees what is not reachable from the given roots; ids of survivors do not change.
//!
//! Nothing here knows solvers. Nothing recurses on the depth of an expression: chains of 100,000 nodes are fine.

pub mod bounded;
pub mod bounds;
pub mod build;
pub mod cases;
pub mod conjuncts;
pub mod eval;
pub mod fold;
pub mod formula;
pub mod gc;
mod looks;
pub mod model;
pub mod node;
pub mod pool;
pub mod print;
pub mod range;
pub mod rules;
mod slots;
pub mod smtlib;
mod store_runs;
mod stretches;
pub mod substitute;
pub mod support;

pub use cases::Cases;
pub use conjuncts::{Conjuncts, Literal};
pub use eval::Evaluator;
pub use gc::Marker;
pub use model::Model;
pub use node::{BinaryOp, BoundedOp, Node, TableId};
pub use pool::{Pool, Symbol};
pub use range::Range;
pub use support::{Support, SupportCache};

/// A bit width; 0 is the sort of arrays.
pub type Width = u16;

/// The largest width of a bit-vector.
pub const MAX_WIDTH: Width = 128;

/// The width of array indices, and of addresses.
pub const INDEX_WIDTH: Width = 64;

bowline_base::define_id!(/// An expression of one [`Pool`].
    pub ExprId, "x");
bowline_base::define_id!(/// An input: an array of unknown bytes.
    pub SymId, "s");
