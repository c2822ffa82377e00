//! Equality.

use super::arith::sum_with_constant;
use super::choice::{self, fold_choice};
use super::{ADD, ANY, CHOICE, COMPOSED, CONCAT, CONST, ITE, MUL, Pair, SELECT, SEXT, SUB, XOR, ZEXT, rules};
use crate::{BinaryOp, ExprId, Node, Pool, bounds, fold};

rules! {
    RULES: Pair, "eq", COMMUTATIVE = [
        fold_choice(CHOICE, CONST),
        eq_sum_constant(ADD, CONST),
        eq_constant_minus(SUB, CONST),
        eq_xor_constant(XOR, CONST),
        eq_product_constant(MUL, CONST),
        eq_zext_constant(ZEXT, CONST),
        eq_sext_constant(SEXT, CONST),
        eq_concat_constant(CONCAT, CONST),
        eq_ite_constant(ITE, CONST),
        eq_out_of_range(COMPOSED, CONST),
        eq_differences(SUB, CONST),
        eq_extensions(ZEXT, ZEXT),
        eq_sign_extensions(SEXT, SEXT),
        eq_sums(ADD, ADD),
        eq_common_operand(ADD.or(XOR), ANY),
        eq_concats(CONCAT, CONCAT),
        eq_same_choice(ITE, ITE),
    ];
    OF_WRITTEN: Pair, "eq", COMMUTATIVE = [
        eq_read_over_constants(SELECT, CONST),
    ];
}

/// `x == value`.
pub(super) fn equals(pool: &mut Pool, x: ExprId, value: u128) -> ExprId {
    let value = pool.constant(value, pool.width(x));
    pool.eq(x, value)
}

/// match: `x + c1 == c2`
/// result: `x == c2 - c1`
fn eq_sum_constant(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    let (x, c) = sum_with_constant(pool, on.left)?;
    Some(equals(pool, x, on.constant().wrapping_sub(c)))
}

/// Stores that a comparison is taken apart over.
const MAX_STORES: usize = 4;

/// match: `store(a, i, c1)[j] == c2`
/// result: `i == j or a[j] == c2` if the constants are the same, else `i != j and a[j] == c2`
/// when: few bytes were stored, all of them constants: the zero at the end of a text
fn eq_read_over_constants(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    let Node::Select(array, place) = on.left else { return None };
    let mut below = array;
    for stores in 0.. {
        let Node::Store(older, _, byte) = pool.node(below) else { break };
        if stores == MAX_STORES || pool.as_const(byte).is_none() {
            return None;
        }
        below = older;
    }
    let Node::Store(older, index, byte) = pool.node(array) else { return None };
    let (met, is_it) = (pool.eq(index, place), byte == on.b);
    let older = pool.select(older, place);
    let older = pool.eq(older, on.b);
    Some(match is_it {
        true => pool.or(met, older),
        false => {
            let missed = pool.not(met);
            pool.and(missed, older)
        }
    })
}

/// match: `c1 - x == c2`
/// result: `x == c1 - c2`
fn eq_constant_minus(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    let Node::Binary(_, c, x) = on.left else { return None };
    let c = pool.as_const(c)?;
    Some(equals(pool, x, c.wrapping_sub(on.constant())))
}

/// match: `x - y == 0`
/// result: `x == y`
fn eq_differences(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    let Node::Binary(_, x, y) = on.left else { return None };
    (on.constant() == 0).then(|| pool.eq(x, y))
}

/// match: `x ^ y == c`
/// result: `x == y ^ c` if `y` is a constant; `x == y` if `c` is 0
fn eq_xor_constant(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    let Node::Binary(_, x, y) = on.left else { return None };
    match pool.as_const(y) {
        Some(y) => Some(equals(pool, x, y ^ on.constant())),
        None => (on.constant() == 0).then(|| pool.eq(x, y)),
    }
}

/// The inverse of an odd number modulo 2^128, so modulo every smaller power of two.
fn inverse(odd: u128) -> u128 {
    // Each step doubles the number of correct low bits; three are correct at the start.
    (0..6).fold(odd, |guess, _| guess.wrapping_mul(2u128.wrapping_sub(odd.wrapping_mul(guess))))
}

/// match: `x * c1 == c2`
/// result: `x == c2 / c1` in the ring
/// when: `c1` is odd
fn eq_product_constant(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    let Node::Binary(_, x, c) = on.left else { return None };
    let c = pool.as_const(c)?;
    (c & 1 == 1).then(|| equals(pool, x, on.constant().wrapping_mul(inverse(c))))
}

/// match: `zext(x) == c`
/// result: `x == c`; false if `c` does not fit
fn eq_zext_constant(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    let Node::ZeroExtend(x) = on.left else { return None };
    let c = on.constant();
    Some(if c <= fold::mask(pool.width(x)) { equals(pool, x, c) } else { Pool::FALSE })
}

/// match: `sext(x) == c`
/// result: `x == c`; false if `c` is not the extension of anything
fn eq_sext_constant(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    let Node::SignExtend(x) = on.left else { return None };
    let (c, narrow) = (on.constant(), pool.width(x));
    let fits = fold::sign_extend(c & fold::mask(narrow), narrow, on.width) == c;
    Some(if fits { equals(pool, x, c) } else { Pool::FALSE })
}

/// match: `x ++ y == c`
/// result: `x == c' and y == c''`
/// when: a part is constant; else words, which order reasoning understands, would fall into bytes
fn eq_concat_constant(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    let Node::Concat(x, y) = on.left else { return None };
    if pool.as_const(x).is_none() && pool.as_const(y).is_none() {
        return None;
    }
    let c = on.constant();
    let x = equals(pool, x, c >> pool.width(y));
    if x == Pool::FALSE {
        return Some(x);
    }
    let y = equals(pool, y, c);
    Some(pool.and(x, y))
}

/// match: `ite(p, c1, x) == c2`, `ite(p, x, c1) == c2`
/// result: `p or x == c2` if `c1` is `c2`, else `not p and x == c2`; the second with `not p` for `p`
fn eq_ite_constant(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    let Node::Ite(condition, then, otherwise) = on.left else { return None };
    if pool.as_const(then).is_none() && pool.as_const(otherwise).is_none() {
        return None;
    }
    let then = pool.eq(then, on.b);
    let otherwise = pool.eq(otherwise, on.b);
    Some(pool.ite(condition, then, otherwise))
}

/// match: `x == c`
/// result: false
/// when: `c` is not within what `x` can be
fn eq_out_of_range(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    let c = on.constant();
    let (least, most) = bounds::interval(pool, on.a);
    let impossible = c < least || c > most || bounds::zero_bits(pool, on.a) & c != 0;
    impossible.then_some(Pool::FALSE)
}

/// match: `zext(x) == zext(y)`
/// result: `x == y` at the wider width of the two
fn eq_extensions(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    let (Node::ZeroExtend(x), Node::ZeroExtend(y)) = (on.left, on.right) else { return None };
    let width = pool.width(x).max(pool.width(y));
    let x = pool.zero_extend(x, width);
    let y = pool.zero_extend(y, width);
    Some(pool.eq(x, y))
}

/// match: `sext(x) == sext(y)`
/// result: `x == y` at the wider width of the two
fn eq_sign_extensions(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    let (Node::SignExtend(x), Node::SignExtend(y)) = (on.left, on.right) else { return None };
    let width = pool.width(x).max(pool.width(y));
    let x = pool.sign_extend(x, width);
    let y = pool.sign_extend(y, width);
    Some(pool.eq(x, y))
}

/// Terms of a sum that are looked at.
const MAX_TERMS: usize = 16;

/// The terms of a sum, sorted; a longer one is cut into fewer, larger terms.
fn terms(pool: &Pool, sum: ExprId) -> Vec<ExprId> {
    let (mut terms, mut pending) = (Vec::new(), vec![sum]);
    while let Some(id) = pending.pop() {
        match pool.node(id) {
            Node::Binary(BinaryOp::Add, a, b) if terms.len() + pending.len() + 2 <= MAX_TERMS => {
                pending.extend([a, b]);
            }
            _ => terms.push(id),
        }
    }
    terms.sort_unstable();
    terms
}

/// match: `x + (y + ...) == (z + x) + ...`, in any order
/// result: the same without the terms that both sums have
/// when: there are such terms: sums of one set of numbers in two orders are equal
fn eq_sums(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    let (left, mut right) = (terms(pool, on.a), terms(pool, on.b));
    let before = right.len();
    let left: Vec<ExprId> = left
        .into_iter()
        .filter(|term| right.binary_search(term).map(|place| right.remove(place)).is_err())
        .collect();
    if right.len() == before {
        return None;
    }
    let zero = pool.constant(0, on.width);
    let [left, right] =
        [left, right].map(|terms| terms.into_iter().fold(zero, |sum, term| pool.add(sum, term)));
    Some(pool.eq(left, right))
}

/// match: `x op y == x op z`, `x op y == x`; `op` is addition or xor
/// result: `y == z`, `y == 0`
fn eq_common_operand(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    let (op, x, y, other) = on.either(|node, other| match node {
        Node::Binary(op @ (BinaryOp::Add | BinaryOp::Xor), x, y) => Some((op, x, y, other)),
        _ => None,
    })?;
    if other == x {
        return Some(equals(pool, y, 0));
    }
    if other == y {
        return Some(equals(pool, x, 0));
    }
    match pool.node(other) {
        Node::Binary(inner, p, q) if inner == op => {
            let (y, z) = match () {
                () if x == p => (y, q),
                () if x == q => (y, p),
                () if y == p => (x, q),
                () if y == q => (x, p),
                () => return None,
            };
            Some(pool.eq(y, z))
        }
        _ => None,
    }
}

/// match: `w ++ x == y ++ z`
/// result: `w == y and x == z`
/// when: the cuts are at the same bit, and a part is constant or the same on both sides; else whole words, which order
/// reasoning understands, would fall into bytes
fn eq_concats(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    let (Node::Concat(w, x), Node::Concat(y, z)) = (on.left, on.right) else { return None };
    let pays = w == y || x == z || [w, x, y, z].iter().any(|&part| pool.as_const(part).is_some());
    if !pays || pool.width(x) != pool.width(z) {
        return None;
    }
    let high = pool.eq(w, y);
    let low = pool.eq(x, z);
    Some(pool.and(high, low))
}

/// match: `ite(p, c1, c2) == ite(p, d1, d2)`
/// result: `ite(p, c1 == d1, c2 == d2)`
/// when: all four are constants
fn eq_same_choice(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    let (p, c1, c2) = choice::of_constants(pool, on.a)?;
    let (q, d1, d2) = choice::of_constants(pool, on.b)?;
    if p != q {
        return None;
    }
    let (then, otherwise) = (pool.bool(c1 == d1), pool.bool(c2 == d2));
    Some(pool.ite(p, then, otherwise))
}
