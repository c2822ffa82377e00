//! Variables of the loaded libraries: memory that survives a call without belonging to the program.
//!
//! Those of ordinary libraries are put back to what the path that calls knows (*own*); each path has its own version of them.
//! Those of the C library and the loader cannot be put back, since this process itself allocates and loads with them; they
//! are only watched (*shared*). The executable's own variables are not native code's.
//!
//! Libraries that a call loads are not looked at; loading them changes the loader's variables, which is noticed.
#![allow(unsafe_code)]

use super::heap;
use crate::protocol::Patch;
use std::ffi::{CStr, c_int, c_ulong, c_void};
use std::ops::Range;
use std::{ptr, slice};

/// Differences are sent in blocks of so many bytes.
const BLOCK: usize = 64;

pub struct Segments {
    pub own: Vec<Range<usize>>,
    pub shared: Vec<Range<usize>>,
    /// The bytes of `own`, one after the other, before any call.
    initial: Vec<u8>,
}

#[derive(Default)]
struct Found {
    own: Vec<Range<usize>>,
    shared: Vec<Range<usize>>,
}

/// What the loader calls a variable of a thread: the library's number and the place in its block.
#[repr(C)]
struct ThreadVariable {
    module: c_ulong,
    offset: c_ulong,
}

unsafe extern "C" {
    fn __tls_get_addr(variable: *const ThreadVariable) -> *mut c_void;
}

impl Segments {
    /// Of everything that is loaded now.
    pub fn find() -> Self {
        let mut found = Found::default();
        // SAFETY: `visit` gets the address of `found` and uses it before this returns.
        unsafe { libc::dl_iterate_phdr(Some(visit), (&raw mut found).cast()) };
        for hole in heap::bookkeeping() {
            found.shared = found.shared.into_iter().flat_map(|range| without(range, &hole)).collect();
        }
        let mut segments = Self { own: found.own, shared: found.shared, initial: Vec::new() };
        segments.initial = segments.own.iter().flat_map(|range| bytes(range).iter().copied()).collect();
        segments
    }

    /// Back to the beginning, then as the patches say. The error says why that is impossible.
    pub fn put_back(&self, patches: &[Patch]) -> Result<(), String> {
        let mut rest = self.initial.as_slice();
        for range in &self.own {
            let (now, later) = rest.split_at(range.len());
            // SAFETY: as many bytes of a writable segment; nothing of this executable refers to them.
            unsafe { ptr::copy_nonoverlapping(now.as_ptr(), range.start as *mut u8, now.len()) };
            rest = later;
        }
        patches.iter().try_for_each(|patch| match holds(&self.own, patch) {
            true => {
                write(patch);
                Ok(())
            }
            false => Err("its library is not where it was when an earlier call left its state".to_string()),
        })
    }

    /// What the program wrote to memory that it got from native code; is some of it memory that all paths share?
    pub fn write(&self, patches: &[Patch]) -> Result<bool, String> {
        let mut is_shared = false;
        for patch in patches {
            let end = patch.address as usize + patch.bytes.len();
            let is_own = holds(&self.own, patch);
            let is_there = is_own
                || holds(&self.shared, patch)
                || heap::block_around(patch.address as usize).is_some_and(|block| end <= block.end);
            if !is_there {
                return Err(
                    "memory that an earlier call returned, and the program wrote to, is gone".to_string()
                );
            }
            write(patch);
            is_shared |= !is_own;
        }
        Ok(is_shared)
    }

    /// How `own` differs from the beginning.
    pub fn differences(&self) -> Vec<Patch> {
        let mut patches = Vec::new();
        let mut rest = self.initial.as_slice();
        for range in &self.own {
            let (before, later) = rest.split_at(range.len());
            rest = later;
            let blocks = before.chunks(BLOCK).zip(bytes(range).chunks(BLOCK));
            for (number, (_, now)) in blocks.enumerate().filter(|(_, (before, now))| before != now) {
                let address = (range.start + number * BLOCK) as u64;
                patches.push(Patch { address, bytes: now.to_vec() });
            }
        }
        patches
    }
}

/// The memory of a range that the loader has mapped.
pub fn bytes(range: &Range<usize>) -> &'static [u8] {
    // SAFETY: readable, and native code that would change it does not run while this is looked at.
    unsafe { slice::from_raw_parts(range.start as *const u8, range.len()) }
}

fn holds(ranges: &[Range<usize>], patch: &Patch) -> bool {
    let start = patch.address as usize;
    ranges.iter().any(|range| range.start <= start && start + patch.bytes.len() <= range.end)
}

fn write(patch: &Patch) {
    // SAFETY: the callers have found the place to be writable memory of a library.
    unsafe {
        ptr::copy_nonoverlapping(patch.bytes.as_ptr(), patch.address as *mut u8, patch.bytes.len());
    }
}

/// What is left of a range without a part of it.
pub fn without(range: Range<usize>, hole: &Range<usize>) -> impl Iterator<Item = Range<usize>> + use<> {
    let before = range.start..range.end.min(hole.start.max(range.start));
    let behind = range.start.max(hole.end.min(range.end))..range.end;
    let parts = if hole.is_empty() { [range, 0..0] } else { [before, behind] };
    parts.into_iter().filter(|part| !part.is_empty())
}

/// For each object that is loaded.
unsafe extern "C" fn visit(info: *mut libc::dl_phdr_info, _: usize, found: *mut c_void) -> c_int {
    // SAFETY: the loader hands over a valid description, and `found` is what `find` passed.
    let (info, found, name, headers) = unsafe {
        let info = &*info;
        let name = CStr::from_ptr(info.dlpi_name).to_bytes();
        let headers = slice::from_raw_parts(info.dlpi_phdr, usize::from(info.dlpi_phnum));
        (info, &mut *found.cast::<Found>(), name, headers)
    };
    let file = name.rsplit(|byte| *byte == b'/').next().unwrap_or(name);
    // The executable itself has no name.
    if file.is_empty() || file.starts_with(b"linux-vdso") {
        return 0;
    }
    let is_system = file.starts_with(b"libc.so") || file.starts_with(b"ld-linux");
    let place = |header: &libc::Elf64_Phdr| {
        let start = info.dlpi_addr as usize + header.p_vaddr as usize;
        start..start + header.p_memsz as usize
    };
    let of_kind = |kind| headers.iter().filter(move |header| header.p_type == kind);
    let protected = of_kind(libc::PT_GNU_RELRO).map(place).next().unwrap_or(0..0);
    for header in of_kind(libc::PT_LOAD).filter(|header| header.p_flags & libc::PF_W != 0) {
        let ranges = without(place(header), &protected);
        if is_system { found.shared.extend(ranges) } else { found.own.extend(ranges) }
    }
    for header in of_kind(libc::PT_TLS).filter(|header| header.p_memsz > 0 && !is_system) {
        let variable = ThreadVariable { module: info.dlpi_tls_modid as c_ulong, offset: 0 };
        // SAFETY: the number is that of a loaded object with variables of threads; their block is made if need be.
        let start = unsafe { __tls_get_addr(&variable) } as usize;
        found.own.push(start..start + header.p_memsz as usize);
    }
    0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_taken_out_of_a_range() {
        let left = |hole: Range<usize>| {
            without(10..20, &hole).map(|part| (part.start, part.end)).collect::<Vec<_>>()
        };
        assert_eq!(left(0..0), [(10, 20)]);
        assert_eq!(left(10..15), [(15, 20)]);
        assert_eq!(left(12..15), [(10, 12), (15, 20)]);
        assert_eq!(left(5..30), []);
        assert_eq!(left(30..40), [(10, 20)]);
        assert_eq!(left(2..5), [(10, 20)]);
    }

    #[test]
    fn the_c_library_is_shared_and_never_put_back() {
        let segments = Segments::find();
        assert!(!segments.shared.is_empty());
        assert!(segments.own.iter().all(|own| {
            segments.shared.iter().all(|shared| own.end <= shared.start || shared.end <= own.start)
        }));
        assert_eq!(segments.differences(), []);
    }
}
