//! The control-flow graph of one function: who follows whom, in which order to visit, what can be reached.
//!
//! A view computed from a function, valid as long as its blocks, terminators and edges stay as they are. Each edge
//! appears once among the successors of its block, even if several cases of a switch share it. Calls are not edges.

use crate::function::Function;
use crate::graph::{Components, Graph, Lists};
use crate::{BlockId, EdgeId};
use bowline_base::IdVec;

#[derive(Clone, Debug)]
pub struct Cfg {
    successors: Lists<EdgeId>,
    predecessors: Lists<EdgeId>,
    graph: Graph,
    order: Vec<BlockId>,
    numbers: IdVec<BlockId, Option<u32>>,
}

impl Cfg {
    /// The graph of a function that has a body.
    pub fn of(function: &Function) -> Self {
        let mut seen = vec![false; function.edges.len()];
        let mut edges = Vec::with_capacity(function.edges.len());
        for block in function.blocks.ids() {
            for edge in function.successors(block) {
                if !std::mem::replace(&mut seen[edge.0 as usize], true) {
                    edges.push(edge);
                }
            }
        }
        let ends = |edge: EdgeId| (function.edges[edge].from.0, function.edges[edge].to.0);
        let blocks = function.blocks.len();
        let graph = Graph::new(blocks, edges.iter().map(|&edge| ends(edge)));
        let order: Vec<BlockId> =
            graph.reverse_post_order(Function::ENTRY.0).into_iter().map(BlockId).collect();
        let mut numbers: IdVec<BlockId, Option<u32>> = vec![None; blocks].into();
        for (number, block) in order.iter().enumerate() {
            numbers[*block] = Some(number as u32);
        }
        Self {
            successors: Lists::new(blocks, edges.iter().map(|&edge| (ends(edge).0, edge))),
            predecessors: Lists::new(blocks, edges.iter().map(|&edge| (ends(edge).1, edge))),
            graph,
            order,
            numbers,
        }
    }

    /// The edges that leave a block, in the order in which its terminator names them.
    pub fn successors(&self, block: BlockId) -> &[EdgeId] {
        self.successors.get(block.0)
    }

    /// The edges that lead to a block, also those from unreachable blocks.
    pub fn predecessors(&self, block: BlockId) -> &[EdgeId] {
        self.predecessors.get(block.0)
    }

    /// The reachable blocks, from the entry on; each before its successors except along back edges.
    pub fn reverse_post_order(&self) -> &[BlockId] {
        &self.order
    }

    /// The place of a block in [`Self::reverse_post_order`], if it can be reached.
    pub fn number(&self, block: BlockId) -> Option<u32> {
        self.numbers[block]
    }

    pub fn is_reachable(&self, block: BlockId) -> bool {
        self.numbers[block].is_some()
    }

    /// Strongly connected components of all blocks; nodes are block indices.
    pub fn components(&self) -> Components {
        self.graph.components()
    }

    /// The same graph without edge ids; nodes are block indices.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random_function::{from_edges, random_cfg};
    use bowline_base::Rng;

    #[test]
    fn a_diamond() {
        let function = from_edges(5, &[(0, 1), (0, 2), (1, 3), (2, 3), (4, 3)]);
        let cfg = Cfg::of(&function);
        assert_eq!(cfg.successors(BlockId(0)).len(), 2);
        assert_eq!(cfg.predecessors(BlockId(3)).len(), 3);
        assert_eq!(cfg.reverse_post_order(), [0, 2, 1, 3].map(BlockId));
        assert!(!cfg.is_reachable(BlockId(4)));
        assert_eq!(cfg.number(BlockId(3)), Some(3));
        assert_eq!(cfg.components().members.len(), 5);
    }

    #[test]
    fn a_shared_switch_edge_counts_once() {
        use crate::builder::FunctionBuilder;
        let mut builder = FunctionBuilder::new("f", &[8], &[]);
        let end = builder.block();
        let edge = builder.edge(end, &[]);
        builder.switch(builder.param(0), 8, &[(1, edge), (2, edge)], edge);
        builder.switch_to(end);
        builder.ret(&[]);
        let function = builder.finish();
        assert_eq!(function.successors(Function::ENTRY).len(), 3);
        assert_eq!(Cfg::of(&function).successors(Function::ENTRY), [edge]);
        assert_eq!(Cfg::of(&function).predecessors(end), [edge]);
    }

    #[test]
    fn both_directions_list_every_edge_once() {
        for seed in 0..500 {
            let function = random_cfg(&mut Rng::new(seed));
            let cfg = Cfg::of(&function);
            for (id, edge) in function.edges.iter_ids() {
                assert_eq!(cfg.successors(edge.from).iter().filter(|&&other| other == id).count(), 1);
                assert_eq!(cfg.predecessors(edge.to).iter().filter(|&&other| other == id).count(), 1);
            }
        }
    }
}
