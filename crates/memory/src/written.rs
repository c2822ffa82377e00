//! Bytes of which only the path decides whether they were written: those that a write at an unknown offset may have hit.
//!
//! Such a byte is unwritten in its page, and has a condition here under which it was written all the same. A condition that stands beside a written byte
//! means nothing. Where more than [`MAX_OPEN`] bytes were never written, a write at an unknown offset counts as one of them all: reads of
//! uninitialised bytes are missed then, but none is invented.

use crate::ObjectId;
use crate::contents::Contents;
use crate::memory::Memory;
use bowline_expr::formula::Stretch;
use bowline_expr::{ExprId, INDEX_WIDTH, Pool};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Unwritten bytes of an object that are told apart.
const MAX_OPEN: usize = 1024;

/// By offset: under which condition the byte was written.
pub(crate) type Conditions = Option<Rc<BTreeMap<u64, ExprId>>>;

impl Memory {
    /// The condition that no byte of a range was never written.
    pub fn is_written(&self, pool: &mut Pool, id: ObjectId, offset: u64, length: u64) -> ExprId {
        let Some(object) = self.object(id) else { return Pool::TRUE };
        let contents = &object.contents;
        let unwritten = (offset..offset + length).filter(|at| contents.any_unwritten(*at, 1));
        unwritten.fold(Pool::TRUE, |all, at| {
            let condition = contents.condition(at);
            pool.and(all, condition)
        })
    }

    /// The same for a range at an unknown offset that is in bounds. Always, where too many bytes were never written.
    pub fn is_written_at(&self, pool: &mut Pool, id: ObjectId, offset: ExprId, length: u64) -> ExprId {
        let Some(object) = self.object(id) else { return Pool::TRUE };
        let contents = &object.contents;
        let Some(unwritten) = contents.unwritten() else { return Pool::TRUE };
        unwritten.into_iter().fold(Pool::TRUE, |all, at| {
            let hit = hits(pool, offset, length, at);
            let missed = pool.not(hit);
            let fine = pool.or(missed, contents.condition(at));
            pool.and(all, fine)
        })
    }
}

/// Is a byte among those of a range?
fn hits(pool: &mut Pool, offset: ExprId, length: u64, at: u64) -> ExprId {
    let length = pool.constant(u128::from(length), INDEX_WIDTH);
    is_covered(pool, offset, length, at)
}

fn is_covered(pool: &mut Pool, offset: ExprId, length: ExprId, at: u64) -> ExprId {
    let at = pool.constant(u128::from(at), INDEX_WIDTH);
    let distance = pool.sub(at, offset);
    pool.ult(distance, length)
}

impl Contents {
    /// Under which condition an unwritten byte was written.
    fn condition(&self, offset: u64) -> ExprId {
        let known = self.conditions.as_ref().and_then(|conditions| conditions.get(&offset));
        known.copied().unwrap_or(Pool::FALSE)
    }

    /// Was a byte written, perhaps only on some paths?
    pub(crate) fn may_be_written(&self, offset: u64) -> bool {
        !self.any_unwritten(offset, 1) || self.condition(offset) != Pool::FALSE
    }

    /// The unwritten bytes, unless they are too many.
    pub(crate) fn unwritten(&self) -> Option<Vec<u64>> {
        let all = self.touched_ranges().flatten().filter(|at| self.any_unwritten(*at, 1));
        let found: Vec<u64> = if self.tracked { all.take(MAX_OPEN + 1).collect() } else { Vec::new() };
        // Pages that do not exist yet were never written.
        let everywhere = self.capacity <= MAX_OPEN as u64 || !self.tracked;
        (everywhere && found.len() <= MAX_OPEN).then_some(found)
    }

    /// What each of these bytes becomes when a range at an unknown offset is written.
    pub(crate) fn conditions_after_write(
        &self,
        pool: &mut Pool,
        unwritten: &[u64],
        offset: ExprId,
        length: u64,
    ) -> BTreeMap<u64, ExprId> {
        let after = |pool: &mut Pool, at: u64| {
            let hit = hits(pool, offset, length, at);
            pool.or(hit, self.condition(at))
        };
        unwritten.iter().map(|&at| (at, after(pool, at))).collect()
    }

    /// What each of the `open` bytes becomes when a stretch is overwritten that writes, of those it covers, the `written` ones.
    pub(crate) fn conditions_after_stretch(
        &self,
        pool: &mut Pool,
        open: &[u64],
        written: &[u64],
        stretch: Stretch,
    ) -> BTreeMap<u64, ExprId> {
        let after = |pool: &mut Pool, at: u64| {
            let hit = match written.binary_search(&at) {
                Ok(_) => is_covered(pool, stretch.from, stretch.count, at),
                Err(_) => Pool::FALSE,
            };
            pool.or(hit, self.condition(at))
        };
        open.iter().map(|&at| (at, after(pool, at))).collect()
    }

    /// Bytes that count as written get back what is known of them; what is known of others stays.
    pub(crate) fn add_conditions(&mut self, conditions: BTreeMap<u64, ExprId>) {
        let mut all = self.conditions.take().map(Rc::unwrap_or_clone).unwrap_or_default();
        all.extend(&conditions);
        for &at in conditions.keys() {
            let (page, place) = self.page_mut(at);
            page.mark_unwritten(place);
        }
        self.conditions = (!all.is_empty()).then(|| Rc::new(all));
    }

    /// A range becomes a copy of other contents.
    pub(crate) fn copy_conditions(&mut self, to: u64, source: &Contents, from: u64, length: u64) {
        if self.conditions.is_none() && source.conditions.is_none() {
            return;
        }
        let mut all = self.conditions.take().map(Rc::unwrap_or_clone).unwrap_or_default();
        all.retain(|at, _| !(to..to + length).contains(at));
        for (at, condition) in
            source.conditions.iter().flat_map(|conditions| conditions.range(from..from + length))
        {
            all.insert(at - from + to, *condition);
        }
        self.conditions = (!all.is_empty()).then(|| Rc::new(all));
    }
}
