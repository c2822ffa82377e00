//! The supervisor: starts the program, waits for it, ends what it leaves behind, and says how it ended.
#![allow(unsafe_code)]

use crate::landlock::Wall;
use crate::notes::Notes;
use crate::watch::Watch;
use crate::{End, Ended, Plan, filter, namespaces};
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Write};
use std::os::fd::{AsFd, AsRawFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Told of all reports together.
const MOST_REPORTS: usize = 1 << 20;

/// Writable in every sandbox, beside what the plan says.
const ALWAYS_WRITABLE: [&str; 3] = ["/tmp", "/dev/shm", "/dev/pts"];
/// Devices that do not keep what is written to them.
pub(crate) const DEVICES: [&str; 7] = ["null", "zero", "full", "random", "urandom", "tty", "ptmx"];

/// Runs the program of a plan and writes an [`Ended`] to standard output; what the program prints goes to standard error. To be
/// called early in a process that does nothing else.
pub fn supervise(plan: &Path) -> io::Result<()> {
    let plan: Plan = serde_json::from_slice(&fs::read(plan)?)?;
    dies_with_parent()?;
    if plan.lock {
        namespaces::enter(&plan)?;
    }
    copy(&plan.scene, &plan.work)?;
    limit_resources(&plan);
    // SAFETY: no pointers. Processes whose parents are gone become children of this one; and nobody looks into its memory and files,
    // which have the verdict.
    unsafe {
        libc::prctl(libc::PR_SET_CHILD_SUBREAPER, 1);
        libc::prctl(libc::PR_SET_DUMPABLE, 0);
    }
    let notes = Notes::default();
    let program = start(&plan, &notes)?;
    let end = wait(program, Instant::now() + Duration::from_secs(plan.limits.seconds));
    match end_the_rest(&plan) {
        0 => {}
        1 => notes.add("a process that was to outlive it".to_string()),
        count => notes.add(format!("{count} processes that were to outlive it")),
    }
    let ended = Ended { end, reports: reports(&plan.reports, program), refused: notes.all() };
    io::stdout().write_all(&serde_json::to_vec(&ended)?)?;
    io::stdout().flush()
}

fn start(plan: &Plan, notes: &Notes) -> io::Result<libc::pid_t> {
    let mut command = Command::new(&plan.program);
    command.args(plan.args.iter().map(|arg| OsStr::from_bytes(arg))).env_clear();
    command
        .envs(plan.variables.iter().map(|(name, value)| (OsStr::from_bytes(name), OsStr::from_bytes(value))));
    command.current_dir(&plan.work).stdin(standard_input(plan)?);
    command.stdout(File::from(io::stderr().as_fd().try_clone_to_owned()?));
    if !plan.confined {
        // SAFETY: only makes system calls.
        unsafe { command.pre_exec(dies_with_parent) };
        return Ok(command.spawn()?.id() as libc::pid_t);
    }
    let (here, there) = UnixStream::pair()?;
    let (told, untold) = (filter::program(true), filter::program(false));
    let descriptor = there.as_raw_fd();
    let places = places(plan);
    // What it prints goes to a file that it may open by the name of its own descriptor.
    let wall = Wall::around(walled(&places), &[libc::STDERR_FILENO]);
    let enter = move || {
        if let Some(wall) = &wall {
            wall.enter()?;
        }
        filter::enter(&told, &untold, descriptor)
    };
    // SAFETY: only makes system calls, on memory that was made before.
    unsafe { command.pre_exec(enter) };
    let program = command.spawn()?.id() as libc::pid_t;
    drop((command, there));
    if let Some(calls) = filter::receive_descriptor(&here) {
        let watch = Watch { calls, places, notes: notes.clone() };
        thread::spawn(move || watch.listen());
    }
    Ok(program)
}

/// Where no sandbox sees to it, either.
fn dies_with_parent() -> io::Result<()> {
    // SAFETY: no pointers.
    match unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

fn standard_input(plan: &Plan) -> io::Result<Stdio> {
    let contents = fs::read(&plan.stdin)?;
    let (reader, mut writer) = io::pipe()?;
    // A program need not read all of it, and more than fits the pipe is written while it runs.
    thread::spawn(move || drop(writer.write_all(&contents)));
    Ok(Stdio::from(reader))
}

/// Where a program in a sandbox may write, and where not although it is in such a place.
fn places(plan: &Plan) -> Vec<(PathBuf, bool)> {
    let own = [&plan.work, &plan.reports].into_iter().chain(&plan.writable);
    let devices = DEVICES.map(|name| Path::new("/dev").join(name));
    let writable = ALWAYS_WRITABLE.map(PathBuf::from).into_iter().chain(devices).chain(own.cloned());
    let seen = plan.hidden().cloned().map(|path| (path, false));
    // Of equals the last counts.
    seen.chain(writable.map(|path| (path, true))).collect()
}

/// What is within the wall. Places that are read-only within others that are not are left to the mounts.
fn walled(places: &[(PathBuf, bool)]) -> impl Iterator<Item = &Path> {
    places.iter().filter(|(_, writable)| *writable).map(|(path, _)| path.as_path())
}

/// What it finds around it, where it may change it.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (kind, target) = (entry.file_type()?, to.join(entry.file_name()));
        if kind.is_dir() {
            fs::create_dir(&target)?;
            copy(&entry.path(), &target)?;
        } else if kind.is_symlink() {
            symlink(fs::read_link(entry.path())?, &target)?;
        } else {
            fs::copy(entry.path(), &target)?;
        }
    }
    Ok(())
}

/// Address space stays unlimited: sanitizers reserve terabytes.
fn limit_resources(plan: &Plan) {
    let limits = &plan.limits;
    let mut all = vec![
        (libc::RLIMIT_CORE, 0),
        (libc::RLIMIT_CPU, limits.seconds + 1),
        (libc::RLIMIT_FSIZE, limits.file_bytes),
    ];
    // Outside a sandbox the user's other processes count, too.
    if plan.confined {
        all.push((libc::RLIMIT_NPROC, limits.processes));
    }
    for (what, most) in all {
        let limit = libc::rlimit { rlim_cur: most, rlim_max: most };
        // SAFETY: reads one structure.
        unsafe { libc::setrlimit(what, &limit) };
    }
    limit_stack(limits.stack_bytes);
}

/// The program may ask for more: there are some that do not start where a stack has a hard limit, which it has on few systems.
fn limit_stack(most: u64) {
    let mut limit = libc::rlimit { rlim_cur: most, rlim_max: most };
    // SAFETY: writes one structure, and reads it.
    unsafe {
        if libc::getrlimit(libc::RLIMIT_STACK, &mut limit) == 0 {
            limit.rlim_cur = most.min(limit.rlim_max);
        }
        libc::setrlimit(libc::RLIMIT_STACK, &limit);
    }
}

/// Also takes note of the ends of its children's children, which nobody else waits for.
fn wait(program: libc::pid_t, until: Instant) -> End {
    let mut pause = Duration::from_millis(1);
    loop {
        let mut status = 0;
        // SAFETY: writes one number.
        let ended = unsafe { libc::waitpid(-1, &mut status, libc::WNOHANG) };
        if ended == program {
            return match libc::WIFSIGNALED(status) {
                true => End::Signal(libc::WTERMSIG(status)),
                false => End::Code(libc::WEXITSTATUS(status)),
            };
        }
        if ended > 0 {
            continue;
        }
        if Instant::now() >= until {
            // SAFETY: no pointers but null; the process is a child that nobody has waited for.
            unsafe {
                libc::kill(program, libc::SIGKILL);
                libc::waitpid(program, std::ptr::null_mut(), 0);
            }
            return End::TimedOut;
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(10));
    }
}

/// Ends what the program started and did not wait for. Returns how many that were, helpers of sanitizers aside.
fn end_the_rest(plan: &Plan) -> usize {
    let mut ended = BTreeSet::new();
    loop {
        let children = children(plan);
        if children.is_empty() {
            return ended.len();
        }
        ended.extend(children.iter().copied().filter(|child| !is_helper(*child)));
        for child in children {
            // SAFETY: no pointers; the process is a descendant that nobody has waited for.
            unsafe { libc::kill(child, libc::SIGKILL) };
        }
        // SAFETY: null means that the status does not matter.
        while unsafe { libc::waitpid(-1, std::ptr::null_mut(), libc::WNOHANG) } > 0 {}
        thread::sleep(Duration::from_millis(1));
    }
}

/// All processes of a sandbox but its first, which this one is; otherwise the children of this process, which the children of
/// those become when these end.
fn children(plan: &Plan) -> Vec<libc::pid_t> {
    let own = std::process::id();
    let text = match plan.confined {
        true => {
            let names = fs::read_dir("/proc").into_iter().flatten().flatten();
            names.map(|entry| entry.file_name().to_string_lossy().into_owned() + " ").collect()
        }
        false => fs::read_to_string(format!("/proc/self/task/{own}/children")).unwrap_or_default(),
    };
    let numbers = text.split_whitespace().filter_map(|number| number.parse().ok());
    numbers.filter(|number| *number != own as libc::pid_t && is_alive(*number)).collect()
}

fn is_alive(process: libc::pid_t) -> bool {
    let text = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // The name in parentheses may contain anything.
    text.rsplit(')').next().is_some_and(|rest| !rest.is_empty() && !rest.trim_start().starts_with(['Z', 'X']))
}

/// What sanitizers start to find names of functions ends by itself a moment later.
fn is_helper(process: libc::pid_t) -> bool {
    fs::read_to_string(format!("/proc/{process}/comm")).is_ok_and(|name| name.starts_with("llvm-symbolize"))
}

/// The program's own report comes before those of other processes.
fn reports(directory: &Path, program: libc::pid_t) -> String {
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    let is_file = |path: &PathBuf| path.symlink_metadata().is_ok_and(|data| data.is_file());
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(is_file).collect();
    files.sort_by_key(|path| (path.extension() != Some(OsStr::new(&program.to_string())), path.clone()));
    let mut text = String::new();
    for file in files {
        text.push_str(&String::from_utf8_lossy(&fs::read(file).unwrap_or_default()));
        if text.len() > MOST_REPORTS {
            let end = text.floor_char_boundary(MOST_REPORTS);
            text.truncate(end);
            break;
        }
    }
    text
}
