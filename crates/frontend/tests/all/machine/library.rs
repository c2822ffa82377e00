//! The few functions of the C library that test programs call.

use super::{Machine, Stop};

impl Machine<'_> {
    pub fn library(&mut self, name: &str, arguments: &[u128]) -> Result<Vec<u128>, Stop> {
        let address = |index: usize| arguments.get(index).copied().unwrap_or(0) as u64;
        let result = match name {
            "abort" => return Err(Stop::Abort),
            "exit" => return Err(Stop::Exit(address(0) as i32)),
            "malloc" => self.memory.allocate_heap(address(0)).into(),
            "calloc" => self.memory.allocate_heap(address(0) * address(1)).into(),
            "free" => return Ok(vec![]),
            "memcpy" | "memmove" => {
                self.memory.copy(address(0), address(1), address(2))?;
                arguments[0]
            }
            "memset" => {
                self.memory.bytes_mut(address(0), address(2))?.fill(address(1) as u8);
                arguments[0]
            }
            "memcmp" => {
                let a = self.memory.bytes_mut(address(0), address(2))?.to_vec();
                let b = self.memory.bytes_mut(address(1), address(2))?;
                ordering(a.as_slice().cmp(b))
            }
            "strlen" => self.memory.string(address(0))?.len() as u128,
            "strcmp" => {
                let (a, b) = (self.memory.string(address(0))?, self.memory.string(address(1))?);
                ordering(a.cmp(&b))
            }
            "strcpy" => {
                let mut text = self.memory.string(address(1))?;
                text.push(0);
                self.memory.bytes_mut(address(0), text.len() as u64)?.copy_from_slice(&text);
                arguments[0]
            }
            "sqrt" => f64::from_bits(address(0)).sqrt().to_bits().into(),
            _ => return Err(Stop::Unknown(format!("function {name}"))),
        };
        Ok(vec![result])
    }
}

fn ordering(ordering: std::cmp::Ordering) -> u128 {
    ordering as i32 as u32 as u128
}
