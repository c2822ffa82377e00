//! Loops: the cycles in which a path may go round, nested into a forest.
//!
//! An outermost loop is a strongly connected component of the reachable control flow, provided it has a cycle at all.
//! Its entry blocks are those with an edge from outside. The loops directly inside it are the cyclic components that
//! remain once the edges back to its entry blocks are taken away, and so on. A loop with one entry block, its header, is
//! *reducible*; the header then dominates it. A loop with several entry blocks has no natural place to join
//! its iterations: it is listed, but edges are never annotated with it. Reducible loops inside it are loops like others.
//!
//! Invariants of a [`LoopForest`]: a loop has a smaller id than those inside it; loops are nested or disjoint; a block
//! is the header of at most one loop; unreachable blocks are in no loop.
//!
//! Only edges are looked at: a `longjmp` into or out of a loop crosses no edge, so whoever counts on seeing every
//! crossing must handle it. The cost is linear for each level of nesting, and levels below [`MAX_DEPTH`] are not looked for.

#[cfg(test)]
mod tests;

use crate::cfg::Cfg;
use crate::function::{Arrival, Function, LoopCrossing, SourceLoc};
use crate::graph::Graph;
use crate::module::Module;
use crate::{BlockId, EdgeId, LoopId};
use bowline_base::IdVec;

/// Cycles inside a loop of this depth are left unlisted. No code written by people nests so deep; generated code may, and
/// would cost the square of its size.
pub const MAX_DEPTH: u32 = 50;

/// One loop. Edges are listed by ascending id.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loop {
    /// The entry block; of several, the one that comes first in reverse post order.
    pub header: BlockId,
    /// Ascending; includes the blocks of inner loops.
    pub blocks: Vec<BlockId>,
    /// The innermost loop around this one.
    pub parent: Option<LoopId>,
    /// The loops directly inside.
    pub children: Vec<LoopId>,
    /// 1 for an outermost loop.
    pub depth: u32,
    /// Edges that leave it, also when they leave outer loops too.
    pub exits: Vec<EdgeId>,
    /// Edges from outside into it.
    pub entries: Vec<EdgeId>,
    /// Edges from inside to an entry block: the back edges.
    pub latches: Vec<EdgeId>,
    /// Where the header is in the source.
    pub line: SourceLoc,
    /// All entries lead to the header.
    pub reducible: bool,
}

impl Loop {
    pub fn contains(&self, block: BlockId) -> bool {
        self.blocks.binary_search(&block).is_ok()
    }
}

/// The loops of a function.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LoopForest {
    pub loops: IdVec<LoopId, Loop>,
    /// The innermost loop of every block; empty in a forest that was never computed.
    pub innermost: IdVec<BlockId, Option<LoopId>>,
}

/// Computes the loops of every function and marks the edges that cross them.
pub fn annotate(module: &mut Module) {
    module.functions.iter_mut().filter(|function| !function.is_declaration()).for_each(annotate_function);
}

/// The same for one function, which has a body.
pub fn annotate_function(function: &mut Function) {
    let forest = LoopForest::of(function, &Cfg::of(function));
    for edge in function.edges.iter_mut() {
        edge.crossing = forest.crossing(edge.from, edge.to);
    }
    function.loops = forest;
}

impl LoopForest {
    pub fn of(function: &Function, cfg: &Cfg) -> Self {
        let mut forest = Self { loops: IdVec::new(), innermost: vec![None; function.blocks.len()].into() };
        let mut cycles = cycles(function, cfg);
        cycles.sort_unstable_by_key(|cycle| cfg.number(cycle.header));
        for cycle in cycles {
            forest.add(function, cfg, cycle);
        }
        forest
    }

    /// Regions come from the outside in, so the loop around a cycle is already known.
    fn add(&mut self, function: &Function, cfg: &Cfg, cycle: Cycle) {
        let parent = self.innermost[cycle.header];
        let id = self.loops.next_id();
        for &block in &cycle.blocks {
            self.innermost[block] = Some(id);
        }
        if let Some(parent) = parent {
            self.loops[parent].children.push(id);
        }
        let is_inside = |block| cycle.blocks.binary_search(&block).is_ok();
        let inward = cycle.blocks.iter().flat_map(|block| cfg.predecessors(*block)).copied();
        let inward = inward.filter(|edge| cfg.is_reachable(function.edges[*edge].from));
        let (latches, entries): (Vec<_>, Vec<_>) =
            inward.partition(|edge| is_inside(function.edges[*edge].from));
        let outward = cycle.blocks.iter().flat_map(|block| cfg.successors(*block)).copied();
        let to = |edge: &EdgeId| function.edges[*edge].to;
        self.loops.push(Loop {
            header: cycle.header,
            parent,
            children: Vec::new(),
            depth: 1 + parent.map_or(0, |parent| self.loops[parent].depth),
            exits: sorted(outward.filter(|edge| !is_inside(to(edge)))),
            latches: sorted(
                latches.into_iter().filter(|edge| cycle.entries.binary_search(&to(edge)).is_ok()),
            ),
            entries: sorted(entries.into_iter()),
            line: first_known_line(function, cycle.header),
            reducible: cycle.entries.len() == 1,
            blocks: cycle.blocks,
        });
    }

    /// The innermost loop around a block.
    pub fn innermost(&self, block: BlockId) -> Option<LoopId> {
        self.innermost.get(block).copied().flatten()
    }

    /// The loops around a block, from the innermost outwards.
    pub fn around(&self, block: BlockId) -> impl Iterator<Item = LoopId> + '_ {
        std::iter::successors(self.innermost(block), |inner| self.loops[*inner].parent)
    }

    /// How many loops are around a block.
    pub fn depth(&self, block: BlockId) -> u32 {
        self.innermost(block).map_or(0, |inner| self.loops[inner].depth)
    }

    /// What an edge does to the loops.
    pub fn crossing(&self, from: BlockId, to: BlockId) -> LoopCrossing {
        LoopCrossing { left: self.outermost_left(from, to), arrival: self.arrival(from, to) }
    }

    /// The outermost reducible loop around `from` but not around `to`.
    pub fn outermost_left(&self, from: BlockId, to: BlockId) -> Option<LoopId> {
        let left = self.around(from).take_while(|around| !self.loops[*around].contains(to));
        left.filter(|around| self.loops[*around].reducible).last()
    }

    /// Whether an edge enters, or goes back to the header of, the reducible loop whose header is `to`.
    pub fn arrival(&self, from: BlockId, to: BlockId) -> Option<Arrival> {
        let id = self.headed_by(to).filter(|id| self.loops[*id].reducible)?;
        Some(if self.loops[id].contains(from) { Arrival::Back(id) } else { Arrival::Enter(id) })
    }

    /// The loop whose header is this block.
    pub fn headed_by(&self, block: BlockId) -> Option<LoopId> {
        self.innermost(block).filter(|inner| self.loops[*inner].header == block)
    }
}

/// A loop before its place in the forest is known.
struct Cycle {
    header: BlockId,
    /// Ascending.
    entries: Vec<BlockId>,
    /// Ascending.
    blocks: Vec<BlockId>,
}

/// All loops, in no particular order.
fn cycles(function: &Function, cfg: &Cfg) -> Vec<Cycle> {
    let mut found = Vec::new();
    // The place of each block within the part of the graph that is looked at.
    let mut local = vec![None; cfg.graph().nodes()];
    let mut reachable = cfg.reverse_post_order().to_vec();
    reachable.sort_unstable();
    // What to split further: some blocks, those among them that edges must no longer lead to, and the depth.
    let mut work: Vec<(Vec<BlockId>, Vec<BlockId>, u32)> = vec![(reachable, Vec::new(), 0)];
    while let Some((blocks, closed, depth)) = work.pop() {
        for (at, block) in blocks.iter().enumerate() {
            local[block.0 as usize] = Some(at as u32);
        }
        for block in &closed {
            local[block.0 as usize] = None;
        }
        let inner_edges = blocks.iter().enumerate().flat_map(|(at, block)| {
            let targets = cfg.graph().successors(block.0).iter();
            targets.filter_map(|to| local[*to as usize]).map(move |to| (at as u32, to))
        });
        let part = Graph::new(blocks.len(), inner_edges);
        for members in part.components().members {
            if members.len() == 1 && !part.has_edge(members[0], members[0]) {
                continue;
            }
            let members: Vec<BlockId> = members.iter().map(|at| blocks[*at as usize]).collect();
            let cycle = cycle_of(function, cfg, members);
            if depth + 1 < MAX_DEPTH {
                work.push((cycle.blocks.clone(), cycle.entries.clone(), depth + 1));
            }
            found.push(cycle);
        }
        for block in &blocks {
            local[block.0 as usize] = None;
        }
    }
    found
}

/// `blocks` is ascending.
fn cycle_of(function: &Function, cfg: &Cfg, blocks: Vec<BlockId>) -> Cycle {
    let comes_from_outside = |from| cfg.is_reachable(from) && blocks.binary_search(&from).is_err();
    let is_entry = |block: &BlockId| {
        cfg.predecessors(*block).iter().any(|edge| comes_from_outside(function.edges[*edge].from))
    };
    let entries: Vec<BlockId> = blocks.iter().copied().filter(is_entry).collect();
    // The depth-first search behind the order comes to a component first through one of its entries.
    let header = blocks.iter().copied().min_by_key(|block| cfg.number(*block));
    Cycle { header: header.expect("a component has members"), entries, blocks }
}

fn sorted(edges: impl Iterator<Item = EdgeId>) -> Vec<EdgeId> {
    let mut edges: Vec<EdgeId> = edges.collect();
    edges.sort_unstable();
    edges
}

/// The first instruction of a block that debug information gives a line, or else the first one.
fn first_known_line(function: &Function, block: BlockId) -> SourceLoc {
    let range = &function.blocks[block].insts;
    let locs = &function.locs[range.start as usize..range.end as usize];
    *locs.iter().find(|loc| loc.line > 0).unwrap_or(&locs[0])
}
