//! Gives an expression a value by changing input bytes of a model: the way down through operations that can be inverted.
//!
//! Whoever asks must evaluate what came of it: bytes that occur twice were changed twice, and everything else that
//! depends on them has changed, too.

use crate::layer::Context;
use bowline_base::FxHashSet;
use bowline_expr::{BinaryOp, ExprId, Model, Node, Pool, SymId, fold};

/// Changes the input bytes below `target` so that it has `value`; false where the way down is not invertible. The
/// model may be changed in part then.
pub fn assign(context: &mut Context<'_>, model: &mut Model, target: ExprId, value: u128) -> bool {
    let mut pending = vec![(target, value)];
    while let Some((id, value)) = pending.pop() {
        let width = context.pool.width(id);
        match context.pool.node(id) {
            Node::Const(_) | Node::WideConst(_) => {
                if context.pool.as_const(id) != Some(value) {
                    return false;
                }
            }
            Node::Concat(high, low) => {
                let split = context.pool.width(low);
                pending.extend([(high, value >> split), (low, value & fold::mask(split))]);
            }
            Node::ZeroExtend(inner) => {
                if value > fold::mask(context.pool.width(inner)) {
                    return false;
                }
                pending.push((inner, value));
            }
            Node::SignExtend(inner) => {
                let narrow = context.pool.width(inner);
                let part = value & fold::mask(narrow);
                if fold::sign_extend(part, narrow, width) != value {
                    return false;
                }
                pending.push((inner, part));
            }
            Node::Extract { of, low } => {
                let whole = context.evaluator.eval(context.pool, model, of);
                let hole = !(fold::mask(width) << low);
                pending.push((of, whole & hole | value << low));
            }
            Node::Binary(op, a, b) => match inverted(context.pool, op, a, b, value, fold::mask(width)) {
                Some(inner) => pending.push(inner),
                None => return false,
            },
            Node::Select(array, index) => {
                let at = context.evaluator.eval(context.pool, model, index) as u64;
                match source(context, model, array, at) {
                    Source::Stored(byte) => pending.push((byte, value)),
                    Source::Input(symbol) => model.set_byte(symbol, at, value as u8),
                    Source::Constant(byte) if u128::from(byte) == value => {}
                    Source::Constant(_) => {
                        let Some((index, byte)) = hidden_store(context, model, array) else { return false };
                        pending.extend([(byte, value), (index, at.into())]);
                    }
                }
            }
            Node::Ite(condition, then, otherwise) => {
                let taken = if context.holds(model, condition) { then } else { otherwise };
                pending.push((taken, value));
            }
            Node::Input(_) | Node::Table(_) | Node::Store(..) => return false,
        }
    }
    true
}

/// Where the byte of an array comes from under a model.
enum Source {
    Stored(ExprId),
    Input(SymId),
    Constant(u8),
}

fn source(context: &mut Context<'_>, model: &Model, mut array: ExprId, at: u64) -> Source {
    loop {
        match context.pool.node(array) {
            Node::Store(older, index, byte) => {
                if context.evaluator.eval(context.pool, model, index) as u64 == at {
                    return Source::Stored(byte);
                }
                array = older;
            }
            Node::Input(symbol) if at < context.pool.symbol_info(symbol).size => {
                return Source::Input(symbol);
            }
            Node::Table(table) => {
                let bytes = context.pool.table_bytes(table);
                return Source::Constant(bytes.get(at as usize).copied().unwrap_or(0));
            }
            _ => return Source::Constant(0),
        }
    }
}

/// A store at an unknown place that a newer one overwrites under this model, so that nothing is lost when it goes elsewhere.
fn hidden_store(context: &mut Context<'_>, model: &Model, mut array: ExprId) -> Option<(ExprId, ExprId)> {
    let mut overwritten: FxHashSet<u64> = FxHashSet::default();
    while let Node::Store(older, index, byte) = context.pool.node(array) {
        let at = context.evaluator.eval(context.pool, model, index) as u64;
        if !overwritten.insert(at) && context.pool.as_const(index).is_none() {
            return Some((index, byte));
        }
        array = older;
    }
    None
}

/// The operand that is not constant, and the value it needs for the operation to give `value`.
fn inverted(
    pool: &Pool,
    op: BinaryOp,
    a: ExprId,
    b: ExprId,
    value: u128,
    mask: u128,
) -> Option<(ExprId, u128)> {
    let needed = match (op, pool.as_const(a), pool.as_const(b)) {
        (BinaryOp::Add, Some(x), None) => (b, value.wrapping_sub(x)),
        (BinaryOp::Add, None, Some(y)) => (a, value.wrapping_sub(y)),
        (BinaryOp::Sub, Some(x), None) => (b, x.wrapping_sub(value)),
        (BinaryOp::Sub, None, Some(y)) => (a, value.wrapping_add(y)),
        (BinaryOp::Xor, Some(x), None) => (b, value ^ x),
        (BinaryOp::Xor, None, Some(y)) => (a, value ^ y),
        _ => return None,
    };
    Some((needed.0, needed.1 & mask))
}
