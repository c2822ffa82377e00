//! What is known of a loop's rounds, as conditions of a query that stands at its entry.

use super::{Input, Rounds};
use crate::state::{Context, State};
use bowline_expr::{ExprId, Pool};
use bowline_infer::{Feature, Model, Polynomial, Term};

impl State {
    /// The number of rounds that a model gives, and whether it says anything of the values here. Registers stand for what they are at the loop's entry.
    pub(crate) fn rounds(&mut self, context: &mut Context<'_>, rounds: &Rounds) -> (ExprId, ExprId) {
        let inputs: Vec<ExprId> = rounds
            .cut
            .varying()
            .map(|input| match input {
                Input::Number { reg, width } => {
                    let value = self.register(context, reg, width);
                    context.pool.sign_extend(value, 64)
                }
                other => self.text(context, other.reg().into()),
            })
            .collect();
        let pool = &mut context.pool;
        let mut inside = Pool::TRUE;
        for (input, range) in inputs.iter().zip(&rounds.ranges) {
            let (low, high) = (number(pool, range.low.into()), number(pool, range.high.into()));
            let (above, below) = (pool.sle(low, *input), pool.sle(*input, high));
            let both = pool.and(above, below);
            inside = pool.and(inside, both);
        }
        (value(pool, &rounds.model, &inputs), inside)
    }
}

fn number(pool: &mut Pool, value: i128) -> ExprId {
    let value = value.clamp(i64::MIN.into(), i64::MAX.into());
    pool.constant(value as u64 as u128, 64)
}

fn value(pool: &mut Pool, model: &Model, inputs: &[ExprId]) -> ExprId {
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

fn polynomial(pool: &mut Pool, polynomial: &Polynomial, inputs: &[ExprId]) -> ExprId {
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
