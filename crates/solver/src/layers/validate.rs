//! The top of the chain when answers are to be checked: whichever layer answered, the answer is tried against the whole
//! path.
//!
//! A model is evaluated on every constraint and the question. Under full checks "unsatisfiable" is also asked of a second
//! solver; when that one cannot tell, the first answer stands. An answer that fails its check is dropped.

use crate::backend::{Backend, Limits, Outcome};
use crate::layer::{Answer, Below, Layer, Query, Tools};
use crate::verdict::UnknownReason;
use bowline_expr::ExprId;

pub struct Validate {
    pub second: Option<Box<dyn Backend>>,
    pub limits: Limits,
}

impl Validate {
    /// Does the second solver find a model where the first says there is none?
    fn is_contradicted(&mut self, tools: &mut Tools<'_>, query: Query<'_>) -> bool {
        let Some(second) = &mut self.second else { return false };
        let mut conditions: Vec<ExprId> = query.path.constraints().collect();
        conditions.push(query.question);
        match second.check(tools.pool, &conditions, &[], self.limits) {
            Outcome::Sat(_) => true,
            Outcome::Unsat(_) => {
                tools.books.stats.confirmed += 1;
                false
            }
            Outcome::Unknown(_) => false,
        }
    }
}

impl Layer for Validate {
    fn check(&mut self, tools: &mut Tools<'_>, query: Query<'_>, below: &mut Below<'_>) -> Answer {
        let answer = below.ask(tools, query);
        let wrong = match &answer {
            Answer::Sat(model) => {
                let constraints: Vec<ExprId> = query.path.constraints().collect();
                tools.without_limit(|tools| {
                    !tools.holds(model, query.question) || !tools.satisfies(model, &constraints)
                })
            }
            Answer::Unsat(_) => self.is_contradicted(tools, query),
            Answer::Unknown(_) => false,
        };
        if wrong {
            tools.books.stats.disagreements += 1;
            return Answer::Unknown(UnknownReason::Disagreement);
        }
        answer
    }

    fn retain(&mut self, keep: &dyn Fn(ExprId) -> bool) {
        if let Some(second) = &mut self.second {
            second.retain(keep);
        }
    }

    fn is_instant(&self) -> bool {
        true
    }
}
