//! The pipes to the run, moved out of the way of native code.
#![allow(unsafe_code)]

use std::fs::{File, OpenOptions};
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};

unsafe extern "C" {
    static stdout: *mut libc::FILE;
    static stderr: *mut libc::FILE;
}

/// Descriptors above those that native code gets for its own files.
const FIRST: libc::c_int = 48;

/// Standard input and output as the pipes they were; in their place, and for errors, nothing: what libraries print is
/// dropped, and reading is forbidden by the filter.
pub fn take_over() -> io::Result<(File, File)> {
    let requests = moved(0)?;
    let replies = moved(1)?;
    let nothing = OpenOptions::new().read(true).write(true).open("/dev/null")?;
    for standard in 0..3 {
        // SAFETY: no pointers; the standard descriptors are nobody's in this process.
        if unsafe { libc::dup2(nothing.as_raw_fd(), standard) } < 0 {
            return Err(io::Error::last_os_error());
        }
    }
    Ok((requests, replies))
}

/// Lets the C library's streams do whatever they do when they are first used, so that a library that prints changes nothing.
pub fn use_output() {
    // SAFETY: the streams are there from the start of the process, and the text has an end.
    unsafe {
        for stream in [&raw const stdout, &raw const stderr] {
            libc::setvbuf(*stream, std::ptr::null_mut(), libc::_IONBF, 0);
            libc::fputs(c" ".as_ptr(), *stream);
        }
    }
}

fn moved(descriptor: libc::c_int) -> io::Result<File> {
    // SAFETY: no pointers.
    let copy = unsafe { libc::fcntl(descriptor, libc::F_DUPFD_CLOEXEC, FIRST) };
    if copy < 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: just made, and owned by nothing else.
    Ok(File::from(unsafe { OwnedFd::from_raw_fd(copy) }))
}
