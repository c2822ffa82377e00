//! Conditions on counted values: `used < LIMIT` while `used` grows on some iterations and stays on others.
//!
//! As long as the value does not wrap around, such a condition can only change once. That it does not wrap around is part of the condition of a
//! run. One that can only *stop* holding holds for all iterations of a run that ask for it if it does for the last of them. One that can
//! only *begin* to hold is demanded of the start of the run already: where it begins in the middle, the run ends, and another one starts.
//!
//! A condition may be that of all paths of a phase, or of some: `if (c != ' ' && used < LIMIT) used++`. Where it stops and is not
//! everybody's, those that have it must add the same and the others nothing, so that the value at the last of them is known; else it is asked of
//! all of them, and where it stops to hold the run ends for everybody.

use crate::asking::{Asking, Trend};
use crate::relation::{Places, Relation};
use bowline_expr::{BinaryOp, ExprId, Literal, Node, Pool, fold};

/// Steps of counted values are at most this, so that a product with a number of iterations fits 64 bits.
const MAX_STEP: i128 = 1 << 20;

/// When a condition holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lasts {
    /// Up to some iteration and never again; every iteration asks for it.
    UntilForAll,
    /// Up to some iteration and never again. Each iteration that asks for it adds this to the value, and the others nothing.
    Until(ExprId),
    /// From some iteration on.
    Since,
}

/// A condition on a counted value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Threshold {
    /// Over the unknowns; at least as strong as the program's own.
    pub condition: ExprId,
    /// The place that it is about.
    pub place: usize,
    /// The sum in it with the counted value, of the value's width, over the unknowns.
    pub moving: ExprId,
    pub is_signed: bool,
    /// The most that one iteration adds to the sum (or takes away, where it is negative).
    pub step: i128,
    pub lasts: Lasts,
    /// For each path of the phase: is it one of its conditions?
    pub of_path: Vec<bool>,
}

/// A comparison with a counted value on one side.
struct Compared {
    condition: ExprId,
    side: ExprId,
    is_signed: bool,
    /// It can only stop holding where the side grows.
    breaks_by_growing: bool,
}

impl Threshold {
    /// A condition of some paths on one counted place, whose steps are given.
    pub fn of(
        asking: &mut Asking<'_>,
        relation: &Relation,
        condition: ExprId,
        (place, steps): (usize, &[ExprId]),
        of_path: Vec<bool>,
    ) -> Option<Self> {
        let step = common_direction(asking.pool(), steps)?;
        let read = Self::read(asking, relation, condition, place, step);
        let (compared, moving, factor) = match read {
            Some(read) => read,
            None => {
                // Its form does not tell how it moves.
                let Trend { is_signed, breaks_by_growing } = asking.trend(relation, condition, place)?;
                let side = relation.unknowns[place].unknown;
                (Compared { condition, side, is_signed, breaks_by_growing }, side, 1)
            }
        };
        let Compared { condition, side: _, is_signed, breaks_by_growing } = compared;
        let step = step * factor;
        let lasts = match ((step > 0) == breaks_by_growing, of_path.iter().all(|has| *has)) {
            (false, _) => Lasts::Since,
            (true, true) => Lasts::UntilForAll,
            (true, false) => match own_step(asking.pool(), steps, &of_path) {
                Some(step) => Lasts::Until(step),
                None => Lasts::UntilForAll,
            },
        };
        Some(Self { condition, place, moving, is_signed, step, lasts, of_path })
    }

    /// A condition by its form: a comparison, the sum with the value in it, and the value's sign there.
    fn read(
        asking: &mut Asking<'_>,
        relation: &Relation,
        condition: ExprId,
        place: usize,
        step: i128,
    ) -> Option<(Compared, ExprId, i128)> {
        let compared = compared(asking, relation, condition, place, step)?;
        let (moving, factor) = moving_sum(asking.pool(), relation, place, compared.side, compared.is_signed)?;
        Some((compared, moving, factor))
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

/// What each path with a condition adds, if that is the same for all of them and the others add nothing.
fn own_step(pool: &Pool, steps: &[ExprId], of_path: &[bool]) -> Option<ExprId> {
    let with =
        |has: bool| steps.iter().zip(of_path).filter(move |(_, of)| **of == has).map(|(step, _)| *step);
    let own = with(true).next()?;
    let fits = with(true).all(|step| step == own) && with(false).all(|step| pool.as_const(step) == Some(0));
    (fits && pool.as_const(own) != Some(0)).then_some(own)
}

/// A condition as a comparison in which one side depends on a place and the other does not.
fn compared(
    asking: &mut Asking<'_>,
    relation: &Relation,
    condition: ExprId,
    place: usize,
    step: i128,
) -> Option<Compared> {
    let (op, holds, a, b) = Literal::new(condition, true).comparison(asking.pool())?;
    let here: Places = 1 << place;
    let (of_a, of_b) = (asking.dependence(relation, a), asking.dependence(relation, b));
    let pool = asking.pool();
    if (of_a | of_b) & !here != 0 {
        return None;
    }
    let is_left = match (of_a & here != 0, of_b & here != 0) {
        (true, false) => true,
        (false, true) => false,
        _ => return None,
    };
    let (side, other) = if is_left { (a, b) } else { (b, a) };
    let is_signed = match op {
        BinaryOp::Ult | BinaryOp::Ule => false,
        BinaryOp::Slt | BinaryOp::Sle => true,
        // One that is not met is one that is still ahead, for a value that moves by one at a time.
        BinaryOp::Eq if !holds && step.abs() == 1 => {
            let (_, factor) = moving_sum(pool, relation, place, side, false)?;
            let grows = step * factor > 0;
            let is_signed =
                pool.as_const(other).is_some_and(|other| fold::signed(other, pool.width(side)) < 0);
            let (low, high) = if grows { (side, other) } else { (other, side) };
            let condition = if is_signed { pool.slt(low, high) } else { pool.ult(low, high) };
            return Some(Compared { condition, side, is_signed, breaks_by_growing: grows });
        }
        _ => return None,
    };
    // Left of a comparison that holds, a value may not grow.
    Some(Compared { condition, side, is_signed, breaks_by_growing: is_left == holds })
}

/// `value + constant` or `constant - value`, perhaps extended in the same sense of signs: the sum before the extension, and the sign of the
/// value in it.
fn moving_sum(
    pool: &mut Pool,
    relation: &Relation,
    place: usize,
    side: ExprId,
    is_signed: bool,
) -> Option<(ExprId, i128)> {
    let sum = match pool.node(side) {
        Node::SignExtend(inner) if is_signed => inner,
        Node::ZeroExtend(inner) => inner,
        _ => side,
    };
    // A zero extension is never negative: what must not happen is a carry out of the sum.
    if is_signed && matches!(pool.node(side), Node::ZeroExtend(_)) {
        return None;
    }
    let unknown = relation.unknowns[place].unknown;
    if pool.width(sum) != pool.width(unknown) {
        return None;
    }
    let (above, below) = (pool.sub(sum, unknown), pool.add(sum, unknown));
    match (pool.as_const(above), pool.as_const(below)) {
        (Some(_), _) => Some((sum, 1)),
        (None, Some(_)) => Some((sum, -1)),
        (None, None) => None,
    }
}
