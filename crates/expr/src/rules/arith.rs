//! Addition, subtraction, multiplication, division, remainder.
//!
//! Sums keep their constant outermost: `(x + 3) + y` is `(x + y) + 3`, so that offsets of one base meet.

use super::choice::fold_choice;
use super::{ADD, ANY, CHOICE, COMPOSED, CONCAT, CONST, MUL, Pair, SUB, ZEXT, rules};
use crate::{BinaryOp, ExprId, Node, Pool, bounds, fold};

rules! {
    ADD_RULES: Pair, "add", COMMUTATIVE = [
        add_zero(ANY, CONST),
        add_constants(ADD, CONST),
        add_to_constant_minus(SUB, CONST),
        fold_choice(CHOICE, CONST),
        add_hoist_constant(ADD, ANY),
        add_difference(SUB, ANY),
        add_disjoint(ZEXT.or(CONCAT), ZEXT.or(CONCAT)),
    ];
    SUB_RULES: Pair, "sub", ORDERED = [
        sub_constant(ANY, CONST),
        constant_minus_sum(CONST, ADD),
        constant_minus_difference(CONST, SUB),
        fold_choice(CONST, CHOICE),
        sub_from_sum(ADD, ANY),
        sub_sum(ANY, ADD),
        sub_from_difference(SUB, ANY),
        sub_difference(ANY, SUB),
    ];
    MUL_RULES: Pair, "mul", COMMUTATIVE = [
        mul_special_constant(ANY, CONST),
        mul_constants(MUL, CONST),
        fold_choice(CHOICE, CONST),
        mul_by_bit(ZEXT, ANY),
    ];
    UDIV_RULES: Pair, "udiv", ORDERED = [
        udiv_special_constant(ANY, CONST),
        fold_choice(CHOICE, CONST),
        fold_choice_divisor(CONST, CHOICE),
        udiv_narrow(ZEXT, CONST),
        udiv_small(COMPOSED, CONST),
    ];
    SDIV_RULES: Pair, "sdiv", ORDERED = [
        sdiv_special_constant(ANY, CONST),
        fold_choice(CHOICE, CONST),
        fold_choice_divisor(CONST, CHOICE),
        sdiv_non_negative(COMPOSED, COMPOSED),
    ];
    UREM_RULES: Pair, "urem", ORDERED = [
        urem_special_constant(ANY, CONST),
        fold_choice(CHOICE, CONST),
        fold_choice_divisor(CONST, CHOICE),
        urem_narrow(ZEXT, CONST.or(ZEXT)),
        urem_small(COMPOSED, CONST),
    ];
    SREM_RULES: Pair, "srem", ORDERED = [
        srem_special_constant(ANY, CONST),
        fold_choice(CHOICE, CONST),
        fold_choice_divisor(CONST, CHOICE),
        srem_non_negative(COMPOSED, COMPOSED),
    ];
}

/// The parts of `x + c`.
pub(super) fn sum_with_constant(pool: &Pool, node: Node) -> Option<(ExprId, u128)> {
    match node {
        Node::Binary(BinaryOp::Add, x, c) => Some((x, pool.as_const(c)?)),
        _ => None,
    }
}

/// `x + value`.
fn plus(pool: &mut Pool, x: ExprId, value: u128) -> ExprId {
    let value = pool.constant(value, pool.width(x));
    pool.add(x, value)
}

/// `value - x`.
fn constant_minus(pool: &mut Pool, value: u128, x: ExprId) -> ExprId {
    let value = pool.constant(value, pool.width(x));
    pool.sub(value, x)
}

/// match: `x + 0`
/// result: `x`
fn add_zero(_: &mut Pool, on: &Pair) -> Option<ExprId> {
    (on.constant() == 0).then_some(on.a)
}

/// match: `(x + c1) + c2`
/// result: `x + (c1 + c2)`
fn add_constants(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    let (x, c) = sum_with_constant(pool, on.left)?;
    Some(plus(pool, x, c.wrapping_add(on.constant())))
}

/// match: `(c1 - x) + c2`
/// result: `(c1 + c2) - x`
fn add_to_constant_minus(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    let Node::Binary(_, c, x) = on.left else { return None };
    let c = pool.as_const(c)?;
    Some(constant_minus(pool, c.wrapping_add(on.constant()), x))
}

/// match: `(x + c) + y`
/// result: `(x + y) + c`
/// when: `y` is not a constant
fn add_hoist_constant(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    if on.value.is_some() {
        return None;
    }
    let (x, c, y) = on.either(|sum, y| sum_with_constant(pool, sum).map(|(x, c)| (x, c, y)))?;
    let base = pool.add(x, y);
    Some(plus(pool, base, c))
}

/// match: `(x - y) + z`
/// result: `x` if `y` is `z`; `z - y` if `x` is 0
fn add_difference(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    on.either(|difference, z| match difference {
        Node::Binary(BinaryOp::Sub, x, y) if y == z => Some(x),
        Node::Binary(BinaryOp::Sub, x, y) if pool.as_const(x) == Some(0) => Some(pool.sub(z, y)),
        _ => None,
    })
}

/// match: `x + y`
/// result: `x | y`
/// when: no bit can be one in both
fn add_disjoint(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    let zero = bounds::zero_bits(pool, on.a) | bounds::zero_bits(pool, on.b);
    (zero == fold::mask(on.width)).then(|| pool.or(on.a, on.b))
}

/// match: `x - c`
/// result: `x + -c`
fn sub_constant(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    Some(plus(pool, on.a, on.constant().wrapping_neg()))
}

/// match: `c1 - (x + c2)`
/// result: `(c1 - c2) - x`
fn constant_minus_sum(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    let (x, c2) = sum_with_constant(pool, on.right)?;
    let c1 = pool.as_const(on.a)?;
    Some(constant_minus(pool, c1.wrapping_sub(c2), x))
}

/// match: `c1 - (x - y)`
/// result: `y + (c1 - x)` if `x` is a constant; `y - x` if `c1` is 0
fn constant_minus_difference(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    let Node::Binary(_, x, y) = on.right else { return None };
    let c1 = pool.as_const(on.a)?;
    match pool.as_const(x) {
        Some(c2) => Some(plus(pool, y, c1.wrapping_sub(c2))),
        None => (c1 == 0).then(|| pool.sub(y, x)),
    }
}

/// match: `(x + y) - z`
/// result: `y` if `x` is `z`, `x` if `y` is `z`; `(x - z) + y` if `y` is a constant
fn sub_from_sum(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    let Node::Binary(_, x, y) = on.left else { return None };
    if on.b == x {
        return Some(y);
    }
    if on.b == y {
        return Some(x);
    }
    let c = pool.as_const(y)?;
    let difference = pool.sub(x, on.b);
    Some(plus(pool, difference, c))
}

/// match: `z - (x + y)`
/// result: `-y` if `x` is `z`, `-x` if `y` is `z`; `(z - x) + -y` if `y` is a constant
/// when: `z` is not a constant
fn sub_sum(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    let Node::Binary(_, x, y) = on.right else { return None };
    if on.a == x {
        return Some(pool.neg(y));
    }
    if on.a == y {
        return Some(pool.neg(x));
    }
    let c = pool.as_const(y)?;
    if pool.as_const(on.a).is_some() {
        return None;
    }
    let difference = pool.sub(on.a, x);
    Some(plus(pool, difference, c.wrapping_neg()))
}

/// match: `(x - y) - x`
/// result: `-y`
fn sub_from_difference(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    let Node::Binary(_, x, y) = on.left else { return None };
    (x == on.b).then(|| pool.neg(y))
}

/// match: `x - (x - y)`
/// result: `y`; `z + y` for `z - (0 - y)`
fn sub_difference(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    let Node::Binary(_, x, y) = on.right else { return None };
    if x == on.a {
        return Some(y);
    }
    (pool.as_const(x) == Some(0)).then(|| pool.add(on.a, y))
}

/// match: `x * c`
/// result: 0, `x`, `-x` or a shift
/// when: `c` is 0, 1, -1 or a power of two
fn mul_special_constant(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    let c = on.constant();
    match c {
        0 => Some(on.b),
        1 => Some(on.a),
        _ if c == fold::mask(on.width) => Some(pool.neg(on.a)),
        _ if c.is_power_of_two() => {
            let by = pool.constant(u128::from(c.trailing_zeros()), on.width);
            Some(pool.shl(on.a, by))
        }
        _ => None,
    }
}

/// match: `(x * c1) * c2`
/// result: `x * (c1 * c2)`
fn mul_constants(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    let Node::Binary(_, x, c) = on.left else { return None };
    let product = pool.as_const(c)?.wrapping_mul(on.constant());
    let product = pool.constant(product, on.width);
    Some(pool.mul(x, product))
}

/// match: `zext(bit) * y`
/// result: `ite(bit, y, 0)`
fn mul_by_bit(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    let (bit, y) = on.either(|factor, y| match factor {
        Node::ZeroExtend(bit) if pool.width(bit) == 1 => Some((bit, y)),
        _ => None,
    })?;
    let zero = pool.constant(0, on.width);
    Some(pool.ite(bit, y, zero))
}

/// match: `x /u c`
/// result: all ones for 0, `x` for 1, a shift for a power of two
fn udiv_special_constant(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    match on.constant() {
        0 => Some(pool.constant(u128::MAX, on.width)),
        1 => Some(on.a),
        c if c.is_power_of_two() => {
            let by = pool.constant(u128::from(c.trailing_zeros()), on.width);
            Some(pool.lshr(on.a, by))
        }
        _ => None,
    }
}

/// match: `k op choice`
/// result: a choice of the two folded results
/// when: the choice is between constants
fn fold_choice_divisor(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    fold_choice(pool, on)
}

/// match: `zext(x) /u c`
/// result: `zext(x /u c)`
/// when: `c` fits into the width of `x` and is not 0
fn udiv_narrow(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    let Node::ZeroExtend(x) = on.left else { return None };
    let narrow = pool.width(x);
    let c = on.constant();
    if c == 0 || c > fold::mask(narrow) {
        return None;
    }
    let c = pool.constant(c, narrow);
    let quotient = pool.udiv(x, c);
    Some(pool.zero_extend(quotient, on.width))
}

/// match: `x /u c`
/// result: 0
/// when: `x` is certainly less than `c`
fn udiv_small(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    (bounds::interval(pool, on.a).1 < on.constant()).then(|| pool.constant(0, on.width))
}

/// match: `x /s c`
/// result: `x` for 1, `-x` for -1
fn sdiv_special_constant(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    let c = on.constant();
    if c == 1 {
        return Some(on.a);
    }
    (c == fold::mask(on.width)).then(|| pool.neg(on.a))
}

/// match: `x /s y`
/// result: `x /u y`
/// when: neither can be negative
fn sdiv_non_negative(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    neither_negative(pool, on).then(|| pool.udiv(on.a, on.b))
}

fn neither_negative(pool: &Pool, on: &Pair) -> bool {
    bounds::is_non_negative(pool, on.b) && bounds::is_non_negative(pool, on.a)
}

/// match: `x %u c`
/// result: `x` for 0, 0 for 1, a mask for a power of two
fn urem_special_constant(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    match on.constant() {
        0 => Some(on.a),
        c if c.is_power_of_two() => {
            let low_bits = pool.constant(c - 1, on.width);
            Some(pool.and(on.a, low_bits))
        }
        _ => None,
    }
}

/// match: `zext(x) %u y`
/// result: `zext(x %u y')`
/// when: `y` is a constant that fits into the width of `x`, or `zext(y')` from that width
fn urem_narrow(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    let Node::ZeroExtend(x) = on.left else { return None };
    let narrow = pool.width(x);
    let y = match (on.value, on.right) {
        (Some(c), _) if c <= fold::mask(narrow) => pool.constant(c, narrow),
        (None, Node::ZeroExtend(y)) if pool.width(y) == narrow => y,
        _ => return None,
    };
    let rest = pool.urem(x, y);
    Some(pool.zero_extend(rest, on.width))
}

/// match: `x %u c`
/// result: `x`
/// when: `x` is certainly less than `c`
fn urem_small(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    (bounds::interval(pool, on.a).1 < on.constant()).then_some(on.a)
}

/// match: `x %s c`
/// result: 0 for 1 and -1, `x` for 0
fn srem_special_constant(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    let c = on.constant();
    if c == 0 {
        return Some(on.a);
    }
    (c == 1 || c == fold::mask(on.width)).then(|| pool.constant(0, on.width))
}

/// match: `x %s y`
/// result: `x %u y`
/// when: neither can be negative
fn srem_non_negative(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    neither_negative(pool, on).then(|| pool.urem(on.a, on.b))
}
