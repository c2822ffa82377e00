//! A question that is a disjunction, asked part by part.
//!
//! "May this access be out of bounds?" is one: before the object or behind it, or its size wraps around. Each part is a plain
//! comparison, which the layers below often decide; none of them looks into a disjunction.

use crate::layer::{Answer, Context, Core, Layer, Query, ask};
use crate::stats::LayerId;
use bowline_expr::{BinaryOp, ExprId, Node, Pool};

/// Disjunctions of more parts are left whole.
const MAX_PARTS: usize = 4;

pub struct Either {
    pub id: LayerId,
    pub below: Box<dyn Layer>,
}

impl Layer for Either {
    fn id(&self) -> LayerId {
        self.id
    }

    fn check(&mut self, context: &mut Context<'_>, query: Query<'_>) -> Answer {
        let parts = match context.facts.byte_truth(context.pool, query.question) {
            Some(_) => None,
            None => disjuncts(context.pool, query.question),
        };
        let Some(parts) = parts else { return ask(&mut *self.below, context, query) };
        let mut core = Vec::new();
        let mut unknown = None;
        for part in parts {
            match ask(&mut *self.below, context, Query { question: part, ..query }) {
                Answer::Sat(model) => return Answer::Sat(model),
                Answer::Unsat(more) => {
                    core.extend(more.listed(query.path, context.pool, context.facts).iter());
                }
                Answer::Unknown(reason) => unknown = Some(reason),
            }
        }
        match unknown {
            Some(reason) => Answer::Unknown(reason),
            None => {
                core.sort_unstable();
                core.dedup();
                Answer::Unsat(Core::Listed(core.into()))
            }
        }
    }

    fn retain(&mut self, keep: &dyn Fn(ExprId) -> bool) {
        self.below.retain(keep);
    }
}

/// The parts of a disjunction, or of the negation of a conjunction; nothing for anything else.
fn disjuncts(pool: &mut Pool, question: ExprId) -> Option<Vec<ExprId>> {
    let mut parts = Vec::new();
    let mut pending = vec![question];
    while let Some(id) = pending.pop() {
        match pool.node(id) {
            Node::Binary(BinaryOp::Or, a, b) => pending.extend([b, a]),
            Node::Binary(BinaryOp::Xor, inner, Pool::TRUE) => match pool.node(inner) {
                Node::Binary(BinaryOp::And, a, b) => {
                    let (not_a, not_b) = (pool.not(a), pool.not(b));
                    pending.extend([not_b, not_a]);
                }
                _ => parts.push(id),
            },
            _ => parts.push(id),
        }
        if parts.len() + pending.len() > MAX_PARTS {
            return None;
        }
    }
    (parts.len() > 1).then_some(parts)
}
