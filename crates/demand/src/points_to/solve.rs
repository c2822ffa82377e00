//! Solves inclusion constraints: sets grow along copies until none does any more.

use super::Object;
use bowline_base::FxHashSet;
use bowline_ir::bitset::BitSet;
use std::collections::VecDeque;

/// A register, or what an object holds.
pub(super) type Node = u32;

pub(super) struct Solve {
    /// Nodes from this one on are what objects hold.
    contents: Node,
    objects: usize,
    pub sets: Vec<BitSet>,
    copies: Vec<Vec<Node>>,
    /// By pointer: where what is behind it goes to, and what is put there.
    loads: Vec<Vec<Node>>,
    stores: Vec<Vec<Node>>,
    /// Objects that a pointer's loads and stores were made copies for.
    done: Vec<BitSet>,
    edges: FxHashSet<(Node, Node)>,
    work: VecDeque<Node>,
    is_waiting: Vec<bool>,
    /// Nothing is put there.
    constant: BitSet,
}

impl Solve {
    pub fn new(contents: Node, objects: usize, constant: BitSet) -> Self {
        let nodes = contents as usize + objects;
        Self {
            contents,
            objects,
            sets: vec![BitSet::default(); nodes],
            copies: vec![Vec::new(); nodes],
            loads: vec![Vec::new(); nodes],
            stores: vec![Vec::new(); nodes],
            done: vec![BitSet::default(); nodes],
            edges: FxHashSet::default(),
            work: VecDeque::new(),
            is_waiting: vec![false; nodes],
            constant,
        }
    }

    pub fn held_by(&self, object: Object) -> Node {
        self.contents + object
    }

    /// A node that is nothing of the program.
    pub fn fresh(&mut self) -> Node {
        let node = self.sets.len() as Node;
        self.sets.push(BitSet::default());
        self.copies.push(Vec::new());
        self.loads.push(Vec::new());
        self.stores.push(Vec::new());
        self.done.push(BitSet::default());
        self.is_waiting.push(false);
        node
    }

    pub fn has(&mut self, node: Node, object: Object) {
        let set = &mut self.sets[node as usize];
        if *set == BitSet::default() {
            *set = BitSet::new(self.objects);
        }
        if set.insert(object) {
            self.wait(node);
        }
    }

    /// What is in one is in the other.
    pub fn copy(&mut self, from: Node, to: Node) {
        if from != to && self.edges.insert((from, to)) {
            self.copies[from as usize].push(to);
            self.flow(from, to);
        }
    }

    pub fn load(&mut self, pointer: Node, to: Node) {
        self.loads[pointer as usize].push(to);
    }

    pub fn store(&mut self, pointer: Node, from: Node) {
        self.stores[pointer as usize].push(from);
    }

    fn wait(&mut self, node: Node) {
        if !std::mem::replace(&mut self.is_waiting[node as usize], true) {
            self.work.push_back(node);
        }
    }

    fn flow(&mut self, from: Node, to: Node) {
        if self.sets[from as usize].is_empty() {
            return;
        }
        let source = std::mem::take(&mut self.sets[from as usize]);
        let target = &mut self.sets[to as usize];
        if *target == BitSet::default() {
            *target = BitSet::new(self.objects);
        }
        let grows = target.union_with(&source);
        self.sets[from as usize] = source;
        if grows {
            self.wait(to);
        }
    }

    /// Until nothing grows; `met` is told of objects that are new at a node it watches, and may add constraints.
    pub fn run(&mut self, watched: Node, mut met: impl FnMut(&mut Self, Object)) {
        // Constraints were added in any order: everything is looked at once.
        for node in 0..self.sets.len() as Node {
            if !self.sets[node as usize].is_empty() {
                self.wait(node);
            }
        }
        while let Some(node) = self.work.pop_front() {
            let at = node as usize;
            self.is_waiting[at] = false;
            let accessed = !self.loads[at].is_empty() || !self.stores[at].is_empty();
            if accessed || node == watched {
                let new: Vec<Object> =
                    self.sets[at].iter().filter(|object| !self.done[at].contains(*object)).collect();
                self.done[at] = self.sets[at].clone();
                for object in new {
                    self.access(node, object);
                    if node == watched {
                        met(self, object);
                    }
                }
            }
            for index in 0..self.copies[at].len() {
                self.flow(node, self.copies[at][index]);
            }
        }
    }

    fn access(&mut self, pointer: Node, object: Object) {
        let (at, held) = (pointer as usize, self.held_by(object));
        for index in 0..self.loads[at].len() {
            self.copy(held, self.loads[at][index]);
        }
        if !self.constant.contains(object) {
            for index in 0..self.stores[at].len() {
                self.copy(self.stores[at][index], held);
            }
        }
    }
}
