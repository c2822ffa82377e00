//! Hears of the system calls that a confined program makes, and notes those that the sandbox keeps it from.
//!
//! Nothing is decided here but sockets, which there are none of: whoever reads a path from the memory of a process may read
//! another than the kernel does a moment later. The kernel goes on with every other call, and the sandbox refuses it or not.
#![allow(unsafe_code)]

use crate::filter::CHANGES;
use crate::notes::Notes;
use libc::{seccomp_notif, seccomp_notif_resp};
use std::fs::{self, File};
use std::mem;
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::FileExt;
use std::path::{Component, Path, PathBuf};

const LONGEST_PATH: usize = 4096;

pub(crate) struct Watch {
    pub calls: OwnedFd,
    /// Where the program may write and where not; the innermost counts. What is not below any of these may not be written.
    pub places: Vec<(PathBuf, bool)>,
    pub notes: Notes,
}

impl Watch {
    /// Until the last process that makes such calls is gone.
    pub fn listen(self) {
        loop {
            // SAFETY: a structure of numbers; the kernel demands that it is zero.
            let mut call: seccomp_notif = unsafe { mem::zeroed() };
            let descriptor = self.calls.as_raw_fd();
            // SAFETY: the kernel fills the structure in.
            if unsafe { libc::ioctl(descriptor, libc::SECCOMP_IOCTL_NOTIF_RECV, &mut call) } != 0 {
                match std::io::Error::last_os_error().raw_os_error() {
                    // The caller went away meanwhile.
                    Some(libc::EINTR) => continue,
                    Some(libc::ENOENT) if self.has_callers() => continue,
                    _ => return,
                }
            }
            let mut reply = self.reply(&call);
            // SAFETY: the kernel reads the structure. That the caller is gone is no matter.
            unsafe { libc::ioctl(descriptor, libc::SECCOMP_IOCTL_NOTIF_SEND, &mut reply) };
        }
    }

    fn has_callers(&self) -> bool {
        let mut entry = libc::pollfd { fd: self.calls.as_raw_fd(), events: libc::POLLIN, revents: 0 };
        // SAFETY: one entry, as said.
        unsafe { libc::poll(&mut entry, 1, 0) >= 0 && entry.revents & libc::POLLHUP == 0 }
    }

    fn reply(&self, call: &seccomp_notif) -> seccomp_notif_resp {
        let number = i64::from(call.data.nr);
        let go_on = libc::SECCOMP_USER_NOTIF_FLAG_CONTINUE as u32;
        let mut reply = seccomp_notif_resp { id: call.id, val: 0, error: 0, flags: go_on };
        if number == libc::SYS_socket {
            (reply.error, reply.flags) = (-libc::EACCES, 0);
            self.notes.add("a socket: there is no network".to_string());
        } else if number == libc::SYS_kill {
            // The first process is the supervisor, and -1 is everybody.
            if matches!(call.data.args[0] as i32, 1 | -1) {
                self.notes.add("a signal to processes that are not its own".to_string());
            }
        } else if let Some(path) = path_of(call).filter(|path| !is_writable(&self.places, path)) {
            self.notes.add(format!("changing {}", path.display()));
        }
        reply
    }
}

/// Whether the sandbox lets a path be changed.
fn is_writable(places: &[(PathBuf, bool)], path: &Path) -> bool {
    let around = places.iter().filter(|(place, _)| path.starts_with(place));
    around.max_by_key(|(place, _)| place.components().count()).is_some_and(|(_, writable)| *writable)
}

/// What a call would change, without `.` and `..`; links are not followed.
fn path_of(call: &seccomp_notif) -> Option<PathBuf> {
    let number = i64::from(call.data.nr);
    let (path, directory) = match number {
        libc::SYS_open | libc::SYS_creat => (0, None),
        libc::SYS_openat => (1, Some(0)),
        _ => CHANGES.iter().find(|(one, ..)| *one == number).map(|(_, path, from)| (*path, *from))?,
    };
    let text = text_at(call.pid, call.data.args[path])?;
    let from = match directory.map(|index| call.data.args[index] as i32) {
        None | Some(libc::AT_FDCWD) => format!("/proc/{}/cwd", call.pid),
        Some(descriptor) => format!("/proc/{}/fd/{descriptor}", call.pid),
    };
    let mut whole = PathBuf::new();
    for part in fs::read_link(from).unwrap_or_default().join(text).components() {
        match part {
            Component::ParentDir => {
                whole.pop();
            }
            Component::CurDir => {}
            part => whole.push(part),
        }
    }
    Some(whole)
}

/// A text in the memory of another process.
fn text_at(process: u32, address: u64) -> Option<PathBuf> {
    let memory = File::open(format!("/proc/{process}/mem")).ok()?;
    let mut bytes = Vec::new();
    while bytes.len() < LONGEST_PATH {
        // Not beyond the end of a page, since the next need not be there.
        let at = address + bytes.len() as u64;
        let mut part = vec![0; 256 - (at % 256) as usize];
        let count = memory.read_at(&mut part, at).ok().filter(|count| *count > 0)?;
        let end = part[..count].iter().position(|byte| *byte == 0);
        bytes.extend_from_slice(&part[..end.unwrap_or(count)]);
        if end.is_some() {
            break;
        }
    }
    Some(PathBuf::from(std::ffi::OsString::from_vec(bytes)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_innermost_place_counts_and_of_equals_the_last() {
        let places =
            [("/tmp/user", false), ("/tmp", true), ("/tmp/user/own", false), ("/tmp/user/own", true)];
        let places: Vec<_> = places.map(|(place, writable)| (PathBuf::from(place), writable)).into();
        let told = |path: &str| is_writable(&places, Path::new(path));
        assert!(told("/tmp/x") && told("/tmp/user/own/x"));
        assert!(!told("/tmp/user/x") && !told("/etc/x") && !told("/tmpx"));
    }
}
