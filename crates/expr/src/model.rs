//! A model: values for input bytes. Bytes it does not mention are zero.

use crate::{Pool, SymId};
use bowline_base::FxHashMap;
use std::rc::Rc;

/// An assignment of bytes to inputs. Cloning shares the bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Model {
    bytes: FxHashMap<SymId, Rc<Vec<u8>>>,
}

impl Model {
    pub fn new() -> Self {
        Self::default()
    }

    #[inline]
    pub fn byte(&self, symbol: SymId, index: u64) -> u8 {
        match self.bytes.get(&symbol) {
            Some(bytes) => bytes.get(index as usize).copied().unwrap_or(0),
            None => 0,
        }
    }

    pub fn set_byte(&mut self, symbol: SymId, index: u64, value: u8) {
        let bytes = Rc::make_mut(self.bytes.entry(symbol).or_default());
        let index = index as usize;
        if index >= bytes.len() {
            if value == 0 {
                return;
            }
            bytes.resize(index + 1, 0);
        }
        bytes[index] = value;
    }

    /// The bytes of one input, as long as the input is.
    pub fn input(&self, pool: &Pool, symbol: SymId) -> Vec<u8> {
        let size = pool.symbol_info(symbol).size as usize;
        let mut bytes = self.bytes.get(&symbol).map_or_else(Vec::new, |bytes| bytes.to_vec());
        bytes.resize(size, 0);
        bytes
    }

    pub fn symbols(&self) -> impl Iterator<Item = (SymId, &[u8])> {
        self.bytes.iter().map(|(symbol, bytes)| (*symbol, bytes.as_slice()))
    }
}
