//! The heap of this process as a list of blocks, so that a call's effect on it can be told.
//!
//! This reads the allocator's own layout (glibc's): blocks follow one another, each with its length in front, and the block behind
//! says whether one is in use. For that to be true of every block, [`prepare`] turns off what would keep freed blocks marked as used:
//! the caches of small blocks (the per-thread one by an environment variable, [`ENVIRONMENT`], since it is made before `main`), and
//! separate mappings for large ones.
#![allow(unsafe_code)]

use std::fs;
use std::ops::Range;
use std::ptr;

/// For the environment of this process. Functions are bound when they are loaded: the first call of one would change the loader.
pub const ENVIRONMENT: [(&str, &str); 2] =
    [("GLIBC_TUNABLES", "glibc.malloc.tcache_count=0"), ("LD_BIND_NOW", "1")];

const WORD: usize = 8;
/// In front of a block's bytes: the length of the one before it, and its own with flags.
const HEADER: usize = 2 * WORD;
const FLAGS: usize = 7;
const PREVIOUS_IN_USE: usize = 1;
/// Where the list head of freed blocks is in the allocator's state, and the size of that.
const LIST_AT: usize = 0x60;
const STATE_SIZE: usize = 0x898;

/// To be called before anything is loaded.
pub fn prepare() {
    // SAFETY: these set numbers of the allocator.
    unsafe {
        libc::mallopt(libc::M_MXFAST, 0);
        libc::mallopt(libc::M_MMAP_MAX, 0);
        libc::mallopt(libc::M_ARENA_MAX, 1);
        libc::mallopt(libc::M_TRIM_THRESHOLD, i32::MAX);
    }
}

/// From its first block to its end; empty if there is none.
pub fn extent() -> Range<usize> {
    static START: std::sync::OnceLock<usize> = std::sync::OnceLock::new();
    // SAFETY: asks only.
    let end = unsafe { libc::sbrk(0) } as usize;
    let start = *START.get_or_init(|| {
        let maps = fs::read_to_string("/proc/self/maps").unwrap_or_default();
        let line = maps.lines().find(|line| line.ends_with("[heap]"));
        let start = line.and_then(|line| line.split('-').next());
        start.and_then(|start| usize::from_str_radix(start, 16).ok()).unwrap_or(end)
    });
    start..end
}

/// The blocks in use of a heap, by their addresses, whose bytes are `heap`: that of the process or a copy of it.
pub fn blocks(start: usize, heap: &[u8]) -> impl Iterator<Item = Range<usize>> {
    let word = move |at: usize| {
        let bytes = heap.get(at..at.checked_add(WORD)?)?;
        bytes.try_into().ok().map(usize::from_ne_bytes)
    };
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let length = word(at + WORD)? & !FLAGS;
            // The last one is what has not been given out yet.
            let behind = word(at.checked_add(length)?.checked_add(WORD)?).filter(|_| length >= HEADER)?;
            let block = start + at + HEADER..start + at + length + WORD;
            at += length;
            if behind & PREVIOUS_IN_USE != 0 {
                return Some(block);
            }
        }
    })
}

/// The block in use that an address is in.
pub fn block_around(address: usize) -> Option<Range<usize>> {
    let heap = extent();
    if !heap.contains(&address) {
        return None;
    }
    blocks(heap.start, super::segments::bytes(&heap)).find(|block| block.contains(&address))
}

/// The allocator's own variables in the C library: its lists of free blocks, and the end of the heap.
pub fn bookkeeping() -> Vec<Range<usize>> {
    let list = free_list().unwrap_or_default();
    // SAFETY: looks a name up.
    let end = unsafe { libc::dlsym(libc::RTLD_DEFAULT, c"__curbrk".as_ptr()) } as usize;
    let state = list.saturating_sub(LIST_AT);
    vec![
        state..if list == 0 { state } else { state + STATE_SIZE },
        end..end.wrapping_add(if end == 0 { 0 } else { WORD }),
    ]
}

/// Bytes of a block that is freed for a look at its list: too many for the lists that have no head of their own.
const PROBE: usize = 2048;
/// Blocks that are made for three in a row at most.
const PROBES: usize = 64;

/// The head of the list of blocks that were freed last.
fn free_list() -> Option<usize> {
    let mut blocks = Vec::with_capacity(PROBES);
    // A block between two in use stays one of its own when it is freed.
    let in_a_row = |three: &[*mut libc::c_void]| {
        three.windows(2).all(|two| two[0] as usize + PROBE + HEADER == two[1] as usize)
    };
    while blocks.len() < 3 || !in_a_row(&blocks[blocks.len() - 3..]) {
        if blocks.len() == PROBES {
            break;
        }
        // SAFETY: a block of our own.
        blocks.push(unsafe { libc::malloc(PROBE) });
    }
    let middle = blocks.len() - 2;
    let between = in_a_row(&blocks[middle - 1..]).then(|| blocks.remove(middle));
    // SAFETY: each of the blocks is freed once. A freed one keeps its place in a list in its first word, and lists end in the allocator.
    unsafe {
        let list = between.map(|block| {
            libc::free(block);
            let mut next = *block.cast::<usize>();
            while extent().contains(&next) {
                next = *((next + HEADER) as *const usize);
            }
            next
        });
        blocks.into_iter().for_each(|block| libc::free(block));
        list
    }
}

/// Memory for copies that is not on the heap.
pub struct Copies {
    start: *mut u8,
    room: usize,
    length: usize,
}

impl Copies {
    pub fn new() -> Self {
        Self { start: ptr::null_mut(), room: 0, length: 0 }
    }

    /// Copies ranges of memory one behind the other. None if there is no room.
    pub fn take<'r>(&mut self, ranges: impl Iterator<Item = &'r Range<usize>> + Clone) -> Option<()> {
        self.length = ranges.clone().map(Range::len).sum();
        if self.length > self.room {
            let room = self.length.next_multiple_of(1 << 20);
            let access = libc::PROT_READ | libc::PROT_WRITE;
            let kind = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
            // SAFETY: a new mapping at a place that the kernel chooses; the old one is no longer used.
            let place = unsafe {
                if self.room > 0 {
                    libc::munmap(self.start.cast(), self.room);
                }
                libc::mmap(ptr::null_mut(), room, access, kind, -1, 0)
            };
            if place == libc::MAP_FAILED {
                (self.room, self.length) = (0, 0);
                return None;
            }
            (self.start, self.room) = (place.cast(), room);
        }
        let mut at = self.start;
        for range in ranges {
            // SAFETY: the sum of the lengths fits, and ranges are mapped memory outside of the copies.
            unsafe {
                ptr::copy_nonoverlapping(range.start as *const u8, at, range.len());
                at = at.add(range.len());
            }
        }
        Some(())
    }

    pub fn bytes(&self) -> &[u8] {
        match self.length {
            0 => &[],
            // SAFETY: mapped and written by `take`, and not changed while it is borrowed.
            length => unsafe { std::slice::from_raw_parts(self.start, length) },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A heap of blocks with these lengths; true for those in use.
    fn heap(parts: &[(usize, bool)]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut before = true;
        for (length, in_use) in parts {
            bytes.extend(0usize.to_ne_bytes());
            bytes.extend((length | usize::from(before)).to_ne_bytes());
            bytes.resize(bytes.len() + length - HEADER, 0);
            before = *in_use;
        }
        bytes
    }

    #[test]
    fn blocks_in_use_are_those_that_the_next_one_calls_so() {
        let heap = heap(&[(32, true), (48, false), (64, true), (4096, false)]);
        let found: Vec<_> = blocks(0x1000, &heap).collect();
        assert_eq!(found, [0x1010..0x1028, 0x1060..0x1098]);
    }

    #[test]
    fn a_broken_heap_ends_the_list() {
        assert_eq!(blocks(0, &[0; 64]).count(), 0);
        assert_eq!(blocks(0, &[0xff; 64]).count(), 0);
        assert_eq!(blocks(0, &[]).count(), 0);
    }
}
