//! A dense set of small numbers, for dataflow over blocks and registers.

/// A subset of `0..capacity`, one bit each.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BitSet {
    words: Vec<u64>,
}

impl BitSet {
    /// The empty set, with room for the numbers below `capacity`.
    pub fn new(capacity: usize) -> Self {
        Self { words: vec![0; capacity.div_ceil(64)] }
    }

    pub fn contains(&self, item: u32) -> bool {
        self.words.get(item as usize / 64).is_some_and(|word| word >> (item % 64) & 1 == 1)
    }

    /// Adds `item`, which must be below the capacity; tells whether it is new.
    pub fn insert(&mut self, item: u32) -> bool {
        let word = &mut self.words[item as usize / 64];
        let before = *word;
        *word |= 1 << (item % 64);
        *word != before
    }

    pub fn remove(&mut self, item: u32) {
        self.words[item as usize / 64] &= !(1 << (item % 64));
    }

    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    /// Adds all of `other`, a set of the same capacity; tells whether anything is new.
    pub fn union_with(&mut self, other: &Self) -> bool {
        debug_assert_eq!(self.words.len(), other.words.len());
        let mut changed = false;
        for (mine, theirs) in self.words.iter_mut().zip(&other.words) {
            changed |= *theirs & !*mine != 0;
            *mine |= theirs;
        }
        changed
    }

    /// Is something in both?
    pub fn meets(&self, other: &Self) -> bool {
        self.words.iter().zip(&other.words).any(|(mine, theirs)| mine & theirs != 0)
    }

    pub fn copy_from(&mut self, other: &Self) {
        self.words.clone_from(&other.words);
    }

    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The members, ascending.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.words.iter().enumerate().flat_map(|(at, word)| {
            let mut rest = *word;
            std::iter::from_fn(move || {
                (rest != 0).then(|| {
                    let bit = rest.trailing_zeros();
                    rest &= rest - 1;
                    at as u32 * 64 + bit
                })
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bowline_base::Rng;
    use std::collections::BTreeSet;

    #[test]
    fn agrees_with_an_ordered_set() {
        let mut rng = Rng::new(3);
        let capacity = 200;
        let (mut bits, mut model) = (BitSet::new(capacity), BTreeSet::new());
        for _ in 0..2000 {
            let item = rng.below(capacity as u64) as u32;
            if rng.below(3) == 0 {
                bits.remove(item);
                model.remove(&item);
            } else {
                assert_eq!(bits.insert(item), model.insert(item));
            }
            let mut other = BitSet::new(capacity);
            other.insert(item / 2);
            assert_eq!(bits.meets(&other), model.contains(&(item / 2)));
            assert_eq!(bits.union_with(&other), model.insert(item / 2));
            assert!(bits.iter().eq(model.iter().copied()));
            assert_eq!((bits.len(), bits.is_empty()), (model.len(), model.is_empty()));
            assert_eq!(bits.contains(item), model.contains(&item));
        }
        assert!(!bits.contains(100_000));
    }
}
