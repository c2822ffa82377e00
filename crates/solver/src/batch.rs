//! Evaluation of an expression for all 256 values of the one input byte it depends on.
//!
//! Node by node, each for 256 values at once: the inner loops have no branches on the expression and vectorise. Values
//! have at most 64 bits, and expressions a bounded number of nodes; beyond that there is no answer, and the caller asks
//! a solver instead.

use crate::facts::InputByte;
use bowline_base::FxHashMap;
use bowline_expr::{BinaryOp, ExprId, Node, Pool, Width, fold};

type Lanes = [u64; 256];

/// More nodes than this are not evaluated 256-fold.
const MAX_NODES: usize = 2_000;

/// Keeps its memory between calls.
#[derive(Default)]
pub struct Batch {
    lanes: Vec<Lanes>,
    /// Where the values of an expression are.
    places: FxHashMap<ExprId, usize>,
    stack: Vec<ExprId>,
}

impl Batch {
    /// The value of `root` for each value of `byte`, when `root` depends on no other input.
    pub fn eval(&mut self, pool: &Pool, byte: InputByte, root: ExprId) -> Option<&Lanes> {
        self.lanes.clear();
        self.places.clear();
        self.stack.clear();
        self.stack.push(root);
        while let Some(&id) = self.stack.last() {
            if self.places.contains_key(&id) {
                self.stack.pop();
                continue;
            }
            if self.lanes.len() >= MAX_NODES || pool.width(id) > 64 {
                return None;
            }
            if self.push_missing(pool, id) {
                continue;
            }
            let lanes = self.node(pool, byte, id)?;
            self.places.insert(id, self.lanes.len());
            self.lanes.push(lanes);
            self.stack.pop();
        }
        self.lanes.last()
    }

    /// Schedules the operands that have no values yet; false when all have.
    fn push_missing(&mut self, pool: &Pool, id: ExprId) -> bool {
        let before = self.stack.len();
        let (places, stack) = (&self.places, &mut self.stack);
        let mut need = |operand: ExprId| {
            if !places.contains_key(&operand) {
                stack.push(operand);
            }
        };
        match pool.node(id) {
            Node::Select(array, index) => {
                need(index);
                let mut array = array;
                while let Node::Store(older, index, byte) = pool.node(array) {
                    need(index);
                    need(byte);
                    array = older;
                }
            }
            node => node.for_each_child(need),
        }
        self.stack.len() > before
    }

    fn of(&self, id: ExprId) -> &Lanes {
        &self.lanes[self.places[&id]]
    }

    fn node(&self, pool: &Pool, byte: InputByte, id: ExprId) -> Option<Lanes> {
        let width = pool.width(id);
        Some(match pool.node(id) {
            Node::Const(value) => [value; 256],
            Node::Binary(op, a, b) => binary(op, pool.width(a), self.of(a), self.of(b)),
            Node::Ite(condition, then, otherwise) => {
                let (condition, then, otherwise) = (self.of(condition), self.of(then), self.of(otherwise));
                std::array::from_fn(|i| if condition[i] == 1 { then[i] } else { otherwise[i] })
            }
            Node::Extract { of, low } => {
                let mask = fold::mask(width) as u64;
                self.of(of).map(|value| value >> low & mask)
            }
            Node::Concat(high, low) => {
                let shift = pool.width(low);
                let (high, low) = (self.of(high), self.of(low));
                std::array::from_fn(|i| high[i] << shift | low[i])
            }
            Node::ZeroExtend(a) => *self.of(a),
            Node::SignExtend(a) => {
                let (from, mask) = (pool.width(a), fold::mask(width) as u64);
                self.of(a).map(|value| signed(value, from) as u64 & mask)
            }
            Node::Select(array, index) => {
                let index = self.of(index);
                let mut lanes = [0; 256];
                for (value, lane) in lanes.iter_mut().enumerate() {
                    *lane = self.read(pool, byte, array, index[value], value)?;
                }
                lanes
            }
            Node::WideConst(_) | Node::Input(_) | Node::Table(_) | Node::Store(..) => return None,
            Node::Bound(_) | Node::Bounded { .. } | Node::Formula { .. } => return None,
        })
    }

    /// The byte of `array` at `at` when the input byte is `value`.
    fn read(&self, pool: &Pool, byte: InputByte, mut array: ExprId, at: u64, value: usize) -> Option<u64> {
        loop {
            match pool.node(array) {
                Node::Store(_, index, stored) if self.of(index)[value] == at => {
                    return Some(self.of(stored)[value]);
                }
                Node::Store(older, ..) => array = older,
                Node::Table(table) => {
                    let found =
                        usize::try_from(at).ok().and_then(|at| pool.table_bytes(table).get(at).copied());
                    return Some(u64::from(found.unwrap_or(0)));
                }
                Node::Input(symbol) if symbol == byte.symbol && at == u64::from(byte.index) => {
                    return Some(if at < pool.symbol_info(symbol).size { value as u64 } else { 0 });
                }
                // Another input byte: the caller's claim about the support does not hold.
                _ => return None,
            }
        }
    }
}

#[inline]
fn signed(value: u64, width: Width) -> i64 {
    let shift = 64 - u32::from(width);
    ((value << shift) as i64) >> shift
}

fn binary(op: BinaryOp, width: Width, a: &Lanes, b: &Lanes) -> Lanes {
    let mask = fold::mask(width) as u64;
    let each = |f: fn(u64, u64) -> u64| -> Lanes { std::array::from_fn(|i| f(a[i], b[i])) };
    match op {
        BinaryOp::Add => std::array::from_fn(|i| a[i].wrapping_add(b[i]) & mask),
        BinaryOp::Sub => std::array::from_fn(|i| a[i].wrapping_sub(b[i]) & mask),
        BinaryOp::Mul => std::array::from_fn(|i| a[i].wrapping_mul(b[i]) & mask),
        BinaryOp::And => each(|a, b| a & b),
        BinaryOp::Or => each(|a, b| a | b),
        BinaryOp::Xor => each(|a, b| a ^ b),
        BinaryOp::Eq => each(|a, b| u64::from(a == b)),
        BinaryOp::Ult => each(|a, b| u64::from(a < b)),
        BinaryOp::Ule => each(|a, b| u64::from(a <= b)),
        BinaryOp::Slt => std::array::from_fn(|i| u64::from(signed(a[i], width) < signed(b[i], width))),
        BinaryOp::Sle => std::array::from_fn(|i| u64::from(signed(a[i], width) <= signed(b[i], width))),
        // Rare in conditions on one byte, and their corner cases have one definition.
        _ => std::array::from_fn(|i| fold::binary(op, width, u128::from(a[i]), u128::from(b[i])) as u64),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bowline_base::Rng;
    use bowline_expr::{Evaluator, INDEX_WIDTH, Model};

    /// A random expression over one byte.
    fn random(pool: &mut Pool, rng: &mut Rng, byte: ExprId, width: Width, depth: u32) -> ExprId {
        let mut below = |bound: u64| rng.below(bound);
        if depth == 0 {
            let value = below(300).into();
            return match below(2) {
                0 => pool.constant(value, width),
                _ if width < 8 => pool.extract(byte, 0, width),
                _ => pool.zero_extend(byte, width),
            };
        }
        let depth = depth - 1;
        match below(8) {
            0 if width == 8 => {
                let index = random(pool, rng, byte, 8, depth);
                let index = pool.zero_extend(index, INDEX_WIDTH);
                let mut array =
                    pool.table(b"0123456789 a table of bytes that is read at a place that depends");
                for _ in 0..2 {
                    let at = random(pool, rng, byte, 8, 0);
                    let (at, stored) = (pool.zero_extend(at, INDEX_WIDTH), random(pool, rng, byte, 8, 0));
                    array = pool.store(array, at, stored);
                }
                pool.select(array, index)
            }
            1 => {
                let condition = random(pool, rng, byte, 1, depth);
                let (a, b) = (random(pool, rng, byte, width, depth), random(pool, rng, byte, width, depth));
                pool.ite(condition, a, b)
            }
            2 if width > 1 => {
                let narrow = random(pool, rng, byte, width / 2, depth);
                pool.sign_extend(narrow, width)
            }
            3 if width > 1 => {
                let low = width / 2;
                let (a, b) =
                    (random(pool, rng, byte, width - low, depth), random(pool, rng, byte, low, depth));
                pool.concat(a, b)
            }
            4 if width < 32 => {
                let wide = random(pool, rng, byte, width * 2, depth);
                pool.extract(wide, width / 2, width)
            }
            5 if width == 1 => {
                let op = BinaryOp::ALL[13 + rng.below(5) as usize];
                let (a, b) = (random(pool, rng, byte, 32, depth), random(pool, rng, byte, 32, depth));
                pool.binary(op, a, b)
            }
            _ => {
                let op = BinaryOp::ALL[rng.below(13) as usize];
                let (a, b) = (random(pool, rng, byte, width, depth), random(pool, rng, byte, width, depth));
                pool.binary(op, a, b)
            }
        }
    }

    #[test]
    fn agrees_with_the_evaluator() {
        let mut rng = Rng::new(3);
        let mut pool = Pool::new();
        let symbol = pool.symbol("in", 0, 4);
        let input = InputByte { symbol, index: 2 };
        let byte = pool.input_byte(symbol, 2);
        let (mut batch, mut evaluator) = (Batch::default(), Evaluator::new());
        for round in 0..600 {
            let width = [1, 5, 8, 16, 32, 64][rng.below(6) as usize];
            let root = random(&mut pool, &mut rng, byte, width, 1 + round % 4);
            let lanes = batch.eval(&pool, input, root).expect("narrow, small, and of this byte alone");
            for value in 0..=255u8 {
                let mut model = Model::new();
                model.set_byte(symbol, 2, value);
                let expected = evaluator.eval(&pool, &model, root);
                assert_eq!(u128::from(lanes[usize::from(value)]), expected, "round {round}, byte {value}");
            }
        }
    }
}
