//! The bottom of the chain: a back end, whose models are evaluated before anyone believes them.

use crate::backend::{Backend, Limits, Outcome};
use crate::layer::{Answer, Context, Core, Layer, Query};
use crate::stats::LayerId;
use crate::verdict::UnknownReason;
use bowline_base::FxHashSet;
use bowline_expr::{ExprId, Support};
use std::rc::Rc;

pub struct BackendLayer {
    pub id: LayerId,
    pub backend: Box<dyn Backend>,
    pub limits: Limits,
}

impl Layer for BackendLayer {
    fn id(&self) -> LayerId {
        self.id
    }

    fn check(&mut self, context: &mut Context<'_>, query: Query<'_>) -> Answer {
        let mut conditions = query.constraints().into_owned();
        conditions.push(query.question);
        let mut support: FxHashSet<Support> = FxHashSet::default();
        for &condition in &conditions {
            support.extend(context.facts.support(context.pool, condition).iter());
        }
        let mut support: Vec<Support> = support.into_iter().collect();
        support.sort_unstable();
        context.books.answered(self.id);
        let outcome = self.backend.check(context.pool, &conditions, &support, self.limits);
        context.books.stats.restarts = self.backend.restarts();
        match outcome {
            Outcome::Sat(model) => {
                if context.satisfies(&model, &conditions) {
                    Answer::Sat(Rc::new(model))
                } else {
                    context.books.stats.disagreements += 1;
                    Answer::Unknown(UnknownReason::Disagreement)
                }
            }
            Outcome::Unsat(mut core) => {
                core.retain(|&id| id != query.question);
                Answer::Unsat(Core::Listed(core.into()))
            }
            Outcome::Unknown(reason) => Answer::Unknown(reason),
        }
    }

    fn retain(&mut self, keep: &dyn Fn(ExprId) -> bool) {
        self.backend.retain(keep);
    }
}
