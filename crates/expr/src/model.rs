//! A model: values for input bytes. Bytes it does not mention are zero.

use crate::SymId;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Bytes below this index are kept in a row; a solver may choose any 64-bit index, and those are kept one by one.
const NEAR: u64 = 4096;

/// An assignment of bytes to inputs. Cloning shares the bytes.
#[derive(Clone, Debug, Default)]
pub struct Model {
    /// By rising symbol: there are few, a model is made for nearly every answer, and looked into for every byte of every question.
    bytes: Vec<(SymId, Rc<Bytes>)>,
}

/// The bytes of one input.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bytes {
    /// Of index 0 and up; zero beyond the end, which is never beyond [`NEAR`].
    near: Vec<u8>,
    /// Those of index [`NEAR`] and up that are not zero.
    far: BTreeMap<u64, u8>,
}

impl Bytes {
    #[inline]
    pub(crate) fn get(&self, index: u64) -> u8 {
        if index < NEAR {
            return self.near.get(index as usize).copied().unwrap_or(0);
        }
        self.far.get(&index).copied().unwrap_or(0)
    }

    fn set(&mut self, index: u64, value: u8) {
        if index >= NEAR {
            match value {
                0 => self.far.remove(&index),
                value => self.far.insert(index, value),
            };
            return;
        }
        let index = index as usize;
        if index >= self.near.len() {
            if value == 0 {
                return;
            }
            self.near.resize(index + 1, 0);
        }
        self.near[index] = value;
    }
}

impl Model {
    pub fn new() -> Self {
        Self::default()
    }

    #[inline]
    fn place(&self, symbol: SymId) -> Result<usize, usize> {
        self.bytes.binary_search_by_key(&symbol, |(symbol, _)| *symbol)
    }

    /// What is known of an input.
    #[inline]
    pub(crate) fn of(&self, symbol: SymId) -> Option<&Bytes> {
        self.place(symbol).ok().map(|place| &*self.bytes[place].1)
    }

    #[inline]
    pub fn byte(&self, symbol: SymId, index: u64) -> u8 {
        self.of(symbol).map_or(0, |bytes| bytes.get(index))
    }

    /// Are all bytes of an input zero from one index to another?
    pub fn is_zero_within(&self, symbol: SymId, first: u64, last: u64) -> bool {
        let Some(bytes) = self.of(symbol) else { return true };
        let near = bytes.near.len() as u64;
        let within = first.min(near) as usize..last.saturating_add(1).min(near).max(first.min(near)) as usize;
        bytes.near[within].iter().all(|byte| *byte == 0)
            && (first > last || bytes.far.range(first..=last).next().is_none())
    }

    pub fn set_byte(&mut self, symbol: SymId, index: u64, value: u8) {
        let place = self.place(symbol).unwrap_or_else(|place| {
            self.bytes.insert(place, (symbol, Rc::default()));
            place
        });
        Rc::make_mut(&mut self.bytes[place].1).set(index, value);
    }

    /// Gives an input the bytes it has in another model, all of them.
    pub fn take_input(&mut self, symbol: SymId, from: &Model) {
        let taken = from.place(symbol).ok().map(|place| from.bytes[place].clone());
        match (self.place(symbol), taken) {
            (Ok(place), Some(entry)) => self.bytes[place] = entry,
            (Err(place), Some(entry)) => self.bytes.insert(place, entry),
            (Ok(place), None) => drop(self.bytes.remove(place)),
            (Err(_), None) => {}
        }
    }

    /// The first bytes of an input.
    pub fn first(&self, symbol: SymId, count: u64) -> Vec<u8> {
        (0..count).map(|index| self.byte(symbol, index)).collect()
    }

    /// Stretches of the first `size` bytes of an input, by rising place; what lies between them is zero. An input may be far larger than
    /// what is known of it.
    pub fn stretches(&self, symbol: SymId, size: u64) -> Vec<(u64, Vec<u8>)> {
        let Some(known) = self.of(symbol) else { return Vec::new() };
        let near = (known.near.len() as u64).min(size) as usize;
        let mut all = Vec::new();
        if near > 0 {
            all.push((0, known.near[..near].to_vec()));
        }
        for (&index, &value) in known.far.range(..size) {
            match all.last_mut() {
                Some((start, bytes)) if *start + bytes.len() as u64 == index => bytes.push(value),
                _ => all.push((index, vec![value])),
            }
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Pool;
    use bowline_base::Rng;
    use std::collections::HashMap;

    /// Indices at both sides of every boundary, against a plain map.
    #[test]
    fn any_index_is_as_cheap_as_another() {
        let mut rng = Rng::new(1);
        let mut pool = Pool::new();
        let symbol = pool.symbol("in", 0, NEAR + 2);
        let indices = [0, 1, 7, NEAR - 1, NEAR, NEAR + 1, NEAR + 2, u64::MAX >> 1, u64::MAX];
        let (mut model, mut plain) = (Model::new(), HashMap::new());
        for _ in 0..2_000 {
            let index = indices[rng.below(indices.len() as u64) as usize];
            let value = rng.below(3) as u8;
            model.set_byte(symbol, index, value);
            plain.insert(index, value);
            for index in indices {
                assert_eq!(model.byte(symbol, index), plain.get(&index).copied().unwrap_or(0), "{index}");
            }
        }
        let size = NEAR + 2;
        let mut whole = vec![0; size as usize];
        for (start, bytes) in model.stretches(symbol, size) {
            whole[start as usize..][..bytes.len()].copy_from_slice(&bytes);
        }
        for index in indices.into_iter().filter(|index| *index < size) {
            assert_eq!(whole[index as usize], model.byte(symbol, index));
        }
    }

    #[test]
    fn an_input_is_taken_over_whole() {
        let mut pool = Pool::new();
        let (a, b) = (pool.symbol("a", 0, 4), pool.symbol("b", 0, 4));
        let (mut left, mut right) = (Model::new(), Model::new());
        left.set_byte(a, 0, 1);
        left.set_byte(b, 0, 2);
        right.set_byte(a, 3, 4);
        left.take_input(a, &right);
        left.take_input(b, &right);
        assert_eq!(left.stretches(a, 4), [(0, vec![0, 0, 0, 4])]);
        assert_eq!(left.stretches(b, 4), []);
    }
}
