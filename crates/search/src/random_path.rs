//! A walk down the tree of forks from its root, at each fork into one of its branches with equal chances.
//!
//! A branch has the same chance whether one state is left of it or a million: a loop that forks in every round does not
//! drown the rest of the program. The idea is from the OSDI 2008 paper on KLEE.
//!
//! Leaves are the states in circulation. A fork's node takes the place of the state that forked, and has that state and the new
//! ones below it. A branch without live states is cut off at once, and a fork with one branch left is replaced by that
//! branch, so inner nodes are fewer than leaves. The expected length of a walk is then at most the binary logarithm of the
//! number of states, however lopsided the tree: it is the entropy of the choice. States without a known parent hang
//! from the root, each with the chance of a whole branch.

use crate::{Searcher, View};
use bowline_base::{FxHashMap, Rng};
use bowline_exec::{State, StateId};

type TreeNodeId = u32;

const ROOT: TreeNodeId = 0;

struct TreeNode {
    parent: TreeNodeId,
    /// Which child of its parent it is.
    place: u32,
    /// None at a leaf, at least two at a fork, any number at the root.
    children: Vec<TreeNodeId>,
    /// Meaningful at leaves only.
    state: StateId,
}

pub(crate) struct RandomPath {
    rng: Rng,
    nodes: Vec<TreeNode>,
    /// Nodes to use again.
    free: Vec<TreeNodeId>,
    leaves: FxHashMap<StateId, TreeNodeId>,
}

impl RandomPath {
    pub(crate) fn new(rng: Rng) -> Self {
        let root = TreeNode { parent: ROOT, place: 0, children: Vec::new(), state: StateId(0) };
        Self { rng, nodes: vec![root], free: Vec::new(), leaves: FxHashMap::default() }
    }

    fn new_node(&mut self, state: StateId) -> TreeNodeId {
        if let Some(node) = self.free.pop() {
            self.nodes[node as usize].state = state;
            return node;
        }
        self.nodes.push(TreeNode { parent: ROOT, place: 0, children: Vec::new(), state });
        self.nodes.len() as TreeNodeId - 1
    }

    fn release(&mut self, node: TreeNodeId) {
        self.nodes[node as usize].children.clear();
        self.free.push(node);
    }

    fn append(&mut self, parent: TreeNodeId, child: TreeNodeId) {
        let children = &mut self.nodes[parent as usize].children;
        let place = children.len() as u32;
        children.push(child);
        (self.nodes[child as usize].parent, self.nodes[child as usize].place) = (parent, place);
    }

    /// Puts a detached node where another one is, which is detached thereby.
    fn replace(&mut self, old: TreeNodeId, new: TreeNodeId) {
        let TreeNode { parent, place, .. } = self.nodes[old as usize];
        self.nodes[parent as usize].children[place as usize] = new;
        (self.nodes[new as usize].parent, self.nodes[new as usize].place) = (parent, place);
    }

    /// Cuts off a leaf, and the fork above it if one branch is left of that.
    fn cut(&mut self, leaf: TreeNodeId) {
        let TreeNode { parent, place, .. } = self.nodes[leaf as usize];
        let children = &mut self.nodes[parent as usize].children;
        children.swap_remove(place as usize);
        if let Some(moved) = children.get(place as usize).copied() {
            self.nodes[moved as usize].place = place;
        }
        self.release(leaf);
        if let [last] = self.nodes[parent as usize].children[..]
            && parent != ROOT
        {
            self.replace(parent, last);
            self.release(parent);
        }
    }

    /// A random walk: how many forks it passed, and the leaf it came to. None if there are no leaves.
    fn walk(&mut self) -> Option<(u32, TreeNodeId)> {
        let (mut node, mut steps) = (ROOT, 0);
        loop {
            let children = &self.nodes[node as usize].children;
            node = match children[..] {
                [] if node == ROOT => return None,
                [] => return Some((steps, node)),
                [only] => only,
                _ => {
                    steps += 1;
                    children[self.rng.below(children.len() as u64) as usize]
                }
            };
        }
    }
}

impl Searcher for RandomPath {
    fn added(&mut self, parent: Option<StateId>, states: &[&State], _: &View<'_>) {
        let mut above = ROOT;
        if let Some(forked) = parent.and_then(|parent| self.leaves.get(&parent).copied())
            && !states.is_empty()
        {
            above = self.new_node(self.nodes[forked as usize].state);
            self.replace(forked, above);
            self.append(above, forked);
        }
        for state in states {
            let leaf = self.new_node(state.id);
            self.append(above, leaf);
            self.leaves.insert(state.id, leaf);
        }
    }

    fn removed(&mut self, id: StateId) {
        if let Some(leaf) = self.leaves.remove(&id) {
            self.cut(leaf);
        }
    }

    fn pick(&mut self, _: &View<'_>) -> Option<StateId> {
        let (_, leaf) = self.walk()?;
        Some(self.nodes[leaf as usize].state)
    }

    fn ran(&mut self, _: &State, _: &View<'_>) {}

    fn len(&self) -> usize {
        self.leaves.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{World, expect_chances};

    /// Every link leads back, forks have branches to choose from, and every leaf is known by its state.
    fn verify(searcher: &RandomPath) {
        let mut leaves = 0;
        let mut open = vec![ROOT];
        while let Some(id) = open.pop() {
            let node = &searcher.nodes[id as usize];
            for (place, child) in node.children.iter().enumerate() {
                let below = &searcher.nodes[*child as usize];
                assert_eq!((below.parent, below.place), (id, place as u32));
                open.push(*child);
            }
            match node.children.len() {
                0 if id == ROOT => {}
                0 => {
                    assert_eq!(searcher.leaves.get(&node.state), Some(&id));
                    leaves += 1;
                }
                1 => assert_eq!(id, ROOT, "a fork with one branch is no fork"),
                _ => {}
            }
        }
        assert_eq!(leaves, searcher.leaves.len());
        let used = searcher.nodes.len() - searcher.free.len();
        assert!(used <= 2 * leaves + 1, "{used} nodes for {leaves} states");
    }

    #[test]
    fn each_branch_has_its_share() {
        let world = World::new();
        let mut searcher = RandomPath::new(Rng::new(1));
        let view = world.view();
        world.add(&mut searcher, None, &[0]);
        // 0 splits in two, its sibling in three, one of these in two again.
        world.add(&mut searcher, Some(0), &[1]);
        world.add(&mut searcher, Some(1), &[2, 3]);
        world.add(&mut searcher, Some(3), &[4]);
        let shares = [(0, 1.0 / 2.0), (1, 1.0 / 6.0), (2, 1.0 / 6.0), (3, 1.0 / 12.0), (4, 1.0 / 12.0)];
        expect_chances(&shares, || searcher.pick(&view));
        // Without 2, its fork has two branches; without 0, the fork at the root is gone.
        searcher.removed(StateId(2));
        expect_chances(&[(0, 0.5), (1, 0.25), (3, 0.125), (4, 0.125)], || searcher.pick(&view));
        searcher.removed(StateId(0));
        verify(&searcher);
        expect_chances(&[(1, 0.5), (3, 0.25), (4, 0.25)], || searcher.pick(&view));
        // A state that a join released counts as much as the whole rest.
        world.add(&mut searcher, None, &[9]);
        expect_chances(&[(9, 0.5), (1, 0.25), (3, 0.125), (4, 0.125)], || searcher.pick(&view));
    }

    #[test]
    fn the_tree_stays_small_and_walks_short() {
        let world = World::new();
        let mut rng = Rng::new(5);
        let mut searcher = RandomPath::new(Rng::new(6));
        world.add(&mut searcher, None, &[0]);
        let (mut alive, mut next) = (vec![0], 1);
        for round in 0..30_000 {
            let at = rng.below(alive.len() as u64) as usize;
            // Grows, then shrinks; forks at one end make it lopsided.
            if alive.len() == 1 || rng.below(30_000) >= round {
                let parent = if rng.bool() { alive[alive.len() - 1] } else { alive[at] };
                let count = 1 + rng.below(3) as u32;
                let new: Vec<u32> = (next..next + count).collect();
                world.add(&mut searcher, Some(parent), &new);
                alive.extend(&new);
                next += count;
            } else {
                searcher.removed(StateId(alive.swap_remove(at)));
            }
            if round % 1000 == 0 {
                verify(&searcher);
                let walks = 2000;
                let steps: u32 = (0..walks).map(|_| searcher.walk().expect("states are alive").0).sum();
                let mean = f64::from(steps) / f64::from(walks);
                let bound = (alive.len() as f64).log2();
                assert!(mean <= bound + 0.5, "{mean} forks on average among {} states", alive.len());
            }
        }
        for id in alive {
            searcher.removed(StateId(id));
        }
        verify(&searcher);
        assert_eq!(searcher.pick(&world.view()), None);
    }
}
