//! A merge context: one activation of a loop, the states inside, those that wait at its exits.

use crate::ledger::LoopKey;
use crate::order::Order;
use crate::tree::{Tree, TreeNodeId};
use bowline_exec::{Executor, Lane, State, StateId};
use bowline_ir::{FuncId, LoopId};
use bowline_solver::Path;
use std::collections::BTreeSet;
use std::time::Instant;

bowline_base::define_id!(/// A context of one run; never reused.
    pub ContextId, "context");

/// The loop of one activation of a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LoopActivation {
    pub function: FuncId,
    pub loop_id: LoopId,
    /// Of the frame.
    pub serial: u32,
}

impl LoopActivation {
    /// The loop, whichever activation.
    pub fn key(self) -> LoopKey {
        (self.function, self.loop_id)
    }

    /// The innermost loop that a state is in, looking through the calls it is in.
    pub fn around(executor: &Executor, state: &State) -> Option<Self> {
        let functions = &executor.program().module.functions;
        state.frames().enumerate().find_map(|(depth, frame)| {
            // Callers stand behind their calls.
            let position = frame.position.saturating_sub(u32::from(depth > 0));
            let function = &functions[frame.function];
            let loop_id = function.loops.innermost(function.block_of(position))?;
            let activation = Self { function: frame.function, loop_id, serial: frame.serial };
            function.loops.loops[loop_id].reducible.then_some(activation)
        })
    }

    /// The loop around this one in the same activation of the function.
    pub fn parent(self, executor: &Executor) -> Option<Self> {
        let loops = &executor.program().module.functions[self.function].loops.loops;
        let loop_id = loops[self.loop_id].parent?;
        loops[loop_id].reducible.then_some(Self { loop_id, ..self })
    }

    /// Has a state left the loop? (It is still in the frame, at the start of a block.)
    pub fn is_left_by(self, executor: &Executor, state: &State) -> bool {
        let function = &executor.program().module.functions[self.function];
        state.frame.serial == self.serial
            && !function.loops.loops[self.loop_id].contains(function.block_of(state.frame.position))
    }

    /// Is a state, which is at the start of a block, about to start another iteration?
    pub fn is_started_again_by(self, executor: &Executor, state: &State) -> bool {
        let function = &executor.program().module.functions[self.function];
        state.frame.serial == self.serial
            && function.loops.loops[self.loop_id].header == function.block_of(state.frame.position)
    }
}

pub(crate) struct Context {
    pub activation: LoopActivation,
    /// The state that opened it. It stands for all states of this context in the one around.
    pub opener: StateId,
    /// The context and leaf that the opener belonged to.
    pub parent: Option<(ContextId, TreeNodeId)>,
    /// The path of the opener: what all paths of the context have in common.
    pub root: Path,
    pub tree: Tree,
    /// States inside; a state that opened a context further inside stands for that.
    pub inside: BTreeSet<StateId>,
    pub parked: Vec<(TreeNodeId, State)>,
    /// States that stand at a meeting place of the loop and wait for the others to get there.
    pub waiting: Vec<(TreeNodeId, State)>,
    pub order: Order,
    pub started: Instant,
    /// Of all its states.
    pub lane: Option<Lane>,
}

impl Context {
    pub fn new(
        activation: LoopActivation,
        opener: &State,
        parent: Option<(ContextId, TreeNodeId)>,
        root: Path,
    ) -> Self {
        Self {
            activation,
            opener: opener.id,
            lane: opener.lane,
            parent,
            root,
            tree: Tree::new(),
            inside: BTreeSet::from([opener.id]),
            parked: Vec::new(),
            waiting: Vec::new(),
            order: Order::default(),
            started: Instant::now(),
        }
    }

    /// Gives up what it holds back: last, and so first for those who go depth first, who left the loop early.
    pub fn into_held(self) -> impl Iterator<Item = State> {
        self.waiting.into_iter().chain(self.parked.into_iter().rev()).map(|(_, state)| state)
    }

    /// States that are not in circulation.
    pub fn held(&self) -> impl Iterator<Item = &State> {
        self.parked.iter().chain(&self.waiting).map(|(_, state)| state)
    }

    /// States that are alive in it.
    pub fn population(&self) -> usize {
        self.inside.len() + self.parked.len() + self.waiting.len()
    }
}
