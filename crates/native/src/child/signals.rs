//! A crash of native code is told before the process ends.
#![allow(unsafe_code)]

use crate::protocol::crash_frame;
use std::ffi::{c_int, c_void};
use std::fs::File;
use std::os::fd::AsRawFd;
use std::sync::atomic::{AtomicI32, Ordering};
use std::{mem, ptr};

const CRASHES: [c_int; 7] =
    [libc::SIGSEGV, libc::SIGBUS, libc::SIGFPE, libc::SIGILL, libc::SIGABRT, libc::SIGTRAP, libc::SIGSYS];
const STACK: usize = 64 << 10;
/// Where `siginfo_t` has the number of a forbidden system call: behind the address of the instruction.
const SYSTEM_CALL_AT: usize = 24;

/// A handler has no other way to know it.
static REPLIES: AtomicI32 = AtomicI32::new(-1);

pub fn report_crashes(replies: &File) {
    REPLIES.store(replies.as_raw_fd(), Ordering::Relaxed);
    // Deep recursion uses up the stack; the handler has one of its own, for as long as the process lives.
    let stack: &'static mut [u8] = Box::leak(vec![0; STACK].into_boxed_slice());
    // SAFETY: the stack lives forever; the handler only makes calls that are allowed in handlers.
    unsafe {
        let stack = libc::stack_t { ss_sp: stack.as_mut_ptr().cast(), ss_flags: 0, ss_size: STACK };
        libc::sigaltstack(&stack, ptr::null_mut());
        let mut action: libc::sigaction = mem::zeroed();
        action.sa_sigaction = report as *const () as usize;
        action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
        for signal in CRASHES {
            libc::sigaction(signal, &action, ptr::null_mut());
        }
        // Ctrl-C is for the run, which ends its child itself.
        libc::signal(libc::SIGINT, libc::SIG_IGN);
    }
}

extern "C" fn report(signal: c_int, info: *mut libc::siginfo_t, _: *mut c_void) {
    // SAFETY: the kernel hands over a valid `siginfo_t`; `write` and `_exit` are allowed in handlers.
    unsafe {
        let detail = match signal {
            libc::SIGSYS => *info.cast::<u8>().add(SYSTEM_CALL_AT).cast::<i32>() as u64,
            libc::SIGABRT | libc::SIGTRAP => 0,
            _ => (*info).si_addr() as u64,
        };
        let frame = crash_frame(signal as u32, detail);
        libc::write(REPLIES.load(Ordering::Relaxed), frame.as_ptr().cast(), frame.len());
        libc::_exit(1);
    }
}
