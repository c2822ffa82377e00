//! A weighted choice among numbered items: setting a weight and choosing cost O(log n).
//!
//! A tree of partial sums, eight to a node, so that a node is one cache line and 100,000 items are six of them deep.
//! Every sum is computed anew from what is below it and never by subtraction, so weights of very different magnitude leave no
//! rounding residue behind when they go.

use bowline_base::Rng;

const FANOUT: usize = 8;

#[derive(Default)]
pub(crate) struct Weights {
    /// The items first, then level by level the sums of the nodes below, up to a level of one node. A level is whole nodes,
    /// filled up with zeros; there are none without items.
    levels: Vec<Vec<f64>>,
}

fn sum(node: &[f64]) -> f64 {
    node.iter().sum()
}

impl Weights {
    pub(crate) fn get(&self, item: usize) -> f64 {
        self.levels.first().and_then(|items| items.get(item)).copied().unwrap_or(0.0)
    }

    /// A weight of 0 means that the item is never chosen. Weights are finite and not negative.
    pub(crate) fn set(&mut self, item: usize, weight: f64) {
        debug_assert!(weight.is_finite() && weight >= 0.0);
        let (mut index, mut value, mut height) = (item, weight, 0);
        loop {
            if height == self.levels.len() {
                self.add_level();
            }
            let level = &mut self.levels[height];
            let node = index - index % FANOUT;
            if node >= level.len() {
                level.resize(node + FANOUT, 0.0);
            }
            level[index] = value;
            if level.len() == FANOUT {
                return;
            }
            value = sum(&level[node..node + FANOUT]);
            index /= FANOUT;
            height += 1;
        }
    }

    /// The sums of the topmost level, which has grown beyond one node.
    fn add_level(&mut self) {
        let below = self.levels.last().map_or(&[][..], Vec::as_slice);
        let mut sums: Vec<f64> = below.chunks(FANOUT).map(sum).collect();
        sums.resize(sums.len().next_multiple_of(FANOUT).max(FANOUT), 0.0);
        self.levels.push(sums);
    }

    /// An item, with chances as the weights say; none if all weights are 0.
    pub(crate) fn choose(&self, rng: &mut Rng) -> Option<usize> {
        let total = sum(self.levels.last()?);
        if total <= 0.0 {
            return None;
        }
        let mut rest = rng.unit() * total;
        let mut index = 0;
        for level in self.levels.iter().rev() {
            let node = &level[index * FANOUT..(index + 1) * FANOUT];
            let mut chosen = None;
            for (place, weight) in node.iter().enumerate().filter(|(_, weight)| **weight > 0.0) {
                chosen = Some(place);
                if rest < *weight {
                    break;
                }
                rest -= weight;
            }
            // Rounding may leave a rest as large as the whole node; then it is the last with a weight.
            index = index * FANOUT + chosen?;
        }
        Some(index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::expect_chances;
    use bowline_exec::StateId;

    #[test]
    fn chances_are_as_the_weights_say() {
        let mut weights = Weights::default();
        let mut rng = Rng::new(3);
        assert_eq!(weights.choose(&mut rng), None);
        for (item, weight) in [1.0, 0.0, 5.0, 2.0, 0.0, 8.0].into_iter().enumerate() {
            weights.set(item, weight);
        }
        let shares = [(0, 1.0 / 16.0), (2, 5.0 / 16.0), (3, 2.0 / 16.0), (5, 8.0 / 16.0)];
        let mut choose = || weights.choose(&mut rng).map(|item| StateId(item as u32));
        expect_chances(&shares, &mut choose);
    }

    #[test]
    fn chances_are_right_across_nodes() {
        let mut weights = Weights::default();
        let mut rng = Rng::new(5);
        // Added backwards and forwards: the tree grows at once, and step by step.
        for item in (0..200).rev().chain(200..1000) {
            weights.set(item, if item < 500 { 1.0 } else { 3.0 });
        }
        let shares: Vec<(u32, f64)> =
            (0..10).map(|part| (part, if part < 5 { 0.05 } else { 0.15 })).collect();
        expect_chances(&shares, || weights.choose(&mut rng).map(|item| StateId(item as u32 / 100)));
    }

    #[test]
    fn random_changes_against_a_list() {
        let mut rng = Rng::new(4);
        let mut weights = Weights::default();
        let mut list = [0.0; 600];
        for _ in 0..5000 {
            let item = rng.below(600) as usize;
            // Magnitudes far beyond the precision of a sum.
            list[item] = if rng.bool() { 0.0 } else { 2f64.powi(rng.below(2000) as i32 - 1000) };
            weights.set(item, list[item]);
            assert_eq!(weights.get(item), list[item]);
            match weights.choose(&mut rng) {
                Some(chosen) => assert!(list[chosen] > 0.0),
                None => assert!(list.iter().all(|weight| *weight == 0.0)),
            }
        }
        for item in 0..600 {
            weights.set(item, 0.0);
        }
        assert_eq!(weights.choose(&mut rng), None, "no residue");
    }
}
