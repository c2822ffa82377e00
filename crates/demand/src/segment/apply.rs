//! What is known of a loop's rounds, as conditions of a query that stands at its entry.

use super::{Input, Rounds};
use crate::state::{Context, State};
use bowline_expr::ExprId;
use bowline_infer::express::{value, within};

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
        (value(pool, &rounds.model, &inputs), within(pool, &inputs, &rounds.ranges))
    }
}
