//! Random sequences of all operations over several forks, against plain byte arrays.
//!
//! A few models of the inputs are fixed first. The reference keeps, for every byte, its value under each of these models, so
//! symbolic offsets, lengths and values are just different numbers per model. Evaluating what the memory answers under the same
//! models must give the same numbers.

mod ranges;

use bowline_base::Rng;
use bowline_expr::{Evaluator, ExprId, Model, Pool, SymId};
use bowline_memory::{Allocation, Fill, Kind, Memory, ObjectId, Value};

const MODELS: usize = 3;
type Numbers = [u128; MODELS];

#[derive(Clone)]
struct ReferenceObject {
    id: ObjectId,
    base: u64,
    bytes: Vec<[u8; MODELS]>,
    tracked: bool,
    /// Under each model.
    written: Vec<[bool; MODELS]>,
    read_only: bool,
}

#[derive(Clone, Default)]
struct World {
    memory: Memory,
    objects: Vec<ReferenceObject>,
}

/// Objects of more bytes are not told apart by conditions.
const MAX_OPEN: u64 = 1024;

struct Bench {
    pool: Pool,
    models: Vec<Model>,
    inputs: Vec<SymId>,
    evaluator: Evaluator,
    rng: Rng,
    /// Ranges that were written as formulas.
    formulas: u64,
    /// What objects are made of.
    capacities: &'static [u64],
}

impl Bench {
    fn new(seed: u64, capacities: &'static [u64]) -> Bench {
        let mut rng = Rng::new(seed);
        let mut pool = Pool::new();
        let inputs: Vec<SymId> = (0..4).map(|i| pool.symbol(&format!("in{i}"), 0, 20_000)).collect();
        let mut models = vec![Model::new(); MODELS];
        for model in &mut models {
            for &input in &inputs {
                for index in 0..20_000 {
                    model.set_byte(input, index, rng.next_u64() as u8);
                }
            }
        }
        Bench { pool, models, inputs, evaluator: Evaluator::new(), rng, formulas: 0, capacities }
    }

    fn numbers(&mut self, value: Value) -> Numbers {
        match value {
            Value::Int(number) => [u128::from(number); MODELS],
            Value::Expr(expr) => {
                std::array::from_fn(|m| self.evaluator.eval(&self.pool, &self.models[m], expr))
            }
        }
    }

    fn input_byte(&mut self) -> ExprId {
        let input = self.inputs[self.rng.below(4) as usize];
        let index = self.rng.below(64);
        self.pool.input_byte(input, index)
    }

    /// A value of up to 16 bytes: concrete, symbolic, or some bytes of each.
    fn value(&mut self, bytes: u32) -> Value {
        let width = 8 * bytes as u16;
        let kind = self.rng.below(3);
        let number = u128::from(self.rng.next_u64()) << 64 | u128::from(self.rng.next_u64());
        let constant = self.pool.constant(number, width);
        if kind == 0 {
            return Value::from_expr(&self.pool, constant);
        }
        let byte = self.input_byte();
        let extended = self.pool.zero_extend(byte, width);
        let expr =
            if kind == 1 { self.pool.mul(extended, constant) } else { self.pool.xor(extended, constant) };
        Value::from_expr(&self.pool, expr)
    }

    /// A 64-bit expression with a value in `0..=max` under every model.
    fn up_to(&mut self, max: u64) -> ExprId {
        let (a, b) = (self.input_byte(), self.input_byte());
        let short = self.pool.concat(a, b);
        let wide = self.pool.zero_extend(short, 64);
        let bound = self.pool.constant(u128::from(max) + 1, 64);
        self.pool.urem(wide, bound)
    }

    /// A place to read or write: anywhere, or one of some places, as merged paths have it.
    fn place(&mut self, max: u64) -> ExprId {
        if self.rng.below(3) > 0 {
            return self.up_to(max);
        }
        let start = self.rng.below(max + 1);
        let mut place = self.pool.constant(0, 64);
        for _ in 0..self.rng.below(6) + 1 {
            let (a, b) = (self.input_byte(), self.input_byte());
            let condition = self.pool.ult(a, b);
            let here = self.pool.constant(self.rng.below(max - start + 1).into(), 64);
            place = self.pool.ite(condition, here, place);
        }
        let start = self.pool.constant(start.into(), 64);
        self.pool.add(place, start)
    }

    fn pick(&mut self, world: &World) -> usize {
        self.rng.below(world.objects.len() as u64) as usize
    }

    /// An offset and a length that fit, often near a border of a page.
    fn range(&mut self, capacity: u64, max_length: u64) -> (u64, u64) {
        let length = self.rng.below(max_length.min(capacity)) + 1;
        let room = capacity - length;
        let offset = match self.rng.below(3) {
            0 => (4096 * (1 + self.rng.below(4))).saturating_sub(self.rng.below(length + 1)).min(room),
            _ => self.rng.below(room + 1),
        };
        (offset, length)
    }

    fn alloc(&mut self, world: &mut World) {
        let capacity = self.capacities[self.rng.below(self.capacities.len() as u64) as usize];
        let fill = [0, 0, 0xa5][self.rng.below(3) as usize];
        let tracked = self.rng.below(3) == 0;
        let read_only = self.rng.below(8) == 0;
        let request = Allocation {
            align: 1 << self.rng.below(21),
            read_only,
            track_initialised: tracked,
            fill: if fill == 0 { Fill::Zero } else { Fill::Byte(fill) },
            ..Allocation::of_size(Kind::Heap, capacity)
        };
        let align = request.align;
        let (id, base) = world.memory.alloc(request).expect("there is room");
        assert_eq!(base % align.max(16), 0);
        let bytes = vec![[fill; MODELS]; capacity as usize];
        let written = vec![[!tracked; MODELS]; capacity as usize];
        world.objects.push(ReferenceObject { id, base, bytes, tracked, written, read_only });
    }

    fn step(&mut self, world: &mut World) {
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
        for (m, offset) in offsets.iter().enumerate() {
            (0..bytes).for_each(|i| object.written[*offset as usize + i as usize][m] = true);
        }
        if self.pool.as_const(offset).is_none() && capacity > MAX_OPEN {
            object.written.fill([true; MODELS]);
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
        let condition = world.memory.is_written_at(&mut self.pool, object.id, offset, bytes);
        for (m, offset) in offsets.iter().enumerate().filter(|_| capacity <= MAX_OPEN) {
            let range = *offset as usize..*offset as usize + bytes as usize;
            let written = object.written[range].iter().all(|written| written[m]);
            assert_eq!(self.evaluator.eval(&self.pool, &self.models[m], condition) == 1, written);
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
        let bytes = world.objects[from].bytes[range.clone()].to_vec();
        let written = world.objects[from].written[range].to_vec();
        let target = &mut world.objects[to];
        for (i, (byte, written)) in bytes.into_iter().zip(written).enumerate() {
            target.bytes[to_offset as usize + i] = byte;
            target.written[to_offset as usize + i] = written.map(|written| written || !target.tracked);
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
        object.written.fill([true; MODELS]);
    }

    /// A few random reads; everything when `all`.
    fn check(&mut self, world: &World, all: bool) {
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
        let range = offset as usize..(offset + bytes) as usize;
        let condition = memory.is_written(&mut self.pool, object.id, offset, bytes);
        for m in 0..MODELS {
            let written = object.written[range.clone()].iter().all(|written| written[m]);
            assert_eq!(self.evaluator.eval(&self.pool, &self.models[m], condition) == 1, written);
        }
        let unwritten = memory.uninitialised(object.id, offset, bytes);
        assert!(unwritten || condition == Pool::TRUE);
        let concrete = memory.concrete_bytes(object.id, offset, bytes);
        assert_eq!(memory.is_concrete(object.id, offset, bytes), concrete.is_some());
        if bytes <= 8 {
            let expected = concrete.filter(|_| !unwritten).map(|_| numbers[0] as u64);
            assert_eq!(memory.load_concrete(object.base + offset, bytes as u32), expected);
        }
        if let Value::Expr(expr) = value {
            assert!(bytes > 8 || self.pool.as_const(expr).is_none(), "a small constant must be an Int");
        }
    }
}

impl ReferenceObject {
    fn set(&mut self, offset: u64, byte: [u8; MODELS]) {
        self.bytes[offset as usize] = byte;
        self.written[offset as usize] = [true; MODELS];
    }

    /// Under one model.
    fn set_in(&mut self, model: usize, offset: u64, byte: u8) {
        self.bytes[offset as usize][model] = byte;
        self.written[offset as usize][model] = true;
    }

    fn number(&self, model: usize, offset: u64, bytes: u64) -> u128 {
        (0..bytes)
            .rev()
            .fold(0, |number, i| number << 8 | u128::from(self.bytes[(offset + i) as usize][model]))
    }
}

/// How many ranges were written as formulas on the way.
fn run(seed: u64, steps: usize, capacities: &'static [u64]) -> u64 {
    let mut bench = Bench::new(seed, capacities);
    let mut first = World::default();
    (0..4).for_each(|_| bench.alloc(&mut first));
    let mut worlds = vec![first];
    for step in 0..steps {
        let at = bench.rng.below(worlds.len() as u64) as usize;
        let mut world = std::mem::take(&mut worlds[at]);
        bench.step(&mut world);
        bench.check(&world, false);
        worlds[at] = world;
        if step % 50 == 49 {
            let fork = worlds[at].clone();
            if worlds.len() < 5 {
                worlds.push(fork);
            } else {
                let replaced = bench.rng.below(5) as usize;
                worlds[replaced] = fork;
            }
        }
        if step % 200 == 199 {
            // Expressions that no world refers to go away, and their ids are used again.
            let mut seen = bowline_base::FxHashSet::default();
            bench.pool.collect(|marker| {
                worlds.iter().for_each(|world| world.memory.mark(&mut |node| seen.insert(node), marker));
            });
        }
    }
    for world in &worlds {
        bench.check(world, true);
    }
    bench.formulas
}

#[test]
fn small_objects() {
    let formulas: u64 = (0..20).map(|seed| run(seed, 800, &[1, 8, 16, 33, 64, 100])).sum();
    assert!(formulas > 1_000, "only {formulas} ranges were written as formulas");
}

#[test]
fn objects_of_several_pages() {
    let formulas: u64 = (0..6).map(|seed| run(seed, 600, &[16, 100, 4096, 4097, 10_000, 16_384])).sum();
    assert!(formulas > 200, "only {formulas} ranges were written as formulas");
}
