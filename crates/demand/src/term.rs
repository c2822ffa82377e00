//! Small things about expressions: symbols as words, and which symbols an expression has.

use bowline_base::FxHashSet;
use bowline_expr::{BinaryOp, ExprId, Node, Pool, SymId, Width};

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

/// Low bits of an expression that are zero by the way it is made, whatever its symbols are.
pub(crate) fn low_zeros(pool: &Pool, id: ExprId) -> u32 {
    low_zeros_to(pool, id, 10)
}

fn low_zeros_to(pool: &Pool, id: ExprId, depth: u32) -> u32 {
    let width = u32::from(pool.width(id));
    if let Some(value) = pool.as_const(id) {
        return value.trailing_zeros().min(width);
    }
    let Some(depth) = depth.checked_sub(1) else { return 0 };
    let low_zeros = |id| low_zeros_to(pool, id, depth);
    let zeros = match pool.node(id) {
        Node::Binary(BinaryOp::Add | BinaryOp::Sub, a, b) | Node::Ite(_, a, b) => {
            low_zeros(a).min(low_zeros(b))
        }
        Node::Binary(BinaryOp::Mul, a, b) => low_zeros(a) + low_zeros(b),
        Node::Concat(high, low) => match low_zeros(low) {
            all if all == u32::from(pool.width(low)) => all + low_zeros(high),
            some => some,
        },
        Node::ZeroExtend(a) | Node::SignExtend(a) | Node::Extract { of: a, low: 0 } => low_zeros(a),
        _ => 0,
    };
    zeros.min(width)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn low_bits_are_zero_whatever_the_symbols_are() {
        let mut pool = Pool::new();
        let [x, y] = [1, 2].map(|number| {
            let symbol = pool.auxiliary("x", number, 4);
            word(&mut pool, symbol, 32)
        });
        let (x, y) = (pool.sign_extend(x, 64), pool.zero_extend(y, 64));
        let [four, eight, twenty_four] = [4, 8, 24].map(|value| pool.constant(value, 64));
        let (rows, fields) = (pool.mul(x, twenty_four), pool.mul(y, eight));
        assert_eq!((low_zeros(&pool, x), low_zeros(&pool, rows)), (0, 3));
        let both = pool.sub(rows, fields);
        let moved = pool.add(both, four);
        assert_eq!((low_zeros(&pool, both), low_zeros(&pool, moved)), (3, 2));
        let odd = pool.add(moved, y);
        assert_eq!(low_zeros(&pool, odd), 0);
    }
}
