//! Tests as files that people and other tools read and write.
//!
//! * [`stored`] finds the tests that a command line names: `.ktest` files, Test-Comp XML, raw files of a fuzzer's corpus,
//!   directories of those, output directories of runs;
//! * [`testcomp`] is the exchange format of test-generation competitions;
//! * [`raw`] is what fuzzers read: the bytes and nothing else;
//! * [`reproducer`] is a test as one C file;
//! * [`names`] keeps the names of files apart;
//! * [`convert`] turns tests into one of these, and writes all files or none.
//!
//! Nothing here runs a program.

mod convert;
mod names;
pub mod raw;
mod reproducer;
mod stored;
pub mod testcomp;

pub use convert::{Converted, TestFormat, convert};
pub use stored::{Accept, StoredRun, StoredTest, gather};
