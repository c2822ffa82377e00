//! Conditions on counted values: `used < LIMIT` while `used` grows on some iterations and stays on others.
//!
//! As long as the value does not wrap around, such a condition holds up to some iteration and never again, so it holds for all iterations of a run
//! if it does for the last. That it does not wrap around is part of the condition.

use crate::relation::{Places, Relation};
use bowline_expr::{BinaryOp, ExprId, Literal, Node, Pool, SupportCache, fold};

/// Steps of counted values are at most this, so that a product with a number of iterations fits 64 bits.
const MAX_STEP: i128 = 1 << 20;

/// A condition that can only stop holding when a counted value moves the way it does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Threshold {
    /// Over the unknowns.
    pub condition: ExprId,
    /// The sum in it with the counted value, of the value's width, over the unknowns.
    pub moving: ExprId,
    pub is_signed: bool,
    /// The most that one iteration adds (or takes away, where it is negative).
    pub step: i128,
}

impl Threshold {
    /// A condition on one counted place, whose steps are given.
    pub fn of(
        pool: &mut Pool,
        supports: &mut SupportCache,
        relation: &Relation,
        condition: ExprId,
        place: usize,
        steps: &[ExprId],
    ) -> Option<Self> {
        let step = common_direction(pool, steps)?;
        let (op, holds, a, b) = Literal::new(condition, true).comparison(pool)?;
        let is_signed = match op {
            BinaryOp::Ult | BinaryOp::Ule => false,
            BinaryOp::Slt | BinaryOp::Sle => true,
            _ => return None,
        };
        let of = |supports: &mut SupportCache, id| relation.dependence(pool, supports, id);
        let here: Places = 1 << place;
        let (of_a, of_b) = (of(supports, a), of(supports, b));
        // Left of a comparison that holds, a value may not grow.
        let (side, may_not_grow) = match (of_a & here != 0, of_b & here != 0) {
            (true, false) => (a, holds),
            (false, true) => (b, !holds),
            _ => return None,
        };
        if (step > 0) != may_not_grow || (of_a | of_b) & !here != 0 {
            return None;
        }
        let moving = moving_sum(pool, relation, place, side, is_signed)?;
        Some(Self { condition, moving, is_signed, step })
    }

    /// The moving sum does not wrap around within so many iterations, `start` being the sum at first.
    pub fn does_not_wrap(&self, pool: &mut Pool, start: ExprId, iterations: ExprId) -> ExprId {
        let width = pool.width(start);
        let step = pool.constant(self.step as u128 & fold::mask(64), 64);
        let way = pool.mul(step, iterations);
        let (start, limits) = match (width < 64, self.is_signed) {
            (true, true) => {
                let top = 1i128 << (width - 1);
                (pool.sign_extend(start, 64), Some((-top, top - 1)))
            }
            (true, false) => (pool.zero_extend(start, 64), Some((0, fold::mask(width) as i128))),
            (false, _) => (start, None),
        };
        let end = pool.add(start, way);
        match limits {
            Some((least, most)) => {
                let constant =
                    |pool: &mut Pool, value: i128| pool.constant(value as u128 & fold::mask(64), 64);
                let (least, most) = (constant(pool, least), constant(pool, most));
                let (above, below) = (pool.sle(least, end), pool.sle(end, most));
                pool.and(above, below)
            }
            None => {
                let (low, high) = if self.step > 0 { (start, end) } else { (end, start) };
                if self.is_signed { pool.sle(low, high) } else { pool.ule(low, high) }
            }
        }
    }
}

/// The largest step, if all go the same way or nowhere.
fn common_direction(pool: &Pool, steps: &[ExprId]) -> Option<i128> {
    let steps: Vec<i128> = steps
        .iter()
        .map(|&step| Some(fold::signed(pool.as_const(step)?, pool.width(step))))
        .collect::<Option<_>>()?;
    let (least, most) = (steps.iter().min()?, steps.iter().max()?);
    let step = match (*least >= 0, *most <= 0) {
        (true, false) => *most,
        (false, true) => *least,
        _ => return None,
    };
    (step.abs() <= MAX_STEP).then_some(step)
}

/// `value + constant`, perhaps extended in the same sense of signs, as the sum before the extension.
fn moving_sum(
    pool: &mut Pool,
    relation: &Relation,
    place: usize,
    side: ExprId,
    is_signed: bool,
) -> Option<ExprId> {
    let sum = match pool.node(side) {
        Node::SignExtend(inner) if is_signed => inner,
        Node::ZeroExtend(inner) => inner,
        _ => side,
    };
    let zero_extended = matches!(pool.node(side), Node::ZeroExtend(_));
    // A zero extension is never negative: what must not happen is a carry out of the sum.
    let unknown = relation.unknowns[place].unknown;
    let rest = pool.sub(sum, unknown);
    let plain = pool.width(sum) == pool.width(unknown) && pool.as_const(rest).is_some();
    (plain && !(zero_extended && is_signed)).then_some(sum)
}
