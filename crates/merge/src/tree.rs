//! The execution tree of a context, and what is read off it.
//!
//! Each node holds the condition of its branch; the root's is `true`. Children exclude each other and cover their parent: where a
//! path was only narrowed, the rest is a child that no state belongs to.
//!
//! Both constructions are linear in the nodes. For a group of leaves:
//! * the *constraint* of a node all of whose leaves are in the group is its condition alone;
//! * the *value* of a node needs no choice where only one child has leaves of the group, or where the children agree.

use crate::alternatives::alternatives;
use bowline_base::{FxHashMap, FxHashSet, IdVec, id::Id};
use bowline_expr::{ExprId, Marker, Pool};
use bowline_solver::Path;

bowline_base::define_id!(/// A node of one tree.
    pub NodeId, "n");

struct Node {
    condition: ExprId,
    parent: Option<NodeId>,
    children: Vec<NodeId>,
    /// The path of the state that forked here.
    path: Option<Path>,
}

pub(crate) struct Tree {
    /// Parents stand before their children.
    nodes: IdVec<NodeId, Node>,
}

impl Tree {
    pub const ROOT: NodeId = NodeId(0);

    pub fn new() -> Self {
        let root = Node { condition: Pool::TRUE, parent: None, children: Vec::new(), path: None };
        Self { nodes: vec![root].into() }
    }

    pub fn add_child(&mut self, parent: NodeId, condition: ExprId) -> NodeId {
        let node = Node { condition, parent: Some(parent), children: Vec::new(), path: None };
        let child = self.nodes.push(node);
        self.nodes[parent].children.push(child);
        child
    }

    /// Notes the path of the state that is about to fork at a leaf.
    pub fn set_path(&mut self, node: NodeId, path: &Path) {
        self.nodes[node].path = Some(path.clone());
    }

    /// The condition under which a path of the context is one of the group's.
    pub fn constraint(&self, pool: &mut Pool, group: &FxHashMap<NodeId, usize>) -> ExprId {
        let members = group.keys().copied().collect();
        self.constraint_below(pool, Self::ROOT, &members)
    }

    /// The same, relative to a node: its own condition is taken for granted.
    fn constraint_below(&self, pool: &mut Pool, top: NodeId, group: &FxHashSet<NodeId>) -> ExprId {
        // Children stand behind their parents, so nothing before the top matters.
        let place = |id: NodeId| id.index() - top.index();
        let mut of = vec![(false, Pool::FALSE); self.nodes.len() - top.index()];
        for (id, node) in self.nodes.iter_ids().rev().take_while(|(id, _)| *id >= top) {
            let condition = if id == top { Pool::TRUE } else { node.condition };
            of[place(id)] = if node.children.is_empty() {
                match group.contains(&id) {
                    true => (true, condition),
                    false => (false, Pool::FALSE),
                }
            } else if node.children.iter().all(|child| of[place(*child)].0) {
                (true, condition)
            } else {
                let below: Vec<ExprId> = node.children.iter().map(|child| of[place(*child)].1).collect();
                let below = alternatives(pool, &below);
                (false, pool.and(condition, below))
            };
        }
        of[place(top)].1
    }

    /// Makes one leaf of several that have become the same state. Answers the new leaf, with the path of the node it now hangs
    /// from and the condition it adds to that.
    ///
    /// That node is their lowest common ancestor. Everything below it becomes its child, each under its whole condition.
    pub fn collapse(&mut self, pool: &mut Pool, group: &[NodeId]) -> Option<(NodeId, Path, ExprId)> {
        let members: FxHashSet<NodeId> = group.iter().copied().collect();
        let top = self.common_ancestor(group)?;
        let path = self.nodes[top].path.clone()?;
        let condition = self.constraint_below(pool, top, &members);
        let mut others = Vec::new();
        let mut pending: Vec<(NodeId, ExprId)> =
            self.nodes[top].children.iter().map(|child| (*child, Pool::TRUE)).collect();
        while let Some((id, above)) = pending.pop() {
            let here = pool.and(above, self.nodes[id].condition);
            if !self.nodes[id].children.is_empty() {
                pending.extend(self.nodes[id].children.iter().map(|child| (*child, here)));
            } else if !members.contains(&id) {
                others.push((id, here));
            }
        }
        self.nodes[top].children.clear();
        let merged = self.add_child(top, condition);
        for (id, condition) in others {
            self.nodes[id].condition = condition;
            self.nodes[id].parent = Some(top);
            self.nodes[top].children.push(id);
        }
        Some((merged, path, condition))
    }

    fn common_ancestor(&self, group: &[NodeId]) -> Option<NodeId> {
        let mut nodes: Vec<NodeId> = group.to_vec();
        // Parents have smaller ids, so the largest is never an ancestor of the others.
        while nodes.iter().any(|node| *node != nodes[0]) {
            let largest = *nodes.iter().max()?;
            let parent = self.nodes[largest].parent?;
            for node in nodes.iter_mut().filter(|node| **node == largest) {
                *node = parent;
            }
        }
        nodes.first().copied()
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
            if let Some(path) = &node.path {
                path.mark(marker);
            }
        }
    }
}
