//! Words as numbers with bounds on their differences.
//!
//! `x + c` is the number of `x` at a distance, where the sum is one of whole numbers: because its form leaves no room to wrap around, or because a
//! constraint says that `x` is large enough for a negative `c`. What such constraints are good for is noted once: all of them
//! are part of every contradiction, which may make it larger than need be, never wrong.

use super::Relation;
use crate::assign::{Dice, assign};
use crate::differences::{Bound, Differences};
use crate::layer::Tools;
use bowline_base::FxHashMap;
use bowline_expr::{BinaryOp, ExprId, Literal, Model, Node, Pool, Range, bounds, fold};

/// Where a bound comes from.
#[derive(Clone, Copy, Debug)]
pub(super) enum Cause {
    /// The form of a word, or the question and what was tried for it.
    Given,
    Constraint(ExprId),
    /// Several bounds together, by their place in [`System::derived`].
    Derived(usize),
}

/// A number, and the distance of a word from it.
pub(super) type Shifted = (usize, i128);

pub(super) struct System {
    signed: bool,
    pub differences: Differences<Cause>,
    numbers: FxHashMap<ExprId, usize>,
    /// The words of the numbers above zero, in their order.
    words: Vec<ExprId>,
    derived: Vec<Vec<Cause>>,
    /// Words that constraints say not to be negative, with what they are at least.
    least: FxHashMap<ExprId, (u128, ExprId)>,
    /// Constraints of those that were made use of.
    used: Vec<ExprId>,
}

impl System {
    /// Nothing yet. Until there is a model, the evaluator is used for values of one model alone.
    pub fn new(tools: &mut Tools<'_>, signed: bool, raises: bool, constraints: &[ExprId]) -> Self {
        tools.evaluator.begin(tools.pool);
        let least = match signed {
            true => FxHashMap::default(),
            false => constraints.iter().filter_map(|&constraint| at_least(tools.pool, constraint)).collect(),
        };
        let (differences, numbers) = (Differences::new(raises), FxHashMap::default());
        let words = Vec::new();
        Self { signed, differences, numbers, words, derived: Vec::new(), least, used: Vec::new() }
    }

    /// The constraints behind some bounds.
    pub fn constraints_of(&self, causes: Vec<Cause>) -> Vec<ExprId> {
        let mut found = self.used.clone();
        let mut pending = causes;
        let mut expanded = vec![false; self.derived.len()];
        while let Some(cause) = pending.pop() {
            match cause {
                Cause::Given => {}
                Cause::Constraint(constraint) => found.push(constraint),
                Cause::Derived(place) if std::mem::replace(&mut expanded[place], true) => {}
                Cause::Derived(place) => pending.extend(&self.derived[place]),
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// A constraint in the sense of signs limits a word that is not negative also as one without; false where that contradicts the values.
    pub fn limit_in_other_sense(
        &mut self,
        tools: &mut Tools<'_>,
        model: &Model,
        constraint: ExprId,
    ) -> Option<bool> {
        let Some((op, holds, a, b)) = Literal::new(constraint, true).comparison(tools.pool) else {
            return Some(true);
        };
        let is_strict = match op {
            BinaryOp::Slt => holds,
            BinaryOp::Sle => !holds,
            _ => return Some(true),
        };
        let (upper, lower) = if holds { (a, b) } else { (b, a) };
        let word = if tools.pool.as_const(upper).is_some() { lower } else { upper };
        let Some(&(least, reason)) = self.least.get(&word) else { return Some(true) };
        let zero = Differences::<Cause>::ZERO;
        let number = self.number(tools, model, word)?;
        let cause = Cause::Constraint(reason);
        let mut limits = vec![Bound { upper: zero, lower: number, most: -(least as i128), cause }];
        if let Some(limit) = tools.pool.as_const(lower).filter(|_| word == upper) {
            let most = fold::sign_extend(limit, tools.pool.width(word), 128) as i128 - i128::from(is_strict);
            self.used.push(reason);
            limits.push(Bound { upper: number, lower: zero, most, cause: Cause::Constraint(constraint) });
        }
        Some(limits.into_iter().all(|limit| self.differences.add_satisfied(limit)))
    }

    /// The number of a word; made with its value under the model and the bounds of its form.
    fn number(&mut self, tools: &mut Tools<'_>, model: &Model, word: ExprId) -> Option<usize> {
        if let Some(&known) = self.numbers.get(&word) {
            return Some(known);
        }
        let width = tools.pool.width(word);
        let value = self.number_of(tools.evaluator.eval_more(tools.pool, model, word), width);
        let number = self.differences.add_number(value);
        self.numbers.insert(word, number);
        self.words.push(word);
        let range = Range::within(width, bounds::interval(tools.pool, word));
        let (least, most) = match (self.signed, range.unsigned()) {
            (true, _) => range.signed(),
            (false, (least, most)) => (least as i128, most as i128),
        };
        let zero = Differences::<Cause>::ZERO;
        let limits = [(number, zero, most), (zero, number, -least)];
        let fits = limits.into_iter().all(|(upper, lower, most)| {
            self.differences.add_satisfied(Bound { upper, lower, most, cause: Cause::Given })
        });
        fits.then_some(number)
    }

    fn number_of(&self, value: u128, width: u16) -> i128 {
        match self.signed {
            true => fold::sign_extend(value, width, 128) as i128,
            false => value as i128,
        }
    }

    /// The bounds that a relation is, of which there may be two; nothing for unequal words.
    pub fn bounds(
        &mut self,
        tools: &mut Tools<'_>,
        model: &Model,
        relation: Relation,
        cause: Cause,
    ) -> Option<(Bound<Cause>, Option<Bound<Cause>>)> {
        match relation {
            Relation::AtMost(a, b, most) => {
                if let Some((x, back)) = self.back_from(tools.pool, a, b) {
                    let ((upper, more), (lower, less)) =
                        (self.shifted(tools, model, x)?, self.shifted(tools, model, b)?);
                    let zero = Differences::<Cause>::ZERO;
                    let enough = Bound { upper: zero, lower: upper, most: more - back, cause };
                    let bound = Bound { upper, lower, most: most + back - more + less, cause };
                    return Some((bound, Some(enough)));
                }
                let (a, b) = (self.shifted(tools, model, a)?, self.shifted(tools, model, b)?);
                Some((distance(a, b, most, cause), None))
            }
            Relation::Equal(a, b) => {
                let (a, b) = (self.shifted(tools, model, a)?, self.shifted(tools, model, b)?);
                Some((distance(a, b, 0, cause), Some(distance(b, a, 0, cause))))
            }
            Relation::Unequal(..) => None,
        }
    }

    /// A word as a number and a distance from it: constants are at a distance from zero.
    pub fn shifted(&mut self, tools: &mut Tools<'_>, model: &Model, word: ExprId) -> Option<Shifted> {
        let width = tools.pool.width(word);
        if let Some(value) = tools.pool.as_const(word) {
            return Some((Differences::<Cause>::ZERO, self.number_of(value, width)));
        }
        let (base, by) = self.sum_of_numbers(tools.pool, word).unwrap_or((word, 0));
        let base = self.stripped(tools.pool, base);
        Some((self.number(tools, model, base)?, by))
    }

    /// The parts of `x + c`, where that is what it is for whole numbers, in this sense of signs.
    fn sum_of_numbers(&mut self, pool: &Pool, word: ExprId) -> Option<(ExprId, i128)> {
        let (x, c) = sum(pool, word)?;
        let most = fold::mask(pool.width(x)) >> u16::from(self.signed);
        if bounds::interval(pool, x).1.checked_add(c).is_some_and(|sum| sum <= most) {
            return Some((x, c as i128));
        }
        let back = c.wrapping_neg() & fold::mask(pool.width(x));
        let inner = self.stripped(pool, x);
        let &(least, constraint) = self.least.get(&inner)?;
        (back <= least).then(|| {
            self.used.push(constraint);
            (x, -(back as i128))
        })
    }

    /// The parts of `x - c` that is to be at most `limit`, which is not so large that a difference that wraps around could be: then `x` is
    /// at least `c`.
    fn back_from(&self, pool: &Pool, word: ExprId, limit: ExprId) -> Option<(ExprId, i128)> {
        let (x, wrapped) = sum(pool, word).filter(|_| !self.signed)?;
        let back = wrapped.wrapping_neg() & fold::mask(pool.width(word));
        let is_back = back < wrapped && bounds::interval(pool, limit).1 < wrapped;
        is_back.then_some((x, back as i128))
    }

    /// The word without extensions that keep its value in this sense of signs.
    fn stripped(&mut self, pool: &Pool, word: ExprId) -> ExprId {
        match pool.node(word) {
            Node::ZeroExtend(inner) if !self.signed => inner,
            Node::SignExtend(inner) if self.signed => inner,
            Node::SignExtend(inner) => match self.least.get(&inner) {
                Some(&(_, constraint)) => {
                    self.used.push(constraint);
                    inner
                }
                None => word,
            },
            _ => word,
        }
    }

    /// Differences of two numbers that are excluded, by constraints: where the largest that is left by bounds is one, the next is.
    pub fn sharpen(&mut self, a: usize, b: usize, excluded: &FxHashMap<i128, ExprId>) {
        let Some((tightest, mut causes)) = self.differences.tightest(a, b) else { return };
        let mut most = tightest;
        while let Some(&constraint) = excluded.get(&most) {
            causes.push(Cause::Constraint(constraint));
            most -= 1;
        }
        if most < tightest {
            self.derived.push(causes);
            let cause = Cause::Derived(self.derived.len() - 1);
            self.differences.add_satisfied(Bound { upper: a, lower: b, most, cause });
        }
    }

    /// Makes one of two numbers the smaller one; the error has the causes why neither can be.
    pub fn tell_apart(&mut self, a: Shifted, b: Shifted) -> Result<(), Vec<Cause>> {
        let Err(mut causes) = self.differences.add(distance(a, b, -1, Cause::Given)) else { return Ok(()) };
        match self.differences.add(distance(b, a, -1, Cause::Given)) {
            Ok(()) => Ok(()),
            Err(more) => {
                causes.extend(more);
                Err(causes)
            }
        }
    }

    pub fn value(&self, (number, by): Shifted) -> i128 {
        self.differences.value(number) + by
    }

    /// The present values as a model, if they make one.
    pub fn model(
        &self,
        tools: &mut Tools<'_>,
        start: &Model,
        constraints: &[ExprId],
        question: ExprId,
    ) -> Option<Model> {
        let mut changed = start.clone();
        let mut dice = Dice::new();
        tools.evaluator.begin(tools.pool);
        for (at, &word) in self.words.iter().enumerate() {
            let value = self.differences.value(at + 1) as u128 & fold::mask(tools.pool.width(word));
            if tools.evaluator.eval_more(tools.pool, &changed, word) != value {
                if !assign(tools, &mut changed, &mut dice, word, value) {
                    return None;
                }
                tools.evaluator.begin(tools.pool);
            }
        }
        // What the question demands beside the order of words.
        if !tools.holds(&changed, question) && !assign(tools, &mut changed, &mut dice, question, 1) {
            return None;
        }
        (tools.holds(&changed, question) && tools.satisfies(&changed, constraints)).then_some(changed)
    }
}

/// `a - b <= most`
fn distance((upper, more): Shifted, (lower, less): Shifted, most: i128, cause: Cause) -> Bound<Cause> {
    Bound { upper, lower, most: most - more + less, cause }
}

/// The parts of `x + c`.
fn sum(pool: &Pool, word: ExprId) -> Option<(ExprId, u128)> {
    match pool.node(word) {
        Node::Binary(BinaryOp::Add, x, c) => Some((x, pool.as_const(c)?)),
        _ => None,
    }
}

/// A word that a constraint says not to be negative, and what it is at least.
fn at_least(pool: &Pool, constraint: ExprId) -> Option<(ExprId, (u128, ExprId))> {
    let (op, holds, a, b) = Literal::new(constraint, true).comparison(pool)?;
    let (limit, word, beyond) = match (op, holds) {
        (BinaryOp::Slt, true) => (a, b, 1),
        (BinaryOp::Sle, true) => (a, b, 0),
        (BinaryOp::Slt, false) => (b, a, 0),
        (BinaryOp::Sle, false) => (b, a, 1),
        _ => return None,
    };
    let limit = pool.as_const(limit)?;
    let least = fold::sign_extend(limit, pool.width(word), 128) as i128 + beyond;
    (least >= 0).then_some((word, (least as u128, constraint)))
}
