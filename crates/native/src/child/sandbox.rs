//! What native code may not do: use up the machine, and make system calls that reach outside of its process.
//!
//! The filter is a list of what is allowed: memory, reading files, writing to where output goes nowhere, asking for the time.
//! Anything else raises SIGSYS, which is told as a crash: an error code instead could become a wrong result.
#![allow(unsafe_code)]

use super::heap::ENVIRONMENT;
use bowline_confine::bpf::{answer, begin, conditional, equal, install, test};
use libc::{c_long, sock_filter};
use std::ffi::CString;
use std::fs::File;
use std::os::fd::AsRawFd;
use std::ptr;

/// Of the whole child, in seconds: each call has its own, much shorter limit.
const CPU_SECONDS: u64 = 3600;
/// Of its address space.
const MEMORY_BYTES: u64 = 4 << 30;
const OPEN_FILES: u64 = 64;

/// The same program has the same addresses in every run: starts this executable again without randomised addresses.
/// Where that is not allowed, nothing is lost but this.
pub fn fix_addresses() {
    // SAFETY: asks, sets a flag of this process, and starts it again with its own arguments.
    unsafe {
        let now = libc::personality(0xffff_ffff);
        let fixed = libc::ADDR_NO_RANDOMIZE;
        if now < 0 || now & fixed != 0 || libc::personality((now | fixed) as libc::c_ulong) < 0 {
            return;
        }
        if libc::personality(0xffff_ffff) & fixed == 0 {
            return;
        }
        let args: Option<Vec<CString>> = std::env::args_os()
            .map(|arg| CString::new(std::os::unix::ffi::OsStringExt::into_vec(arg)).ok())
            .collect();
        let Some(args) = args else { return };
        let mut pointers: Vec<*const libc::c_char> = args.iter().map(|arg| arg.as_ptr()).collect();
        pointers.push(ptr::null());
        let variables =
            ENVIRONMENT.map(|(name, value)| CString::new(format!("{name}={value}")).unwrap_or_default());
        let mut environment: Vec<_> = variables.iter().map(|variable| variable.as_ptr()).collect();
        environment.push(ptr::null());
        libc::execve(c"/proc/self/exe".as_ptr(), pointers.as_ptr(), environment.as_ptr());
    }
}

pub fn limit_resources() {
    let limits = [
        (libc::RLIMIT_CPU, CPU_SECONDS),
        (libc::RLIMIT_AS, MEMORY_BYTES),
        (libc::RLIMIT_FSIZE, 0),
        (libc::RLIMIT_CORE, 0),
        (libc::RLIMIT_NOFILE, OPEN_FILES),
    ];
    for (what, most) in limits {
        let limit = libc::rlimit { rlim_cur: most, rlim_max: most };
        // SAFETY: reads one structure.
        unsafe { libc::setrlimit(what, &limit) };
    }
    // SAFETY: no pointers. The child ends with the thread that started it.
    unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) };
}

const ALLOWED: [c_long; 44] = [
    libc::SYS_mmap,
    libc::SYS_munmap,
    libc::SYS_mremap,
    libc::SYS_mprotect,
    libc::SYS_madvise,
    libc::SYS_brk,
    libc::SYS_close,
    libc::SYS_fstat,
    libc::SYS_newfstatat,
    libc::SYS_stat,
    libc::SYS_lstat,
    libc::SYS_statx,
    libc::SYS_lseek,
    libc::SYS_pread64,
    libc::SYS_getdents64,
    libc::SYS_access,
    libc::SYS_faccessat,
    libc::SYS_faccessat2,
    libc::SYS_readlink,
    libc::SYS_readlinkat,
    libc::SYS_getcwd,
    libc::SYS_futex,
    libc::SYS_sched_yield,
    libc::SYS_sched_getaffinity,
    libc::SYS_clock_gettime,
    libc::SYS_clock_getres,
    libc::SYS_gettimeofday,
    libc::SYS_time,
    libc::SYS_times,
    libc::SYS_getrusage,
    libc::SYS_sysinfo,
    libc::SYS_uname,
    libc::SYS_getpid,
    libc::SYS_gettid,
    libc::SYS_getuid,
    libc::SYS_geteuid,
    libc::SYS_getgid,
    libc::SYS_getegid,
    libc::SYS_getrandom,
    libc::SYS_rt_sigprocmask,
    libc::SYS_rt_sigreturn,
    libc::SYS_sigaltstack,
    libc::SYS_exit,
    libc::SYS_exit_group,
];

fn program(replies: u32, process: u32) -> Vec<sock_filter> {
    let (allow, forbid) = (answer(libc::SECCOMP_RET_ALLOW), answer(libc::SECCOMP_RET_TRAP));
    let mut program = begin();
    for number in ALLOWED {
        program.extend([equal(number as u32, 0, 1), allow]);
    }
    let output = [equal(1, 2, 0), equal(2, 1, 0), equal(replies, 0, 1), allow, forbid];
    program.extend(conditional(libc::SYS_write, 0, &output));
    program.extend(conditional(libc::SYS_writev, 0, &output));
    program.extend(conditional(libc::SYS_read, 0, &[equal(0, 0, 1), forbid, allow]));
    let writing = (libc::O_ACCMODE | libc::O_CREAT | libc::O_TRUNC) as u32;
    let reading = [test(libc::BPF_JSET, writing, 0, 1), forbid, allow];
    program.extend(conditional(libc::SYS_openat, 2, &reading));
    program.extend(conditional(libc::SYS_open, 1, &reading));
    // Is it a terminal?
    program.extend(conditional(libc::SYS_ioctl, 1, &[equal(libc::TCGETS as u32, 0, 1), allow, forbid]));
    // abort(), which is then told as such.
    program.extend(conditional(libc::SYS_tgkill, 0, &[equal(process, 0, 1), allow, forbid]));
    program.push(forbid);
    program
}

/// True if the kernel took the filter.
pub fn filter_system_calls(replies: &File) -> bool {
    install(&program(replies.as_raw_fd() as u32, std::process::id()), 0).is_ok()
}
