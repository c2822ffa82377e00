//! The models, the reference, and random values.

use bowline_base::Rng;
use bowline_expr::{Evaluator, ExprId, Model, Pool, SymId};
use bowline_memory::{Allocation, Fill, Kind, Memory, ObjectId, Value};

pub const MODELS: usize = 3;
pub type Numbers = [u128; MODELS];

#[derive(Clone)]
pub struct ReferenceObject {
    pub id: ObjectId,
    pub base: u64,
    pub bytes: Vec<[u8; MODELS]>,
    pub tracked: bool,
    /// Under each model.
    pub written: Vec<[bool; MODELS]>,
    pub read_only: bool,
}

#[derive(Clone, Default)]
pub struct World {
    pub memory: Memory,
    pub objects: Vec<ReferenceObject>,
}

/// Objects of more bytes are not told apart by conditions.
pub const MAX_OPEN: u64 = 1024;

pub struct Bench {
    pub pool: Pool,
    pub models: Vec<Model>,
    pub inputs: Vec<SymId>,
    pub evaluator: Evaluator,
    pub rng: Rng,
    /// Ranges that were written as formulas.
    pub formulas: u64,
    /// What objects are made of.
    pub capacities: &'static [u64],
}

impl Bench {
    pub fn new(seed: u64, capacities: &'static [u64]) -> Bench {
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

    pub fn numbers(&mut self, value: Value) -> Numbers {
        match value {
            Value::Int(number) => [u128::from(number); MODELS],
            Value::Expr(expr) => {
                std::array::from_fn(|m| self.evaluator.eval(&self.pool, &self.models[m], expr))
            }
        }
    }

    pub fn input_byte(&mut self) -> ExprId {
        let input = self.inputs[self.rng.below(4) as usize];
        let index = self.rng.below(64);
        self.pool.input_byte(input, index)
    }

    /// A value of up to 16 bytes: concrete, symbolic, or some bytes of each.
    pub fn value(&mut self, bytes: u32) -> Value {
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
    pub fn up_to(&mut self, max: u64) -> ExprId {
        let (a, b) = (self.input_byte(), self.input_byte());
        let short = self.pool.concat(a, b);
        let wide = self.pool.zero_extend(short, 64);
        let bound = self.pool.constant(u128::from(max) + 1, 64);
        self.pool.urem(wide, bound)
    }

    /// A place to read or write: anywhere, or one of some places, as merged paths have it.
    pub fn place(&mut self, max: u64) -> ExprId {
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

    pub fn pick(&mut self, world: &World) -> usize {
        self.rng.below(world.objects.len() as u64) as usize
    }

    /// An offset and a length that fit, often near a border of a page.
    pub fn range(&mut self, capacity: u64, max_length: u64) -> (u64, u64) {
        let length = self.rng.below(max_length.min(capacity)) + 1;
        let room = capacity - length;
        let offset = match self.rng.below(3) {
            0 => (4096 * (1 + self.rng.below(4))).saturating_sub(self.rng.below(length + 1)).min(room),
            _ => self.rng.below(room + 1),
        };
        (offset, length)
    }

    pub fn alloc(&mut self, world: &mut World) {
        let capacity = self.capacities[self.rng.below(self.capacities.len() as u64) as usize];
        let fill = [Fill::Zero, Fill::Byte(0xa5), Fill::Unknown][self.rng.below(3) as usize];
        let tracked = self.rng.below(3) == 0;
        let read_only = self.rng.below(8) == 0;
        let request = Allocation {
            align: 1 << self.rng.below(21),
            read_only,
            track_initialised: tracked,
            fill,
            ..Allocation::of_size(Kind::Heap, capacity)
        };
        let align = request.align;
        let (id, base) = world.memory.alloc(request).expect("there is room");
        assert_eq!(base % align.max(16), 0);
        let bytes = match fill {
            Fill::Zero => vec![[0; MODELS]; capacity as usize],
            Fill::Byte(byte) => vec![[byte; MODELS]; capacity as usize],
            Fill::Unknown => self.unknown_bytes(id, capacity),
        };
        let written = vec![[!tracked; MODELS]; capacity as usize];
        world.objects.push(ReferenceObject { id, base, bytes, tracked, written, read_only });
    }
}

impl Bench {
    /// What the models say of an object that nobody has written to. Worlds that forked may both have an object of that number.
    fn unknown_bytes(&mut self, id: ObjectId, capacity: u64) -> Vec<[u8; MODELS]> {
        let symbol = self.pool.fresh(id.0, 0, capacity);
        let models = &mut self.models;
        let mut byte = |at: u64| {
            std::array::from_fn(|m| {
                let mixed = (u64::from(id.0) << 40 ^ at << 4 ^ m as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                let byte = (mixed >> 56) as u8;
                models[m].set_byte(symbol, at, byte);
                byte
            })
        };
        (0..capacity).map(&mut byte).collect()
    }
}

impl ReferenceObject {
    pub fn set(&mut self, offset: u64, byte: [u8; MODELS]) {
        self.bytes[offset as usize] = byte;
        self.written[offset as usize] = [true; MODELS];
    }

    /// Under one model.
    pub fn set_in(&mut self, model: usize, offset: u64, byte: u8) {
        self.bytes[offset as usize][model] = byte;
        self.written[offset as usize][model] = true;
    }

    pub fn number(&self, model: usize, offset: u64, bytes: u64) -> u128 {
        (0..bytes)
            .rev()
            .fold(0, |number, i| number << 8 | u128::from(self.bytes[(offset + i) as usize][model]))
    }
}
