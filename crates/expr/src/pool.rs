//! The pool: interning, look-up, inputs and tables.

use crate::bounded::Levels;
use crate::rules::Rewriting;
use crate::slots::Slots;
use crate::store_runs::StoreRuns;
use crate::{ExprId, MAX_WIDTH, Marker, Node, SymId, TableId, Width, bounds, fold};
use bowline_base::{FxHashMap, FxHashSet, IdVec};
use hashbrown::HashTable;
use std::rc::Rc;

/// `size` unknown bytes: an input of the program under test, or an unknown of our own.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Symbol {
    /// The name the program gave it.
    pub name: String,
    /// How many inputs of that name the path had made before: the same input on sibling paths is the same symbol.
    pub occurrence: u32,
    /// Bytes; reads beyond are zero.
    pub size: u64,
    /// No input: a counter, a bound variable, a value that a piece of a program is tried out with. It is never part of a test.
    pub is_auxiliary: bool,
}

/// The name of what nobody has written. Programs do not name auxiliary unknowns, so nothing else is called so.
const FRESH: &str = "fresh memory";

impl Symbol {
    /// Is it what is in memory before anybody writes there?
    pub fn is_fresh(&self) -> bool {
        self.is_auxiliary && self.name.starts_with(FRESH)
    }

    /// Its number among those of its name, as files write it: `3`, or `?3` for an auxiliary one.
    pub fn number_text(&self) -> String {
        format!("{}{}", if self.is_auxiliary { "?" } else { "" }, self.occurrence)
    }
}

/// Owns expressions; see the crate documentation.
pub struct Pool {
    pub(crate) nodes: Vec<Node>,
    pub(crate) widths: Vec<Width>,
    /// The least and the largest value of expressions of at most 64 bits; see [`bounds`].
    pub(crate) intervals: Vec<(u64, u64)>,
    /// Which bound variables occur in an expression.
    pub(crate) levels: Vec<Levels>,
    pub(crate) interned: HashTable<u32>,
    /// Slots of collected expressions, to be used again.
    pub(crate) free: Vec<u32>,
    /// Constants of more than 64 bits.
    wide: Slots<u128>,
    symbols: IdVec<SymId, Symbol>,
    symbol_ids: FxHashMap<Symbol, SymId>,
    tables: Slots<Rc<[u8]>>,
    pub(crate) rewriting: Rewriting,
    /// What bits of bytes of tables are, where that was asked: see [`rules`](crate::rules).
    pub(crate) table_bits: FxHashMap<(ExprId, u16), Option<ExprId>>,
    pub(crate) store_runs: StoreRuns,
    /// What a read of a formula that is being made may still make.
    pub(crate) formula_parts_left: Option<usize>,
    /// Expressions that were asked for so far, new or not.
    requests: u64,
    /// What is in memory that nobody wrote, by object, generation and size.
    fresh: FxHashMap<(u32, u32, u64), SymId>,
}

/// A hash of a node by one multiplication per half; the derived one takes a step per field, and interning is the
/// hottest operation of all.
#[inline]
fn hash(node: &Node, width: Width) -> u64 {
    let pair = |a: ExprId, b: ExprId| u64::from(a.0) << 32 | u64::from(b.0);
    let (tag, first, second) = match *node {
        Node::Const(value) => (0, value, 0),
        Node::WideConst(place) => (1, u64::from(place), 0),
        Node::Binary(op, a, b) => (16 + op as u64, pair(a, b), 0),
        Node::Ite(a, b, c) => (2, pair(a, b), u64::from(c.0)),
        Node::Extract { of, low } => (3, u64::from(of.0), u64::from(low)),
        Node::Concat(a, b) => (4, pair(a, b), 0),
        Node::ZeroExtend(a) => (5, u64::from(a.0), 0),
        Node::SignExtend(a) => (6, u64::from(a.0), 0),
        Node::Select(a, b) => (7, pair(a, b), 0),
        Node::Input(symbol) => (8, u64::from(symbol.0), 0),
        Node::Table(table) => (9, u64::from(table.0), 0),
        Node::Store(a, b, c) => (10, pair(a, b), u64::from(c.0)),
        Node::Bound(level) => (11, u64::from(level), 0),
        Node::Bounded { op, level, bits, count, body } => {
            (12 + op as u64, pair(count, body), u64::from(level) << 8 | u64::from(bits))
        }
        Node::Formula { level, body } => (14, u64::from(body.0), u64::from(level)),
    };
    let rest = tag | u64::from(width) << 8 | second << 16;
    let product = u128::from(first ^ 0x9e37_79b9_7f4a_7c15)
        * u128::from(rest.wrapping_mul(0xd1b5_4a32_d192_ed03) ^ 0x2545_f491_4f6c_dd1d);
    let mixed = (product >> 64) as u64 ^ product as u64;
    mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

impl Default for Pool {
    fn default() -> Self {
        Self::new()
    }
}

impl Pool {
    pub fn new() -> Self {
        let mut pool = Self {
            nodes: Vec::new(),
            widths: Vec::new(),
            intervals: Vec::new(),
            levels: Vec::new(),
            interned: HashTable::new(),
            free: Vec::new(),
            wide: Slots::default(),
            symbols: IdVec::new(),
            symbol_ids: FxHashMap::default(),
            tables: Slots::default(),
            rewriting: Rewriting::default(),
            table_bits: FxHashMap::default(),
            store_runs: StoreRuns::default(),
            formula_parts_left: None,
            requests: 0,
            fresh: FxHashMap::default(),
        };
        // Ids 0 and 1 are `false` and `true`, so that the two most used constants need no look-up.
        let no = pool.intern(Node::Const(0), 1);
        let yes = pool.intern(Node::Const(1), 1);
        debug_assert_eq!((no, yes), (Self::FALSE, Self::TRUE));
        pool
    }

    pub const FALSE: ExprId = ExprId(0);
    pub const TRUE: ExprId = ExprId(1);

    #[inline]
    pub fn node(&self, id: ExprId) -> Node {
        self.nodes[id.0 as usize]
    }

    /// The width of an expression; 0 for arrays.
    #[inline]
    pub fn width(&self, id: ExprId) -> Width {
        self.widths[id.0 as usize]
    }

    /// How many expressions are alive.
    pub fn len(&self) -> usize {
        self.nodes.len() - self.free.len()
    }

    pub fn is_empty(&self) -> bool {
        false
    }

    /// One more than the largest id in use: the length of a table indexed by ids.
    pub fn id_bound(&self) -> usize {
        self.nodes.len()
    }

    /// How many expressions were asked for so far, new or not: a measure of work that is the same in every run.
    pub fn requests(&self) -> u64 {
        self.requests
    }

    /// The expression `node`, as it stands, without simplification. Constructors in [`crate::build`] are the way in.
    pub(crate) fn intern(&mut self, node: Node, width: Width) -> ExprId {
        debug_assert!(width <= MAX_WIDTH);
        self.requests += 1;
        let key = hash(&node, width);
        let (nodes, widths) = (&self.nodes, &self.widths);
        let same = |&id: &u32| nodes[id as usize] == node && widths[id as usize] == width;
        if let Some(&id) = self.interned.find(key, same) {
            return ExprId(id);
        }
        let interval = bounds::of_new(self, node, width);
        let levels = Levels::of_new(self, node);
        let id = match self.free.pop() {
            Some(id) => {
                self.nodes[id as usize] = node;
                self.widths[id as usize] = width;
                self.intervals[id as usize] = interval;
                self.levels[id as usize] = levels;
                id
            }
            None => {
                let id = u32::try_from(self.nodes.len()).expect("fewer than 2^32 expressions are alive");
                self.nodes.push(node);
                self.widths.push(width);
                self.intervals.push(interval);
                self.levels.push(levels);
                id
            }
        };
        let (nodes, widths) = (&self.nodes, &self.widths);
        self.interned.insert_unique(key, id, |&id| hash(&nodes[id as usize], widths[id as usize]));
        ExprId(id)
    }

    pub(crate) fn forget(&mut self, id: u32) {
        let key = hash(&self.nodes[id as usize], self.widths[id as usize]);
        if let Ok(entry) = self.interned.find_entry(key, |&other| other == id) {
            entry.remove();
            self.free.push(id);
        }
    }

    /// Drops tables and wide constants that no marked expression is.
    pub(crate) fn retain_values(&mut self, marker: &Marker) {
        let (mut tables, mut wide) = (FxHashSet::default(), FxHashSet::default());
        for (id, node) in (0..).zip(&self.nodes) {
            match *node {
                Node::Table(table) if marker.is_marked(ExprId(id)) => tables.insert(table.0),
                Node::WideConst(place) if marker.is_marked(ExprId(id)) => wide.insert(place),
                _ => continue,
            };
        }
        self.tables.retain(&tables);
        self.wide.retain(&wide);
    }

    /// How many tables and wide constants are kept beside the expressions.
    pub fn kept_values(&self) -> (usize, usize) {
        (self.tables.len(), self.wide.len())
    }

    /// A constant; bits above `width` are dropped.
    pub fn constant(&mut self, value: u128, width: Width) -> ExprId {
        let value = value & fold::mask(width);
        if width == 1 {
            return self.bool(value == 1);
        }
        if width <= 64 {
            return self.intern(Node::Const(value as u64), width);
        }
        let place = self.wide.place(&value, || value);
        self.intern(Node::WideConst(place), width)
    }

    #[inline]
    pub const fn bool(&self, value: bool) -> ExprId {
        if value { Self::TRUE } else { Self::FALSE }
    }

    /// The value of a constant expression.
    #[inline]
    pub fn as_const(&self, id: ExprId) -> Option<u128> {
        match self.node(id) {
            Node::Const(value) => Some(u128::from(value)),
            Node::WideConst(place) => Some(*self.wide.get(place)),
            _ => None,
        }
    }

    /// The input with this name, occurrence and size, made when it is new.
    pub fn symbol(&mut self, name: &str, occurrence: u32, size: u64) -> SymId {
        self.intern_symbol(Symbol { name: name.to_string(), occurrence, size, is_auxiliary: false })
    }

    /// The auxiliary unknown with this name, number and size, made when it is new. Inputs of the same name are other symbols.
    pub fn auxiliary(&mut self, name: &str, number: u32, size: u64) -> SymId {
        self.intern_symbol(Symbol { name: name.to_string(), occurrence: number, size, is_auxiliary: true })
    }

    /// What is in the bytes of an object before anybody writes there, told apart by the object's number and how often it was made anew. The same on
    /// sibling paths.
    pub fn fresh(&mut self, object: u32, generation: u32, size: u64) -> SymId {
        if let Some(&known) = self.fresh.get(&(object, generation, size)) {
            return known;
        }
        let symbol = self.auxiliary(&format!("{FRESH} {generation}"), object, size);
        self.fresh.insert((object, generation, size), symbol);
        symbol
    }

    /// What might be in the same bytes in another run.
    pub fn fresh_elsewhere(&mut self, symbol: SymId) -> SymId {
        let info = self.symbol_info(symbol);
        let (name, number, size) = (format!("{}, in another run", info.name), info.occurrence, info.size);
        self.auxiliary(&name, number, size)
    }

    /// The symbol that files write as this number (see [`Symbol::number_text`]), size and name; nothing when the number is none.
    pub fn symbol_from_text(&mut self, name: &str, number: &str, size: u64) -> Option<SymId> {
        let auxiliary = number.strip_prefix('?');
        let occurrence = auxiliary.unwrap_or(number).parse().ok()?;
        let is_auxiliary = auxiliary.is_some();
        Some(self.intern_symbol(Symbol { name: name.to_string(), occurrence, size, is_auxiliary }))
    }

    fn intern_symbol(&mut self, symbol: Symbol) -> SymId {
        if let Some(&id) = self.symbol_ids.get(&symbol) {
            return id;
        }
        let id = self.symbols.push(symbol.clone());
        self.symbol_ids.insert(symbol, id);
        id
    }

    pub fn symbol_info(&self, id: SymId) -> &Symbol {
        &self.symbols[id]
    }

    pub fn symbols(&self) -> impl Iterator<Item = (SymId, &Symbol)> {
        self.symbols.iter_ids()
    }

    /// The array of an input's bytes.
    pub fn input(&mut self, symbol: SymId) -> ExprId {
        self.intern(Node::Input(symbol), 0)
    }

    /// A constant array: these bytes, then zeros.
    pub fn table(&mut self, bytes: &[u8]) -> ExprId {
        let place = self.tables.place(bytes, || bytes.into());
        self.intern(Node::Table(TableId(place)), 0)
    }

    pub fn table_bytes(&self, id: TableId) -> &Rc<[u8]> {
        self.tables.get(id.0)
    }
}
