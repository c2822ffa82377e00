//! Small things about expressions: symbols as words, and which symbols an expression has.

use bowline_base::FxHashSet;
use bowline_expr::{ExprId, Node, Pool, SymId, Width};

/// The value that a symbol stands for.
pub(crate) fn word(pool: &mut Pool, symbol: SymId, width: Width) -> ExprId {
    let whole = pool.input_word(symbol, u64::from(width.div_ceil(8)));
    pool.truncate(whole, width)
}

/// All symbols of some expressions.
pub(crate) fn symbols(pool: &Pool, roots: impl IntoIterator<Item = ExprId>) -> FxHashSet<SymId> {
    let mut found = FxHashSet::default();
    let mut seen = FxHashSet::default();
    let mut work: Vec<ExprId> = roots.into_iter().collect();
    while let Some(id) = work.pop() {
        if !seen.insert(id) {
            continue;
        }
        if let Node::Input(symbol) = pool.node(id) {
            found.insert(symbol);
        }
        pool.node(id).for_each_child(|child| work.push(child));
    }
    found
}

/// `a - b` where that is a constant, as a signed number.
pub(crate) fn distance(pool: &mut Pool, a: ExprId, b: ExprId) -> Option<i64> {
    let difference = pool.sub(a, b);
    pool.as_const(difference).map(|value| value as u64 as i64)
}
