//! A sandbox of namespaces that we make ourselves, where bubblewrap is missing.
//!
//! The same as [`crate::bubblewrap`] makes: everything can be read, nothing written but directories in memory; no network, no
//! processes of others, no devices but those that keep nothing. Where the kernel lets nobody mount `/proc` (as in some containers),
//! the old one stays, read-only, through which processes can be seen but not reached.
#![allow(unsafe_code)]

use crate::Plan;
use crate::plan::EMPTY;
use crate::supervise::DEVICES;
use libc::{c_int, c_ulong};
use std::ffi::CString;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::fd::AsRawFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{OpenOptionsExt, symlink};
use std::path::{Path, PathBuf};
use std::ptr;

const SPACES: c_int = libc::CLONE_NEWUSER
    | libc::CLONE_NEWNS
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWNET
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWUTS;

/// Of the directory of devices, in bytes.
const SMALL: u64 = 1 << 20;

/// Capabilities that there are, and some more.
const CAPABILITIES: c_ulong = 64;

/// As `mount_setattr(2)` takes it.
#[repr(C)]
struct Attributes {
    set: u64,
    clear: u64,
    propagation: u64,
    namespace: u64,
}

/// Attributes of mounts.
const READ_ONLY: u64 = 1;
const NO_DEVICES: u64 = 4;

/// Locks this process in. Returns in a new process, the first of the sandbox; the old one waits for it and then ends.
pub(crate) fn enter(plan: &Plan) -> io::Result<()> {
    leave_all()?;
    // SAFETY: this process has one thread, so the new one can do whatever this one could.
    match unsafe { libc::fork() } {
        -1 => return Err(io::Error::last_os_error()),
        0 => {}
        first => end_with(first),
    }
    // SAFETY: no pointers. If the old process is gone already, so is whoever waits for us. In a session of its own the program has
    // no terminal to type into.
    unsafe {
        libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
        libc::setsid();
    }
    arrange(plan)?;
    drop_capabilities()
}

/// Whether all this works here, tried out in a process of its own.
pub(crate) fn work() -> bool {
    // SAFETY: the new process only makes system calls.
    unsafe {
        match libc::fork() {
            -1 => false,
            0 => {
                // Some systems let everybody make namespaces and nobody use them.
                let private = libc::MS_REC | libc::MS_PRIVATE;
                let usable = libc::unshare(SPACES) == 0
                    && libc::mount(c"none".as_ptr(), c"/".as_ptr(), ptr::null(), private, ptr::null()) == 0;
                libc::_exit(i32::from(!usable))
            }
            child => {
                let mut status = 0;
                libc::waitpid(child, &mut status, 0) == child && status == 0
            }
        }
    }
}

/// Out of all namespaces of the machine, with the same user and group inside as outside.
fn leave_all() -> io::Result<()> {
    // SAFETY: no pointers.
    let (user, group) = unsafe {
        libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
        let both = (libc::getuid(), libc::getgid());
        if libc::unshare(SPACES) != 0 {
            return Err(io::Error::last_os_error());
        }
        both
    };
    fs::write("/proc/self/setgroups", "deny")?;
    fs::write("/proc/self/uid_map", format!("{user} {user} 1"))?;
    fs::write("/proc/self/gid_map", format!("{group} {group} 1"))
}

fn end_with(first: libc::pid_t) -> ! {
    let mut status = 0;
    // SAFETY: writes one number; nothing of this process is to be cleaned up.
    unsafe {
        while libc::waitpid(first, &mut status, 0) < 0
            && io::Error::last_os_error().raw_os_error() == Some(libc::EINTR)
        {}
        libc::_exit(libc::WEXITSTATUS(status))
    }
}

/// The file system of the sandbox.
fn arrange(plan: &Plan) -> io::Result<()> {
    let disk = plan.limits.disk_bytes;
    mount(None, Path::new("/"), None, libc::MS_REC | libc::MS_PRIVATE, "")?;
    // Opened before what hides them is there.
    let shown = opened(plan.hidden().cloned())?;
    let devices =
        opened(DEVICES.iter().map(|name| Path::new("/dev").join(name)).filter(|path| path.exists()))?;
    for empty in EMPTY.iter().map(Path::new).filter(|path| path.is_dir()) {
        memory(empty, disk)?;
    }
    for (path, file) in &shown {
        make_mount_point(path, file)?;
        mount(Some(&through(file)), path, None, libc::MS_BIND | libc::MS_REC, "")?;
    }
    for path in &plan.writable {
        mount(Some(path), path, None, libc::MS_BIND, "")?;
    }
    set(READ_ONLY | NO_DEVICES, "/", true, libc::AT_RECURSIVE)?;
    set(READ_ONLY, "/tmp", false, 0)?;
    for path in &plan.writable {
        set(READ_ONLY, path, false, 0)?;
    }
    memory(&plan.work, disk)?;
    memory(&plan.reports, disk)?;
    arrange_devices(&devices, disk)?;
    let flags = libc::MS_NOSUID | libc::MS_NODEV | libc::MS_NOEXEC;
    // See above for what it means if there is none.
    if mount(None, Path::new("/proc"), Some("proc"), flags, "").is_ok() {
        set(READ_ONLY, "/proc", true, 0)?;
    }
    std::env::set_current_dir("/")
}

/// A new `/dev` with what keeps nothing.
fn arrange_devices(devices: &[(PathBuf, File)], disk: u64) -> io::Result<()> {
    let place = Path::new("/dev");
    memory(place, SMALL)?;
    for (path, file) in devices {
        File::create(path)?;
        mount(Some(&through(file)), path, None, libc::MS_BIND, "")?;
        set(NO_DEVICES, path, false, 0)?;
    }
    for (number, name) in ["stdin", "stdout", "stderr"].iter().enumerate() {
        symlink(format!("/proc/self/fd/{number}"), place.join(name))?;
    }
    symlink("/proc/self/fd", place.join("fd"))?;
    fs::create_dir(place.join("shm"))?;
    set(READ_ONLY, place, true, 0)?;
    memory(&place.join("shm"), disk)
}

fn opened(paths: impl Iterator<Item = PathBuf>) -> io::Result<Vec<(PathBuf, File)>> {
    paths.map(|path| open(&path).map(|file| (path, file))).collect()
}

fn open(path: &Path) -> io::Result<File> {
    OpenOptions::new().read(true).custom_flags(libc::O_PATH | libc::O_CLOEXEC).open(path)
}

fn through(file: &File) -> PathBuf {
    PathBuf::from(format!("/proc/self/fd/{}", file.as_raw_fd()))
}

fn make_mount_point(path: &Path, file: &File) -> io::Result<()> {
    if path.exists() {
        return Ok(());
    }
    if file.metadata()?.is_dir() {
        return fs::create_dir_all(path);
    }
    path.parent().map_or(Ok(()), fs::create_dir_all)?;
    File::create(path).map(|_| ())
}

/// A directory in memory.
fn memory(place: &Path, bytes: u64) -> io::Result<()> {
    let flags = libc::MS_NOSUID | libc::MS_NODEV;
    mount(None, place, Some("tmpfs"), flags, &format!("size={bytes},mode=0755"))
}

fn text(path: &Path) -> io::Result<CString> {
    CString::new(path.as_os_str().as_bytes()).map_err(io::Error::other)
}

fn mount(
    source: Option<&Path>,
    target: &Path,
    kind: Option<&str>,
    flags: c_ulong,
    options: &str,
) -> io::Result<()> {
    let source = text(source.unwrap_or(Path::new("none")))?;
    let (target_text, kind, options) =
        (text(target)?, CString::new(kind.unwrap_or("none"))?, CString::new(options)?);
    // SAFETY: texts that live until the call returns.
    let failed = unsafe {
        libc::mount(source.as_ptr(), target_text.as_ptr(), kind.as_ptr(), flags, options.as_ptr().cast()) != 0
    };
    if failed {
        let error = io::Error::last_os_error();
        return Err(io::Error::new(error.kind(), format!("{}: {error}", target.display())));
    }
    Ok(())
}

/// Gives a mount an attribute, or takes it away.
fn set(attribute: u64, path: impl AsRef<Path>, on: bool, flags: c_int) -> io::Result<()> {
    let (set, clear) = if on { (attribute, 0) } else { (0, attribute) };
    let attributes = Attributes { set, clear, propagation: 0, namespace: 0 };
    let path = text(path.as_ref())?;
    // SAFETY: a text and a structure of the size that is said, both alive.
    let result = unsafe {
        let size = size_of::<Attributes>();
        libc::syscall(
            libc::SYS_mount_setattr,
            libc::AT_FDCWD,
            path.as_ptr(),
            flags,
            ptr::from_ref(&attributes),
            size,
        )
    };
    if result == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// Whoever could mount could undo all of this.
fn drop_capabilities() -> io::Result<()> {
    #[repr(C)]
    struct Header {
        version: u32,
        process: c_int,
    }
    // SAFETY: no pointers but to structures of the layout that this version of the call has.
    unsafe {
        for capability in 0..CAPABILITIES {
            libc::prctl(libc::PR_CAPBSET_DROP, capability, 0, 0, 0);
        }
        let header = Header { version: 0x2008_0522, process: 0 };
        let none = [0u32; 6];
        if libc::syscall(libc::SYS_capset, ptr::from_ref(&header), none.as_ptr()) != 0
            || libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0
        {
            return Err(io::Error::last_os_error());
        }
    }
    Ok(())
}
