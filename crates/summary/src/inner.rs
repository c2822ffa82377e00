//! Inner loops in a probe: followed for a few iterations, and no further.
//!
//! An inner loop over unknown text has a path for every number of its iterations, and a probe that follows them all is too large. With a bound on these
//! it learns what an iteration of the outer loop does where its inner loops make few, and each of these paths may have a closed form: `word, blank`
//! over and over is a path whose inner loops make one iteration each. The paths that were cut off are among those that runs leave to be executed
//! as they are. Only iterations that fork are counted: loops over a table or a set of characters are executed to their end.

use bowline_base::{FxHashMap, IdVec};
use bowline_exec::hooks::{Crossing, Fork, LoopStrategy};
use bowline_exec::{Ending, Executor, State, StateId};
use bowline_ir::{Callee, EdgeId, FuncId, Function, Inst, LoopCrossing, LoopId};

/// Blocks of a loop that is small, if it calls little: what forks in it are classes of characters, and not the cases of a parser.
const SMALL: usize = 40;

/// An inner loop that a path is in.
#[derive(Clone, Copy)]
struct Inner {
    /// Of the activation of its function.
    serial: u32,
    id: LoopId,
    /// Iterations in which the path forked, and whether it did in this one.
    forking: u32,
    forked: bool,
}

/// See the module documentation.
pub(crate) struct InnerLoops {
    /// Iterations that fork, of one loop.
    most: u32,
    /// Innermost last.
    paths: FxHashMap<StateId, Vec<Inner>>,
}

impl InnerLoops {
    pub fn new(most: u32) -> Self {
        Self { most, paths: FxHashMap::default() }
    }
}

impl LoopStrategy for InnerLoops {
    fn forked(&mut self, _: &mut Executor, state: &mut State, fork: Fork<'_>) {
        let Some((other, _)) = fork.other else { return };
        let Some(inside) = self.paths.get_mut(&state.id) else { return };
        inside.iter_mut().for_each(|inner| inner.forked = true);
        let inside = inside.clone();
        self.paths.insert(other.id, inside);
    }

    fn crossed(
        &mut self,
        executor: &mut Executor,
        state: &mut State,
        _: EdgeId,
        crossing: LoopCrossing,
    ) -> Crossing {
        let serial = state.frame.serial;
        let inside = self.paths.entry(state.id).or_default();
        if let Some(left) = crossing.left {
            let loops = &executor.program().module.functions[state.frame.function].loops.loops;
            inside.retain(|inner| inner.serial != serial || loops[inner.id].depth < loops[left].depth);
        }
        if let Some(id) = crossing.entered() {
            inside.push(Inner { serial, id, forking: 0, forked: false });
        }
        let repeated = crossing.repeated();
        let again = inside.iter_mut().find(|inner| inner.serial == serial && Some(inner.id) == repeated);
        if let Some(again) = again {
            again.forking += u32::from(std::mem::take(&mut again.forked));
            if again.forking > self.most {
                return Crossing::End(Ending::Lost);
            }
        }
        Crossing::Pass
    }

    fn ended(&mut self, state: &State, _: &Ending) {
        self.paths.remove(&state.id);
    }
}

/// Has a loop few blocks, and does it call nothing but functions that are so small themselves?
pub(crate) fn is_small(functions: &IdVec<FuncId, Function>, function: &Function, of: LoopId) -> bool {
    let blocks = &function.loops.loops[of].blocks;
    let is_plain = |callee: FuncId| {
        let callee = &functions[callee];
        !callee.is_declaration() && callee.loops.loops.is_empty() && callee.calls.is_empty()
    };
    let calls_more = |inst: &Inst| match inst {
        Inst::Call { call } => {
            !matches!(function.calls[*call].callee, Callee::Direct(callee) if is_plain(callee))
        }
        _ => false,
    };
    blocks.len() <= SMALL && !blocks.iter().any(|&block| function.block_insts(block).iter().any(calls_more))
}
