//! Conditions that are taken for true, and what they say at once: which conditions hold, and within which ranges words lie.

use crate::distances::{Distances, Place};
use bowline_base::{FxHashMap, PersistentIdMap};
use bowline_expr::{BinaryOp, Conjuncts, ExprId, Literal, Node, Pool, Range, bounds, fold};

/// How far the range of a word is traced into it.
const DEPTH: usize = 12;

/// See the module documentation. A copy shares what both know.
#[derive(Clone, Default)]
pub struct Scope {
    /// Conditions with their truth.
    truths: PersistentIdMap<ExprId, bool>,
    /// Words of which more is known than their form tells.
    ranges: PersistentIdMap<ExprId, Range>,
    distances: Distances,
}

impl Scope {
    /// Takes a condition for true or false, and so its conjuncts.
    pub fn assume(&mut self, pool: &Pool, condition: ExprId, truth: bool) {
        let mut conjuncts = Conjuncts::of(Literal::new(condition, truth));
        while let Some(literal) = conjuncts.next(pool) {
            let Literal { condition, holds } = literal.stripped(pool);
            self.truths.insert(condition, holds);
            self.narrow(pool, condition, holds);
        }
    }

    /// Takes a comparison into account.
    fn narrow(&mut self, pool: &Pool, condition: ExprId, holds: bool) {
        let Node::Binary(op, a, b) = pool.node(condition) else { return };
        if !op.is_comparison() {
            return;
        }
        self.note_distance(pool, op, [a, b], holds);
        let (of_a, of_b) = (self.range(pool, a), self.range(pool, b));
        let (narrow_a, narrow_b) = Range::compared(op, holds, of_a, of_b);
        for (word, before, range) in [(a, of_a, narrow_a), (b, of_b, narrow_b)] {
            if range != before {
                self.within(pool, word, range);
            }
        }
    }

    /// A word at a distance from another.
    fn place(&self, pool: &Pool, word: ExprId) -> Option<Place> {
        Place::of(pool, word, |inner| match self.minuend(pool, inner) {
            Some((x, less)) => (0, self.range(pool, x).unsigned().1.saturating_sub(less)),
            None => self.range(pool, inner).unsigned(),
        })
    }

    /// `x` of `x - y` where that does not wrap around, and the least that `y` is.
    fn minuend(&self, pool: &Pool, word: ExprId) -> Option<(ExprId, u128)> {
        let Node::Binary(BinaryOp::Sub, x, y) = pool.node(word) else { return None };
        let [lower, upper] =
            [y, x].map(|word| Place::of(pool, word, |inner| self.range(pool, inner).unsigned()));
        self.distances.tell(lower?, 0, upper?).then(|| (x, self.range(pool, y).unsigned().0))
    }

    /// Is `lower + more <= upper` known? What is taken from a word makes it no larger.
    fn is_at_most(&self, pool: &Pool, lower: Place, more: i128, upper: Place) -> bool {
        let through_minuend = || {
            let (x, less) = self.minuend(pool, lower.base)?;
            let Place { base, by } = self.place(pool, x)?;
            let by = by + lower.by - i128::try_from(less).ok()?;
            Some(self.distances.tell(Place { base, by }, more, upper))
        };
        self.distances.tell(lower, more, upper) || through_minuend() == Some(true)
    }

    /// Takes an unsigned order of two words into account, or that they differ.
    fn note_distance(&mut self, pool: &Pool, op: BinaryOp, words: [ExprId; 2], holds: bool) {
        let [Some(a), Some(b)] = words.map(|word| self.place(pool, word)) else { return };
        let places = match order(op, holds) {
            Some((strict, false)) => Some((a, i128::from(strict), b)),
            Some((strict, true)) => Some((b, i128::from(strict), a)),
            None if op == BinaryOp::Eq && !holds => {
                let mut ways = [(a, 1, b), (b, 1, a)].into_iter();
                ways.find(|&(lower, _, upper)| self.is_at_most(pool, lower, 0, upper))
            }
            None => None,
        };
        let Some((lower, more, upper)) = places else { return };
        self.distances.add(lower, more, upper);
        // `x + by <= y` limits both.
        let by = lower.by + more - upper.by;
        let ((least, x_most), (y_least, most)) =
            (self.range(pool, lower.base).unsigned(), self.range(pool, upper.base).unsigned());
        let below = u128::try_from(most as i128 - by).unwrap_or(0).min(x_most);
        let above = u128::try_from(least as i128 + by).unwrap_or(0).max(y_least);
        for (word, range) in [(lower.base, (least, below)), (upper.base, (above, most))] {
            if range.0 <= range.1 {
                self.within(pool, word, Range::within(pool.width(word), range));
            }
        }
    }

    /// Whether a comparison of two words holds, as far as distances tell.
    fn truth_by_distance(&self, pool: &Pool, op: BinaryOp, words: [ExprId; 2]) -> Option<bool> {
        let [a, b] = [self.place(pool, words[0])?, self.place(pool, words[1])?];
        if op == BinaryOp::Eq {
            let is_apart = self.is_at_most(pool, a, 1, b) || self.is_at_most(pool, b, 1, a);
            return is_apart.then_some(false);
        }
        [true, false].into_iter().find(|&holds| {
            order(op, holds).is_some_and(|(strict, swapped)| {
                let (lower, upper) = if swapped { (b, a) } else { (a, b) };
                self.is_at_most(pool, lower, i128::from(strict), upper)
            })
        })
    }

    /// The range of a word, and of what it is made of as far as that follows.
    fn within(&mut self, pool: &Pool, mut word: ExprId, mut range: Range) {
        for _ in 0..DEPTH {
            if pool.as_const(word).is_some() {
                return;
            }
            let width = pool.width(word);
            let before =
                self.known(word).unwrap_or_else(|| Range::within(width, bounds::interval(pool, word)));
            range = before.and(range);
            if range == before {
                return;
            }
            self.ranges.insert(word, range);
            let (low, high) = range.unsigned();
            (word, range) = match pool.node(word) {
                Node::ZeroExtend(inner) => (inner, Range::within(pool.width(inner), (low, high))),
                Node::SignExtend(inner) => {
                    (inner, Range::whole(pool.width(inner)).and_signed(range.signed()))
                }
                // A word whose upper part is known is its lower part.
                Node::Concat(_, lower) if low >> pool.width(lower) == high >> pool.width(lower) => {
                    let mask = fold::mask(pool.width(lower));
                    (lower, Range::within(pool.width(lower), (low & mask, high & mask)))
                }
                Node::Binary(BinaryOp::Add, inner, by) => {
                    let Some(by) = pool.as_const(by) else { return };
                    let mask = fold::mask(width);
                    let (low, high) = (low.wrapping_sub(by) & mask, high.wrapping_sub(by) & mask);
                    // Otherwise the values of the inner word are not in one piece.
                    if low > high {
                        return;
                    }
                    (inner, Range::within(width, (low, high)))
                }
                _ => return,
            };
        }
    }

    /// What is known of a word beside its form.
    pub fn known(&self, word: ExprId) -> Option<Range> {
        self.ranges.get(&word).copied()
    }

    /// Within what a word lies; anything where what was assumed is contradictory.
    pub fn interval(&self, pool: &Pool, word: ExprId) -> (u128, u128) {
        bounds::interval_where(pool, word, &|id| self.known(id).map(Range::unsigned))
    }

    fn range(&self, pool: &Pool, word: ExprId) -> Range {
        let formed = Range::within(pool.width(word), self.interval(pool, word));
        self.known(word).map_or(formed, |known| known.and(formed))
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
        match pool.node(condition) {
            Node::Binary(op, a, b) if op.is_comparison() => {
                let by_range = Range::truth(op, self.range(pool, a), self.range(pool, b));
                by_range.or_else(|| self.truth_by_distance(pool, op, [a, b]))
            }
            _ => None,
        }
    }
}

/// What an unsigned order says, if it holds or if not: is it strict, and is the second word the lower one?
fn order(op: BinaryOp, holds: bool) -> Option<(bool, bool)> {
    match op {
        BinaryOp::Ult => Some((holds, !holds)),
        BinaryOp::Ule => Some((!holds, !holds)),
        _ => None,
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

    /// A comparison of two words of four bits, with sums, differences and extensions on the way.
    fn comparison(pool: &mut Pool, rng: &mut Rng, words: [ExprId; 2]) -> ExprId {
        let mut side = |pool: &mut Pool| {
            let word = match rng.below(4) {
                0 => pool.constant(rng.below(16).into(), 4),
                3 => pool.sub(words[0], words[1]),
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
        for seed in 0..1200 {
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
