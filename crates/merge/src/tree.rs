//! The execution tree of a context, and what is read off it.
//!
//! Each node holds the condition of its branch; the root's is `true`. Children exclude each other and cover their parent: where a
//! path was only narrowed, the rest is a child that no state belongs to.
//!
//! Both constructions are linear in the nodes. For a group of leaves:
//! * the *constraint* of a node all of whose leaves are in the group is its condition alone;
//! * the *value* of a node needs no choice where only one child has leaves of the group, or where the children agree.

use bowline_base::{FxHashMap, IdVec, id::Id};
use bowline_expr::{ExprId, Marker, Pool};

bowline_base::define_id!(/// A node of one tree.
    pub NodeId, "n");

struct Node {
    condition: ExprId,
    children: Vec<NodeId>,
}

pub(crate) struct Tree {
    /// Parents stand before their children.
    nodes: IdVec<NodeId, Node>,
}

impl Tree {
    pub const ROOT: NodeId = NodeId(0);

    pub fn new() -> Self {
        let root = Node { condition: Pool::TRUE, children: Vec::new() };
        Self { nodes: vec![root].into() }
    }

    pub fn add_child(&mut self, parent: NodeId, condition: ExprId) -> NodeId {
        let child = self.nodes.push(Node { condition, children: Vec::new() });
        self.nodes[parent].children.push(child);
        child
    }

    /// The condition under which a path of the context is one of the group's.
    pub fn constraint(&self, pool: &mut Pool, group: &FxHashMap<NodeId, usize>) -> ExprId {
        let mut of = vec![(false, Pool::FALSE); self.nodes.len()];
        for (id, node) in self.nodes.iter_ids().rev() {
            of[id.index()] = if node.children.is_empty() {
                match group.contains_key(&id) {
                    true => (true, node.condition),
                    false => (false, Pool::FALSE),
                }
            } else if node.children.iter().all(|child| of[child.index()].0) {
                (true, node.condition)
            } else {
                let below = pool.any(node.children.iter().map(|child| of[child.index()].1));
                (false, pool.and(node.condition, below))
            };
        }
        of[Self::ROOT.index()].1
    }

    /// One value that equals each leaf's own value under that leaf's condition. `values` are by member of the group.
    pub fn value(&self, pool: &mut Pool, group: &FxHashMap<NodeId, usize>, values: &[ExprId]) -> ExprId {
        let mut of: Vec<Option<ExprId>> = vec![None; self.nodes.len()];
        for (id, node) in self.nodes.iter_ids().rev() {
            of[id.index()] = if node.children.is_empty() {
                group.get(&id).map(|&member| values[member])
            } else {
                let mut chosen: Option<ExprId> = None;
                for &child in node.children.iter().rev() {
                    chosen = match (of[child.index()], chosen) {
                        (None, rest) => rest,
                        (Some(value), None) => Some(value),
                        (Some(value), Some(rest)) => Some(pool.ite(self.nodes[child].condition, value, rest)),
                    };
                }
                chosen
            };
        }
        of[Self::ROOT.index()].expect("a group has at least one leaf")
    }

    pub fn mark(&self, marker: &mut Marker) {
        for node in self.nodes.iter() {
            marker.mark(node.condition);
        }
    }
}
