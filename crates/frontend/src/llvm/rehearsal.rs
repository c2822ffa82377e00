//! Work of LLVM's on files that somebody else made, done in another process first.
//!
//! LLVM's readers trust what they read: a flipped byte can end the process, and with it the run. Here a copy of this process does
//! the work and is thrown away. What ends it would have ended us.
#![allow(unsafe_code)]

use std::fs::File;
use std::io::{self, Read};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Reading is quick; what takes this long does not end.
const SECONDS: u32 = 60;

/// Kept of what LLVM says.
const MOST_WORDS: u64 = 1 << 16;

/// Does some work in a copy of this process. The error says how it ended the copy; what the work itself finds wrong is for the real thing
/// to tell.
pub fn rehearse(work: impl FnOnce()) -> Result<(), String> {
    let cannot = |error: io::Error| format!("cannot start a process: {error}");
    let (words, end) = pipe().map_err(cannot)?;
    // SAFETY: the copy has this thread alone. No other is in LLVM at this time, and
    // the allocator is made for it.
    let copy = match unsafe { libc::fork() } {
        -1 => return Err(cannot(io::Error::last_os_error())),
        0 => {
            prepare(&end);
            // A panic is a mistake of ours, which will show again; whoever holds the lock of standard error is not here to let go of it.
            std::panic::set_hook(Box::new(|_| {}));
            let _ = catch_unwind(AssertUnwindSafe(work));
            // SAFETY: nothing of the copy is to be cleaned up.
            unsafe { libc::_exit(0) }
        }
        copy => copy,
    };
    drop(end);
    let mut said = Vec::new();
    // What was read until then is all there is.
    let _ = File::from(words).take(MOST_WORDS).read_to_end(&mut said);
    let mut status = 0;
    // SAFETY: writes one number; the process is our child.
    while unsafe { libc::waitpid(copy, &mut status, 0) } < 0 {
        let error = io::Error::last_os_error();
        if error.kind() != io::ErrorKind::Interrupted {
            return Err(cannot(error));
        }
    }
    if status == 0 { Ok(()) } else { Err(describe(status, &String::from_utf8_lossy(&said))) }
}

fn pipe() -> io::Result<(OwnedFd, OwnedFd)> {
    let mut ends = [0; 2];
    // SAFETY: two descriptors are written, which are then ours alone.
    unsafe {
        match libc::pipe2(ends.as_mut_ptr(), libc::O_CLOEXEC) {
            0 => Ok((OwnedFd::from_raw_fd(ends[0]), OwnedFd::from_raw_fd(ends[1]))),
            _ => Err(io::Error::last_os_error()),
        }
    }
}

/// In the copy: what it says goes to a pipe, and it does not go on for ever.
fn prepare(end: &OwnedFd) {
    let none = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: system calls on numbers and one structure.
    unsafe {
        libc::setrlimit(libc::RLIMIT_CORE, &none);
        libc::dup2(end.as_raw_fd(), libc::STDERR_FILENO);
        for signal in [libc::SIGALRM, libc::SIGABRT, libc::SIGSEGV, libc::SIGINT, libc::SIGTERM] {
            libc::signal(signal, libc::SIG_DFL);
        }
        libc::alarm(SECONDS);
    }
}

fn describe(status: i32, said: &str) -> String {
    let words = said.lines().find_map(|line| line.split_once("LLVM ERROR: "));
    if let Some((_, words)) = words {
        return words.trim().to_string();
    }
    match libc::WTERMSIG(status) {
        libc::SIGALRM => format!("it does not come to an end within {SECONDS} s"),
        libc::SIGSEGV => "segmentation fault".to_string(),
        libc::SIGABRT => "abort".to_string(),
        0 => format!("status {}", libc::WEXITSTATUS(status)),
        signal => format!("signal {signal}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_end_of_the_process_is_an_error() {
        assert_eq!(rehearse(|| {}), Ok(()));
        assert_eq!(rehearse(|| std::process::abort()), Err("abort".to_string()));
        // SAFETY: the copy's own end.
        assert_eq!(rehearse(|| unsafe { libc::_exit(7) }), Err("status 7".to_string()));
        let speaks = || {
            let text = b"x\nLLVM ERROR: Invalid size request\n";
            // SAFETY: bytes that live; then the copy's own end.
            unsafe {
                libc::write(2, text.as_ptr().cast(), text.len());
                libc::abort()
            }
        };
        assert_eq!(rehearse(speaks), Err("Invalid size request".to_string()));
    }
}
