//! Reads at an unknown place as trees of choices over the index's bits.
//!
//! The alternative is the theory of arrays, which back ends decide by adding lemmas one after the other: far slower where
//! only a few places come into question, far smaller where many do.

use super::encode::Encoder;
use super::ffi::{Session, Term};
use bowline_base::FxHashMap;
use bowline_expr::{BinaryOp, ExprId, INDEX_WIDTH, Node, Pool, SymId, Width, bounds};

/// Places that may come into question.
const MAX_PLACES: u64 = 256;
/// Places are behind this nowhere: a tree begins at place 0, whatever the first one in question.
const MAX_END: u64 = 1 << 16;
/// Stores that may hide them.
const MAX_STORES: usize = 16;

/// Stores at known places that are looked at.
const MAX_KNOWN: usize = 4096;

/// What a place holds.
#[derive(Clone, Copy)]
pub enum Leaf {
    Constant(u8),
    Input(SymId, u64),
    Stored(ExprId),
}

/// A read of an input or a table, below some stores, that is small enough for a tree.
pub struct TreeRead {
    /// The least place in question.
    pub first: u64,
    /// What it and the places behind it hold, below the [`stores`](Self::stores); further behind is zero.
    pub leaves: Vec<Leaf>,
    /// Index and byte of the stores that may have hit the place, newest first, down to the oldest one at an unknown place.
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
        // Stores at known places since the last one at an unknown place.
        let mut known = 0;
        while let Node::Store(older, at, byte) = pool.node(array) {
            let (low, high) = bounds::interval(pool, at);
            if low <= most && least <= high {
                stores.push((at, byte));
                known = if low == high { known + 1 } else { 0 };
                if stores.len() - known > MAX_STORES || known > MAX_KNOWN {
                    return None;
                }
            }
            array = older;
        }
        let end = match pool.node(array) {
            Node::Input(symbol) => pool.symbol_info(symbol).size,
            Node::Table(table) => pool.table_bytes(table).len() as u64,
            _ => return None,
        };
        let written = stores.split_off(stores.len() - known);
        let written = written.into_iter().filter_map(|(at, byte)| Some((pool.as_const(at)? as u64, byte)));
        // The newest store at a place comes first, and counts.
        let written: FxHashMap<u64, ExprId> = written.rev().collect();
        // All places behind the end that nothing was stored at look alike: one of them stands for all.
        let end = written.keys().map(|at| at.saturating_add(1)).max().unwrap_or(0).max(end);
        let (first, last) = (least.min(end.into()) as u64, most.min(end.into()) as u64);
        if last - first >= MAX_PLACES || last >= MAX_END {
            return None;
        }
        let leaf = |at| match (written.get(&at), pool.node(array)) {
            (Some(&byte), _) => Leaf::Stored(byte),
            (None, Node::Input(symbol)) if at < pool.symbol_info(symbol).size => Leaf::Input(symbol, at),
            (None, Node::Table(table)) => {
                Leaf::Constant(pool.table_bytes(table).get(at as usize).copied().unwrap_or(0))
            }
            _ => Leaf::Constant(0),
        };
        let leaves = (first..=last).map(leaf).collect();
        Some(Self { first, leaves, stores, open: most > u128::from(last) })
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
    level.resize(1 << depth, open.then_some(zero));
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
