//! Runs of loops, in process: each program is explored with runs, and every input must belong to one path, which ends as the program does.

mod declined;
mod inner;
mod random;
mod shapes;
mod suite;
mod writes;
