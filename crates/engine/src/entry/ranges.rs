//! Which places of an object are written already.

use std::collections::BTreeMap;

/// Stretches of places, each from its start to its end; they neither touch nor overlap.
#[derive(Default)]
pub struct Ranges(BTreeMap<u64, u64>);

impl Ranges {
    pub fn add(&mut self, start: u64, length: u64) {
        let (mut start, mut end) = (start, start + length);
        while let Some((&known, &known_end)) =
            self.0.range(..=end).next_back().filter(|(_, known)| **known >= start)
        {
            self.0.remove(&known);
            (start, end) = (start.min(known), end.max(known_end));
        }
        if start < end {
            self.0.insert(start, end);
        }
    }

    /// Is any place in there between a start and an end?
    pub fn meets(&self, start: u64, end: u64) -> bool {
        start < end && self.0.range(..end).next_back().is_some_and(|(_, known)| *known > start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bowline_base::Rng;

    #[test]
    fn they_hold_what_was_added() {
        let mut rng = Rng::new(3);
        for round in 0..300 {
            let (mut ranges, mut plain) = (Ranges::default(), [false; 40]);
            for _ in 0..6 {
                let (start, length) = (rng.below(30), rng.below(10));
                ranges.add(start, length);
                plain[start as usize..(start + length) as usize].fill(true);
            }
            for start in 0..40 {
                for end in start..40 {
                    let expected = plain[start..end].contains(&true);
                    assert_eq!(
                        ranges.meets(start as u64, end as u64),
                        expected,
                        "round {round}: {start}..{end}"
                    );
                }
            }
        }
    }
}
