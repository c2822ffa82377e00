//! A weighted choice among numbered items: setting a weight and choosing cost O(log n).
//!
//! A complete binary tree of partial sums in one array. Every sum is computed anew from the two below it and never by
//! subtraction, so weights of very different magnitude leave no rounding residue behind when they go.

use bowline_base::Rng;

#[derive(Default)]
pub(crate) struct Weights {
    /// Node 1 is the root, node `i` has the children `2i` and `2i + 1`; the second half are the items. A power of two long,
    /// or empty.
    sums: Vec<f64>,
}

impl Weights {
    fn capacity(&self) -> usize {
        self.sums.len() / 2
    }

    pub(crate) fn get(&self, item: usize) -> f64 {
        if item < self.capacity() { self.sums[self.capacity() + item] } else { 0.0 }
    }

    /// A weight of 0 means that the item is never chosen. Weights are finite and not negative.
    pub(crate) fn set(&mut self, item: usize, weight: f64) {
        debug_assert!(weight.is_finite() && weight >= 0.0);
        if item >= self.capacity() {
            self.grow((item + 1).next_power_of_two());
        }
        let mut node = self.capacity() + item;
        self.sums[node] = weight;
        while node > 1 {
            node /= 2;
            self.sums[node] = self.sums[2 * node] + self.sums[2 * node + 1];
        }
    }

    fn grow(&mut self, capacity: usize) {
        let mut sums = vec![0.0; 2 * capacity];
        let items = &self.sums[self.capacity()..];
        sums[capacity..capacity + items.len()].copy_from_slice(items);
        for node in (1..capacity).rev() {
            sums[node] = sums[2 * node] + sums[2 * node + 1];
        }
        self.sums = sums;
    }

    /// An item, with chances as the weights say; none if all weights are 0.
    pub(crate) fn choose(&self, rng: &mut Rng) -> Option<usize> {
        let total = *self.sums.get(1)?;
        if total <= 0.0 {
            return None;
        }
        let mut rest = rng.unit() * total;
        let mut node = 1;
        while node < self.capacity() {
            let (left, right) = (self.sums[2 * node], self.sums[2 * node + 1]);
            // Rounding may leave a rest as large as the whole; a side without weight is never taken.
            if rest < left || right <= 0.0 {
                node *= 2;
            } else {
                rest -= left;
                node = 2 * node + 1;
            }
        }
        Some(node - self.capacity())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
        crate::testing::expect_chances(&shares, &mut choose);
    }

    #[test]
    fn random_changes_against_a_list() {
        let mut rng = Rng::new(4);
        let mut weights = Weights::default();
        let mut list = [0.0; 50];
        for _ in 0..5000 {
            let item = rng.below(50) as usize;
            // Magnitudes far beyond the precision of a sum.
            list[item] = if rng.bool() { 0.0 } else { 2f64.powi(rng.below(2000) as i32 - 1000) };
            weights.set(item, list[item]);
            assert_eq!(weights.get(item), list[item]);
            match weights.choose(&mut rng) {
                Some(chosen) => assert!(list[chosen] > 0.0),
                None => assert!(list.iter().all(|weight| *weight == 0.0)),
            }
        }
        for item in 0..50 {
            weights.set(item, 0.0);
        }
        assert_eq!(weights.choose(&mut rng), None, "no residue");
    }
}
