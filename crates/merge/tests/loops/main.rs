//! Merging of small loops, in process.
//!
//! Each test has a program in the IR's text form and says in one line what merging makes of it; see [`suite::check`].

mod calls;
mod contexts;
mod figures;
mod grouping;
mod leaving;
mod limits;
mod meeting;
mod policy;
mod programs;
mod races;
mod random;
mod registers;
mod rows;
mod suite;
mod values;
mod waiting;
mod wishes;
