//! Which inputs a segment is run on.

use bowline_base::Rng;
use serde::{Deserialize, Serialize};

/// What an input may be, both ends included.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Range {
    pub low: i64,
    pub high: i64,
}

impl Range {
    pub fn contains(self, value: i64) -> bool {
        (self.low..=self.high).contains(&value)
    }

    fn clamped(self, value: i128) -> i64 {
        value.clamp(self.low.into(), self.high.into()) as i64
    }

    /// Values at which code is likely to change its mind.
    fn borders(self) -> Vec<i64> {
        let mut borders: Vec<i64> =
            [self.low, self.low.saturating_add(1), -1, 0, 1, self.high.saturating_sub(1), self.high]
                .into_iter()
                .filter(|&value| self.contains(value))
                .collect();
        borders.sort_unstable();
        borders.dedup();
        borders
    }

    /// Anything; small numbers as often as large ones, where the range has both.
    fn any(self, rng: &mut Rng) -> i64 {
        let width = (i128::from(self.high) - i128::from(self.low)) as u128;
        let bits = 128 - width.leading_zeros();
        let scale = match rng.bool() {
            true => width,
            false => width.min((1 << rng.below(u64::from(bits) + 1)) - 1),
        };
        let distance =
            if scale == u128::from(u64::MAX) { rng.next_u64() } else { rng.below(scale as u64 + 1) };
        // From zero on where it lies inside, so that small means small.
        let origin = self.clamped(0);
        let moved =
            i128::from(origin) + if rng.bool() { i128::from(distance) } else { -i128::from(distance) };
        match self.contains(moved.try_into().unwrap_or(i64::MAX)) && i64::try_from(moved).is_ok() {
            true => moved as i64,
            false => self.clamped(i128::from(self.low) + i128::from(distance)),
        }
    }
}

/// Inputs for the `number`-th run: borders first, one input at a time, then at random; sometimes two inputs are equal or neighbours.
pub fn inputs(ranges: &[Range], number: usize, rng: &mut Rng) -> Vec<i64> {
    let mut inputs: Vec<i64> = ranges.iter().map(|range| range.any(rng)).collect();
    let mut left = number;
    for (at, range) in ranges.iter().enumerate() {
        let borders = range.borders();
        if left < borders.len() {
            inputs[at] = borders[left];
            return inputs;
        }
        left -= borders.len();
    }
    if ranges.len() > 1 && rng.below(3) == 0 {
        let (a, b) = (rng.below(ranges.len() as u64) as usize, rng.below(ranges.len() as u64) as usize);
        let beside = i128::from(inputs[b]) + i128::from(rng.below(3)) - 1;
        inputs[a] = ranges[a].clamped(beside);
    }
    inputs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_stay_in_their_ranges_and_reach_all_borders() {
        let ranges = [
            Range { low: -5, high: 1000 },
            Range { low: i64::MIN, high: i64::MAX },
            Range { low: 7, high: 7 },
        ];
        let mut rng = Rng::new(3);
        let all: Vec<Vec<i64>> = (0..2000).map(|number| inputs(&ranges, number, &mut rng)).collect();
        for inputs in &all {
            assert!(inputs.iter().zip(ranges).all(|(&value, range)| range.contains(value)), "{inputs:?}");
        }
        for (at, range) in ranges.iter().enumerate() {
            for border in range.borders() {
                assert!(all.iter().any(|inputs| inputs[at] == border), "{border} of input {at}");
            }
        }
        assert!(
            all.iter().filter(|inputs| (-5..20).contains(&inputs[0])).count() > 300,
            "small numbers are common"
        );
        assert!(all.iter().filter(|inputs| inputs[0] > 500).count() > 300, "large ones, too");
    }
}
