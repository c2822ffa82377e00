//! Small changes to the path's model that make a comparison come out as asked.
//!
//! The path's model satisfies every constraint and only the question fails. When the question compares two values that
//! can be traced back to input bytes, there are few natural changes: give one side the value that just suffices, or let
//! the two change places. Each is tried and evaluated; a change that breaks a constraint is followed by a change for that
//! constraint, a few times. This finds models, it never shows that there is none.

use crate::layer::{Answer, Context, Layer, Query, ask};
use crate::stats::LayerId;
use bowline_base::FxHashSet;
use bowline_expr::{BinaryOp, ExprId, Model, Node, Pool, SymId, fold};
use std::rc::Rc;

/// How many conditions in a row are mended before giving up.
const MAX_STEPS: usize = 6;

pub struct Repair {
    pub id: LayerId,
    pub below: Box<dyn Layer>,
}

impl Layer for Repair {
    fn id(&self) -> LayerId {
        self.id
    }

    fn check(&mut self, context: &mut Context<'_>, query: Query<'_>) -> Answer {
        let constraints = query.constraints();
        if let Some(model) = repaired(context, query.path.model(), &constraints, query.question) {
            context.books.answered(self.id);
            return Answer::Sat(Rc::new(model));
        }
        ask(&mut *self.below, context, Query { slice: Some(&constraints), ..query })
    }

    fn retain(&mut self, keep: &dyn Fn(ExprId) -> bool) {
        self.below.retain(keep);
    }
}

/// Follows each of the first changes as far as it leads.
fn repaired(
    context: &mut Context<'_>,
    start: &Model,
    constraints: &[ExprId],
    question: ExprId,
) -> Option<Model> {
    for mut model in changes(context, start, question) {
        for _ in 0..MAX_STEPS {
            let broken = std::iter::once(&question)
                .chain(constraints)
                .copied()
                .find(|&condition| !context.holds(&model, condition));
            let Some(broken) = broken else { return Some(model) };
            let mut next = changes(context, &model, broken);
            // A change that keeps the question is worth more than one that undoes it.
            let keeps = next.iter().position(|model| context.holds(model, question));
            match keeps {
                Some(place) => model = next.swap_remove(place),
                None => break,
            }
        }
    }
    None
}

/// Models near `model` under which `condition` holds, most promising first.
fn changes(context: &mut Context<'_>, model: &Model, condition: ExprId) -> Vec<Model> {
    let mut found = Vec::new();
    let Some((op, wanted, a, b)) = comparison(context.pool, condition) else { return found };
    let width = context.pool.width(a);
    let x = context.evaluator.eval(context.pool, model, a);
    let y = context.evaluator.eval(context.pool, model, b);
    let mask = fold::mask(width);
    let (above, below) = (|v: u128| v.wrapping_add(1) & mask, |v: u128| v.wrapping_sub(1) & mask);
    // Pairs of new values; `None` leaves a side alone.
    let mut pairs: Vec<(Option<u128>, Option<u128>)> = vec![(Some(y), Some(x))];
    match (op, wanted) {
        (BinaryOp::Eq, true) => pairs = vec![(Some(y), None), (None, Some(x))],
        (BinaryOp::Eq, false) => {
            pairs = vec![(Some(above(y)), None), (None, Some(above(x))), (Some(below(y)), None)];
        }
        // Less is wanted: the left goes down or the right goes up.
        (BinaryOp::Ult | BinaryOp::Slt, true) => {
            pairs.extend([(Some(below(y)), None), (None, Some(above(x)))])
        }
        (BinaryOp::Ule | BinaryOp::Sle, false) => {
            pairs.extend([(Some(above(y)), None), (None, Some(below(x)))])
        }
        _ => pairs.extend([(Some(y), None), (None, Some(x))]),
    }
    for (left, right) in pairs {
        let mut changed = model.clone();
        let mut put = |side: ExprId, value: Option<u128>| {
            value.is_none_or(|value| assign(context, &mut changed, side, value))
        };
        if put(a, left) && put(b, right) && context.holds(&changed, condition) {
            found.push(changed);
        }
    }
    found
}

/// The comparison that a condition is, perhaps negated.
fn comparison(pool: &Pool, condition: ExprId) -> Option<(BinaryOp, bool, ExprId, ExprId)> {
    match pool.node(condition) {
        Node::Binary(op, a, b) if op.is_comparison() => Some((op, true, a, b)),
        Node::Binary(BinaryOp::Xor, a, b) => {
            let inner = if a == Pool::TRUE { b } else { a };
            match pool.node(inner) {
                Node::Binary(op, a, b) if op.is_comparison() => Some((op, false, a, b)),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Changes the input bytes below `target` so that it has `value`; false where the way down is not invertible. The
/// model may be changed in part then.
pub(super) fn assign(context: &mut Context<'_>, model: &mut Model, target: ExprId, value: u128) -> bool {
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
