//! The bytes of an input, most of which may be zeros that nobody wrote down.
//!
//! An input of a hundred million bytes of which a path looked at three is three short stretches here. What lies between stretches is zero.
//!
//! Invariant: stretches rise, neither begin nor end with a zero, and have no more than [`LONGEST_GAP`] zeros in a row inside, so that equal bytes are
//! equal stretches.

use serde::{Deserialize, Serialize};

/// Zeros in a row that are kept inside a stretch: writing its place down costs as much.
const LONGEST_GAP: usize = 32;

/// Of more bytes only the stretches are stored in a file.
const MOST_PLAIN: u64 = 4096;

/// See the module documentation.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(from = "Stored", into = "Stored")]
pub struct Bytes {
    length: u64,
    stretches: Vec<(u64, Vec<u8>)>,
}

/// How bytes are written in JSON.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Stored {
    Plain(Vec<u8>),
    Sparse { length: u64, stretches: Vec<(u64, Vec<u8>)> },
}

impl From<Bytes> for Stored {
    fn from(bytes: Bytes) -> Self {
        match bytes.length <= MOST_PLAIN {
            true => Self::Plain(bytes.to_vec()),
            false => Self::Sparse { length: bytes.length, stretches: bytes.stretches },
        }
    }
}

impl From<Stored> for Bytes {
    fn from(stored: Stored) -> Self {
        match stored {
            Stored::Plain(bytes) => bytes.into(),
            Stored::Sparse { length, stretches } => Self::new(length, stretches),
        }
    }
}

impl Bytes {
    /// So many bytes, zero where no stretch is. Stretches rise, do not overlap and end within the length.
    pub fn new(length: u64, stretches: impl IntoIterator<Item = (u64, Vec<u8>)>) -> Self {
        let mut bytes = Self { length, stretches: Vec::new() };
        stretches.into_iter().for_each(|(start, stretch)| bytes.put(start, &stretch));
        bytes
    }

    pub fn len(&self) -> u64 {
        self.length
    }

    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Where there is anything but zeros.
    pub fn stretches(&self) -> impl Iterator<Item = (u64, &[u8])> {
        self.stretches.iter().map(|(start, bytes)| (*start, bytes.as_slice()))
    }

    /// All of them, one after the other.
    pub fn to_vec(&self) -> Vec<u8> {
        self.first(self.length)
    }

    /// At most so many, from the beginning.
    pub fn first(&self, count: u64) -> Vec<u8> {
        let count = count.min(self.length) as usize;
        let mut all = vec![0; count];
        for (start, bytes) in self.stretches().take_while(|(start, _)| *start < count as u64) {
            let start = start as usize;
            let length = bytes.len().min(count - start);
            all[start..start + length].copy_from_slice(&bytes[..length]);
        }
        all
    }

    /// So many bytes from an offset on; nothing where there are fewer.
    pub fn get(&self, offset: u64, count: u64) -> Option<Vec<u8>> {
        let end = offset.checked_add(count).filter(|end| *end <= self.length)?;
        let mut found = vec![0; count as usize];
        let first = self.stretches.partition_point(|(start, bytes)| start + bytes.len() as u64 <= offset);
        for (start, bytes) in self.stretches[first..].iter().take_while(|(start, _)| *start < end) {
            let (from, to) = (offset.max(*start), end.min(start + bytes.len() as u64));
            found[(from - offset) as usize..(to - offset) as usize]
                .copy_from_slice(&bytes[(from - start) as usize..(to - start) as usize]);
        }
        Some(found)
    }

    /// The word at an offset.
    pub fn word(&self, offset: u64) -> Option<u64> {
        let bytes = self.get(offset, 8)?;
        Some(u64::from_le_bytes(bytes.try_into().ok()?))
    }

    pub fn push(&mut self, byte: u8) {
        let at = self.length;
        self.length += 1;
        self.put(at, &[byte]);
    }

    /// Bytes behind all that are there.
    fn put(&mut self, start: u64, bytes: &[u8]) {
        debug_assert!(start + bytes.len() as u64 <= self.length, "a stretch lies within the length");
        let mut at = 0;
        while at < bytes.len() {
            let zeros = bytes[at..].iter().take_while(|byte| **byte == 0).count();
            at += zeros;
            let some = bytes[at..].iter().take_while(|byte| **byte != 0).count();
            if some > 0 {
                self.append(start + at as u64, &bytes[at..at + some]);
            }
            at += some;
        }
    }

    /// Bytes without a zero behind all that are there.
    fn append(&mut self, start: u64, bytes: &[u8]) {
        if let Some((before, stretch)) = self.stretches.last_mut() {
            let gap = start - (*before + stretch.len() as u64);
            if gap <= LONGEST_GAP as u64 {
                stretch.resize(stretch.len() + gap as usize, 0);
                stretch.extend_from_slice(bytes);
                return;
            }
        }
        self.stretches.push((start, bytes.to_vec()));
    }
}

impl From<&[u8]> for Bytes {
    fn from(bytes: &[u8]) -> Self {
        let mut all = Self { length: bytes.len() as u64, stretches: Vec::new() };
        all.put(0, bytes);
        all
    }
}

impl From<Vec<u8>> for Bytes {
    fn from(bytes: Vec<u8>) -> Self {
        Self::from(bytes.as_slice())
    }
}

impl<const N: usize> From<[u8; N]> for Bytes {
    fn from(bytes: [u8; N]) -> Self {
        Self::from(bytes.as_slice())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bowline_base::Rng;

    /// Against the plain bytes, for lengths and gaps on both sides of what is kept.
    #[test]
    fn they_are_what_they_were_made_of() {
        let mut rng = Rng::new(7);
        for round in 0..500 {
            let length = rng.below(200) as usize;
            let plain: Vec<u8> = (0..length)
                .map(|_| if rng.below(1 + round % 50) == 0 { 1 + rng.below(255) as u8 } else { 0 })
                .collect();
            let bytes = Bytes::from(plain.clone());
            assert_eq!(bytes.to_vec(), plain);
            let cut = rng.below(220);
            assert_eq!(bytes.first(cut), plain[..plain.len().min(cut as usize)]);
            let mut pushed = Bytes::default();
            plain.iter().for_each(|byte| pushed.push(*byte));
            assert_eq!(pushed, bytes, "equal bytes are equal");
            let halves =
                [(0, plain[..length / 2].to_vec()), (length as u64 / 2, plain[length / 2..].to_vec())];
            assert_eq!(Bytes::new(length as u64, halves), bytes);
            for (_, stretch) in bytes.stretches() {
                assert!(stretch.first() != Some(&0) && stretch.last() != Some(&0));
            }
        }
    }

    #[test]
    fn a_large_input_is_small() {
        let bytes = Bytes::new(1 << 40, [(5, vec![1, 0]), ((1 << 40) - 1, vec![7])]);
        assert_eq!(bytes.stretches().collect::<Vec<_>>(), [(5, [1].as_slice()), ((1 << 40) - 1, &[7])]);
        assert_eq!((bytes.len(), bytes.first(7)), (1 << 40, vec![0, 0, 0, 0, 0, 1, 0]));
    }
}
