//! What a run decides about merging.

use std::time::Duration;

/// Which forks open a context.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum MergeOn {
    /// Those on the size of an object of symbolic size.
    #[default]
    Size,
    /// All.
    Any,
}

#[derive(Clone, Copy, Debug)]
pub struct MergeConfig {
    /// Build conditions and values from whole path suffixes instead of from the tree: quadratic, for comparison.
    pub naive: bool,
    pub on: MergeOn,
    /// Try the same without merging, in turns.
    pub race: bool,
    /// States that start another iteration with the same store become one at once, so that branches that only look at the
    /// input do not multiply.
    pub incremental: bool,
    /// States a context may hold; with more they go on unmerged.
    pub max_states: usize,
    /// Time a context may take; after it the states go on unmerged.
    pub max_time: Duration,
    /// Prove every merge with the solver.
    pub validate: bool,
}

impl Default for MergeConfig {
    fn default() -> Self {
        Self {
            naive: false,
            on: MergeOn::default(),
            race: false,
            incremental: true,
            max_states: 10_000,
            max_time: Duration::from_secs(60),
            validate: false,
        }
    }
}
