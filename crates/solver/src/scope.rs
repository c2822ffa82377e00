//! Conditions that are taken for true, in layers that can be left again, and what they say at once: which conditions hold, and
//! within which bounds words lie.

use crate::layers::order::compared;
use bowline_base::FxHashMap;
use bowline_expr::{BinaryOp, ExprId, Node, Pool, bounds, fold};
use std::collections::hash_map::Entry;

/// How far bounds of a word are traced into it.
const DEPTH: usize = 4;

/// See the module documentation.
#[derive(Default)]
pub struct Scope {
    /// Conditions with their truth.
    truths: FxHashMap<ExprId, bool>,
    /// Unsigned, both ends inclusive.
    bounds: FxHashMap<ExprId, (u128, u128)>,
    /// What to do to forget, oldest first.
    changes: Vec<Change>,
}

enum Change {
    Truth(ExprId),
    /// The bounds before.
    Bounds(ExprId, Option<(u128, u128)>),
}

/// A place to go back to.
#[derive(Clone, Copy)]
pub struct Mark(usize);

impl Scope {
    pub fn mark(&self) -> Mark {
        Mark(self.changes.len())
    }

    /// Forgets everything since a mark.
    pub fn leave(&mut self, Mark(length): Mark) {
        for change in self.changes.drain(length..).rev() {
            match change {
                Change::Truth(id) => {
                    self.truths.remove(&id);
                }
                Change::Bounds(word, Some(before)) => {
                    self.bounds.insert(word, before);
                }
                Change::Bounds(word, None) => {
                    self.bounds.remove(&word);
                }
            }
        }
    }

    /// Takes a condition for true or false, and so its conjuncts.
    pub fn assume(&mut self, pool: &Pool, condition: ExprId, truth: bool) {
        let mut pending = vec![(condition, truth)];
        while let Some((id, truth)) = pending.pop() {
            match (pool.node(id), truth) {
                (Node::Binary(BinaryOp::Xor, inner, Pool::TRUE), _) => pending.push((inner, !truth)),
                (Node::Binary(BinaryOp::And, a, b), true) | (Node::Binary(BinaryOp::Or, a, b), false) => {
                    pending.extend([(a, truth), (b, truth)]);
                }
                _ => {
                    // What was known first stays, so that leaving brings it back.
                    if let Entry::Vacant(unknown) = self.truths.entry(id) {
                        unknown.insert(truth);
                        self.changes.push(Change::Truth(id));
                    }
                    self.narrow(pool, id, truth);
                }
            }
        }
    }

    /// Takes a comparison into account.
    fn narrow(&mut self, pool: &Pool, condition: ExprId, truth: bool) {
        let Some((op, holds, a, b)) = compared(pool, condition) else { return };
        let holds = holds == truth;
        let ((least_a, most_a), (least_b, most_b)) = (self.interval(pool, a), self.interval(pool, b));
        // The smaller side, the larger side, and whether they differ.
        let (strict, swapped) = match (op, holds) {
            (BinaryOp::Eq, true) => {
                self.within(pool, a, (least_b, most_b));
                self.within(pool, b, (least_a, most_a));
                return;
            }
            (BinaryOp::Ult, true) => (1, false),
            (BinaryOp::Ule, true) => (0, false),
            (BinaryOp::Ult, false) => (0, true),
            (BinaryOp::Ule, false) => (1, true),
            _ => return,
        };
        let (small, large, least, most) =
            if swapped { (b, a, least_b, most_a) } else { (a, b, least_a, most_b) };
        self.within(pool, small, (0, most.saturating_sub(strict)));
        self.within(pool, large, (least.saturating_add(strict), u128::MAX));
    }

    /// Bounds of a word, and of what it is made of as far as they follow from its own.
    fn within(&mut self, pool: &Pool, mut word: ExprId, (mut low, mut high): (u128, u128)) {
        for _ in 0..DEPTH {
            if pool.as_const(word).is_some() {
                return;
            }
            let known = self.bounds.get(&word).copied();
            let (least, most) = known.unwrap_or_else(|| bounds::interval(pool, word));
            (low, high) = (low.max(least), high.min(most));
            if (low, high) == (least, most) {
                return;
            }
            self.bounds.insert(word, (low, high));
            self.changes.push(Change::Bounds(word, known));
            match pool.node(word) {
                Node::ZeroExtend(inner) => word = inner,
                Node::Binary(BinaryOp::Add, inner, by) => {
                    let Some(by) = pool.as_const(by) else { return };
                    let mask = fold::mask(pool.width(word));
                    (low, high) = (low.wrapping_sub(by) & mask, high.wrapping_sub(by) & mask);
                    // Otherwise the values of the inner word are not in one piece.
                    if low > high {
                        return;
                    }
                    word = inner;
                }
                _ => return,
            }
        }
    }

    /// Within what a word lies; anything where what was assumed is contradictory.
    fn interval(&self, pool: &Pool, word: ExprId) -> (u128, u128) {
        bounds::interval_where(pool, word, &|id| self.bounds.get(&id).copied())
    }

    /// Does what was assumed rule a condition out?
    pub fn refutes(&self, pool: &Pool, condition: ExprId, truth: bool) -> bool {
        match (pool.node(condition), truth) {
            (Node::Const(value), _) => (value == 1) != truth,
            (Node::Binary(BinaryOp::Xor, inner, Pool::TRUE), _) => self.refutes(pool, inner, !truth),
            (Node::Binary(BinaryOp::And, a, b), true) | (Node::Binary(BinaryOp::Or, a, b), false) => {
                self.refutes(pool, a, truth) || self.refutes(pool, b, truth)
            }
            (Node::Binary(BinaryOp::And, a, b), false) | (Node::Binary(BinaryOp::Or, a, b), true) => {
                self.refutes(pool, a, truth) && self.refutes(pool, b, truth)
            }
            (Node::Binary(op, a, b), _) => {
                self.truths.get(&condition).is_some_and(|known| *known != truth)
                    || op.is_comparison() && self.out_of_bounds(pool, op, a, b, truth)
            }
            _ => self.truths.get(&condition).is_some_and(|known| *known != truth),
        }
    }

    fn out_of_bounds(&self, pool: &Pool, op: BinaryOp, a: ExprId, b: ExprId, truth: bool) -> bool {
        let ((least_a, most_a), (least_b, most_b)) = (self.interval(pool, a), self.interval(pool, b));
        match (op, truth) {
            (BinaryOp::Eq, true) => most_a < least_b || most_b < least_a,
            (BinaryOp::Eq, false) => least_a == most_a && (least_a, most_a) == (least_b, most_b),
            (BinaryOp::Ult, true) => least_a >= most_b,
            (BinaryOp::Ult, false) => most_a < least_b,
            (BinaryOp::Ule, true) => least_a > most_b,
            (BinaryOp::Ule, false) => most_a <= least_b,
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bowline_base::Rng;
    use bowline_expr::{Evaluator, Model};

    /// A comparison of two words of four bits, with sums and extensions on the way.
    fn comparison(pool: &mut Pool, rng: &mut Rng, words: [ExprId; 2]) -> ExprId {
        let mut side = |pool: &mut Pool| {
            let word = match rng.below(3) {
                0 => pool.constant(rng.below(16).into(), 4),
                place => words[place as usize - 1],
            };
            let by = pool.constant(rng.below(16).into(), 4);
            let moved = if rng.bool() { pool.add(word, by) } else { word };
            let wide = pool.zero_extend(moved, 8);
            let by = pool.constant(rng.below(256).into(), 8);
            if rng.bool() { pool.add(wide, by) } else { wide }
        };
        let (a, b) = (side(pool), side(pool));
        let op = [BinaryOp::Eq, BinaryOp::Ult, BinaryOp::Ule][rng.below(3) as usize];
        let condition = pool.binary(op, a, b);
        if rng.bool() { pool.not(condition) } else { condition }
    }

    #[test]
    fn what_is_refuted_has_no_model_and_leaving_forgets() {
        let (mut refuted, mut asked) = (0, 0);
        for seed in 0..400 {
            let mut rng = Rng::new(seed);
            let mut pool = Pool::new();
            let input = pool.symbol("words", 0, 2);
            let words = [0, 1].map(|at| {
                let byte = pool.input_byte(input, at);
                pool.extract(byte, 0, 4)
            });
            let assumed: Vec<ExprId> = (0..3).map(|_| comparison(&mut pool, &mut rng, words)).collect();
            let question = comparison(&mut pool, &mut rng, words);
            let mut scope = Scope::default();
            let before = scope.mark();
            let known_before = scope.refutes(&pool, question, true);
            for &condition in &assumed {
                scope.assume(&pool, condition, true);
            }
            asked += 1;
            if scope.refutes(&pool, question, true) {
                refuted += 1;
                for both in 0..=255u8 {
                    let mut model = Model::new();
                    model.set_byte(input, 0, both & 15);
                    model.set_byte(input, 1, both >> 4);
                    let holds = |id| Evaluator::new().holds(&pool, &model, id);
                    let satisfied = assumed.iter().all(|&id| holds(id)) && holds(question);
                    assert!(!satisfied, "seed {seed}: {both:#x} is a model");
                }
            }
            scope.leave(before);
            assert_eq!(scope.refutes(&pool, question, true), known_before, "seed {seed}");
            assert!(scope.truths.is_empty() && scope.bounds.is_empty(), "seed {seed}: something is left");
        }
        assert!(refuted * 10 > asked, "only {refuted} of {asked} were refuted");
    }
}
