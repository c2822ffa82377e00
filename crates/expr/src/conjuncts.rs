//! The conditions that a condition is the conjunction of, and by negation those that it is the disjunction of.
//!
//! A condition that holds demands both sides of an `and`; one that does not hold denies both sides of an `or`; a negation turns one
//! into the other. What is left is a list of conditions, each with its truth: [`Literal`]s. Nothing is built on the way, so whoever only
//! looks pays nothing, and whoever wants expressions asks for [`Literal::expr`].
//!
//! The walk is a work list and not an iterator, because some who walk build expressions as they go, and may find more to
//! [take apart](Conjuncts::also).

use crate::{BinaryOp, ExprId, Node, Pool};

/// A condition, and whether it holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Literal {
    pub condition: ExprId,
    pub holds: bool,
}

impl Literal {
    pub const fn new(condition: ExprId, holds: bool) -> Self {
        Self { condition, holds }
    }

    pub const fn negated(self) -> Self {
        Self { holds: !self.holds, ..self }
    }

    /// The same with all negations at the top taken into account.
    pub fn stripped(mut self, pool: &Pool) -> Self {
        while let Some(inner) = negation(pool, self.condition) {
            self = Self::new(inner, !self.holds);
        }
        self
    }

    /// The comparison that a literal is: operator, whether it holds, and both sides.
    pub fn comparison(self, pool: &Pool) -> Option<(BinaryOp, bool, ExprId, ExprId)> {
        let Self { condition, holds } = self.stripped(pool);
        match pool.node(condition) {
            Node::Binary(op, a, b) if op.is_comparison() => Some((op, holds, a, b)),
            _ => None,
        }
    }

    /// The literal as one condition.
    pub fn expr(self, pool: &mut Pool) -> ExprId {
        if self.holds { self.condition } else { pool.not(self.condition) }
    }
}

/// What a condition is the negation of.
pub fn negation(pool: &Pool, condition: ExprId) -> Option<ExprId> {
    match pool.node(condition) {
        Node::Binary(BinaryOp::Xor, inner, Pool::TRUE) => Some(inner),
        _ => None,
    }
}

/// Walks the conjuncts of a condition from left to right.
#[derive(Debug)]
pub struct Conjuncts {
    /// What is still to be taken apart; the last comes first.
    pending: Vec<Literal>,
}

impl Conjuncts {
    pub fn of(literal: Literal) -> Self {
        Self { pending: vec![literal] }
    }

    /// The next conjunct, as it stands: with its negation where it has one and is no disjunction below it.
    pub fn next(&mut self, pool: &Pool) -> Option<Literal> {
        while let Some(literal) = self.pending.pop() {
            match parts(pool, literal) {
                Some((left, right)) => self.pending.extend([right, left]),
                None => return Some(literal),
            }
        }
        None
    }

    /// A further condition to take apart, before what is still to come.
    pub fn also(&mut self, condition: ExprId) {
        self.pending.push(Literal::new(condition, true));
    }

    /// Conjuncts that are still to come, at least.
    pub fn at_least(&self) -> usize {
        self.pending.len()
    }
}

impl Pool {
    /// The conjuncts of a condition, each as one condition.
    pub fn conjuncts(&mut self, condition: ExprId) -> Vec<ExprId> {
        let mut walk = Conjuncts::of(Literal::new(condition, true));
        let mut found = Vec::new();
        while let Some(literal) = walk.next(self) {
            found.push(literal.expr(self));
        }
        found
    }
}

/// The two literals that a literal is the conjunction of.
fn parts(pool: &Pool, literal: Literal) -> Option<(Literal, Literal)> {
    let Literal { condition, holds } = literal.stripped(pool);
    match (pool.node(condition), holds) {
        (Node::Binary(BinaryOp::And, a, b), true) | (Node::Binary(BinaryOp::Or, a, b), false) => {
            Some((Literal::new(a, holds), Literal::new(b, holds)))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Evaluator, Model};
    use bowline_base::Rng;

    fn all(pool: &Pool, literal: Literal) -> Vec<Literal> {
        let mut walk = Conjuncts::of(literal);
        std::iter::from_fn(|| walk.next(pool)).collect()
    }

    /// Six conditions of one byte each.
    fn conditions(pool: &mut Pool) -> Vec<ExprId> {
        let input = pool.symbol("in", 0, 6);
        let byte = |at| {
            let (byte, one) = (pool.input_byte(input, at), pool.constant(1, 8));
            pool.eq(byte, one)
        };
        (0..6).map(byte).collect()
    }

    #[test]
    fn a_literal_is_the_conjunction_of_its_parts() {
        let mut pool = Pool::new();
        let leaves = conditions(&mut pool);
        let (mut split, mut evaluator) = (0, Evaluator::new());
        for seed in 0..200 {
            let mut rng = Rng::new(seed);
            let mut made = leaves.clone();
            for _ in 0..8 {
                let pick = |rng: &mut Rng| made[rng.below(made.len() as u64) as usize];
                let (a, b) = (pick(&mut rng), pick(&mut rng));
                let joined = if rng.bool() { pool.and(a, b) } else { pool.or(a, b) };
                made.push(if rng.bool() { pool.not(joined) } else { joined });
            }
            let whole = Literal::new(made[made.len() - 1], rng.bool());
            let parts = all(&pool, whole);
            split += usize::from(parts.len() > 1);
            assert!(parts.iter().all(|&part| super::parts(&pool, part).is_none()), "seed {seed}");
            let symbol = pool.symbol("in", 0, 6);
            for bits in 0..64u8 {
                let mut model = Model::new();
                for at in 0..6 {
                    model.set_byte(symbol, at, bits >> at & 1);
                }
                let mut is =
                    |literal: Literal| evaluator.holds(&pool, &model, literal.condition) == literal.holds;
                assert_eq!(is(whole), parts.iter().all(|&part| is(part)), "seed {seed}, inputs {bits:b}");
            }
        }
        assert!(split > 100, "only {split} of 200 had parts");
    }

    #[test]
    fn conjuncts_come_from_left_to_right_with_what_was_added_first() {
        let mut pool = Pool::new();
        let leaves = conditions(&mut pool);
        let (p, q, r, s) = (leaves[0], leaves[1], leaves[2], leaves[3]);
        let either = pool.or(p, q);
        let neither = pool.not(either);
        let whole = pool.and(r, neither);
        let mut walk = Conjuncts::of(Literal::new(whole, true));
        let mut found: Vec<Literal> = Vec::new();
        while let Some(literal) = walk.next(&pool) {
            if found.is_empty() {
                let before = walk.at_least();
                walk.also(s);
                assert_eq!(walk.at_least(), before + 1);
            }
            found.push(literal);
        }
        assert_eq!(found[1], Literal::new(s, true));
        found.remove(1);
        let mut found: Vec<(ExprId, bool)> = found.iter().map(|one| (one.condition, one.holds)).collect();
        found.sort_unstable();
        assert_eq!(found, [(p, false), (q, false), (r, true)]);
        let not_p = pool.not(p);
        assert_eq!(all(&pool, Literal::new(not_p, true)), [Literal::new(not_p, true)], "as it stands");
        assert_eq!(Literal::new(not_p, true).stripped(&pool), Literal::new(p, false));
    }
}
