//! The tree of forks of a context.
//!
//! Each node holds the condition of its branch, given those of the nodes above; the root's is `true`. Children cover their parent: where a
//! path was only narrowed, the rest is a child that no state belongs to. A child excludes those that stand behind it.
//!
//! Leaves that become one state inside the loop become one leaf below their lowest common ancestor. The nodes in between are
//! then *cut*: what is left below them does not cover them any more. The new leaf stands first, so that it excludes them.
//!
//! What is read off the tree for a group of leaves is in [`Subtree`].

use crate::subtree::Subtree;
use bowline_base::{FxHashMap, FxHashSet, IdVec};
use bowline_expr::{ExprId, Marker, Pool};
use bowline_solver::Path;
use std::collections::BTreeSet;

bowline_base::define_id!(/// A node of the tree of forks of one context.
    pub TreeNodeId, "n");

pub(crate) struct TreeNode {
    pub condition: ExprId,
    parent: Option<TreeNodeId>,
    pub children: Vec<TreeNodeId>,
    /// Something that was below it now hangs from a node above it.
    pub cut: bool,
    /// The path of the state that forked here.
    path: Option<Path>,
}

pub(crate) struct Tree {
    /// Parents stand before their children.
    nodes: IdVec<TreeNodeId, TreeNode>,
}

/// Several leaves that have become one.
pub(crate) struct Collapsed {
    pub leaf: TreeNodeId,
    /// The path of the node it now hangs from.
    pub path: Path,
    /// What led from there to the members, in the order in which they were named.
    pub subtree: Subtree,
}

impl Tree {
    pub const ROOT: TreeNodeId = TreeNodeId(0);

    pub fn new() -> Self {
        let mut tree = Self { nodes: IdVec::new() };
        tree.push(None, Pool::TRUE);
        tree
    }

    fn push(&mut self, parent: Option<TreeNodeId>, condition: ExprId) -> TreeNodeId {
        self.nodes.push(TreeNode { condition, parent, children: Vec::new(), cut: false, path: None })
    }

    pub fn add_child(&mut self, parent: TreeNodeId, condition: ExprId) -> TreeNodeId {
        let child = self.push(Some(parent), condition);
        self.nodes[parent].children.push(child);
        child
    }

    /// Notes the path of the state that is about to fork at a leaf.
    pub fn set_path(&mut self, node: TreeNodeId, path: &Path) {
        self.nodes[node].path = Some(path.clone());
    }

    pub fn node(&self, id: TreeNodeId) -> &TreeNode {
        &self.nodes[id]
    }

    /// The part of the tree that leads to some leaves; members of the group are told apart by number.
    pub fn subtree(&self, group: &FxHashMap<TreeNodeId, usize>) -> Subtree {
        let (_, below) = self.climb(group.keys().copied(), Some(Self::ROOT));
        Subtree::new(self, Self::ROOT, &below, group)
    }

    /// Makes one leaf of several that have become the same state.
    pub fn collapse(&mut self, pool: &mut Pool, group: &[TreeNodeId]) -> Option<Collapsed> {
        let (top, below) = self.climb(group.iter().copied(), None);
        let path = self.nodes[top].path.clone()?;
        let members: FxHashMap<TreeNodeId, usize> = group.iter().copied().zip(0..).collect();
        let subtree = Subtree::new(self, top, &below, &members);
        let condition = subtree.constraint(pool);
        let mut gone = FxHashSet::default();
        // Children come before their parents.
        for id in below {
            let node = &mut self.nodes[id];
            node.children.retain(|child| !gone.contains(child));
            node.cut = true;
            if node.children.is_empty() {
                gone.insert(id);
                node.path = None;
                node.condition = Pool::FALSE;
            }
        }
        let leaf = self.push(Some(top), condition);
        let children = &mut self.nodes[top].children;
        children.retain(|child| !gone.contains(child));
        children.insert(0, leaf);
        Some(Collapsed { leaf, path, subtree })
    }

    /// The lowest common ancestor of some leaves, or the given ancestor, and everything strictly below it on the way to the
    /// leaves: children before their parents.
    fn climb(
        &self,
        leaves: impl Iterator<Item = TreeNodeId>,
        to: Option<TreeNodeId>,
    ) -> (TreeNodeId, Vec<TreeNodeId>) {
        let mut open: BTreeSet<TreeNodeId> = leaves.collect();
        let mut below = Vec::new();
        // Parents have smaller ids, so the largest is never an ancestor of the others.
        while let Some(largest) = open.pop_last() {
            let arrived = open.is_empty() && to.is_none_or(|to| to == largest);
            match self.nodes[largest].parent {
                Some(parent) if !arrived => {
                    below.push(largest);
                    open.insert(parent);
                }
                _ => return (largest, below),
            }
        }
        (Self::ROOT, below)
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

#[cfg(test)]
mod tests;
