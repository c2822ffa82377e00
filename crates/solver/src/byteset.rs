//! A set of byte values: 256 bits.

use std::fmt;
use std::ops::{BitAnd, BitOr, Not};

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ByteSet([u64; 4]);

impl ByteSet {
    pub const EMPTY: ByteSet = ByteSet([0; 4]);
    pub const FULL: ByteSet = ByteSet([u64::MAX; 4]);

    pub fn from_fn(mut member: impl FnMut(u8) -> bool) -> Self {
        let mut set = Self::EMPTY;
        for value in 0..=255 {
            if member(value) {
                set.insert(value);
            }
        }
        set
    }

    #[inline]
    pub fn insert(&mut self, value: u8) {
        self.0[usize::from(value >> 6)] |= 1 << (value & 63);
    }

    #[inline]
    pub fn contains(&self, value: u8) -> bool {
        self.0[usize::from(value >> 6)] >> (value & 63) & 1 == 1
    }

    #[inline]
    pub fn first(&self) -> Option<u8> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(word as u8 * 64 + self.0[word].trailing_zeros() as u8)
    }

    pub fn iter(&self) -> impl Iterator<Item = u8> + '_ {
        (0..=255u8).filter(|&value| self.contains(value))
    }
}

impl BitAnd for ByteSet {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }
}

impl BitOr for ByteSet {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }
}

impl Not for ByteSet {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

impl fmt::Debug for ByteSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn behaves_like_a_set() {
        let odd = ByteSet::from_fn(|value| value % 2 == 1);
        let high = ByteSet::from_fn(|value| value >= 0xf0);
        assert_eq!((odd & high).iter().collect::<Vec<_>>(), (0xf1..=0xff).step_by(2).collect::<Vec<u8>>());
        assert_eq!((odd | !odd, odd & !odd), (ByteSet::FULL, ByteSet::EMPTY));
        assert_eq!((high.first(), (!high).first(), ByteSet::EMPTY.first()), (Some(0xf0), Some(0), None));
        assert_eq!((odd.iter().count(), ByteSet::FULL.iter().count()), (128, 256));
    }
}
