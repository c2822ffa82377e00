//! Options of the commands that look at what earlier runs left.

use crate::confinement::SandboxOptions;
use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;

#[derive(Args, Debug)]
pub struct ReplayOptions {
    /// A test (OUT/tests/000007.ktest), or the output directory of a run for all of its tests
    pub test: PathBuf,

    /// Measure which lines all tests of the directory execute natively, and compare with what the run said; exit with 1 if they
    /// disagree
    #[arg(long, conflicts_with = "check")]
    pub coverage: bool,

    /// Follow one test inside the engine: the lines it executes, the decisions it makes, and how it ends
    #[arg(long, conflicts_with_all = ["check", "coverage"])]
    pub trace: bool,

    /// Exit with 1 if anything did not do what the run predicted, instead of when a bug shows
    #[arg(long)]
    pub check: bool,

    #[command(flatten)]
    pub sandbox: SandboxOptions,
}

#[derive(Args, Debug)]
pub struct ReportOptions {
    /// The output directory of a run
    pub out: PathBuf,

    /// Where the page goes [default: report.html in the output directory]
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub struct TestsOptions {
    #[command(subcommand)]
    pub command: TestsCommand,
}

#[derive(Subcommand, Debug)]
pub enum TestsCommand {
    /// List tests: inputs, bytes, sizes, what they cover and which bug they show
    List {
        /// Output directories of runs, directories of tests, tests
        #[arg(required = true, value_name = "TESTS")]
        tests: Vec<PathBuf>,
    },
    /// Print the inputs of tests, as hex, text and numbers
    Show {
        /// Tests, directories of tests, output directories of runs
        #[arg(required = true, value_name = "TESTS")]
        tests: Vec<PathBuf>,
    },
    /// Write tests in another format
    Convert {
        /// What to write: .ktest files, a Test-Comp test suite, a fuzzer's corpus, or one standalone C reproducer each
        #[arg(long, value_enum, value_name = "FORMAT")]
        to: TestFormat,

        /// Directory to write to, new or empty [default: tests-FORMAT]
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,

        /// Tests (.ktest, Test-Comp .xml, files of a fuzzer's corpus), directories of tests, output directories of runs
        #[arg(required = true, value_name = "TESTS")]
        tests: Vec<PathBuf>,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum TestFormat {
    Ktest,
    Testcomp,
    Raw,
    C,
}
