//! Questions about one input byte, answered exactly from its domain.
//!
//! A question that depends on one byte holds for a set of its values, computed once. When the path constrains the byte
//! only by conditions on that byte alone, the intersection with the domain decides. When it does not, the domain is
//! still an upper bound: an empty intersection decides as well.

use crate::layer::{Answer, Below, Core, Layer, Query, Tools};
use crate::partition;
use bowline_expr::Model;
use std::rc::Rc;

pub struct Domains;

impl Layer for Domains {
    fn check(&mut self, tools: &mut Tools<'_>, query: Query<'_>, below: &mut Below<'_>) -> Answer {
        let Some((byte, truth)) = tools.facts.byte_truth(tools.pool, query.question) else {
            return below.ask(tools, query);
        };
        let partition = partition::of_path(query.path, tools.pool, tools.facts);
        let (domain, exact) = partition.domain(&mut query.path.numbers.borrow_mut(), byte);
        match (domain & truth).first() {
            None => Answer::Unsat(Core::Domain(byte)),
            Some(value) if exact => {
                let mut model = Model::clone(query.path.model());
                model.set_byte(byte.symbol, byte.index.into(), value);
                Answer::Sat(Rc::new(model))
            }
            Some(_) => below.ask(tools, query),
        }
    }
}
