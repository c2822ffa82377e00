//! What the memory answers is what the reference has.

use crate::bench::{Bench, ReferenceObject, World};
use bowline_memory::Value;

impl Bench {
    /// A few random reads; everything when `all`.
    pub fn check(&mut self, world: &World, all: bool) {
        let at = self.pick(world);
        for (index, object) in world.objects.iter().enumerate() {
            if !all && index != at {
                continue;
            }
            let capacity = object.bytes.len() as u64;
            let reads = if all { 60 } else { 4 };
            for _ in 0..reads {
                let (offset, bytes) = self.range(capacity, 16);
                self.check_read(world, object, offset, bytes);
            }
            if all {
                // Every byte of a small object, a sample of a large one.
                let stride = 1 + capacity / 128;
                for offset in (self.rng.below(stride)..capacity).step_by(stride as usize) {
                    let value = world.memory.byte(&mut self.pool, object.id, offset);
                    let numbers = self.numbers(value);
                    assert_eq!(
                        numbers.map(|n| n as u8),
                        object.bytes[offset as usize],
                        "byte {offset} of {capacity}"
                    );
                }
            }
        }
    }

    fn check_read(&mut self, world: &World, object: &ReferenceObject, offset: u64, bytes: u64) {
        let memory = &world.memory;
        let value = memory.read(&mut self.pool, object.id, offset, bytes as u32);
        let numbers = self.numbers(value);
        for (m, &number) in numbers.iter().enumerate() {
            assert_eq!(number, object.number(m, offset, bytes), "{bytes} bytes at {offset}");
        }
        let concrete = memory.concrete_bytes(object.id, offset, bytes);
        assert_eq!(memory.is_concrete(object.id, offset, bytes), concrete.is_some());
        if bytes <= 8 {
            let expected = concrete.map(|_| numbers[0] as u64);
            assert_eq!(memory.load_concrete(object.base + offset, bytes as u32), expected);
        }
        if let Value::Expr(expr) = value {
            assert!(bytes > 8 || self.pool.as_const(expr).is_none(), "a small constant must be an Int");
        }
    }
}
