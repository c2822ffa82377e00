//! Simplification under the path: what the path fixes is put into the question before anyone decides it.
//!
//! A path knows its constraints to hold, and its comparisons of words with constants bound these words. Where both bounds of
//! a word begin with the same bits, the input bytes there are fixed: `0 <= n < 9` leaves one byte of an `int` open. With all
//! of that put in, many a question is constant, or one about a single byte; then so are the constraints that matter, and
//! trying the 256 values decides.
//!
//! The answer may fail to come for many reasons; then the question goes on as it was.

use super::order::compared;
use crate::byteset::ByteSet;
use crate::facts::InputByte;
use crate::layer::{Answer, Context, Core, Layer, Query, ask};
use crate::stats::LayerId;
use bowline_base::FxHashMap;
use bowline_expr::substitute::Substitution;
use bowline_expr::{BinaryOp, ExprId, Model, Node, Pool, fold};
use std::rc::Rc;

/// Longer slices are left to others.
const MAX_CONSTRAINTS: usize = 64;
/// Expressions that may be built anew for one question.
const MAX_BUILT: usize = 600;
/// Values of a byte that are tried where other bytes have a say.
const MAX_TRIED: usize = 4;

pub struct Known {
    pub id: LayerId,
    pub below: Box<dyn Layer>,
}

impl Layer for Known {
    fn id(&self) -> LayerId {
        self.id
    }

    fn check(&mut self, context: &mut Context<'_>, query: Query<'_>) -> Answer {
        let constraints = query.constraints();
        let answer = match (1..=MAX_CONSTRAINTS).contains(&constraints.len()) {
            true => decide(context, query.path.model(), &constraints, query.question),
            false => None,
        };
        if let Some(answer) = answer {
            context.books.answered(self.id);
            return answer;
        }
        ask(&mut *self.below, context, Query { slice: Some(&constraints), ..query })
    }

    fn retain(&mut self, keep: &dyn Fn(ExprId) -> bool) {
        self.below.retain(keep);
    }
}

fn decide(
    context: &mut Context<'_>,
    model: &Model,
    constraints: &[ExprId],
    question: ExprId,
) -> Option<Answer> {
    let fixed = fixed_bytes(context.pool, constraints)?;
    let mut facts = Substitution::new();
    for (&byte, &value) in &fixed {
        facts.replace(byte, context.pool.constant(value.into(), 8));
    }
    // The constraints themselves are known only for the question: put into each other they would vanish.
    let mut of_question = Substitution::new();
    for (&byte, &value) in &fixed {
        of_question.replace(byte, context.pool.constant(value.into(), 8));
    }
    for &constraint in constraints {
        of_question.replace(constraint, Pool::TRUE);
        if let Node::Binary(BinaryOp::Xor, negated, Pool::TRUE) = context.pool.node(constraint) {
            of_question.replace(negated, Pool::FALSE);
        }
    }
    let asked = of_question.apply(context.pool, question, MAX_BUILT)?;
    let unsat = || Some(Answer::Unsat(Core::Listed(constraints.into())));
    if asked == Pool::FALSE {
        return unsat();
    }
    let (byte, mut values) = context.facts.byte_truth(context.pool, asked)?;
    let mut alone = true;
    for &constraint in constraints {
        match facts.apply(context.pool, constraint, MAX_BUILT) {
            Some(Pool::TRUE) => {}
            Some(rest) => match context.facts.byte_truth(context.pool, rest) {
                Some((of, truth)) if of == byte => values = values & truth,
                _ => alone = false,
            },
            None => alone = false,
        }
    }
    if values == ByteSet::EMPTY {
        return unsat();
    }
    let tried = if alone { 1 } else { MAX_TRIED };
    values.iter().take(tried).find_map(|value| {
        let mut changed = model.clone();
        let InputByte { symbol, index } = byte;
        changed.set_byte(symbol, index.into(), value);
        let is_model = context.holds(&changed, question) && context.satisfies(&changed, constraints);
        is_model.then(|| Answer::Sat(Rc::new(changed)))
    })
}

/// The bounds of one word, in both senses of signs; both inclusive.
#[derive(Clone, Copy)]
struct Range {
    unsigned: (u128, u128),
    /// As numbers with a sign.
    signed: (i128, i128),
}

impl Range {
    fn whole(width: u16) -> Self {
        let half = 1i128 << (width - 1);
        Self { unsigned: (0, fold::mask(width)), signed: (-half, half - 1) }
    }

    /// What both senses say together, unsigned; nothing where they contradict each other.
    fn both(self, width: u16) -> Option<(u128, u128)> {
        let (least, most) = self.signed;
        let (mut low, mut high) = self.unsigned;
        if (least < 0) == (most < 0) {
            low = low.max(least as u128 & fold::mask(width));
            high = high.min(most as u128 & fold::mask(width));
        }
        (low <= high).then_some((low, high))
    }
}

/// Input bytes that have one value because of comparisons with constants, by their expressions.
fn fixed_bytes(pool: &Pool, constraints: &[ExprId]) -> Option<FxHashMap<ExprId, u8>> {
    let mut ranges: FxHashMap<ExprId, Range> = FxHashMap::default();
    for &constraint in constraints {
        narrow(pool, constraint, &mut ranges);
    }
    let mut fixed = FxHashMap::default();
    for (word, range) in ranges {
        let (low, high) = range.both(pool.width(word))?;
        fix(pool, word, low, high, &mut fixed);
    }
    Some(fixed)
}

/// Takes a comparison of a word with a constant into account.
fn narrow(pool: &Pool, constraint: ExprId, ranges: &mut FxHashMap<ExprId, Range>) {
    let Some((op, holds, a, b)) = compared(pool, constraint) else { return };
    // `a` on the left of an order that holds, or on the right: the negation of `<` is `>=`.
    let (word, value, is_left) = match (pool.as_const(a), pool.as_const(b)) {
        (None, Some(value)) => (a, value, true),
        (Some(value), None) => (b, value, false),
        _ => return,
    };
    let width = pool.width(word);
    if !(2..=64).contains(&width) {
        return;
    }
    let range = ranges.entry(word).or_insert_with(|| Range::whole(width));
    let number = fold::sign_extend(value, width, 128) as i128;
    // From here on: the word is at most (or at least) the value, perhaps not the value itself.
    let at_most = is_left == holds;
    match op {
        BinaryOp::Eq if holds => *range = Range { unsigned: (value, value), signed: (number, number) },
        BinaryOp::Ult | BinaryOp::Ule => {
            let strict = u128::from((op == BinaryOp::Ult) == holds);
            let (low, high) = range.unsigned;
            // A bound beyond the range contradicts the path's model; leaving it out is safe.
            range.unsigned = match at_most {
                true => (low, value.checked_sub(strict).map_or(high, |value| high.min(value))),
                false => (low.max(value + strict), high),
            };
        }
        BinaryOp::Slt | BinaryOp::Sle => {
            let strict = i128::from((op == BinaryOp::Slt) == holds);
            let (low, high) = range.signed;
            range.signed = match at_most {
                true => (low, high.min(number - strict)),
                false => (low.max(number + strict), high),
            };
        }
        _ => {}
    }
}

/// The bytes of a word within bounds that both bounds agree on, from the highest down.
fn fix(pool: &Pool, word: ExprId, low: u128, high: u128, fixed: &mut FxHashMap<ExprId, u8>) {
    let mut pending = vec![(word, low, high)];
    while let Some((word, low, high)) = pending.pop() {
        match pool.node(word) {
            Node::Concat(upper, lower) => {
                let split = pool.width(lower);
                let mask = fold::mask(split);
                pending.push((upper, low >> split, high >> split));
                if low >> split == high >> split {
                    pending.push((lower, low & mask, high & mask));
                }
            }
            Node::ZeroExtend(inner) if high <= fold::mask(pool.width(inner)) => {
                pending.push((inner, low, high))
            }
            Node::SignExtend(inner) if high < 1 << (pool.width(inner) - 1) => {
                pending.push((inner, low, high))
            }
            Node::Select(array, index)
                if low == high
                    && matches!(pool.node(array), Node::Input(_))
                    && pool.as_const(index).is_some() =>
            {
                fixed.insert(word, low as u8);
            }
            _ => {}
        }
    }
}
