//! Dominators and post-dominators of a function's blocks.
//!
//! Immediate dominators by the iterative algorithm of Cooper, Harvey and Kennedy ("A Simple, Fast Dominance
//! Algorithm"); the resulting tree is numbered so that a query compares two integers.
//!
//! For post-dominance the function gets a virtual exit that follows every block without successors. A path may also
//! stay forever in a region that no edge leaves; such a path counts as ending in any block of that region, so blocks
//! of an endless loop post-dominate nothing but themselves. Calls that do not come back are not modelled.

use crate::BlockId;
use crate::cfg::Cfg;
use crate::function::Function;
use crate::graph::Graph;

/// Which blocks lie on every path from the entry to a block.
#[derive(Clone, Debug)]
pub struct Dominators {
    tree: Tree,
}

impl Dominators {
    pub fn of(cfg: &Cfg) -> Self {
        Self { tree: Tree::of(cfg.graph(), &cfg.graph().reversed(), Function::ENTRY.0) }
    }

    /// Is `a` on every path from the entry to `b`? Every block dominates itself; unreachable blocks take no part.
    pub fn dominates(&self, a: BlockId, b: BlockId) -> bool {
        self.tree.dominates(a.0, b.0)
    }

    /// The closest other dominator; `None` for the entry and for unreachable blocks.
    pub fn immediate(&self, block: BlockId) -> Option<BlockId> {
        self.tree.parent(block.0).map(BlockId)
    }
}

/// Which blocks lie on every path from a block to the end of the function.
#[derive(Clone, Debug)]
pub struct PostDominators {
    tree: Tree,
    /// The node behind the last block.
    exit: u32,
}

impl PostDominators {
    pub fn of(cfg: &Cfg) -> Self {
        let forward = with_virtual_exit(cfg.graph());
        let exit = cfg.graph().nodes() as u32;
        Self { tree: Tree::of(&forward.reversed(), &forward, exit), exit }
    }

    /// Is `a` on every path from `b` to the end? Every block post-dominates itself.
    pub fn post_dominates(&self, a: BlockId, b: BlockId) -> bool {
        self.tree.dominates(a.0, b.0)
    }

    /// The closest other post-dominator; `None` where that is the virtual exit.
    pub fn immediate(&self, block: BlockId) -> Option<BlockId> {
        self.tree.parent(block.0).filter(|parent| *parent != self.exit).map(BlockId)
    }
}

/// The graph and one more node that every final component leads to.
fn with_virtual_exit(graph: &Graph) -> Graph {
    let exit = graph.nodes() as u32;
    let components = graph.components();
    let is_final = |members: &Vec<u32>| {
        members
            .iter()
            .flat_map(|node| graph.successors(*node).iter().map(move |to| (node, to)))
            .all(|(from, to)| components.of[*from as usize] == components.of[*to as usize])
    };
    let ends: Vec<u32> =
        components.members.iter().filter(|members| is_final(members)).flatten().copied().collect();
    Graph::new(graph.nodes() + 1, graph.edges().chain(ends.iter().map(|end| (*end, exit))))
}

/// A dominator tree over plain nodes. Unreachable nodes have size 0.
#[derive(Clone, Debug)]
struct Tree {
    parents: Vec<Option<u32>>,
    /// Preorder number of each node, and how many nodes its subtree has.
    starts: Vec<u32>,
    sizes: Vec<u32>,
}

impl Tree {
    fn of(graph: &Graph, predecessors: &Graph, root: u32) -> Self {
        const NONE: u32 = u32::MAX;
        let order = graph.reverse_post_order(root);
        let mut place = vec![NONE; graph.nodes()];
        for (at, node) in order.iter().enumerate() {
            place[*node as usize] = at as u32;
        }
        // Indexed by, and holding, places in the order: a dominator always has a smaller place.
        let mut idom = vec![NONE; order.len()];
        idom[0] = 0;
        let mut changed = true;
        while changed {
            changed = false;
            for at in 1..order.len() {
                let known = predecessors.successors(order[at]).iter().map(|node| place[*node as usize]);
                let known = known.filter(|place| *place != NONE && idom[*place as usize] != NONE);
                let closest = known.reduce(|mut a, mut b| {
                    while a != b {
                        if a > b {
                            a = idom[a as usize];
                        } else {
                            b = idom[b as usize];
                        }
                    }
                    a
                });
                let closest = closest.expect("the tree parent in the depth-first search comes earlier");
                changed |= std::mem::replace(&mut idom[at], closest) != closest;
            }
        }
        Self::numbered(&order, &idom, graph.nodes())
    }

    /// Numbers the tree in preorder without walking it: parents come before children in `order`.
    fn numbered(order: &[u32], idom: &[u32], nodes: usize) -> Self {
        let mut tree = Self { parents: vec![None; nodes], starts: vec![0; nodes], sizes: vec![0; nodes] };
        for at in (0..order.len()).rev() {
            let node = order[at] as usize;
            tree.sizes[node] += 1;
            if at > 0 {
                let parent = order[idom[at] as usize];
                tree.parents[node] = Some(parent);
                tree.sizes[parent as usize] += tree.sizes[node];
            }
        }
        let mut next_child = vec![0; nodes];
        for (at, node) in order.iter().map(|node| *node as usize).enumerate() {
            if at > 0 {
                let parent = order[idom[at] as usize] as usize;
                tree.starts[node] = next_child[parent];
                next_child[parent] += tree.sizes[node];
            }
            next_child[node] = tree.starts[node] + 1;
        }
        tree
    }

    fn dominates(&self, a: u32, b: u32) -> bool {
        let (a, b) = (a as usize, b as usize);
        self.sizes[b] > 0 && self.starts[b].wrapping_sub(self.starts[a]) < self.sizes[a]
    }

    fn parent(&self, node: u32) -> Option<u32> {
        self.parents[node as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::tests::reachability;
    use crate::random_function::{from_edges, random_cfg};
    use bowline_base::Rng;

    #[test]
    fn a_loop_with_a_break() {
        // 0 -> 1 -> 2 -> 1, 2 -> 3, 1 -> 4, 3 -> 4
        let cfg = Cfg::of(&from_edges(5, &[(0, 1), (1, 2), (2, 1), (2, 3), (1, 4), (3, 4)]));
        let (forward, backward) = (Dominators::of(&cfg), PostDominators::of(&cfg));
        let ids = |f: &dyn Fn(BlockId) -> Option<BlockId>| {
            (0..5).map(|block| f(BlockId(block)).map(|block| block.0)).collect::<Vec<_>>()
        };
        assert_eq!(ids(&|block| forward.immediate(block)), [None, Some(0), Some(1), Some(2), Some(1)]);
        assert_eq!(ids(&|block| backward.immediate(block)), [Some(1), Some(4), Some(4), Some(4), None]);
    }

    /// Every block with every other: does removing the one cut the other off?
    #[test]
    fn dominance_is_what_removing_a_block_cuts_off() {
        for seed in 0..2000 {
            let function = random_cfg(&mut Rng::new(seed));
            let cfg = Cfg::of(&function);
            let dominators = Dominators::of(&cfg);
            let reach = reachability(cfg.graph(), None);
            for a in function.blocks.ids() {
                let without = reachability(cfg.graph(), Some(a.0));
                for b in function.blocks.ids() {
                    let expected = reach[0][b.0 as usize] && !without[0][b.0 as usize];
                    assert_eq!(dominators.dominates(a, b), expected, "seed {seed}: {a} over {b}");
                }
                check_immediate(&function, a, dominators.immediate(a), |a, b| dominators.dominates(a, b));
            }
        }
    }

    #[test]
    fn post_dominance_is_what_removing_a_block_cuts_off() {
        for seed in 0..2000 {
            let function = random_cfg(&mut Rng::new(seed));
            let cfg = Cfg::of(&function);
            let post = PostDominators::of(&cfg);
            let reach = reachability(cfg.graph(), None);
            let blocks = || 0..function.blocks.len();
            // A block where a path may end: all that it reaches leads back to it.
            let is_end = |block: usize| blocks().all(|other| !reach[block][other] || reach[other][block]);
            for a in function.blocks.ids() {
                let without = reachability(cfg.graph(), Some(a.0));
                for b in function.blocks.ids() {
                    let expected = blocks().all(|end| !(is_end(end) && without[b.0 as usize][end]));
                    assert_eq!(post.post_dominates(a, b), expected, "seed {seed}: {a} over {b}");
                }
                check_immediate(&function, a, post.immediate(a), |a, b| post.post_dominates(a, b));
            }
        }
    }

    /// The immediate dominator is the strict one that all other strict ones dominate.
    fn check_immediate(
        function: &Function,
        block: BlockId,
        immediate: Option<BlockId>,
        dominates: impl Fn(BlockId, BlockId) -> bool,
    ) {
        let strict: Vec<_> = function.blocks.ids().filter(|a| *a != block && dominates(*a, block)).collect();
        assert_eq!(immediate.is_some(), !strict.is_empty());
        assert!(immediate.is_none_or(|closest| strict.contains(&closest)));
        assert!(strict.iter().all(|a| dominates(*a, immediate.unwrap())));
    }

    #[test]
    fn a_long_chain_needs_no_deep_stack() {
        let blocks = 100_000;
        let edges: Vec<_> = (1..blocks).map(|block| (block - 1, block)).collect();
        let cfg = Cfg::of(&from_edges(blocks, &edges));
        assert!(Dominators::of(&cfg).dominates(BlockId(1), BlockId(blocks - 1)));
        assert!(PostDominators::of(&cfg).post_dominates(BlockId(blocks - 1), BlockId(0)));
    }
}
