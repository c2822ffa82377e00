//! Windows that are set apart, so that whoever knows an object by something else than the order of allocation finds it at the same address on every path.

use crate::ObjectId;
use crate::memory::{Memory, WINDOW};
use crate::object::Allocation;
use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;

/// Addresses that may be set apart: fewer than what pointers can tell natively.
const MOST: u64 = 1 << 46;

/// Ids that ordinary allocations do not get, in slots of as many as the largest object needs.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(crate) struct Reserve {
    ids: Range<u32>,
    /// Windows of a slot.
    each: u32,
    /// The slots that were handed out on this path, with how many of their windows are used.
    made: Rc<BTreeMap<u32, u32>>,
}

impl Reserve {
    /// Is this an id under which nothing was made?
    pub fn is_free(&self, id: u32) -> bool {
        if !self.ids.contains(&id) {
            return false;
        }
        let at = id - self.ids.start;
        self.made.get(&(at / self.each)).is_none_or(|used| at % self.each >= *used)
    }

    /// Also what the other has made.
    pub fn add(&mut self, other: &Reserve) {
        if self.made != other.made {
            Rc::make_mut(&mut self.made).extend(other.made.iter());
        }
    }
}

impl Memory {
    /// Sets windows for so many objects of at most a capacity apart, or for as many of them as there is room for. Once, and before paths fork.
    pub fn set_apart(&mut self, objects: u32, capacity: u64) {
        let each = Self::most_windows(capacity);
        let objects = u64::from(objects).min((MOST / WINDOW / u64::from(each)).max(1)) as u32;
        let first = self.next_id().unwrap_or(u32::MAX);
        let end = first.saturating_add(objects.saturating_mul(each));
        self.reserve.ids = first..end;
        self.reserve.each = each;
        self.last = end.saturating_sub(1).max(self.last);
    }

    /// Makes an object in a slot that was set apart. Nothing if there is no such slot, it was used on this path, or is not enough.
    pub fn alloc_apart(&mut self, slot: u32, request: Allocation) -> Option<(ObjectId, u64)> {
        let Reserve { ids, each, made } = &self.reserve;
        let id = ids.start.checked_add(slot.checked_mul(*each)?)?;
        if !ids.contains(&id) || made.contains_key(&slot) {
            return None;
        }
        let (base, windows) = Self::place(id, &request).filter(|(_, windows)| windows <= each)?;
        Rc::make_mut(&mut self.reserve.made).insert(slot, windows);
        self.put(id, base, windows, request);
        Some((ObjectId(id), base))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::Located;
    use crate::object::Kind;

    #[test]
    fn a_window_apart_is_the_same_whatever_was_made_before() {
        let mut one = Memory::new();
        one.set_apart(4, 8);
        let mut other = one.clone();
        let request = || Allocation::of_size(Kind::Heap, 8);
        let (id, base) = one.alloc_apart(2, request()).expect("free");
        assert_eq!(other.locate(base), Located::Nothing);
        assert!(!other.has_made(id) && one.has_made(id));
        other.alloc(request()).expect("room");
        other.alloc_apart(1, request()).expect("free");
        assert_eq!(other.alloc_apart(2, request()), Some((id, base)));
        assert_eq!(other.alloc_apart(2, request()), None);
        assert_eq!(other.alloc_apart(9, request()), None);
        other.free(id);
        assert_eq!(other.locate(base), Located::Freed(id));
    }

    #[test]
    fn slots_have_room_for_the_largest_object() {
        let large = 5 * WINDOW;
        let mut memory = Memory::new();
        memory.set_apart(3, large);
        let request = |size| Allocation::of_size(Kind::Heap, size);
        let (last, end) = memory.alloc_apart(2, request(large)).expect("free");
        let (first, base) = memory.alloc_apart(0, request(8)).expect("free");
        assert!(base < end && memory.has_made(first) && memory.has_made(last));
        assert_eq!(memory.locate(end + large - 1), Located::Object { id: last, offset: large as i64 - 1 });
        assert_eq!(memory.locate(base + 2 * WINDOW), Located::Nothing, "the small one does not use its slot");
        assert_eq!(memory.alloc_apart(1, request(9 * WINDOW)), None);
        memory.free(last);
        assert!(matches!(memory.locate(end + 3 * WINDOW), Located::Freed(_)));
        assert_eq!(memory.alloc_apart(2, request(8)), None, "addresses are never used again");
    }

    #[test]
    fn no_more_is_set_apart_than_pointers_can_tell() {
        let mut memory = Memory::new();
        memory.set_apart(4096, 1 << 40);
        let (_, base) = memory.alloc_apart(20, Allocation::of_size(Kind::Heap, 1 << 40)).expect("free");
        assert!(base < 1 << 47);
        assert_eq!(memory.alloc_apart(1000, Allocation::of_size(Kind::Heap, 8)), None);
    }
}
