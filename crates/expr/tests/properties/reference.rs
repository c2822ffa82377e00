//! Random expressions beside their meaning: every term is built through the pool's constructors, and at the same time its
//! value under each of a fixed list of models is computed from the values of its operands, by arithmetic that shares
//! nothing with the crate. The two must agree, whatever the rules made of the term.

use bowline_base::Rng;
use bowline_expr::{BinaryOp, Evaluator, ExprId, INDEX_WIDTH, Model, Pool, SymId, Width, bounds};

/// A term, its width, and its value under each model.
#[derive(Clone)]
pub struct Term {
    pub id: ExprId,
    pub width: Width,
    pub values: Vec<u128>,
}

/// An array, and its contents under each model: the bytes that were ever stored, over a background.
#[derive(Clone)]
pub struct Array {
    pub id: ExprId,
    pub contents: Vec<Vec<(u64, u8)>>,
}

pub struct World {
    pub pool: Pool,
    pub rng: Rng,
    pub models: Vec<Model>,
    pub symbol: SymId,
    /// Bytes of the input under each model.
    pub inputs: Vec<Vec<u8>>,
    pub terms: Vec<Term>,
    pub arrays: Vec<Array>,
    evaluator: Evaluator,
    /// No term is wider.
    pub max_width: Width,
}

pub fn mask(width: Width) -> u128 {
    u128::MAX >> (128 - width)
}

/// The meaning of each operator, bit by bit or by cases; deliberately naive.
pub fn meaning(op: BinaryOp, width: Width, a: u128, b: u128) -> u128 {
    use BinaryOp::*;
    let m = mask(width);
    let negative = |x: u128| x >> (width - 1) & 1 == 1;
    let magnitude = |x: u128| if negative(x) { x.wrapping_neg() & m } else { x };
    let negate_if = |yes: bool, x: u128| if yes { x.wrapping_neg() & m } else { x };
    // Adding the sign's weight turns the signed order into the unsigned one.
    let biased = |x: u128| x ^ (1 << (width - 1));
    let udiv = |a: u128, b: u128| a.checked_div(b).unwrap_or(m);
    let urem = |a: u128, b: u128| a.checked_rem(b).unwrap_or(a);
    let times = b.min(u128::from(width));
    match op {
        Add => a.wrapping_add(b) & m,
        Sub => a.wrapping_add(!b).wrapping_add(1) & m,
        Mul => (0..width).filter(|i| b >> i & 1 == 1).fold(0u128, |sum, i| sum.wrapping_add(a << i)) & m,
        UDiv => udiv(a, b),
        URem => urem(a, b),
        SDiv => negate_if(negative(a) != negative(b), udiv(magnitude(a), magnitude(b))),
        SRem => negate_if(negative(a), urem(magnitude(a), magnitude(b))),
        Shl => (0..times).fold(a, |x, _| x << 1 & m),
        LShr => (0..times).fold(a, |x, _| x >> 1),
        AShr => (0..times).fold(a, |x, _| x >> 1 | (x & 1 << (width - 1))),
        And => a & b,
        Or => a | b,
        Xor => (a | b) & !(a & b),
        Eq => u128::from(a == b),
        Ult => u128::from(a < b),
        Ule => u128::from(a <= b),
        Slt => u128::from(biased(a) < biased(b)),
        Sle => u128::from(biased(a) <= biased(b)),
    }
}

impl World {
    /// An input of so many bytes, with all zeros, all ones and random contents as models.
    pub fn random(seed: u64, size: u64, max_width: Width) -> Self {
        let mut rng = Rng::new(seed);
        let mut inputs = vec![vec![0; size as usize], vec![0xff; size as usize]];
        inputs.extend((0..4).map(|_| (0..size).map(|_| rng.next_u64() as u8).collect()));
        Self::new(rng, size, inputs, max_width)
    }

    /// An input of three bytes of which only the lowest `bits` are ever set, with every such content as a model.
    pub fn exhaustive(seed: u64, bits: u32, max_width: Width) -> Self {
        let values = 1u32 << bits;
        let byte = |model: u32, i: u32| (model >> (i * bits) & (values - 1)) as u8;
        let inputs = (0..values.pow(3)).map(|model| (0..3).map(|i| byte(model, i)).collect()).collect();
        Self::new(Rng::new(seed), 3, inputs, max_width)
    }

    fn new(rng: Rng, size: u64, inputs: Vec<Vec<u8>>, max_width: Width) -> Self {
        let mut pool = Pool::new();
        pool.trace_rules();
        let symbol = pool.symbol("data", 0, size);
        let models = inputs
            .iter()
            .map(|bytes| {
                let mut model = Model::new();
                bytes.iter().enumerate().for_each(|(i, &byte)| model.set_byte(symbol, i as u64, byte));
                model
            })
            .collect();
        let evaluator = Evaluator::new();
        let mut world = Self {
            pool,
            rng,
            models,
            symbol,
            inputs,
            terms: Vec::new(),
            arrays: Vec::new(),
            evaluator,
            max_width,
        };
        let id = world.pool.input(symbol);
        let contents = world
            .inputs
            .iter()
            .map(|bytes| bytes.iter().enumerate().map(|(i, &byte)| (i as u64, byte)).collect())
            .collect();
        world.arrays.push(Array { id, contents });
        world
    }

    pub fn below(&mut self, bound: usize) -> usize {
        self.rng.below(bound as u64) as usize
    }

    /// Adds a term after comparing it with its meaning.
    pub fn push(&mut self, id: ExprId, width: Width, values: Vec<u128>) -> Term {
        assert_eq!(self.pool.width(id), width);
        let (least, most) = bounds::interval(&self.pool, id);
        let zeros = bounds::zero_bits(&self.pool, id);
        for (model, &expected) in self.models.iter().zip(&values) {
            assert!(least <= expected && expected <= most, "{expected} is not in {least}..={most} of {id}");
            assert_eq!(expected & zeros, 0, "{id} has bits of {zeros:#x}");
            let found = self.evaluator.eval(&self.pool, model, id);
            assert_eq!(
                found,
                expected,
                "{id} = {} under {model:?}, after rules {:?}",
                bowline_expr::print::text(&self.pool, id),
                self.pool.fired_rules()
            );
        }
        let term = Term { id, width, values };
        self.terms.push(term.clone());
        term
    }

    pub fn constant(&mut self, value: u128, width: Width) -> Term {
        let value = value & mask(width);
        let id = self.pool.constant(value, width);
        let values = vec![value; self.models.len()];
        self.push(id, width, values)
    }

    /// A constant at or near a boundary, a power of two, a mask, or anything.
    pub fn some_constant(&mut self, width: Width) -> Term {
        let bit = 1u128 << self.rng.below(u64::from(width));
        let near = self.rng.below(3) as u128;
        let value = match self.rng.below(9) {
            0 => 0,
            1 => near,
            2 => near.wrapping_neg(),
            3 => (1u128 << (width - 1)).wrapping_add(near).wrapping_sub(1),
            4 => bit,
            5 => bit.wrapping_sub(1),
            6 => bit.wrapping_neg(),
            7 => u128::from(self.rng.below(256)),
            _ => u128::from(self.rng.next_u64()) << 64 | u128::from(self.rng.next_u64()),
        };
        self.constant(value, width)
    }

    pub fn byte(&mut self, index: u64) -> Term {
        let id = self.pool.input_byte(self.symbol, index);
        let values =
            self.inputs.iter().map(|b| u128::from(b.get(index as usize).copied().unwrap_or(0))).collect();
        self.push(id, 8, values)
    }

    pub fn binary(&mut self, op: BinaryOp, a: &Term, b: &Term) -> Term {
        let id = self.pool.binary(op, a.id, b.id);
        let values = a.values.iter().zip(&b.values).map(|(&x, &y)| meaning(op, a.width, x, y)).collect();
        self.push(id, if op.is_comparison() { 1 } else { a.width }, values)
    }

    pub fn not(&mut self, a: &Term) -> Term {
        let ones = self.constant(u128::MAX, a.width);
        self.binary(BinaryOp::Xor, a, &ones)
    }

    pub fn ite(&mut self, c: &Term, t: &Term, e: &Term) -> Term {
        let id = self.pool.ite(c.id, t.id, e.id);
        let pick = |i: usize| if c.values[i] == 1 { t.values[i] } else { e.values[i] };
        let values = (0..c.values.len()).map(pick).collect();
        self.push(id, t.width, values)
    }

    pub fn extract(&mut self, of: &Term, low: u16, width: Width) -> Term {
        let id = self.pool.extract(of.id, low, width);
        let values = of.values.iter().map(|&x| x >> low & mask(width)).collect();
        self.push(id, width, values)
    }

    pub fn concat(&mut self, high: &Term, low: &Term) -> Term {
        let id = self.pool.concat(high.id, low.id);
        let values = high.values.iter().zip(&low.values).map(|(&x, &y)| x << low.width | y).collect();
        self.push(id, high.width + low.width, values)
    }

    pub fn zext(&mut self, a: &Term, to: Width) -> Term {
        let id = self.pool.zero_extend(a.id, to);
        self.push(id, to, a.values.clone())
    }

    pub fn sext(&mut self, a: &Term, to: Width) -> Term {
        let id = self.pool.sign_extend(a.id, to);
        let high = mask(to) & !mask(a.width);
        let values = a.values.iter().map(|&x| if x >> (a.width - 1) == 1 { x | high } else { x }).collect();
        self.push(id, to, values)
    }

    pub fn table(&mut self, bytes: &[u8]) -> Array {
        let id = self.pool.table(bytes);
        let content: Vec<(u64, u8)> = bytes.iter().enumerate().map(|(i, &byte)| (i as u64, byte)).collect();
        let array = Array { id, contents: vec![content; self.models.len()] };
        self.arrays.push(array.clone());
        array
    }

    pub fn select(&mut self, array: &Array, index: &Term) -> Term {
        let id = self.pool.select(array.id, index.id);
        let read = |content: &Vec<(u64, u8)>, at: u128| {
            let newest = content.iter().rev().find(|(place, _)| u128::from(*place) == at);
            newest.map_or(0, |(_, byte)| u128::from(*byte))
        };
        let values = array.contents.iter().zip(&index.values).map(|(c, &at)| read(c, at)).collect();
        self.push(id, 8, values)
    }

    pub fn store(&mut self, array: &Array, index: &Term, byte: &Term) -> Array {
        let id = self.pool.store(array.id, index.id, byte.id);
        let mut contents = array.contents.clone();
        for (i, content) in contents.iter_mut().enumerate() {
            content.push((index.values[i] as u64, byte.values[i] as u8));
        }
        let array = Array { id, contents };
        self.arrays.push(array.clone());
        array
    }

    /// A term of a width: an old one, more likely a recent one, or an old one cut or extended to fit.
    pub fn some_term(&mut self, width: Width) -> Term {
        for _ in 0..6 {
            let back = self.below(self.terms.len().min(24)) + 1;
            let term = self.terms[self.terms.len() - back].clone();
            if term.width == width {
                return term;
            }
        }
        let place = self.below(self.terms.len());
        let term = self.terms[place].clone();
        self.fit(&term, width)
    }

    /// The term cut or extended to a width.
    pub fn fit(&mut self, term: &Term, width: Width) -> Term {
        if term.width == width {
            return term.clone();
        }
        if term.width > width {
            let low = self.below(usize::from(term.width - width) + 1) as u16;
            let low = if self.rng.bool() { 0 } else { low };
            return self.extract(term, low, width);
        }
        if self.rng.bool() { self.zext(term, width) } else { self.sext(term, width) }
    }

    pub fn some_array(&mut self) -> Array {
        let place = self.below(self.arrays.len());
        self.arrays[place].clone()
    }

    pub fn some_index(&mut self) -> Term {
        match self.rng.below(4) {
            0 => {
                let at = self.rng.below(6) as u128;
                self.constant(at, INDEX_WIDTH)
            }
            1 => {
                let term = self.some_term(8.min(self.max_width));
                let small = self.extract(&term, 0, 2);
                self.zext(&small, INDEX_WIDTH)
            }
            2 => {
                let index = self.terms.iter().rev().find(|term| term.width == INDEX_WIDTH).cloned();
                let Some(index) = index else { return self.constant(1, INDEX_WIDTH) };
                let by = self.rng.below(3) as u128;
                let by = self.constant(by, INDEX_WIDTH);
                self.binary(BinaryOp::Add, &index, &by)
            }
            _ => {
                let term = self.some_term(8.min(self.max_width));
                self.fit(&term, INDEX_WIDTH)
            }
        }
    }

    /// One random construction.
    pub fn random_step(&mut self, arrays: bool) {
        let max = self.max_width;
        let width = match self.rng.below(4) {
            0 => 1,
            1 => self.rng.below(u64::from(max)) as Width + 1,
            2 => self.terms[self.terms.len() - 1].width.min(max),
            _ => [8, 16, 32, 64, 128][self.below(5)].min(max),
        };
        match self.rng.below(if arrays { 12 } else { 10 }) {
            0..=3 => {
                let op = BinaryOp::ALL[self.below(BinaryOp::ALL.len())];
                let a = self.some_term(width);
                let b = if self.rng.bool() { self.some_constant(width) } else { self.some_term(width) };
                let (a, b) = if self.rng.below(4) == 0 { (b, a) } else { (a, b) };
                self.binary(op, &a, &b);
            }
            4 => {
                let a = self.some_term(width);
                self.not(&a);
            }
            5 => {
                let c = self.some_term(1);
                let t = if self.rng.bool() { self.some_constant(width) } else { self.some_term(width) };
                let e = if self.rng.bool() { self.some_constant(width) } else { self.some_term(width) };
                self.ite(&c, &t, &e);
            }
            6 => {
                let a = self.some_term(width);
                let low = self.below(usize::from(width)) as u16;
                let part = self.below(usize::from(width - low)) as Width + 1;
                self.extract(&a, low, part);
            }
            7 if width < max => {
                let low = self.some_term(width);
                let rest = self.below(usize::from(max - width)) as Width + 1;
                let high =
                    if self.rng.below(3) == 0 { self.some_constant(rest) } else { self.some_term(rest) };
                self.concat(&high, &low);
            }
            8 => {
                let a = self.some_term(width);
                let to = width + self.below(usize::from(max - width) + 1) as Width;
                self.zext(&a, to);
            }
            9 => {
                let a = self.some_term(width);
                let to = width + self.below(usize::from(max - width) + 1) as Width;
                self.sext(&a, to);
            }
            10 => {
                let (array, index) = (self.some_array(), self.some_index());
                self.select(&array, &index);
            }
            11 => {
                let (array, index) = (self.some_array(), self.some_index());
                let byte = if self.rng.bool() { self.select(&array, &index) } else { self.some_term(8) };
                self.store(&array, &index, &byte);
            }
            _ => {}
        }
    }
}
