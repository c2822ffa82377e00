//! Is *this* access within its object, can *this* branch go both ways? Answered for one place at a time, backwards from there.
//!
//! Follows *Segmented Symbolic Analysis* (ICSE 2013): a [`Query`] is a condition at a place of the program ("the offset is not below the
//! size"). It is moved backwards, path by path, into callees and out to callers: an assignment substitutes, a branch adds its condition, until
//! the condition contradicts itself (this path is no danger), until the program's start is reached (it is one), or until something stands in the way
//! that nobody knows ([`Reason`]).
//!
//! * [`Facts`] are what is known of a module beforehand: definitions, callers, what functions write, which locals nobody else can reach.
//! * `points_to` says which objects a register may ever point to: what is apart by it never meets, and calls that write nothing that is waited for are left out.
//! * [`state`] is a query on its way: conditions over *symbols* that stand for registers, for the contents of memory ([`Attribute::Value`]),
//!   for the size of an object ([`Attribute::Size`]) and the length of a text ([`Attribute::Len`]) as they are at the place reached.
//! * [`step`] is what one instruction does to it, [`calls`] what a call does, [`walk`] goes through the paths.
//! * [`invariant`] is what happens at loops. A path goes straight through the header once; then all further iterations are one step, in which what the
//!   loop changes is unknown but for invariants that the solver has proved.
//! * A walk ends where nothing before it matters (`settled`), and asks only what is new (`questions`). Loops that one comparison counts make an exact
//!   number of rounds (`counted`).
//! * [`segment`] runs loops that no invariant gets past, and measures how many rounds they make; and functions without a body, by who is plugged in.
//! * [`ask`] makes the queries of a module, [`Checker`] answers them.
//!
//! What is answered is proved, or names the measurements that it rests on ([`Answer::models`]). `safe` and `infeasible` are claimed only when every path contradicts itself: whatever is not known is any value, and
//! a limit that is reached is a reason to say `unknown`. `vulnerable` is claimed only if nothing but inputs is left in the condition at the start.
//! It holds under the assumptions that are written down with [`walk`].
//!
//! Departures from the paper: loops have proved invariants before anything is measured, conditions are bit-vectors and wrap, and an address is
//! followed together with the object it belongs to.

mod arrival;
pub mod ask;
mod at_loop;
pub mod calls;
mod check;
mod context;
mod counted;
mod early;
mod effects;
pub mod facts;
mod general;
pub mod invariant;
mod library;
mod library_calls;
pub mod memory;
mod objects;
mod points_to;
mod privacy;
mod query;
mod questions;
mod resolve;
pub mod segment;
mod settled;
pub mod state;
pub mod step;
mod term;
pub mod walk;
mod words;

pub use ask::{Selection, queries};
pub use check::{Checker, Config};
pub use facts::Facts;
pub use invariant::Invariants;
pub use query::{Answer, Attribute, Kind, Query, Reason, Verdict};
pub use segment::{Founder, Laboratory, Repository};
