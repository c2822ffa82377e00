//! Transfer functions of code that is run and not read.
//!
//! A *segment* (a library function, a loop, a callee) is run on chosen numbers; from what it gives a [`Model`] is inferred that tells its
//! output for all numbers of some ranges. Follows *Segmented Symbolic Analysis* (ICSE 2013), which uses statistical regression; here
//!
//! * everything is exact: coefficients are integers, a model fits *every* point or it is none ([`fit`]);
//! * runs are chosen on the way: some are held out and must be predicted, what was predicted wrongly is learned from, and the borders
//!   between pieces are closed in on by further runs until they are exact ([`inference`]);
//! * whoever knows more can try to refute a model and tell a counterexample ([`Inference::correct`]).
//!
//! A model that was inferred so is *measured*, no more: nothing here proves anything. What may be done with it is for its users to say.
//!
//! What is asked about a function without a body and what was learned of it is a [`call`]; responses are kept in a [`store`].
//!
//! Deliberately absent: strings, memory, processes. Whoever runs a segment turns lengths, sizes and values into numbers and back. Nor are there
//! rational coefficients: in C, `n / 2` is no line.

pub mod call;
mod eliminate;
pub mod express;
pub mod fit;
pub mod inference;
pub mod model;
mod prime;
mod sample;
pub mod store;
mod trust;

pub use fit::{Fit, Point, Stretch, fit};
pub use inference::{Config, Inference, Inferred, NoModel, Outcome};
pub use model::{Feature, Kind, Model, Polynomial, Term};
pub use sample::{Range, inputs};
pub use store::Store;
pub use trust::Trust;
