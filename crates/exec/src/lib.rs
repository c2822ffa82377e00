//! States and steps: what one instruction does to one state.
//!
//! * [`Program`] is a module laid out in memory: addresses fixed, constants evaluated.
//! * [`State`] is one path: its call stack, memory, path condition and inputs. Cloning it is a fork.
//! * [`Executor::run`] advances a state until something a scheduler must know happens, and *returns* that as an
//!   [`Outcome`]: the state split, ended, parked at a join, or used up its slice. Instructions never touch a worklist.
//! * Strategies plug in through the traits in [`hooks`]: which calls to unknown code mean what, and what happens
//!   where a path enters or leaves a loop. Nothing here knows which strategy is plugged in. They act with the verbs in [`ops`], make one state of
//!   several with [`join`], and try a piece of a program out with [`probe`].
//!
//! Concrete values never reach the expression pool. Whatever is given up (a concretised value, an unsupported
//! instruction, an undecided query) is recorded in [`Lost`] with its place in the source.

mod access;
mod allocation;
mod arith;
mod arrivals;
mod assumptions;
mod block_ops;
mod books;
mod builtin;
mod call;
mod config;
mod control;
mod coverage;
mod ending;
mod executor;
mod explain;
mod float;
mod fork;
mod fresh;
mod hang;
mod history;
pub mod hooks;
pub mod join;
mod known;
mod lazy;
mod leaks;
mod live;
mod loops;
mod lost;
mod memory_ops;
mod name;
mod open_float;
pub mod ops;
mod path_tree;
pub mod probe;
mod profile;
mod program;
mod resolve;
mod seeds;
mod sizes;
mod small;
mod state;
mod step;
mod symbolic;
mod variadic;

/// What integer instructions mean, as terms: for analyses that do not execute.
pub mod terms {
    pub use crate::arith::{binary_expr, cast_expr, compare_expr, ternary_expr, unary_expr};
}

pub use arrivals::Whereabouts;
pub use assumptions::{Assumed, Assumptions};
pub use books::{Books, ExecStats};
pub use builtin::Builtin;
pub use config::{DEFAULT_CAPACITY, ExecConfig, FreshMode, OptionalChecks, SiteCapacity, SizeMode};
pub use coverage::Coverage;
pub use ending::{Bug, BugKind, Ending, StackEntry};
pub use executor::{Executor, Flow, Holder, Outcome, Split};
pub use explain::{Explanation, NamedValue, ObjectStory, Range, told_depths};
pub use fork::Decision;
pub use known::KnownInputs;
pub use lazy::{EntryConfig, EntryPointers, InputWord, LazyHeap, LazyObject, Part, Role, STREAMS, Stub};
pub use live::{LiveRegisters, Registers};
pub use lost::{Lost, LostEntry, LostKind};
pub use path_tree::{Fate, PathNode, PathNodeId, PathTree};
pub use profile::{FunctionCost, Profile};
pub use program::{EntryError, EntryPoint, Program};
pub use seeds::{SeedInputs, SeedLog};
pub use state::{Frame, Input, Lane, Preference, State, StateId, Way};
