//! The bottom of the chain: a back end, whose models are evaluated before anyone believes them.

use crate::backend::{Backend, Limits, Outcome};
use crate::layer::{Answer, Below, Core, Layer, Query, Tools};
use crate::verdict::UnknownReason;
use bowline_base::FxHashSet;
use bowline_expr::{ExprId, Support};
use std::rc::Rc;

pub struct BackendLayer {
    pub backend: Box<dyn Backend>,
    /// For questions whose traces must not stay.
    pub other: Option<Box<dyn Backend>>,
    pub limits: Limits,
}

impl BackendLayer {
    pub fn new(backend: Box<dyn Backend>, limits: Limits) -> Self {
        Self { other: None, backend, limits }
    }
}

impl Layer for BackendLayer {
    fn check(&mut self, tools: &mut Tools<'_>, query: Query<'_>, _: &mut Below<'_>) -> Answer {
        let mut conditions = query.constraints().into_owned();
        conditions.push(query.question);
        let mut support: FxHashSet<Support> = FxHashSet::default();
        for &condition in &conditions {
            support.extend(tools.facts.support(tools.pool, condition).iter());
        }
        let mut support: Vec<Support> = support.into_iter().collect();
        support.sort_unstable();
        let effort = self.backend.effort();
        let outcome = self.backend.check(tools.pool, &conditions, &support, self.limits);
        tools.books.stats.restarts = self.backend.restarts();
        tools.books.stats.effort += self.backend.effort() - effort;
        match outcome {
            Outcome::Sat(model) => {
                if tools.satisfies(&model, &conditions) {
                    Answer::Sat(Rc::new(model))
                } else {
                    tools.books.stats.disagreements += 1;
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
        if let Some(other) = &mut self.other {
            other.retain(keep);
        }
    }

    fn swap_sessions(&mut self) {
        let other = self.other.take().or_else(|| self.backend.fresh());
        self.other = other.map(|other| std::mem::replace(&mut self.backend, other));
    }
}
