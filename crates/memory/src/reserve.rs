//! Windows that are set apart, so that whoever knows an object by something else than the order of allocation finds it at the same address on every path.

use crate::ObjectId;
use crate::memory::Memory;
use crate::object::Allocation;
use std::collections::BTreeSet;
use std::ops::Range;
use std::rc::Rc;

/// Ids that ordinary allocations do not get.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(crate) struct Reserve {
    ids: Range<u32>,
    /// Those that were handed out on this path.
    made: Rc<BTreeSet<u32>>,
}

impl Reserve {
    /// Is this an id under which nothing was made?
    pub fn is_free(&self, id: u32) -> bool {
        self.ids.contains(&id) && !self.made.contains(&id)
    }

    /// Also what the other has made.
    pub fn add(&mut self, other: &Reserve) {
        if self.made != other.made {
            Rc::make_mut(&mut self.made).extend(other.made.iter());
        }
    }
}

impl Memory {
    /// Sets so many windows apart, once and before paths fork.
    pub fn set_apart(&mut self, windows: u32) {
        let first = self.next_id().unwrap_or(u32::MAX);
        let end = first.saturating_add(windows);
        self.reserve.ids = first..end;
        self.last = end.saturating_sub(1).max(self.last);
    }

    /// Makes an object in a window that was set apart. Nothing if there is no such window, it was used on this path, or one is not enough.
    pub fn alloc_apart(&mut self, slot: u32, request: Allocation) -> Option<(ObjectId, u64)> {
        let id = self.reserve.ids.start.checked_add(slot).filter(|id| self.reserve.is_free(*id))?;
        let (base, windows) = Self::place(id, &request)?;
        if windows != 1 {
            return None;
        }
        Rc::make_mut(&mut self.reserve.made).insert(id);
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
        one.set_apart(4);
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
}
