//! Which bytes of a page were written: a bit per byte, as long as there are others.
//!
//! Where a page was written as a whole, in one step or byte by byte, there are no bits any more, and reading it costs nothing extra.

const WORD: usize = 64;

#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Written {
    All,
    /// Of a page of at most 64 bytes.
    Few(u64),
    /// A bit per byte. Those beyond the end of the page are not set.
    Many(Box<[u64]>),
}

/// The bits of a range that lie in a word, with the number of that word.
fn masks(at: usize, length: usize) -> impl Iterator<Item = (usize, u64)> {
    let end = at + length;
    (at / WORD..end.div_ceil(WORD)).map(move |word| {
        let (first, last) = (at.max(word * WORD), end.min((word + 1) * WORD));
        (word, bits(first - word * WORD, last - first))
    })
}

#[inline]
fn bits(first: usize, count: usize) -> u64 {
    match count {
        0 => 0,
        _ => (u64::MAX >> (WORD - count)) << first,
    }
}

impl Written {
    /// Of a page of so many bytes before anything was written.
    pub(crate) fn nothing(length: usize) -> Written {
        match length {
            0 => Written::All,
            1..=WORD => Written::Few(0),
            _ => Written::Many(vec![0; length.div_ceil(WORD)].into()),
        }
    }

    #[inline]
    pub(crate) fn is_all(&self) -> bool {
        matches!(self, Written::All)
    }

    #[inline]
    pub(crate) fn has_all(&self, at: usize, length: usize) -> bool {
        match self {
            Written::All => true,
            Written::Few(word) => !word & bits(at, length) == 0,
            Written::Many(words) => masks(at, length).all(|(number, mask)| !words[number] & mask == 0),
        }
    }

    pub(crate) fn has_none(&self, at: usize, length: usize) -> bool {
        match self {
            Written::All => length == 0,
            Written::Few(word) => word & bits(at, length) == 0,
            Written::Many(words) => masks(at, length).all(|(number, mask)| words[number] & mask == 0),
        }
    }

    /// A range of a page of `whole` bytes is written.
    pub(crate) fn add(&mut self, at: usize, length: usize, whole: usize) {
        let is_full = match self {
            Written::All => return,
            Written::Few(word) => {
                *word |= bits(at, length);
                *word == bits(0, whole)
            }
            Written::Many(words) => {
                let mut filled = length == whole;
                for (number, mask) in masks(at, length) {
                    let before = words[number];
                    words[number] |= mask;
                    filled |= before != words[number] && words[number] == full_word(number, whole);
                }
                // Asked once per word at most.
                filled && (0..words.len()).all(|number| words[number] == full_word(number, whole))
            }
        };
        if is_full {
            *self = Written::All;
        }
    }

    /// A range becomes as if it had never been written.
    pub(crate) fn remove(&mut self, at: usize, length: usize, whole: usize) {
        if length == 0 {
            return;
        }
        if self.is_all() {
            *self = Written::nothing(whole);
            match self {
                Written::All => {}
                Written::Few(word) => *word = bits(0, whole),
                Written::Many(words) => {
                    (0..words.len()).for_each(|number| words[number] = full_word(number, whole));
                }
            }
        }
        match self {
            Written::All => {}
            Written::Few(word) => *word &= !bits(at, length),
            Written::Many(words) => masks(at, length).for_each(|(number, mask)| words[number] &= !mask),
        }
    }

    /// The bits of 64 bytes. Those beyond the end of the page mean nothing.
    pub(crate) fn word(&self, number: usize) -> u64 {
        match self {
            Written::All => u64::MAX,
            Written::Few(word) => *word,
            Written::Many(words) => words[number],
        }
    }

    /// Bytes on the heap.
    pub(crate) fn footprint(&self) -> usize {
        match self {
            Written::All | Written::Few(_) => 0,
            Written::Many(words) => 8 * words.len(),
        }
    }
}

/// A word of bits of a page that was written as a whole.
fn full_word(number: usize, whole: usize) -> u64 {
    bits(0, (whole - number * WORD).min(WORD))
}

#[cfg(test)]
mod tests {
    use super::*;
    use bowline_base::Rng;

    #[test]
    fn bits_are_those_of_a_set() {
        let mut rng = Rng::new(7);
        for whole in [0, 1, 7, 63, 64, 65, 128, 200] {
            let mut written = Written::nothing(whole);
            let mut expected = vec![false; whole];
            for _ in 0..400 {
                let at = rng.below(whole as u64 + 1) as usize;
                let length = rng.below((whole - at) as u64 + 1) as usize;
                let is_add = rng.below(3) > 0;
                match is_add {
                    true => written.add(at, length, whole),
                    false => written.remove(at, length, whole),
                }
                expected[at..at + length].fill(is_add);
                let (from, count) = (at / 2, length / 2);
                let part = &expected[from..from + count];
                assert_eq!(written.has_all(from, count), !part.contains(&false));
                assert_eq!(written.has_none(from, count), !part.contains(&true));
                assert_eq!(written.is_all(), !expected.contains(&false), "{whole} bytes");
            }
        }
    }
}
