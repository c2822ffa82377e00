//! A model that answered another question lately may answer this one.

use crate::layer::{Answer, Context, Layer, Query, ask};
use crate::stats::LayerId;
use bowline_expr::{ExprId, Model};
use std::collections::VecDeque;
use std::rc::Rc;

/// How many models are tried, the latest first.
const MAX_MODELS: usize = 24;

pub struct RecentModels {
    id: LayerId,
    below: Box<dyn Layer>,
    models: VecDeque<Rc<Model>>,
}

impl RecentModels {
    pub fn new(id: LayerId, below: Box<dyn Layer>) -> Self {
        Self { id, below, models: VecDeque::new() }
    }
}

impl Layer for RecentModels {
    fn id(&self) -> LayerId {
        self.id
    }

    fn check(&mut self, context: &mut Context<'_>, query: Query<'_>) -> Answer {
        let constraints = query.constraints();
        let answers = |model: &Rc<Model>, context: &mut Context<'_>| {
            context.holds(model, query.question) && context.satisfies(model, &constraints)
        };
        if let Some(place) = self.models.iter().position(|model| answers(model, context)) {
            context.books.answered(self.id);
            let model = self.models[place].clone();
            // What helped once helps again.
            self.models.swap(0, place);
            return Answer::Sat(model);
        }
        let answer = ask(&mut *self.below, context, Query { slice: Some(&constraints), ..query });
        if let Answer::Sat(model) = &answer {
            self.models.truncate(MAX_MODELS - 1);
            self.models.push_front(model.clone());
        }
        answer
    }

    /// Models speak of inputs, not of expressions, so they outlive collections.
    fn retain(&mut self, keep: &dyn Fn(ExprId) -> bool) {
        self.below.retain(keep);
    }
}
