//! Pool expressions as Bitwuzla terms, each translated once per session.
//!
//! Conditions (width 1) become Booleans wherever they are made or used as such, and bit-vectors only where a bit is
//! extended, concatenated or computed with.
//!
//! An input that is only read at constant places is a set of separate byte variables; once a constraint reads it at an
//! unknown place, it is an array. The switch invalidates terms, so it needs a new session: [`Encoder::encode`] says so
//! and remembers the choice across sessions.
//!
//! Reads beyond an input's end are zero, as in the evaluator. Constant tables are trees of `ite` over the index's bits
//! when small, else arrays.

use super::ffi::{Session, Term};
use bowline_base::{FxHashMap, FxHashSet};
use bowline_expr::{BinaryOp, ExprId, INDEX_WIDTH, Node, Pool, SymId, TableId, Width};

/// Tables up to this many bytes become trees.
const MAX_TREE: usize = 4096;

/// An input must become an array: start a new session.
#[derive(Debug)]
pub struct NeedsNewSession;

#[derive(Default)]
pub struct Encoder {
    terms: FxHashMap<ExprId, Term>,
    /// Conditions as bit-vectors of width 1.
    bits: FxHashMap<ExprId, Term>,
    /// Store chains over an input, rebuilt over zeros: what reads beyond the input's end see.
    beyond: FxHashMap<ExprId, Term>,
    bytes: FxHashMap<(SymId, u64), Term>,
    arrays: FxHashMap<SymId, Term>,
    /// Tables as arrays, by their expressions: a table's own number is used again once it is collected.
    tables: FxHashMap<ExprId, Term>,
    zeros: Option<Term>,
    /// Inputs to encode as arrays; survives sessions.
    as_arrays: FxHashSet<SymId>,
    stack: Vec<ExprId>,
}

impl Encoder {
    /// Forgets all terms: the session that made them is gone.
    pub fn new_session(&mut self) {
        *self = Self { as_arrays: std::mem::take(&mut self.as_arrays), ..Self::default() };
    }

    /// Forgets collected expressions. Their terms stay in the session, which is bounded by its owner: some are
    /// shared with other expressions.
    pub fn retain(&mut self, keep: &dyn Fn(ExprId) -> bool) {
        for map in [&mut self.terms, &mut self.bits, &mut self.beyond, &mut self.tables] {
            map.retain(|&id, _| keep(id));
        }
    }

    /// The Boolean term of a condition.
    pub fn encode(
        &mut self,
        session: &mut Session,
        pool: &Pool,
        condition: ExprId,
    ) -> Result<Term, NeedsNewSession> {
        self.term(session, pool, condition)
    }

    /// The variable of an input byte, when the session has one.
    pub fn byte(&self, symbol: SymId, index: u64) -> Option<Term> {
        self.bytes.get(&(symbol, index)).copied()
    }

    /// The array of an input, when the session has one.
    pub fn array(&self, symbol: SymId) -> Option<Term> {
        self.arrays.get(&symbol).copied()
    }

    /// The term of an expression that was part of an encoded condition.
    pub fn known(&self, id: ExprId) -> Option<Term> {
        self.terms.get(&id).copied()
    }

    fn term(&mut self, session: &mut Session, pool: &Pool, root: ExprId) -> Result<Term, NeedsNewSession> {
        self.stack.clear();
        self.stack.push(root);
        while let Some(&id) = self.stack.last() {
            if self.terms.contains_key(&id) {
                self.stack.pop();
                continue;
            }
            let before = self.stack.len();
            self.push_missing(pool, id)?;
            if self.stack.len() == before {
                let term = self.translate(session, pool, id);
                self.terms.insert(id, term);
                self.stack.pop();
            }
        }
        Ok(self.terms[&root])
    }

    /// Schedules the operands of `id` that have no term yet.
    fn push_missing(&mut self, pool: &Pool, id: ExprId) -> Result<(), NeedsNewSession> {
        let node = pool.node(id);
        if let Node::Select(array, index) = node {
            let bottom = bottom(pool, array);
            if let Node::Input(symbol) = pool.node(bottom)
                && (bottom != array || pool.as_const(index).is_none())
                && self.as_arrays.insert(symbol)
                && self.bytes.keys().any(|(of, _)| *of == symbol)
            {
                return Err(NeedsNewSession);
            }
            // Inputs and tables that are read directly have no term of their own.
            if bottom == array {
                self.need(index);
                return Ok(());
            }
        }
        node.for_each_child(|child| self.need(child));
        Ok(())
    }

    fn need(&mut self, id: ExprId) {
        if !self.terms.contains_key(&id) {
            self.stack.push(id);
        }
    }

    fn of(&self, id: ExprId) -> Term {
        self.terms[&id]
    }

    /// The bit-vector of an expression whose term exists.
    fn vector(&mut self, session: &mut Session, pool: &Pool, id: ExprId) -> Term {
        if pool.width(id) != 1 {
            return self.of(id);
        }
        if let Some(&known) = self.bits.get(&id) {
            return known;
        }
        let (yes, no) = (session.constant(1, 1), session.constant(0, 1));
        let bit = session.ite(self.of(id), yes, no);
        self.bits.insert(id, bit);
        bit
    }

    /// The Boolean that a one-bit vector stands for.
    fn condition(session: &mut Session, bit: Term) -> Term {
        let one = session.constant(1, 1);
        session.equal(bit, one)
    }

    fn translate(&mut self, session: &mut Session, pool: &Pool, id: ExprId) -> Term {
        let width = pool.width(id);
        let by = |from: ExprId| width - pool.width(from);
        match pool.node(id) {
            Node::Const(value) if width == 1 => session.bool(value == 1),
            Node::Const(value) => session.constant(u128::from(value), width),
            Node::WideConst(_) => session.constant(pool.as_const(id).unwrap_or(0), width),
            Node::Binary(op, a, b) => self.binary(session, pool, op, a, b),
            Node::Ite(condition, then, otherwise) => {
                let (condition, then, otherwise) = (self.of(condition), self.of(then), self.of(otherwise));
                session.ite(condition, then, otherwise)
            }
            Node::Extract { of, low } => {
                let of = self.vector(session, pool, of);
                let part = session.extract(of, low, width);
                if width == 1 { Self::condition(session, part) } else { part }
            }
            Node::Concat(high, low) => {
                let (high, low) = (self.vector(session, pool, high), self.vector(session, pool, low));
                session.concat(high, low)
            }
            Node::ZeroExtend(a) => {
                let inner = self.vector(session, pool, a);
                session.zero_extend(inner, by(a))
            }
            Node::SignExtend(a) => {
                let inner = self.vector(session, pool, a);
                session.sign_extend(inner, by(a))
            }
            Node::Select(array, index) => self.select(session, pool, array, index),
            Node::Input(symbol) => self.input(session, symbol),
            Node::Table(table) => self.table(session, pool, id, table),
            Node::Store(array, index, byte) => {
                let (array, index, byte) = (self.of(array), self.of(index), self.of(byte));
                session.store(array, index, byte)
            }
        }
    }

    fn binary(&mut self, session: &mut Session, pool: &Pool, op: BinaryOp, a: ExprId, b: ExprId) -> Term {
        if pool.width(a) != 1 {
            let (a, b) = (self.of(a), self.of(b));
            return session.binary(op, a, b);
        }
        let (x, y) = (self.of(a), self.of(b));
        match op {
            BinaryOp::And | BinaryOp::Mul => session.and(x, y),
            BinaryOp::Or => session.or(x, y),
            BinaryOp::Xor if b == Pool::TRUE => session.not(x),
            BinaryOp::Xor if a == Pool::TRUE => session.not(y),
            BinaryOp::Xor | BinaryOp::Add | BinaryOp::Sub => session.xor(x, y),
            BinaryOp::Eq => session.equal(x, y),
            _ => {
                let (x, y) = (self.vector(session, pool, a), self.vector(session, pool, b));
                let result = session.binary(op, x, y);
                if op.is_comparison() { result } else { Self::condition(session, result) }
            }
        }
    }

    fn input(&mut self, session: &mut Session, symbol: SymId) -> Term {
        *self.arrays.entry(symbol).or_insert_with(|| session.array_variable())
    }

    fn zeros(&mut self, session: &mut Session) -> Term {
        *self.zeros.get_or_insert_with(|| session.zero_array())
    }

    fn table(&mut self, session: &mut Session, pool: &Pool, id: ExprId, table: TableId) -> Term {
        if let Some(&known) = self.tables.get(&id) {
            return known;
        }
        let mut array = self.zeros(session);
        for (at, &byte) in pool.table_bytes(table).iter().enumerate().filter(|(_, byte)| **byte != 0) {
            let (index, byte) = (session.constant(at as u128, INDEX_WIDTH), session.constant(byte.into(), 8));
            array = session.store(array, index, byte);
        }
        self.tables.insert(id, array);
        array
    }

    fn select(&mut self, session: &mut Session, pool: &Pool, array: ExprId, index: ExprId) -> Term {
        let at = self.of(index);
        match pool.node(array) {
            Node::Input(symbol) => self.read_input(session, pool, symbol, index),
            Node::Table(table) => {
                let bytes = pool.table_bytes(table).clone();
                if bytes.len() <= MAX_TREE {
                    return read_tree(session, &bytes, at);
                }
                let array = self.table(session, pool, array, table);
                session.select(array, at)
            }
            _ => {
                let chain = self.of(array);
                let inside = session.select(chain, at);
                match pool.node(bottom(pool, array)) {
                    Node::Input(symbol) => {
                        let chain = self.beyond(session, pool, array);
                        let outside = session.select(chain, at);
                        let size = session.constant(pool.symbol_info(symbol).size.into(), INDEX_WIDTH);
                        let within = session.binary(BinaryOp::Ult, at, size);
                        session.ite(within, inside, outside)
                    }
                    _ => inside,
                }
            }
        }
    }

    fn read_input(&mut self, session: &mut Session, pool: &Pool, symbol: SymId, index: ExprId) -> Term {
        let size = pool.symbol_info(symbol).size;
        if pool.as_const(index).is_some_and(|at| at >= u128::from(size)) {
            return session.constant(0, 8);
        }
        if !self.as_arrays.contains(&symbol) {
            let at = pool.as_const(index).unwrap_or(0) as u64;
            return *self.bytes.entry((symbol, at)).or_insert_with(|| session.variable(8));
        }
        let (array, at) = (self.input(session, symbol), self.of(index));
        let byte = session.select(array, at);
        if pool.as_const(index).is_some() {
            return byte;
        }
        let (size, zero) = (session.constant(size.into(), INDEX_WIDTH), session.constant(0, 8));
        let within = session.binary(BinaryOp::Ult, at, size);
        session.ite(within, byte, zero)
    }

    /// A store chain whose stores have terms, over zeros in place of its input.
    fn beyond(&mut self, session: &mut Session, pool: &Pool, chain: ExprId) -> Term {
        let mut stores = Vec::new();
        let mut at = chain;
        let mut array = loop {
            if let Some(&known) = self.beyond.get(&at) {
                break known;
            }
            match pool.node(at) {
                Node::Store(older, index, byte) => {
                    stores.push((at, index, byte));
                    at = older;
                }
                _ => break self.zeros(session),
            }
        };
        for (id, index, byte) in stores.into_iter().rev() {
            array = session.store(array, self.of(index), self.of(byte));
            self.beyond.insert(id, array);
        }
        array
    }
}

/// The array below all stores.
pub fn bottom(pool: &Pool, mut array: ExprId) -> ExprId {
    while let Node::Store(older, ..) = pool.node(array) {
        array = older;
    }
    array
}

/// A constant table read by a binary tree over the index's bits.
fn read_tree(session: &mut Session, bytes: &[u8], index: Term) -> Term {
    let zero = session.constant(0, 8);
    if bytes.is_empty() {
        return zero;
    }
    let depth = bytes.len().next_power_of_two().trailing_zeros() as Width;
    let tests: Vec<Term> = (0..depth)
        .map(|bit| {
            let bit = session.extract(index, bit, 1);
            Encoder::condition(session, bit)
        })
        .collect();
    let mut level: Vec<(u8, Option<Term>)> = bytes.iter().map(|&byte| (byte, None)).collect();
    level.resize(1 << depth, (0, None));
    for test in tests {
        level = level
            .chunks_exact(2)
            .map(|pair| match (pair[0], pair[1]) {
                ((low, None), (high, None)) if low == high => (low, None),
                (low, high) if low.1.is_some() && low.1 == high.1 => low,
                (low, high) => {
                    let [low, high] = [low, high].map(|(byte, term)| match term {
                        Some(term) => term,
                        None => session.constant(byte.into(), 8),
                    });
                    (0, Some(session.ite(test, high, low)))
                }
            })
            .collect();
    }
    let inside = match level[0] {
        (_, Some(term)) => term,
        (byte, None) => session.constant(byte.into(), 8),
    };
    let size = session.constant(1 << depth, INDEX_WIDTH);
    let within = session.binary(BinaryOp::Ult, index, size);
    session.ite(within, inside, zero)
}
