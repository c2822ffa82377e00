//! Signed orders. With a constant they are strict, as the unsigned ones.

use super::arith::sum_with_constant;
use super::choice::fold_choice;
use super::compare::{
    constant_order_choice, constant_order_ite, differs, left_constant, order_extensions, order_ite_constant,
    unsigned,
};
use super::equal::equals;
use super::{ADD, ANY, CHOICE, COMPOSED, CONST, EXTENSION, ITE, Pair, SEXT, rules};
use crate::{ExprId, Node, Pool, Width, bounds, fold};

rules! {
    SLT_RULES: Pair, "slt", ORDERED = [
        slt_extreme_constant(ANY, CONST),
        constant_slt_extreme(CONST, ANY),
        fold_choice(CHOICE, CONST),
        constant_order_choice(CONST, CHOICE),
        slt_sext_constant(SEXT, CONST),
        constant_slt_sext(CONST, SEXT),
        order_extensions(EXTENSION, EXTENSION),
        slt_sum_without_wrap(ADD, CONST),
        constant_slt_sum_without_wrap(CONST, ADD),
        order_ite_constant(ITE, CONST),
        constant_order_ite(CONST, ITE),
        signed_order_of_non_negative(COMPOSED, COMPOSED),
    ];
    SLE_RULES: Pair, "sle", ORDERED = [
        sle_constant(ANY, CONST),
        constant_sle(CONST, ANY),
        order_extensions(EXTENSION, EXTENSION),
        signed_order_of_non_negative(COMPOSED, COMPOSED),
    ];
}

/// The least value of a width as a signed number, in two's complement.
fn least_signed(on: &Pair) -> u128 {
    1 << (on.width - 1)
}

/// match: `x <s c`
/// result: false for the least, `x == c - 1` for the next, `x != c` for the largest value
fn slt_extreme_constant(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    let least = least_signed(on);
    match on.constant() {
        c if c == least => Some(Pool::FALSE),
        c if c == least + 1 => Some(equals(pool, on.a, least)),
        c if c == least - 1 => Some(differs(pool, on.a, c)),
        _ => None,
    }
}

/// match: `c <s x`
/// result: `x != c` for the least, `x == c + 1` for the last but one, false for the largest value
fn constant_slt_extreme(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    let least = least_signed(on);
    let most = least - 1;
    match left_constant(pool, on) {
        c if c == least => Some(differs(pool, on.b, c)),
        c if c == most => Some(Pool::FALSE),
        c if c == most.wrapping_sub(1) & fold::mask(on.width) => Some(equals(pool, on.b, most)),
        _ => None,
    }
}

/// match: `x <=s c`
/// result: true for the largest value, else `x <s c + 1`
fn sle_constant(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    let c = on.constant();
    if c == least_signed(on) - 1 {
        return Some(Pool::TRUE);
    }
    let c = pool.constant(c.wrapping_add(1), on.width);
    Some(pool.slt(on.a, c))
}

/// match: `c <=s x`
/// result: true for the least value, else `c - 1 <s x`
fn constant_sle(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    let c = left_constant(pool, on);
    if c == least_signed(on) {
        return Some(Pool::TRUE);
    }
    let c = pool.constant(c.wrapping_sub(1), on.width);
    Some(pool.slt(c, on.b))
}

/// The place of a constant among the signed values of a narrower width: below, above, or inside with its value there.
fn signed_place(value: u128, narrow: u16, width: u16) -> Result<u128, std::cmp::Ordering> {
    let value = fold::signed(value, width);
    let top = 1i128 << (narrow - 1);
    if value < -top {
        Err(std::cmp::Ordering::Less)
    } else if value >= top {
        Err(std::cmp::Ordering::Greater)
    } else {
        Ok(value as u128 & fold::mask(narrow))
    }
}

/// match: `sext(x) <s c`
/// result: `x <s c`; true or false if `c` does not fit
fn slt_sext_constant(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    let Node::SignExtend(x) = on.left else { return None };
    let narrow = pool.width(x);
    match signed_place(on.constant(), narrow, on.width) {
        Ok(c) => {
            let c = pool.constant(c, narrow);
            Some(pool.slt(x, c))
        }
        Err(place) => Some(pool.bool(place.is_gt())),
    }
}

/// match: `c <s sext(x)`
/// result: `c <s x`; true or false if `c` does not fit
fn constant_slt_sext(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    let Node::SignExtend(x) = on.right else { return None };
    let narrow = pool.width(x);
    match signed_place(left_constant(pool, on), narrow, on.width) {
        Ok(c) => {
            let c = pool.constant(c, narrow);
            Some(pool.slt(c, x))
        }
        Err(place) => Some(pool.bool(place.is_lt())),
    }
}

/// `limit - c` and `x` for a sum `x + c` of an extended `x`, if neither can leave the signed range.
fn signed_limit_without_wrap(pool: &Pool, node: Node, limit: u128, width: Width) -> Option<(ExprId, i128)> {
    let (x, c) = sum_with_constant(pool, node)?;
    let (least, most) = match pool.node(x) {
        Node::SignExtend(inner) => {
            let top = 1i128 << (pool.width(inner) - 1);
            (-top, top - 1)
        }
        Node::ZeroExtend(inner) => (0, fold::mask(pool.width(inner)) as i128),
        _ => return None,
    };
    let in_range = |value: Option<i128>| value.filter(|&value| fold::signed(value as u128, width) == value);
    let c = fold::signed(c, width);
    in_range(least.checked_add(c))?;
    in_range(most.checked_add(c))?;
    let limit = in_range(fold::signed(limit, width).checked_sub(c))?;
    Some((x, limit))
}

/// match: `x + c1 <s c2`
/// result: `x <s c2 - c1`
/// when: `x` is an extension, and neither sum nor difference can wrap
fn slt_sum_without_wrap(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    let (x, limit) = signed_limit_without_wrap(pool, on.left, on.constant(), on.width)?;
    let limit = pool.constant(limit as u128, on.width);
    Some(pool.slt(x, limit))
}

/// match: `c2 <s x + c1`
/// result: `c2 - c1 <s x`
/// when: `x` is an extension, and neither sum nor difference can wrap
fn constant_slt_sum_without_wrap(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    let (x, limit) = signed_limit_without_wrap(pool, on.right, left_constant(pool, on), on.width)?;
    let limit = pool.constant(limit as u128, on.width);
    Some(pool.slt(limit, x))
}

/// match: `x <s y`, `x <=s y`
/// result: the unsigned order
/// when: neither can be negative; true or false if exactly one is a negative constant
fn signed_order_of_non_negative(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    let negative = |id| pool.as_const(id).is_some_and(|value| fold::signed(value, on.width) < 0);
    let sign_clear = |id| bounds::is_non_negative(pool, id);
    match (negative(on.a), negative(on.b)) {
        (true, _) => sign_clear(on.b).then_some(Pool::TRUE),
        (_, true) => sign_clear(on.a).then_some(Pool::FALSE),
        _ if sign_clear(on.a) && sign_clear(on.b) => Some(pool.binary(unsigned(on.op), on.a, on.b)),
        _ => None,
    }
}
