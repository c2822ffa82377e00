//! Arrays that are written in many ways: as trees that say what each byte is, and as the expressions that are made of them.

use bowline_base::Rng;
use bowline_expr::formula::Stretch;
use bowline_expr::{ExprId, INDEX_WIDTH, Model, Pool, SymId};

/// Bytes of the text; what is read goes a little beyond.
pub const SIZE: u64 = 12;

/// A number that may be unknown.
#[derive(Clone, Debug)]
pub enum Number {
    Constant(u64),
    /// A byte of the other input.
    Unknown(u64),
}

#[derive(Clone, Debug)]
pub enum Array {
    Text,
    Table,
    Store(Box<Array>, Number, Number),
    /// New bytes from one place on, so many of them.
    Over(Box<Array>, Number, Number, Box<New>),
}

#[derive(Clone, Debug)]
pub enum New {
    Fill(Number),
    Copy(Array, Number),
    /// The bytes of `3 * j + c`, two for each `j`.
    Words(u64),
    /// For how many `j` up to the distance the text has a byte below a limit; its bytes may be wider than one.
    Counted(Number),
}

pub struct World {
    pub pool: Pool,
    pub text: SymId,
    pub numbers: SymId,
}

/// What the inputs are.
pub struct Inputs {
    pub text: Vec<u8>,
    pub numbers: Vec<u8>,
}

pub fn number(rng: &mut Rng) -> Number {
    match rng.below(3) {
        0 => Number::Unknown(rng.below(5)),
        _ => Number::Constant(rng.below(SIZE)),
    }
}

pub fn array(rng: &mut Rng, depth: u32) -> Array {
    if depth == 0 || rng.below(8) == 0 {
        return if rng.bool() { Array::Text } else { Array::Table };
    }
    let below = array(rng, depth - 1).into();
    if rng.below(4) == 0 {
        return Array::Store(below, number(rng), number(rng));
    }
    let new = match rng.below(6) {
        0 => New::Fill(number(rng)),
        1 => New::Words(rng.below(300)),
        2 => New::Counted(number(rng)),
        _ => New::Copy(array(rng, depth - 1), number(rng)),
    };
    Array::Over(below, number(rng), number(rng), new.into())
}

impl Inputs {
    pub fn random(rng: &mut Rng) -> Self {
        let text = (0..SIZE).map(|_| rng.below(12) as u8).collect();
        Self { text, numbers: (0..5).map(|_| rng.below(SIZE + 2) as u8).collect() }
    }

    pub fn number(&self, number: &Number) -> u64 {
        match *number {
            Number::Constant(value) => value,
            Number::Unknown(at) => self.numbers[at as usize].into(),
        }
    }

    pub fn text(&self, at: u64) -> u8 {
        self.text.get(at as usize).copied().unwrap_or(0)
    }

    pub fn byte(&self, array: &Array, at: u64) -> u8 {
        match array {
            Array::Text => self.text(at),
            Array::Table => b"table".get(at as usize).copied().unwrap_or(0),
            Array::Store(older, place, byte) if self.number(place) == at => {
                let _ = older;
                self.number(byte) as u8
            }
            Array::Store(older, ..) => self.byte(older, at),
            Array::Over(old, from, count, new) => {
                let distance = at.wrapping_sub(self.number(from));
                match distance < self.number(count) {
                    true => self.new_byte(new, distance),
                    false => self.byte(old, at),
                }
            }
        }
    }

    fn new_byte(&self, new: &New, distance: u64) -> u8 {
        match new {
            New::Fill(byte) => self.number(byte) as u8,
            New::Copy(source, from) => self.byte(source, distance + self.number(from)),
            New::Words(c) => ((3 * (distance / 2) + c) >> (8 * (distance % 2))) as u8,
            New::Counted(limit) => {
                let limit = self.number(limit) as u8;
                (0..=distance).filter(|&at| self.text(at) < limit).count() as u8
            }
        }
    }
}

impl World {
    pub fn new() -> Self {
        let mut pool = Pool::new();
        let (text, numbers) = (pool.symbol("text", 0, SIZE), pool.symbol("numbers", 0, 5));
        Self { pool, text, numbers }
    }

    pub fn model(&self, inputs: &Inputs) -> Model {
        let mut model = Model::new();
        (0..).zip(&inputs.text).for_each(|(at, byte)| model.set_byte(self.text, at, *byte));
        (0..).zip(&inputs.numbers).for_each(|(at, byte)| model.set_byte(self.numbers, at, *byte));
        model
    }

    pub fn constant(&mut self, value: u64) -> ExprId {
        self.pool.constant(value.into(), INDEX_WIDTH)
    }

    pub fn number(&mut self, number: &Number) -> ExprId {
        match *number {
            Number::Constant(value) => self.constant(value),
            Number::Unknown(at) => {
                let byte = self.pool.input_byte(self.numbers, at);
                self.pool.zero_extend(byte, INDEX_WIDTH)
            }
        }
    }

    pub fn byte_of(&mut self, number: &Number) -> ExprId {
        let wide = self.number(number);
        self.pool.truncate(wide, 8)
    }

    /// Nothing where it is refused.
    pub fn array(&mut self, tree: &Array) -> Option<ExprId> {
        match tree {
            Array::Text => Some(self.pool.input(self.text)),
            Array::Table => Some(self.pool.table(b"table")),
            Array::Store(older, place, byte) => {
                let (older, place, byte) = (self.array(older)?, self.number(place), self.byte_of(byte));
                Some(self.pool.store(older, place, byte))
            }
            Array::Over(old, from, count, new) => {
                let (old, from, count) = (self.array(old)?, self.number(from), self.number(count));
                let stretch = Stretch { from, count, most: u64::MAX };
                self.over(old, stretch, new)
            }
        }
    }

    fn over(&mut self, old: ExprId, stretch: Stretch, new: &New) -> Option<ExprId> {
        let kept = |pool: &mut Pool, index: ExprId| Some(pool.select(old, index));
        match new {
            New::Fill(byte) => {
                let byte = self.byte_of(byte);
                self.pool.overwritten(stretch, &[old, byte], |_, _| Some(byte), kept)
            }
            New::Copy(source, from) => {
                let (source, from) = (self.array(source)?, self.number(from));
                let new = |pool: &mut Pool, distance| {
                    let at = pool.add(distance, from);
                    Some(pool.select(source, at))
                };
                self.pool.overwritten(stretch, &[old, source, from], new, kept)
            }
            New::Words(c) => {
                let new = |pool: &mut Pool, distance| {
                    let two = pool.constant(2, INDEX_WIDTH);
                    let (row, place) = (pool.udiv(distance, two), pool.urem(distance, two));
                    let (three, c) = (pool.constant(3, INDEX_WIDTH), pool.constant((*c).into(), INDEX_WIDTH));
                    let product = pool.mul(three, row);
                    let word = pool.add(product, c);
                    let (low, high) = (pool.extract(word, 0, 8), pool.extract(word, 8, 8));
                    let zero = pool.constant(0, INDEX_WIDTH);
                    let first = pool.eq(place, zero);
                    Some(pool.ite(first, low, high))
                };
                self.pool.overwritten(stretch, &[old], new, kept)
            }
            New::Counted(limit) => {
                let (byte, variable) = self.counted(limit)?;
                let new = |pool: &mut Pool, distance| pool.with_number(byte, variable, distance);
                self.pool.overwritten(stretch, &[old, byte], new, kept)
            }
        }
    }

    /// How many bytes of the text up to a place, an unknown in place of which is returned, too.
    fn counted(&mut self, limit: &Number) -> Option<(ExprId, SymId)> {
        let limit = self.byte_of(limit);
        let (place, j) = (self.pool.auxiliary("place", 0, 8), self.pool.auxiliary("j", 0, 8));
        let (last, at, text) =
            (self.pool.input_word(place, 8), self.pool.input_word(j, 8), self.pool.input(self.text));
        let one = self.constant(1);
        let count = self.pool.add(last, one);
        let byte = self.pool.select(text, at);
        let below = self.pool.ult(byte, limit);
        let many = self.pool.how_many(count, j, below)?;
        Some((self.pool.truncate(many, 8), place))
    }

    pub fn plainly<R>(&mut self, build: impl FnOnce(&mut Self) -> R) -> R {
        let mut pool = std::mem::take(&mut self.pool);
        let made = pool.plainly(|pool| {
            std::mem::swap(pool, &mut self.pool);
            let made = build(self);
            std::mem::swap(pool, &mut self.pool);
            made
        });
        self.pool = pool;
        made
    }
}
