//! The bytes of one object: pages, copied on write, that exist only where something was written.
//!
//! Invariants: cells that come from the base have a base to come from. A blank page (what untouched pages of a large
//! object read as) is uniform: one byte, one expression or the base. Whatever changes a byte tells the snapshot.

use crate::array::{Backing, Snapshot};
use crate::fresh::{Base, Fresh};
use crate::page::{Cell, PAGE_SIZE, Page, number};
use crate::value::{Value, join};
use crate::written::Conditions;
use bowline_base::RadixMap;
use bowline_expr::{INDEX_WIDTH, Marker, Pool};
use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;

#[derive(Clone)]
pub(crate) enum Pages {
    /// A small object: one page of exactly its capacity.
    One(Page),
    /// A large object: pages by number, and what the missing ones read as.
    Many { touched: RadixMap<Page>, blank: Rc<Page> },
}

#[derive(Clone)]
pub(crate) struct Contents {
    pub(crate) pages: Pages,
    pub(crate) capacity: u64,
    pub(crate) base: Option<Base>,
    /// Does the object remember which bytes were written?
    pub(crate) tracked: bool,
    /// What is known of unwritten bytes.
    pub(crate) conditions: Conditions,
    /// The contents as an array, as far as known. Filled in by readers that share the object.
    pub(crate) snapshot: RefCell<Option<Box<Snapshot>>>,
}

/// A stretch of bytes inside one page.
pub(crate) struct Chunk {
    /// In the object.
    pub(crate) offset: u64,
    pub(crate) length: usize,
}

fn page_number(offset: u64) -> u32 {
    // Capacities are limited so that page numbers fit.
    (offset / PAGE_SIZE as u64) as u32
}

impl Contents {
    pub(crate) fn new(capacity: u64, fill: u8, tracked: bool) -> Contents {
        let length = capacity.min(PAGE_SIZE as u64) as usize;
        let page = if tracked { Page::unwritten(length, fill) } else { Page::concrete(length, fill) };
        let pages = if capacity <= PAGE_SIZE as u64 {
            Pages::One(page)
        } else {
            Pages::Many { touched: RadixMap::new(), blank: Rc::new(page) }
        };
        Contents { pages, capacity, base: None, tracked, conditions: None, snapshot: RefCell::new(None) }
    }

    /// Contents that nobody has written.
    pub(crate) fn fresh(fresh: Fresh, tracked: bool) -> Contents {
        let mut contents = Contents::new(fresh.bytes, 0, tracked);
        match &mut contents.pages {
            Pages::One(page) => page.come_from_base(),
            Pages::Many { blank, .. } => Rc::make_mut(blank).come_from_base(),
        }
        contents.base = Some(Base::Fresh(fresh));
        contents
    }

    /// The page that holds an offset, and the place in it.
    #[inline]
    pub(crate) fn page(&self, offset: u64) -> (&Page, usize) {
        match &self.pages {
            Pages::One(page) => (page, offset as usize),
            Pages::Many { touched, blank } => {
                let page = touched.get(page_number(offset)).unwrap_or(blank);
                (page, offset as usize % PAGE_SIZE)
            }
        }
    }

    /// The page that holds an offset, for writing. The snapshot must be told.
    pub(crate) fn page_mut(&mut self, offset: u64) -> (&mut Page, usize) {
        match &mut self.pages {
            Pages::One(page) => (page, offset as usize),
            Pages::Many { touched, blank } => {
                let number = page_number(offset);
                if touched.get(number).is_none() {
                    touched.insert(number, blank.clone());
                }
                let page = touched.get_mut(number).expect("the page was inserted");
                (page, offset as usize % PAGE_SIZE)
            }
        }
    }

    /// Cuts a range at the borders of pages.
    pub(crate) fn chunks(offset: u64, length: u64) -> impl Iterator<Item = Chunk> {
        let end = offset + length;
        let mut offset = offset;
        std::iter::from_fn(move || {
            // Exact for small objects as well: their only page starts at offset 0.
            let at = offset as usize % PAGE_SIZE;
            let length = (end - offset).min((PAGE_SIZE - at) as u64);
            let chunk = Chunk { offset, length: length as usize };
            offset += length;
            (length > 0).then_some(chunk)
        })
    }

    #[inline]
    pub(crate) fn load(&self, offset: u64, bytes: u32) -> Option<u64> {
        let (page, at) = self.page(offset);
        let length = bytes as usize;
        if at + length <= page.len() { page.load(at, length) } else { self.load_across(offset, bytes) }
    }

    #[cold]
    fn load_across(&self, offset: u64, bytes: u32) -> Option<u64> {
        if self.any_unwritten(offset, u64::from(bytes)) {
            return None;
        }
        Some(number(&self.concrete_bytes(offset, u64::from(bytes))?))
    }

    #[inline]
    pub(crate) fn store(&mut self, offset: u64, bytes: u32, value: u64) {
        let length = bytes as usize;
        if self.snapshot.get_mut().is_none() {
            let done = match &mut self.pages {
                Pages::One(page) => page.store(offset as usize, length, value),
                Pages::Many { touched, .. } => touched
                    .get_mut(page_number(offset))
                    .is_some_and(|page| page.store(offset as usize % PAGE_SIZE, length, value)),
            };
            if done {
                return;
            }
        }
        self.put_bytes(offset, &value.to_le_bytes()[..length]);
    }

    pub(crate) fn cell(&self, offset: u64) -> Cell {
        let (page, at) = self.page(offset);
        page.cell(at)
    }

    pub(crate) fn put(&mut self, offset: u64, cell: Cell) {
        if self.snapshot.get_mut().is_some() && self.cell(offset) != cell {
            self.note(offset, 1);
        }
        let (page, at) = self.page_mut(offset);
        page.set(at, 1, cell);
    }

    pub(crate) fn put_bytes(&mut self, offset: u64, bytes: &[u8]) {
        if self.snapshot.get_mut().is_some() {
            let changed = |&at: &usize| self.cell(offset + at as u64) != Cell::Concrete(bytes[at]);
            let changed: Vec<usize> = (0..bytes.len()).filter(changed).collect();
            changed.into_iter().for_each(|at| self.note(offset + at as u64, 1));
        }
        let mut rest = bytes;
        for chunk in Self::chunks(offset, bytes.len() as u64) {
            let (now, later) = rest.split_at(chunk.length);
            let (page, at) = self.page_mut(chunk.offset);
            page.set_bytes(at, now);
            rest = later;
        }
    }

    /// Tells the snapshot that a range may have changed.
    pub(crate) fn note(&mut self, offset: u64, length: u64) {
        let limit = self.snapshot_limit();
        let slot = self.snapshot.get_mut();
        if let Some(snapshot) = slot
            && !snapshot.note(offset, length, limit)
        {
            *slot = None;
        }
    }

    pub(crate) fn byte(&self, pool: &mut Pool, offset: u64) -> Value {
        match self.cell(offset) {
            Cell::Concrete(byte) => Value::Int(u64::from(byte)),
            Cell::Expr(expr) => Value::Expr(expr),
            Cell::FromBase => {
                let index = pool.constant(u128::from(offset), INDEX_WIDTH);
                self.backing(pool).select(pool, index)
            }
        }
    }

    fn backing(&self, pool: &mut Pool) -> Backing {
        self.base.expect("cells come from the base only where there is one").backing(pool)
    }

    pub(crate) fn read(&self, pool: &mut Pool, offset: u64, bytes: u32) -> Value {
        debug_assert!(offset + u64::from(bytes) <= self.capacity, "read past the capacity");
        if bytes <= 8
            && let Some(number) = self.load(offset, bytes)
        {
            return Value::Int(number);
        }
        let mut parts = [Value::Int(0); 16];
        for (index, part) in parts.iter_mut().enumerate().take(bytes as usize) {
            *part = self.byte(pool, offset + index as u64);
        }
        join(pool, &parts[..bytes as usize])
    }

    pub(crate) fn write(&mut self, pool: &mut Pool, offset: u64, bytes: u32, value: Value) {
        debug_assert!(offset + u64::from(bytes) <= self.capacity, "write past the capacity");
        match value {
            Value::Int(number) => self.store(offset, bytes, number),
            Value::Expr(expr) => {
                debug_assert_eq!(u32::from(pool.width(expr)), 8 * bytes);
                for index in 0..bytes {
                    let byte = Cell::from(value.byte(pool, index));
                    self.put(offset + u64::from(index), byte);
                }
            }
        }
    }

    pub(crate) fn is_concrete(&self, offset: u64, length: u64) -> bool {
        Self::chunks(offset, length).all(|chunk| {
            let (page, at) = self.page(chunk.offset);
            page.is_concrete(at, chunk.length)
        })
    }

    pub(crate) fn concrete_bytes(&self, offset: u64, length: u64) -> Option<Vec<u8>> {
        let mut bytes = Vec::new();
        for chunk in Self::chunks(offset, length) {
            let (page, at) = self.page(chunk.offset);
            if !page.is_concrete(at, chunk.length) {
                return None;
            }
            bytes.extend_from_slice(page.raw(at, chunk.length));
        }
        Some(bytes)
    }

    pub(crate) fn any_unwritten(&self, offset: u64, length: u64) -> bool {
        self.tracked
            && !Self::chunks(offset, length).all(|chunk| {
                let (page, at) = self.page(chunk.offset);
                page.is_written(at, chunk.length)
            })
    }

    /// All bytes become those of an array; all count as written.
    pub(crate) fn rebase(&mut self, backing: Backing) {
        match &mut self.pages {
            Pages::One(page) => *page = Page::from_base(page.len()),
            Pages::Many { touched, blank } => {
                *touched = RadixMap::new();
                *blank = Rc::new(Page::from_base(PAGE_SIZE));
            }
        }
        self.base = Some(Base::Array(backing));
        self.conditions = None;
        *self.snapshot.get_mut() = Some(Box::new(Snapshot::new(backing)));
    }

    /// Where pages exist, from borders of pages on; everything where untouched pages are neither zeros nor fresh.
    pub(crate) fn touched_ranges(&self) -> Box<dyn Iterator<Item = Range<u64>> + '_> {
        match &self.pages {
            Pages::Many { touched, blank }
                if blank.cell(0) == Cell::Concrete(0)
                    || (self.is_fresh_based() && blank.cell(0) == Cell::FromBase) =>
            {
                Box::new(touched.iter().map(|(number, _)| {
                    let start = u64::from(number) * PAGE_SIZE as u64;
                    start..(start + PAGE_SIZE as u64).min(self.capacity)
                }))
            }
            Pages::One(_) | Pages::Many { .. } => Box::new(std::iter::once(0..self.capacity)),
        }
    }

    /// Marks every expression the contents refer to. `seen` answers whether a shared page is new.
    pub(crate) fn mark(&self, seen: &mut dyn FnMut(usize) -> bool, marker: &mut Marker) {
        if let Some(Base::Array(base)) = self.base {
            marker.mark(base.array);
        }
        let conditions = self.conditions.iter().flat_map(|conditions| conditions.values());
        conditions.for_each(|condition| marker.mark(*condition));
        if let Some(snapshot) = &*self.snapshot.borrow() {
            marker.mark(snapshot.backing.array);
        }
        match &self.pages {
            Pages::One(page) => page.for_each_expr(|expr| marker.mark(expr)),
            Pages::Many { touched, blank } => {
                blank.for_each_expr(|expr| marker.mark(expr));
                touched.visit_shared(seen, &mut |page| page.for_each_expr(|expr| marker.mark(expr)));
            }
        }
    }

    /// Bytes on the heap, shared ones included.
    pub(crate) fn footprint(&self) -> usize {
        match &self.pages {
            Pages::One(page) => page.footprint(),
            Pages::Many { touched, blank } => {
                let page = size_of::<Page>() + 8;
                touched.iter().map(|(_, touched)| touched.footprint() + page).sum::<usize>()
                    + blank.footprint()
            }
        }
    }
}

impl From<Value> for Cell {
    /// The cell of a value of one byte.
    fn from(value: Value) -> Cell {
        match value {
            Value::Int(byte) => Cell::Concrete(byte as u8),
            Value::Expr(expr) => Cell::Expr(expr),
        }
    }
}
