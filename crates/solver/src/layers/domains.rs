//! Questions about one input byte, answered exactly from its domain.
//!
//! A question that depends on one byte holds for a set of its values, computed once. When the path constrains the byte
//! only by conditions on that byte alone, the intersection with the domain decides. When it does not, the domain is
//! still an upper bound: an empty intersection decides as well.

use crate::layer::{Answer, Context, Core, Layer, Query, ask};
use crate::partition;
use crate::stats::LayerId;
use bowline_expr::{ExprId, Model};
use std::rc::Rc;

pub struct Domains {
    pub id: LayerId,
    pub below: Box<dyn Layer>,
}

impl Layer for Domains {
    fn id(&self) -> LayerId {
        self.id
    }

    fn check(&mut self, context: &mut Context<'_>, query: Query<'_>) -> Answer {
        let Some((byte, truth)) = context.facts.byte_truth(context.pool, query.question) else {
            return ask(&mut *self.below, context, query);
        };
        let partition = partition::of_path(query.path, context.pool, context.facts);
        let (domain, exact) = partition.domain(&mut query.path.atoms.borrow_mut(), byte);
        match (domain & truth).first() {
            None => {
                context.books.answered(self.id);
                Answer::Unsat(Core::Domain(byte))
            }
            Some(value) if exact => {
                context.books.answered(self.id);
                let mut model = Model::clone(query.path.model());
                model.set_byte(byte.symbol, byte.index.into(), value);
                Answer::Sat(Rc::new(model))
            }
            Some(_) => ask(&mut *self.below, context, query),
        }
    }

    fn retain(&mut self, keep: &dyn Fn(ExprId) -> bool) {
        self.below.retain(keep);
    }
}
