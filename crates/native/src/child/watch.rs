//! What a call does to memory that is not the program's: compared with a copy from just before it.
//!
//! Between [`Watch::begin`] and [`Watch::end`] only the call may allocate. Memory that native code maps by itself is not seen.

use super::heap::{self, Copies};
use super::segments::{Segments, bytes};
use crate::protocol::Hidden;
use std::iter::once;
use std::ops::Range;

pub struct Watch {
    pub segments: Segments,
    copies: Copies,
    heap: Range<usize>,
}

impl Watch {
    /// To be made when all libraries are loaded.
    pub fn new() -> Self {
        Self { segments: Segments::find(), copies: Copies::new(), heap: 0..0 }
    }

    /// The error says why the call cannot be made.
    pub fn begin(&mut self) -> Result<(), String> {
        self.heap = heap::extent();
        let Segments { own, shared, .. } = &self.segments;
        let ranges = own.iter().chain(shared).chain(once(&self.heap));
        self.copies.take(ranges).ok_or_else(|| "there is no memory left to compare with".to_string())
    }

    pub fn end(&self) -> Hidden {
        let mut copy = self.copies.bytes();
        // The heap first, while nothing else has allocated.
        let of_segments: usize = self.segments.own.iter().chain(&self.segments.shared).map(Range::len).sum();
        let (changed, keeps) =
            compare_heap(self.heap.start, &copy[of_segments..], bytes(&heap::extent()), &self.segments.own);
        let is_changed = |ranges: &[Range<usize>], copy: &mut &[u8]| {
            let mut differs = false;
            for range in ranges {
                let (before, rest) = copy.split_at(range.len());
                differs |= before != bytes(range);
                *copy = rest;
            }
            differs
        };
        let own = is_changed(&self.segments.own, &mut copy);
        let system = is_changed(&self.segments.shared, &mut copy);
        Hidden { own: own.then(|| self.segments.differences()), system, heap: changed, keeps }
    }
}

/// Has a block of before been changed or freed, and is there a new one? Both heaps start at the same address. `own`: variables of
/// threads are on the heap, too.
fn compare_heap(start: usize, before: &[u8], now: &[u8], own: &[Range<usize>]) -> (bool, bool) {
    let mut current = heap::blocks(start, now).peekable();
    let (mut changed, mut keeps) = (false, false);
    for block in heap::blocks(start, before) {
        while current.next_if(|other| other.start < block.start).is_some() {
            keeps = true;
        }
        let is_there = current.next_if(|other| *other == block).is_some();
        let place = block.start - start..block.end - start;
        let (was, is) = (&before[place.clone()], now.get(place).unwrap_or_default());
        let differs =
            |(at, (was, is)): (usize, (&u8, &u8))| was != is && !own.iter().any(|own| own.contains(&at));
        changed |= !is_there || (was != is && (block.start..).zip(was.iter().zip(is)).any(differs));
    }
    (changed, keeps || current.next().is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::slice;

    const START: usize = 0x1000;

    /// A heap of blocks of 32 bytes, full of a byte each; none for a free one.
    fn heap(blocks: &[Option<u8>]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut before = true;
        for block in blocks.iter().chain([&None]) {
            bytes.extend(0usize.to_ne_bytes());
            bytes.extend((32 | usize::from(before)).to_ne_bytes());
            bytes.resize(bytes.len() + 16, block.unwrap_or(0));
            before = block.is_some();
        }
        bytes
    }

    #[test]
    fn blocks_that_change_come_and_go() {
        let before = heap(&[Some(1), None, Some(3)]);
        for (after, expected) in [
            (&[Some(1), None, Some(3)][..], (false, false)),
            (&[Some(1), Some(2), Some(3)], (false, true)),
            (&[Some(1), None, Some(3), Some(4)], (false, true)),
            (&[Some(1), None, Some(7)], (true, false)),
            (&[None, None, Some(3)], (true, false)),
            (&[Some(1), None, None], (true, false)),
            (&[Some(1)], (true, false)),
        ] {
            assert_eq!(compare_heap(START, &before, &heap(after), &[]), expected, "{after:?}");
        }
    }

    #[test]
    fn variables_of_threads_are_not_counted_as_blocks() {
        let (before, after) = (heap(&[Some(1)]), heap(&[Some(2)]));
        for (end, changed) in [(32, false), (31, true)] {
            let own = START + 16..START + end;
            assert_eq!(compare_heap(START, &before, &after, slice::from_ref(&own)), (changed, false));
        }
    }
}
