//! Where states of a loop wait for each other, and who goes on first.
//!
//! States meet at the *meeting places* of a loop: blocks of its own (not of loops inside) that several of its edges lead to, and its header. Those that
//! stand at the foremost place go on first, since whoever is there may still come to the places behind it; the header is the last
//! place, behind which another iteration starts.
//!
//! At the header states may have gone round different numbers of times. What tells how far they are is a register that no iteration moves back: the
//! [`progress`](crate::progress) of the loop. Whoever is behind in the first such register goes first, among equals whoever is behind in the next one; so
//! everybody who can still come to a state's registers has come there before that state goes on.
//!
//! Nothing but the number of states depends on it. What it does not do: progress that is kept in memory is not seen.

use crate::context::LoopActivation;
use crate::ledger::LoopKey;
use crate::progress::{Progress, progress};
use bowline_base::FxHashMap;
use bowline_exec::{Executor, State};
use bowline_ir::{BlockId, Function, LoopId, Module, cfg::Cfg};
use bowline_memory::Value;
use std::rc::Rc;

/// More states than these do not wait for those behind them.
const CROWD: usize = 1024;
/// The header stands behind all other places.
const HEADER: u32 = u32::MAX;

/// The meeting places of one loop.
pub(crate) struct Meetings {
    /// Blocks with their places in the order in which they are come to, but for the header: by block.
    places: FxHashMap<BlockId, u32>,
    progress: Vec<Progress>,
}

impl Meetings {
    fn of(module: &Module, function: &Function, id: LoopId) -> Self {
        let cfg = Cfg::of(function);
        let around = &function.loops.loops[id];
        let is_own =
            |block: &BlockId| *block != around.header && function.loops.innermost(*block) == Some(id);
        let comes_from_inside = |block: BlockId| {
            let from = cfg.predecessors(block).iter().map(|edge| function.edges[*edge].from);
            from.filter(|from| around.contains(*from)).count() > 1
        };
        let meeting =
            around.blocks.iter().copied().filter(|block| is_own(block) && comes_from_inside(*block));
        let places = meeting.filter_map(|block| Some((block, cfg.number(block)?))).collect();
        Self { places, progress: progress(module, function, &cfg, id) }
    }

    fn place(&self, function: &Function, state: &State) -> u32 {
        self.places.get(&function.block_of(state.frame.position)).copied().unwrap_or(HEADER)
    }

    /// Does a state, which is at the start of a block, stand at a meeting place inside an iteration?
    pub fn is_met_by(&self, executor: &Executor, activation: LoopActivation, state: &State) -> bool {
        let function = &executor.program().module.functions[activation.function];
        !self.places.is_empty()
            && state.frame.serial == activation.serial
            && self.place(function, state) != HEADER
    }

    /// Which of the waiting states go on next.
    pub fn next<'a>(
        &self,
        function: &Function,
        waiting: impl Iterator<Item = &'a State> + Clone,
    ) -> Vec<bool> {
        let places: Vec<u32> = waiting.clone().map(|state| self.place(function, state)).collect();
        let first = places.iter().min().copied().unwrap_or(HEADER);
        let mut goes: Vec<bool> = places.iter().map(|place| *place == first).collect();
        if first != HEADER || goes.len() > CROWD {
            return goes;
        }
        for progress in &self.progress {
            let at: Option<Vec<u64>> = waiting.clone().map(|state| distance(*progress, state)).collect();
            let Some(at) = at else { continue };
            let least = at.iter().zip(&goes).filter(|(_, goes)| **goes).map(|(at, _)| *at).min();
            goes.iter_mut().zip(at).for_each(|(goes, at)| *goes &= Some(at) == least);
        }
        goes
    }
}

/// How far a state is in one register; nothing where that is not known.
fn distance(progress: Progress, state: &State) -> Option<u64> {
    match state.frame.registers[progress.register] {
        Value::Int(value) => Some(if progress.falls { !value } else { value }),
        Value::Expr(_) => None,
    }
}

/// Those of all loops that were asked about.
#[derive(Default)]
pub(crate) struct AllMeetings {
    known: FxHashMap<LoopKey, Rc<Meetings>>,
}

impl AllMeetings {
    pub fn of(&mut self, executor: &Executor, key: LoopKey) -> Rc<Meetings> {
        let module = &executor.program().module;
        let make = || Rc::new(Meetings::of(module, &module.functions[key.0], key.1));
        Rc::clone(self.known.entry(key).or_insert_with(make))
    }
}
