//! Filters of system calls, as the kernel's small machine executes them.
#![allow(unsafe_code)]

use libc::{c_long, sock_filter};
use std::io;
use std::ptr;

/// Offsets in the kernel's `seccomp_data`.
pub const NUMBER: u32 = 0;
const ARCHITECTURE: u32 = 4;
const AUDIT_ARCH_X86_64: u32 = 0xc000_003e;

/// The low half of an argument: descriptors, flags and signals fit in it.
const fn argument(index: u32) -> u32 {
    16 + 8 * index
}

fn statement(code: u32, k: u32) -> sock_filter {
    sock_filter { code: code as u16, jt: 0, jf: 0, k }
}

pub fn load(offset: u32) -> sock_filter {
    statement(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, offset)
}

pub fn answer(action: u32) -> sock_filter {
    statement(libc::BPF_RET | libc::BPF_K, action)
}

/// Skips so many statements, depending on a test of the loaded word against `k`.
pub fn test(how: u32, k: u32, on_true: u8, on_false: u8) -> sock_filter {
    sock_filter { code: (libc::BPF_JMP | how | libc::BPF_K) as u16, jt: on_true, jf: on_false, k }
}

pub fn equal(k: u32, on_true: u8, on_false: u8) -> sock_filter {
    test(libc::BPF_JEQ, k, on_true, on_false)
}

/// Programs of another architecture end; for others the number of the call is loaded.
pub fn begin() -> Vec<sock_filter> {
    vec![
        load(ARCHITECTURE),
        equal(AUDIT_ARCH_X86_64, 1, 0),
        answer(libc::SECCOMP_RET_KILL_PROCESS),
        load(NUMBER),
    ]
}

/// A system call with a condition on one argument: `rules` look at the loaded argument and end in an answer.
pub fn conditional(number: c_long, index: u32, rules: &[sock_filter]) -> Vec<sock_filter> {
    let mut part = vec![equal(number as u32, 0, rules.len() as u8 + 1), load(argument(index))];
    part.extend_from_slice(rules);
    part
}

/// Gives the filter to the kernel, for this thread and what it starts. `flags` are those of `seccomp(2)`; so is the result.
/// Allocates nothing, so that it can be called between `fork` and `exec`.
pub fn install(program: &[sock_filter], flags: libc::c_ulong) -> io::Result<c_long> {
    let filter = libc::sock_fprog { len: program.len() as u16, filter: program.as_ptr().cast_mut() };
    // SAFETY: the kernel only reads the program, which lives until then.
    let result = unsafe {
        if libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 {
            return Err(io::Error::last_os_error());
        }
        libc::syscall(libc::SYS_seccomp, libc::SECCOMP_SET_MODE_FILTER, flags, ptr::from_ref(&filter))
    };
    if result < 0 { Err(io::Error::last_os_error()) } else { Ok(result) }
}
