//! Memory of the child that a returned pointer points to: how far it may be read, and a copy of it.
#![allow(unsafe_code)]

use super::heap;
use crate::protocol::{FOREIGN, Foreign, Span};
use std::fs;
use std::slice;

/// The most that is copied: nobody says how large the thing behind the pointer is.
const MOST: u64 = 4096;

struct MappedRange {
    start: u64,
    end: u64,
    readable: bool,
    writable: bool,
}

/// A line of `/proc/self/maps`: `start-end rwxp ...`
fn parse(line: &str) -> Option<MappedRange> {
    let (range, rest) = line.split_once(' ')?;
    let (start, end) = range.split_once('-')?;
    let number = |text| u64::from_str_radix(text, 16).ok();
    Some(MappedRange {
        start: number(start)?,
        end: number(end)?,
        readable: rest.starts_with('r'),
        writable: rest[1..].starts_with('w'),
    })
}

fn region_of(address: u64) -> Option<MappedRange> {
    if !FOREIGN.contains(&address) {
        return None;
    }
    let maps = fs::read_to_string("/proc/self/maps").ok()?;
    let mut regions = maps.lines().filter_map(parse);
    regions.find(|region| (region.start..region.end).contains(&address) && region.readable)
}

/// What is there, up to a limit and the end of the allocated block or mapped region; none where nothing of the child's is.
pub fn copy_from(address: u64) -> Option<Foreign> {
    let region = region_of(address)?;
    let end = heap::block_around(address as usize).map_or(region.end, |block| block.end as u64);
    let length = MOST.min(end - address);
    // SAFETY: readable up to the region's end, and nothing runs beside this thread.
    let bytes = unsafe { slice::from_raw_parts(address as *const u8, length as usize) };
    Some(Foreign { address, writable: region.writable, bytes: bytes.to_vec() })
}

/// The bytes there; none where they are no longer mapped, or were freed.
pub fn look(span: &Span) -> Vec<u8> {
    let Some(region) = region_of(span.address) else { return Vec::new() };
    let mut end = region.end;
    if heap::extent().contains(&(span.address as usize)) {
        // What was freed is ours again: the copy itself may be put there.
        let Some(block) = heap::block_around(span.address as usize) else { return Vec::new() };
        end = end.min(block.end as u64);
    }
    let length = u64::from(span.length).min(end - span.address);
    // SAFETY: readable up to the region's end, and nothing runs beside this thread.
    unsafe { slice::from_raw_parts(span.address as *const u8, length as usize) }.to_vec()
}

/// Text that a function allocated for its caller, with its end; the child's copy is freed.
pub fn take_text(address: u64) -> Option<Foreign> {
    let region = region_of(address)?;
    // SAFETY: the function that returned this pointer is known to have got it from `malloc`.
    let room = unsafe { libc::malloc_usable_size(address as *mut libc::c_void) } as u64;
    let room = room.min(region.end - address) as usize;
    // SAFETY: the allocator says that so many bytes belong to it.
    let bytes = unsafe { slice::from_raw_parts(address as *const u8, room) };
    let length = bytes.iter().position(|byte| *byte == 0).map_or(room, |end| end + 1);
    let bytes = bytes[..length].to_vec();
    // SAFETY: as above, and the caller will only see the copy.
    unsafe { libc::free(address as *mut libc::c_void) };
    Some(Foreign { address, writable: true, bytes })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_in_the_executable_is_found_and_read_only() {
        let text: &'static str = "some text of this executable";
        let found = copy_from(text.as_ptr() as u64).expect("mapped");
        assert!(found.bytes.starts_with(text.as_bytes()));
        assert!(found.bytes.len() <= MOST as usize);
        assert!(!found.writable);
    }

    #[test]
    fn numbers_that_are_no_addresses_are_left_alone() {
        for number in [0, 1, 0x1000_0000, FOREIGN.start, FOREIGN.end - 1, u64::MAX] {
            assert_eq!(copy_from(number), None, "{number:#x}");
        }
    }

    #[test]
    fn allocated_text_is_taken_with_its_end() {
        // SAFETY: the argument is text with an end.
        let copy = unsafe { libc::strdup(c"hello".as_ptr()) };
        let Some(found) = take_text(copy as u64) else { panic!("mapped") };
        assert_eq!(found.bytes, b"hello\0");
    }
}
