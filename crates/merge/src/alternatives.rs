//! Disjunctions of paths.
//!
//! Paths that are about to be one have much in common beside where they part: both tested that the text goes on. What all
//! alternatives demand stands outside their disjunction, where the solver need not look for it.

use bowline_base::FxHashSet;
use bowline_expr::{ExprId, Pool};

/// A condition that holds when one of some conditions does.
pub(crate) fn alternatives(pool: &mut Pool, conditions: &[ExprId]) -> ExprId {
    let possible: Vec<ExprId> = conditions.iter().copied().filter(|id| *id != Pool::FALSE).collect();
    if let [] | [_] = possible[..] {
        return possible.first().copied().unwrap_or(Pool::FALSE);
    }
    let possible: Vec<Vec<ExprId>> = possible.into_iter().map(|id| pool.conjuncts(id)).collect();
    let (first, others) = (&possible[0], &possible[1..]);
    let mut shared: FxHashSet<ExprId> = first.iter().copied().collect();
    for other in others {
        let other: FxHashSet<ExprId> = other.iter().copied().collect();
        shared.retain(|conjunct| other.contains(conjunct));
    }
    // In the order of the first, so that equal beginnings are equal expressions.
    let common = pool.all(first.iter().copied().filter(|conjunct| shared.contains(conjunct)));
    let mut either = Pool::FALSE;
    for conjuncts in &possible {
        let own = pool.all(conjuncts.iter().copied().filter(|conjunct| !shared.contains(conjunct)));
        either = pool.or(either, own);
    }
    pool.and(common, either)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_all_demand_stands_outside() {
        let mut pool = Pool::new();
        let symbol = pool.symbol("x", 0, 4);
        let zero = pool.constant(0, 8);
        let [p, q, r, s] = [0, 1, 2, 3].map(|at| {
            let byte = pool.input_byte(symbol, at);
            pool.eq(byte, zero)
        });
        let not_q = pool.not(q);
        let one = pool.all([p, q, r]);
        let other = pool.all([not_q, p, s]);
        let merged = alternatives(&mut pool, &[one, Pool::FALSE, other]);
        let (with_q, without_q) = (pool.and(q, r), pool.and(not_q, s));
        let either = pool.or(with_q, without_q);
        assert_eq!(merged, pool.and(p, either));
        let both = pool.and(p, q);
        assert_eq!(alternatives(&mut pool, &[p, both]), p);
        assert_eq!(alternatives(&mut pool, &[]), Pool::FALSE);
    }
}
