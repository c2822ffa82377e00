//! One run of Bowline: from files and a configuration to tests, bugs and `run.json`.
//!
//! * [`run`] loads the program, explores it until nothing is left or a limit is reached, confirms bugs natively and
//!   writes the output directory. A mistake of the user is an [`Error`] and leaves nothing behind.
//! * [`replay`] builds the program of an earlier run natively and runs its tests again.
//! * [`loops`] tells what each loop of a program does.
//! * [`check()`] answers a question about every access and branch of a program, without a harness.
//! * [`solve`] asks the chain of solvers the questions of files.
//!
//! The engine knows neither flags nor terminal: it takes a [`RunConfig`] and gives back a [`report::RunReport`].

mod alive;
mod attention;
mod bug_report;
mod bugs;
mod chaos;
pub mod check;
mod closed_loops;
mod command_line;
mod conduct;
pub mod config;
mod confirm;
mod coverage;
mod describe;
pub mod entry;
mod error;
pub mod excerpt;
pub mod exchange;
mod explore;
mod findings;
mod fuzz;
pub mod harness;
pub mod inputs;
mod journal;
pub mod ktest;
mod lanes;
pub mod lcov;
mod loop_survey;
mod measure;
mod merging;
pub mod message;
pub mod native;
mod object_sizes;
mod output;
mod patience;
mod process;
mod profile;
pub mod progress;
mod real_files;
mod replay;
pub mod report;
mod run;
mod scratch;
mod seeds;
mod solve;
mod states;
mod testcase;
mod threads;
mod timeline;
mod trace;
mod tree;
mod unknowns;
mod unresolved;
pub mod visible;
mod watch;
pub mod world;

pub use bowline_confine::{Method, SUPERVISOR_COMMAND, supervise};
pub use bowline_demand::Kind as QueryKind;
pub use bowline_exec::{
    BugKind, EntryConfig, EntryPointers, ExecConfig, FreshMode, OptionalChecks, SiteCapacity, SizeMode,
};
pub use bowline_native::{CHILD_COMMAND, serve as serve_native_calls};
pub use bowline_search::Strategy;
pub use bowline_solver::{Checks, LayerSwitches, LoggedQueries, MainSolver, QueryLog, SolverConfig};
pub use check::check;
pub use conduct::{run, run_observed};
pub use config::RunConfig;
pub use error::Error;
pub use harness::{Harness, HarnessKind};
pub use journal::seal;
pub use loop_survey::{LoopSurvey, loops};
pub use measure::{Measured, measure};
pub use output::write_whole;
pub use process::half_of_memory_mb;
pub use replay::{Replayed, read_report, replay};
pub use run::Finished;
pub use solve::{Solved, Totals, solve};
pub use trace::{Traced, trace};
