//! Whole ranges: copies and fills, of known and of symbolic length.
//!
//! Whole pages are shared, not copied, where source and target lie alike in their pages; a fill of many pages makes one.
//! Byte `i` of a short range of symbolic length changes under the condition `i < length`; long ones are [formulas](crate::formula).
//!
//! A copy of a byte that nobody wrote is the unknown that it is. Where the target is as fresh as the source, and the bytes stay where they
//! are (`realloc`), it goes on with the unknowns of the source, so that nothing has to be spelled out.

use crate::contents::{Contents, Pages};
use crate::object::Fill;
use crate::page::{Cell, PAGE_SIZE, Page};
use crate::value::Value;
use bowline_base::RadixMap;
use bowline_expr::{ExprId, INDEX_WIDTH, Pool};
use std::ops::Range;
use std::rc::Rc;

/// What the two sides of a copy have in common, where a byte stays at its offset.
#[derive(Clone, Copy)]
struct Same {
    base: bool,
    fresh: bool,
    /// What untouched pages are.
    blank: bool,
}

impl Same {
    /// Does a page mean the same on both sides?
    fn allows(self, page: &Page) -> bool {
        (self.base || !page.has_from_base()) && (self.fresh || !page.has_fresh())
    }
}

impl Contents {
    /// Copies a range of other contents. For a copy inside one object `source` is the object as it was before.
    pub(crate) fn copy_from(&mut self, pool: &mut Pool, to: u64, source: &Contents, from: u64, length: u64) {
        debug_assert!(
            to + length <= self.capacity && from + length <= source.capacity,
            "copy past the capacity"
        );
        if length == 0 {
            return;
        }
        if length == self.capacity {
            if length == source.capacity {
                *self = source.clone();
                return;
            }
            // Nothing old remains, also no byte that comes from the old base.
            *self = Contents::new(self.capacity, Fill::Zero, self.fresh);
        } else {
            self.note(to, length);
        }
        if to == 0 && from == 0 && length == source.capacity && self.base.is_none() && self.is_untouched() {
            self.fresh = source.fresh;
            *self.snapshot.get_mut() = None;
        }
        let same_fresh = to == from && self.fresh == source.fresh;
        let same_base =
            to == from && source.base.is_some() && self.base.is_none_or(|base| source.base == Some(base));
        if same_base {
            self.base = source.base;
        }
        let same_blank = match (&self.pages, &source.pages) {
            (Pages::Many { blank: mine, .. }, Pages::Many { blank: theirs, .. }) => mine == theirs,
            _ => false,
        };
        for target in Self::chunks(to, length) {
            for piece in Self::chunks(from + (target.offset - to), target.length as u64) {
                let offset = to + (piece.offset - from);
                let same = Same { base: same_base, fresh: same_fresh, blank: same_blank };
                if piece.length < PAGE_SIZE || !self.share_page(offset, source, piece.offset, same) {
                    self.copy_piece(pool, offset, source, piece.offset, piece.length, same);
                }
            }
        }
    }

    /// Takes over a whole page by reference; false if that is not possible.
    fn share_page(&mut self, to: u64, source: &Contents, from: u64, same: Same) -> bool {
        let (Pages::Many { touched, .. }, Pages::Many { touched: theirs, blank }) =
            (&mut self.pages, &source.pages)
        else {
            return false;
        };
        let (to, from) = ((to / PAGE_SIZE as u64) as u32, (from / PAGE_SIZE as u64) as u32);
        let page = theirs.get(from);
        if same.blank && page.is_none() && same.allows(blank) {
            touched.remove(to);
            return true;
        }
        let page = page.unwrap_or(blank);
        if !same.allows(page) {
            return false;
        }
        touched.insert(to, page.clone());
        true
    }

    /// Copies a range that lies inside one page on both sides.
    fn copy_piece(
        &mut self,
        pool: &mut Pool,
        to: u64,
        source: &Contents,
        from: u64,
        length: usize,
        same: Same,
    ) {
        let (theirs, start) = source.page(from);
        let (mine, at) = self.page_mut(to);
        if theirs.is_concrete(start, length) {
            mine.set_bytes(at, theirs.raw(start, length));
        } else if theirs.is_all_from_base() && same.base && !theirs.has_fresh() {
            mine.set(at, length, Cell::FromBase);
        } else if theirs.is_fresh(start, length) && same.fresh {
            mine.set(at, length, Cell::Fresh);
        } else {
            for i in 0..length {
                let cell = match theirs.cell(start + i) {
                    Cell::FromBase if !same.base => Cell::from(source.byte(pool, from + i as u64)),
                    Cell::Fresh if !same.fresh => Cell::from(source.byte(pool, from + i as u64)),
                    cell => cell,
                };
                mine.set(at + i, 1, cell);
            }
        }
    }

    pub(crate) fn fill(&mut self, to: u64, byte: Value, length: u64) {
        debug_assert!(to + length <= self.capacity, "fill past the capacity");
        if length == 0 {
            return;
        }
        self.note(to, length);
        let cell = Cell::from(byte);
        if length == self.capacity {
            self.base = None;
        }
        let (first, end) = (to.div_ceil(PAGE_SIZE as u64), self.pages_ending_by(to + length));
        if first >= end || matches!(self.pages, Pages::One(_)) {
            self.fill_pieces(to, length, cell);
            return;
        }
        let (start, stop) = (first * PAGE_SIZE as u64, (end * PAGE_SIZE as u64).min(to + length));
        self.fill_pieces(to, start - to, cell);
        self.fill_pages(first as u32, end as u32, cell);
        self.fill_pieces(stop, to + length - stop, cell);
    }

    /// How many pages lie wholly before an offset; the last page is whole when the object ends in it.
    fn pages_ending_by(&self, offset: u64) -> u64 {
        if offset == self.capacity { offset.div_ceil(PAGE_SIZE as u64) } else { offset / PAGE_SIZE as u64 }
    }

    fn fill_pieces(&mut self, to: u64, length: u64, cell: Cell) {
        for chunk in Self::chunks(to, length) {
            let (page, at) = self.page_mut(chunk.offset);
            page.set(at, chunk.length, cell);
        }
    }

    /// Fills whole pages of a large object. When these are most of its pages the new page becomes the blank one.
    fn fill_pages(&mut self, first: u32, end: u32, cell: Cell) {
        let total = self.capacity.div_ceil(PAGE_SIZE as u64) as u32;
        let Pages::Many { touched, blank } = &mut self.pages else { return };
        let page = Rc::new(Page::uniform(PAGE_SIZE, cell));
        let mostly = end - first > total / 2;
        if !mostly && *blank != page {
            (first..end).for_each(|number| drop(touched.insert(number, page.clone())));
            return;
        }
        if *blank != page {
            for number in (0..first).chain(end..total) {
                if touched.get(number).is_none() {
                    touched.insert(number, blank.clone());
                }
            }
            *blank = page;
        }
        if end - first == total {
            *touched = RadixMap::new();
        }
        let gone: Vec<u32> =
            touched.iter().map(|(number, _)| number).filter(|n| (first..end).contains(n)).collect();
        gone.into_iter().for_each(|number| drop(touched.remove(number)));
    }

    /// Copies the first bytes of a range; the length is an expression.
    pub(crate) fn copy_guarded_from(
        &mut self,
        pool: &mut Pool,
        to: u64,
        source: &Contents,
        from: u64,
        length: ExprId,
        bytes: Range<u64>,
    ) {
        for i in bytes {
            let new = source.byte(pool, from + i);
            self.put_guarded(pool, to + i, new, i, length);
        }
    }

    /// Sets the first bytes of a range; the length is an expression.
    pub(crate) fn fill_guarded(
        &mut self,
        pool: &mut Pool,
        to: u64,
        byte: Value,
        length: ExprId,
        bytes: Range<u64>,
    ) {
        for i in bytes {
            self.put_guarded(pool, to + i, byte, i, length);
        }
    }

    /// Writes a byte if `index < length`; nothing where that makes no difference.
    fn put_guarded(&mut self, pool: &mut Pool, offset: u64, new: Value, index: u64, length: ExprId) {
        let old = self.byte(pool, offset);
        if old == new {
            return;
        }
        let index = pool.constant(u128::from(index), INDEX_WIDTH);
        let reached = pool.ult(index, length);
        let (new, kept) = (new.to_expr(pool, 8), old.to_expr(pool, 8));
        let byte = pool.ite(reached, new, kept);
        let byte = Value::from_expr(pool, byte);
        if byte != old {
            self.put(offset, Cell::from(byte));
        }
    }
}
