//! A question that is a disjunction, asked part by part.
//!
//! "May this access be out of bounds?" is one: before the object or behind it, or its size wraps around. Each part is a plain
//! comparison, which the layers below often decide; none of them looks into a disjunction.

use crate::layer::{Answer, Below, Core, Layer, Query, Tools};
use bowline_expr::{Conjuncts, ExprId, Literal, Pool};

/// Disjunctions of more parts are left whole.
const MAX_PARTS: usize = 4;

pub struct Either;

impl Layer for Either {
    fn check(&mut self, tools: &mut Tools<'_>, query: Query<'_>, below: &mut Below<'_>) -> Answer {
        let Some(parts) = disjuncts(tools.pool, query.question) else { return below.ask(tools, query) };
        let mut core = Vec::new();
        let mut unknown = None;
        for part in parts {
            match below.ask(tools, Query { question: part, ..query }) {
                Answer::Sat(model) => return Answer::Sat(model),
                Answer::Unsat(more) => {
                    core.extend(more.listed(query.path, tools.pool, tools.facts).iter());
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

    /// A question about one byte is decided as a whole.
    fn is_passed_over(&self, tools: &mut Tools<'_>, query: Query<'_>) -> bool {
        tools.facts.byte_truth(tools.pool, query.question).is_some()
    }

    fn is_instant(&self) -> bool {
        true
    }
}

/// The parts of a disjunction, or of the negation of a conjunction; nothing for anything else.
fn disjuncts(pool: &mut Pool, question: ExprId) -> Option<Vec<ExprId>> {
    // What a condition is a disjunction of, its negation is the conjunction of the negations of.
    let mut denied = Conjuncts::of(Literal::new(question, false));
    let mut parts = Vec::new();
    while let Some(literal) = denied.next(pool) {
        parts.push(literal.negated());
        if parts.len() + denied.at_least() > MAX_PARTS {
            return None;
        }
    }
    (parts.len() > 1).then(|| parts.into_iter().map(|part| part.expr(pool)).collect())
}
