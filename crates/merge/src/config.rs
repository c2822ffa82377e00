//! What a run decides about merging.

use bowline_exec::Way;
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

/// How the condition and the values of a merged state look.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Form {
    /// From whole path suffixes instead of from the tree: quadratic, for comparison.
    Naive,
    /// Read off the tree.
    #[default]
    Tree,
    /// With a counter, where the paths follow a pattern; else read off the tree.
    Pattern,
}

/// Which loops are merged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MergeLoops {
    /// Small ones, as long as merging them pays.
    Small(SmallLoops),
    /// All, whatever that costs: for comparison.
    All,
}

impl Default for MergeLoops {
    fn default() -> Self {
        Self::Small(SmallLoops::default())
    }
}

/// What counts as a small loop; it also makes and frees no objects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SmallLoops {
    /// Blocks that it may have, with those of the functions it calls.
    pub blocks: usize,
    /// Blocks that each function it calls may have, with those of the functions that this one calls.
    pub callee_blocks: usize,
    /// Effort of the solver, in instructions, before merging is found not to pay.
    pub trial: u64,
    /// Multiplications and divisions in a row that merged values may consist of: what is put together from more digits is hopeless to ask about, and one question is too
    /// many.
    pub products: usize,
}

impl Default for SmallLoops {
    fn default() -> Self {
        Self { blocks: 24, callee_blocks: 8, trial: 8_000_000, products: 32 }
    }
}

/// Past one of these the states of a context go on unmerged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MergeLimits {
    /// States that a context may hold.
    pub states: usize,
    /// Time that a context may take.
    pub time: Duration,
    /// Different expressions that the condition and the values of a merged state may consist of.
    pub expressions: u64,
}

impl Default for MergeLimits {
    fn default() -> Self {
        Self { states: 10_000, time: Duration::from_secs(60), expressions: 1_000_000 }
    }
}

#[derive(Clone, Copy, Debug)]
pub struct MergeConfig {
    pub form: Form,
    pub on: MergeOn,
    pub loops: MergeLoops,
    /// Ways to try the same without joining, in turns.
    pub race: &'static [Way],
    /// States that meet inside the loop with the same registers become one at once, whatever is in their arrays, so that branches that only look at the
    /// input do not multiply.
    pub incremental: bool,
    /// Only states with the same registers become one, at the start of an iteration whatever they hold in memory. What a loop counts then stays known
    /// on each path, and there are as many states as there are values.
    pub by_registers: bool,
    pub limits: MergeLimits,
    /// Prove every merge with the solver.
    pub validate: bool,
}

impl Default for MergeConfig {
    fn default() -> Self {
        Self {
            form: Form::default(),
            on: MergeOn::default(),
            loops: MergeLoops::default(),
            race: &[],
            incremental: true,
            by_registers: false,
            limits: MergeLimits::default(),
            validate: false,
        }
    }
}
