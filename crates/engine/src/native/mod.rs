//! The program as a native executable under sanitizers, and what it does with an input.
//!
//! * [`build`](build::NativeProgram::build) compiles the user's files against the replay library, which serves inputs from a
//!   `.ktest` file;
//! * [`support`] is what is linked to it;
//! * [`lines`] makes it write down which lines it executes;
//! * [`entry`] compiles calls of a function on its own;
//! * [`units`] compiles what the program has in files that `bowline cc` built;
//! * [`run`](run) executes it in a sandbox (`bowline_confine`), in a directory that has only the files of the input ([`scene`]);
//! * [`fuzzer`] is another build, which a fuzzer runs;
//! * [`findings`] reads what the sanitizers wrote down;
//! * [`verdict`] says whether what it did is what was predicted.

pub mod build;
pub mod entry;
pub mod findings;
pub mod fuzzer;
pub mod lines;
pub mod run;
mod scene;
mod support;
pub mod units;
pub mod verdict;

pub use build::{BuildSpec, NativeProgram, Sanitizer};
pub use run::{NativeExit, NativeRun};
pub use verdict::{Prediction, Shown, fails_elsewhere, shows, summary};
