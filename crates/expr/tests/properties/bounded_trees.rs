//! Random conditions with bounded terms, as expressions and as trees that are evaluated by going through all numbers.

use bowline_base::Rng;
use bowline_expr::{ExprId, INDEX_WIDTH, Model, Pool, SymId};

/// Bytes of the text.
pub const LENGTH: u64 = 6;
/// A number of 64 bits.
#[derive(Clone, Debug)]
pub enum Number {
    Constant(u64),
    /// An input byte.
    Limit,
    /// The variable of a term around, counted from the outside.
    Variable(usize),
    Plus(Box<Number>, u64),
    Times(Box<Number>, u64),
    Minus(u64, Box<Number>),
    HowMany(Box<Number>, Box<Condition>),
}

#[derive(Clone, Debug)]
pub enum Condition {
    /// The text there is this byte.
    Is(Number, u8),
    /// The text there is at most the text at another place.
    Ordered(Number, Number),
    Below(Number, Number),
    /// As signed numbers of 32 bits.
    BelowAsInt(Number, Number),
    Equal(Number, Number),
    Not(Box<Condition>),
    And(Box<Condition>, Box<Condition>),
    Or(Box<Condition>, Box<Condition>),
    ForAll(Box<Number>, Box<Condition>),
}

/// What the inputs are.
pub struct Inputs {
    pub text: [u8; LENGTH as usize],
    pub limit: u8,
}

impl Inputs {
    pub fn random(rng: &mut Rng) -> Self {
        // Few different bytes, so that conditions hold for several numbers.
        let text = [(); LENGTH as usize].map(|()| b"aab\0"[rng.below(4) as usize]);
        Self { text, limit: rng.below(9) as u8 }
    }

    pub fn number(&self, number: &Number, variables: &[u64]) -> u64 {
        let of = |number: &Number| self.number(number, variables);
        match number {
            Number::Constant(value) => *value,
            Number::Limit => self.limit.into(),
            Number::Variable(place) => variables[*place],
            Number::Plus(number, by) => of(number).wrapping_add(*by),
            Number::Times(number, by) => of(number).wrapping_mul(*by),
            Number::Minus(from, number) => from.wrapping_sub(of(number)),
            Number::HowMany(count, body) => self.satisfying(count, body, variables) as u64,
        }
    }

    pub fn satisfying(&self, count: &Number, body: &Condition, variables: &[u64]) -> usize {
        let holds = |number: &u64| self.holds(body, &[variables, &[*number]].concat());
        (0..self.number(count, variables)).filter(holds).count()
    }

    pub fn holds(&self, condition: &Condition, variables: &[u64]) -> bool {
        let number = |number: &Number| self.number(number, variables);
        let byte = |at: &Number| {
            let at = usize::try_from(number(at)).ok();
            at.and_then(|at| self.text.get(at)).copied().unwrap_or(0)
        };
        match condition {
            Condition::Is(at, value) => byte(at) == *value,
            Condition::Ordered(a, b) => byte(a) <= byte(b),
            Condition::Below(a, b) => number(a) < number(b),
            Condition::BelowAsInt(a, b) => (number(a) as i32) < number(b) as i32,
            Condition::Equal(a, b) => number(a) == number(b),
            Condition::Not(inner) => !self.holds(inner, variables),
            Condition::And(a, b) => self.holds(a, variables) && self.holds(b, variables),
            Condition::Or(a, b) => self.holds(a, variables) || self.holds(b, variables),
            Condition::ForAll(count, body) => self.satisfying(count, body, variables) as u64 == number(count),
        }
    }
}

/// Makes random trees. Counts stay small: a term of terms is gone through number by number.
pub struct Maker<'r> {
    pub rng: &'r mut Rng,
}

impl Maker<'_> {
    pub fn number(&mut self, variables: usize, depth: u32) -> Number {
        match self.rng.below(if depth == 0 { 4 } else { 9 }) {
            0 => Number::Constant(self.rng.below(8)),
            1 => Number::Limit,
            2 | 3 if variables > 0 => Number::Variable(self.rng.below(variables as u64) as usize),
            2..=4 => Number::Constant(self.rng.below(8)),
            5 => {
                let by = [1, 2, 7, u64::MAX][self.rng.below(4) as usize];
                Number::Plus(self.number(variables, depth - 1).into(), by)
            }
            6 => Number::Times(self.number(variables, depth - 1).into(), 1 + self.rng.below(3)),
            7 => Number::Minus(self.rng.below(9), self.number(variables, depth - 1).into()),
            _ => {
                Number::HowMany(self.count(variables).into(), self.condition(variables + 1, depth - 1).into())
            }
        }
    }

    pub fn count(&mut self, variables: usize) -> Number {
        match self.rng.below(4) {
            0 => Number::Constant(self.rng.below(8)),
            1 if variables > 0 => Number::Variable(self.rng.below(variables as u64) as usize),
            2 => Number::Plus(Number::Limit.into(), 1),
            _ => Number::Limit,
        }
    }

    pub fn condition(&mut self, variables: usize, depth: u32) -> Condition {
        let shallow = depth.min(1);
        match self.rng.below(if depth == 0 { 6 } else { 11 }) {
            0 | 1 => Condition::Is(self.number(variables, shallow), b"ab\0"[self.rng.below(3) as usize]),
            2 => Condition::Ordered(self.number(variables, shallow), self.number(variables, 0)),
            3 => Condition::Below(self.number(variables, depth), self.number(variables, depth)),
            4 => Condition::BelowAsInt(self.number(variables, depth), self.number(variables, depth)),
            5 => Condition::Equal(self.number(variables, shallow), self.number(variables, shallow)),
            6 => Condition::Not(self.condition(variables, depth - 1).into()),
            7 | 8 => {
                let parts = [self.condition(variables, depth - 1), self.condition(variables, depth - 1)]
                    .map(Box::new);
                let [a, b] = parts;
                if self.rng.bool() { Condition::And(a, b) } else { Condition::Or(a, b) }
            }
            _ => Condition::ForAll(
                self.count(variables).into(),
                self.condition(variables + 1, depth - 1).into(),
            ),
        }
    }
}

/// Makes expressions of trees.
pub struct World {
    pub pool: Pool,
    pub text: SymId,
    pub limit: SymId,
}

impl World {
    pub fn new() -> Self {
        let mut pool = Pool::new();
        let (text, limit) = (pool.symbol("text", 0, LENGTH), pool.symbol("limit", 0, 1));
        Self { pool, text, limit }
    }

    pub fn model(&self, inputs: &Inputs) -> Model {
        let mut model = Model::new();
        for (at, &byte) in (0..).zip(&inputs.text) {
            model.set_byte(self.text, at, byte);
        }
        model.set_byte(self.limit, 0, inputs.limit);
        model
    }

    /// The unknown in place of the variable that so many terms are around.
    pub fn variable(&mut self, place: usize) -> SymId {
        self.pool.auxiliary("j", place as u32, 8)
    }

    pub fn number(&mut self, number: &Number, variables: usize) -> ExprId {
        match number {
            Number::Constant(value) => self.pool.constant((*value).into(), INDEX_WIDTH),
            Number::Limit => {
                let byte = self.pool.input_byte(self.limit, 0);
                self.pool.zero_extend(byte, INDEX_WIDTH)
            }
            Number::Variable(place) => {
                let symbol = self.variable(*place);
                self.pool.input_word(symbol, 8)
            }
            Number::Plus(number, by) => {
                let (number, by) =
                    (self.number(number, variables), self.pool.constant((*by).into(), INDEX_WIDTH));
                self.pool.add(number, by)
            }
            Number::Times(number, by) => {
                let (number, by) =
                    (self.number(number, variables), self.pool.constant((*by).into(), INDEX_WIDTH));
                self.pool.mul(number, by)
            }
            Number::Minus(from, number) => {
                let (from, number) =
                    (self.pool.constant((*from).into(), INDEX_WIDTH), self.number(number, variables));
                self.pool.sub(from, number)
            }
            Number::HowMany(count, body) => {
                let (count, body) = (self.number(count, variables), self.condition(body, variables + 1));
                let symbol = self.variable(variables);
                self.pool.how_many(count, symbol, body).expect("terms do not nest that deep")
            }
        }
    }

    pub fn byte(&mut self, at: &Number, variables: usize) -> ExprId {
        let (array, at) = (self.pool.input(self.text), self.number(at, variables));
        self.pool.select(array, at)
    }

    pub fn condition(&mut self, condition: &Condition, variables: usize) -> ExprId {
        match condition {
            Condition::Is(at, value) => {
                let (byte, value) = (self.byte(at, variables), self.pool.constant((*value).into(), 8));
                self.pool.eq(byte, value)
            }
            Condition::Ordered(a, b) => {
                let (a, b) = (self.byte(a, variables), self.byte(b, variables));
                self.pool.ule(a, b)
            }
            Condition::Below(a, b) => {
                let (a, b) = (self.number(a, variables), self.number(b, variables));
                self.pool.ult(a, b)
            }
            Condition::BelowAsInt(a, b) => {
                let (a, b) = (self.number(a, variables), self.number(b, variables));
                let (a, b) = (self.pool.truncate(a, 32), self.pool.truncate(b, 32));
                self.pool.slt(a, b)
            }
            Condition::Equal(a, b) => {
                let (a, b) = (self.number(a, variables), self.number(b, variables));
                self.pool.eq(a, b)
            }
            Condition::Not(inner) => {
                let inner = self.condition(inner, variables);
                self.pool.not(inner)
            }
            Condition::And(a, b) | Condition::Or(a, b) => {
                let (x, y) = (self.condition(a, variables), self.condition(b, variables));
                let both = matches!(condition, Condition::And(..));
                if both { self.pool.and(x, y) } else { self.pool.or(x, y) }
            }
            Condition::ForAll(count, body) => {
                let (count, body) = (self.number(count, variables), self.condition(body, variables + 1));
                let symbol = self.variable(variables);
                self.pool.for_all(count, symbol, body).expect("terms do not nest that deep")
            }
        }
    }
}

/// A universal condition with something below it.
pub fn universal(rng: &mut Rng) -> Condition {
    let mut maker = Maker { rng };
    Condition::ForAll(maker.count(0).into(), maker.condition(1, 2).into())
}
