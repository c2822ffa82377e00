//! Reads at an unknown place as trees of choices over the index's bits.
//!
//! The alternative is the theory of arrays, which back ends decide by adding lemmas one after the other: far slower where
//! only a few places come into question, far smaller where many do.

use super::encode::Encoder;
use super::ffi::{Session, Term};
use bowline_expr::{BinaryOp, ExprId, INDEX_WIDTH, Node, Pool, SymId, Width, bounds};

/// Places that may come into question.
const MAX_PLACES: u64 = 256;
/// Stores above the input that may hide them.
const MAX_STORES: usize = 16;

/// A read of an input, below some stores, that is small enough for a tree.
pub struct TreeRead {
    pub symbol: SymId,
    /// The least and the largest place in question; behind the input's end is zero.
    pub first: u64,
    pub last: u64,
    /// Index and byte of the stores that may have hit the place, newest first.
    pub stores: Vec<(ExprId, ExprId)>,
    /// The index may lie behind the last place.
    pub open: bool,
}

impl TreeRead {
    pub fn of(pool: &Pool, mut array: ExprId, index: ExprId) -> Option<Self> {
        if pool.as_const(index).is_some() && !matches!(pool.node(array), Node::Store(..)) {
            return None;
        }
        let (least, most) = bounds::interval(pool, index);
        let mut stores = Vec::new();
        while let Node::Store(older, at, byte) = pool.node(array) {
            let (low, high) = bounds::interval(pool, at);
            if low <= most && least <= high {
                stores.push((at, byte));
            }
            if stores.len() > MAX_STORES {
                return None;
            }
            array = older;
        }
        let Node::Input(symbol) = pool.node(array) else { return None };
        // All places behind the end look alike: one of them stands for all.
        let size = u128::from(pool.symbol_info(symbol).size);
        let (first, last) = (least.min(size) as u64, most.min(size) as u64);
        (last - first < MAX_PLACES).then_some(Self {
            symbol,
            first,
            last,
            stores,
            open: most > u128::from(last),
        })
    }
}

/// The leaf at a place; a leaf that is none is never asked for. What lies behind the last one is zero, where the index is
/// `open` to such places.
pub fn read(session: &mut Session, leaves: Vec<Option<Term>>, index: Term, open: bool) -> Term {
    let zero = session.constant(0, 8);
    if leaves.is_empty() {
        return zero;
    }
    let depth = leaves.len().next_power_of_two().trailing_zeros() as Width;
    let mut level = leaves;
    level.resize(1 << depth, Some(zero));
    for bit in 0..depth {
        let bit = session.extract(index, bit, 1);
        let test = Encoder::condition(session, bit);
        level = level
            .chunks_exact(2)
            .map(|pair| match (pair[0], pair[1]) {
                (low, None) => low,
                (None, high) => high,
                (Some(low), Some(high)) if low == high => Some(low),
                (Some(low), Some(high)) => Some(session.ite(test, high, low)),
            })
            .collect();
    }
    let inside = level[0].unwrap_or(zero);
    if !open {
        return inside;
    }
    let size = session.constant(1 << depth, INDEX_WIDTH);
    let within = session.binary(BinaryOp::Ult, index, size);
    session.ite(within, inside, zero)
}
