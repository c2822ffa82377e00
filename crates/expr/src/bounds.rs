//! What is certain about the value of an expression: an unsigned interval, and bits that are zero.
//!
//! Sound and often far from tight. The interval of an expression of at most 64 bits is computed from those of its operands
//! when it is made, and kept, so that also long chains of choices (merged values) have one. What is wider is looked at only a
//! few nodes deep, and so are zero bits. Where nothing is known the interval is the whole range of the width.

use crate::{BinaryOp, BoundedOp, ExprId, Node, Pool, Width, fold};

/// How many nodes deep an answer that is not kept may look.
const DEPTH: u32 = 4;
/// Intervals are kept for expressions of up to this many bits.
const KEPT_WIDTH: Width = 64;

/// The least and the largest value an expression can have, both inclusive, as unsigned numbers.
pub fn interval(pool: &Pool, id: ExprId) -> (u128, u128) {
    interval_to(pool, id, DEPTH)
}

/// The interval of an expression where more is known of some expressions; anything where that is contradictory.
pub fn interval_where(
    pool: &Pool,
    id: ExprId,
    known: &dyn Fn(ExprId) -> Option<(u128, u128)>,
) -> (u128, u128) {
    fn look(
        pool: &Pool,
        id: ExprId,
        known: &dyn Fn(ExprId) -> Option<(u128, u128)>,
        depth: u32,
    ) -> (u128, u128) {
        let (mut low, mut high) = known(id).unwrap_or_else(|| interval_to(pool, id, depth));
        let width = pool.width(id);
        let node = pool.node(id);
        // Choices have many parts, and nearly always one of them is not bounded.
        let worthwhile = !matches!(node, Node::Ite(..) | Node::Select(..));
        if worthwhile && depth > 0 && width > 0 && low < high {
            let (least, most) = step(pool, node, width, |id| look(pool, id, known, depth - 1));
            (low, high) = (low.max(least), high.min(most));
        }
        (low, high.max(low))
    }
    look(pool, id, known, DEPTH)
}

/// What the pool keeps for a new expression.
pub(crate) fn of_new(pool: &Pool, node: Node, width: Width) -> (u64, u64) {
    match node {
        Node::Const(value) => (value, value),
        _ if width == 0 || width > KEPT_WIDTH => (0, u64::MAX),
        _ => {
            let (least, most) = step(pool, node, width, |id| interval_to(pool, id, DEPTH));
            (least as u64, most as u64)
        }
    }
}

/// The bits of an expression that are zero whatever the inputs; bits above its width are not reported.
pub fn zero_bits(pool: &Pool, id: ExprId) -> u128 {
    zero_bits_to(pool, id, DEPTH)
}

/// How many of the lowest bits of an expression are the same whatever the inputs, and what they are: those of the address of an
/// element in a row of equal elements, say.
pub fn low_bits(pool: &Pool, id: ExprId) -> (Width, u128) {
    match pool.node(id) {
        Node::Concat(_, low) => match pool.as_const(low) {
            Some(value) => (pool.width(low), value),
            None => low_bits(pool, low),
        },
        Node::ZeroExtend(inner) | Node::SignExtend(inner) => low_bits(pool, inner),
        Node::Binary(BinaryOp::Add, base, by) => match (pool.node(base), pool.as_const(by)) {
            (Node::Concat(..) | Node::ZeroExtend(_) | Node::SignExtend(_), Some(by)) => {
                let (count, value) = low_bits(pool, base);
                (count, value.wrapping_add(by) & fold::mask(count))
            }
            _ => (0, 0),
        },
        _ => (0, 0),
    }
}

/// Is the sign bit certainly zero?
pub fn is_non_negative(pool: &Pool, id: ExprId) -> bool {
    let top = 1u128 << (pool.width(id) - 1);
    zero_bits(pool, id) & top != 0 || interval(pool, id).1 < top
}

fn interval_to(pool: &Pool, id: ExprId, depth: u32) -> (u128, u128) {
    let width = pool.width(id);
    if width <= KEPT_WIDTH {
        let (least, most) = pool.intervals[id.0 as usize];
        return (u128::from(least), u128::from(most));
    }
    if let Some(value) = pool.as_const(id) {
        return (value, value);
    }
    if depth == 0 {
        return (0, fold::mask(width));
    }
    step(pool, pool.node(id), width, |id| interval_to(pool, id, depth - 1))
}

/// The interval of a node from those of its operands.
pub(crate) fn of_node(
    pool: &Pool,
    node: Node,
    width: Width,
    of: impl Fn(ExprId) -> (u128, u128),
) -> (u128, u128) {
    step(pool, node, width, of)
}

fn step(pool: &Pool, node: Node, width: Width, of: impl Fn(ExprId) -> (u128, u128)) -> (u128, u128) {
    let mask = fold::mask(width);
    match node {
        Node::ZeroExtend(a) => of(a),
        Node::Concat(high, low) => {
            let shift = pool.width(low);
            let ((least_high, most_high), (least_low, most_low)) = (of(high), of(low));
            (least_high << shift | least_low, most_high << shift | most_low)
        }
        Node::Ite(_, then, otherwise) => {
            let ((least_then, most_then), (least_else, most_else)) = (of(then), of(otherwise));
            (least_then.min(least_else), most_then.max(most_else))
        }
        Node::Binary(op, a, b) => binary_interval(op, mask, a, b, of).unwrap_or((0, mask)),
        Node::SignExtend(a) => {
            let (least, most) = of(a);
            let from = pool.width(a);
            let top = 1u128 << (from - 1);
            if most < top {
                (least, most)
            } else if least >= top {
                (fold::sign_extend(least, from, width), fold::sign_extend(most, from, width))
            } else {
                (0, mask)
            }
        }
        Node::Extract { of: whole, low: 0 } => {
            let (least, most) = of(whole);
            if most <= mask { (least, most) } else { (0, mask) }
        }
        Node::Select(array, _) => match pool.node(array) {
            Node::Table(table) => {
                let bytes = pool.table_bytes(table);
                // Tables may be long; a short one is worth the look.
                if bytes.len() > 64 {
                    return (0, mask);
                }
                (0, u128::from(bytes.iter().copied().max().unwrap_or(0)))
            }
            _ => (0, mask),
        },
        Node::Bounded { op: BoundedOp::HowMany, count, .. } => (0, of(count).1),
        _ => (0, mask),
    }
}

/// The interval of an operation, where the intervals of its operands say anything.
fn binary_interval(
    op: BinaryOp,
    mask: u128,
    a: ExprId,
    b: ExprId,
    of: impl Fn(ExprId) -> (u128, u128),
) -> Option<(u128, u128)> {
    match op {
        BinaryOp::Add => {
            let ((least_a, most_a), (least_b, most_b)) = (of(a), of(b));
            let most = most_a.checked_add(most_b).filter(|&most| most <= mask);
            match most {
                Some(most) => Some((least_a + least_b, most)),
                // Both ends wrap around together, as for the addition of a negative constant.
                None => {
                    let least = least_a.wrapping_add(least_b);
                    let wraps = least < least_a || least > mask;
                    wraps.then(|| (least & mask, most_a.wrapping_add(most_b) & mask))
                }
            }
        }
        BinaryOp::Sub => {
            let ((least_a, most_a), (least_b, most_b)) = (of(a), of(b));
            Some((least_a.checked_sub(most_b)?, most_a - least_b))
        }
        BinaryOp::Mul => {
            let ((least_a, most_a), (least_b, most_b)) = (of(a), of(b));
            let most = most_a.checked_mul(most_b).filter(|&most| most <= mask)?;
            Some((least_a * least_b, most))
        }
        BinaryOp::UDiv => {
            let ((least_a, most_a), (least_b, most_b)) = (of(a), of(b));
            // A division by zero is all ones.
            Some((least_a.checked_div(most_b)?, most_a.checked_div(least_b)?))
        }
        BinaryOp::URem => {
            let ((_, most_a), (least_b, most_b)) = (of(a), of(b));
            Some((0, if least_b == 0 { most_a } else { most_a.min(most_b - 1) }))
        }
        BinaryOp::LShr => Some((0, of(a).1)),
        BinaryOp::And => Some((0, of(a).1.min(of(b).1))),
        BinaryOp::Or => Some((of(a).0.max(of(b).0), mask)),
        _ => None,
    }
}

fn zero_bits_to(pool: &Pool, id: ExprId, depth: u32) -> u128 {
    let mask = fold::mask(pool.width(id));
    if let Some(value) = pool.as_const(id) {
        return !value & mask;
    }
    if depth == 0 {
        return 0;
    }
    let of = |id| zero_bits_to(pool, id, depth - 1);
    match pool.node(id) {
        Node::ZeroExtend(a) => of(a) | (mask & !fold::mask(pool.width(a))),
        Node::SignExtend(a) => fold::sign_extend(of(a), pool.width(a), pool.width(id)),
        Node::Concat(high, low) => of(high) << pool.width(low) | of(low),
        Node::Extract { of: whole, low } => (of(whole) >> low) & mask,
        Node::Ite(_, then, otherwise) => of(then) & of(otherwise),
        Node::Binary(BinaryOp::And, a, b) => of(a) | of(b),
        Node::Binary(BinaryOp::Or | BinaryOp::Xor, a, b) => of(a) & of(b),
        _ => 0,
    }
}
