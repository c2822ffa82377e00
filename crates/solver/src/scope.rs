//! Conditions that are taken for true, and what they say at once: which conditions hold, and within which bounds words lie.

use crate::layers::order::compared;
use bowline_base::{FxHashMap, PersistentIdMap};
use bowline_expr::{BinaryOp, ExprId, Node, Pool, bounds, fold};

/// How far bounds of a word are traced into it.
const DEPTH: usize = 12;

/// See the module documentation. A copy shares what both know.
#[derive(Clone, Default)]
pub struct Scope {
    /// Conditions with their truth.
    truths: PersistentIdMap<ExprId, bool>,
    /// Unsigned, both ends inclusive.
    bounds: PersistentIdMap<ExprId, (u128, u128)>,
}

impl Scope {
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
                    self.truths.insert(id, truth);
                    self.narrow(pool, id, truth);
                }
            }
        }
    }

    /// Takes a comparison into account.
    fn narrow(&mut self, pool: &Pool, condition: ExprId, truth: bool) {
        let Some((op, holds, a, b)) = compared(pool, condition) else { return };
        let holds = holds == truth;
        let (of_a, of_b) = (self.interval(pool, a), self.interval(pool, b));
        // The smaller side, the larger side, and whether they differ.
        let (strict, swapped) = match (without_signs(pool, op, a, of_a, of_b), holds) {
            (BinaryOp::Eq, true) => {
                self.within(pool, a, of_b);
                self.within(pool, b, of_a);
                return;
            }
            (BinaryOp::Eq, false) => {
                self.differs(pool, a, of_a, of_b);
                self.differs(pool, b, of_b, of_a);
                return;
            }
            (BinaryOp::Ult, true) => (1, false),
            (BinaryOp::Ule, true) => (0, false),
            (BinaryOp::Ult, false) => (0, true),
            (BinaryOp::Ule, false) => (1, true),
            _ => return,
        };
        let (small, large, least, most) =
            if swapped { (b, a, of_b.0, of_a.1) } else { (a, b, of_a.0, of_b.1) };
        self.within(pool, small, (0, most.saturating_sub(strict)));
        self.within(pool, large, (least.saturating_add(strict), u128::MAX));
    }

    /// A word that is not a constant: where that is an end of its bounds, they get closer.
    fn differs(&mut self, pool: &Pool, word: ExprId, (low, high): (u128, u128), other: (u128, u128)) {
        if other.0 != other.1 || low >= high {
            return;
        }
        if other.0 == low {
            self.within(pool, word, (low + 1, high));
        } else if other.0 == high {
            self.within(pool, word, (low, high - 1));
        }
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
            match pool.node(word) {
                Node::ZeroExtend(inner) => word = inner,
                // A word whose upper part is known is its lower part.
                Node::Concat(_, lower) if low >> pool.width(lower) == high >> pool.width(lower) => {
                    let mask = fold::mask(pool.width(lower));
                    (low, high) = (low & mask, high & mask);
                    word = lower;
                }
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
    pub fn interval(&self, pool: &Pool, word: ExprId) -> (u128, u128) {
        bounds::interval_where(pool, word, &|id| self.bounds.get(&id).copied())
    }

    /// Does what was assumed rule a condition out?
    pub fn refutes(&self, pool: &Pool, condition: ExprId, truth: bool) -> bool {
        let mut judge = Judge { scope: self, pool, known: FxHashMap::default() };
        judge.truth(condition) == Some(!truth)
    }

    /// Whether a condition that is not made of conditions holds, as far as what was assumed tells.
    pub fn truth_of_atom(&self, pool: &Pool, condition: ExprId) -> Option<bool> {
        if let Some(&known) = self.truths.get(&condition) {
            return Some(known);
        }
        let Node::Binary(op, a, b) = pool.node(condition) else { return None };
        if !op.is_comparison() {
            return None;
        }
        let (of_a, of_b) = (self.interval(pool, a), self.interval(pool, b));
        let ((least_a, most_a), (least_b, most_b)) = (of_a, of_b);
        let (refuted, proved) = match without_signs(pool, op, a, of_a, of_b) {
            BinaryOp::Eq => (most_a < least_b || most_b < least_a, least_a == most_a && of_a == of_b),
            BinaryOp::Ult => (least_a >= most_b, most_a < least_b),
            BinaryOp::Ule => (least_a > most_b, most_a <= least_b),
            _ => (false, false),
        };
        (refuted || proved).then_some(proved)
    }
}

/// The comparison that an order of numbers with signs is where none is negative.
fn without_signs(pool: &Pool, op: BinaryOp, a: ExprId, of_a: (u128, u128), of_b: (u128, u128)) -> BinaryOp {
    let positive = fold::mask(pool.width(a)) >> 1;
    match op {
        BinaryOp::Slt if of_a.1.max(of_b.1) <= positive => BinaryOp::Ult,
        BinaryOp::Sle if of_a.1.max(of_b.1) <= positive => BinaryOp::Ule,
        _ => op,
    }
}

/// Conditions in a condition that are looked at.
const MAX_JUDGED: usize = 2000;

/// Looks at each part of a condition once.
struct Judge<'a> {
    scope: &'a Scope,
    pool: &'a Pool,
    known: FxHashMap<ExprId, Option<bool>>,
}

impl Judge<'_> {
    fn truth(&mut self, condition: ExprId) -> Option<bool> {
        let node = self.pool.node(condition);
        let (Node::Binary(op @ (BinaryOp::And | BinaryOp::Or | BinaryOp::Xor), a, b), 1) =
            (node, self.pool.width(condition))
        else {
            return match node {
                Node::Const(value) => Some(value == 1),
                _ => self.scope.truth_of_atom(self.pool, condition),
            };
        };
        if let Some(known) = self.known.get(&condition) {
            return *known;
        }
        if self.known.len() == MAX_JUDGED {
            return None;
        }
        let truth = match (op, self.scope.truths.get(&condition)) {
            (_, Some(&known)) => Some(known),
            (BinaryOp::Xor, None) => self.truth(a).zip(self.truth(b)).map(|(a, b)| a != b),
            // One side alone may decide.
            (_, None) => match self.truth(a) {
                Some(first) if first == (op == BinaryOp::Or) => Some(first),
                first => self.truth(b).filter(|&second| first.is_some() || second == (op == BinaryOp::Or)),
            },
        };
        self.known.insert(condition, truth);
        truth
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
        let ops = [BinaryOp::Eq, BinaryOp::Ult, BinaryOp::Ule, BinaryOp::Slt, BinaryOp::Sle];
        let op = ops[rng.below(5) as usize];
        let condition = pool.binary(op, a, b);
        if rng.bool() { pool.not(condition) } else { condition }
    }

    #[test]
    fn what_is_refuted_has_no_model() {
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
        }
        assert!(refuted * 10 > asked, "only {refuted} of {asked} were refuted");
    }
}
