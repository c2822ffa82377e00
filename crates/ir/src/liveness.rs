//! Which registers may still be read: the part of a frame that two states must agree on, or merge, to be joined.
//!
//! A register is live at a point if some path from there reads it before writing it. Moves on an edge happen on the
//! edge, one after the other: after the terminator of its source, before the first instruction of its target. Calls read
//! and write only their own operands, since no other frame can reach this one's registers.
//!
//! Most registers live and die within one block, so the sets kept per block only number those that do not. Blocks that
//! cannot be reached have nothing live.

use crate::bitset::BitSet;
use crate::cfg::Cfg;
use crate::function::{Edge, Function, Position};
use crate::inst::Reg;
use crate::{BlockId, EdgeId};
use bowline_base::IdVec;

#[derive(Clone, Debug)]
pub struct Liveness {
    /// The registers that are live at the start of some block, ascending; sets hold places in this list.
    crossing: Vec<Reg>,
    live_in: IdVec<BlockId, BitSet>,
}

/// A set of registers of one function.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RegSet(BitSet);

impl RegSet {
    /// Without members, for registers of this function.
    pub fn empty(function: &Function) -> Self {
        Self(BitSet::new(function.registers as usize))
    }

    pub fn insert(&mut self, reg: Reg) {
        self.0.insert(reg.0);
    }

    pub fn contains(&self, reg: Reg) -> bool {
        self.0.contains(reg.0)
    }

    /// The members, ascending.
    pub fn iter(&self) -> impl Iterator<Item = Reg> + '_ {
        self.0.iter().map(Reg)
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Liveness {
    pub fn of(function: &Function, cfg: &Cfg) -> Self {
        Self::within(function, cfg, |_| true)
    }

    /// As if paths ended where they leave the blocks that are `inside`, before the moves of the leaving edge. Only what is live at
    /// the start of blocks may be asked of the result.
    pub(crate) fn within(function: &Function, cfg: &Cfg, inside: impl Fn(BlockId) -> bool) -> Self {
        let crossing = read_before_written(function);
        let mut place = vec![None; function.registers as usize];
        for (at, reg) in crossing.iter().enumerate() {
            place[reg.0 as usize] = Some(at as u32);
        }
        let empty = BitSet::new(crossing.len());
        let mut live_in: IdVec<BlockId, BitSet> = vec![empty.clone(); function.blocks.len()].into();
        let (mut live, mut on_edge) = (empty.clone(), empty);
        // Blocks whose successors changed since they were looked at. Sweeps go backwards along the control flow, where
        // most of the news travels, and forwards in turn, which takes it through loops nested to any depth.
        let mut waiting = BitSet::new(function.blocks.len());
        let mut sweep: Vec<BlockId> =
            cfg.reverse_post_order().iter().copied().filter(|block| inside(*block)).collect();
        sweep.iter().for_each(|block| _ = waiting.insert(block.0));
        while !waiting.is_empty() {
            sweep.reverse();
            for &block in &sweep {
                if !waiting.contains(block.0) {
                    continue;
                }
                waiting.remove(block.0);
                live.clear();
                for &edge in cfg.successors(block) {
                    let edge = &function.edges[edge];
                    if !inside(edge.to) {
                        continue;
                    }
                    on_edge.copy_from(&live_in[edge.to]);
                    step_back_over_moves(edge, &mut |change| apply(&mut on_edge, &place, change));
                    live.union_with(&on_edge);
                }
                for at in function.blocks[block].insts.clone().rev() {
                    step_back(function, at, &mut |change| apply(&mut live, &place, change));
                }
                if live_in[block].union_with(&live) {
                    let sources = cfg.predecessors(block).iter().map(|edge| function.edges[*edge].from);
                    let reachable = sources.filter(|from| cfg.is_reachable(*from) && inside(*from));
                    reachable.for_each(|from| _ = waiting.insert(from.0));
                }
            }
        }
        Self { crossing, live_in }
    }

    /// The registers live at the start of a block, after the moves of the edge taken to it; ascending.
    pub fn live_in(&self, block: BlockId) -> impl Iterator<Item = Reg> + '_ {
        self.live_in[block].iter().map(|at| self.crossing[at as usize])
    }

    pub fn is_live_in(&self, block: BlockId, reg: Reg) -> bool {
        self.crossing.binary_search(&reg).is_ok_and(|at| self.live_in[block].contains(at as u32))
    }

    /// The registers live once an edge is taken but before its moves.
    pub fn live_on_edge(&self, function: &Function, edge: EdgeId) -> RegSet {
        let mut live = BitSet::new(function.registers as usize);
        self.add_live_on_edge(function, edge, &mut live);
        RegSet(live)
    }

    /// The registers live just before an instruction is executed. Takes time linear in the rest of its block.
    pub fn live_at(&self, function: &Function, position: Position) -> RegSet {
        let block = function.block_of(position);
        let mut live = BitSet::new(function.registers as usize);
        for edge in function.successors(block) {
            self.add_live_on_edge(function, edge, &mut live);
        }
        for at in (position..function.blocks[block].insts.end).rev() {
            step_back(function, at, &mut |change| apply_directly(&mut live, change));
        }
        RegSet(live)
    }

    fn add_live_on_edge(&self, function: &Function, edge: EdgeId, all: &mut BitSet) {
        let edge = &function.edges[edge];
        let mut live = BitSet::new(function.registers as usize);
        self.live_in(edge.to).for_each(|reg| _ = live.insert(reg.0));
        step_back_over_moves(edge, &mut |change| apply_directly(&mut live, change));
        all.union_with(&live);
    }
}

enum Change {
    Read(Reg),
    Written(Reg),
}

fn apply(live: &mut BitSet, place: &[Option<u32>], change: Change) {
    match change {
        Change::Read(reg) => place[reg.0 as usize].map_or((), |at| _ = live.insert(at)),
        Change::Written(reg) => place[reg.0 as usize].map_or((), |at| live.remove(at)),
    }
}

fn apply_directly(live: &mut BitSet, change: Change) {
    match change {
        Change::Read(reg) => _ = live.insert(reg.0),
        Change::Written(reg) => live.remove(reg.0),
    }
}

/// Tells what an instruction does to the set of live registers, going backwards.
fn step_back(function: &Function, position: Position, tell: &mut impl FnMut(Change)) {
    let inst = &function.insts[position as usize];
    inst.for_each_def(function, |reg| tell(Change::Written(reg)));
    inst.for_each_read(function, |reg| tell(Change::Read(reg)));
}

fn step_back_over_moves(edge: &Edge, tell: &mut impl FnMut(Change)) {
    for (dst, source) in edge.moves.iter().rev() {
        tell(Change::Written(*dst));
        if let Some(reg) = source.as_reg() {
            tell(Change::Read(reg));
        }
    }
}

/// The registers that some block, or some edge behind it, reads before the block writes them; ascending. Only these
/// can be live where a block starts.
fn read_before_written(function: &Function) -> Vec<Reg> {
    let mut exposed = BitSet::new(function.registers as usize);
    // Who wrote a register last: a block's body or one of its edges.
    let mut written_by = vec![0u32; function.registers as usize];
    let mut writers = 0;
    for block in function.blocks.ids() {
        writers += 1;
        let body = writers;
        for at in function.blocks[block].insts.clone() {
            let inst = &function.insts[at as usize];
            inst.for_each_read(function, |reg| {
                if written_by[reg.0 as usize] != body {
                    exposed.insert(reg.0);
                }
            });
            inst.for_each_def(function, |reg| written_by[reg.0 as usize] = body);
        }
        for edge in function.successors(block) {
            writers += 1;
            for (dst, source) in &function.edges[edge].moves {
                if let Some(reg) = source.as_reg() {
                    let writer = written_by[reg.0 as usize];
                    // What another edge of the block wrote may look unwritten here: one register too many, no harm.
                    if writer != body && writer != writers {
                        exposed.insert(reg.0);
                    }
                }
                written_by[dst.0 as usize] = writers;
            }
        }
    }
    exposed.iter().map(Reg).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random_function::random_dataflow;
    use bowline_base::Rng;
    use std::collections::BTreeSet;

    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    enum Point {
        Inst(Position),
        /// Before the move of this index.
        Move(EdgeId, usize),
    }

    /// Is there a path from `start` to a read of `reg` with no write in between? A search over program points.
    fn may_be_read(function: &Function, start: Point, reg: Reg) -> bool {
        let mut seen = BTreeSet::new();
        let mut work = vec![start];
        while let Some(point) = work.pop() {
            if !seen.insert(point) {
                continue;
            }
            let (mut read, mut written) = (false, false);
            let mut next = Vec::new();
            match point {
                Point::Inst(at) => {
                    let inst = &function.insts[at as usize];
                    inst.for_each_read(function, |other| read |= other == reg);
                    inst.for_each_def(function, |other| written |= other == reg);
                    if inst.is_terminator() {
                        next.extend(
                            function.successors(function.block_of(at)).into_iter().map(|e| Point::Move(e, 0)),
                        );
                    } else {
                        next.push(Point::Inst(at + 1));
                    }
                }
                Point::Move(id, at) => {
                    let edge = &function.edges[id];
                    match edge.moves.get(at) {
                        Some((dst, source)) => {
                            (read, written) = (source.as_reg() == Some(reg), *dst == reg);
                            next.push(Point::Move(id, at + 1));
                        }
                        None => next.push(Point::Inst(function.blocks[edge.to].insts.start)),
                    }
                }
            }
            if read {
                return true;
            }
            if !written {
                work.extend(next);
            }
        }
        false
    }

    #[test]
    fn live_is_what_some_path_reads_first() {
        let mut live_somewhere = 0;
        for seed in 0..1500 {
            let function = random_dataflow(&mut Rng::new(seed));
            let cfg = Cfg::of(&function);
            let liveness = Liveness::of(&function, &cfg);
            let expect = |start| {
                let registers = (0..function.registers).map(Reg);
                registers.filter(|reg| may_be_read(&function, start, *reg)).collect::<Vec<_>>()
            };
            for &block in cfg.reverse_post_order() {
                let range = function.blocks[block].insts.clone();
                let at_start = expect(Point::Inst(range.start));
                assert_eq!(liveness.live_in(block).collect::<Vec<_>>(), at_start, "seed {seed} {block}");
                for reg in (0..function.registers).map(Reg) {
                    assert_eq!(liveness.is_live_in(block, reg), at_start.contains(&reg));
                }
                live_somewhere += at_start.len();
                for at in range {
                    let live = liveness.live_at(&function, at);
                    assert_eq!(
                        live.iter().collect::<Vec<_>>(),
                        expect(Point::Inst(at)),
                        "seed {seed} at {at}"
                    );
                }
                for &edge in cfg.successors(block) {
                    let live = liveness.live_on_edge(&function, edge);
                    assert_eq!(
                        live.iter().collect::<Vec<_>>(),
                        expect(Point::Move(edge, 0)),
                        "seed {seed} {edge}"
                    );
                }
            }
        }
        assert!(live_somewhere > 1000);
    }

    #[test]
    fn moves_of_an_edge_are_done_in_order() {
        use crate::builder::FunctionBuilder;
        let mut builder = FunctionBuilder::new("f", &[8], &[8]);
        let [a, b] = [builder.reg(), builder.reg()];
        let end = builder.block();
        let edge = builder.jump(end, &[(a, builder.param(0)), (b, a.into())]);
        builder.switch_to(end);
        builder.ret(&[b.into()]);
        let function = builder.finish();
        let liveness = Liveness::of(&function, &Cfg::of(&function));
        assert_eq!(liveness.live_on_edge(&function, edge).iter().collect::<Vec<_>>(), [Reg(0)]);
        assert_eq!(liveness.live_in(end).collect::<Vec<_>>(), [b]);
        assert!(
            liveness.live_at(&function, 0).contains(Reg(0)) && !liveness.live_at(&function, 0).contains(a)
        );
    }
}
