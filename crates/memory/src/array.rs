//! The contents of an object as one array expression, for accesses at a symbolic offset.
//!
//! Concrete bytes become a table, other bytes become stores on it; or, when most of the contents still are those of the
//! base (an input, or an array that was written at symbolic offsets before), everything newer becomes stores on the base.
//! The result is kept as a [`Snapshot`], together with the offsets written since: the next access appends a few stores
//! instead of building anew.
//!
//! A table is zero beyond its end, which fits the untouched pages of an object filled with zeros. For a large object with
//! another fill the array holds every byte xor-ed with the fill ([`Backing::mask`]).
//!
//! No array is needed to read at an offset that is a choice of a few constants.
//!
//! Bounds are not checked here. Which bytes a write at a symbolic offset initialises, [`crate::written`] keeps as conditions.

use crate::contents::{Contents, Pages};
use crate::page::{Cell, PAGE_SIZE};
use crate::value::{Value, join};
use bowline_expr::{Cases, ExprId, INDEX_WIDTH, Node, Pool};

/// An array that bytes of an object come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Backing {
    pub(crate) array: ExprId,
    /// Every byte of the array is the byte of the object xor this.
    pub(crate) mask: u8,
}

impl Backing {
    pub(crate) fn plain(array: ExprId) -> Backing {
        Backing { array, mask: 0 }
    }

    pub(crate) fn masked(self, pool: &mut Pool, byte: ExprId) -> ExprId {
        if self.mask == 0 {
            return byte;
        }
        let mask = pool.constant(u128::from(self.mask), 8);
        pool.xor(byte, mask)
    }

    pub(crate) fn select(self, pool: &mut Pool, index: ExprId) -> Value {
        let stored = pool.select(self.array, index);
        let byte = self.masked(pool, stored);
        Value::from_expr(pool, byte)
    }

    fn store(self, pool: &mut Pool, index: ExprId, byte: Value) -> Backing {
        let byte = byte.to_expr(pool, 8);
        let stored = self.masked(pool, byte);
        Backing { array: pool.store(self.array, index, stored), ..self }
    }
}

/// An array that agrees with the contents everywhere except at some offsets.
#[derive(Clone)]
pub(crate) struct Snapshot {
    pub(crate) backing: Backing,
    /// Stores appended since the array was built anew.
    appended: u64,
    /// Offsets that may have changed since; with repetitions.
    dirty: Vec<u64>,
}

impl Snapshot {
    pub(crate) fn new(backing: Backing) -> Snapshot {
        Snapshot { backing, appended: 0, dirty: Vec::new() }
    }

    /// Remembers that a range may have changed; false if the snapshot is no longer worth keeping.
    pub(crate) fn note(&mut self, offset: u64, length: u64, limit: u64) -> bool {
        if length > limit {
            return false;
        }
        self.dirty.extend(offset..offset + length);
        if self.dirty.len() as u64 <= 2 * limit {
            return true;
        }
        self.tidy();
        self.appended + self.dirty.len() as u64 <= limit
    }

    fn tidy(&mut self) {
        self.dirty.sort_unstable();
        self.dirty.dedup();
    }
}

/// How often each kind of cell occurs.
#[derive(Default)]
struct Census {
    concrete: u64,
    from_base: u64,
    symbolic: u64,
    /// Symbolic cells that are what the candidate holds at their offset.
    matching: u64,
}

/// Choices in an offset that is looked at case by case. More are better left to an array.
const MAX_CASES: usize = 256;

/// Changed bytes that a snapshot of the largest objects outlives.
const MAX_CHANGED: u64 = 1 << 14;

/// A table is stretched over any gap up to this length.
const SHORT_TABLE: u64 = 1 << 20;

impl Contents {
    /// How many changed bytes a snapshot outlives. Large objects are costly to build anew; but how large the capacity is says little about that where sizes have
    /// no bound.
    pub(crate) fn snapshot_limit(&self) -> u64 {
        32 + (self.capacity / 64).min(MAX_CHANGED)
    }

    pub(crate) fn read_at(&self, pool: &mut Pool, offset: ExprId, bytes: u32) -> Value {
        if let Some(cases) = Cases::of(pool, offset, MAX_CASES) {
            return self.read_by_cases(pool, &cases, bytes);
        }
        let backing = self.array(pool);
        let mut parts = [Value::Int(0); 16];
        for (index, part) in parts.iter_mut().enumerate().take(bytes as usize) {
            let at = displaced(pool, offset, index as u32);
            *part = backing.select(pool, at);
        }
        join(pool, &parts[..bytes as usize])
    }

    /// What each of the offsets holds, without an array. One that is out of bounds is none that the path has.
    fn read_by_cases(&self, pool: &mut Pool, cases: &Cases, bytes: u32) -> Value {
        let width = 8 * bytes as u16;
        let end = u128::from(self.capacity);
        let value = cases.map(pool, |pool, offset| {
            if offset + u128::from(bytes) > end {
                return pool.constant(0, width);
            }
            self.read(pool, offset as u64, bytes).to_expr(pool, width)
        });
        Value::from_expr(pool, value)
    }

    pub(crate) fn write_at(&mut self, pool: &mut Pool, offset: ExprId, bytes: u32, value: Value) {
        let unwritten = self.unwritten().unwrap_or_default();
        let conditions = self.conditions_after_write(pool, &unwritten, offset, u64::from(bytes));
        let mut backing = self.array(pool);
        for index in 0..bytes {
            let at = displaced(pool, offset, index);
            let byte = value.byte(pool, index);
            backing = backing.store(pool, at, byte);
        }
        self.rebase(backing);
        self.add_conditions(conditions);
    }

    /// The present contents.
    pub(crate) fn array(&self, pool: &mut Pool) -> Backing {
        let mut slot = self.snapshot.borrow_mut();
        if let Some(snapshot) = &mut *slot {
            snapshot.tidy();
            snapshot.appended += snapshot.dirty.len() as u64;
            if snapshot.appended <= self.snapshot_limit() {
                for offset in std::mem::take(&mut snapshot.dirty) {
                    snapshot.backing = self.with_byte(pool, snapshot.backing, offset);
                }
                return snapshot.backing;
            }
        }
        let backing = self.build(pool);
        *slot = Some(Box::new(Snapshot::new(backing)));
        backing
    }

    fn with_byte(&self, pool: &mut Pool, backing: Backing, offset: u64) -> Backing {
        let index = pool.constant(u128::from(offset), INDEX_WIDTH);
        let byte = self.byte(pool, offset);
        backing.store(pool, index, byte)
    }

    fn build(&self, pool: &mut Pool) -> Backing {
        let candidate = match self.base {
            Some(base) if !self.is_fresh_no_more() => Some(base.backing(pool)),
            _ => self.implied_base(pool),
        };
        let Some(base) = candidate else { return self.build_on_table(pool) };
        let census = self.census(pool, base);
        let newer = census.concrete + census.symbolic - census.matching;
        // A byte read back from the base drags the whole base along: worth avoiding.
        let beside_table = census.symbolic + 8 * census.from_base;
        if newer <= beside_table { self.build_on_base(pool, base) } else { self.build_on_table(pool) }
    }

    /// An array that the first symbolic byte is read from, at its own offset: the sign of a copied input.
    fn implied_base(&self, pool: &Pool) -> Option<Backing> {
        let mut found = None;
        self.visit_touched(&mut |offset, cell| {
            if let (None, Cell::Expr(expr)) = (found, cell) {
                found = selected_at(pool, expr, offset).map(Backing::plain);
            }
        });
        found
    }

    fn census(&self, pool: &Pool, base: Backing) -> Census {
        let mut census = Census::default();
        self.visit_touched(&mut |offset, cell| match cell {
            Cell::Concrete(_) => census.concrete += 1,
            Cell::FromBase => census.from_base += 1,
            Cell::Expr(expr) => {
                census.symbolic += 1;
                census.matching += u64::from(holds_at(pool, base, expr, offset));
            }
        });
        if let Pages::Many { touched, blank } = &self.pages {
            let pages = self.capacity.div_ceil(PAGE_SIZE as u64) - touched.len() as u64;
            let untouched = pages * PAGE_SIZE as u64;
            match blank.cell(0) {
                Cell::Concrete(_) => census.concrete += untouched,
                Cell::FromBase => census.from_base += untouched,
                Cell::Expr(_) => census.symbolic += untouched,
            }
        }
        census
    }

    /// Everything that is not as in the base, as stores on it.
    fn build_on_base(&self, pool: &mut Pool, base: Backing) -> Backing {
        let mut newer = Vec::new();
        self.visit(Cell::FromBase, &mut |offset, cell| match cell {
            Cell::FromBase => {}
            Cell::Expr(expr) if holds_at(pool, base, expr, offset) => {}
            Cell::Expr(_) | Cell::Concrete(_) => newer.push(offset),
        });
        newer.into_iter().fold(base, |backing, offset| self.with_byte(pool, backing, offset))
    }

    /// Concrete bytes as a table, everything else as stores on it.
    fn build_on_table(&self, pool: &mut Pool) -> Backing {
        let mask = match &self.pages {
            Pages::One(_) => 0,
            Pages::Many { blank, .. } => match blank.cell(0) {
                Cell::Concrete(byte) => byte,
                Cell::FromBase | Cell::Expr(_) => 0,
            },
        };
        let mut table = Vec::new();
        let mut stored = Vec::new();
        self.visit(Cell::Concrete(mask), &mut |offset, cell| match cell {
            Cell::Concrete(byte) if byte == mask => {}
            Cell::Concrete(byte) => {
                let gap = offset - table.len() as u64;
                if offset < SHORT_TABLE || gap <= PAGE_SIZE as u64 {
                    table.resize(offset as usize, 0);
                    table.push(byte ^ mask);
                } else {
                    stored.push(offset);
                }
            }
            Cell::FromBase | Cell::Expr(_) => stored.push(offset),
        });
        let backing = Backing { array: pool.table(&table), mask };
        stored.into_iter().fold(backing, |backing, offset| self.with_byte(pool, backing, offset))
    }

    /// The cells of pages that exist, by rising offset.
    fn visit_touched(&self, f: &mut dyn FnMut(u64, Cell)) {
        match &self.pages {
            Pages::One(page) => (0..page.len()).for_each(|at| f(at as u64, page.cell(at))),
            Pages::Many { touched, .. } => {
                for (number, page) in touched.iter() {
                    let start = u64::from(number) * PAGE_SIZE as u64;
                    let length = (self.capacity - start).min(PAGE_SIZE as u64) as usize;
                    (0..length).for_each(|at| f(start + at as u64, page.cell(at)));
                }
            }
        }
    }

    /// All cells by rising offset, without the untouched pages when these consist of `expected`.
    fn visit(&self, expected: Cell, f: &mut dyn FnMut(u64, Cell)) {
        match &self.pages {
            Pages::Many { blank, .. } if blank.cell(0) != expected => {
                (0..self.capacity).for_each(|offset| f(offset, self.cell(offset)));
            }
            Pages::One(_) | Pages::Many { .. } => self.visit_touched(f),
        }
    }
}

fn displaced(pool: &mut Pool, offset: ExprId, by: u32) -> ExprId {
    if by == 0 {
        return offset;
    }
    let by = pool.constant(u128::from(by), INDEX_WIDTH);
    pool.add(offset, by)
}

/// The array that a byte was read from at this very offset.
fn selected_at(pool: &Pool, byte: ExprId, offset: u64) -> Option<ExprId> {
    match pool.node(byte) {
        Node::Select(array, index) if pool.as_const(index) == Some(u128::from(offset)) => Some(array),
        _ => None,
    }
}

fn holds_at(pool: &Pool, base: Backing, byte: ExprId, offset: u64) -> bool {
    base.mask == 0 && selected_at(pool, byte, offset) == Some(base.array)
}
