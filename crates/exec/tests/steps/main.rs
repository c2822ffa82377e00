//! What instructions do to states, on small programs in process.
//!
//! Each test has a program in the IR's text form and says in one line what becomes of its paths; see [`suite::check`].

mod arithmetic;
mod blocks;
mod branches;
mod calls;
mod collections;
mod joins;
mod jumps;
mod loss;
mod memory;
mod pointers;
mod sizes;
mod suite;
mod variadic;
