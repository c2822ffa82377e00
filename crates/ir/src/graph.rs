//! Directed graphs over the nodes `0..n`, and the few algorithms that every analysis here is made of.
//!
//! Nodes are plain numbers because the same algorithms run on blocks, on parts of loops and on whole programs; the
//! modules that use them give the numbers a type. Nothing recurses: generated code has functions of 100,000 blocks.

/// One list of `T` per key `0..n`, packed into one allocation.
#[derive(Clone, Debug, Default)]
pub struct Lists<T> {
    starts: Vec<u32>,
    items: Vec<T>,
}

impl<T: Copy> Lists<T> {
    /// Collects the pairs by key. Items of one key keep their order.
    pub fn new(keys: usize, pairs: impl Iterator<Item = (u32, T)> + Clone) -> Self {
        let mut starts = vec![0; keys + 1];
        for (key, _) in pairs.clone() {
            starts[key as usize + 1] += 1;
        }
        for key in 0..keys {
            starts[key + 1] += starts[key];
        }
        let Some((_, first)) = pairs.clone().next() else {
            return Self { starts, items: Vec::new() };
        };
        let mut items = vec![first; starts[keys] as usize];
        let mut next = starts.clone();
        for (key, item) in pairs {
            items[next[key as usize] as usize] = item;
            next[key as usize] += 1;
        }
        Self { starts, items }
    }

    /// The number of keys.
    pub fn keys(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    #[inline]
    pub fn get(&self, key: u32) -> &[T] {
        &self.items[self.starts[key as usize] as usize..self.starts[key as usize + 1] as usize]
    }

    fn pairs(&self) -> impl Iterator<Item = (u32, T)> + Clone + '_ {
        (0..self.keys() as u32).flat_map(|key| self.get(key).iter().map(move |item| (key, *item)))
    }
}

/// A directed graph; parallel edges and self edges are allowed.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    successors: Lists<u32>,
}

/// Strongly connected components, numbered in reverse topological order: an edge between two of them goes from the
/// higher number to the lower.
#[derive(Clone, Debug)]
pub struct Components {
    /// The component of every node.
    pub of: Vec<u32>,
    /// The nodes of every component, ascending.
    pub members: Vec<Vec<u32>>,
}

impl Graph {
    pub fn new(nodes: usize, edges: impl Iterator<Item = (u32, u32)> + Clone) -> Self {
        Self { successors: Lists::new(nodes, edges) }
    }

    /// The number of nodes.
    pub fn nodes(&self) -> usize {
        self.successors.keys()
    }

    #[inline]
    pub fn successors(&self, node: u32) -> &[u32] {
        self.successors.get(node)
    }

    pub fn has_edge(&self, from: u32, to: u32) -> bool {
        self.successors(from).contains(&to)
    }

    pub fn edges(&self) -> impl Iterator<Item = (u32, u32)> + Clone + '_ {
        self.successors.pairs()
    }

    pub fn reversed(&self) -> Self {
        Self::new(self.nodes(), self.edges().map(|(from, to)| (to, from)))
    }

    /// The nodes that `root` reaches, each before its successors except along the back edges of the depth-first
    /// search that goes through successors in order.
    pub fn reverse_post_order(&self, root: u32) -> Vec<u32> {
        let mut order = Vec::new();
        let mut seen = vec![false; self.nodes()];
        let mut stack = vec![(root, 0)];
        seen[root as usize] = true;
        while let Some((node, next)) = stack.last_mut() {
            match self.successors(*node).get(*next) {
                Some(&successor) => {
                    *next += 1;
                    if !std::mem::replace(&mut seen[successor as usize], true) {
                        stack.push((successor, 0));
                    }
                }
                None => {
                    order.push(*node);
                    stack.pop();
                }
            }
        }
        order.reverse();
        order
    }

    /// Strongly connected components by Tarjan's algorithm, with an explicit stack.
    pub fn components(&self) -> Components {
        const UNSEEN: u32 = u32::MAX;
        let mut found = Components { of: vec![UNSEEN; self.nodes()], members: Vec::new() };
        let mut order = vec![UNSEEN; self.nodes()];
        // The earliest open node known to be reachable from each node's subtree.
        let mut low = vec![UNSEEN; self.nodes()];
        let mut open = Vec::new();
        let mut calls = Vec::new();
        let mut clock = 0;
        for root in 0..self.nodes() as u32 {
            if order[root as usize] != UNSEEN {
                continue;
            }
            calls.push((root, 0));
            while let Some((node, next)) = calls.last_mut() {
                let (node, at) = (*node as usize, *next);
                *next += 1;
                if at == 0 {
                    (order[node], low[node]) = (clock, clock);
                    clock += 1;
                    open.push(node as u32);
                }
                if let Some(&successor) = self.successors(node as u32).get(at) {
                    let target = successor as usize;
                    if order[target] == UNSEEN {
                        calls.push((successor, 0));
                    } else if found.of[target] == UNSEEN {
                        low[node] = low[node].min(order[target]);
                    }
                    continue;
                }
                calls.pop();
                if let Some((parent, _)) = calls.last() {
                    low[*parent as usize] = low[*parent as usize].min(low[node]);
                }
                if low[node] == order[node] {
                    let start = open.iter().rposition(|&other| other == node as u32);
                    let mut members =
                        open.split_off(start.expect("a node stays open until its component closes"));
                    members.sort_unstable();
                    for &member in &members {
                        found.of[member as usize] = found.members.len() as u32;
                    }
                    found.members.push(members);
                }
            }
        }
        found
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use bowline_base::Rng;

    pub(crate) fn random_graph(rng: &mut Rng) -> Graph {
        let nodes = 1 + rng.below(9);
        let edges: Vec<(u32, u32)> = (0..rng.below(2 * nodes + 1))
            .map(|_| (rng.below(nodes) as u32, rng.below(nodes) as u32))
            .collect();
        Graph::new(nodes as usize, edges.iter().copied())
    }

    /// `result[a][b]`: is there a path of any length, also 0, from a to b that avoids the node `without`?
    pub(crate) fn reachability(graph: &Graph, without: Option<u32>) -> Vec<Vec<bool>> {
        let n = graph.nodes();
        let usable = |node: usize| Some(node as u32) != without;
        let mut reach = vec![vec![false; n]; n];
        for (a, row) in reach.iter_mut().enumerate() {
            row[a] = usable(a);
        }
        for (a, b) in graph.edges() {
            reach[a as usize][b as usize] |= usable(a as usize) && usable(b as usize);
        }
        for via in 0..n {
            for a in 0..n {
                for b in 0..n {
                    reach[a][b] |= reach[a][via] && reach[via][b];
                }
            }
        }
        reach
    }

    #[test]
    fn components_are_mutual_reachability_in_reverse_topological_order() {
        for seed in 0..2000 {
            let graph = random_graph(&mut Rng::new(seed));
            let reach = reachability(&graph, None);
            let components = graph.components();
            for (a, from_a) in reach.iter().enumerate() {
                for (b, from_b) in reach.iter().enumerate() {
                    let same = components.of[a] == components.of[b];
                    assert_eq!(same, from_a[b] && from_b[a], "seed {seed}: {a} {b}");
                    assert!(!from_a[b] || components.of[a] >= components.of[b], "seed {seed}: {a} {b}");
                }
                assert!(components.members[components.of[a] as usize].contains(&(a as u32)));
            }
            assert_eq!(components.members.iter().map(Vec::len).sum::<usize>(), graph.nodes());
        }
    }

    #[test]
    fn reverse_post_order_covers_the_reachable_and_respects_acyclic_edges() {
        for seed in 0..2000 {
            let graph = random_graph(&mut Rng::new(seed));
            let reach = reachability(&graph, None);
            let order = graph.reverse_post_order(0);
            let place = |node: usize| order.iter().position(|&other| other as usize == node);
            for (node, reached) in reach[0].iter().enumerate() {
                assert_eq!(place(node).is_some(), *reached, "seed {seed}");
            }
            for (a, b) in graph.edges().map(|(a, b)| (a as usize, b as usize)) {
                if reach[0][a] && !reach[b][a] {
                    assert!(place(a) < place(b), "seed {seed}: {a} before {b}");
                }
            }
        }
    }

    #[test]
    fn reversing_twice_keeps_every_edge() {
        for seed in 0..200 {
            let graph = random_graph(&mut Rng::new(seed));
            let sorted = |graph: &Graph| {
                let mut edges: Vec<_> = graph.edges().collect();
                edges.sort_unstable();
                edges
            };
            assert_eq!(sorted(&graph.reversed().reversed()), sorted(&graph));
            assert!(graph.edges().all(|(a, b)| graph.reversed().has_edge(b, a)));
        }
    }

    #[test]
    fn one_cycle_of_many_nodes_needs_no_deep_stack() {
        let n = 200_000;
        let ring = Graph::new(n as usize, (0..n).map(|node| (node, (node + 1) % n)));
        assert_eq!(ring.components().members.len(), 1);
        assert_eq!(ring.reverse_post_order(0).len(), n as usize);
    }
}
