//! Pool expressions as Bitwuzla terms, each translated once per session.
//!
//! Conditions (width 1) become Booleans wherever they are made or used as such, and bit-vectors only where a bit is
//! extended, concatenated or computed with.
//!
//! An input is a set of separate byte variables. A read at an unknown place is a tree of `ite` over the bits of the index
//! where only a few places come into question and only a few stores at unknown places lie above the input
//! ([`tree`](super::tree)); that is far cheaper to decide than an array. Where that would grow too large, the input is an array from then on. The switch
//! invalidates terms, so it needs a new session: [`Encoder::encode`] says so and remembers the choice across sessions.
//!
//! Reads beyond an input's end are zero, as in the evaluator. Constant tables are trees as well when small, else arrays.

use super::ffi::{Session, Term};
use super::tree::{self, Leaf, TreeRead};
use bowline_base::{FxHashMap, FxHashSet};
use bowline_expr::{BinaryOp, ExprId, INDEX_WIDTH, Node, Pool, SymId, TableId, Width, bounds, fold};

/// Tables of which up to this many places can be read become trees.
const MAX_TREE: usize = 1 << 14;

/// Bits that must be saved for an operation to be narrowed.
const MIN_NARROWED: Width = 8;

/// Terms between two looks at the interrupt.
const LOOK_EVERY: usize = 1024;

/// Why a condition has no term.
#[derive(Debug)]
pub enum NotEncoded {
    /// An input must become an array: start a new session.
    NeedsNewSession,
    Interrupted,
    /// It has bounded terms or formulas, which nobody took apart.
    NotPlain,
}

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
    ) -> Result<Term, NotEncoded> {
        if !pool.levels_of(condition).is_plain() {
            return Err(NotEncoded::NotPlain);
        }
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

    fn term(&mut self, session: &mut Session, pool: &Pool, root: ExprId) -> Result<Term, NotEncoded> {
        self.stack.clear();
        self.stack.push(root);
        while let Some(&id) = self.stack.last() {
            if self.terms.contains_key(&id) {
                self.stack.pop();
                continue;
            }
            if self.terms.len().is_multiple_of(LOOK_EVERY) && session.is_interrupted() {
                return Err(NotEncoded::Interrupted);
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
    fn push_missing(&mut self, pool: &Pool, id: ExprId) -> Result<(), NotEncoded> {
        let node = pool.node(id);
        if let Node::Select(array, index) = node {
            let bottom = bottom(pool, array);
            if let Some(read) = TreeRead::of(pool, array, index) {
                self.need(index);
                for (index, byte) in read.stores {
                    self.need(index);
                    self.need(byte);
                }
                for leaf in read.leaves {
                    if let Leaf::Stored(byte) = leaf {
                        self.need(byte);
                    }
                }
                return Ok(());
            }
            if let Node::Input(symbol) = pool.node(bottom)
                && (bottom != array || pool.as_const(index).is_none())
                && self.as_arrays.insert(symbol)
                && self.bytes.keys().any(|(of, _)| *of == symbol)
            {
                return Err(NotEncoded::NeedsNewSession);
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
    pub(super) fn condition(session: &mut Session, bit: Term) -> Term {
        let one = session.constant(1, 1);
        session.equal(bit, one)
    }

    fn translate(&mut self, session: &mut Session, pool: &Pool, id: ExprId) -> Term {
        let width = pool.width(id);
        if let Some(bits) = varying_bits(pool, id) {
            return self.narrow(session, pool, id, bits);
        }
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
            Node::Bound(_) | Node::Bounded { .. } | Node::Formula { .. } => {
                unreachable!("{id} is in no plain condition")
            }
        }
    }

    /// The constant upper bits of an expression, and an operation on the few lower bits only.
    fn narrow(&mut self, session: &mut Session, pool: &Pool, id: ExprId, bits: Width) -> Term {
        let width = pool.width(id);
        let high = session.constant(bounds::interval(pool, id).0 >> bits, width - bits);
        let low = match pool.node(id) {
            Node::Ite(condition, then, otherwise) => {
                let then = session.extract(self.of(then), 0, bits);
                let otherwise = session.extract(self.of(otherwise), 0, bits);
                session.ite(self.of(condition), then, otherwise)
            }
            Node::Binary(op, a, b) => {
                let (a, b) = (session.extract(self.of(a), 0, bits), session.extract(self.of(b), 0, bits));
                session.binary(op, a, b)
            }
            node => unreachable!("{node:?} has no narrow form"),
        };
        session.concat(high, low)
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
        if let Some(read) = TreeRead::of(pool, array, index) {
            return self.read_by_tree(session, &read, at);
        }
        match pool.node(array) {
            Node::Input(symbol) => self.read_input(session, pool, symbol, index),
            Node::Table(table) => {
                if let Some(byte) = self.read_table(session, pool, table, index) {
                    return byte;
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

    /// A read of a table as a tree, if that is small enough. Places that the index cannot have are no leaves, and parts of the table that
    /// are equal become one term.
    fn read_table(
        &mut self,
        session: &mut Session,
        pool: &Pool,
        table: TableId,
        index: ExprId,
    ) -> Option<Term> {
        let bytes = pool.table_bytes(table);
        let (fixed, low) = bounds::low_bits(pool, index);
        if bytes.len() >> fixed > MAX_TREE {
            return None;
        }
        let (least, most) = bounds::interval(pool, index);
        let is_place = |at: u128| (least..=most).contains(&at) && at & fold::mask(fixed) == low;
        let values: Vec<Term> = (0..=255).map(|value| session.constant(value, 8)).collect();
        let leaves = (0..).zip(bytes.iter());
        let leaves = leaves.map(|(at, &byte)| is_place(at).then(|| values[usize::from(byte)])).collect();
        Some(tree::read(session, leaves, self.of(index), most >= bytes.len() as u128))
    }

    fn read_input(&mut self, session: &mut Session, pool: &Pool, symbol: SymId, index: ExprId) -> Term {
        let size = pool.symbol_info(symbol).size;
        if pool.as_const(index).is_some_and(|at| at >= u128::from(size)) {
            return session.constant(0, 8);
        }
        if let Some(at) = pool.as_const(index) {
            return self.input_byte(session, symbol, at as u64);
        }
        let (array, at) = (self.input(session, symbol), self.of(index));
        let byte = session.select(array, at);
        let (size, zero) = (session.constant(size.into(), INDEX_WIDTH), session.constant(0, 8));
        let within = session.binary(BinaryOp::Ult, at, size);
        session.ite(within, byte, zero)
    }

    /// A byte inside an input.
    fn input_byte(&mut self, session: &mut Session, symbol: SymId, at: u64) -> Term {
        if self.as_arrays.contains(&symbol) {
            let (array, at) = (self.input(session, symbol), session.constant(at.into(), INDEX_WIDTH));
            return session.select(array, at);
        }
        *self.bytes.entry((symbol, at)).or_insert_with(|| session.variable(8))
    }

    fn read_by_tree(&mut self, session: &mut Session, read: &TreeRead, index: Term) -> Term {
        let mut leaves = vec![None; read.first as usize];
        for &leaf in &read.leaves {
            leaves.push(Some(match leaf {
                Leaf::Constant(byte) => session.constant(byte.into(), 8),
                Leaf::Input(symbol, at) => self.input_byte(session, symbol, at),
                Leaf::Stored(byte) => self.of(byte),
            }));
        }
        let mut byte = tree::read(session, leaves, index, read.open);
        for &(at, stored) in read.stores.iter().rev() {
            let same = session.equal(index, self.of(at));
            byte = session.ite(same, self.of(stored), byte);
        }
        byte
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

/// How many lower bits of an expression vary, where the upper ones are known from its interval, as those of a pointer into
/// one object are, and where the lower ones depend on nothing but the same bits of its operands.
fn varying_bits(pool: &Pool, id: ExprId) -> Option<Width> {
    let by_lower_bits = match pool.node(id) {
        Node::Ite(..) => true,
        Node::Binary(op, ..) => {
            matches!(
                op,
                BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::And | BinaryOp::Or | BinaryOp::Xor
            )
        }
        _ => false,
    };
    let width = pool.width(id);
    if !by_lower_bits || width < 2 * MIN_NARROWED {
        return None;
    }
    let (least, most) = bounds::interval(pool, id);
    let bits = (128 - (least ^ most).leading_zeros()) as Width;
    // At least one bit varies: what is constant is no operation.
    Some(bits.max(1)).filter(|bits| bits + MIN_NARROWED <= width)
}

/// The array below all stores.
pub fn bottom(pool: &Pool, mut array: ExprId) -> ExprId {
    while let Node::Store(older, ..) = pool.node(array) {
        array = older;
    }
    array
}
