//! A second wall: the kernel's Landlock says where the program may write, whatever the file system looks like.
//!
//! Read-only mounts say nothing about pipes with a name, devices, and files that a process has open already. Landlock does, and a program
//! behind it can neither trace nor look into a process that is not: the supervisor is out of its reach. Kernels before 5.13 have no
//! Landlock; there the mounts and the filter of system calls are all there is.
//!
//! Reading is deliberately left alone.
#![allow(unsafe_code)]

use libc::{c_int, c_long};
use std::fs::{File, OpenOptions};
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::ptr;

const WRITE_FILE: u64 = 1 << 1;
const REMOVE_DIR: u64 = 1 << 4;
const REMOVE_FILE: u64 = 1 << 5;
const MAKE_CHAR: u64 = 1 << 6;
const MAKE_DIR: u64 = 1 << 7;
const MAKE_REG: u64 = 1 << 8;
const MAKE_SOCK: u64 = 1 << 9;
const MAKE_FIFO: u64 = 1 << 10;
const MAKE_BLOCK: u64 = 1 << 11;
const MAKE_SYM: u64 = 1 << 12;
const REFER: u64 = 1 << 13;
const TRUNCATE: u64 = 1 << 14;
const IOCTL_DEV: u64 = 1 << 15;

/// Rights that the first version knows.
const FIRST: u64 = WRITE_FILE
    | REMOVE_DIR
    | REMOVE_FILE
    | MAKE_CHAR
    | MAKE_DIR
    | MAKE_REG
    | MAKE_SOCK
    | MAKE_FIFO
    | MAKE_BLOCK
    | MAKE_SYM;
/// Those that a later version added, with its number.
const LATER: [(c_long, u64); 3] = [(2, REFER), (3, TRUNCATE), (5, IOCTL_DEV)];
/// What can be done with a file that is no directory.
const OF_FILES: u64 = WRITE_FILE | TRUNCATE | IOCTL_DEV;
const DEVICES: u64 = MAKE_CHAR | MAKE_BLOCK;

const VERSION: u32 = 1;
const PATH_BENEATH: c_int = 1;

/// As `landlock_create_ruleset(2)` takes it, as far as all versions know it.
#[repr(C)]
struct Ruleset {
    handled: u64,
}

/// As `landlock_add_rule(2)` takes it.
#[repr(C, packed)]
struct PathBeneath {
    allowed: u64,
    parent: i32,
}

/// A wall that no process is behind yet.
pub(crate) struct Wall(OwnedFd);

impl Wall {
    /// Writing is possible to and below these places, and to what `open` is; a place that is not there is left out. None where the
    /// kernel has no Landlock.
    pub fn around<'a>(places: impl Iterator<Item = &'a Path>, open: &[RawFd]) -> Option<Self> {
        // SAFETY: asks for the version; nothing is read.
        let version = unsafe {
            libc::syscall(libc::SYS_landlock_create_ruleset, ptr::null::<Ruleset>(), 0usize, VERSION)
        };
        if version < 1 {
            return None;
        }
        let later = LATER.iter().filter(|(since, _)| version >= *since).map(|(_, right)| right);
        let handled = FIRST | later.fold(0, |all, right| all | right);
        let rules = Ruleset { handled };
        // SAFETY: the kernel reads one structure of the size that is said.
        let ruleset = unsafe {
            libc::syscall(libc::SYS_landlock_create_ruleset, &raw const rules, size_of::<Ruleset>(), 0u32)
        };
        if ruleset < 0 {
            return None;
        }
        // SAFETY: a descriptor that the kernel just made for us.
        let wall = Self(unsafe { OwnedFd::from_raw_fd(ruleset as RawFd) });
        for place in places {
            let Ok(file) = open_path(place) else { continue };
            let rights = if place.is_dir() { handled & !DEVICES } else { handled & OF_FILES };
            wall.allow(file.as_raw_fd(), rights).ok()?;
        }
        for descriptor in open {
            // Pipes and the like need no rule, and have none.
            let _ = wall.allow(*descriptor, handled & OF_FILES);
        }
        Some(wall)
    }

    fn allow(&self, parent: RawFd, allowed: u64) -> io::Result<()> {
        let rule = PathBeneath { allowed, parent };
        // SAFETY: the kernel reads one structure of the kind that is said.
        let result = unsafe {
            libc::syscall(
                libc::SYS_landlock_add_rule,
                self.0.as_raw_fd(),
                PATH_BENEATH,
                &raw const rule,
                0u32,
            )
        };
        if result == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
    }

    /// Puts this process behind the wall, for good. It must not be able to get new rights. Allocates nothing.
    pub fn enter(&self) -> io::Result<()> {
        // SAFETY: no pointers.
        let result = unsafe { libc::syscall(libc::SYS_landlock_restrict_self, self.0.as_raw_fd(), 0u32) };
        if result == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
    }
}

fn open_path(path: &Path) -> io::Result<File> {
    OpenOptions::new().read(true).custom_flags(libc::O_PATH | libc::O_CLOEXEC).open(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::process::CommandExt;
    use std::process::Command;

    /// What a shell says to each of these, behind a wall around `open`.
    fn allowed(open: &Path, script: &str) -> bool {
        let wall =
            Wall::around([open, Path::new("/dev/null")].into_iter(), &[]).expect("a kernel with Landlock");
        let mut command = Command::new("/bin/sh");
        command.args(["-c", &format!("{{ {script}; }} 2>/dev/null")]);
        // SAFETY: only makes system calls, on memory that was made before.
        unsafe {
            command.pre_exec(move || {
                libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
                wall.enter()
            })
        };
        command.status().expect("a shell").success()
    }

    #[test]
    fn only_what_is_around_can_be_written() {
        let Some(_) = Wall::around([].into_iter(), &[]) else { return };
        let place = tempfile::tempdir().expect("a directory");
        let (inside, outside) = (place.path().join("inside"), place.path().join("outside"));
        for directory in [&inside, &outside] {
            fs::create_dir(directory).expect("created");
            fs::write(directory.join("file"), b"whole").expect("written");
        }
        let pipe = outside.join("pipe");
        assert!(Command::new("mkfifo").arg(&pipe).status().is_ok_and(|status| status.success()));
        let (inside, outside, pipe) = (inside.display(), outside.display(), pipe.display());
        let own = place.path().join("inside");
        assert!(allowed(
            &own,
            &format!("echo 1 > {inside}/file && mkdir {inside}/d && mv {inside}/file {inside}/d")
        ));
        assert!(allowed(&own, &format!("read x < {outside}/file; [ \"$x\" = whole ]")));
        for attempt in [
            format!("echo 1 >> {outside}/file"),
            format!("truncate -s 0 {outside}/file"),
            format!("rm {outside}/file"),
            format!("mkdir {outside}/new"),
            // Both ends at once, so that it does not wait for a reader.
            format!("exec 3<>{pipe}"),
            format!("readlink /proc/{}/fd/0", std::process::id()),
        ] {
            assert!(!allowed(&own, &attempt), "{attempt}");
        }
        assert_eq!(fs::read(place.path().join("outside/file")).expect("it is there"), b"whole");
    }
}
