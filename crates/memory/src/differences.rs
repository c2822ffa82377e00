//! How the memories of two states differ: what joining them has to look at.
//!
//! States that forked share what neither changed, so differences are found by following only what is not shared.

use crate::ObjectId;
use crate::contents::{Contents, Pages};
use crate::fresh::Base;
use crate::memory::Memory;
use crate::object::Object;
use crate::page::{BLOCK, Cell, PAGE_SIZE};
use bowline_base::FxHashSet;
use bowline_expr::{ExprId, Node, Pool};
use std::ops::Range;
use std::rc::Rc;

/// Contents larger than this are not compared byte by byte where a backing array differs.
const MAX_COMPARED: u64 = 1 << 16;

impl Memory {
    /// Objects that the two memories do not share, in either of them.
    pub fn differing_objects(&self, other: &Memory) -> Vec<ObjectId> {
        self.objects.differing(&other.objects).into_iter().map(ObjectId).collect()
    }

    /// Was this object ever made here?
    pub fn has_made(&self, id: ObjectId) -> bool {
        id.0 <= self.last && !self.reserve.is_free(id.0)
    }

    /// Was an object made here after the last one that the other memory made?
    pub fn has_made_more_than(&self, other: &Memory) -> bool {
        self.last > other.last
    }

    /// Takes over an object that the other memory made and this one did not.
    pub fn adopt(&mut self, id: ObjectId, other: &Memory) {
        if let Some(object) = other.objects.get(id.0) {
            self.objects.insert(id.0, object.clone());
        }
        if other.fixed.contains(&id.0) {
            Rc::make_mut(&mut self.fixed).push(id.0);
        }
    }

    /// Makes no object from now on under an id that the other memory has used, nor unknowns that it has made.
    pub fn skip_ids_of(&mut self, other: &Memory) {
        self.last = self.last.max(other.last);
        self.scopes = self.scopes.max(other.scopes);
        self.reserve.add(&other.reserve);
    }
}

impl Object {
    /// Could the two be one object with different contents?
    pub fn has_shape_of(&self, other: &Object) -> bool {
        (self.base(), self.size(), self.capacity(), self.kind(), self.read_only())
            == (other.base(), other.size(), other.capacity(), other.kind(), other.read_only())
            && self.tracks_initialised() == other.tracks_initialised()
            && self.is_out_of_scope() == other.is_out_of_scope()
    }

    /// Offsets at which the contents may differ; nothing when there are too many to list.
    pub fn differing_bytes(&self, other: &Object) -> Option<Vec<u64>> {
        let ranges = self.contents.suspects(&other.contents)?;
        let differs = |&offset: &u64| self.contents.differs(&other.contents, offset);
        Some(ranges.into_iter().flatten().filter(differs).collect())
    }

    /// Was it written at a place that is not known, and the other was not?
    pub fn is_written_elsewhere(&self, other: &Object) -> bool {
        !self.contents.has_base_of(&other.contents)
    }

    /// The bytes that were stored since the contents were those of the other, each with its place, oldest first. Nothing where there is
    /// more between the two than stores.
    pub fn stores_since(&self, pool: &mut Pool, other: &Object) -> Option<Vec<(ExprId, ExprId)>> {
        let (mine, theirs) = (self.contents.array(pool), other.contents.array(pool));
        let mut stores = Vec::new();
        let mut array = mine.array;
        while array != theirs.array {
            let Node::Store(older, place, byte) = pool.node(array) else { return None };
            stores.push((place, mine.masked(pool, byte)));
            array = older;
        }
        stores.reverse();
        (mine.mask == theirs.mask).then_some(stores)
    }

    /// Could contents that stand for both be made? [`differing_bytes`](Self::differing_bytes) must be able to list where
    /// they differ, and no byte may be written in one of them only: a byte cannot be written under a condition.
    pub fn can_join(&self, other: &Object) -> bool {
        let same_written =
            |offset| self.contents.any_unwritten(offset, 1) == other.contents.any_unwritten(offset, 1);
        self.contents.conditions == other.contents.conditions
            && self.contents.suspects(&other.contents).is_some_and(|ranges| {
                !self.tracks_initialised() || ranges.into_iter().flatten().all(same_written)
            })
    }

    /// Are the contents the same, as far as that can be told?
    pub fn has_bytes_of(&self, other: &Object) -> bool {
        self.contents.conditions == other.contents.conditions
            && self.contents.suspects(&other.contents).is_some_and(|ranges| {
                ranges.into_iter().flatten().all(|offset| !self.contents.differs(&other.contents, offset))
            })
    }
}

impl Contents {
    fn has_base_of(&self, other: &Contents) -> bool {
        match (&self.base, &other.base) {
            (Some(Base::Array(a)), Some(Base::Array(b))) => a.array == b.array,
            (Some(Base::Fresh(a)), Some(Base::Fresh(b))) => a == b,
            (None, None) => true,
            _ => false,
        }
    }

    /// Blocks in which the two may differ; nothing when that is too much to look at.
    fn suspects(&self, other: &Contents) -> Option<Vec<Range<u64>>> {
        let same_base = self.has_base_of(other);
        let mut found = Vec::new();
        for range in self.unshared(other, same_base)? {
            for start in range.clone().step_by(BLOCK) {
                let ((mine, at), (theirs, _)) = (self.page(start), other.page(start));
                if !mine.has_block_of(theirs, at, same_base) {
                    found.push(start..(start + BLOCK as u64).min(range.end));
                }
            }
        }
        Some(found)
    }

    /// Where the two share nothing, from borders of pages on; nothing when that is too much to look at.
    fn unshared(&self, other: &Contents, same_base: bool) -> Option<Vec<Range<u64>>> {
        let everything = || std::iter::once(0..self.capacity).collect();
        Some(match (&self.pages, &other.pages) {
            (Pages::One(_), Pages::One(_)) => everything(),
            (Pages::Many { touched: a, blank: x }, Pages::Many { touched: b, blank: y }) => {
                if **x != **y || (!same_base && x.cell(0) == Cell::FromBase) {
                    if self.capacity > MAX_COMPARED {
                        return None;
                    }
                    everything()
                } else {
                    let page = |number: u32| {
                        let start = u64::from(number) * PAGE_SIZE as u64;
                        start..(start + PAGE_SIZE as u64).min(self.capacity)
                    };
                    let mut pages: FxHashSet<u32> = a.differing(b).into_iter().collect();
                    if !same_base {
                        pages.extend(a.iter().chain(b.iter()).map(|(number, _)| number));
                    }
                    let mut pages: Vec<u32> = pages.into_iter().collect();
                    pages.sort_unstable();
                    pages.into_iter().map(page).collect()
                }
            }
            _ => return None,
        })
    }

    fn differs(&self, other: &Contents, offset: u64) -> bool {
        let cells_differ = match (self.cell(offset), other.cell(offset)) {
            (Cell::FromBase, Cell::FromBase) => !self.has_base_of(other),
            (a, b) => a != b,
        };
        cells_differ || self.any_unwritten(offset, 1) != other.any_unwritten(offset, 1)
    }
}
