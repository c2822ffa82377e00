//! A process that gets no memory is ended by its own allocator, in the middle of anything. What it found is on disk; this says so.
//!
//! Nothing here allocates, or calls what is not allowed in a signal handler. A run says more where it can: it stops by itself when
//! little address space is left.

#![allow(unsafe_code, reason = "signal handlers are part of the C interface of the system")]

use crate::OUR_FAULT;

const TEXT: &str = "bowline: aborted, most likely because there is no more memory (--max-memory stops a run in time); what was \
                    found before is in the output directory\n";

/// Says it when this process aborts, also where a solver's allocator does that.
pub fn prepare() {
    let handler = tell as extern "C" fn(libc::c_int);
    // SAFETY: the handler calls nothing but `write` and `_exit`, which are allowed at any moment.
    unsafe { libc::signal(libc::SIGABRT, handler as libc::sighandler_t) };
}

extern "C" fn tell(_: libc::c_int) {
    // SAFETY: the bytes are static, and nothing of the process is used after `_exit`.
    unsafe {
        libc::write(libc::STDERR_FILENO, TEXT.as_ptr().cast(), TEXT.len());
        libc::_exit(libc::c_int::from(OUR_FAULT));
    }
}
