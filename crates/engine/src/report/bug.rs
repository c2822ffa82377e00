//! A bug: what, where, with which values, and what a native run says.

use bowline_exec::BugKind;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BugReport {
    pub kind: String,
    pub message: String,
    pub file: String,
    pub line: u32,
    pub column: u32,
    pub function: String,
    /// Innermost call first; of a deep recursion only both ends.
    pub stack: Vec<FrameReport>,
    /// Calls that `stack` leaves out of its middle.
    pub stack_left_out: usize,
    /// Relative to the output directory.
    pub test: Option<String>,
    /// The bug's own directory, relative to the output directory.
    pub folder: String,
    pub confirmed: bool,
    /// What the native run said, or why there was none.
    pub native: String,
    pub count: u64,
    /// Where the size of the object in question is unknown: the sizes for which it happens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sizes: Option<SizesReport>,
    /// Variables that led to it, with their values for its test.
    #[serde(default)]
    pub values: Vec<ValueReport>,
    /// Where the object in question came from, and where it went.
    #[serde(default)]
    pub notes: Vec<NoteReport>,
    /// Where the sanitizer saw it, if that is not here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub native_elsewhere: Option<String>,
    /// What the sandbox kept the native run from, in words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refused: Vec<String>,
}

impl BugReport {
    /// Its kind; none where a later version wrote the report.
    pub fn known_kind(&self) -> Option<BugKind> {
        BugKind::named(&self.kind)
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ValueReport {
    pub name: String,
    pub value: String,
    /// Others that it may have on the same path, where they are few.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<String>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NoteReport {
    pub text: String,
    pub file: String,
    pub line: u32,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SizesReport {
    /// In ascending order, both ends included.
    pub ranges: Vec<(u64, u64)>,
    /// There are no others.
    pub exact: bool,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FrameReport {
    pub function: String,
    pub file: String,
    pub line: u32,
    /// As far as debug information names them.
    #[serde(default)]
    pub arguments: Vec<ValueReport>,
}
