//! Shortest distances by settling one node after the other, nearest first, over a radix heap.

/// The distance of what was not reached.
pub(super) const UNREACHABLE: u32 = u32::MAX;

/// A search in progress: distances found so far, and which of them are final.
pub(super) struct Search {
    pub(super) distances: Vec<u32>,
    settled: Vec<bool>,
    queue: MonotoneQueue,
}

impl Search {
    pub(super) fn new(nodes: usize) -> Self {
        Self {
            distances: vec![UNREACHABLE; nodes],
            settled: vec![false; nodes],
            queue: MonotoneQueue::default(),
        }
    }

    /// A node can be reached at this distance, which is no smaller than that of the last settled node.
    pub(super) fn reach(&mut self, node: u32, distance: u32) {
        if distance < self.distances[node as usize] {
            self.distances[node as usize] = distance;
            self.queue.push(distance, node);
        }
    }

    /// The nearest node that is not settled yet; its distance is final from now on.
    pub(super) fn settle(&mut self) -> Option<(u32, u32)> {
        loop {
            let (distance, node) = self.queue.pop()?;
            if !std::mem::replace(&mut self.settled[node as usize], true) {
                return Some((distance, node));
            }
        }
    }

    pub(super) fn is_settled(&self, node: u32) -> bool {
        self.settled[node as usize]
    }
}

/// Keys are pushed no smaller than the last one popped.
///
/// Items lie in buckets by the highest bit in which their key differs from the last popped one. An item only ever moves
/// to lower buckets, so it costs at most one step for each bit of its key.
struct MonotoneQueue {
    last: u32,
    /// Bucket 0 holds the keys equal to `last`.
    buckets: [Vec<(u32, u32)>; 33],
}

impl Default for MonotoneQueue {
    fn default() -> Self {
        Self { last: 0, buckets: [const { Vec::new() }; 33] }
    }
}

impl MonotoneQueue {
    fn push(&mut self, key: u32, item: u32) {
        debug_assert!(key >= self.last);
        self.buckets[self.bucket_of(key)].push((key, item));
    }

    /// An item of the smallest key, with its key.
    fn pop(&mut self) -> Option<(u32, u32)> {
        if self.buckets[0].is_empty() {
            let lowest = self.buckets.iter().position(|bucket| !bucket.is_empty())?;
            let moving = std::mem::take(&mut self.buckets[lowest]);
            self.last = moving.iter().map(|(key, _)| *key).min()?;
            for (key, item) in moving {
                self.buckets[self.bucket_of(key)].push((key, item));
            }
        }
        self.buckets[0].pop()
    }

    fn bucket_of(&self, key: u32) -> usize {
        (u32::BITS - (key ^ self.last).leading_zeros()) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bowline_base::Rng;
    use std::cmp::Reverse;
    use std::collections::BinaryHeap;

    #[test]
    fn pops_in_the_order_of_a_heap() {
        for seed in 0..200 {
            let mut rng = Rng::new(seed);
            let (mut queue, mut model) = (MonotoneQueue::default(), BinaryHeap::new());
            let mut last = 0u32;
            for item in 0..300 {
                if rng.below(3) > 0 {
                    let key = last.saturating_add((rng.next_u64() >> (32 + rng.below(32))) as u32);
                    queue.push(key, item);
                    model.push(Reverse(key));
                } else {
                    let popped = queue.pop().map(|(key, _)| key);
                    assert_eq!(popped, model.pop().map(|Reverse(key)| key), "seed {seed}");
                    last = popped.unwrap_or(last);
                }
            }
        }
    }
}
