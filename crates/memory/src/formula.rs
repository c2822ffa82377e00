//! Ranges whose length, place or contents only the path knows, written as one formula.
//!
//! The contents become an array whose byte at `i` is the new one where `i` lies in the range, and else what was there before
//! ([`bowline_expr::formula`]). Cells that the range may cover come from that array from then on; all others stay as known as they were. Nothing here
//! loops over the bytes of a range: only the pages that exist are touched, and a read of a known place makes the few nodes it needs.
//!
//! A byte that was never written is written under the condition that the range covers it ([`crate::written`]).

use crate::array::{Backing, Snapshot};
use crate::contents::{Contents, Pages};
use crate::fresh::Base;
use crate::page::{Cell, PAGE_SIZE, Page};
use crate::value::Value;
use bowline_base::RadixMap;
use bowline_expr::formula::Stretch;
use bowline_expr::{ExprId, INDEX_WIDTH, Pool, SymId, bounds};
use std::ops::Range;
use std::rc::Rc;

/// Pages of a range that are set one by one; for more, the pages that do not exist come from the array, too.
const MAX_PAGES: u64 = 1024;

/// Bytes of a range of unknown length that are choices one by one.
const MAX_GUARDED: u64 = 8;

/// How many bytes a block operation touches: as a value, and what is known of it.
#[derive(Clone, Copy, Debug)]
pub struct Length {
    pub value: Value,
    /// So many at least.
    pub least: u64,
    /// So many at most.
    pub most: u64,
}

impl Length {
    pub fn known(length: u64) -> Length {
        Length { value: Value::Int(length), least: length, most: length }
    }

    fn is_known(self) -> bool {
        self.least == self.most
    }

    /// The length as an expression, where few bytes depend on it.
    fn short(self) -> Option<ExprId> {
        match self.value {
            Value::Expr(value) if !self.is_known() && self.most - self.least <= MAX_GUARDED => Some(value),
            _ => None,
        }
    }
}

/// Equal rows of bytes: those of `value`, which has `8 * bytes` bits and in which `variable`, an unknown of eight bytes, stands for the number
/// of the row, at every `stride` bytes. Between rows nothing is written.
#[derive(Clone, Copy, Debug)]
pub struct Rows {
    pub count: ExprId,
    pub stride: u64,
    pub bytes: u32,
    pub variable: SymId,
    pub value: ExprId,
}

/// Bytes from which a copy of known length may be a formula.
const LONG: u64 = 1 << 16;

/// Where a formula is written: from an offset on, within cells that are known.
struct Covered {
    stretch: Stretch,
    /// All that the stretch may cover.
    cells: Range<u64>,
}

impl Covered {
    /// A range in bounds of contents of a capacity.
    fn of(pool: &mut Pool, from: Value, length: Length, capacity: u64) -> Covered {
        let (first, last) = match from {
            Value::Int(from) => (from, from),
            Value::Expr(from) => {
                let (first, last) = bounds::interval(pool, from);
                (first as u64, last as u64)
            }
        };
        let end = last.saturating_add(length.most).min(capacity);
        let (from, count) = (from.to_expr(pool, INDEX_WIDTH), length.value.to_expr(pool, INDEX_WIDTH));
        let stretch = Stretch { from, count, most: length.most };
        Covered { stretch, cells: first.min(end)..end }
    }
}

impl Contents {
    /// See [`Memory::copy_range`](crate::Memory::copy_range). For a copy inside one object, `source` is the object as it was before.
    pub(crate) fn copy_range(
        &mut self,
        pool: &mut Pool,
        to: Value,
        source: &Contents,
        from: Value,
        length: Length,
    ) -> bool {
        let places = to.as_int().zip(from.as_int());
        if let Some((to, from)) = places {
            if length.is_known() {
                self.copy_known(pool, to, source, from, length.most);
                return true;
            }
            if let Some(value) = length.short() {
                self.copy_from(pool, to, source, from, length.least);
                self.copy_guarded_from(pool, to, source, from, value, length.least..length.most);
                return true;
            }
        }
        let covered = Covered::of(pool, to, length, self.capacity);
        let done = self.copy_as_formula(pool, &covered, source, from);
        if let Some((to, from)) = places.filter(|_| done) {
            self.settle(|this| this.copy_from(pool, to, source, from, length.least));
        }
        done
    }

    /// A copy of known length between known places. Bytes that come from the source's base would be an expression each; where they are very many,
    /// such as memory that nobody has written, the copy is one formula, and only pages that were touched are copied on top of it.
    pub(crate) fn copy_known(&mut self, pool: &mut Pool, to: u64, source: &Contents, from: u64, length: u64) {
        let touched = match &source.pages {
            Pages::Many { touched, blank } if length >= LONG && blank.has_from_base() => touched,
            _ => return self.copy_from(pool, to, source, from, length),
        };
        let is_shared = to == from && self.base.is_none_or(|base| source.base == Some(base));
        let is_whole = length == self.capacity && length == source.capacity;
        let known = Length { value: Value::Int(length), least: length, most: length };
        let covered = Covered::of(pool, Value::Int(to), known, self.capacity);
        if is_shared || is_whole || !self.copy_as_formula(pool, &covered, source, Value::Int(from)) {
            return self.copy_from(pool, to, source, from, length);
        }
        for (number, _) in touched.iter() {
            let start = (u64::from(number) * PAGE_SIZE as u64).max(from);
            let end = ((u64::from(number) + 1) * PAGE_SIZE as u64).min(from + length);
            if start < end {
                self.settle(|this| this.copy_from(pool, to + (start - from), source, start, end - start));
            }
        }
    }

    /// See [`Memory::fill_range`](crate::Memory::fill_range).
    pub(crate) fn fill_range(&mut self, pool: &mut Pool, to: Value, byte: Value, length: Length) -> bool {
        if let Value::Int(to) = to {
            if length.is_known() {
                self.fill(to, byte, length.most);
                return true;
            }
            if let Some(value) = length.short() {
                self.fill(to, byte, length.least);
                self.fill_guarded(pool, to, byte, value, length.least..length.most);
                return true;
            }
        }
        let covered = Covered::of(pool, to, length, self.capacity);
        let done = self.fill_as_formula(pool, &covered, byte);
        if let Some(to) = to.as_int().filter(|_| done) {
            self.settle(|this| this.fill(to, byte, length.least));
        }
        done
    }

    /// See [`Memory::write_rows`](crate::Memory::write_rows).
    pub(crate) fn write_rows(&mut self, pool: &mut Pool, to: Value, rows: Rows, most_rows: u64) -> bool {
        let stride = pool.constant(rows.stride.into(), INDEX_WIDTH);
        let bytes = pool.mul(rows.count, stride);
        let most = most_rows.saturating_mul(rows.stride);
        let length = Length { value: Value::from_expr(pool, bytes), least: 0, most };
        let covered = Covered::of(pool, to, length, self.capacity);
        self.rows_as_formula(pool, &covered, rows)
    }

    /// A range becomes that of other contents. False, and nothing done, where formulas nest too deep.
    fn copy_as_formula(&mut self, pool: &mut Pool, to: &Covered, source: &Contents, from: Value) -> bool {
        let source_array = source.array(pool);
        let first = from.to_expr(pool, INDEX_WIDTH);
        let written = |at: u64| match (from.as_int(), pool_constant(pool, to.stretch.from)) {
            (Some(from), Some(to)) => source.may_be_written(at - to + from),
            _ => true,
        };
        let written: Vec<u64> = self.open_within(&to.cells).into_iter().filter(|&at| written(at)).collect();
        self.overwrite(pool, to, &written, &[source_array.array, first], |pool, distance| {
            let at = pool.add(distance, first);
            Some(source_array.select(pool, at).to_expr(pool, 8))
        })
    }

    /// A range becomes one byte. As [`copy_as_formula`](Self::copy_as_formula).
    fn fill_as_formula(&mut self, pool: &mut Pool, to: &Covered, byte: Value) -> bool {
        let written = self.open_within(&to.cells);
        if let Value::Int(byte) = byte
            && self.is_filled_with(to.cells.clone(), byte as u8)
        {
            let conditions = self.conditions_after_stretch(pool, &written, &written, to.stretch);
            self.mark_all_written(to.cells.clone());
            self.add_conditions(conditions);
            return true;
        }
        let expr = byte.to_expr(pool, 8);
        self.overwrite(pool, to, &written, &[expr], |_, _| Some(expr))
    }

    /// Rows in a range, which begins with the first of them. As [`copy_as_formula`](Self::copy_as_formula).
    fn rows_as_formula(&mut self, pool: &mut Pool, to: &Covered, rows: Rows) -> bool {
        let mut written = self.open_within(&to.cells);
        if let Some(from) = pool_constant(pool, to.stretch.from) {
            written.retain(|at| (at - from) % rows.stride < rows.bytes.into());
        }
        let old = self.array(pool);
        let from = to.stretch.from;
        let parts = [rows.value, rows.count, old.array];
        self.overwrite(pool, to, &written, &parts, |pool, distance| {
            let stride = pool.constant(rows.stride.into(), INDEX_WIDTH);
            let (row, place) = match rows.stride {
                1 => (distance, pool.constant(0, INDEX_WIDTH)),
                _ => (pool.udiv(distance, stride), pool.urem(distance, stride)),
            };
            let value = pool.with_number(rows.value, rows.variable, row)?;
            let mut byte = match u64::from(rows.bytes) < rows.stride {
                // Between rows.
                true => {
                    let index = pool.add(distance, from);
                    old.select(pool, index).to_expr(pool, 8)
                }
                false => pool.extract(value, 8 * (rows.bytes as u16 - 1), 8),
            };
            for number in (0..rows.bytes).rev() {
                let here = pool.constant(number.into(), INDEX_WIDTH);
                let (is_here, part) = (pool.eq(place, here), pool.extract(value, 8 * number as u16, 8));
                byte = pool.ite(is_here, part, byte);
            }
            Some(byte)
        })
    }

    /// What the range covers in any case is written once more, so that it stays as known as it was. The array holds the same already.
    fn settle(&mut self, write: impl FnOnce(&mut Contents)) {
        let snapshot = self.snapshot.take();
        write(self);
        *self.snapshot.get_mut() = snapshot;
    }

    /// The unwritten bytes of a range, unless they are too many to be told apart.
    fn open_within(&self, cells: &Range<u64>) -> Vec<u64> {
        let mut open = self.unwritten().unwrap_or_default();
        open.retain(|at| cells.contains(at));
        open
    }

    /// `written` are the unwritten bytes that count as written where the range covers them.
    fn overwrite(
        &mut self,
        pool: &mut Pool,
        to: &Covered,
        written: &[u64],
        parts: &[ExprId],
        new: impl FnOnce(&mut Pool, ExprId) -> Option<ExprId>,
    ) -> bool {
        let old = self.array(pool);
        let parts: Vec<ExprId> = parts.iter().copied().chain([old.array]).collect();
        let kept = |pool: &mut Pool, index: ExprId| Some(old.select(pool, index).to_expr(pool, 8));
        let Some(array) = pool.overwritten(to.stretch, &parts, new, kept) else { return false };
        let open = self.open_within(&to.cells);
        let conditions = self.conditions_after_stretch(pool, &open, written, to.stretch);
        let backing = Backing::plain(array);
        self.come_from_base(to.cells.clone());
        self.base = Some(Base::Array(backing));
        *self.snapshot.get_mut() = Some(Box::new(Snapshot::new(backing)));
        self.add_conditions(conditions);
        true
    }

    /// Cells come from the base. All count as written.
    fn come_from_base(&mut self, cells: Range<u64>) {
        if let Pages::Many { touched, blank } = &mut self.pages
            && (cells.end - cells.start) / PAGE_SIZE as u64 > MAX_PAGES
        {
            let page = PAGE_SIZE as u64;
            let is_inside = |number: u32| {
                let start = u64::from(number) * page;
                cells.contains(&start) && (start + page).min(self.capacity) <= cells.end
            };
            let gone: Vec<u32> =
                touched.iter().map(|(number, _)| number).filter(|&at| is_inside(at)).collect();
            gone.into_iter().for_each(|number| drop(touched.remove(number)));
            if touched.is_empty() {
                *touched = RadixMap::new();
            }
            *blank = Rc::new(Page::from_base(PAGE_SIZE));
            // What is left of the pages at both ends.
            let numbers: Vec<u32> = touched.iter().map(|(number, _)| number).collect();
            for start in numbers.into_iter().map(|number| u64::from(number) * page) {
                let part = start.max(cells.start)..(start + page).min(cells.end);
                if part.start < part.end {
                    self.set_from_base(part);
                }
            }
            return;
        }
        self.set_from_base(cells);
    }

    fn set_from_base(&mut self, cells: Range<u64>) {
        for chunk in Self::chunks(cells.start, cells.end.saturating_sub(cells.start)) {
            let (page, at) = self.page_mut(chunk.offset);
            page.set(at, chunk.length, Cell::FromBase);
        }
    }

    fn mark_all_written(&mut self, cells: Range<u64>) {
        if !self.tracked {
            return;
        }
        if let Pages::Many { blank, .. } = &mut self.pages
            && (cells.end - cells.start) / PAGE_SIZE as u64 > MAX_PAGES
        {
            Rc::make_mut(blank).mark_written(0, PAGE_SIZE);
            let Pages::Many { touched, .. } = &self.pages else { return };
            let numbers: Vec<u32> = touched.iter().map(|(number, _)| number).collect();
            for number in numbers {
                let (page, _) = self.page_mut(u64::from(number) * PAGE_SIZE as u64);
                page.mark_written(0, PAGE_SIZE);
            }
            return;
        }
        for chunk in Self::chunks(cells.start, cells.end - cells.start) {
            let (page, at) = self.page_mut(chunk.offset);
            page.mark_written(at, chunk.length);
        }
    }

    /// Is every byte of a range this one already?
    fn is_filled_with(&self, cells: Range<u64>, byte: u8) -> bool {
        let is_filled = |page: &Page, at: usize, length: usize| {
            page.is_concrete(at, length) && page.raw(at, length).iter().all(|&other| other == byte)
        };
        if let Pages::Many { touched, blank } = &self.pages
            && (cells.end - cells.start) / PAGE_SIZE as u64 > MAX_PAGES
        {
            return is_filled(blank, 0, PAGE_SIZE)
                && touched.iter().all(|(_, page)| is_filled(page, 0, PAGE_SIZE));
        }
        Self::chunks(cells.start, cells.end - cells.start).all(|chunk| {
            let (page, at) = self.page(chunk.offset);
            is_filled(page, at, chunk.length)
        })
    }
}

fn pool_constant(pool: &Pool, id: ExprId) -> Option<u64> {
    pool.as_const(id).map(|value| value as u64)
}
