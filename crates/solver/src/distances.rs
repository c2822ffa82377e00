//! What is known of the distances between words: `x + c <= y`, in numbers that do not wrap around.
//!
//! A text whose length was counted is read at places before its end: `k + 1 <= size` is known, and `k - 3 < size` is asked. Ranges of single words do not tell. Here each
//! fact is kept by itself: what follows from two of them together is left to the solver's layer of orders.

use bowline_base::PersistentIdMap;
use bowline_expr::{BinaryOp, ExprId, Node, Pool, fold};

/// Facts that are kept about one word on the left.
const MOST: usize = 8;

/// A word as a number at a distance from another: it does not wrap around.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    pub base: ExprId,
    pub by: i128,
}

impl Place {
    /// A word of the base's width, unless it would wrap around; `interval` says within what a word lies.
    pub fn of(pool: &Pool, word: ExprId, interval: impl Fn(ExprId) -> (u128, u128)) -> Option<Self> {
        if pool.as_const(word).is_some() || pool.width(word) > 64 {
            return None;
        }
        let Node::Binary(BinaryOp::Add, inner, by) = pool.node(word) else {
            return Some(Self { base: stripped(pool, word), by: 0 });
        };
        let Some(by) = pool.as_const(by) else { return Some(Self { base: word, by: 0 }) };
        let width = pool.width(word);
        let by = fold::sign_extend(by, width, 128) as i128;
        let (least, most) = interval(inner);
        let fits = least as i128 + by >= 0 && most as i128 + by <= fold::mask(width) as i128;
        fits.then(|| Self { base: stripped(pool, inner), by })
    }
}

/// The same number in fewer bits.
fn stripped(pool: &Pool, word: ExprId) -> ExprId {
    match pool.node(word) {
        Node::ZeroExtend(inner) => stripped(pool, inner),
        _ => word,
    }
}

/// See the module documentation. A copy shares what both know.
#[derive(Clone, Default)]
pub struct Distances {
    /// By `x`: words `y` with the largest known `c`.
    known: PersistentIdMap<ExprId, Vec<(ExprId, i128)>>,
}

impl Distances {
    /// `lower + more <= upper`
    pub fn add(&mut self, lower: Place, more: i128, upper: Place) {
        let by = lower.by + more - upper.by;
        let mut facts = self.known.get(&lower.base).cloned().unwrap_or_default();
        match facts.iter().position(|(word, _)| *word == upper.base) {
            Some(at) => facts[at].1 = by.max(facts[at].1),
            None if facts.len() < MOST => facts.push((upper.base, by)),
            None => return,
        }
        self.known.insert(lower.base, facts);
    }

    /// Is `lower + more <= upper` known?
    pub fn tell(&self, lower: Place, more: i128, upper: Place) -> bool {
        let by = lower.by + more - upper.by;
        if lower.base == upper.base {
            return by <= 0;
        }
        let facts = self.known.get(&lower.base);
        facts.is_some_and(|facts| facts.iter().any(|(word, known)| *word == upper.base && *known >= by))
    }
}
