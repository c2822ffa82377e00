//! Conditional values.

use super::bitwise::negated;
use super::{ANY, CONST, Choice, ITE, SEXT, ZEXT, rules};
use crate::{BinaryOp, ExprId, Node, Pool, fold};

rules! {
    RULES: Choice, "ite", ORDERED = [
        ite_not(ANY, ANY),
        ite_one_bit(ANY, ANY),
        ite_to_extension(CONST, CONST),
        ite_of_equality(ANY, ANY),
        ite_same_condition(ITE, ANY),
        ite_same_condition_else(ANY, ITE),
        ite_shared_arm(ITE, ANY),
        ite_shared_arm_else(ANY, ITE),
        ite_zexts(ZEXT.or(CONST), ZEXT.or(CONST)),
        ite_sexts(SEXT, SEXT),
    ];
}

/// match: `ite(not p, x, y)`, `ite(a <= b, x, y)`
/// result: `ite(p, y, x)`, `ite(b < a, y, x)`
fn ite_not(pool: &mut Pool, on: &Choice) -> Option<ExprId> {
    let p = match on.condition_node {
        Node::Binary(BinaryOp::Ule, a, b) => pool.ult(b, a),
        Node::Binary(BinaryOp::Sle, a, b) => pool.slt(b, a),
        node => negated(pool, node)?,
    };
    Some(pool.ite(p, on.otherwise, on.then))
}

/// match: `ite(p, x, y)` of one bit
/// result: `p`, `not p`, or an and or or with them
/// when: an arm is constant, or is `p` or its negation
fn ite_one_bit(pool: &mut Pool, on: &Choice) -> Option<ExprId> {
    if on.width != 1 {
        return None;
    }
    let p = on.condition;
    let (then, otherwise) = (on.then, on.otherwise);
    if then == Pool::TRUE || then == p {
        return Some(pool.or(p, otherwise));
    }
    if otherwise == Pool::FALSE || otherwise == p {
        return Some(pool.and(p, then));
    }
    if then == Pool::FALSE {
        let not = pool.not(p);
        return Some(pool.and(not, otherwise));
    }
    if otherwise == Pool::TRUE {
        let not = pool.not(p);
        return Some(pool.or(not, then));
    }
    None
}

/// match: `ite(p, 1, 0)`, `ite(p, -1, 0)`, and with exchanged arms
/// result: `zext(p)`, `sext(p)`, of `not p`
fn ite_to_extension(pool: &mut Pool, on: &Choice) -> Option<ExprId> {
    let ones = fold::mask(on.width);
    let (bit, value) = match (pool.as_const(on.then)?, pool.as_const(on.otherwise)?) {
        (value, 0) if value == 1 || value == ones => (on.condition, value),
        (0, value) if value == 1 || value == ones => (pool.not(on.condition), value),
        _ => return None,
    };
    Some(if value == 1 { pool.zero_extend(bit, on.width) } else { pool.sign_extend(bit, on.width) })
}

/// match: `ite(x == y, x, y)`, `ite(x == y, y, x)`
/// result: the second arm
fn ite_of_equality(_: &mut Pool, on: &Choice) -> Option<ExprId> {
    match on.condition_node {
        Node::Binary(BinaryOp::Eq, x, y)
            if (x, y) == (on.then, on.otherwise) || (y, x) == (on.then, on.otherwise) =>
        {
            Some(on.otherwise)
        }
        _ => None,
    }
}

/// match: `ite(p, ite(p, x, _), y)`
/// result: `ite(p, x, y)`
fn ite_same_condition(pool: &mut Pool, on: &Choice) -> Option<ExprId> {
    let Node::Ite(q, x, _) = on.then_node else { return None };
    (q == on.condition).then(|| pool.ite(q, x, on.otherwise))
}

/// match: `ite(p, x, ite(p, _, y))`
/// result: `ite(p, x, y)`
fn ite_same_condition_else(pool: &mut Pool, on: &Choice) -> Option<ExprId> {
    let Node::Ite(q, _, y) = on.otherwise_node else { return None };
    (q == on.condition).then(|| pool.ite(q, on.then, y))
}

/// match: `ite(p, ite(q, x, y), z)`
/// result: `ite(p and q, x, y)` if `z` is `y`; `ite(p and not q, y, x)` if `z` is `x`
fn ite_shared_arm(pool: &mut Pool, on: &Choice) -> Option<ExprId> {
    let Node::Ite(q, x, y) = on.then_node else { return None };
    if on.otherwise == y {
        let both = pool.and(on.condition, q);
        return Some(pool.ite(both, x, y));
    }
    if on.otherwise == x {
        let not = pool.not(q);
        let only = pool.and(on.condition, not);
        return Some(pool.ite(only, y, x));
    }
    None
}

/// match: `ite(p, z, ite(q, x, y))`
/// result: `ite(p or q, x, y)` if `z` is `x`; `ite(p or not q, y, x)` if `z` is `y`
fn ite_shared_arm_else(pool: &mut Pool, on: &Choice) -> Option<ExprId> {
    let Node::Ite(q, x, y) = on.otherwise_node else { return None };
    if on.then == x {
        let any = pool.or(on.condition, q);
        return Some(pool.ite(any, x, y));
    }
    if on.then == y {
        let not = pool.not(q);
        let any = pool.or(on.condition, not);
        return Some(pool.ite(any, y, x));
    }
    None
}

/// match: `ite(p, zext(x), zext(y))`, one of the two perhaps a constant
/// result: `zext(ite(p, x, y))`
/// when: `x` and `y` have one width, and a constant fits into it
fn ite_zexts(pool: &mut Pool, on: &Choice) -> Option<ExprId> {
    let narrow = match (on.then_node, on.otherwise_node) {
        (Node::ZeroExtend(x), Node::ZeroExtend(y)) if pool.width(x) == pool.width(y) => pool.width(x),
        (Node::ZeroExtend(x), _) if pool.as_const(on.otherwise)? <= fold::mask(pool.width(x)) => {
            pool.width(x)
        }
        (_, Node::ZeroExtend(y)) if pool.as_const(on.then)? <= fold::mask(pool.width(y)) => pool.width(y),
        _ => return None,
    };
    let then = pool.extract(on.then, 0, narrow);
    let otherwise = pool.extract(on.otherwise, 0, narrow);
    let inner = pool.ite(on.condition, then, otherwise);
    Some(pool.zero_extend(inner, on.width))
}

/// match: `ite(p, sext(x), sext(y))`
/// result: `sext(ite(p, x, y))`
/// when: `x` and `y` have one width
fn ite_sexts(pool: &mut Pool, on: &Choice) -> Option<ExprId> {
    let (Node::SignExtend(x), Node::SignExtend(y)) = (on.then_node, on.otherwise_node) else { return None };
    if pool.width(x) != pool.width(y) {
        return None;
    }
    let inner = pool.ite(on.condition, x, y);
    Some(pool.sign_extend(inner, on.width))
}
