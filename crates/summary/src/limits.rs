//! What the thresholds of a phase demand of a run.

use crate::closed::Closed;
use crate::threshold::{Lasts, Threshold};
use bowline_expr::{ExprId, INDEX_WIDTH, Pool};

/// See the module documentation.
pub(crate) struct Limits {
    /// Of the iterations of a run: each threshold holds at the last that asks for it, and no sum has wrapped around.
    pub so_far: ExprId,
    /// Of one more iteration.
    pub next: ExprId,
}

impl Limits {
    /// For `count` iterations.
    pub fn of(pool: &mut Pool, closed: &Closed<'_>, count: ExprId) -> Option<Self> {
        if closed.phase.thresholds.is_empty() {
            return Some(Self { so_far: Pool::TRUE, next: Pool::TRUE });
        }
        let so_far = Self::so_far(pool, closed, count)?;
        let one = pool.constant(1, INDEX_WIDTH);
        let more = pool.add(count, one);
        let mut next = Pool::TRUE;
        for threshold in &closed.phase.thresholds {
            let fits = does_not_wrap(pool, closed, threshold, more)?;
            next = pool.and(next, fits);
            if threshold.lasts == Lasts::Since {
                continue;
            }
            let now = closed.counted_at(pool, threshold.place, count)?;
            let holds = holds_for(pool, closed, threshold, now)?;
            let demands = closed.demands_at(pool, count)?;
            let asking =
                demands.iter().zip(&threshold.of_path).filter(|(_, of)| **of).map(|(demand, _)| *demand);
            let asked = match threshold.lasts {
                Lasts::UntilForAll => Pool::TRUE,
                _ => pool.any(asking.collect::<Vec<_>>()),
            };
            let unasked = pool.not(asked);
            let fine = pool.or(unasked, holds);
            next = pool.and(next, fine);
        }
        Some(Self { so_far, next })
    }

    /// No sum wraps around in the first `count` iterations.
    pub fn no_sum_wraps(pool: &mut Pool, closed: &Closed<'_>, count: ExprId) -> Option<ExprId> {
        let mut all = Pool::TRUE;
        for threshold in &closed.phase.thresholds {
            let fits = does_not_wrap(pool, closed, threshold, count)?;
            all = pool.and(all, fits);
        }
        Some(all)
    }

    /// All thresholds are kept in the first `count` iterations.
    fn so_far(pool: &mut Pool, closed: &Closed<'_>, count: ExprId) -> Option<ExprId> {
        let zero = pool.constant(0, INDEX_WIDTH);
        let mut all = Self::no_sum_wraps(pool, closed, count)?;
        for threshold in &closed.phase.thresholds {
            let (unasked, value) = match threshold.lasts {
                Lasts::Since => continue,
                Lasts::UntilForAll => {
                    (pool.eq(count, zero), closed.counted_before(pool, threshold.place, count)?)
                }
                Lasts::Until(step) => {
                    let now = closed.counted_at(pool, threshold.place, count)?;
                    (pool.eq(now, closed.start[threshold.place]), pool.sub(now, step))
                }
            };
            let holds = holds_for(pool, closed, threshold, value)?;
            let kept = pool.or(unasked, holds);
            all = pool.and(all, kept);
        }
        Some(all)
    }
}

/// A threshold's condition where its place holds a value.
fn holds_for(pool: &mut Pool, closed: &Closed<'_>, threshold: &Threshold, value: ExprId) -> Option<ExprId> {
    let mut values = vec![None; closed.start.len()];
    values[threshold.place] = Some(value);
    closed.instance(pool, &values, &[threshold.condition])?.pop()
}

/// A threshold's sum does not wrap around in so many iterations.
fn does_not_wrap(
    pool: &mut Pool,
    closed: &Closed<'_>,
    threshold: &Threshold,
    iterations: ExprId,
) -> Option<ExprId> {
    let start: Vec<Option<ExprId>> = closed.start.iter().copied().map(Some).collect();
    let moving = closed.instance(pool, &start, &[threshold.moving])?.pop()?;
    Some(threshold.does_not_wrap(pool, moving, iterations))
}
