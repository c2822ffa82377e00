//! Small changes to the path's model, until it satisfies the question and still the path.
//!
//! The question is made true from the top down ([`assign`]), then what that broke, and so on for a few rounds. Paths that were
//! merged have long constraints, and a back end takes milliseconds to find what is often one more character in the input.
//!
//! This layer never says no.

use crate::assign::{Dice, assign};
use crate::layer::{Answer, Context, Layer, Query, ask};
use crate::stats::LayerId;
use bowline_expr::{ExprId, Model};
use std::rc::Rc;

/// Starts from the path's model.
const ATTEMPTS: usize = 3;
/// Constraints that are mended in one attempt.
const ROUNDS: usize = 8;

pub struct Repair {
    id: LayerId,
    below: Box<dyn Layer>,
    dice: Dice,
}

impl Repair {
    pub fn new(id: LayerId, below: Box<dyn Layer>) -> Self {
        Self { id, below, dice: Dice::new() }
    }

    fn attempt(
        &mut self,
        context: &mut Context<'_>,
        start: &Model,
        constraints: &[ExprId],
        question: ExprId,
    ) -> Option<Model> {
        let mut model = start.clone();
        let mut goal = question;
        for _ in 0..ROUNDS {
            if !assign(context, &mut model, &mut self.dice, goal, 1) {
                return None;
            }
            let broken = context.first_broken(&model, &[question]);
            match broken.or_else(|| context.first_broken(&model, constraints)) {
                None => return Some(model),
                Some(broken) => goal = broken,
            }
        }
        None
    }
}

impl Layer for Repair {
    fn id(&self) -> LayerId {
        self.id
    }

    fn check(&mut self, context: &mut Context<'_>, query: Query<'_>) -> Answer {
        let constraints = query.constraints();
        for _ in 0..ATTEMPTS {
            let model = self.attempt(context, query.path.model(), &constraints, query.question);
            if let Some(model) = model {
                context.books.answered(self.id);
                return Answer::Sat(Rc::new(model));
            }
        }
        ask(&mut *self.below, context, Query { slice: Some(&constraints), ..query })
    }

    fn retain(&mut self, keep: &dyn Fn(ExprId) -> bool) {
        self.below.retain(keep);
    }
}
