//! Unsigned orders, and what they share with the signed ones ([`super::signed`]).
//!
//! With a constant they are strict: `x <= 9` is `x < 10`, `3 <= x` is `2 < x`.

use super::arith::sum_with_constant;
use super::choice::fold_choice;
use super::equal::equals;
use super::sums::{
    order_part_and_sum, order_part_and_wrapping_sum, order_sum_and_part, order_wrapping_sum_and_part,
};
use super::{ADD, ANY, CHOICE, CONCAT, CONST, EXTENSION, ITE, Pair, SEXT, ZEXT, rules};
use crate::{BinaryOp, ExprId, Node, Pool, bounds, fold};

rules! {
    ULT_RULES: Pair, "ult", ORDERED = [
        ult_extreme_constant(ANY, CONST),
        constant_ult_extreme(CONST, ANY),
        fold_choice(CHOICE, CONST),
        constant_order_choice(CONST, CHOICE),
        order_zext_constant(ZEXT, CONST),
        constant_order_zext(CONST, ZEXT),
        ult_sext_constant(SEXT, CONST),
        constant_ult_sext(CONST, SEXT),
        order_extensions(EXTENSION, EXTENSION),
        ult_range(ADD, CONST),
        ult_sum_without_wrap(ADD, CONST),
        constant_ult_sum_without_wrap(CONST, ADD),
        ult_concat_constant(CONCAT, CONST),
        constant_ult_concat(CONST, CONCAT),
        order_sum_and_part(ADD, ANY),
        order_part_and_sum(ANY, ADD),
        order_wrapping_sum_and_part(ADD, ANY),
        order_part_and_wrapping_sum(ANY, ADD),
        order_ite_constant(ITE, CONST),
        constant_order_ite(CONST, ITE),
        order_moved_ite_constant(ADD, CONST),
        constant_order_moved_ite(CONST, ADD),
        ult_by_interval(ANY, ANY),
    ];
    ULE_RULES: Pair, "ule", ORDERED = [
        ule_constant(ANY, CONST),
        constant_ule(CONST, ANY),
        order_extensions(EXTENSION, EXTENSION),
        order_sum_and_part(ADD, ANY),
        order_part_and_sum(ANY, ADD),
        order_wrapping_sum_and_part(ADD, ANY),
        order_part_and_wrapping_sum(ANY, ADD),
        ule_by_interval(ANY, ANY),
    ];
}

/// The left operand of a rule that only runs when it is a constant.
pub(super) fn left_constant(pool: &Pool, on: &Pair) -> u128 {
    pool.as_const(on.a).unwrap_or_else(|| unreachable!("a rule on constants got {:?}", on.left))
}

pub(super) fn differs(pool: &mut Pool, x: ExprId, value: u128) -> ExprId {
    let equal = equals(pool, x, value);
    pool.not(equal)
}

/// match: `x <u c`
/// result: false for 0, `x == 0` for 1, `x != c` for the largest value
fn ult_extreme_constant(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    match on.constant() {
        0 => Some(Pool::FALSE),
        1 => Some(equals(pool, on.a, 0)),
        c if c == fold::mask(on.width) => Some(differs(pool, on.a, c)),
        _ => None,
    }
}

/// match: `c <u x`
/// result: `x != 0` for 0, `x == c + 1` for the last but one, false for the largest value
fn constant_ult_extreme(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    let most = fold::mask(on.width);
    match left_constant(pool, on) {
        0 => Some(differs(pool, on.b, 0)),
        c if c == most => Some(Pool::FALSE),
        c if c == most - 1 => Some(equals(pool, on.b, most)),
        _ => None,
    }
}

/// match: `k op choice`
/// result: a condition
/// when: the choice is between constants
pub(super) fn constant_order_choice(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    fold_choice(pool, on)
}

/// match: `x <=u c`
/// result: true for the largest value, else `x <u c + 1`
fn ule_constant(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    let c = on.constant();
    if c == fold::mask(on.width) {
        return Some(Pool::TRUE);
    }
    let c = pool.constant(c + 1, on.width);
    Some(pool.ult(on.a, c))
}

/// match: `c <=u x`
/// result: true for 0, else `c - 1 <u x`
fn constant_ule(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    let c = left_constant(pool, on);
    if c == 0 {
        return Some(Pool::TRUE);
    }
    let c = pool.constant(c - 1, on.width);
    Some(pool.ult(c, on.b))
}

/// match: `zext(x) <u c`
/// result: `x <u c`; true if `c` does not fit
fn order_zext_constant(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    let Node::ZeroExtend(x) = on.left else { return None };
    let (c, narrow) = (on.constant(), pool.width(x));
    if c > fold::mask(narrow) {
        return Some(Pool::TRUE);
    }
    let c = pool.constant(c, narrow);
    Some(pool.ult(x, c))
}

/// match: `c <u zext(x)`
/// result: `c <u x`; false if `c` does not fit
fn constant_order_zext(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    let Node::ZeroExtend(x) = on.right else { return None };
    let (c, narrow) = (left_constant(pool, on), pool.width(x));
    if c > fold::mask(narrow) {
        return Some(Pool::FALSE);
    }
    let c = pool.constant(c, narrow);
    Some(pool.ult(c, x))
}

/// The place of a constant among the values of `sext(x)`, which are those below `top` (half the range of `x`) and those from
/// `-top` on.
enum Among {
    /// At most `top`, or at least `-top`: as this value of the width of `x`.
    Inside(u128),
    /// Strictly between the two groups.
    Between,
}

fn among_sign_extended(value: u128, narrow: u16, width: u16) -> Among {
    let top = 1u128 << (narrow - 1);
    let lowest_negative = fold::sign_extend(top, narrow, width);
    if value <= top || value >= lowest_negative {
        Among::Inside(value & fold::mask(narrow))
    } else {
        Among::Between
    }
}

/// match: `sext(x) <u c`
/// result: `x <u c'`; `x >=s 0` if `c` lies between the extensions
fn ult_sext_constant(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    let Node::SignExtend(x) = on.left else { return None };
    let narrow = pool.width(x);
    let limit = match among_sign_extended(on.constant(), narrow, on.width) {
        Among::Inside(c) => c,
        Among::Between => 1 << (narrow - 1),
    };
    let limit = pool.constant(limit, narrow);
    Some(pool.ult(x, limit))
}

/// match: `c <u sext(x)`
/// result: `c' <u x`; `x <s 0` if `c` lies between the extensions
fn constant_ult_sext(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    let Node::SignExtend(x) = on.right else { return None };
    let narrow = pool.width(x);
    let top = 1u128 << (narrow - 1);
    let c = left_constant(pool, on);
    let limit = match among_sign_extended(c, narrow, on.width) {
        // `top` itself is no extension: nothing that is not negative lies above it.
        Among::Inside(_) if c == top => top - 1,
        Among::Inside(c) => c,
        Among::Between => top - 1,
    };
    let limit = pool.constant(limit, narrow);
    Some(pool.ult(limit, x))
}

/// match: `zext(x) op zext(y)`, `sext(x) op sext(y)`
/// result: `x op y`, unsigned for zero extensions, at the wider width of the two
pub(super) fn order_extensions(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    match (on.left, on.right) {
        (Node::ZeroExtend(x), Node::ZeroExtend(y)) => {
            let width = pool.width(x).max(pool.width(y));
            let x = pool.zero_extend(x, width);
            let y = pool.zero_extend(y, width);
            Some(pool.binary(unsigned(on.op), x, y))
        }
        (Node::SignExtend(x), Node::SignExtend(y)) => {
            // Extension keeps both orders: negative numbers are the large unsigned ones before and after.
            let width = pool.width(x).max(pool.width(y));
            let x = pool.sign_extend(x, width);
            let y = pool.sign_extend(y, width);
            Some(pool.binary(on.op, x, y))
        }
        _ => None,
    }
}

pub(super) const fn unsigned(op: BinaryOp) -> BinaryOp {
    match op {
        BinaryOp::Slt => BinaryOp::Ult,
        BinaryOp::Sle => BinaryOp::Ule,
        other => other,
    }
}

/// match: `zext(x) + c1 <u c2`, the test of a range
/// result: `x + c1' <u c2`; false if nothing that `x` can be is in the range
/// when: the range lies within the width of `x`, or beyond it without wrapping
fn ult_range(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    let Node::Binary(_, extended, c1) = on.left else { return None };
    let (Node::ZeroExtend(x), Some(c1)) = (pool.node(extended), pool.as_const(c1)) else { return None };
    let size = on.constant();
    let narrow = pool.width(x);
    let count = fold::mask(narrow) + 1;
    let first = c1.wrapping_neg() & fold::mask(on.width);
    if first <= count && size <= count - first && size < count {
        let offset = pool.constant(c1, narrow);
        let shifted = pool.add(x, offset);
        let size = pool.constant(size, narrow);
        return Some(pool.ult(shifted, size));
    }
    let last = first.checked_add(size - 1).filter(|&last| last <= fold::mask(on.width));
    (first >= count && last.is_some()).then_some(Pool::FALSE)
}

/// The parts of `x + c`, if the sum cannot wrap as an unsigned number.
pub(super) fn sum_without_wrap(pool: &Pool, node: Node) -> Option<(ExprId, u128)> {
    let (x, c) = sum_with_constant(pool, node)?;
    let most = bounds::interval(pool, x).1.checked_add(c)?;
    (most <= fold::mask(pool.width(x))).then_some((x, c))
}

/// match: `x + c1 <u c2`
/// result: `x <u c2 - c1`; false if that is negative
/// when: the sum cannot wrap
fn ult_sum_without_wrap(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    let (x, c) = sum_without_wrap(pool, on.left)?;
    let Some(limit) = on.constant().checked_sub(c) else { return Some(Pool::FALSE) };
    let limit = pool.constant(limit, on.width);
    Some(pool.ult(x, limit))
}

/// match: `c2 <u x + c1`
/// result: `c2 - c1 <u x`; true if that is negative
/// when: the sum cannot wrap
fn constant_ult_sum_without_wrap(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    let (x, c) = sum_without_wrap(pool, on.right)?;
    let Some(limit) = left_constant(pool, on).checked_sub(c) else { return Some(Pool::TRUE) };
    let limit = pool.constant(limit, on.width);
    Some(pool.ult(limit, x))
}

/// match: `x ++ y <u c`
/// result: `x <u c'`
/// when: the low part of `c` is 0
fn ult_concat_constant(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    let Node::Concat(x, y) = on.left else { return None };
    let (c, split) = (on.constant(), pool.width(y));
    if c & fold::mask(split) != 0 {
        return None;
    }
    let c = pool.constant(c >> split, on.width - split);
    Some(pool.ult(x, c))
}

/// match: `c <u x ++ y`
/// result: `c' <u x`
/// when: the low part of `c` is all ones
fn constant_ult_concat(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    let Node::Concat(x, y) = on.right else { return None };
    let (c, split) = (pool.as_const(on.a)?, pool.width(y));
    if c & fold::mask(split) != fold::mask(split) {
        return None;
    }
    let c = pool.constant(c >> split, on.width - split);
    Some(pool.ult(c, x))
}

/// match: `ite(p, c1, x) op c2`, `ite(p, x, c1) op c2`
/// result: `ite(p, c1 op c2, x op c2)`, which is an and or an or
pub(super) fn order_ite_constant(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    let Node::Ite(condition, then, otherwise) = on.left else { return None };
    if pool.as_const(then).is_none() && pool.as_const(otherwise).is_none() {
        return None;
    }
    let then = pool.binary(on.op, then, on.b);
    let otherwise = pool.binary(on.op, otherwise, on.b);
    Some(pool.ite(condition, then, otherwise))
}

/// match: `c2 op ite(p, c1, x)`, `c2 op ite(p, x, c1)`
/// result: `ite(p, c2 op c1, c2 op x)`, which is an and or an or
pub(super) fn constant_order_ite(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    let Node::Ite(condition, then, otherwise) = on.right else { return None };
    if pool.as_const(then).is_none() && pool.as_const(otherwise).is_none() {
        return None;
    }
    let then = pool.binary(on.op, on.a, then);
    let otherwise = pool.binary(on.op, on.a, otherwise);
    Some(pool.ite(condition, then, otherwise))
}

/// A choice of which one side is a constant, plus a constant: condition and both sums.
fn moved_choice(pool: &mut Pool, sum: Node) -> Option<(ExprId, [ExprId; 2])> {
    let Node::Binary(BinaryOp::Add, choice, by) = sum else { return None };
    let Node::Ite(condition, then, otherwise) = pool.node(choice) else { return None };
    let is_known =
        pool.as_const(by).is_some() && (pool.as_const(then).is_some() || pool.as_const(otherwise).is_some());
    is_known.then(|| (condition, [pool.add(then, by), pool.add(otherwise, by)]))
}

/// match: `ite(p, c1, x) + c2 <u c3`, `ite(p, x, c1) + c2 <u c3`
/// result: `ite(p, c1 + c2 <u c3, x + c2 <u c3)`, which is an and or an or
fn order_moved_ite_constant(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    let (condition, sums) = moved_choice(pool, on.left)?;
    let [then, otherwise] = sums.map(|sum| pool.ult(sum, on.b));
    Some(pool.ite(condition, then, otherwise))
}

/// match: `c3 <u ite(p, c1, x) + c2`, `c3 <u ite(p, x, c1) + c2`
/// result: `ite(p, c3 <u c1 + c2, c3 <u x + c2)`, which is an and or an or
fn constant_order_moved_ite(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    let (condition, sums) = moved_choice(pool, on.right)?;
    let [then, otherwise] = sums.map(|sum| pool.ult(on.a, sum));
    Some(pool.ite(condition, then, otherwise))
}

/// The intervals of both operands, unless both are input bytes or parts of them, which can be anything.
fn intervals(pool: &Pool, on: &Pair) -> Option<[(u128, u128); 2]> {
    let open = |node| matches!(node, Node::Select(..) | Node::Extract { .. });
    let constant = |node| matches!(node, Node::Const(_) | Node::WideConst(_));
    if open(on.left) && (open(on.right) || constant(on.right)) || constant(on.left) && open(on.right) {
        return None;
    }
    Some([bounds::interval(pool, on.a), bounds::interval(pool, on.b)])
}

/// match: `x <u y`
/// result: true or false
/// when: the intervals of `x` and `y` do not overlap
fn ult_by_interval(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    let [(least_x, most_x), (least_y, most_y)] = intervals(pool, on)?;
    if most_x < least_y {
        return Some(Pool::TRUE);
    }
    (least_x >= most_y).then_some(Pool::FALSE)
}

/// match: `x <=u y`
/// result: true or false
/// when: the intervals of `x` and `y` overlap in at most one value
fn ule_by_interval(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    let [(least_x, most_x), (least_y, most_y)] = intervals(pool, on)?;
    if most_x <= least_y {
        return Some(Pool::TRUE);
    }
    (least_x > most_y).then_some(Pool::FALSE)
}
