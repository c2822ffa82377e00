//! Narrows a query to the constraints that share inputs with the question, directly or through others.
//!
//! Sound because the path is satisfiable: its model serves the rest, and the two parts have no input in common. So the
//! model of the part is laid over the path's.

use crate::layer::{Answer, Context, Core, Layer, Query, ask};
use crate::partition;
use crate::stats::LayerId;
use bowline_expr::{ExprId, Model, Support};
use std::rc::Rc;

pub struct Slice {
    pub id: LayerId,
    pub below: Box<dyn Layer>,
}

impl Layer for Slice {
    fn id(&self) -> LayerId {
        self.id
    }

    fn check(&mut self, context: &mut Context<'_>, query: Query<'_>) -> Answer {
        let support = context.facts.support(context.pool, query.question);
        if support.is_empty() {
            // Depends on nothing: its value under any model is its value.
            context.books.answered(self.id);
            return match context.holds(query.path.model(), query.question) {
                true => Answer::Sat(query.path.model().clone()),
                false => Answer::Unsat(Core::Listed(Rc::default())),
            };
        }
        let partition = partition::of_path(query.path, context.pool, context.facts);
        let mut slice = Vec::new();
        partition.slice(&mut query.path.atoms.borrow_mut(), &support, &mut slice);
        match ask(&mut *self.below, context, Query { slice: Some(&slice), ..query }) {
            Answer::Sat(part) => {
                let mut model = Model::clone(query.path.model());
                overlay(&mut model, &part, &support);
                for &constraint in &slice {
                    let support = context.facts.support(context.pool, constraint);
                    overlay(&mut model, &part, &support);
                }
                Answer::Sat(Rc::new(model))
            }
            other => other,
        }
    }

    fn retain(&mut self, keep: &dyn Fn(ExprId) -> bool) {
        self.below.retain(keep);
    }
}

/// Takes the bytes of a support from `part`.
fn overlay(model: &mut Model, part: &Model, support: &[Support]) {
    for &support in support {
        match support {
            Support::Byte(symbol, index) => {
                let value = part.byte(symbol, index.into());
                if model.byte(symbol, index.into()) != value {
                    model.set_byte(symbol, index.into(), value);
                }
            }
            Support::Whole(symbol) => model.take_input(symbol, part),
        }
    }
}
