//! A set of blocks of one function, such as a loop, and how registers go into and out of it.
//!
//! A region is entered by edges from outside (or by a call, if it has the function's first block) and left by edges to the outside. Edges
//! with both ends inside belong to it, and so do their moves. The moves on edges that enter or leave are made outside: what
//! they read of the region counts as leaving it.
//!
//! Nothing is assumed about the shape: a region may have several entries and parts that are not connected.

#[cfg(test)]
mod tests;

use crate::bitset::BitSet;
use crate::cfg::Cfg;
use crate::function::Function;
use crate::inst::Reg;
use crate::liveness::{Liveness, RegSet};
use crate::loops::Loop;
use crate::{BlockId, EdgeId};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BlockSet {
    blocks: BitSet,
}

impl BlockSet {
    /// Has no block yet.
    pub fn empty(function: &Function) -> Self {
        Self { blocks: BitSet::new(function.blocks.len()) }
    }

    pub fn of_blocks(function: &Function, blocks: impl IntoIterator<Item = BlockId>) -> Self {
        let mut region = Self::empty(function);
        blocks.into_iter().for_each(|block| _ = region.insert(block));
        region
    }

    pub fn of_loop(function: &Function, of: &Loop) -> Self {
        Self::of_blocks(function, of.blocks.iter().copied())
    }

    /// All blocks.
    pub fn whole(function: &Function) -> Self {
        Self::of_blocks(function, function.blocks.ids())
    }

    /// Adds a block; tells whether it is new.
    pub fn insert(&mut self, block: BlockId) -> bool {
        self.blocks.insert(block.0)
    }

    pub fn contains(&self, block: BlockId) -> bool {
        self.blocks.contains(block.0)
    }

    /// Are both ends inside?
    pub fn contains_edge(&self, function: &Function, edge: EdgeId) -> bool {
        let edge = &function.edges[edge];
        self.contains(edge.from) && self.contains(edge.to)
    }

    /// The blocks, ascending.
    pub fn blocks(&self) -> impl Iterator<Item = BlockId> + '_ {
        self.blocks.iter().map(BlockId)
    }

    /// The edges into it from blocks that can be reached, ascending by the block they lead to.
    pub fn entries(&self, function: &Function, cfg: &Cfg) -> Vec<EdgeId> {
        let enters = |edge: &EdgeId| {
            let from = function.edges[*edge].from;
            !self.contains(from) && cfg.is_reachable(from)
        };
        self.blocks().flat_map(|block| cfg.predecessors(block)).copied().filter(enters).collect()
    }

    /// The edges out of it from blocks that can be reached, ascending by the block they come from.
    pub fn exits(&self, function: &Function, cfg: &Cfg) -> Vec<EdgeId> {
        let blocks = self.blocks().filter(|block| cfg.is_reachable(*block));
        let edges = blocks.flat_map(|block| cfg.successors(block)).copied();
        edges.filter(|edge| !self.contains(function.edges[*edge].to)).collect()
    }

    /// The registers that its instructions and moves write.
    pub fn defined(&self, function: &Function) -> RegSet {
        let mut defined = RegSet::empty(function);
        for block in self.blocks() {
            for at in function.blocks[block].insts.clone() {
                function.insts[at as usize].for_each_def(function, |reg| defined.insert(reg));
            }
        }
        self.inner_moves(function).for_each(|(reg, _)| defined.insert(reg));
        defined
    }

    /// The registers that its instructions and moves read.
    pub fn used(&self, function: &Function) -> RegSet {
        let mut used = RegSet::empty(function);
        for block in self.blocks() {
            for at in function.blocks[block].insts.clone() {
                function.insts[at as usize].for_each_read(function, |reg| used.insert(reg));
            }
        }
        self.inner_moves(function).filter_map(|(_, source)| source).for_each(|reg| used.insert(reg));
        used
    }

    /// What moves on inner edges write and read.
    fn inner_moves(&self, function: &Function) -> impl Iterator<Item = (Reg, Option<Reg>)> {
        let inner = function.edges.ids().filter(|edge| self.contains_edge(function, *edge));
        inner.flat_map(|edge| &function.edges[edge].moves).map(|(dst, source)| (*dst, source.as_reg()))
    }

    /// The registers whose value at an entry, after the moves of the entering edge, may be read inside before it is
    /// overwritten. Takes time as [`Liveness::of`].
    pub fn inputs(&self, function: &Function, cfg: &Cfg) -> RegSet {
        let live = Liveness::within(function, cfg, |block| self.contains(block));
        let entered = self.entries(function, cfg).into_iter().map(|edge| function.edges[edge].to);
        let first = self.contains(Function::ENTRY).then_some(Function::ENTRY);
        let mut inputs = RegSet::empty(function);
        for block in entered.chain(first) {
            live.live_in(block).for_each(|reg| inputs.insert(reg));
        }
        inputs
    }

    /// The registers that are written inside and may be read after it was left, also by moves on the leaving edge.
    /// `liveness` is that of the function.
    pub fn outputs(&self, function: &Function, cfg: &Cfg, liveness: &Liveness) -> RegSet {
        let defined = self.defined(function);
        let mut outputs = RegSet::empty(function);
        for edge in self.exits(function, cfg) {
            let live = liveness.live_on_edge(function, edge);
            live.iter().filter(|reg| defined.contains(*reg)).for_each(|reg| outputs.insert(reg));
        }
        outputs
    }
}
