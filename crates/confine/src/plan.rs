//! What is to be run and what became of it, as the caller and the supervisor tell each other.

use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// A program with everything around it. Strings of the program are bytes: they need not be text.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Plan {
    pub program: PathBuf,
    pub args: Vec<Vec<u8>>,
    /// All variables; nothing is inherited.
    pub variables: Vec<(Vec<u8>, Vec<u8>)>,
    /// A file whose contents come through a pipe.
    pub stdin: PathBuf,
    /// A directory whose contents the program finds in the one it starts in.
    pub scene: PathBuf,
    /// An existing, empty directory that it starts in and may write to.
    pub work: PathBuf,
    /// An existing, empty directory whose files are told at the end.
    pub reports: PathBuf,
    /// Further files that may be written.
    pub writable: Vec<PathBuf>,
    /// Files and directories that must be there, wherever they are.
    pub visible: Vec<PathBuf>,
    pub limits: Limits,
    /// The supervisor must lock itself in.
    pub(crate) lock: bool,
    /// The supervisor is in a sandbox, its own or another's.
    pub(crate) confined: bool,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Limits {
    /// Of wall-clock time, in seconds.
    pub seconds: u64,
    /// Of a file that is written.
    pub file_bytes: u64,
    /// Of all that is written to the working directory, and of the same for other places in memory.
    pub disk_bytes: u64,
    pub stack_bytes: u64,
    /// Processes at once. The system does not hold its superuser to it.
    pub processes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            seconds: 10,
            file_bytes: 64 << 20,
            disk_bytes: 256 << 20,
            stack_bytes: 8 << 20,
            processes: 256,
        }
    }
}

/// Directories that are empty in a sandbox.
pub(crate) const EMPTY: [&str; 2] = ["/tmp", "/run"];

impl Plan {
    /// What must be there and is in directories that would be empty.
    pub(crate) fn hidden(&self) -> impl Iterator<Item = &PathBuf> {
        let is_below =
            |path: &PathBuf| EMPTY.iter().any(|empty| path.starts_with(empty) && !path.ends_with(empty));
        self.visible.iter().filter(move |path| is_below(path) && path.exists())
    }
}

/// How a program ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum End {
    Code(i32),
    Signal(i32),
    TimedOut,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ended {
    pub end: End,
    /// Contents of the files in [`Plan::reports`], in the order of their names.
    pub reports: String,
    /// What the sandbox kept it from, in words, each once.
    pub refused: Vec<String>,
}
