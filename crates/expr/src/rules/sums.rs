//! The order of words that are sums over each other: a place in a text, and a place further on.

use super::Pair;
use super::arith::sum_with_constant;
use super::compare::sum_without_wrap;
use crate::{BinaryOp, ExprId, Node, Pool, bounds, fold};

/// match: `x + y + c op x + d`, with or without `y` and constants
/// result: true or false
/// when: no sum can wrap, and the constants are in an order that decides
pub(super) fn order_sum_and_part(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    let ((x, more), (y, less)) = (parts(pool, on.a), parts(pool, on.b));
    let is_strict = on.op == BinaryOp::Ult;
    if x == y {
        let holds = if is_strict { more < less } else { more <= less };
        return Some(pool.bool(holds));
    }
    let is_above = if is_strict { more >= less } else { more > less };
    (is_above && is_sum_with(pool, x, y)).then_some(Pool::FALSE)
}

/// match: `x + d op x + y + c`, with or without `y` and constants
/// result: true
/// when: no sum can wrap, and the constants are in an order that decides
pub(super) fn order_part_and_sum(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    let ((x, less), (y, more)) = (parts(pool, on.a), parts(pool, on.b));
    let is_below = if on.op == BinaryOp::Ult { less < more } else { less <= more };
    (is_below && (x == y || is_sum_with(pool, y, x))).then_some(Pool::TRUE)
}

/// match: `x + c op x`
/// result: `-c <= x`, which is when the sum wraps
pub(super) fn order_wrapping_sum_and_part(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    let (x, c) = sum_with_constant(pool, on.left)?;
    (x == on.b && c != 0).then(|| {
        let stays = stays_below(pool, x, c);
        pool.not(stays)
    })
}

/// match: `x op x + c`
/// result: `x < -c`, which is when the sum does not wrap
pub(super) fn order_part_and_wrapping_sum(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    let (x, c) = sum_with_constant(pool, on.right)?;
    (x == on.a && c != 0).then(|| stays_below(pool, x, c))
}

/// `x + c` does not wrap.
fn stays_below(pool: &mut Pool, x: ExprId, c: u128) -> ExprId {
    let width = pool.width(x);
    let limit = pool.constant(c.wrapping_neg() & fold::mask(width), width);
    pool.ult(x, limit)
}

/// A word without a constant that is added to it, if that cannot wrap, and the constant.
fn parts(pool: &Pool, word: ExprId) -> (ExprId, u128) {
    sum_without_wrap(pool, pool.node(word)).unwrap_or((word, 0))
}

/// Is a word the sum of `part` and something else, and cannot wrap?
fn is_sum_with(pool: &Pool, word: ExprId, part: ExprId) -> bool {
    let Node::Binary(BinaryOp::Add, a, b) = pool.node(word) else { return false };
    let most = bounds::interval(pool, a).1.checked_add(bounds::interval(pool, b).1);
    (a == part || b == part) && most.is_some_and(|most| most <= fold::mask(pool.width(word)))
}
