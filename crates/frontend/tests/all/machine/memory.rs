//! Flat memory: a stack that grows upwards, and a heap beside it that is never freed.

use super::Stop;
use bowline_ir::Width;

const STACK_BASE: u64 = 0x10000;
const HEAP_BASE: u64 = 1 << 32;

pub struct Memory {
    stack: Vec<u8>,
    top: u64,
    heap: Vec<u8>,
}

impl Memory {
    pub fn new() -> Self {
        Self { stack: Vec::new(), top: STACK_BASE, heap: Vec::new() }
    }

    pub fn top(&self) -> u64 {
        self.top
    }

    pub fn release(&mut self, top: u64) {
        self.top = top;
    }

    pub fn allocate(&mut self, size: u64, align: u64) -> u64 {
        let at = self.top.next_multiple_of(align.max(1));
        self.top = at + size.max(1);
        let needed = (self.top - STACK_BASE) as usize;
        if self.stack.len() < needed {
            self.stack.resize(needed + 4096, 0);
        }
        at
    }

    pub fn allocate_heap(&mut self, size: u64) -> u64 {
        let at = (self.heap.len() as u64).next_multiple_of(16);
        self.heap.resize((at + size) as usize, 0);
        HEAP_BASE + at
    }

    pub fn bytes_mut(&mut self, address: u64, length: u64) -> Result<&mut [u8], Stop> {
        let (region, base) = match address >= HEAP_BASE {
            true => (&mut self.heap, HEAP_BASE),
            false => (&mut self.stack, STACK_BASE),
        };
        if length == 0 {
            return Ok(&mut []);
        }
        let start = address.checked_sub(base).map(|at| at as usize);
        start
            .and_then(|start| region.get_mut(start..start.checked_add(length as usize)?))
            .ok_or_else(|| Stop::Trap(format!("access to {address:#x}")))
    }

    pub fn copy(&mut self, to: u64, from: u64, length: u64) -> Result<(), Stop> {
        let bytes = self.bytes_mut(from, length)?.to_vec();
        self.bytes_mut(to, length)?.copy_from_slice(&bytes);
        Ok(())
    }

    pub fn read(&mut self, address: u64, width: Width) -> Result<u128, Stop> {
        let count = width.div_ceil(8);
        let bytes = self.bytes_mut(address, u64::from(count))?;
        Ok(bytes.iter().rev().fold(0, |value, byte| value << 8 | u128::from(*byte)))
    }

    pub fn write(&mut self, address: u64, width: Width, value: u128) -> Result<(), Stop> {
        let count = usize::from(width.div_ceil(8));
        self.bytes_mut(address, count as u64)?.copy_from_slice(&value.to_le_bytes()[..count]);
        Ok(())
    }

    /// A string that ends in NUL.
    pub fn string(&mut self, address: u64) -> Result<Vec<u8>, Stop> {
        let mut text = Vec::new();
        loop {
            match self.read(address + text.len() as u64, 8)? as u8 {
                0 => return Ok(text),
                byte => text.push(byte),
            }
        }
    }
}
