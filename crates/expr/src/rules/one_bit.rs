//! Rules for every operator at once: equal operands, and one-bit operands, where everything is and, or, xor.

use super::{ANY, Pair, rules};
use crate::{BinaryOp, ExprId, Pool, fold};

rules! {
    SAME: Pair, "binary", ORDERED = [same_operands(ANY, ANY)];
    ONE_BIT: Pair, "binary", ORDERED = [one_bit(ANY, ANY)];
}

/// match: `x op x`
/// result: `x`, zero, true or false; `x * 2` for a sum
fn same_operands(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    use BinaryOp::*;
    match on.op {
        And | Or => Some(on.a),
        Sub | Xor | URem | SRem => Some(pool.constant(0, on.width)),
        Eq | Ule | Sle => Some(Pool::TRUE),
        Ult | Slt => Some(Pool::FALSE),
        Add if on.width > 1 => {
            let one = pool.constant(1, on.width);
            Some(pool.shl(on.a, one))
        }
        Add | Mul | UDiv | SDiv | Shl | LShr | AShr => None,
    }
}

/// match: `x op y`
/// result: the same by and, or, xor, not
/// when: one bit, and `op` is none of these
fn one_bit(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    use BinaryOp::*;
    debug_assert_eq!(fold::mask(on.width), 1);
    let (a, b) = (on.a, on.b);
    Some(match on.op {
        // Not asked for: these are what is left.
        And | Or | Xor => return None,
        Add | Sub => pool.xor(a, b),
        Mul => pool.and(a, b),
        Eq => {
            let differ = pool.xor(a, b);
            pool.not(differ)
        }
        // Division by the only other divisor, zero, is all ones; the remainder is then the dividend.
        UDiv | SDiv | Sle => {
            let b = pool.not(b);
            pool.or(a, b)
        }
        URem | SRem | Shl | LShr | Slt => {
            let b = pool.not(b);
            pool.and(a, b)
        }
        AShr => a,
        Ult => {
            let a = pool.not(a);
            pool.and(a, b)
        }
        Ule => {
            let a = pool.not(a);
            pool.or(a, b)
        }
    })
}
