//! Random expressions over a few input bytes, shared by the tests.

use bowline_base::Rng;
use bowline_expr::{BinaryOp, ExprId, INDEX_WIDTH, Pool, SymId, Width};

/// Makes expressions over two small inputs; the second is also read and written at unknown places.
pub struct Generator {
    pub rng: Rng,
    /// Inputs with their sizes.
    pub scalars: (SymId, u64),
    pub array: (SymId, u64),
    /// Whether multiplications and divisions wider than a byte are made: they are what makes random formulas hard.
    pub hard: bool,
}

const WIDTHS: [Width; 8] = [1, 3, 8, 16, 32, 64, 65, 128];

impl Generator {
    pub fn new(pool: &mut Pool, seed: u64) -> Self {
        let scalars = (pool.symbol("scalars", 0, 6), 6);
        let array = (pool.symbol("array", 0, 5), 5);
        Self { rng: Rng::new(seed), scalars, array, hard: false }
    }

    pub fn below(&mut self, bound: usize) -> usize {
        self.rng.below(bound as u64) as usize
    }

    pub fn condition(&mut self, pool: &mut Pool, depth: u32) -> ExprId {
        self.bits(pool, 1, depth)
    }

    fn byte(&mut self, pool: &mut Pool) -> ExprId {
        let (symbol, size) = if self.below(4) == 0 { self.array } else { self.scalars };
        // Sometimes just beyond the end.
        let beyond = u64::from(self.below(10) == 0);
        let index = self.rng.below(size + beyond);
        pool.input_byte(symbol, index)
    }

    pub fn bits(&mut self, pool: &mut Pool, width: Width, depth: u32) -> ExprId {
        if depth == 0 {
            return self.leaf(pool, width);
        }
        let depth = depth - 1;
        match self.below(10) {
            0 => self.leaf(pool, width),
            1 => {
                let condition = self.bits(pool, 1, depth);
                let (then, otherwise) = (self.bits(pool, width, depth), self.bits(pool, width, depth));
                pool.ite(condition, then, otherwise)
            }
            2 if width == 8 => {
                let array = self.array(pool, depth);
                let index = self.index(pool, depth);
                pool.select(array, index)
            }
            2 | 3 if width < 128 => {
                let wider = width + 1 + self.below(usize::from((128 - width).min(16))) as Width;
                let low = self.below(usize::from(wider - width) + 1) as u16;
                let of = self.bits(pool, wider, depth);
                pool.extract(of, low, width)
            }
            4 if width > 1 => {
                let low = 1 + self.below(usize::from(width) - 1) as Width;
                let (high, low) = (self.bits(pool, width - low, depth), self.bits(pool, low, depth));
                pool.concat(high, low)
            }
            5 if width > 1 => {
                let narrow = 1 + self.below(usize::from(width) - 1) as Width;
                let inner = self.bits(pool, narrow, depth);
                if self.rng.bool() { pool.zero_extend(inner, width) } else { pool.sign_extend(inner, width) }
            }
            _ if width == 1 && self.below(3) > 0 => {
                let compared = WIDTHS[self.below(WIDTHS.len())];
                let (a, b) = (self.bits(pool, compared, depth), self.bits(pool, compared, depth));
                use BinaryOp::{Eq, Sle, Slt, Ule, Ult};
                let op = [Eq, Ult, Ule, Slt, Sle][self.below(5)];
                pool.binary(op, a, b)
            }
            _ => {
                use BinaryOp::*;
                let all = [Add, Sub, And, Or, Xor, Shl, LShr, AShr, Mul, UDiv, SDiv, URem, SRem];
                let usable = if width <= 8 || self.hard { all.len() } else { 8 };
                let op = all[self.below(usable)];
                let (a, b) = (self.bits(pool, width, depth), self.bits(pool, width, depth));
                pool.binary(op, a, b)
            }
        }
    }

    fn leaf(&mut self, pool: &mut Pool, width: Width) -> ExprId {
        if self.below(3) == 0 {
            let value = u128::from(self.rng.next_u64()) << 64 | u128::from(self.rng.next_u64());
            let value = if self.rng.bool() { value } else { value % 5 };
            return pool.constant(value, width);
        }
        let byte = self.byte(pool);
        match width {
            8 => byte,
            0..8 => pool.extract(byte, 0, width),
            _ => {
                let mut whole = byte;
                while pool.width(whole) + 8 <= width && self.below(3) > 0 {
                    let next = self.byte(pool);
                    whole = pool.concat(whole, next);
                }
                if self.rng.bool() { pool.zero_extend(whole, width) } else { pool.sign_extend(whole, width) }
            }
        }
    }

    fn index(&mut self, pool: &mut Pool, depth: u32) -> ExprId {
        if self.below(3) == 0 {
            let at = self.rng.below(7);
            return pool.constant(u128::from(at), INDEX_WIDTH);
        }
        let narrow = self.bits(pool, 3, depth);
        pool.zero_extend(narrow, INDEX_WIDTH)
    }

    fn array(&mut self, pool: &mut Pool, depth: u32) -> ExprId {
        let mut array = if self.rng.bool() {
            pool.input(self.array.0)
        } else {
            let bytes: Vec<u8> = (0..self.below(9)).map(|_| self.rng.next_u64() as u8).collect();
            pool.table(&bytes)
        };
        for _ in 0..self.below(4) {
            let (index, byte) = (self.index(pool, depth.min(1)), self.bits(pool, 8, depth.min(1)));
            array = pool.store(array, index, byte);
        }
        array
    }
}
