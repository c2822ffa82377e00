//! The paths of a run as a tree.

use serde::{Deserialize, Serialize};

/// `tree.json`: where paths forked and were merged, and how they ended.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct TreeReport {
    pub version: u32,
    /// Paths that ended without a node of their own.
    pub left_out: u64,
    pub files: Vec<String>,
    /// The first is the root; a parent comes before its children.
    pub nodes: Vec<TreeNodeReport>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct TreeNodeReport {
    /// None for the root and for the results of merges.
    pub parent: Option<u32>,
    /// `fork`, `merged`, `exited`, `silent`, `bug`, `infeasible`, `killed`, `superseded`, `pending`, or `cut`: it has no children
    /// here because the tree was full.
    pub fate: String,
    /// Of `merged`: the node that it became a part of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub into: Option<u32>,
    /// Index of `files`: where it forked or ended.
    pub file: Option<u32>,
    pub line: u32,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub left_out: u64,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub bugs_left_out: u64,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}
