//! Terms about all numbers below a count.
//!
//! Much of what a loop demands of every iteration is no more than a comparison of its counter with a limit: that holds for all numbers if it does
//! for the first or the last, so no bounded term is left of it. What is left is about contents.

use super::{AND, ANY, BOUNDED, CONST, Pair, Quantified, rules};
use crate::bounded::Variable;
use crate::{BinaryOp, BoundedOp, ExprId, INDEX_WIDTH, Node, Pool, bounds, fold};

/// Terms with a known count up to this are written out.
const MAX_WRITTEN_OUT: u128 = 4;
/// New nodes that a rule may make of a body.
const MAX_BODY: usize = 64;
/// How deep the variable is looked for in a comparison.
const DEPTH: u32 = 8;

rules! {
    RULES: Quantified, "bounded", ORDERED = [
        bounded_over_nothing(CONST, ANY),
        bounded_without_variable(ANY, ANY),
        bounded_few(CONST, ANY),
        for_all_of_both(ANY, AND),
        bounded_below(ANY, ANY),
        for_all_unequal(ANY, ANY),
        for_all_monotone(ANY, ANY),
    ];
    AND_RULES: Pair, "and", COMMUTATIVE = [
        and_for_all_longer(BOUNDED, BOUNDED),
        and_for_all_adjacent(BOUNDED, BOUNDED),
        and_for_all_next(BOUNDED, ANY),
    ];
}

/// match: `ForAll(0, p)`, `HowMany(0, p)`
/// result: true, 0
fn bounded_over_nothing(pool: &mut Pool, on: &Quantified) -> Option<ExprId> {
    (pool.as_const(on.count) == Some(0)).then_some(match on.op {
        BoundedOp::ForAll => Pool::TRUE,
        BoundedOp::HowMany => on.count,
    })
}

/// match: `ForAll(k, p)`, `HowMany(k, p)`
/// result: `k == 0 or p`, `p ? k : 0`
/// when: `p` does not depend on the variable
fn bounded_without_variable(pool: &mut Pool, on: &Quantified) -> Option<ExprId> {
    if pool.levels_of(on.body).is_free(on.variable.level) {
        return None;
    }
    let zero = pool.constant(0, INDEX_WIDTH);
    Some(match on.op {
        BoundedOp::ForAll => {
            let none = pool.eq(on.count, zero);
            pool.or(none, on.body)
        }
        BoundedOp::HowMany => pool.ite(on.body, on.count, zero),
    })
}

/// match: `ForAll(c, p)`, `HowMany(c, p)`
/// result: `p(0) and p(1) and ...`, `p(0) + p(1) + ...`
/// when: `c` is small
fn bounded_few(pool: &mut Pool, on: &Quantified) -> Option<ExprId> {
    let count = pool.as_const(on.count).filter(|count| *count <= MAX_WRITTEN_OUT)?;
    let mut whole = match on.op {
        BoundedOp::ForAll => Pool::TRUE,
        BoundedOp::HowMany => pool.constant(0, INDEX_WIDTH),
    };
    for number in 0..count {
        let at = pool.constant(number, INDEX_WIDTH);
        let instance = on.body_at(pool, at)?;
        whole = match on.op {
            BoundedOp::ForAll => pool.and(whole, instance),
            BoundedOp::HowMany => {
                let one = pool.zero_extend(instance, INDEX_WIDTH);
                pool.add(whole, one)
            }
        };
    }
    Some(whole)
}

/// match: `ForAll(k, p and q)`
/// result: `ForAll(k, p) and ForAll(k, q)`
fn for_all_of_both(pool: &mut Pool, on: &Quantified) -> Option<ExprId> {
    let (BoundedOp::ForAll, Node::Binary(BinaryOp::And, p, q)) = (on.op, pool.node(on.body)) else {
        return None;
    };
    let p = pool.bounded(on.op, on.variable, on.count, p);
    let q = pool.bounded(on.op, on.variable, on.count, q);
    Some(pool.and(p, q))
}

/// match: `ForAll(k, j < x)`, `HowMany(k, j < x)`
/// result: `k <= x`, `k < x ? k : x`
/// when: `x` does not depend on `j`, and the variable is all of `j`
fn bounded_below(pool: &mut Pool, on: &Quantified) -> Option<ExprId> {
    let Node::Binary(BinaryOp::Ult, number, limit) = pool.node(on.body) else { return None };
    let narrow = is_narrow(pool, number, on.variable);
    let is_number = narrow || number == on.variable.number(pool);
    if !is_number || pool.levels_of(limit).is_free(on.variable.level) || !on.is_told(pool) {
        return None;
    }
    let limit = pool.zero_extend(limit, INDEX_WIDTH);
    Some(match on.op {
        BoundedOp::ForAll => pool.ule(on.count, limit),
        BoundedOp::HowMany => {
            let fewer = pool.ult(on.count, limit);
            pool.ite(fewer, on.count, limit)
        }
    })
}

/// match: `ForAll(k, j + c != x)`
/// result: `k <= x - c`
/// when: `x` does not depend on `j`, `c` is a constant or missing, and the sum has all bits of the variable
fn for_all_unequal(pool: &mut Pool, on: &Quantified) -> Option<ExprId> {
    let BoundedOp::ForAll = on.op else { return None };
    let Node::Binary(BinaryOp::Eq, a, b) = pool.node(super::negated(pool, pool.node(on.body))?) else {
        return None;
    };
    let is_free = |id| pool.levels_of(id).is_free(on.variable.level);
    let (sum, fixed) = match (is_free(a), is_free(b)) {
        (true, false) => (a, b),
        (false, true) => (b, a),
        _ => return None,
    };
    let (number, by) = match pool.node(sum) {
        Node::Binary(BinaryOp::Add, number, by) => (number, Some(by)),
        _ => (sum, None),
    };
    let widened = matches!(pool.node(number), Node::ZeroExtend(inner) if is_narrow(pool, inner, on.variable));
    if !widened && !is_narrow(pool, number, on.variable) || !on.is_told(pool) {
        return None;
    }
    let met_at = match by {
        Some(by) if pool.as_const(by).is_some() => pool.sub(fixed, by),
        Some(_) => return None,
        None => fixed,
    };
    if pool.width(met_at) > INDEX_WIDTH {
        return None;
    }
    let met_at = pool.zero_extend(met_at, INDEX_WIDTH);
    Some(pool.ule(on.count, met_at))
}

fn is_narrow(pool: &Pool, id: ExprId, variable: Variable) -> bool {
    pool.node(id) == Node::Bound(variable.level) && pool.width(id) == variable.bits.into()
}

/// match: `ForAll(k, p)`
/// result: `k == 0 or p(0)` where `p` may only become true with growing `j`, `k == 0 or p(k - 1)` where it may only become false
/// when: `p` compares something that grows or shrinks with `j`, without wrapping around, with what does not depend on it
fn for_all_monotone(pool: &mut Pool, on: &Quantified) -> Option<ExprId> {
    let BoundedOp::ForAll = on.op else { return None };
    if !on.is_told(pool) {
        return None;
    }
    let zero = pool.constant(0, INDEX_WIDTH);
    let decisive = match truth_with_growing_number(pool, on.body, on.variable.level)? {
        Trend::Grows => zero,
        Trend::Shrinks => {
            let one = pool.constant(1, INDEX_WIDTH);
            pool.sub(on.count, one)
        }
    };
    let instance = on.body_at(pool, decisive)?;
    let none = pool.eq(on.count, zero);
    Some(pool.or(none, instance))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Trend {
    Grows,
    Shrinks,
}

impl Trend {
    fn reversed(self) -> Self {
        match self {
            Trend::Grows => Trend::Shrinks,
            Trend::Shrinks => Trend::Grows,
        }
    }
}

/// Does a comparison only become true, or only false, when the variable grows?
fn truth_with_growing_number(pool: &Pool, condition: ExprId, level: u8) -> Option<Trend> {
    if let Some(inner) = super::negated(pool, pool.node(condition)) {
        return truth_with_growing_number(pool, inner, level).map(Trend::reversed);
    }
    let Node::Binary(op, a, b) = pool.node(condition) else { return None };
    let is_signed = match op {
        BinaryOp::Ult | BinaryOp::Ule => false,
        BinaryOp::Slt | BinaryOp::Sle => true,
        _ => return None,
    };
    // As signed numbers, values of one sign are in the same order as without.
    let trend = |id: ExprId| {
        let of_one_sign = {
            let top = 1 << (pool.width(id) - 1);
            let (least, most) = bounds::interval(pool, id);
            most < top || least >= top
        };
        (!is_signed || of_one_sign).then(|| trend(pool, id, level, DEPTH)).flatten()
    };
    let is_free = |id| pool.levels_of(id).is_free(level);
    match (is_free(a), is_free(b)) {
        (true, false) => trend(a).map(Trend::reversed),
        (false, true) => trend(b),
        _ => None,
    }
}

/// Does a word grow or shrink (or stay) when the variable grows, without wrapping around?
fn trend(pool: &Pool, word: ExprId, level: u8, depth: u32) -> Option<Trend> {
    let depth = depth.checked_sub(1)?;
    let is_free = |id| pool.levels_of(id).is_free(level);
    let most = |id| bounds::interval(pool, id).1;
    let mask = fold::mask(pool.width(word));
    match pool.node(word) {
        Node::Bound(_) => Some(Trend::Grows),
        Node::ZeroExtend(inner) => trend(pool, inner, level, depth),
        Node::SignExtend(inner) if bounds::is_non_negative(pool, inner) => trend(pool, inner, level, depth),
        Node::Extract { of, low: 0 } if most(of) <= mask => trend(pool, of, level, depth),
        Node::Concat(high, low) if !is_free(low) => trend(pool, high, level, depth),
        Node::Binary(BinaryOp::Add, a, b) if most(a).checked_add(most(b)).is_some_and(|sum| sum <= mask) => {
            match (is_free(a), is_free(b)) {
                (true, false) => trend(pool, a, level, depth),
                (false, true) => trend(pool, b, level, depth),
                _ => None,
            }
        }
        Node::Binary(BinaryOp::Mul, a, b) if most(a).checked_mul(most(b)).is_some_and(|all| all <= mask) => {
            match (is_free(a), is_free(b)) {
                (true, false) => trend(pool, a, level, depth),
                (false, true) => trend(pool, b, level, depth),
                _ => None,
            }
        }
        Node::Binary(BinaryOp::Sub, a, b) if bounds::interval(pool, a).0 >= most(b) => {
            match (is_free(a), is_free(b)) {
                (true, false) => trend(pool, a, level, depth),
                (false, true) => trend(pool, b, level, depth).map(Trend::reversed),
                _ => None,
            }
        }
        _ => None,
    }
}

/// match: `ForAll(k, p) and ForAll(m, p)`
/// result: the one with more numbers
/// when: `k` and `m` are certainly in order
fn and_for_all_longer(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    let (a, b) = (for_all(on.left)?, for_all(on.right)?);
    if (a.variable, a.body) != (b.variable, b.body) {
        return None;
    }
    let ((least_a, most_a), (least_b, most_b)) =
        (bounds::interval(pool, a.count), bounds::interval(pool, b.count));
    match () {
        () if least_a >= most_b => Some(on.a),
        () if least_b >= most_a => Some(on.b),
        () => None,
    }
}

/// match: `ForAll(k, p) and p(k)`
/// result: `ForAll(k + 1, p)`
/// when: `k` is below what the variable's bits tell
fn and_for_all_next(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    let ((a, b), (left, right)) = ((on.a, on.b), (on.left, on.right));
    [(left, b), (right, a)].into_iter().find_map(|(node, other)| {
        let term = for_all(node)?;
        let is_below = bounds::interval(pool, term.count).1 < 1 << term.variable.bits;
        if !is_below || !pool.levels_of(other).is_plain() {
            return None;
        }
        let one = pool.constant(1, INDEX_WIDTH);
        let next = pool.add(term.count, one);
        let demanded = pool.body_at(term.variable, next, term.body, term.count, MAX_BODY)?;
        (demanded == other).then(|| pool.bounded(BoundedOp::ForAll, term.variable, next, term.body))
    })
}

/// match: `ForAll(c, p) and ForAll(m, q)`
/// result: `ForAll(c + m, p)`
/// when: `q(j)` is `p(c + j)`, and the sum does not wrap around
fn and_for_all_adjacent(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    [(on.left, on.right), (on.right, on.left)].into_iter().find_map(|(first, second)| {
        let (first, second) = (for_all(first)?, for_all(second)?);
        pool.as_const(first.count)?;
        let sum = pool.add(first.count, second.count);
        let most = bounds::interval(pool, first.count).1 + bounds::interval(pool, second.count).1;
        if first.variable.level != second.variable.level || most > fold::mask(INDEX_WIDTH) {
            return None;
        }
        // The bodies may be over fewer bits than the sum has.
        let variable = Variable::below(pool, first.variable.level, sum);
        let number = variable.number(pool);
        let body = pool.body_over(first.variable, first.body, number, MAX_BODY)?;
        let behind = {
            let number = second.variable.number(pool);
            pool.add(first.count, number)
        };
        let shifted = pool.body_at(variable, sum, body, behind, MAX_BODY)?;
        (shifted == second.body).then(|| pool.bounded(BoundedOp::ForAll, variable, sum, body))
    })
}

/// The parts of a universal term.
struct Universal {
    variable: Variable,
    count: ExprId,
    body: ExprId,
}

fn for_all(node: Node) -> Option<Universal> {
    match node {
        Node::Bounded { op: BoundedOp::ForAll, level, bits, count, body } => {
            Some(Universal { variable: Variable { level, bits }, count, body })
        }
        _ => None,
    }
}

impl Quantified {
    fn body_at(&self, pool: &mut Pool, at: ExprId) -> Option<ExprId> {
        pool.body_at(self.variable, self.count, self.body, at, MAX_BODY)
    }

    /// Does the variable tell the numbers apart?
    fn is_told(&self, pool: &Pool) -> bool {
        self.variable.suffices(pool, self.count)
    }
}
