//! The path's own model may satisfy the question as it is.

use crate::layer::{Answer, Below, Layer, Query, Tools};

pub struct OwnModel;

impl Layer for OwnModel {
    fn check(&mut self, tools: &mut Tools<'_>, query: Query<'_>, below: &mut Below<'_>) -> Answer {
        if !query.own_model_fails && tools.holds(query.path.model(), query.question) {
            return Answer::Sat(query.path.model().clone());
        }
        below.ask(tools, Query { own_model_fails: true, ..query })
    }

    fn is_instant(&self) -> bool {
        true
    }
}
