//! How a run was configured.

use bowline_exec::{BugKind, OptionalChecks};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// How a function was started on its own.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct EntryReport {
    pub pointers: String,
    pub aliases: String,
    pub globals: String,
    pub depth: u32,
    pub objects: u32,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct ConfigReport {
    pub search: String,
    pub seed: u64,
    /// Of a function on its own.
    #[serde(default)]
    pub entry: EntryReport,
    pub sizes: String,
    /// What is in memory that nobody has written: `unknown` or `zero`.
    #[serde(default)]
    pub fresh: String,
    #[serde(default)]
    pub loops: String,
    pub capacity: u64,
    /// Optional checks that were on.
    pub checks: Vec<String>,
    pub malloc_may_fail: bool,
    pub cflags: Vec<String>,
    pub optimize: Option<u8>,
    pub tests: String,
    pub unknowns: String,
    /// Shared libraries whose functions are called natively.
    #[serde(default)]
    pub native_libs: Vec<PathBuf>,
    /// Files and directories elsewhere that the program may read.
    #[serde(default)]
    pub allow_read: Vec<PathBuf>,
    pub max_time_s: Option<f64>,
    pub max_memory_mb: Option<u64>,
    pub max_states: Option<usize>,
    #[serde(default)]
    pub max_tests: Option<usize>,
    /// Bugs after which the run was to stop.
    #[serde(default)]
    pub stop_after: Option<usize>,
    pub max_depth: Option<u64>,
    /// Of executing one path, beyond which that was a bug.
    #[serde(default)]
    pub max_path_time_s: Option<f64>,
    /// Bytes beyond which an allocation was a bug.
    #[serde(default)]
    pub large_allocation: Option<u64>,
    pub max_solver_time_s: f64,
    /// How far the solver's answers were checked: off, cheap, full.
    #[serde(default)]
    pub solver_checks: String,
    /// Solver layers that were left out.
    #[serde(default)]
    pub solver_layers_off: Vec<String>,
}

impl ConfigReport {
    /// Checks of a later version are none of ours.
    pub fn optional_checks(&self) -> OptionalChecks {
        let kinds: Vec<BugKind> = self.checks.iter().filter_map(|check| BugKind::named(check)).collect();
        OptionalChecks::of_kinds(&kinds)
    }
}
