//! Limits on a counter, written so that later questions about places meet them.
//!
//! "The text does not end at any of the `k` places from `p` on" comes out as `k <= (n - 1) - p`. The next loop starts at `p + k`, and asks whether
//! that is below `n - 1`: with `p + k <= n - 1` on the path no sum need be taken apart to answer. The two are the same where the difference does not wrap
//! around, which the path before the loop must imply.

use bowline_exec::Executor;
use bowline_expr::{BinaryOp, ExprId, Node, Pool, bounds, fold};
use bowline_solver::{Path, Verdict};

/// `a <= x - y - c` as `a + y + c <= x`, where that is the same on a path; else the condition as it is.
pub(super) fn as_sum(executor: &mut Executor, path: &Path, condition: ExprId) -> ExprId {
    let Some((a, x, less)) = difference(executor.pool_mut(), condition) else { return condition };
    let pool = executor.pool_mut();
    let most = bounds::interval(pool, a).1.checked_add(bounds::interval(pool, less).1);
    if most.is_none_or(|most| most > fold::mask(pool.width(a))) {
        return condition;
    }
    let wraps = pool.ult(x, less);
    let sum = pool.add(a, less);
    let limit = pool.ule(sum, x);
    let does_not_wrap = wraps == Pool::FALSE || matches!(executor.check(path, wraps), Verdict::Unsat);
    if does_not_wrap { limit } else { condition }
}

/// `a`, `x` and `y + c` of `a <= x - y - c`, where `y + c` does not wrap around.
fn difference(pool: &mut Pool, condition: ExprId) -> Option<(ExprId, ExprId, ExprId)> {
    let Node::Binary(BinaryOp::Ule, a, limit) = pool.node(condition) else { return None };
    let (rest, back) = match pool.node(limit) {
        Node::Binary(BinaryOp::Add, rest, by) => {
            let back = pool.as_const(by)?.wrapping_neg() & fold::mask(pool.width(limit));
            (rest, back)
        }
        _ => (limit, 0),
    };
    let (x, y) = match pool.node(rest) {
        Node::Binary(BinaryOp::Sub, x, y) => (x, Some(y)),
        _ if back > 0 => (rest, None),
        _ => return None,
    };
    let width = pool.width(limit);
    let most = y.map_or(0, |y| bounds::interval(pool, y).1);
    // A large `back` is something that is added.
    if most.checked_add(back).is_none_or(|sum| sum > fold::mask(width) >> 1) {
        return None;
    }
    let back = pool.constant(back, width);
    let less = y.map_or(back, |y| pool.add(y, back));
    Some((a, x, less))
}
