//! Numbers that the question says to break the body of a universal term.
//!
//! Where all numbers below `k` satisfy `p`, and a condition of the question is literally `not p(t)`, then `t` is not below `k`. For a `t` that is not known the
//! instance for `t` says so, and [`reads`](super::reads) finds it. Known places are too many to instantiate a term for each; but the least
//! that is excluded is a limit on the count, which spares the question a round, or is all that it is about.

use super::reads::reads_at_offsets;
use bowline_expr::{Conjuncts, ExprId, INDEX_WIDTH, Literal, Node, Pool, SymId};

/// Conditions that are compared with one term.
const MAX_COMPARED: usize = 256;

/// Places that a condition of the question compares with something, and the condition.
#[derive(Default)]
pub struct Comparisons(Vec<(SymId, u128, ExprId)>);

impl Comparisons {
    /// Adds the comparisons of one input byte at a known place that a condition is the conjunction of.
    pub fn add(&mut self, pool: &mut Pool, condition: ExprId) {
        let mut conjuncts = Conjuncts::of(Literal::new(condition, true));
        while let Some(literal) = conjuncts.next(pool) {
            let Some((_, _, a, b)) = literal.comparison(pool) else { continue };
            if let Some((symbol, place)) = [a, b].into_iter().find_map(|word| byte_at_known_place(pool, word))
            {
                let condition = literal.expr(pool);
                self.0.push((symbol, place, condition));
            }
        }
    }

    /// The least number that breaks the body of a term, as far as conditions say so in its own words.
    pub fn least_excluded(&self, pool: &mut Pool, term: ExprId) -> Option<ExprId> {
        let Node::Bounded { level, body, .. } = pool.node(term) else { return None };
        let reads = reads_at_offsets(pool, level, body);
        let [(symbol, offset)] = reads[..] else { return None };
        let offset = offset.map_or(Some(0), |offset| pool.as_const(offset))?;
        let of_symbol = self.0.iter().filter(|(other, place, _)| *other == symbol && *place >= offset);
        let mut candidates: Vec<(u128, ExprId)> =
            of_symbol.map(|(_, place, condition)| (place - offset, *condition)).collect();
        candidates.sort_unstable();
        candidates.into_iter().take(MAX_COMPARED).find_map(|(number, condition)| {
            let number = pool.constant(number, INDEX_WIDTH);
            let instance = pool.instance(term, number)?;
            (pool.not(instance) == condition).then_some(number)
        })
    }
}

fn byte_at_known_place(pool: &Pool, word: ExprId) -> Option<(SymId, u128)> {
    match pool.node(word) {
        Node::ZeroExtend(inner) | Node::SignExtend(inner) => byte_at_known_place(pool, inner),
        Node::Select(array, index) => match pool.node(array) {
            Node::Input(symbol) => Some((symbol, pool.as_const(index)?)),
            _ => None,
        },
        _ => None,
    }
}
