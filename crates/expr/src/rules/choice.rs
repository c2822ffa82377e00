//! Values that are one of two constants, by a condition: `ite(c, 3, 5)`, and extensions of single bits.

use super::Pair;
use crate::{ExprId, Node, Pool, fold};

/// `(condition, value if it holds, value if not)` of an expression that is a choice of two constants.
pub(super) fn of_constants(pool: &Pool, id: ExprId) -> Option<(ExprId, u128, u128)> {
    match pool.node(id) {
        Node::Ite(condition, then, otherwise) => {
            Some((condition, pool.as_const(then)?, pool.as_const(otherwise)?))
        }
        Node::ZeroExtend(bit) if pool.width(bit) == 1 => Some((bit, 1, 0)),
        Node::SignExtend(bit) if pool.width(bit) == 1 => Some((bit, fold::mask(pool.width(id)), 0)),
        _ => None,
    }
}

/// match: `choice op k`, `k op choice`
/// result: a choice of the two folded results
/// when: the choice is between constants
pub(super) fn fold_choice(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    let (condition, then, otherwise) = match (on.value, pool.as_const(on.a)) {
        (Some(k), _) => {
            let (condition, then, otherwise) = of_constants(pool, on.a)?;
            (condition, fold::binary(on.op, on.width, then, k), fold::binary(on.op, on.width, otherwise, k))
        }
        (None, Some(k)) => {
            let (condition, then, otherwise) = of_constants(pool, on.b)?;
            (condition, fold::binary(on.op, on.width, k, then), fold::binary(on.op, on.width, k, otherwise))
        }
        (None, None) => return None,
    };
    let width = if on.op.is_comparison() { 1 } else { on.width };
    let then = pool.constant(then, width);
    let otherwise = pool.constant(otherwise, width);
    Some(pool.ite(condition, then, otherwise))
}
