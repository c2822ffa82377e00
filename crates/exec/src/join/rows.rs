//! How bytes that differ between states are cut into words.
//!
//! A word that a program wrote is best chosen as one. Which bytes belong together is not known: where numbers are small, their upper bytes do not even
//! differ. A loop that fills an array writes words of one size side by side; if those follow a formula, that size was the right one. What follows none is cut
//! into words as large as alignment allows.

use std::collections::BTreeSet;

/// Fewer words are not worth a formula.
pub(super) const FEWEST: usize = 16;
/// Sizes of words.
const SIZES: [u64; 4] = [1, 2, 4, 8];

/// Where a word starts, and how many bytes it has.
pub type Place = (u64, u32);

/// Offsets in groups without gaps of a whole word of the largest size.
pub(super) fn stretches(offsets: &BTreeSet<u64>) -> Vec<BTreeSet<u64>> {
    let all: Vec<u64> = offsets.iter().copied().collect();
    all.chunk_by(|a, b| b / 8 - a / 8 <= 1).map(|stretch| stretch.iter().copied().collect()).collect()
}

/// Ways to see a stretch as enough words of one size, each of which has one of the offsets, inside an object of so many bytes.
pub(super) fn layouts(offsets: &BTreeSet<u64>, capacity: u64) -> Vec<Vec<Place>> {
    let (Some(first), Some(last)) = (offsets.first(), offsets.last()) else { return Vec::new() };
    let of_size = |size: u64| {
        let words: Vec<Place> = (first / size..=last / size).map(|word| (word * size, size as u32)).collect();
        let is_touched = |start: u64| offsets.range(start..start + size).next().is_some();
        let is_even = words.len() >= FEWEST
            && (last / size + 1) * size <= capacity
            && words.iter().all(|(start, _)| is_touched(*start));
        is_even.then_some(words)
    };
    SIZES.into_iter().filter_map(of_size).collect()
}

/// Some words in the middle, where both those that have written and those that have not are among the states: enough to see more than one word of the
/// largest size.
pub(super) fn sample(words: &[Place]) -> &[Place] {
    let middle = (words.len() - FEWEST) / 2;
    &words[middle..middle + FEWEST]
}

/// Cuts offsets into aligned words of up to eight bytes, so that numbers are joined whole.
pub fn words(offsets: &BTreeSet<u64>) -> Vec<Place> {
    let mut words = Vec::new();
    let mut next = 0;
    for &offset in offsets {
        if offset < next {
            continue;
        }
        let fits = |bytes: u64| {
            offset.is_multiple_of(bytes) && (offset..offset + bytes).all(|at| offsets.contains(&at))
        };
        let bytes = [8, 4, 2].into_iter().find(|&bytes| fits(bytes)).unwrap_or(1);
        words.push((offset, bytes as u32));
        next = offset + bytes;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_aligned_and_cover_exactly() {
        let offsets = [0, 1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 16, 17, 18].into();
        assert_eq!(words(&offsets), [(0, 8), (9, 1), (10, 2), (16, 2), (18, 1)]);
    }

    #[test]
    fn stretches_have_no_gap_of_a_word() {
        let offsets = [0, 9, 15, 24, 40].into();
        let lengths: Vec<usize> = stretches(&offsets).iter().map(BTreeSet::len).collect();
        assert_eq!(lengths, [3, 1, 1]);
    }

    #[test]
    fn low_bytes_of_numbers_are_numbers_of_four_bytes_or_more() {
        let offsets: BTreeSet<u64> = (1..=32).map(|word| 4 * word).collect();
        let sizes =
            |capacity| layouts(&offsets, capacity).iter().map(|words| words[0]).collect::<Vec<Place>>();
        assert_eq!(sizes(136), [(4, 4), (0, 8)]);
        assert_eq!(sizes(132), [(4, 4)], "nothing is read behind the object");
        let bytes: BTreeSet<u64> = (3..19).collect();
        assert_eq!(layouts(&bytes, 64).len(), 1);
        let more: BTreeSet<u64> = (3..23).collect();
        assert_eq!(sample(&layouts(&more, 64)[0])[0], (5, 1));
    }
}
