//! The top of the chain when answers are to be checked: whichever layer answered, the answer is tried against the whole
//! path.
//!
//! A model is evaluated on every constraint and the question. Under full checks "unsatisfiable" is also asked of a second
//! solver; when that one cannot tell, the first answer stands. An answer that fails its check is dropped.

use crate::backend::{Backend, Limits, Outcome};
use crate::layer::{Answer, Context, Layer, Query, ask};
use crate::stats::LayerId;
use crate::verdict::UnknownReason;
use bowline_expr::ExprId;

pub struct Validate {
    pub id: LayerId,
    pub below: Box<dyn Layer>,
    pub second: Option<Box<dyn Backend>>,
    pub limits: Limits,
}

impl Validate {
    /// Does the second solver find a model where the first says there is none?
    fn is_contradicted(&mut self, context: &mut Context<'_>, query: Query<'_>) -> bool {
        let Some(second) = &mut self.second else { return false };
        let mut conditions: Vec<ExprId> = query.path.constraints().collect();
        conditions.push(query.question);
        match second.check(context.pool, &conditions, &[], self.limits) {
            Outcome::Sat(_) => true,
            Outcome::Unsat(_) => {
                context.books.stats.confirmed += 1;
                false
            }
            Outcome::Unknown(_) => false,
        }
    }
}

impl Layer for Validate {
    fn id(&self) -> LayerId {
        self.id
    }

    fn check(&mut self, context: &mut Context<'_>, query: Query<'_>) -> Answer {
        let answer = ask(&mut *self.below, context, query);
        let wrong = match &answer {
            Answer::Sat(model) => {
                let constraints: Vec<ExprId> = query.path.constraints().collect();
                !context.holds(model, query.question) || !context.satisfies(model, &constraints)
            }
            Answer::Unsat(_) => self.is_contradicted(context, query),
            Answer::Unknown(_) => false,
        };
        if wrong {
            context.books.stats.disagreements += 1;
            return Answer::Unknown(UnknownReason::Disagreement);
        }
        answer
    }

    fn retain(&mut self, keep: &dyn Fn(ExprId) -> bool) {
        if let Some(second) = &mut self.second {
            second.retain(keep);
        }
        self.below.retain(keep);
    }
}
