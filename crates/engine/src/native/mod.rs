//! The program as a native executable under sanitizers, and what it does with an input.
//!
//! * [`build`](build::NativeProgram::build) compiles the user's files against the replay library, which serves inputs from a
//!   `.ktest` file;
//! * [`lines`] makes it write down which lines it executes;
//! * [`units`] compiles what the program has in files that `bowline cc` built;
//! * [`run`](run) executes it with limits on time, memory, files and output, in a directory that has only the files of
//!   the input ([`scene`]);
//! * [`verdict`] says whether what it did is what was predicted.
//!
//! Nothing here is a sandbox against malice: the user's own program runs with the user's own rights.

pub mod build;
pub mod lines;
pub mod run;
mod scene;
pub mod units;
pub mod verdict;

pub use build::{BuildSpec, NativeProgram, Sanitizer};
pub use run::{NativeExit, NativeRun};
pub use verdict::{Prediction, place, shows, summary};
