//! Pointers that nobody followed, and objects that they were compared with.
//!
//! `end` in `for (p = begin; p < end; p++)` is a number for the path, and where the test's objects are is another question than where they
//! were on the path. What the path found out about such a number is how far it is from an object: a test that keeps the distance keeps what was found out.
//! So each such pointer is related to the first object that it is compared with, or whose address is subtracted from it, in a condition of the path, or else to
//! that of a pointer that it is compared with. One that is related to several objects keeps its distance from one only.
//!
//! That two differ is no relation: so they do wherever they are.

use bowline_base::FxHashSet;
use bowline_exec::{Executor, InputWord, LazyHeap};
use bowline_expr::{BinaryOp, ExprId, Node, SymId};
use bowline_solver::Path;
use std::collections::BTreeMap;

/// Parts of conditions that are looked at.
const MOST_PARTS: usize = 200_000;

/// Of words of the caller's memory, by input and offset, the place of an object among all.
#[derive(Default)]
pub struct Relations(BTreeMap<(SymId, u64), usize>);

impl Relations {
    /// What the conditions of a path say. `object_near` knows the object of an address.
    pub fn of(
        executor: &Executor,
        lazy: &LazyHeap,
        path: &Path,
        object_near: impl Fn(u64) -> Option<usize>,
    ) -> Self {
        let mut search = Search { executor, lazy, object_near, pending: Vec::new(), sums: Vec::new() };
        path.constraints().for_each(|condition| search.begin_with(condition));
        let mut seen = FxHashSet::default();
        while let Some(part) = search.pending.pop() {
            if seen.len() < MOST_PARTS && seen.insert(part) {
                search.look_at(part);
            }
        }
        Self::closed(search.sums)
    }

    /// Whoever is related to a pointer is related to its object.
    fn closed(mut sums: Vec<Sum>) -> Self {
        let mut found = BTreeMap::new();
        loop {
            let before = found.len();
            for sum in &mut sums {
                let places = || sum.unbound.iter().map(|word| (word.symbol, word.offset));
                let object = sum.object.or_else(|| places().find_map(|place| found.get(&place).copied()));
                let Some(object) = object else { continue };
                places().for_each(|place| _ = found.entry(place).or_insert(object));
            }
            if found.len() == before {
                return Self(found);
            }
        }
    }

    pub fn object_of(&self, symbol: SymId, offset: u64) -> Option<usize> {
        self.0.get(&(symbol, offset)).copied()
    }
}

struct Search<'a, F> {
    executor: &'a Executor,
    lazy: &'a LazyHeap,
    object_near: F,
    /// Parts to look at by themselves.
    pending: Vec<ExprId>,
    sums: Vec<Sum>,
}

/// What is added up, or compared.
#[derive(Default)]
struct Sum {
    unbound: Vec<InputWord>,
    object: Option<usize>,
}

impl<F: Fn(u64) -> Option<usize>> Search<'_, F> {
    fn begin_with(&mut self, condition: ExprId) {
        let pool = self.executor.pool();
        if let Node::Binary(BinaryOp::Xor, denied, _) = pool.node(condition)
            && let Node::Binary(BinaryOp::Eq, a, b) = pool.node(denied)
        {
            self.pending.extend([a, b]);
        } else {
            self.pending.push(condition);
        }
    }

    fn look_at(&mut self, part: ExprId) {
        let mut sum = Sum::default();
        match self.executor.pool().node(part) {
            Node::Binary(
                BinaryOp::Eq
                | BinaryOp::Ult
                | BinaryOp::Ule
                | BinaryOp::Slt
                | BinaryOp::Sle
                | BinaryOp::Add
                | BinaryOp::Sub,
                a,
                b,
            ) => {
                self.add(a, &mut sum);
                self.add(b, &mut sum);
            }
            node => node.for_each_child(|child| self.pending.push(child)),
        }
        if !sum.unbound.is_empty() {
            self.sums.push(sum);
        }
    }

    fn add(&mut self, term: ExprId, sum: &mut Sum) {
        let pool = self.executor.pool();
        if let Some(word) = self.executor.input_word(term) {
            let bound = self.lazy.bound.iter().find(|(pointer, _)| *pointer == word.expr);
            match bound {
                Some((_, address)) => sum.object = sum.object.or((self.object_near)(*address)),
                None => sum.unbound.push(word),
            }
            return;
        }
        match pool.node(term) {
            Node::Binary(BinaryOp::Add | BinaryOp::Sub, a, b) => {
                self.add(a, sum);
                self.add(b, sum);
            }
            // An address may be subtracted as well.
            Node::Const(value) if pool.width(term) == 64 => {
                let addresses = [value, value.wrapping_neg()];
                sum.object = sum.object.or(addresses.into_iter().find_map(&self.object_near));
            }
            _ => self.pending.push(term),
        }
    }
}
