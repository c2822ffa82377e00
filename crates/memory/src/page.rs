//! A page: concrete bytes, and beside them what is not concrete and what was never written.
//!
//! Invariant: where a cell is not concrete the byte beside it means nothing. An untracked object has no `written` bits; a
//! missing `written` means that every byte counts as written.

use bowline_expr::ExprId;

/// Bytes of a page of a large object; a small object is one page of exactly its capacity.
pub(crate) const PAGE_SIZE: usize = 4096;

/// Pages are compared in blocks of as many bytes as a word of `written` has bits.
pub(crate) const BLOCK: usize = 64;

/// What one byte is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Cell {
    Concrete(u8),
    /// The byte of the object's backing array at this offset.
    FromBase,
    /// An 8-bit expression.
    Expr(ExprId),
}

const CONCRETE: u32 = 0;
const FROM_BASE: u32 = u32::MAX;

/// The cells of a page, packed: 0 is concrete, `u32::MAX` is from the base, others are an expression's id plus one.
#[derive(Clone, PartialEq, Eq)]
enum Cells {
    AllConcrete,
    AllFromBase,
    Mixed(Box<[u32]>),
}

#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Page {
    bytes: Box<[u8]>,
    cells: Cells,
    /// One bit per byte.
    written: Option<Box<[u64]>>,
}

impl Page {
    pub(crate) fn concrete(length: usize, byte: u8) -> Page {
        Page { bytes: vec![byte; length].into(), cells: Cells::AllConcrete, written: None }
    }

    /// A page of a tracked object before anything was written.
    pub(crate) fn unwritten(length: usize, byte: u8) -> Page {
        let written = vec![0; length.div_ceil(64)].into();
        Page { written: Some(written), ..Page::concrete(length, byte) }
    }

    pub(crate) fn from_base(length: usize) -> Page {
        Page { cells: Cells::AllFromBase, ..Page::concrete(length, 0) }
    }

    /// Every byte is that of the base; what was written stays as it was.
    pub(crate) fn come_from_base(&mut self) {
        self.cells = Cells::AllFromBase;
    }

    pub(crate) fn uniform(length: usize, cell: Cell) -> Page {
        match cell {
            Cell::Concrete(byte) => Page::concrete(length, byte),
            Cell::FromBase => Page::from_base(length),
            Cell::Expr(_) => {
                let cells = Cells::Mixed(vec![pack(cell); length].into());
                Page { cells, ..Page::concrete(length, 0) }
            }
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.bytes.len()
    }

    #[inline]
    pub(crate) fn cell(&self, at: usize) -> Cell {
        match &self.cells {
            Cells::AllConcrete => Cell::Concrete(self.bytes[at]),
            Cells::AllFromBase => Cell::FromBase,
            Cells::Mixed(cells) => match cells[at] {
                CONCRETE => Cell::Concrete(self.bytes[at]),
                FROM_BASE => Cell::FromBase,
                packed => Cell::Expr(ExprId(packed - 1)),
            },
        }
    }

    /// Are all bytes of a range concrete?
    #[inline]
    pub(crate) fn is_concrete(&self, at: usize, length: usize) -> bool {
        match &self.cells {
            Cells::AllConcrete => true,
            Cells::AllFromBase => length == 0,
            Cells::Mixed(cells) => cells[at..at + length].iter().all(|&cell| cell == CONCRETE),
        }
    }

    /// The bytes of a range; they mean something only where it is concrete.
    #[inline]
    pub(crate) fn raw(&self, at: usize, length: usize) -> &[u8] {
        &self.bytes[at..at + length]
    }

    /// Reads a little-endian number if the range lies in this page and is concrete and written.
    #[inline]
    pub(crate) fn load(&self, at: usize, length: usize) -> Option<u64> {
        let bytes = self.bytes.get(at..at + length)?;
        let plain = matches!(self.cells, Cells::AllConcrete) && self.written.is_none();
        if !plain && (!self.is_concrete(at, length) || !self.is_written(at, length)) {
            return None;
        }
        Some(match length {
            1 => u64::from(bytes[0]),
            2 => u64::from(u16::from_le_bytes(bytes.try_into().ok()?)),
            4 => u64::from(u32::from_le_bytes(bytes.try_into().ok()?)),
            8 => u64::from_le_bytes(bytes.try_into().ok()?),
            _ => number(bytes),
        })
    }

    /// Writes a little-endian number; false, and nothing done, if the range does not lie in this page.
    #[inline]
    pub(crate) fn store(&mut self, at: usize, length: usize, value: u64) -> bool {
        let Some(bytes) = self.bytes.get_mut(at..at + length) else { return false };
        let source = value.to_le_bytes();
        match length {
            1 => bytes[0] = source[0],
            4 => bytes.copy_from_slice(&source[..4]),
            8 => bytes.copy_from_slice(&source),
            _ => bytes.iter_mut().zip(source).for_each(|(byte, new)| *byte = new),
        }
        if !matches!(self.cells, Cells::AllConcrete) || self.written.is_some() {
            self.make_concrete(at, length);
        }
        true
    }

    #[inline(never)]
    fn make_concrete(&mut self, at: usize, length: usize) {
        self.set_packed(at, length, CONCRETE);
        self.mark_written(at, length);
    }

    pub(crate) fn set_bytes(&mut self, at: usize, source: &[u8]) {
        self.bytes[at..at + source.len()].copy_from_slice(source);
        self.make_concrete(at, source.len());
    }

    pub(crate) fn set(&mut self, at: usize, length: usize, cell: Cell) {
        if let Cell::Concrete(byte) = cell {
            self.bytes[at..at + length].fill(byte);
        }
        self.set_packed(at, length, pack(cell));
        self.mark_written(at, length);
    }

    fn set_packed(&mut self, at: usize, length: usize, packed: u32) {
        let whole = length == self.len();
        match &mut self.cells {
            cells if whole && packed == CONCRETE => *cells = Cells::AllConcrete,
            cells if whole && packed == FROM_BASE => *cells = Cells::AllFromBase,
            Cells::AllConcrete if packed == CONCRETE => {}
            Cells::AllFromBase if packed == FROM_BASE => {}
            _ => {
                let cells = self.mixed();
                let was_other = cells[at..at + length].iter().any(|&cell| cell != packed);
                cells[at..at + length].fill(packed);
                // Asked rarely: where a small page or the last byte of a large one was filled in.
                let worth_asking = packed == CONCRETE && (cells.len() <= BLOCK || at + length == cells.len());
                if was_other && worth_asking && cells.iter().all(|&cell| cell == CONCRETE) {
                    self.cells = Cells::AllConcrete;
                }
            }
        }
    }

    /// The cells one by one.
    fn mixed(&mut self) -> &mut [u32] {
        let uniform = match self.cells {
            Cells::AllConcrete => Some(CONCRETE),
            Cells::AllFromBase => Some(FROM_BASE),
            Cells::Mixed(_) => None,
        };
        if let Some(packed) = uniform {
            self.cells = Cells::Mixed(vec![packed; self.bytes.len()].into());
        }
        match &mut self.cells {
            Cells::Mixed(cells) => cells,
            Cells::AllConcrete | Cells::AllFromBase => unreachable!("uniform cells were just spelled out"),
        }
    }

    #[inline]
    pub(crate) fn is_written(&self, at: usize, length: usize) -> bool {
        match &self.written {
            None => true,
            Some(bits) => (at..at + length).all(|i| bits[i / 64] >> (i % 64) & 1 == 1),
        }
    }

    pub(crate) fn mark_written(&mut self, at: usize, length: usize) {
        if length == self.bytes.len() {
            self.written = None;
        }
        if let Some(bits) = &mut self.written {
            (at..at + length).for_each(|i| bits[i / 64] |= 1 << (i % 64));
        }
    }

    pub(crate) fn mark_unwritten(&mut self, at: usize) {
        let words = self.bytes.len().div_ceil(64);
        let bits = self.written.get_or_insert_with(|| vec![u64::MAX; words].into());
        bits[at / 64] &= !(1 << (at % 64));
    }

    pub(crate) fn has_unwritten(&self) -> bool {
        self.written.is_some()
    }

    pub(crate) fn has_from_base(&self) -> bool {
        match &self.cells {
            Cells::AllConcrete => false,
            Cells::AllFromBase => true,
            Cells::Mixed(cells) => cells.contains(&FROM_BASE),
        }
    }

    pub(crate) fn is_all_from_base(&self) -> bool {
        matches!(self.cells, Cells::AllFromBase)
    }

    /// Is a block of [`BLOCK`] bytes from `at` on plainly the same? With different bases, only if nothing comes from them.
    pub(crate) fn has_block_of(&self, other: &Page, at: usize, same_base: bool) -> bool {
        let end = (at + BLOCK).min(self.len());
        let same_cells = match (&self.cells, &other.cells) {
            (Cells::AllConcrete, Cells::AllConcrete) => true,
            (Cells::AllFromBase, Cells::AllFromBase) => same_base,
            (Cells::Mixed(a), Cells::Mixed(b)) => {
                a[at..end] == b[at..end] && (same_base || !a[at..end].contains(&FROM_BASE))
            }
            _ => false,
        };
        let same_written = match (&self.written, &other.written) {
            (Some(a), Some(b)) => a[at / BLOCK] == b[at / BLOCK],
            (None, None) => true,
            _ => false,
        };
        same_cells && same_written && self.bytes[at..end] == other.bytes[at..end]
    }

    /// The expressions among the cells, neighbours that are equal once.
    pub(crate) fn for_each_expr(&self, mut f: impl FnMut(ExprId)) {
        let Cells::Mixed(cells) = &self.cells else { return };
        let mut last = CONCRETE;
        for &packed in cells {
            if packed != last && packed != CONCRETE && packed != FROM_BASE {
                f(ExprId(packed - 1));
            }
            last = packed;
        }
    }

    /// Bytes on the heap.
    pub(crate) fn footprint(&self) -> usize {
        let cells = if let Cells::Mixed(cells) = &self.cells { 4 * cells.len() } else { 0 };
        self.bytes.len() + cells + self.written.as_ref().map_or(0, |bits| 8 * bits.len())
    }
}

fn pack(cell: Cell) -> u32 {
    match cell {
        Cell::Concrete(_) => CONCRETE,
        Cell::FromBase => FROM_BASE,
        Cell::Expr(expr) => {
            debug_assert!(expr.0 < FROM_BASE - 1, "{expr} does not fit a cell");
            expr.0 + 1
        }
    }
}

/// At most eight bytes as a little-endian number.
pub(crate) fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}
