//! What a run found, in forms that others read.
//!
//! * [`html`] makes one self-contained page of an output directory, for a person who sees the tool for the first time;
//! * [`sarif`] says the same about bugs in the format of code-scanning front ends, [`check_sarif`] about what `bowline check` found.
//!
//! Both read what a run left (`run.json`, `tree.json`, `coverage.lcov`, tests) and the sources where they are readable; they
//! change nothing and never run anything.

mod check_sarif;
mod html;
mod kinds;
mod load;
mod sarif;

pub use check_sarif::check_sarif;
pub use html::page as html;
pub use load::Results;
pub use sarif::sarif;
