//! Random operations, done to the memory and to the reference.

use crate::bench::{Bench, MODELS, World};
use bowline_memory::Value;

impl Bench {
    pub fn step(&mut self, world: &mut World) {
        let at = self.pick(world);
        let capacity = world.objects[at].bytes.len() as u64;
        match self.rng.below(96) {
            0..=3 => self.alloc(world),
            4..=5 if world.objects.len() > 3 => {
                let gone = world.objects.swap_remove(at);
                assert!(world.memory.free(gone.id));
                assert!(!world.memory.free(gone.id));
                assert_eq!(world.memory.load_concrete(gone.base, 1), None);
            }
            4..=24 => self.store_concrete(world, at),
            25..=44 => self.write(world, at, capacity),
            45..=52 => self.write_at(world, at, capacity),
            53..=60 => self.read_at(world, at, capacity),
            61..=72 => self.copy(world, at),
            73..=80 => self.fill(world, at, capacity),
            81..=84 => self.copy_range(world, at),
            85..=87 => self.fill_range(world, at, capacity),
            88..=89 => self.write_rows(world, at, capacity),
            90 => self.copy_array(world, at, capacity),
            91 => self.make_symbolic(world, at),
            _ => {
                let (offset, length) = self.range(capacity, 100);
                let source: Vec<u8> = (0..length).map(|_| self.rng.next_u64() as u8).collect();
                world.memory.write_bytes(world.objects[at].id, offset, &source);
                for (i, byte) in source.into_iter().enumerate() {
                    world.objects[at].set(offset + i as u64, [byte; MODELS]);
                }
            }
        }
    }

    fn store_concrete(&mut self, world: &mut World, at: usize) {
        let (base, capacity, read_only) = {
            let object = &world.objects[at];
            (object.base, object.bytes.len() as u64, object.read_only)
        };
        let bytes = 1 + self.rng.below(8) as u32;
        let offset = self.rng.below(capacity + 8) as i64 - 4;
        let value = self.rng.next_u64();
        let inside = offset >= 0 && offset as u64 + u64::from(bytes) <= capacity;
        let done = world.memory.store_concrete(base.wrapping_add_signed(offset), bytes, value);
        assert_eq!(done, inside && !read_only);
        if done {
            for i in 0..bytes {
                world.objects[at].set(offset as u64 + u64::from(i), [(value >> (8 * i)) as u8; MODELS]);
            }
        }
    }

    fn write(&mut self, world: &mut World, at: usize, capacity: u64) {
        let (offset, bytes) = self.range(capacity, 16);
        let value = self.value(bytes as u32);
        world.memory.write(&mut self.pool, world.objects[at].id, offset, bytes as u32, value);
        let numbers = self.numbers(value);
        for i in 0..bytes {
            world.objects[at].set(offset + i, numbers.map(|n| (n >> (8 * i)) as u8));
        }
    }

    fn write_at(&mut self, world: &mut World, at: usize, capacity: u64) {
        let bytes = 1 + self.rng.below(16.min(capacity));
        let offset = self.place(capacity - bytes);
        let value = self.value(bytes as u32);
        world.memory.write_at(&mut self.pool, world.objects[at].id, offset, bytes as u32, value);
        let (offsets, numbers) = (self.numbers(Value::from_expr(&self.pool, offset)), self.numbers(value));
        let object = &mut world.objects[at];
        for m in 0..MODELS {
            for i in 0..bytes {
                object.bytes[offsets[m] as usize + i as usize][m] = (numbers[m] >> (8 * i)) as u8;
            }
        }
    }

    fn read_at(&mut self, world: &mut World, at: usize, capacity: u64) {
        let bytes = 1 + self.rng.below(16.min(capacity));
        let offset = self.place(capacity - bytes);
        let offsets = self.numbers(Value::from_expr(&self.pool, offset));
        let object = &world.objects[at];
        let value = world.memory.read_at(&mut self.pool, object.id, offset, bytes as u32);
        let again = world.memory.read_at(&mut self.pool, object.id, offset, bytes as u32);
        assert_eq!(value, again);
        let numbers = self.numbers(value);
        for m in 0..MODELS {
            assert_eq!(numbers[m], object.number(m, offsets[m] as u64, bytes), "read of {bytes} bytes");
        }
    }

    fn copy(&mut self, world: &mut World, to: usize) {
        let from = if self.rng.bool() { to } else { self.pick(world) };
        let (target, source) = (world.objects[to].bytes.len() as u64, world.objects[from].bytes.len() as u64);
        let most = target.min(source);
        let whole = self.rng.below(4) == 0;
        let length = if whole { most } else { self.rng.below(most + 1) };
        let mut to_offset = self.rng.below(target - length + 1);
        let mut from_offset = self.rng.below(source - length + 1);
        match self.rng.below(4) {
            0 => (to_offset, from_offset) = (to_offset / 4096 * 4096, from_offset / 4096 * 4096),
            1 => (to_offset, from_offset) = (to_offset.min(from_offset), to_offset.min(from_offset)),
            _ => {}
        }
        let ids = (world.objects[to].id, world.objects[from].id);
        world.memory.copy(&mut self.pool, (ids.0, to_offset), (ids.1, from_offset), length);
        let range = from_offset as usize..(from_offset + length) as usize;
        let bytes = world.objects[from].bytes[range].to_vec();
        let target = &mut world.objects[to];
        for (i, byte) in bytes.into_iter().enumerate() {
            target.bytes[to_offset as usize + i] = byte;
        }
    }

    fn fill(&mut self, world: &mut World, at: usize, capacity: u64) {
        let byte = self.value(1);
        let (offset, length) = match self.rng.below(4) {
            0 => (0, capacity),
            1 => {
                let offset = self.rng.below(capacity);
                (offset, capacity - offset)
            }
            _ => self.range(capacity, capacity),
        };
        world.memory.fill(&mut self.pool, (world.objects[at].id, offset), byte, length);
        let numbers = self.numbers(byte).map(|n| n as u8);
        (offset..offset + length).for_each(|i| world.objects[at].set(i, numbers));
    }

    fn make_symbolic(&mut self, world: &mut World, at: usize) {
        let input = self.inputs[self.rng.below(4) as usize];
        let array = self.pool.input(input);
        let object = &mut world.objects[at];
        world.memory.make_symbolic(&mut self.pool, object.id, array);
        for (i, byte) in object.bytes.iter_mut().enumerate() {
            *byte = std::array::from_fn(|m| self.models[m].byte(input, i as u64));
        }
    }
}
