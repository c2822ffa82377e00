//! Functions that are never called natively, and why; and those whose result belongs to the caller.
//!
//! The sandbox stops what reaches outside of its process. This list says it before, in words, and adds what the sandbox cannot
//! see: functions whose effect would be on the child instead of on the program.

/// The reason, and the functions it holds for.
const REFUSED: &[(&str, &str)] = &[
    (
        "it starts or replaces a process",
        "execl execle execlp execv execve execveat execvp execvpe fexecve fork vfork _Fork clone system popen \
         pclose posix_spawn posix_spawnp daemon wordexp wait wait3 wait4 waitid waitpid",
    ),
    (
        "it acts on other processes or on the machine",
        "kill killpg tgkill sigqueue pidfd_open pidfd_send_signal ptrace process_vm_writev process_vm_readv \
         reboot mount umount umount2 swapon swapoff sethostname setdomainname settimeofday clock_settime \
         stime adjtime setuid setgid seteuid setegid setreuid setregid setresuid setresgid setgroups \
         initgroups setpgid setpgrp setsid setpriority nice setrlimit prlimit chroot unshare setns acct \
         syscall prctl personality",
    ),
    (
        "it changes the file system",
        "unlink unlinkat remove rename renameat renameat2 rmdir mkdir mkdirat mknod mknodat mkfifo mkfifoat \
         link linkat symlink symlinkat creat creat64 truncate truncate64 ftruncate ftruncate64 chmod fchmod \
         fchmodat lchmod chown fchown fchownat lchown utime utimes utimensat futimens lutimes setxattr \
         lsetxattr fsetxattr removexattr lremovexattr fremovexattr mkstemp mkstemps mkostemp mkostemps \
         mkdtemp tmpfile tmpfile64 fallocate posix_fallocate copy_file_range sendfile sync fsync fdatasync \
         syncfs ftw nftw",
    ),
    (
        "its file descriptors and streams would be the child's, not the program's",
        "open open64 openat openat64 close read write readv writev pread pread64 pwrite pwrite64 lseek \
         lseek64 dup dup2 dup3 pipe pipe2 fcntl fcntl64 ioctl poll ppoll select pselect epoll_create \
         epoll_create1 epoll_ctl epoll_wait eventfd timerfd_create signalfd inotify_init inotify_init1 \
         memfd_create flock lockf isatty ttyname tcgetattr tcsetattr fopen fopen64 freopen freopen64 fdopen \
         fmemopen open_memstream open_wmemstream fopencookie fclose fcloseall fflush fread fwrite fgetc fputc \
         getc putc getchar putchar ungetc fgets fputs gets puts getline getdelim __getdelim getw putw fseek \
         fseeko ftell ftello rewind fgetpos fsetpos feof ferror clearerr fileno setbuf setvbuf setbuffer \
         setlinebuf flockfile funlockfile ftrylockfile printf fprintf vprintf vfprintf dprintf vdprintf scanf \
         fscanf vscanf vfscanf perror psignal psiginfo opendir fdopendir readdir readdir64 readdir_r closedir \
         rewinddir seekdir telldir dirfd scandir chdir fchdir umask mmap mmap64 munmap mremap mprotect msync \
         mlock munlock shmget shmat shmdt shmctl shm_open shm_unlink sem_open mq_open getwc putwc fgetwc \
         fputwc fgetws fputws getwchar putwchar wprintf fwprintf vwprintf vfwprintf wscanf fwscanf fwide \
         ungetwc getpass syslog vsyslog openlog closelog err errx warn warnx verr verrx vwarn vwarnx error \
         error_at_line",
    ),
    (
        "it uses the network",
        "socket socketpair bind listen accept accept4 connect send sendto sendmsg sendmmsg recv recvfrom \
         recvmsg recvmmsg shutdown getsockopt setsockopt getsockname getpeername getaddrinfo freeaddrinfo \
         getnameinfo gethostbyname gethostbyname2 gethostbyaddr gethostbyname_r gethostbyaddr_r getservbyname \
         getservbyport getprotobyname res_init res_query res_search rcmd rexec ruserok",
    ),
    (
        "it loads code that is not part of the program",
        "dlopen dlmopen dlsym dlvsym dlclose dladdr dl_iterate_phdr",
    ),
    (
        "it would leave the child's control flow, not the program's",
        "longjmp _longjmp siglongjmp __longjmp_chk setjmp _setjmp sigsetjmp __sigsetjmp getcontext setcontext \
         makecontext swapcontext exit _exit _Exit quick_exit abort atexit at_quick_exit on_exit __cxa_atexit \
         backtrace backtrace_symbols",
    ),
    (
        "threads are not supported",
        "pthread_create pthread_join pthread_detach pthread_exit pthread_cancel pthread_kill \
         pthread_cond_wait pthread_cond_timedwait pthread_barrier_wait thrd_create thrd_join thrd_exit \
         sem_wait sem_timedwait pthread_atfork",
    ),
    (
        "signals of the child are not the program's",
        "signal sigaction bsd_signal sysv_signal sigset sigprocmask pthread_sigmask sigsuspend sigpending \
         sigwait sigwaitinfo sigtimedwait sigaltstack raise alarm ualarm setitimer timer_create pause sleep \
         usleep nanosleep clock_nanosleep",
    ),
    (
        "the child's heap and environment are not the program's",
        "malloc calloc realloc reallocarray free cfree aligned_alloc memalign posix_memalign valloc pvalloc \
         malloc_usable_size mallopt mallinfo mallinfo2 malloc_trim malloc_stats malloc_info sbrk brk \
         obstack_free setenv unsetenv putenv clearenv getenv secure_getenv __errno_location",
    ),
];

/// Functions of the host's C library that return text from `malloc`, which the program is to free.
const ALLOCATE_TEXT: &str =
    "strdup __strdup strndup __strndup get_current_dir_name realpath canonicalize_file_name tempnam";

/// Functions whose result is no function of their arguments: it depends on the system, the clock, the user. They may be called, not measured.
const DEPENDS_ON_SURROUNDINGS: &str = "access faccessat euidaccess getpid getppid gettid getpgid getpgrp getsid getuid geteuid getgid \
     getegid getgroups getlogin getlogin_r time clock times gettimeofday clock_gettime clock_getres timespec_get ftime getrusage \
     getrlimit getpriority sysconf pathconf fpathconf confstr getpagesize getauxval getcwd gethostname getdomainname uname stat \
     stat64 lstat lstat64 fstat fstat64 fstatat fstatat64 statx __xstat __lxstat __fxstat statfs fstatfs statvfs fstatvfs \
     readlink readlinkat realpath canonicalize_file_name getrandom getentropy rand rand_r random drand48 lrand48 mrand48 \
     arc4random localtime localtime_r ctime ctime_r mktime strftime tzset setlocale localeconv nl_langinfo getopt getopt_long \
     getpwnam getpwuid getgrnam getgrgid getpwent getgrent getpwnam_r getpwuid_r getgrnam_r getgrgid_r if_nametoindex \
     gethostid getmntent get_nprocs get_phys_pages get_avphys_pages sched_getcpu glob";

/// Does what it gives depend on more than its arguments?
pub fn depends_on_surroundings(name: &str) -> bool {
    lists(DEPENDS_ON_SURROUNDINGS, name)
}

/// Why a function must not be called natively.
pub fn refusal(name: &str) -> Option<&'static str> {
    REFUSED.iter().find(|(_, names)| lists(names, name)).map(|(reason, _)| *reason)
}

/// Does its result belong to the caller, as text on the heap?
pub fn allocates_text(name: &str) -> bool {
    lists(ALLOCATE_TEXT, name)
}

/// Names with blanks between them.
fn lists(names: &str, name: &str) -> bool {
    names.split_whitespace().any(|listed| listed == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn each_function_is_listed_once() {
        let mut seen = BTreeSet::new();
        let all = REFUSED.iter().map(|(_, names)| *names).chain([ALLOCATE_TEXT]);
        for name in all.flat_map(str::split_whitespace) {
            assert!(seen.insert(name), "{name} is listed twice");
        }
    }

    #[test]
    fn dangerous_functions_are_refused_and_others_are_not() {
        for name in
            ["execve", "fork", "kill", "unlink", "connect", "system", "dlopen", "longjmp", "pthread_create"]
        {
            assert!(refusal(name).is_some(), "{name}");
        }
        for name in ["sin", "strlen", "crc32", "l64a"] {
            assert_eq!(refusal(name), None, "{name}");
            assert!(!depends_on_surroundings(name));
        }
        assert!(depends_on_surroundings("getpid") && depends_on_surroundings("clock_gettime"));
    }
}
