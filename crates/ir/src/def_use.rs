//! Where each register of a function gets its value and where it is read.
//!
//! A register is *defined* by being a parameter, by an instruction (a call defines all registers of its result) or by a move
//! on an edge; it is *used* by instructions and as the source of moves. Registers that stand for phis have several
//! definitions, one for each edge into their block; all others that the front end makes have one.
//!
//! [`DefUse::reaching`] tells which of several definitions a use may see, on the paths inside a [`BlockSet`]. It searches
//! backwards on demand, in time linear in the blocks between a use and its definitions: whoever asks about
//! a register with one definition has no need of it.
//!
//! Unreachable blocks are listed like all others; no path is followed through them. Memory is not looked at.

#[cfg(test)]
mod tests;

use crate::block_set::BlockSet;
use crate::cfg::Cfg;
use crate::function::{Function, Position};
use crate::graph::Lists;
use crate::inst::Reg;
use crate::{BlockId, EdgeId};

/// What gives a register its value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Definition {
    /// It holds an argument on entry.
    Parameter,
    Inst(Position),
    /// The move of this index on an edge.
    Move(EdgeId, u32),
}

/// What reads a register.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Use {
    Inst(Position),
    /// The move of this index on an edge.
    Move(EdgeId, u32),
}

/// The definitions that a use may see.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reaching {
    /// Those inside the region, ascending.
    pub definitions: Vec<Definition>,
    /// It may also be the value that the register had when the region was entered.
    pub from_outside: bool,
}

#[derive(Clone, Debug)]
pub struct DefUse {
    /// By register, ascending.
    definitions: Lists<Definition>,
    /// By register, ascending, each once.
    uses: Lists<Use>,
}

impl DefUse {
    pub fn of(function: &Function) -> Self {
        let registers = function.registers as usize;
        let mut definitions: Vec<(u32, Definition)> =
            (0..function.params.len() as u32).map(|param| (param, Definition::Parameter)).collect();
        let mut uses: Vec<(u32, Use)> = Vec::new();
        for (at, inst) in function.insts.iter().enumerate() {
            let at = at as Position;
            inst.for_each_def(function, |reg| definitions.push((reg.0, Definition::Inst(at))));
            let first = uses.len();
            inst.for_each_read(function, |reg| {
                // An instruction has few operands, except for calls with as many as their source text has.
                if !uses[first..].iter().any(|(other, _)| *other == reg.0) {
                    uses.push((reg.0, Use::Inst(at)));
                }
            });
        }
        for (id, edge) in function.edges.iter_ids() {
            for (index, (dst, source)) in edge.moves.iter().enumerate() {
                definitions.push((dst.0, Definition::Move(id, index as u32)));
                uses.extend(source.as_reg().map(|reg| (reg.0, Use::Move(id, index as u32))));
            }
        }
        Self {
            definitions: Lists::new(registers, definitions.iter().copied()),
            uses: Lists::new(registers, uses.iter().copied()),
        }
    }

    /// Everything that defines a register, ascending.
    pub fn definitions(&self, reg: Reg) -> &[Definition] {
        self.definitions.get(reg.0)
    }

    /// What defines a register, if that is one thing.
    pub fn sole_definition(&self, reg: Reg) -> Option<Definition> {
        match self.definitions(reg) {
            [only] => Some(*only),
            _ => None,
        }
    }

    /// Everything that reads a register, ascending, each once.
    pub fn uses(&self, reg: Reg) -> &[Use] {
        self.uses.get(reg.0)
    }

    /// The definitions that may reach a use of a register, along paths inside the region. The use is inside it,
    /// or on an edge that leaves it. Moves on edges into the region count as made outside.
    pub fn reaching(&self, function: &Function, cfg: &Cfg, region: &BlockSet, reg: Reg, at: Use) -> Reaching {
        let mut search =
            Search { definitions: self.definitions(reg), function, cfg, region, found: Reaching::default() };
        match at {
            Use::Inst(position) => search.run(Some((function.block_of(position), position))),
            Use::Move(edge, index) => match search.last_move(edge, index) {
                Some(definition) => search.found.definitions.push(definition),
                None => search.run(Some(end_of(function, function.edges[edge].from))),
            },
        }
        search.found.definitions.sort_unstable();
        search.found.definitions.dedup();
        search.found
    }
}

/// A place to search backwards from: before this position of its block.
type Start = (BlockId, Position);

fn end_of(function: &Function, block: BlockId) -> Start {
    (block, function.blocks[block].insts.end)
}

struct Search<'a> {
    /// Of the register that is asked about.
    definitions: &'a [Definition],
    function: &'a Function,
    cfg: &'a Cfg,
    region: &'a BlockSet,
    found: Reaching,
}

impl Search<'_> {
    fn run(&mut self, start: Option<Start>) {
        let mut work: Vec<Start> = start.into_iter().collect();
        // Blocks that were searched from their end on. The first one may be searched again, its end being another start.
        let mut seen = BlockSet::empty(self.function);
        while let Some((block, before)) = work.pop() {
            if let Some(definition) = self.last_inst(block, before) {
                self.found.definitions.push(definition);
                continue;
            }
            if block == Function::ENTRY && self.definitions.first() == Some(&Definition::Parameter) {
                self.found.definitions.push(Definition::Parameter);
            }
            for &edge in self.cfg.predecessors(block) {
                let from = self.function.edges[edge].from;
                if !self.cfg.is_reachable(from) {
                    continue;
                }
                if !self.region.contains(from) {
                    self.found.from_outside = true;
                } else if let Some(definition) = self.last_move(edge, u32::MAX) {
                    self.found.definitions.push(definition);
                } else if seen.insert(from) {
                    work.push(end_of(self.function, from));
                }
            }
        }
    }

    /// The last instruction of a block before some position that defines the register.
    fn last_inst(&self, block: BlockId, before: Position) -> Option<Definition> {
        let last = self.last_below(Definition::Inst(before))?;
        let start = self.function.blocks[block].insts.start;
        matches!(last, Definition::Inst(at) if at >= start).then_some(last)
    }

    /// The last move of an edge below some index that defines the register.
    fn last_move(&self, edge: EdgeId, below: u32) -> Option<Definition> {
        let last = self.last_below(Definition::Move(edge, below))?;
        matches!(last, Definition::Move(other, _) if other == edge).then_some(last)
    }

    /// The last definition in the order of the type that is smaller.
    fn last_below(&self, bound: Definition) -> Option<Definition> {
        let below = self.definitions.partition_point(|definition| *definition < bound);
        below.checked_sub(1).map(|at| self.definitions[at])
    }
}
