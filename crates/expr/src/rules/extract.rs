//! Extraction and extension.
//!
//! An extraction moves towards the leaves only where it makes the term smaller. Elsewhere it stays in one piece, so that
//! the bytes of a stored value can be put together again (see [`super::concat`]).

use super::table::extract_table_bit;
use super::{
    ADD, AND, ANY, COMPOSED, CONCAT, EXTRACT, ITE, MUL, OR, PartOf, SELECT, SEXT, SUB, XOR, ZEXT, choice,
    rules,
};
use crate::{BinaryOp, ExprId, Node, Pool, bounds, fold};

rules! {
    EXTRACT_RULES: PartOf, "extract", ORDERED = [
        extract_extract(EXTRACT, ANY),
        extract_concat(CONCAT, ANY),
        extract_zext(ZEXT, ANY),
        extract_sext(SEXT, ANY),
        extract_choice(ITE, ANY),
        extract_table_bit(SELECT, ANY),
        extract_bitwise_constant(AND.or(OR).or(XOR), ANY),
        extract_narrow(ADD.or(SUB).or(MUL).or(AND).or(OR).or(XOR), ANY),
    ];
    ZEXT_RULES: PartOf, "zext", ORDERED = [
        zext_zext(ZEXT, ANY),
        extend_choice(ITE, ANY),
    ];
    SEXT_RULES: PartOf, "sext", ORDERED = [
        sext_sext(SEXT, ANY),
        sext_zext(ZEXT, ANY),
        extend_signed_choice(ITE, ANY),
        sext_concat_constant(CONCAT, ANY),
        sext_non_negative(COMPOSED, ANY),
    ];
}

/// match: `x[i..][j..]`
/// result: `x[i + j..]`
fn extract_extract(pool: &mut Pool, on: &PartOf) -> Option<ExprId> {
    let Node::Extract { of, low } = on.node else { return None };
    Some(pool.extract(of, low + on.low, on.width))
}

/// match: `(x ++ y)[..]`
/// result: a slice of `x`, of `y`, or of both put together
fn extract_concat(pool: &mut Pool, on: &PartOf) -> Option<ExprId> {
    let Node::Concat(high, low) = on.node else { return None };
    let split = pool.width(low);
    if on.low >= split {
        return Some(pool.extract(high, on.low - split, on.width));
    }
    if on.low + on.width <= split {
        return Some(pool.extract(low, on.low, on.width));
    }
    let low = pool.extract(low, on.low, split - on.low);
    let high = pool.extract(high, 0, on.low + on.width - split);
    Some(pool.concat(high, low))
}

/// match: `zext(x)[..]`
/// result: a slice of `x`, 0, or the extension of a slice of `x`
fn extract_zext(pool: &mut Pool, on: &PartOf) -> Option<ExprId> {
    let Node::ZeroExtend(x) = on.node else { return None };
    let inner = pool.width(x);
    if on.low >= inner {
        return Some(pool.constant(0, on.width));
    }
    let kept = pool.extract(x, on.low, on.width.min(inner - on.low));
    Some(pool.zero_extend(kept, on.width))
}

/// match: `sext(x)[..]`
/// result: a slice of `x`, or the extension of a slice of `x` that includes its sign
fn extract_sext(pool: &mut Pool, on: &PartOf) -> Option<ExprId> {
    let Node::SignExtend(x) = on.node else { return None };
    let inner = pool.width(x);
    let low = on.low.min(inner - 1);
    let kept = pool.extract(x, low, on.width.min(inner - low));
    Some(pool.sign_extend(kept, on.width))
}

/// match: `ite(p, c1, c2)[..]`
/// result: `ite(p, c1[..], c2[..])`
/// when: both are constants
fn extract_choice(pool: &mut Pool, on: &PartOf) -> Option<ExprId> {
    let (condition, then, otherwise) = choice::of_constants(pool, on.of)?;
    let then = pool.constant(then >> on.low, on.width);
    let otherwise = pool.constant(otherwise >> on.low, on.width);
    Some(pool.ite(condition, then, otherwise))
}

/// match: `(x op c)[..]` for and, or, xor
/// result: a slice of `x` or of `c`
/// when: the slice of `c` makes the operation trivial
fn extract_bitwise_constant(pool: &mut Pool, on: &PartOf) -> Option<ExprId> {
    let Node::Binary(op, x, c) = on.node else { return None };
    let c = fold::extract(pool.as_const(c)?, on.low, on.width);
    let keeps = c == if op == BinaryOp::And { fold::mask(on.width) } else { 0 };
    if keeps {
        return Some(pool.extract(x, on.low, on.width));
    }
    let fixes = op != BinaryOp::Xor && c == if op == BinaryOp::And { 0 } else { fold::mask(on.width) };
    fixes.then(|| pool.constant(c, on.width))
}

/// match: `(x op y)[0..n]` for an operation whose low bits depend on low bits alone
/// result: `x[0..n] op y[0..n]`
/// when: each of the operands is an extension or a constant
fn extract_narrow(pool: &mut Pool, on: &PartOf) -> Option<ExprId> {
    let Node::Binary(op, x, y) = on.node else { return None };
    let shrinks = |id| {
        matches!(
            pool.node(id),
            Node::ZeroExtend(_) | Node::SignExtend(_) | Node::Const(_) | Node::WideConst(_)
        )
    };
    if on.low != 0 || !shrinks(x) || !shrinks(y) {
        return None;
    }
    let x = pool.extract(x, 0, on.width);
    let y = pool.extract(y, 0, on.width);
    Some(pool.binary(op, x, y))
}

/// match: `zext(zext(x))`
/// result: `zext(x)`
fn zext_zext(pool: &mut Pool, on: &PartOf) -> Option<ExprId> {
    let Node::ZeroExtend(x) = on.node else { return None };
    Some(pool.zero_extend(x, on.width))
}

/// match: `zext(ite(p, c1, c2))`
/// result: `ite(p, zext(c1), zext(c2))`
/// when: both are constants
fn extend_choice(pool: &mut Pool, on: &PartOf) -> Option<ExprId> {
    let (condition, then, otherwise) = choice::of_constants(pool, on.of)?;
    let then = pool.constant(then, on.width);
    let otherwise = pool.constant(otherwise, on.width);
    Some(pool.ite(condition, then, otherwise))
}

/// match: `sext(ite(p, c1, c2))`
/// result: `ite(p, sext(c1), sext(c2))`
/// when: both are constants
fn extend_signed_choice(pool: &mut Pool, on: &PartOf) -> Option<ExprId> {
    let (condition, then, otherwise) = choice::of_constants(pool, on.of)?;
    let then = pool.constant(fold::sign_extend(then, on.whole, on.width), on.width);
    let otherwise = pool.constant(fold::sign_extend(otherwise, on.whole, on.width), on.width);
    Some(pool.ite(condition, then, otherwise))
}

/// match: `sext(sext(x))`
/// result: `sext(x)`
fn sext_sext(pool: &mut Pool, on: &PartOf) -> Option<ExprId> {
    let Node::SignExtend(x) = on.node else { return None };
    Some(pool.sign_extend(x, on.width))
}

/// match: `sext(zext(x))`
/// result: `zext(x)`
fn sext_zext(pool: &mut Pool, on: &PartOf) -> Option<ExprId> {
    let Node::ZeroExtend(x) = on.node else { return None };
    Some(pool.zero_extend(x, on.width))
}

/// match: `sext(c ++ x)`
/// result: `sext(c) ++ x`
/// when: `c` is a constant
fn sext_concat_constant(pool: &mut Pool, on: &PartOf) -> Option<ExprId> {
    let Node::Concat(high, low) = on.node else { return None };
    let c = pool.as_const(high)?;
    let (from, to) = (pool.width(high), on.width - pool.width(low));
    let c = pool.constant(fold::sign_extend(c, from, to), to);
    Some(pool.concat(c, low))
}

/// match: `sext(x)`
/// result: `zext(x)`
/// when: the sign of `x` is certainly 0
fn sext_non_negative(pool: &mut Pool, on: &PartOf) -> Option<ExprId> {
    bounds::is_non_negative(pool, on.of).then(|| pool.zero_extend(on.of, on.width))
}
