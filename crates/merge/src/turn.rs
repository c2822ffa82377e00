//! Which way of the program a node of the tree of forks stands for.

use bowline_exec::State;
use bowline_ir::FuncId;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Turn {
    /// What was asked at this place of a function turned out so.
    Branch { function: FuncId, position: u32, holds: bool },
    /// Several leaves became one.
    Joined,
    /// A loop inside was left to this place of a function.
    Behind { function: FuncId, position: u32 },
    /// No state went on here.
    Rest,
}

impl Turn {
    /// What a state asks where it stands.
    pub fn branch(state: &State, holds: bool) -> Self {
        Turn::Branch { function: state.frame.function, position: state.frame.position, holds }
    }

    /// A state stands behind a loop.
    pub fn behind(state: &State) -> Self {
        Turn::Behind { function: state.frame.function, position: state.frame.position }
    }
}
