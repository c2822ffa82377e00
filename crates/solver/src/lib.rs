//! `Query -> Verdict`: can this condition hold on this path?
//!
//! * [`Path`] is the path condition of a state, with a model that satisfies it.
//! * [`Solver`] answers questions about paths. A question passes a chain of layers (`chain.rs`), each of which answers
//!   it or hands it on, until a back end decides. Most never get there.
//! * [`backend`] has the decision procedures: Bitwuzla in process, Z3 beside it for second opinions.
//!
//! Answers are exact or [`Verdict::Unknown`] with a reason; a limit never turns into a guess. Nothing here knows states,
//! memory or instructions.

mod assign;
pub mod backend;
mod batch;
mod byteset;
mod chain;
mod concretise;
pub mod config;
mod differences;
mod distances;
mod facts;
mod layer;
mod layers;
mod optimum;
mod partition;
mod path;
mod path_index;
mod record;
mod rope;
mod scope;
mod simplify;
mod solver;
pub mod stats;
mod symcrete;
pub mod verdict;
mod walk;
mod word_domain;

pub use config::{Checks, LayerSwitches, LoggedQueries, MainSolver, QueryLog, SolverConfig};
pub use optimum::Valued;
pub use path::Path;
pub use path_index::PathIndex;
pub use record::Record;
pub use solver::Solver;
pub use stats::{LayerStats, QuantifierStats, SolverStats, Stage, StageStats};
pub use symcrete::{Source, Symcrete};
pub use verdict::{Branch, SolverError, Unknown, UnknownReason, Verdict};
