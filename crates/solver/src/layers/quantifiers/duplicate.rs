//! A model's first repetition, for all the others.
//!
//! The weakened question says of a text only what its first place must be. Where each number demands the same of a place of its own, what satisfies the first
//! satisfies all: the byte that the body reads for number 0 is copied to the places that it reads for the others below the count.

use super::reads::reads_at_offsets;
use crate::layer::Tools;
use bowline_expr::{ExprId, Model, Node};

/// Numbers that bytes are copied for.
const MAX_COPIES: u64 = 1 << 16;

/// The model with the bytes of number 0 at the places of all numbers, for some universal terms.
pub fn duplicated(tools: &mut Tools<'_>, model: &Model, terms: impl Iterator<Item = ExprId>) -> Model {
    let mut copied = model.clone();
    for term in terms {
        let Node::Bounded { level, count, body, .. } = tools.pool.node(term) else { continue };
        let count = tools.evaluator.eval(tools.pool, model, count) as u64;
        for (symbol, offset) in reads_at_offsets(tools.pool, level, body) {
            let first = offset.map_or(0, |offset| tools.evaluator.eval(tools.pool, model, offset) as u64);
            let size = tools.pool.symbol_info(symbol).size;
            let places = first.saturating_add(1)..first.saturating_add(count.min(MAX_COPIES)).min(size);
            let byte = copied.byte(symbol, first);
            places.for_each(|place| copied.set_byte(symbol, place, byte));
        }
    }
    copied
}
