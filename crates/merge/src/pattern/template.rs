//! One formula for several expressions that differ in constants only.
//!
//! Given is what a word or a condition is for some values of a number: `s[0] == 'a'`, `s[1] == 'a'`, ... for 0, 1, ... A *template* is an expression over
//! the number that becomes each of them when the value is put in. It is guessed from two of them, by going down both at once: where they differ in a
//! constant, that becomes `a * number + b`; then the guess is put to the test of *all* values. Equal expressions have equal ids, so the test is
//! exact, and what a guess misses costs a formula, never the truth. Constructors simplify (`x + 0`, `0 < n`); since the values go in through
//! the same constructors, only the two that the guess is made of must not be special, and several pairs are tried.
//!
//! This covers more than the terms `a * x + b` of the paper: an input byte at a linear place, what a table or a choice makes of it, a pointer at a linear
//! offset, what the last repetition read.

use super::number::Number;
use bowline_base::FxHashMap;
use bowline_expr::{ExprId, Node, Pool, Width, fold};

/// Pairs of expressions that one guess may look at.
const MAX_PAIRS: usize = 2000;
/// How deep a guess may go down.
const MAX_DEPTH: u32 = 200;

/// What an expression is for a value of the number.
pub(super) type Sample = (u64, ExprId);

/// A template of all samples, which are in order and have different values. `same` tells whether an expression will do for the sample of that place.
pub(super) fn template(
    pool: &mut Pool,
    number: &Number,
    samples: &[Sample],
    mut same: impl FnMut(&mut Pool, usize, ExprId) -> bool,
) -> Option<ExprId> {
    let (&(_, first), last) = (samples.first()?, samples.len() - 1);
    if samples.iter().all(|&(_, id)| id == first) {
        return Some(first);
    }
    let pairs = [last - 1, 0, last / 2];
    pairs.into_iter().enumerate().filter(|(at, pair)| !pairs[..*at].contains(pair)).find_map(|(_, at)| {
        let guess = guess(pool, number, samples[at], samples[at + 1])?;
        fits(pool, number, guess, samples, &mut same).then_some(guess)
    })
}

fn fits(
    pool: &mut Pool,
    number: &Number,
    guess: ExprId,
    samples: &[Sample],
    same: &mut impl FnMut(&mut Pool, usize, ExprId) -> bool,
) -> bool {
    samples.iter().enumerate().all(|(at, &(value, id))| {
        let instance = number.put_into(pool, guess, value);
        instance.is_some_and(|instance| instance == id || same(pool, at, instance))
    })
}

/// An expression over the number that should become both samples.
pub(super) fn guess(pool: &mut Pool, number: &Number, one: Sample, other: Sample) -> Option<ExprId> {
    let made = FxHashMap::default();
    let mut descent = Descent { pool, number, at: [one.0, other.0], made };
    descent.both(one.1, other.1, MAX_DEPTH)
}

struct Descent<'a> {
    pool: &'a mut Pool,
    number: &'a Number,
    /// The values of the number.
    at: [u64; 2],
    made: FxHashMap<(ExprId, ExprId), Option<ExprId>>,
}

impl Descent<'_> {
    fn both(&mut self, a: ExprId, b: ExprId, depth: u32) -> Option<ExprId> {
        if a == b {
            return Some(a);
        }
        if let Some(&known) = self.made.get(&(a, b)) {
            return known;
        }
        if self.pool.width(a) != self.pool.width(b) || self.made.len() > MAX_PAIRS {
            return None;
        }
        let depth = depth.checked_sub(1)?;
        let made = match (self.pool.as_const(a), self.pool.as_const(b)) {
            (Some(x), Some(y)) => self.linear(x, y, self.pool.width(a)),
            _ => self.by_parts(a, b, depth).or_else(|| self.with_offsets(a, b, depth)),
        };
        self.made.insert((a, b), made);
        made
    }

    /// `a * number + b` through two points, in machine arithmetic.
    fn linear(&mut self, x: u128, y: u128, width: Width) -> Option<ExprId> {
        // Conditions are not counted with, and wider words have no sign that fits.
        if !(2..=64).contains(&width) {
            return None;
        }
        let signed = |value: u128| fold::sign_extend(value, width, 128) as i128;
        let [from, to] = self.at.map(i128::from);
        let rise = signed(y.wrapping_sub(x) & fold::mask(width));
        let factor = (rise % (to - from) == 0).then(|| rise / (to - from))?;
        let offset = (x as i128).wrapping_sub(factor.wrapping_mul(from)) as u128;
        Some(self.number.linear(self.pool, factor, offset, width))
    }

    /// Of expressions of one kind.
    fn by_parts(&mut self, a: ExprId, b: ExprId, depth: u32) -> Option<ExprId> {
        let width = self.pool.width(a);
        Some(match (self.pool.node(a), self.pool.node(b)) {
            (Node::Binary(op, a1, a2), Node::Binary(other, b1, b2)) if op == other => {
                let straight = self.two([a1, a2], [b1, b2], depth);
                // Operands are kept in the order in which they came up.
                let crossed = || op.is_commutative().then(|| self.two([a1, a2], [b2, b1], depth)).flatten();
                let [x, y] = straight.or_else(crossed)?;
                self.pool.binary(op, x, y)
            }
            (Node::Ite(a1, a2, a3), Node::Ite(b1, b2, b3)) => {
                let condition = self.both(a1, b1, depth)?;
                let [then, otherwise] = self.two([a2, a3], [b2, b3], depth)?;
                self.pool.ite(condition, then, otherwise)
            }
            (Node::Extract { of: a, low }, Node::Extract { of: b, low: other }) if low == other => {
                let whole = self.both(a, b, depth)?;
                self.pool.extract(whole, low, width)
            }
            (Node::Concat(a1, a2), Node::Concat(b1, b2)) => {
                let [high, low] = self.two([a1, a2], [b1, b2], depth)?;
                self.pool.concat(high, low)
            }
            (Node::ZeroExtend(a), Node::ZeroExtend(b)) => {
                let inner = self.both(a, b, depth)?;
                self.pool.zero_extend(inner, width)
            }
            (Node::SignExtend(a), Node::SignExtend(b)) => {
                let inner = self.both(a, b, depth)?;
                self.pool.sign_extend(inner, width)
            }
            (Node::Select(a1, a2), Node::Select(b1, b2)) => {
                let [array, index] = self.two([a1, a2], [b1, b2], depth)?;
                self.pool.select(array, index)
            }
            (Node::Store(a1, a2, a3), Node::Store(b1, b2, b3)) => {
                let array = self.both(a1, b1, depth)?;
                let [index, byte] = self.two([a2, a3], [b2, b3], depth)?;
                self.pool.store(array, index, byte)
            }
            // What is bounded by a number of ours stays as it is.
            _ => return None,
        })
    }

    fn two(&mut self, [a1, a2]: [ExprId; 2], [b1, b2]: [ExprId; 2], depth: u32) -> Option<[ExprId; 2]> {
        Some([self.both(a1, b1, depth)?, self.both(a2, b2, depth)?])
    }

    /// Of `x` and `x + c`.
    fn with_offsets(&mut self, a: ExprId, b: ExprId, depth: u32) -> Option<ExprId> {
        let ((base_a, by_a), (base_b, by_b)) = (self.offset(a), self.offset(b));
        if by_a == by_b || (base_a, base_b) == (a, b) {
            return None;
        }
        let base = self.both(base_a, base_b, depth)?;
        let by = self.linear(by_a, by_b, self.pool.width(a))?;
        Some(self.pool.add(base, by))
    }

    fn offset(&self, id: ExprId) -> (ExprId, u128) {
        let offset = |base, by| self.pool.as_const(by).map(|by| (base, by));
        match self.pool.node(id) {
            Node::Binary(bowline_expr::BinaryOp::Add, a, b) => {
                offset(a, b).or_else(|| offset(b, a)).unwrap_or((id, 0))
            }
            _ => (id, 0),
        }
    }
}

#[cfg(test)]
mod tests;
