//! How large expressions are.
//!
//! Counted twice: as they are kept, each different expression once, and written out, each as often as it occurs. The second
//! is what an engine without sharing would have to build, and what merged conditions are compared by in the literature.

use bowline_base::FxHashMap;
use bowline_expr::{BinaryOp, ExprId, Node, Pool};
use std::ops::AddAssign;

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Measure {
    /// Different expressions.
    pub shared: u64,
    /// All occurrences. Grows exponentially with depth in bad cases, hence no integer.
    pub written_out: f64,
}

impl AddAssign for Measure {
    fn add_assign(&mut self, other: Self) {
        self.shared += other.shared;
        self.written_out += other.written_out;
    }
}

/// The size of some expressions together.
pub(crate) fn measure(pool: &Pool, roots: impl IntoIterator<Item = ExprId>) -> Measure {
    let mut sizes: FxHashMap<ExprId, f64> = FxHashMap::default();
    let mut total = Measure::default();
    for root in roots {
        let mut pending = vec![root];
        while let Some(&id) = pending.last() {
            if sizes.contains_key(&id) {
                pending.pop();
                continue;
            }
            let mut size = 1.0;
            let depth = pending.len();
            pool.node(id).for_each_child(|child| match sizes.get(&child) {
                Some(known) => size += known,
                None => pending.push(child),
            });
            if pending.len() == depth {
                sizes.insert(id, size);
                total.shared += 1;
                pending.pop();
            }
        }
        total.written_out += sizes[&root];
    }
    total
}

fn is_product(op: BinaryOp) -> bool {
    use BinaryOp::{Mul, SDiv, SRem, UDiv, URem};
    matches!(op, Mul | UDiv | SDiv | URem | SRem)
}

/// How many multiplications and divisions are made one after the other, at most, to compute one of some expressions; counting ends at `enough`. Those
/// side by side are as many small questions.
pub(crate) fn products_in_a_row(
    pool: &Pool,
    roots: impl IntoIterator<Item = ExprId>,
    enough: usize,
) -> usize {
    let mut known: FxHashMap<ExprId, usize> = FxHashMap::default();
    let mut pending: Vec<ExprId> = roots.into_iter().collect();
    let mut longest = 0;
    while let Some(&id) = pending.last() {
        if known.contains_key(&id) {
            pending.pop();
            continue;
        }
        let node = pool.node(id);
        let (mut below, waiting) = (0, pending.len());
        node.for_each_child(|child| match known.get(&child) {
            Some(row) => below = below.max(*row),
            None => pending.push(child),
        });
        if pending.len() == waiting {
            let row = below + usize::from(matches!(node, Node::Binary(op, ..) if is_product(op)));
            longest = longest.max(row);
            if longest >= enough {
                return enough;
            }
            known.insert(id, row);
            pending.pop();
        }
    }
    longest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shared_counts_once_or_as_often_as_it_occurs() {
        let mut pool = Pool::new();
        let symbol = pool.symbol("x", 0, 2);
        let (a, b) = (pool.input_byte(symbol, 0), pool.input_byte(symbol, 1));
        let mut value = pool.add(a, b);
        let alone = measure(&pool, [value]);
        for _ in 0..10 {
            value = pool.mul(value, value);
        }
        let powers = measure(&pool, [value]);
        assert_eq!(products_in_a_row(&pool, [a, value], 100), 10);
        assert_eq!(products_in_a_row(&pool, [a, value], 3), 3);
        assert_eq!(powers.shared, alone.shared + 10);
        assert_eq!(powers.written_out, 1024.0 * (alone.written_out + 1.0) - 1.0);
        let twice = measure(&pool, [value, value]);
        assert_eq!((twice.shared, twice.written_out), (powers.shared, 2.0 * powers.written_out));
    }
}
