//! And and or with constants that are masks: runs of equal bits become slices.

use super::Pair;
use crate::{ExprId, Pool, Width};

/// The lengths of the runs of equal bits of a constant from the lowest bit up, if there are at most three.
fn runs(value: u128, width: Width) -> Option<([Width; 3], usize)> {
    let mut lengths = [0; 3];
    let (mut rest, mut left, mut count) = (value, width, 0);
    while left > 0 {
        let length = if rest & 1 == 1 { rest.trailing_ones() } else { rest.trailing_zeros() };
        let length = (length as Width).min(left);
        *lengths.get_mut(count)? = length;
        count += 1;
        left -= length;
        rest = rest.checked_shr(u32::from(length)).unwrap_or(0);
    }
    Some((lengths, count))
}

/// Replaces the bits of `on.a` where the constant has the bit `fixed` by that bit, as a concatenation of slices.
fn fix_runs(pool: &mut Pool, on: &Pair, fixed: bool) -> Option<ExprId> {
    let c = on.constant();
    let (lengths, count) = runs(c, on.width)?;
    let mut low = 0;
    let mut whole = None;
    for &length in &lengths[..count] {
        let part = if (c >> low & 1 == 1) == fixed {
            pool.constant(if fixed { u128::MAX } else { 0 }, length)
        } else {
            pool.extract(on.a, low, length)
        };
        whole = Some(match whole {
            Some(below) => pool.concat(part, below),
            None => part,
        });
        low += length;
    }
    whole
}

/// match: `x & c`
/// result: slices of `x` with zeros between
/// when: `c` has at most three runs of equal bits
pub(super) fn and_mask_runs(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    fix_runs(pool, on, false)
}

/// match: `x | c`
/// result: slices of `x` with ones between
/// when: `c` has at most three runs of equal bits
pub(super) fn or_mask_runs(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    fix_runs(pool, on, true)
}
