//! And, or, xor; for one bit these are the connectives of conditions, and xor with 1 is negation.
//!
//! Masks of few runs become slices, and operands whose bits do not overlap become concatenations, so that the ways in which C programs
//! put integers together from bytes all end in the same term.

use super::choice::fold_choice;
use super::masks::{and_mask_runs, or_mask_runs};
use super::ranges::facts_about_one_word;
use super::{AND, ANY, CHOICE, CONCAT, CONST, EQ, OR, ORDER, Pair, SEXT, XOR, ZEXT, rules};
use crate::{BinaryOp, ExprId, Node, Pool, Width, fold};

rules! {
    AND_RULES: Pair, "and", COMMUTATIVE = [
        and_trivial_constant(ANY, CONST),
        bitwise_constants(AND, CONST),
        fold_choice(CHOICE, CONST),
        bitwise_zext_constant(ZEXT, CONST),
        bitwise_concat_constant(CONCAT, CONST),
        and_mask_runs(ANY, CONST),
        and_complement(XOR.or(ORDER), ANY),
        absorb(AND.or(OR), ANY),
        absorb_negated(AND.or(OR), ANY),
        facts_about_one_word(EQ.or(XOR).or(ORDER), EQ.or(XOR).or(ORDER)),
        and_sign_mask(SEXT, ANY),
        bitwise_zexts(ZEXT, ZEXT),
        and_zext(ZEXT, ANY),
    ];
    OR_RULES: Pair, "or", COMMUTATIVE = [
        or_trivial_constant(ANY, CONST),
        bitwise_constants(OR, CONST),
        fold_choice(CHOICE, CONST),
        bitwise_zext_constant(ZEXT, CONST),
        bitwise_concat_constant(CONCAT, CONST),
        or_mask_runs(ANY, CONST),
        or_complement(XOR.or(ORDER), ANY),
        absorb(AND.or(OR), ANY),
        absorb_negated(AND.or(OR), ANY),
        facts_about_one_word(EQ.or(XOR).or(ORDER), EQ.or(XOR).or(ORDER)),
        bitwise_zexts(ZEXT, ZEXT),
        bitwise_zext_concat(ZEXT, CONCAT),
        bitwise_concats(CONCAT, CONCAT),
    ];
    XOR_RULES: Pair, "xor", COMMUTATIVE = [
        xor_zero(ANY, CONST),
        bitwise_constants(XOR, CONST),
        not_order(ORDER, CONST),
        fold_choice(CHOICE, CONST),
        bitwise_zext_constant(ZEXT, CONST),
        bitwise_concat_constant(CONCAT, CONST),
        xor_cancel(XOR, ANY),
        bitwise_zexts(ZEXT, ZEXT),
        bitwise_zext_concat(ZEXT, CONCAT),
        bitwise_concats(CONCAT, CONCAT),
    ];
}

/// The operand of a negation, `x ^ ones`.
pub(crate) fn negated(pool: &Pool, node: Node) -> Option<ExprId> {
    match node {
        Node::Binary(BinaryOp::Xor, x, ones) if pool.as_const(ones) == Some(fold::mask(pool.width(x))) => {
            Some(x)
        }
        _ => None,
    }
}

/// Is `op` with this constant trivial: does it give the constant 0 or ones, or leave the operand alone?
fn is_trivial(op: BinaryOp, value: u128, width: Width) -> bool {
    value == 0 || (op != BinaryOp::Xor && value == fold::mask(width))
}

/// match: `x & c`
/// result: 0 or `x`
/// when: `c` is 0 or all ones
fn and_trivial_constant(_: &mut Pool, on: &Pair) -> Option<ExprId> {
    match on.constant() {
        0 => Some(on.b),
        c => (c == fold::mask(on.width)).then_some(on.a),
    }
}

/// match: `x | c`
/// result: `x` or all ones
/// when: `c` is 0 or all ones
fn or_trivial_constant(_: &mut Pool, on: &Pair) -> Option<ExprId> {
    match on.constant() {
        0 => Some(on.a),
        c => (c == fold::mask(on.width)).then_some(on.b),
    }
}

/// match: `x ^ 0`
/// result: `x`
fn xor_zero(_: &mut Pool, on: &Pair) -> Option<ExprId> {
    (on.constant() == 0).then_some(on.a)
}

/// match: `(x op c1) op c2`
/// result: `x op (c1 op c2)`
fn bitwise_constants(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    let Node::Binary(_, x, c) = on.left else { return None };
    let c = fold::binary(on.op, on.width, pool.as_const(c)?, on.constant());
    let c = pool.constant(c, on.width);
    Some(pool.binary(on.op, x, c))
}

/// `high_constant ++ (low op c)`, for an operand whose high bits are constant.
fn under_constant(pool: &mut Pool, on: &Pair, high: ExprId, low: ExprId) -> ExprId {
    let split = pool.width(low);
    let c = on.constant();
    let c_high = pool.constant(c >> split, on.width - split);
    let c_low = pool.constant(c, split);
    let high = pool.binary(on.op, high, c_high);
    let low = pool.binary(on.op, low, c_low);
    pool.concat(high, low)
}

/// match: `zext(x) op c`
/// result: `c' ++ (x op c'')`, that is `zext(x op c'')` if `c` fits into the width of `x`
fn bitwise_zext_constant(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    let Node::ZeroExtend(x) = on.left else { return None };
    let zeros = pool.constant(0, on.width - pool.width(x));
    Some(under_constant(pool, on, zeros, x))
}

/// match: `(x ++ y) op c`
/// result: `(x op c') ++ (y op c'')`
/// when: one of the two operations is trivial, or on constants
fn bitwise_concat_constant(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    let Node::Concat(x, y) = on.left else { return None };
    let split = pool.width(y);
    let c = on.constant();
    let easy = pool.as_const(x).is_some()
        || pool.as_const(y).is_some()
        || is_trivial(on.op, c >> split, on.width - split)
        || is_trivial(on.op, c & fold::mask(split), split);
    easy.then(|| under_constant(pool, on, x, y))
}

/// match: `x & ~x`
/// result: 0
fn and_complement(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    negates(pool, on.a, on.b).then(|| pool.constant(0, on.width))
}

/// match: `x | ~x`
/// result: all ones
fn or_complement(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    negates(pool, on.a, on.b).then(|| pool.constant(u128::MAX, on.width))
}

/// match: `x op (x & y)`, `x op (x | y)`
/// result: the second operand if it has the same operator, else `x`
fn absorb(_: &mut Pool, on: &Pair) -> Option<ExprId> {
    for (x, other, node) in [(on.a, on.b, on.right), (on.b, on.a, on.left)] {
        if let Node::Binary(inner @ (BinaryOp::And | BinaryOp::Or), p, q) = node
            && (p == x || q == x)
        {
            return Some(if inner == on.op { other } else { x });
        }
    }
    None
}

/// match: `x op (~x & y)`, `x op (~x | y)`
/// result: 0 (and) or ones (or) if the operators are the same, else `x op y`
fn absorb_negated(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    let (inner, x, y) = on.either(|node, x| match node {
        Node::Binary(inner @ (BinaryOp::And | BinaryOp::Or), p, q) if negates(pool, x, p) => {
            Some((inner, x, q))
        }
        Node::Binary(inner @ (BinaryOp::And | BinaryOp::Or), p, q) if negates(pool, x, q) => {
            Some((inner, x, p))
        }
        _ => None,
    })?;
    if inner != on.op {
        return Some(pool.binary(on.op, x, y));
    }
    Some(pool.constant(if on.op == BinaryOp::And { 0 } else { u128::MAX }, on.width))
}

/// Is one the negation of the other? Negated orders are orders: see [`not_order`].
pub(super) fn negates(pool: &Pool, x: ExprId, y: ExprId) -> bool {
    match (pool.node(x), pool.node(y)) {
        (Node::Binary(BinaryOp::Ult, a, b), Node::Binary(BinaryOp::Ule, c, d))
        | (Node::Binary(BinaryOp::Ule, a, b), Node::Binary(BinaryOp::Ult, c, d))
        | (Node::Binary(BinaryOp::Slt, a, b), Node::Binary(BinaryOp::Sle, c, d))
        | (Node::Binary(BinaryOp::Sle, a, b), Node::Binary(BinaryOp::Slt, c, d)) => (a, b) == (d, c),
        // With constants both are strict: the negation of `a < 5` is `4 < a`.
        (Node::Binary(op @ (BinaryOp::Ult | BinaryOp::Slt), a, b), Node::Binary(other, c, d))
            if op == other =>
        {
            let next = |low: ExprId, high: ExprId| match (pool.as_const(low), pool.as_const(high)) {
                (Some(low), Some(high)) => low.wrapping_add(1) & fold::mask(pool.width(a)) == high,
                _ => false,
            };
            a == d && next(c, b) && !wraps(pool, op, c) || b == c && next(a, d) && !wraps(pool, op, a)
        }
        (p, q) => negated(pool, p) == Some(y) || negated(pool, q) == Some(x),
    }
}

/// Is a constant the largest of its order, so that the next one is the least?
fn wraps(pool: &Pool, op: BinaryOp, constant: ExprId) -> bool {
    let mask = fold::mask(pool.width(constant));
    pool.as_const(constant) == Some(if op == BinaryOp::Ult { mask } else { mask >> 1 })
}

/// match: `sext(bit) & y`
/// result: `ite(bit, y, 0)`
fn and_sign_mask(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    let (bit, y) = on.either(|mask, y| match mask {
        Node::SignExtend(bit) if pool.width(bit) == 1 => Some((bit, y)),
        _ => None,
    })?;
    let zero = pool.constant(0, on.width);
    Some(pool.ite(bit, y, zero))
}

/// match: `zext(x) op zext(y)`
/// result: `zext(x op y)` at the wider width of the two
fn bitwise_zexts(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    let (Node::ZeroExtend(x), Node::ZeroExtend(y)) = (on.left, on.right) else { return None };
    let narrow = pool.width(x).max(pool.width(y));
    let x = pool.zero_extend(x, narrow);
    let y = pool.zero_extend(y, narrow);
    let inner = pool.binary(on.op, x, y);
    Some(pool.zero_extend(inner, on.width))
}

/// match: `zext(x) & y`
/// result: `zext(x & y[..])`
fn and_zext(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    let (x, y) = on.either(|node, y| match node {
        Node::ZeroExtend(x) => Some((x, y)),
        _ => None,
    })?;
    let y = pool.extract(y, 0, pool.width(x));
    let inner = pool.and(x, y);
    Some(pool.zero_extend(inner, on.width))
}

/// Can a concatenation be cut at bit `at` without cutting a part that is neither zero-extended nor constant there?
fn cuts_cleanly(pool: &Pool, mut id: ExprId, mut at: Width) -> bool {
    loop {
        match pool.node(id) {
            Node::Concat(high, low) => {
                let split = pool.width(low);
                if at == split {
                    return true;
                }
                if at > split {
                    at -= split;
                    id = high;
                } else {
                    id = low;
                }
            }
            Node::ZeroExtend(x) if at < pool.width(x) => id = x,
            Node::ZeroExtend(_) => return true,
            Node::Const(_) | Node::WideConst(_) => return true,
            _ => return false,
        }
    }
}

/// match: `zext(x) op (y ++ z)`
/// result: `y' ++ (x op z')`, cut at the width of `x`
/// when: the cut does not go through a part
fn bitwise_zext_concat(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    let (x, parts) = on.either(|node, parts| match node {
        Node::ZeroExtend(x) => Some((x, parts)),
        _ => None,
    })?;
    let split = pool.width(x);
    if !cuts_cleanly(pool, parts, split) {
        return None;
    }
    let high = pool.extract(parts, split, on.width - split);
    let low = pool.extract(parts, 0, split);
    let low = pool.binary(on.op, x, low);
    Some(pool.concat(high, low))
}

/// match: `(x ++ 0) op (y ++ z)`
/// result: `(x op y') ++ z'`, cut above the 0
/// when: the cut does not go through a part
fn bitwise_concats(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    let (x, split, other) = on.either(|node, other| match node {
        Node::Concat(x, zeros) if pool.as_const(zeros) == Some(0) => Some((x, pool.width(zeros), other)),
        _ => None,
    })?;
    if !cuts_cleanly(pool, other, split) {
        return None;
    }
    let high = pool.extract(other, split, on.width - split);
    let low = pool.extract(other, 0, split);
    let high = pool.binary(on.op, x, high);
    Some(pool.concat(high, low))
}

/// match: `not (x < y)`, for each order
/// result: `y <= x`, and the other way round
fn not_order(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    let Node::Binary(op, x, y) = on.left else { return None };
    let opposite = match op {
        BinaryOp::Ult => BinaryOp::Ule,
        BinaryOp::Ule => BinaryOp::Ult,
        BinaryOp::Slt => BinaryOp::Sle,
        BinaryOp::Sle => BinaryOp::Slt,
        _ => return None,
    };
    Some(pool.binary(opposite, y, x))
}

/// match: `x ^ (x ^ y)`
/// result: `y`
fn xor_cancel(_: &mut Pool, on: &Pair) -> Option<ExprId> {
    on.either(cancelled)
}

fn cancelled(node: Node, x: ExprId) -> Option<ExprId> {
    match node {
        Node::Binary(BinaryOp::Xor, p, y) if p == x => Some(y),
        Node::Binary(BinaryOp::Xor, y, q) if q == x => Some(y),
        _ => None,
    }
}
