//! Simplification under the path: what the path fixes is put into the question before anyone decides it.
//!
//! A path knows its constraints to hold, and its comparisons bound words ([`Scope`](crate::scope::Scope)). Where both bounds of a word begin with the
//! same bits, the input bytes there are fixed: `0 <= n < 9` leaves one byte of an `int` open. With all
//! of that put in, many a question is constant, or one about a single byte; then so are the constraints that matter, and
//! trying the 256 values decides.
//!
//! The answer may fail to come for many reasons; then the question goes on as it was.

use crate::byteset::ByteSet;
use crate::facts::InputByte;
use crate::layer::{Answer, Below, Core, Layer, Query, Tools};
use crate::path::Path;
use bowline_base::FxHashMap;
use bowline_expr::conjuncts::negation;
use bowline_expr::substitute::Substitution;
use bowline_expr::{ExprId, Literal, Model, Node, Pool, fold};
use std::rc::Rc;

/// Longer slices are left to others.
const MAX_CONSTRAINTS: usize = 64;
/// Expressions that may be built anew for one question.
const MAX_BUILT: usize = 600;
/// Values of a byte that are tried where other bytes have a say.
const MAX_TRIED: usize = 4;

pub struct Known;

impl Layer for Known {
    fn check(&mut self, tools: &mut Tools<'_>, query: Query<'_>, below: &mut Below<'_>) -> Answer {
        let constraints = query.constraints();
        let answer = match (1..=MAX_CONSTRAINTS).contains(&constraints.len()) {
            true => decide(tools, query.path, &constraints, query.question),
            false => None,
        };
        answer.unwrap_or_else(|| below.ask(tools, query))
    }
}

fn decide(tools: &mut Tools<'_>, path: &Path, constraints: &[ExprId], question: ExprId) -> Option<Answer> {
    let fixed = fixed_bytes(tools.pool, path, constraints);
    let mut facts = Substitution::new();
    for (&byte, &value) in &fixed {
        facts.replace(byte, tools.pool.constant(value.into(), 8));
    }
    // The constraints themselves are known only for the question: put into each other they would vanish.
    let mut of_question = Substitution::new();
    for (&byte, &value) in &fixed {
        of_question.replace(byte, tools.pool.constant(value.into(), 8));
    }
    for &constraint in constraints {
        of_question.replace(constraint, Pool::TRUE);
        if let Some(negated) = negation(tools.pool, constraint) {
            of_question.replace(negated, Pool::FALSE);
        }
    }
    let asked = of_question.apply(tools.pool, question, MAX_BUILT)?;
    let unsat = || Some(Answer::Unsat(Core::Listed(constraints.into())));
    if asked == Pool::FALSE {
        return unsat();
    }
    let (byte, mut values) = tools.facts.byte_truth(tools.pool, asked)?;
    let mut alone = true;
    for &constraint in constraints {
        match facts.apply(tools.pool, constraint, MAX_BUILT) {
            Some(Pool::TRUE) => {}
            Some(rest) => match tools.facts.byte_truth(tools.pool, rest) {
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
        let mut changed = Model::clone(path.model());
        let InputByte { symbol, index } = byte;
        changed.set_byte(symbol, index.into(), value);
        let is_model = tools.holds(&changed, question) && tools.satisfies(&changed, constraints);
        is_model.then(|| Answer::Sat(Rc::new(changed)))
    })
}

/// Input bytes that have one value because of the range that the path gives to a word, by their expressions.
fn fixed_bytes(pool: &Pool, path: &Path, constraints: &[ExprId]) -> FxHashMap<ExprId, u8> {
    let mut fixed = FxHashMap::default();
    let compared = || {
        let comparisons = constraints.iter().filter_map(|&one| Literal::new(one, true).comparison(pool));
        comparisons.flat_map(|(_, _, a, b)| [a, b])
    };
    // Whole words that are compared with each other only are not fixed by that: the ranges of the path need not be known.
    if compared().all(|word| matches!(pool.node(word), Node::Concat(..) | Node::Select(..))) {
        return fixed;
    }
    let scope = path.scope(pool);
    for word in compared() {
        if let Some(range) = scope.known(word) {
            let (low, high) = range.unsigned();
            fix(pool, word, low, high, &mut fixed);
        }
    }
    fixed
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
