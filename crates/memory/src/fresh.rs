//! Memory that nobody has written: each byte is an unknown of its own.
//!
//! Such bytes come from an array like those of an input ([`crate::array`]), so that copies, formulas, reads at unknown offsets and joined states need nothing
//! of their own. But the array is made only when somebody reads: most objects are written before, and a program that makes millions of them must not
//! leave an unknown for each.
//!
//! Invariant: the unknowns of an object are told apart from those it had before it went out of scope, by its generation.

use crate::ObjectId;
use crate::array::Backing;
use crate::contents::{Contents, Pages};
use crate::memory::Memory;
use crate::page::Cell;
use bowline_expr::Pool;

/// The unknowns of one object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Fresh {
    pub(crate) object: u32,
    /// How often the object has come into scope.
    pub(crate) generation: u32,
    pub(crate) bytes: u64,
}

impl Fresh {
    fn array(self, pool: &mut Pool) -> Backing {
        let symbol = pool.fresh(self.object, self.generation, self.bytes);
        Backing::plain(pool.input(symbol))
    }
}

/// Where bytes of an object come from that have no value of their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Base {
    Array(Backing),
    Fresh(Fresh),
}

impl Base {
    pub(crate) fn backing(self, pool: &mut Pool) -> Backing {
        match self {
            Base::Array(backing) => backing,
            Base::Fresh(fresh) => fresh.array(pool),
        }
    }
}

impl Contents {
    /// Is what comes from the base what nobody wrote?
    pub(crate) fn is_fresh_based(&self) -> bool {
        matches!(self.base, Some(Base::Fresh(_)))
    }

    /// Was every byte written that nobody had written at first?
    pub(crate) fn is_fresh_no_more(&self) -> bool {
        self.is_fresh_based()
            && match &self.pages {
                Pages::One(page) => !page.has_from_base(),
                Pages::Many { blank, .. } => !blank.has_from_base(),
            }
    }

    pub(crate) fn is_fresh(&self, offset: u64) -> bool {
        self.is_fresh_based() && self.cell(offset) == Cell::FromBase
    }
}

impl Memory {
    /// Has nobody written this byte, as far as can be told without looking at conditions?
    pub fn is_fresh(&self, id: ObjectId, offset: u64) -> bool {
        self.object(id).is_some_and(|object| object.contents.is_fresh(offset))
    }
}
