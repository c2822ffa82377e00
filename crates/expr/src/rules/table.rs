//! Bits of tables that characters index, as in `isdigit`: which characters have the bit is a matter of a few ranges, and comparisons
//! say more to everybody than a table does.

use super::{PartOf, equal::equals};
use crate::cases::{computed, operations_above};
use crate::{ExprId, Node, Pool};

/// More ranges are better left to the table.
const MAX_RANGES: usize = 4;

/// match: `table[f(x)][i..]` of one bit, `x` of eight bits
/// result: in which ranges `x` has to be
/// when: `f` consists of operations with constants, and there are few ranges
pub(super) fn extract_table_bit(pool: &mut Pool, on: &PartOf) -> Option<ExprId> {
    let Node::Select(array, index) = on.node else { return None };
    let Node::Table(table) = pool.node(array) else { return None };
    if on.width != 1 {
        return None;
    }
    if let Some(&known) = pool.table_bits.get(&(on.of, on.low)) {
        return known;
    }
    let (operations, x) = operations_above(pool, index, |id| pool.width(id) == 8)?;
    let bytes = pool.table_bytes(table);
    let has_bit = |x: u128| {
        let at = computed(pool, &operations, x);
        let byte = usize::try_from(at).ok().and_then(|at| bytes.get(at)).copied().unwrap_or(0);
        byte >> on.low & 1 == 1
    };
    let answer = ranges(has_bit).map(|ranges| within(pool, x, &ranges));
    pool.table_bits.insert((on.of, on.low), answer);
    answer
}

/// The ranges of bytes that have a property, both ends inclusive, if they are few.
fn ranges(has_it: impl Fn(u128) -> bool) -> Option<Vec<(u128, u128)>> {
    let mut ranges: Vec<(u128, u128)> = Vec::new();
    for value in (0..256).filter(|&value| has_it(value)) {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == value => *last = value,
            _ => ranges.push((value, value)),
        }
        if ranges.len() > MAX_RANGES {
            return None;
        }
    }
    Some(ranges)
}

fn within(pool: &mut Pool, x: ExprId, ranges: &[(u128, u128)]) -> ExprId {
    let mut any = Pool::FALSE;
    for &(first, last) in ranges {
        let inside = if first == last {
            equals(pool, x, first)
        } else if last == 255 {
            let before = pool.constant(first.wrapping_sub(1), 8);
            if first == 0 { Pool::TRUE } else { pool.ult(before, x) }
        } else {
            let (start, length) = (pool.constant(first, 8), pool.constant(last - first + 1, 8));
            let distance = pool.sub(x, start);
            pool.ult(distance, length)
        };
        any = pool.or(any, inside);
    }
    any
}
