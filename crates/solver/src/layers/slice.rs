//! Narrows a query to the constraints that share inputs with the question, directly or through others.
//!
//! Sound because the path is satisfiable: its model serves the rest, and the two parts have no input in common. So the
//! model of the part is laid over the path's.

use crate::layer::{Answer, Below, Core, Layer, Query, Tools};
use crate::partition;
use bowline_expr::{Model, Support};
use std::rc::Rc;

pub struct Slice;

impl Layer for Slice {
    fn check(&mut self, tools: &mut Tools<'_>, query: Query<'_>, below: &mut Below<'_>) -> Answer {
        let support = tools.facts.support(tools.pool, query.question);
        if support.is_empty() {
            // Depends on nothing: its value under any model is its value.
            let holds = tools.without_limit(|tools| tools.holds(query.path.model(), query.question));
            return match holds {
                true => Answer::Sat(query.path.model().clone()),
                false => Answer::Unsat(Core::Listed(Rc::default())),
            };
        }
        let partition = partition::of_path(query.path, tools.pool, tools.facts);
        let mut slice = Vec::new();
        partition.slice(&query.path.numbers.borrow(), &support, &mut slice);
        match below.ask(tools, Query { slice: Some(&slice), ..query }) {
            Answer::Sat(part) => {
                let mut model = Model::clone(query.path.model());
                overlay(&mut model, &part, &support);
                let mut last = support;
                for &constraint in &slice {
                    let support = tools.facts.support(tools.pool, constraint);
                    // Constraints of one word share the list of its bytes.
                    if !Rc::ptr_eq(&support, &last) {
                        overlay(&mut model, &part, &support);
                        last = support;
                    }
                }
                Answer::Sat(Rc::new(model))
            }
            other => other,
        }
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
