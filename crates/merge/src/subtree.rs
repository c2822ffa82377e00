//! What is read off the tree of a context for a group of its leaves, linear in the nodes that lead to them:
//! * the *constraint* of a node all of whose leaves are in the group is its condition alone;
//! * the *value* of a node needs no choice where only one child has leaves of the group, or where the children agree.

use crate::alternatives::alternatives;
use crate::tree::{Tree, TreeNodeId};
use bowline_base::FxHashMap;
use bowline_expr::{ExprId, Pool};

/// The nodes between a top and the leaves of a group, children before their parents, the top last.
pub(crate) struct Subtree {
    nodes: Vec<Entry>,
}

struct Entry {
    condition: ExprId,
    /// The member that a leaf is.
    member: Option<usize>,
    /// Children that lead to the group, by their places in the list.
    children: Vec<usize>,
    /// All leaves below are in the group, and nothing that was below has moved up.
    whole: bool,
}

impl Subtree {
    /// `below` is everything strictly below `top` on the way to the leaves of `group`, children before their parents.
    pub fn new(
        tree: &Tree,
        top: TreeNodeId,
        below: &[TreeNodeId],
        group: &FxHashMap<TreeNodeId, usize>,
    ) -> Self {
        let mut nodes: Vec<Entry> = Vec::with_capacity(below.len() + 1);
        // By place: are all leaves that are still below in the group?
        let mut all_in: Vec<bool> = Vec::with_capacity(below.len() + 1);
        let mut places: FxHashMap<TreeNodeId, usize> = FxHashMap::default();
        for &id in below.iter().chain([&top]) {
            let node = tree.node(id);
            let member = group.get(&id).copied();
            let children: Vec<usize> =
                node.children.iter().filter_map(|child| places.get(child).copied()).collect();
            let complete =
                children.len() == node.children.len() && children.iter().all(|&child| all_in[child]);
            let is_in = if node.children.is_empty() { member.is_some() } else { complete };
            let condition = if id == top { Pool::TRUE } else { node.condition };
            places.insert(id, nodes.len());
            all_in.push(is_in);
            nodes.push(Entry { condition, member, children, whole: is_in && !node.cut });
        }
        Self { nodes }
    }

    /// The condition under which a path that comes to the top is one of the group's.
    pub fn constraint(&self, pool: &mut Pool) -> ExprId {
        let mut of: Vec<ExprId> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            of.push(match node.whole {
                true => node.condition,
                false => {
                    let below: Vec<ExprId> = node.children.iter().map(|&child| of[child]).collect();
                    let below = alternatives(pool, &below);
                    pool.and(node.condition, below)
                }
            });
        }
        of.pop().unwrap_or(Pool::FALSE)
    }

    /// One value that equals each member's own value under that member's condition.
    pub fn value(&self, pool: &mut Pool, values: &[ExprId]) -> ExprId {
        let mut of: Vec<ExprId> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            of.push(match (node.member, &node.children[..]) {
                (Some(member), _) => values[member],
                (None, [others @ .., last]) => {
                    let mut chosen = of[*last];
                    for &child in others.iter().rev() {
                        chosen = pool.ite(self.nodes[child].condition, of[child], chosen);
                    }
                    chosen
                }
                (None, []) => unreachable!("every node of a subtree leads to a member"),
            });
        }
        of.pop().expect("a subtree has a top")
    }
}
