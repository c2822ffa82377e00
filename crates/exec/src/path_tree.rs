//! The tree of paths as it grew: where paths forked, where they were merged, how they ended.
//!
//! Only the first [`MOST_NODES`] nodes are kept; a state that forks after that stays at its node, which counts what ends
//! below it. So memory is bounded, and a fork costs one store once the tree is full. Every path that ends is counted
//! exactly once, as a leaf or in a node's `left_out`.

use crate::{Ending, State};
use bowline_ir::SourceLoc;

/// Enough to see the shape of a run, few enough to draw.
pub const MOST_NODES: usize = 6000;

bowline_base::define_id!(/// A node of the [`PathTree`].
    pub PathNodeId, "node");

/// What became of the path at a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// Alive, or waiting for others at the end of a loop.
    Running,
    /// It went both ways; the children have this node as their parent.
    Forked,
    /// It became part of that node.
    Merged(PathNodeId),
    Exited,
    /// `klee_silent_exit`.
    Silent,
    Bug,
    Infeasible,
    Lost,
    /// Other paths have explored what it would.
    Superseded,
}

#[derive(Clone, Copy, Debug)]
pub struct PathNode {
    /// None for the root and for the results of merges, whose parents point to them.
    pub parent: Option<PathNodeId>,
    pub fate: Fate,
    /// Where it forked, or ended.
    pub place: SourceLoc,
    /// Paths that ended below without nodes of their own.
    pub left_out: u64,
    /// How many of those ended in a bug.
    pub bugs_left_out: u64,
    /// It forked when the tree was full.
    is_cut: bool,
}

#[derive(Clone, Debug)]
pub struct PathTree {
    nodes: Vec<PathNode>,
}

const NOWHERE: SourceLoc = SourceLoc { file: bowline_ir::FileId(0), line: 0, column: 0 };

impl Default for PathTree {
    fn default() -> Self {
        let mut tree = Self { nodes: Vec::new() };
        tree.add(None);
        tree
    }
}

impl PathTree {
    /// The state that a run starts with is here.
    pub const ROOT: PathNodeId = PathNodeId(0);

    pub fn nodes(&self) -> &[PathNode] {
        &self.nodes
    }

    /// No fork gets nodes any more.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.nodes.len() + 2 > MOST_NODES
    }

    fn add(&mut self, parent: Option<PathNodeId>) -> PathNodeId {
        let id = PathNodeId(self.nodes.len() as u32);
        let node = PathNode {
            parent,
            fate: Fate::Running,
            place: NOWHERE,
            left_out: 0,
            bugs_left_out: 0,
            is_cut: false,
        };
        self.nodes.push(node);
        id
    }

    fn node(&mut self, id: PathNodeId) -> &mut PathNode {
        &mut self.nodes[id.0 as usize]
    }

    /// A state and its clone part, while there is room.
    pub(crate) fn fork(&mut self, state: &mut State, other: &mut State, place: SourceLoc) {
        let node = self.node(state.path_node);
        if node.is_cut {
            return;
        }
        (node.fate, node.place) = (Fate::Forked, place);
        let parent = Some(state.path_node);
        state.path_node = self.add(parent);
        other.path_node = self.add(parent);
    }

    /// A clone of a state that has gone on since then gets a place beside it.
    pub(crate) fn beside(&mut self, clone: &mut State) {
        match self.is_full() {
            true => self.cut(clone),
            false => clone.path_node = self.add(self.nodes[clone.path_node.0 as usize].parent),
        }
    }

    /// A state forks, and there is no room.
    #[inline]
    pub(crate) fn cut(&mut self, state: &State) {
        self.node(state.path_node).is_cut = true;
    }

    /// A state was made of `members`, of which it may be a clone.
    pub(crate) fn merge(&mut self, merged: &mut State, members: &[&State], place: SourceLoc) {
        if self.is_full() || members.iter().any(|member| self.node(member.path_node).is_cut) {
            // The node goes on for the merged state; the others have become part of it.
            for member in members {
                if member.path_node != merged.path_node && !self.node(member.path_node).is_cut {
                    self.node(member.path_node).fate = Fate::Merged(merged.path_node);
                }
            }
            self.node(merged.path_node).is_cut = true;
            return;
        }
        let result = self.add(None);
        for member in members {
            let node = self.node(member.path_node);
            (node.fate, node.place) = (Fate::Merged(result), place);
        }
        merged.path_node = result;
    }

    /// The state has no node of its own.
    #[inline]
    pub(crate) fn counts_only(&self, state: &State) -> bool {
        self.nodes[state.path_node.0 as usize].is_cut
    }

    #[inline]
    pub(crate) fn count_end(&mut self, state: &State, ending: &Ending) {
        let node = self.node(state.path_node);
        node.left_out += 1;
        node.bugs_left_out += u64::from(matches!(ending, Ending::Bug(_)));
    }

    /// Other paths have explored what this one would.
    pub fn supersede(&mut self, state: &State) {
        if !self.counts_only(state) {
            self.node(state.path_node).fate = Fate::Superseded;
        }
    }

    pub(crate) fn end(&mut self, state: &State, ending: &Ending, place: SourceLoc) {
        let node = self.node(state.path_node);
        node.place = place;
        node.fate = match ending {
            Ending::Exited { .. } => Fate::Exited,
            Ending::Silent => Fate::Silent,
            Ending::Bug(_) => Fate::Bug,
            Ending::Infeasible | Ending::Untaken => Fate::Infeasible,
            Ending::Lost => Fate::Lost,
        };
    }
}
