//! Concatenation.
//!
//! A value that is stored as bytes and loaded again must come back as the value. So concatenations lean to the right
//! (`a ++ (b ++ c)`), and a part that continues its neighbour is joined with it: directly, when both are slices of
//! one term; or because slicing that term where the neighbour lies gives exactly the neighbour, in whatever form the rules of
//! extraction brought it.

use super::{ANY, CONCAT, CONST, EXTRACT, ITE, Joined, SEXT, ZEXT, choice, rules};
use crate::{ExprId, Node, Pool};

rules! {
    RULES: Joined, "concat", ORDERED = [
        concat_lean_right(CONCAT, ANY),
        concat_slices(EXTRACT, ANY),
        concat_slice_below(ANY, EXTRACT),
        concat_leading_zeros(CONST, ANY),
        concat_constant_parts(CONST, CONCAT.or(ZEXT)),
        concat_zext(ZEXT, ANY),
        concat_sign_copies(SEXT.or(EXTRACT), ANY),
        concat_choices(ITE.or(ZEXT).or(SEXT).or(CONST), ITE.or(ZEXT).or(SEXT).or(CONST)),
        concat_sext(SEXT, ANY),
    ];
}

/// match: `(x ++ y) ++ z`
/// result: `x ++ (y ++ z)`
fn concat_lean_right(pool: &mut Pool, on: &Joined) -> Option<ExprId> {
    let Node::Concat(x, y) = on.high_node else { return None };
    let low = pool.concat(y, on.low);
    Some(pool.concat(x, low))
}

/// The highest part of a term, and what is below it.
fn head(pool: &Pool, id: ExprId) -> (ExprId, Option<ExprId>) {
    match pool.node(id) {
        Node::Concat(high, low) => (high, Some(low)),
        _ => (id, None),
    }
}

/// match: `x[i..] ++ y`, `x[i..] ++ (y ++ z)`
/// result: `x[i - n..]`, `x[i - n..] ++ z`
/// when: `y` equals `x[i - n..i]`, `n` being its width
fn concat_slices(pool: &mut Pool, on: &Joined) -> Option<ExprId> {
    let Node::Extract { of, low } = on.high_node else { return None };
    let (next, rest) = head(pool, on.low);
    let next_width = pool.width(next);
    let start = low.checked_sub(next_width)?;
    let continues = match pool.node(next) {
        Node::Extract { of: other, low: other_low } if other == of => other_low == start,
        // Input bytes are what they are; only terms that extraction simplifies can hide a slice.
        Node::Select(..) => false,
        _ => pool.extract(of, start, next_width) == next,
    };
    if !continues {
        return None;
    }
    let joined = pool.extract(of, start, on.high_width + next_width);
    Some(match rest {
        Some(rest) => pool.concat(joined, rest),
        None => joined,
    })
}

/// match: `x ++ y[i..]`, `x ++ (y[i..] ++ z)`
/// result: `y[i..]`, `y[i..] ++ z`, longer by the width of `x`
/// when: `x` equals the slice of `y` that follows
fn concat_slice_below(pool: &mut Pool, on: &Joined) -> Option<ExprId> {
    let Node::Extract { of, low } = on.low_node else { return None };
    let start = low + on.low_width;
    if start + on.high_width > pool.width(of) || matches!(on.high_node, Node::Select(..)) {
        return None;
    }
    (pool.extract(of, start, on.high_width) == on.high)
        .then(|| pool.extract(of, low, on.low_width + on.high_width))
}

/// match: `c ++ x`
/// result: `zext(c' ++ x)`, `zext(x)`
/// when: the constant `c` starts with zeros
fn concat_leading_zeros(pool: &mut Pool, on: &Joined) -> Option<ExprId> {
    let c = pool.as_const(on.high)?;
    let significant = (128 - c.leading_zeros()) as u16;
    if significant == on.high_width {
        return None;
    }
    let rest = if significant == 0 {
        on.low
    } else {
        let c = pool.constant(c, significant);
        pool.concat(c, on.low)
    };
    Some(pool.zero_extend(rest, on.high_width + on.low_width))
}

/// match: `c ++ (d ++ x)`, `c ++ zext(x)`
/// result: `(c ++ d) ++ x`, `(c ++ 0) ++ x`
/// when: `c` and `d` are constants
fn concat_constant_parts(pool: &mut Pool, on: &Joined) -> Option<ExprId> {
    let (next, rest) = match on.low_node {
        Node::Concat(next, rest) => (pool.as_const(next)?, rest),
        Node::ZeroExtend(rest) => (0, rest),
        _ => return None,
    };
    let next_width = on.low_width - pool.width(rest);
    let c = pool.as_const(on.high)?;
    let joined = pool.constant(c << next_width | next, on.high_width + next_width);
    Some(pool.concat(joined, rest))
}

/// match: `zext(x) ++ y`
/// result: `zext(x ++ y)`
fn concat_zext(pool: &mut Pool, on: &Joined) -> Option<ExprId> {
    let Node::ZeroExtend(x) = on.high_node else { return None };
    let inner = pool.concat(x, on.low);
    Some(pool.zero_extend(inner, on.high_width + on.low_width))
}

/// match: `sext(bit) ++ x`, `bit ++ x`
/// result: `sext(x)`
/// when: `bit` is the highest bit of `x`
fn concat_sign_copies(pool: &mut Pool, on: &Joined) -> Option<ExprId> {
    let bit = match on.high_node {
        Node::SignExtend(bit) => bit,
        _ => on.high,
    };
    if pool.width(bit) != 1 {
        return None;
    }
    let (top, _) = head(pool, on.low);
    let top_bit = pool.extract(top, pool.width(top) - 1, 1);
    (top_bit == bit).then(|| pool.sign_extend(on.low, on.high_width + on.low_width))
}

/// match: `sext(x) ++ y`
/// result: `sext(x ++ y)`
fn concat_sext(pool: &mut Pool, on: &Joined) -> Option<ExprId> {
    let Node::SignExtend(x) = on.high_node else { return None };
    let inner = pool.concat(x, on.low);
    Some(pool.sign_extend(inner, on.high_width + on.low_width))
}

/// match: `ite(p, c1, c2) ++ ite(p, d1, d2)`, one of the two perhaps a constant
/// result: `ite(p, c1 ++ d1, c2 ++ d2)`
/// when: all are constants
fn concat_choices(pool: &mut Pool, on: &Joined) -> Option<ExprId> {
    let high = choice::of_constants(pool, on.high);
    let low = choice::of_constants(pool, on.low);
    let (condition, high, low) = match (high, low) {
        (Some((p, c1, c2)), Some((q, d1, d2))) if p == q => (p, (c1, c2), (d1, d2)),
        (Some((p, c1, c2)), None) => {
            let d = pool.as_const(on.low)?;
            (p, (c1, c2), (d, d))
        }
        (None, Some((p, d1, d2))) => {
            let c = pool.as_const(on.high)?;
            (p, (c, c), (d1, d2))
        }
        _ => return None,
    };
    let width = on.high_width + on.low_width;
    let then = pool.constant(high.0 << on.low_width | low.0, width);
    let otherwise = pool.constant(high.1 << on.low_width | low.1, width);
    Some(pool.ite(condition, then, otherwise))
}
