//! For which sizes of an object of unknown size a bug happens: "size 1 only", "sizes 5 to 64".
//!
//! One bug is found on many paths, each with sizes of its own, so the sizes of all of them are put together. Sizes are
//! enumerated while that is cheap; past the limits only the least and the greatest are known, and the text says so.

use crate::report::SizesReport;
use bowline_exec::{Executor, State};
use bowline_expr::ExprId;
use std::collections::BTreeSet;

/// Paths of one bug that are asked for their sizes; after that the set is not exact any more.
const PATHS_ASKED: u32 = 64;
/// Sizes of one path that are enumerated.
const SIZES_ASKED: usize = 256;

/// The same where an object may be so large that they cannot all be told.
const SIZES_ASKED_OF_LARGE: usize = 4;
const LARGE: u128 = 1 << 17;

#[derive(Clone, Debug, Default)]
pub struct ObjectSizes {
    sizes: BTreeSet<u64>,
    /// There may be others between the least and the greatest.
    inexact: bool,
    paths: u32,
}

impl ObjectSizes {
    /// Adds the sizes that the object can have on this path.
    pub fn add(&mut self, executor: &mut Executor, state: &State, size: ExprId) {
        self.paths += 1;
        if self.paths > PATHS_ASKED {
            self.inexact = true;
            return;
        }
        let most = match state.path.interval(executor.pool(), size).1 > LARGE {
            true => SIZES_ASKED_OF_LARGE,
            false => SIZES_ASKED,
        };
        if let Ok((values, all)) = executor.values(&state.path, size, most) {
            self.sizes.extend(values.iter().map(|(value, _)| *value as u64));
            self.inexact |= !all;
        } else {
            self.inexact = true;
        }
    }

    /// None where nothing is known.
    pub fn report(&self) -> Option<SizesReport> {
        let mut ranges: Vec<(u64, u64)> = Vec::new();
        for &size in &self.sizes {
            match ranges.last_mut() {
                Some((_, last)) if *last + 1 == size => *last = size,
                _ => ranges.push((size, size)),
            }
        }
        (!ranges.is_empty()).then_some(SizesReport { ranges, exact: !self.inexact })
    }
}

/// `happens for size 1 only`, `happens for sizes 1, 5 to 64`, `happens for sizes 5 to 64 and perhaps others`
pub fn phrase(sizes: &SizesReport) -> String {
    let part = |&(low, high): &(u64, u64)| match high - low {
        0 => low.to_string(),
        _ => format!("{low} to {high}"),
    };
    let text = sizes.ranges.iter().map(part).collect::<Vec<_>>().join(", ");
    match (&sizes.ranges[..], sizes.exact) {
        ([(low, high)], true) if low == high => format!("happens for size {text} only"),
        (_, true) => format!("happens for sizes {text}"),
        (_, false) => format!("happens for sizes {text}, and perhaps others"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_ranges() {
        let sizes =
            |list: &[u64], inexact| ObjectSizes { sizes: list.iter().copied().collect(), inexact, paths: 1 };
        let text = |list: &[u64], inexact| sizes(list, inexact).report().map(|report| phrase(&report));
        assert_eq!(text(&[], false), None);
        assert_eq!(text(&[1], false).as_deref(), Some("happens for size 1 only"));
        assert_eq!(text(&[9, 5, 6, 7, 8], false).as_deref(), Some("happens for sizes 5 to 9"));
        assert_eq!(text(&[1, 5, 6], false).as_deref(), Some("happens for sizes 1, 5 to 6"));
        assert_eq!(text(&[1], true).as_deref(), Some("happens for sizes 1, and perhaps others"));
    }
}
