//! Models as expressions of 64 bits: what code computes, put into a question.

use crate::model::{Feature, Model, Polynomial, Term};
use crate::sample::Range;
use bowline_expr::{ExprId, Pool};

/// A number; what 64 bits do not hold is the nearest that they do.
pub fn number(pool: &mut Pool, value: i128) -> ExprId {
    let value = value.clamp(i64::MIN.into(), i64::MAX.into());
    pool.constant(value as u64 as u128, 64)
}

/// Are all inputs in their ranges?
pub fn within(pool: &mut Pool, inputs: &[ExprId], ranges: &[Range]) -> ExprId {
    let mut inside = Pool::TRUE;
    for (input, range) in inputs.iter().zip(ranges) {
        let (low, high) = (number(pool, range.low.into()), number(pool, range.high.into()));
        let (above, below) = (pool.sle(low, *input), pool.sle(*input, high));
        let both = pool.and(above, below);
        inside = pool.and(inside, both);
    }
    inside
}

/// The value that a model has for these inputs.
pub fn value(pool: &mut Pool, model: &Model, inputs: &[ExprId]) -> ExprId {
    match model {
        Model::Whole(whole) => polynomial(pool, whole, inputs),
        Model::Pieces { feature, lower, last } => {
            let at = match *feature {
                Feature::Input(at) => inputs[at],
                Feature::Difference(a, b) => pool.sub(inputs[a], inputs[b]),
            };
            let mut value = polynomial(pool, last, inputs);
            for (piece, largest) in lower.iter().rev() {
                let border = number(pool, *largest);
                let here = pool.sle(at, border);
                let piece = polynomial(pool, piece, inputs);
                value = pool.ite(here, piece, value);
            }
            value
        }
    }
}

pub fn polynomial(pool: &mut Pool, polynomial: &Polynomial, inputs: &[ExprId]) -> ExprId {
    let mut sum = number(pool, 0);
    for (term, factor) in &polynomial.0 {
        let factor = number(pool, (*factor).into());
        let product = match *term {
            Term::One => factor,
            Term::Input(at) => pool.mul(factor, inputs[at]),
            Term::Product(a, b) => {
                let both = pool.mul(inputs[a], inputs[b]);
                pool.mul(factor, both)
            }
        };
        sum = pool.add(sum, product);
    }
    sum
}
