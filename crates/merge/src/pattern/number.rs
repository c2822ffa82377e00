//! A number that a formula depends on: how often something is repeated, or which repetition is meant.

use bowline_expr::substitute::Substitution;
use bowline_expr::{ExprId, INDEX_WIDTH, Model, Pool, SymId, Width};
use std::rc::Rc;

/// Nodes that an instance of a formula may have.
const MAX_INSTANCE: usize = 20_000;

/// An auxiliary unknown as a number of 64 bits, of which only as many are unknown as its values need: so sums with it are known not to wrap around.
#[derive(Clone, Copy, Debug)]
pub(super) struct Number {
    pub symbol: SymId,
    pub value: ExprId,
}

impl Number {
    /// An unknown of eight bytes, up to `most`.
    pub fn up_to(pool: &mut Pool, symbol: SymId, most: u64) -> Self {
        let bits = (u64::BITS - most.leading_zeros()).max(1) as Width;
        let whole = pool.input_word(symbol, 8);
        let low = pool.truncate(whole, bits);
        Self { symbol, value: pool.zero_extend(low, INDEX_WIDTH) }
    }

    /// A formula for one value of the number; nothing where it is too large.
    pub fn put_into(&self, pool: &mut Pool, formula: ExprId, value: u64) -> Option<ExprId> {
        let value = pool.constant(value.into(), INDEX_WIDTH);
        let mut put_in = Substitution::new();
        put_in.replace_word(pool, self.symbol, value);
        put_in.apply(pool, formula, MAX_INSTANCE)
    }

    /// A model that also says what the number is.
    pub fn add_to(&self, model: &Model, value: u64) -> Rc<Model> {
        let mut model = model.clone();
        for (at, byte) in (0..).zip(value.to_le_bytes()) {
            model.set_byte(self.symbol, at, byte);
        }
        Rc::new(model)
    }

    /// `factor * number + offset` in so many bits.
    pub fn linear(&self, pool: &mut Pool, factor: i128, offset: u128, width: Width) -> ExprId {
        let number = match width {
            ..INDEX_WIDTH => pool.truncate(self.value, width),
            _ => pool.zero_extend(self.value, width),
        };
        let times = pool.constant(factor.unsigned_abs(), width);
        let (product, offset) = (pool.mul(number, times), pool.constant(offset, width));
        if factor < 0 { pool.sub(offset, product) } else { pool.add(product, offset) }
    }
}
