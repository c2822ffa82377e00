//! Which system calls of a confined program are refused, and which its supervisor hears of.
//!
//! The namespaces do the confining; this only closes what they leave open (sockets of services in the file system, doors
//! into the kernel), and lets the supervisor note what the program was kept from.
#![allow(unsafe_code)]

use crate::bpf::{answer, begin, conditional, equal, install, test};
use libc::{c_int, c_long, sock_filter};
use std::io;
use std::mem;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::os::unix::net::UnixStream;
use std::ptr;

/// Calls that change a file system, with the place of the path among their arguments, and of the directory that it is relative to.
pub(crate) const CHANGES: [(c_long, usize, Option<usize>); 17] = [
    (libc::SYS_unlink, 0, None),
    (libc::SYS_unlinkat, 1, Some(0)),
    (libc::SYS_rmdir, 0, None),
    (libc::SYS_mkdir, 0, None),
    (libc::SYS_mkdirat, 1, Some(0)),
    (libc::SYS_rename, 0, None),
    (libc::SYS_renameat, 1, Some(0)),
    (libc::SYS_renameat2, 1, Some(0)),
    (libc::SYS_truncate, 0, None),
    (libc::SYS_chmod, 0, None),
    (libc::SYS_fchmodat, 1, Some(0)),
    (libc::SYS_chown, 0, None),
    (libc::SYS_fchownat, 1, Some(0)),
    (libc::SYS_link, 1, None),
    (libc::SYS_linkat, 3, Some(2)),
    (libc::SYS_symlink, 1, None),
    (libc::SYS_symlinkat, 2, Some(1)),
];

/// What nothing that is to be confirmed needs.
const FORBIDDEN: [c_long; 27] = [
    libc::SYS_io_uring_setup,
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_fsopen,
    libc::SYS_fsmount,
    libc::SYS_fspick,
    libc::SYS_move_mount,
    libc::SYS_open_tree,
    libc::SYS_mount_setattr,
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_keyctl,
    libc::SYS_userfaultfd,
    libc::SYS_kexec_load,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_reboot,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_acct,
];

/// New namespaces, in which a process has rights that it has not here.
const NEW_SPACES: c_int = libc::CLONE_NEWUSER
    | libc::CLONE_NEWNS
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWNET
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWUTS
    | libc::CLONE_NEWCGROUP;

/// Numbers from here on are another way to make the same calls.
const X32: u32 = 0x4000_0000;

/// `told`: somebody listens. Otherwise what is only noted is allowed.
pub(crate) fn program(told: bool) -> Vec<sock_filter> {
    let refuse = |number: c_int| answer(libc::SECCOMP_RET_ERRNO | number as u32);
    let allow = answer(libc::SECCOMP_RET_ALLOW);
    let tell = answer(libc::SECCOMP_RET_USER_NOTIF);
    let (note, no_socket) = if told { (tell, tell) } else { (allow, refuse(libc::EACCES)) };
    let mut program = begin();
    program.extend([test(libc::BPF_JGE, X32, 0, 1), refuse(libc::ENOSYS)]);
    for number in FORBIDDEN {
        program.extend([equal(number as u32, 0, 1), refuse(libc::EPERM)]);
    }
    // Its flags are in memory, where a filter cannot see them; C libraries then use the older call.
    program.extend([equal(libc::SYS_clone3 as u32, 0, 1), refuse(libc::ENOSYS)]);
    let cloning = [test(libc::BPF_JSET, NEW_SPACES as u32, 0, 1), refuse(libc::EPERM), allow];
    program.extend(conditional(libc::SYS_clone, 0, &cloning));
    program.extend([equal(libc::SYS_socket as u32, 0, 1), no_socket]);
    for number in CHANGES.map(|(number, ..)| number).into_iter().chain([libc::SYS_creat, libc::SYS_kill]) {
        program.extend([equal(number as u32, 0, 1), note]);
    }
    let writing = (libc::O_ACCMODE | libc::O_CREAT | libc::O_TRUNC) as u32;
    let opening = [test(libc::BPF_JSET, writing, 0, 1), note, allow];
    program.extend(conditional(libc::SYS_openat, 2, &opening));
    program.extend(conditional(libc::SYS_open, 1, &opening));
    program.push(allow);
    program
}

/// In a new process before it becomes the program: installs the filter and hands over the descriptor on which calls are told.
/// Allocates nothing.
pub(crate) fn enter(told: &[sock_filter], untold: &[sock_filter], listener: RawFd) -> io::Result<()> {
    match install(told, libc::SECCOMP_FILTER_FLAG_NEW_LISTENER) {
        Ok(descriptor) => send_descriptor(listener, descriptor as RawFd),
        // Another filter of this process has a listener, or the kernel is too old.
        Err(_) => install(untold, 0).map(|_| ()),
    }
}

/// Room for the one descriptor of a message, aligned as the kernel wants it.
#[repr(C, align(8))]
struct Control([u8; 24]);

fn send_descriptor(over: RawFd, descriptor: RawFd) -> io::Result<()> {
    let mut byte = [0u8];
    let mut control = Control([0; 24]);
    let mut part = libc::iovec { iov_base: byte.as_mut_ptr().cast(), iov_len: 1 };
    // SAFETY: a message of one byte and one descriptor, all of whose parts live until it is sent.
    unsafe {
        let mut message: libc::msghdr = mem::zeroed();
        message.msg_iov = &mut part;
        message.msg_iovlen = 1;
        message.msg_control = control.0.as_mut_ptr().cast();
        message.msg_controllen = libc::CMSG_SPACE(size_of::<c_int>() as u32) as usize;
        let header = libc::CMSG_FIRSTHDR(&message);
        (*header).cmsg_level = libc::SOL_SOCKET;
        (*header).cmsg_type = libc::SCM_RIGHTS;
        (*header).cmsg_len = libc::CMSG_LEN(size_of::<c_int>() as u32) as usize;
        ptr::write_unaligned(libc::CMSG_DATA(header).cast::<c_int>(), descriptor);
        if libc::sendmsg(over, &message, 0) < 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
    }
}

/// The descriptor that [`enter`] handed over; none if there is none.
pub(crate) fn receive_descriptor(from: &UnixStream) -> Option<OwnedFd> {
    let mut byte = [0u8];
    let mut control = Control([0; 24]);
    let mut part = libc::iovec { iov_base: byte.as_mut_ptr().cast(), iov_len: 1 };
    // SAFETY: room for one byte and one descriptor, as said in the message; a descriptor that comes is ours alone.
    unsafe {
        let mut message: libc::msghdr = mem::zeroed();
        message.msg_iov = &mut part;
        message.msg_iovlen = 1;
        message.msg_control = control.0.as_mut_ptr().cast();
        message.msg_controllen = control.0.len();
        if libc::recvmsg(from.as_raw_fd(), &mut message, libc::MSG_CMSG_CLOEXEC) <= 0 {
            return None;
        }
        let header = libc::CMSG_FIRSTHDR(&message);
        if header.is_null() || (*header).cmsg_type != libc::SCM_RIGHTS {
            return None;
        }
        let descriptor = ptr::read_unaligned(libc::CMSG_DATA(header).cast::<c_int>());
        Some(OwnedFd::from_raw_fd(descriptor))
    }
}
