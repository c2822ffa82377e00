//! Regions, and the border that stops states that leave one.

use super::LeafEnd;
use crate::step::Here;
use crate::{Executor, State, StateId};
use bowline_base::FxHashMap;
use bowline_ir::block_set::BlockSet;
use bowline_ir::{BlockId, EdgeId, FuncId, Function, LoopId};

/// A set of blocks of one function with one entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Region {
    pub function: FuncId,
    pub entry: BlockId,
    inside: BlockSet,
    /// Coming back to the entry leaves it.
    once: bool,
    /// Returning does not.
    to_end: bool,
}

impl Region {
    /// One iteration of a loop, from its header until it is there again or the loop is left. Nothing for loops with several
    /// entries.
    pub fn iteration(id: FuncId, function: &Function, of: LoopId) -> Option<Self> {
        Some(Self { once: true, ..Self::whole_loop(id, function, of)? })
    }

    /// A loop until it is left.
    pub fn whole_loop(id: FuncId, function: &Function, of: LoopId) -> Option<Self> {
        let one = function.loops.loops.get(of).filter(|one| one.reducible)?;
        Some(Self::blocks(id, function, one.header, &one.blocks))
    }

    /// Some blocks, until they are left.
    pub fn blocks(id: FuncId, function: &Function, entry: BlockId, blocks: &[BlockId]) -> Self {
        let inside = BlockSet::of_blocks(function, blocks.iter().copied());
        Self { function: id, entry, inside, once: false, to_end: false }
    }

    /// All of a function, until it returns.
    pub fn body(id: FuncId, function: &Function) -> Self {
        let inside = BlockSet::whole(function);
        Self { function: id, entry: Function::ENTRY, inside, once: false, to_end: false }
    }

    /// Everything to the end of the program.
    pub fn onward(id: FuncId, function: &Function) -> Self {
        Self { to_end: true, ..Self::body(id, function) }
    }

    /// Everything behind the header of a loop to the end of the program, or until it comes to the header again.
    pub fn behind(id: FuncId, function: &Function, of: LoopId) -> Option<Self> {
        let header = Self::whole_loop(id, function, of)?.entry;
        Some(Self { entry: header, once: true, ..Self::onward(id, function) })
    }

    pub fn contains(&self, block: BlockId) -> bool {
        self.inside.contains(block)
    }
}

/// Where the states of a probe stop.
pub(crate) struct Border {
    region: Region,
    /// The activation that the region is part of; calls inside have frames of their own.
    pub serial: u32,
    /// How states left that are still on their way to the probe.
    ends: FxHashMap<StateId, LeafEnd>,
    held: Vec<(State, LeafEnd)>,
}

impl Border {
    pub fn new(region: &Region, serial: u32) -> Self {
        Self { region: region.clone(), serial, ends: FxHashMap::default(), held: Vec::new() }
    }

    /// How a state that was just stopped left, if it did.
    pub fn end_of(&mut self, state: &State) -> Option<LeafEnd> {
        self.ends.remove(&state.id)
    }

    /// Can a state that has not met it still do so?
    pub fn is_around(&self, state: &State) -> bool {
        self.region.to_end || state.frames().any(|frame| frame.serial == self.serial)
    }

    /// Siblings that left while another state was run.
    pub fn take_held(&mut self) -> Vec<(State, LeafEnd)> {
        std::mem::take(&mut self.held)
    }
}

impl Executor {
    /// Did a state that took an edge leave the region?
    pub(crate) fn meets_border(&mut self, state: &State, here: Here<'_>, id: EdgeId) -> bool {
        let Some(border) = self.border.as_mut().filter(|border| border.serial == state.frame.serial) else {
            return false;
        };
        let to = here.function.edges[id].to;
        let end = match (to == border.region.entry && border.region.once, border.region.contains(to)) {
            (true, _) => LeafEnd::Back(id),
            (false, false) => LeafEnd::Exit(id),
            (false, true) => return false,
        };
        border.ends.insert(state.id, end);
        true
    }

    /// Is a state about to return from the function of the region, and does that leave it?
    pub(crate) fn returns_from_region(&mut self, state: &State) -> bool {
        let is_last = |border: &&mut Border| border.serial == state.frame.serial && !border.region.to_end;
        let Some(border) = self.border.as_mut().filter(is_last) else { return false };
        border.ends.insert(state.id, LeafEnd::Returned);
        true
    }

    /// Did a state that jumped without an edge leave the region? The run itself never sees how such a path ends.
    pub(crate) fn escapes_region(&mut self, state: &State) -> bool {
        let Some(border) = self.border.as_mut().filter(|border| !border.region.to_end) else { return false };
        let function = &self.program.module.functions[state.frame.function];
        let is_inside = match state.frame.serial == border.serial {
            true => border.region.contains(function.block_of(state.frame.position)),
            false => state.frames().any(|frame| frame.serial == border.serial),
        };
        if !is_inside {
            border.ends.insert(state.id, LeafEnd::Escaped);
        }
        !is_inside
    }

    pub(crate) fn hold_at_border(&mut self, state: State) {
        if let Some(border) = &mut self.border {
            let end = border.end_of(&state).unwrap_or(LeafEnd::Escaped);
            border.held.push((state, end));
        }
    }
}
