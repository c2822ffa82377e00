//! The path's own model may satisfy the question as it is.

use crate::layer::{Answer, Context, Layer, Query, ask};
use crate::stats::LayerId;
use bowline_expr::ExprId;

pub struct OwnModel {
    pub id: LayerId,
    pub below: Box<dyn Layer>,
}

impl Layer for OwnModel {
    fn id(&self) -> LayerId {
        self.id
    }

    fn check(&mut self, context: &mut Context<'_>, query: Query<'_>) -> Answer {
        if !query.own_model_fails && context.holds(query.path.model(), query.question) {
            context.books.answered(self.id);
            return Answer::Sat(query.path.model().clone());
        }
        ask(&mut *self.below, context, Query { own_model_fails: true, ..query })
    }

    fn retain(&mut self, keep: &dyn Fn(ExprId) -> bool) {
        self.below.retain(keep);
    }
}
