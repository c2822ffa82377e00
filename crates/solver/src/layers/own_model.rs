//! The path's own model may satisfy the question as it is.

use crate::layer::{Answer, Below, Layer, Query, Tools};

pub struct OwnModel;

impl Layer for OwnModel {
    fn check(&mut self, tools: &mut Tools<'_>, query: Query<'_>, below: &mut Below<'_>) -> Answer {
        if tools.holds(query.path.model(), query.question) {
            return Answer::Sat(query.path.model().clone());
        }
        below.ask(tools, Query { own_model_fails: true, ..query })
    }

    fn is_passed_over(&self, _tools: &mut Tools<'_>, query: Query<'_>) -> bool {
        query.own_model_fails
    }

    fn is_instant(&self) -> bool {
        true
    }
}
