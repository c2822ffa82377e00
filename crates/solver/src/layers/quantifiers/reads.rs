//! What conditions read of inputs at places that are not known, and for which numbers the body of a bounded term would read the same.
//!
//! Reads at known places are many and rarely matter; where they do, a model that breaks the term there leads to them.

use bowline_base::{FxHashMap, FxHashSet};
use bowline_expr::{BinaryOp, ExprId, Node, Pool, SymId, bounds, fold};

/// Expressions that are looked at.
const MAX_VISITED: usize = 20_000;

/// Places of inputs that are read, in the order in which they were found.
#[derive(Default)]
pub struct Reads {
    places: FxHashMap<SymId, Vec<ExprId>>,
    seen: FxHashSet<ExprId>,
}

impl Reads {
    /// Adds what a condition without bounded terms reads.
    pub fn add(&mut self, pool: &Pool, condition: ExprId) {
        let mut stack = vec![condition];
        while let Some(id) = stack.pop() {
            if self.seen.len() > MAX_VISITED || !self.seen.insert(id) {
                continue;
            }
            let node = pool.node(id);
            if let Node::Select(array, index) = node
                && pool.as_const(index).is_none()
                && let Some(symbol) = input_below(pool, array)
            {
                self.places.entry(symbol).or_default().push(index);
            }
            node.for_each_child(|child| stack.push(child));
        }
    }

    /// Numbers for which the body of a term reads a place that is read, at most so many.
    pub fn numbers_of(&mut self, pool: &mut Pool, term: ExprId, most: usize) -> Vec<ExprId> {
        let Node::Bounded { level, count, body, .. } = pool.node(term) else { return Vec::new() };
        let largest = bounds::interval(pool, count).1;
        let mut numbers = Vec::new();
        for (symbol, offset) in reads_at_offsets(pool, level, body) {
            for &place in self.places.get(&symbol).into_iter().flatten() {
                let number = match offset {
                    Some(offset) => pool.sub(place, offset),
                    None => place,
                };
                let is_out = pool.as_const(number).is_some_and(|number| number >= largest);
                if !is_out && !numbers.contains(&number) {
                    numbers.push(number);
                }
                if numbers.len() == most {
                    return numbers;
                }
            }
        }
        numbers
    }
}

/// Inputs that a body reads at its number plus something that does not depend on it.
pub fn reads_at_offsets(pool: &mut Pool, level: u8, body: ExprId) -> Vec<(SymId, Option<ExprId>)> {
    reads_at(pool, level, body).into_iter().map(|(symbol, _, offset)| (symbol, offset)).collect()
}

/// The same, with each read.
pub fn reads_at(pool: &mut Pool, level: u8, body: ExprId) -> Vec<(SymId, ExprId, Option<ExprId>)> {
    let mut found: Vec<(SymId, ExprId, Option<ExprId>)> = Vec::new();
    let (mut stack, mut seen) = (vec![body], FxHashSet::default());
    while let Some(id) = stack.pop() {
        if !pool.levels_of(id).is_free(level) || !seen.insert(id) {
            continue;
        }
        let node = pool.node(id);
        if let Node::Select(array, index) = node
            && let Some(symbol) = input_below(pool, array)
            && let Some(offset) = offset_of(pool, level, index)
        {
            let read = (symbol, id, offset);
            found.extend(Some(read).filter(|read| !found.contains(read)));
        }
        node.for_each_child(|child| stack.push(child));
    }
    found
}

/// What is added to the number of a term, where an index is that: nothing, or something that does not depend on the number.
fn offset_of(pool: &mut Pool, level: u8, index: ExprId) -> Option<Option<ExprId>> {
    let is_number = |pool: &Pool, id: ExprId| match pool.node(id) {
        Node::Bound(of) => of == level,
        Node::ZeroExtend(inner) => pool.node(inner) == Node::Bound(level),
        _ => false,
    };
    if is_number(pool, index) {
        return Some(None);
    }
    // A sum of fewer bits that cannot wrap around, or become negative.
    let (sum, limit) = match pool.node(index) {
        Node::ZeroExtend(sum) => (sum, fold::mask(pool.width(sum))),
        Node::SignExtend(sum) => (sum, fold::mask(pool.width(sum)) >> 1),
        _ => (index, u128::MAX),
    };
    let Node::Binary(BinaryOp::Add, a, b) = pool.node(sum) else { return None };
    let (number, fixed) = if is_number(pool, a) { (a, b) } else { (b, a) };
    let most = bounds::interval(pool, number).1.saturating_add(bounds::interval(pool, fixed).1);
    if !is_number(pool, number) || !pool.levels_of(fixed).is_plain() || most > limit {
        return None;
    }
    let width = pool.width(index);
    Some(Some(pool.zero_extend(fixed, width)))
}

/// The input that an array is, perhaps with something stored to it.
pub fn input_below(pool: &Pool, mut array: ExprId) -> Option<SymId> {
    loop {
        match pool.node(array) {
            Node::Store(older, ..) => array = older,
            Node::Input(symbol) => return Some(symbol),
            _ => return None,
        }
    }
}
