//! Objects of the program at their own addresses.
//!
//! An object starts on a page and has its pages for itself. The rest of its last page is filled with a pattern and compared
//! afterwards; before the first page and behind the last there is nothing, so that going further is a crash.
#![allow(unsafe_code)]

use crate::protocol::{Change, Mapped};
use libc::{MAP_ANONYMOUS, MAP_FAILED, MAP_FIXED_NOREPLACE, MAP_PRIVATE, PROT_READ, PROT_WRITE};
use std::ffi::c_void;
use std::{ptr, slice};

const PAGE: usize = 4096;
const WORD: usize = 8;
/// Not zero, so that text without an end runs into the void behind the page.
const CANARY: u8 = 0xa5;
/// Changed bytes with fewer unchanged ones between them are sent as one change.
const GAP: usize = 16;

/// Mapped as long as this lives.
pub struct Mapping<'a> {
    objects: &'a [Mapped],
    /// How many of them are mapped.
    done: usize,
}

fn length(object: &Mapped) -> usize {
    object.bytes.len().max(1).next_multiple_of(PAGE)
}

impl<'a> Mapping<'a> {
    pub fn of(objects: &'a [Mapped]) -> Result<Self, String> {
        let mut mapping = Self { objects, done: 0 };
        for object in objects {
            map(object)?;
            mapping.done += 1;
        }
        Ok(mapping)
    }

    /// All of an object's pages as they are now.
    fn now(object: &Mapped) -> &'a [u8] {
        // SAFETY: mapped by `of` and readable as long as `self` lives, and the callers' slices end with their calls.
        unsafe { slice::from_raw_parts(object.base as *const u8, length(object)) }
    }

    /// The first object with something written behind its end.
    pub fn overflow(&self) -> Option<u32> {
        let written = |object: &&Mapped| {
            object.writable && Self::now(object)[object.bytes.len()..].iter().any(|byte| *byte != CANARY)
        };
        self.objects.iter().position(|object| written(&object)).map(|at| at as u32)
    }

    pub fn changes(&self) -> Vec<Change> {
        let mut changes = Vec::new();
        for (number, object) in (0..).zip(self.objects) {
            if object.writable {
                let now = &Self::now(object)[..object.bytes.len()];
                changes.extend(differences(&object.bytes, now).into_iter().map(|(start, end)| {
                    // Whole words: they may be pointers.
                    let (start, end) = (start & !(WORD - 1), end.next_multiple_of(WORD).min(now.len()));
                    Change { object: number, offset: start as u32, bytes: now[start..end].to_vec() }
                }));
            }
        }
        changes
    }
}

impl Drop for Mapping<'_> {
    fn drop(&mut self) {
        for object in &self.objects[..self.done] {
            // SAFETY: mapped by `map`; nothing refers to it any more.
            unsafe { libc::munmap(object.base as *mut c_void, length(object)) };
        }
    }
}

fn map(object: &Mapped) -> Result<(), String> {
    let (wanted, length) = (object.base as *mut c_void, length(object));
    if !object.base.is_multiple_of(PAGE as u64) || object.base < PAGE as u64 {
        return Err("an object does not start on a page".to_string());
    }
    let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE;
    // SAFETY: takes only addresses that are free; without the flag's support the kernel may choose others.
    let place = unsafe { libc::mmap(wanted, length, PROT_READ | PROT_WRITE, flags, -1, 0) };
    if place == MAP_FAILED || place != wanted {
        return Err("the address of an object is taken".to_string());
    }
    // SAFETY: `length` bytes were just mapped there, at least as many as the object has.
    unsafe {
        let start = place.cast::<u8>();
        ptr::copy_nonoverlapping(object.bytes.as_ptr(), start, object.bytes.len());
        ptr::write_bytes(start.add(object.bytes.len()), CANARY, length - object.bytes.len());
        if !object.writable && libc::mprotect(place, length, PROT_READ) != 0 {
            return Err("an object could not be made read-only".to_string());
        }
    }
    Ok(())
}

/// Ranges that differ, with close ones joined.
fn differences(before: &[u8], now: &[u8]) -> Vec<(usize, usize)> {
    let mut ranges: Vec<(usize, usize)> = Vec::new();
    if before == now {
        return ranges;
    }
    for at in (0..before.len()).filter(|at| before[*at] != now[*at]) {
        match ranges.last_mut() {
            Some((_, end)) if at < *end + GAP => *end = at + 1,
            _ => ranges.push((at, at + 1)),
        }
    }
    ranges
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An address of the lower part of the address space, where objects of the program are.
    const BASE: u64 = 0x1234 << 28;

    fn object(base: u64, writable: bool, bytes: &[u8]) -> Mapped {
        Mapped { base, writable, bytes: bytes.to_vec() }
    }

    fn write(address: u64, byte: u8) {
        // SAFETY: the tests write to pages that they have mapped.
        unsafe { *(address as *mut u8) = byte };
    }

    #[test]
    fn differences_are_ranges() {
        let mut now = vec![0; 100];
        assert_eq!(differences(&[0; 100], &now), []);
        now[3] = 1;
        now[9] = 1;
        now[99] = 1;
        assert_eq!(differences(&[0; 100], &now), [(3, 10), (99, 100)]);
    }

    #[test]
    fn changes_come_back_and_writes_behind_the_end_are_noticed() {
        let objects = [object(BASE, true, &[1; 10]), object(BASE + (1 << 28), false, b"text")];
        let mapping = Mapping::of(&objects).expect("free addresses");
        write(BASE + 4, 9);
        assert_eq!(mapping.overflow(), None);
        let word = vec![1, 1, 1, 1, 9, 1, 1, 1];
        assert_eq!(mapping.changes(), [Change { object: 0, offset: 0, bytes: word }]);
        write(BASE + 10, 0);
        assert_eq!(mapping.overflow(), Some(0));
    }

    #[test]
    fn addresses_are_free_again_afterwards_and_never_taken_twice() {
        let base = BASE + (7 << 28);
        let twice = [object(base, true, &[0; 5000]), object(base, true, &[0; 8])];
        assert!(Mapping::of(&twice).is_err());
        let once = Mapping::of(&twice[..1]).expect("what failed left nothing");
        drop(once);
        assert!(Mapping::of(&[object(base + 8, true, &[0])]).is_err(), "not on a page");
        assert!(Mapping::of(&[object(base, true, &[])]).is_ok(), "an empty object has an address, too");
    }
}
