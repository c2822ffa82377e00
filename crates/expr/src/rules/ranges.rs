//! Two facts about one word, each a comparison with a constant: `x == 5 or x < 5`.
//!
//! Such a fact says that the word is within an interval, or that it is not one value. Where both facts together say the same kind of
//! thing, they are one fact. Merged paths are full of them: `size == 3 or not 3 < size`.

use super::bitwise::negated;
use super::equal::equals;
use super::{Pair, compare};
use crate::{BinaryOp, ExprId, Node, Pool, fold};

/// The values that a fact allows; both ends inclusive.
#[derive(Clone, Copy)]
enum Values {
    Within(u128, u128),
    AllBut(u128),
}
use Values::{AllBut, Within};

/// A word and what a condition says of it.
fn fact(pool: &Pool, id: ExprId) -> Option<(ExprId, Values)> {
    let node = pool.node(id);
    if let Some(inner) = negated(pool, node) {
        let Node::Binary(BinaryOp::Eq, x, c) = pool.node(inner) else { return None };
        return Some((x, AllBut(pool.as_const(c)?)));
    }
    match node {
        Node::Binary(BinaryOp::Eq, x, c) => pool.as_const(c).map(|c| (x, Within(c, c))),
        // An order with an extreme constant has become something else.
        Node::Binary(BinaryOp::Ult, a, b) => match (pool.as_const(a), pool.as_const(b)) {
            (None, Some(c)) => Some((a, Within(0, c.checked_sub(1)?))),
            (Some(c), None) if c < fold::mask(pool.width(b)) => {
                Some((b, Within(c + 1, fold::mask(pool.width(b)))))
            }
            _ => None,
        },
        _ => None,
    }
}

/// What both say, if it is one fact; an interval may be empty, with its ends crossed.
fn both(a: Values, b: Values) -> Option<Values> {
    match (a, b) {
        (Within(a, b), Within(c, d)) => Some(Within(a.max(c), b.min(d))),
        (Within(a, b), AllBut(c)) | (AllBut(c), Within(a, b)) => match c {
            c if c < a || c > b => Some(Within(a, b)),
            c if c == a => Some(Within(a + 1, b)),
            // Not the lower end, so not 0.
            c if c == b => Some(Within(a, b - 1)),
            _ => None,
        },
        (AllBut(a), AllBut(b)) => (a == b).then_some(AllBut(a)),
    }
}

/// What one or the other says, if it is one fact.
fn either(a: Values, b: Values, mask: u128) -> Option<Values> {
    match (a, b) {
        (Within(a, b), Within(c, d)) => {
            let ((low, end), (start, high)) = if a <= c { ((a, b), (c, d)) } else { ((c, d), (a, b)) };
            match start {
                start if start <= end.saturating_add(1) => Some(Within(low, end.max(high))),
                start if start == end + 2 && low == 0 && high == mask => Some(AllBut(end + 1)),
                _ => None,
            }
        }
        (Within(a, b), AllBut(c)) | (AllBut(c), Within(a, b)) => {
            Some(if (a..=b).contains(&c) { Within(0, mask) } else { AllBut(c) })
        }
        (AllBut(a), AllBut(b)) => Some(if a == b { AllBut(a) } else { Within(0, mask) }),
    }
}

/// match: `x op1 c1 and x op2 c2`, `x op1 c1 or x op2 c2`; each an equality, its negation or an unsigned order
/// result: one fact about `x`, false or true
/// when: the two together are an interval with one open end, one value, all values but one, none or all
pub(super) fn facts_about_one_word(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    let (x, first) = fact(pool, on.a)?;
    let (y, second) = fact(pool, on.b)?;
    if x != y || on.width != 1 {
        return None;
    }
    let mask = fold::mask(pool.width(x));
    let together = match on.op {
        BinaryOp::And => both(first, second)?,
        _ => either(first, second, mask)?,
    };
    match together {
        Within(low, high) if low > high => Some(Pool::FALSE),
        Within(0, high) if high == mask => Some(Pool::TRUE),
        Within(low, high) if low == high => Some(equals(pool, x, low)),
        Within(0, high) => {
            let end = pool.constant(high + 1, pool.width(x));
            Some(pool.ult(x, end))
        }
        Within(low, high) if high == mask => {
            let before = pool.constant(low - 1, pool.width(x));
            Some(pool.ult(before, x))
        }
        Within(..) => None,
        AllBut(value) => Some(compare::differs(pool, x, value)),
    }
}
