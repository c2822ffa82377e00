//! An object: where it is, how large it is, what it was made for, and its contents.

use crate::contents::Contents;
use crate::fresh::Fresh;
use bowline_expr::ExprId;
use std::rc::Rc;

/// The size of an object in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Size {
    Known(u64),
    /// A 64-bit expression that is at most the capacity on the path.
    Symbolic(ExprId),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Global,
    Stack,
    /// What a call passed in memory beyond the named parameters.
    Variadic,
    /// What it passed in registers.
    SavedRegisters,
    Heap,
    /// The address of a function, by a number that means something to the caller.
    Function(u32),
    /// Made for an unknown input.
    Input,
}

/// What bytes are before they are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fill {
    Zero,
    Byte(u8),
    /// Anything: unknowns of the object's own, made when they are read.
    Unknown,
}

impl Fill {
    fn byte(self) -> u8 {
        match self {
            Fill::Zero => 0,
            Fill::Byte(byte) => byte,
            Fill::Unknown => 0,
        }
    }
}

/// A request for an object.
#[derive(Clone, Debug)]
pub struct Allocation {
    pub size: Size,
    /// The largest size, in bytes; contents are kept for this many.
    pub capacity: u64,
    /// A power of two; more than 2^20 is not honoured.
    pub align: u64,
    pub kind: Kind,
    pub read_only: bool,
    /// Where it was made, by a number that means something to the caller.
    pub site: u32,
    pub name: Option<Rc<str>>,
    /// Remember which bytes were written.
    pub track_initialised: bool,
    pub fill: Fill,
}

impl Allocation {
    /// A writable, untracked object of zeros with a known size and the alignment that suits every type.
    pub fn of_size(kind: Kind, size: u64) -> Allocation {
        Allocation {
            size: Size::Known(size),
            capacity: size,
            align: 16,
            kind,
            read_only: false,
            site: 0,
            name: None,
            track_initialised: false,
            fill: Fill::Zero,
        }
    }
}

#[derive(Clone)]
pub struct Object {
    base: u64,
    /// The size if it is known, else 0: what an access without questions may reach.
    pub(crate) reach: u64,
    pub(crate) contents: Contents,
    size: Size,
    /// Ids the object takes.
    pub(crate) windows: u32,
    site: u32,
    kind: Kind,
    read_only: bool,
    /// A variable whose block is not being executed: nothing is in it, and nothing may touch it.
    out_of_scope: bool,
    /// Unknown until it is written.
    is_fresh: bool,
    name: Option<Rc<str>>,
}

impl Object {
    pub(crate) fn new(request: Allocation, id: u32, base: u64, windows: u32) -> Object {
        let (bytes, tracked) = (request.capacity, request.track_initialised);
        let is_fresh = request.fill == Fill::Unknown;
        let contents = match is_fresh {
            true => Contents::fresh(Fresh { object: id, generation: 0, bytes }, tracked),
            false => Contents::new(bytes, request.fill.byte(), tracked),
        };
        let mut object = Object {
            base,
            reach: 0,
            contents,
            size: request.size,
            windows,
            site: request.site,
            kind: request.kind,
            read_only: request.read_only,
            out_of_scope: false,
            is_fresh,
            name: request.name,
        };
        object.set_size(request.size);
        object
    }

    /// The address of the first byte.
    #[inline]
    pub fn base(&self) -> u64 {
        self.base
    }

    /// The addresses that belong to this object and no other, valid or not: `[low, high)`.
    pub fn window(&self) -> (u64, u64) {
        if self.base < crate::memory::FIXED_END {
            return (self.base, self.base + self.capacity());
        }
        let low = self.base & !(crate::memory::WINDOW - 1);
        (low, low + u64::from(self.windows) * crate::memory::WINDOW)
    }

    #[inline]
    pub fn size(&self) -> Size {
        self.size
    }

    /// Changes the size, within the capacity.
    pub fn set_size(&mut self, size: Size) {
        debug_assert!(
            !matches!(size, Size::Known(size) if size > self.capacity()),
            "larger than the capacity"
        );
        self.size = size;
        self.reach = match size {
            Size::Known(size) if !self.out_of_scope => size.min(self.capacity()),
            Size::Known(_) | Size::Symbolic(_) => 0,
        };
    }

    #[inline]
    pub fn capacity(&self) -> u64 {
        self.contents.capacity
    }

    pub fn kind(&self) -> Kind {
        self.kind
    }

    #[inline]
    pub fn read_only(&self) -> bool {
        self.read_only
    }

    pub fn set_read_only(&mut self, read_only: bool) {
        self.read_only = read_only;
    }

    pub fn is_out_of_scope(&self) -> bool {
        self.out_of_scope
    }

    /// Comes into scope, for so many a time, or goes out of it; what was in it is gone either way.
    pub(crate) fn set_out_of_scope(&mut self, id: u32, generation: u32, out_of_scope: bool) {
        let (bytes, tracked) = (self.capacity(), self.contents.tracked);
        self.out_of_scope = out_of_scope;
        // Nobody can look into what is out of scope: it is the same whatever was in it, for the sake of states that are joined.
        self.contents = match self.is_fresh && !out_of_scope {
            true => Contents::fresh(Fresh { object: id, generation, bytes }, tracked),
            false => Contents::new(bytes, 0, tracked),
        };
        self.set_size(self.size);
    }

    pub fn site(&self) -> u32 {
        self.site
    }

    pub fn name(&self) -> Option<&Rc<str>> {
        self.name.as_ref()
    }

    pub fn set_name(&mut self, name: Option<Rc<str>>) {
        self.name = name;
    }

    /// Offsets of the aligned words of eight bytes that may be anything but untouched zeros, or bytes that nobody wrote.
    pub fn words_with_contents(&self) -> impl Iterator<Item = u64> + '_ {
        let words =
            self.contents.touched_ranges().flat_map(|range| (range.start..range.end / 8 * 8).step_by(8));
        words.filter(|word| {
            !self.contents.is_fresh_based() || !(*word..word + 8).all(|at| self.contents.is_fresh(at))
        })
    }

    /// Does it remember which bytes were written?
    pub fn tracks_initialised(&self) -> bool {
        self.contents.tracked
    }
}
