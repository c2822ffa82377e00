//! The child as the run sees it: started when it is first needed, asked with a time limit, killed with its owner.
#![allow(unsafe_code)]

use crate::CHILD_COMMAND;
use crate::child::ENVIRONMENT;
use crate::protocol::{self, Reply, Request};
use std::fmt;
use std::io::{self, Read};
use std::os::fd::{AsRawFd, RawFd};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// For starting and loading libraries, on a busy machine.
const START_LIMIT: Duration = Duration::from_secs(30);

/// Why there is no child.
#[derive(Debug)]
pub enum StartError {
    /// A library that cannot be loaded, in the words of the loader.
    Library(String),
    Start(String),
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StartError::Library(why) => write!(f, "cannot load a native library: {why}"),
            StartError::Start(why) => write!(f, "cannot start the process for native calls: {why}"),
        }
    }
}

impl std::error::Error for StartError {}

/// Why there is no reply; the child is gone.
#[derive(Debug)]
pub enum Failure {
    TimedOut,
    /// It ended; a status where it could be had.
    Ended(Option<ExitStatus>),
}

pub struct Process {
    child: Child,
    requests: ChildStdin,
    replies: ChildStdout,
    /// Its system calls are filtered.
    pub filtered: bool,
}

impl Process {
    pub fn start(libraries: &[PathBuf]) -> Result<Self, StartError> {
        let no_start = |why: io::Error| StartError::Start(why.to_string());
        // The file itself may have been replaced or removed since this process started.
        let mut command = Command::new("/proc/self/exe");
        command.arg0("bowline-native").arg(CHILD_COMMAND).args(libraries);
        command.env_clear().envs(ENVIRONMENT);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().map_err(no_start)?;
        let (Some(requests), Some(replies)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(StartError::Start("it has no pipes".to_string()));
        };
        let mut process = Self { child, requests, replies, filtered: false };
        match process.receive(START_LIMIT) {
            Ok(Reply::Ready { filtered }) => {
                process.filtered = filtered;
                Ok(process)
            }
            Ok(Reply::Failed(why)) => Err(StartError::Library(why)),
            Ok(Reply::Crashed { signal, .. }) => {
                Err(StartError::Library(format!("loading it crashes with signal {signal}")))
            }
            Ok(_) => Err(StartError::Start("it does not say that it is ready".to_string())),
            Err(Failure::TimedOut) => Err(StartError::Start("it takes too long".to_string())),
            Err(Failure::Ended(_)) => Err(StartError::Start("it ended at once".to_string())),
        }
    }

    /// One question and its answer. After a failure the child is of no more use.
    pub fn ask(&mut self, request: &Request, limit: Duration) -> Result<Reply, Failure> {
        match protocol::send(&mut self.requests, &request.encode()) {
            Ok(()) => self.receive(limit),
            Err(_) => Err(self.ended()),
        }
    }

    fn receive(&mut self, limit: Duration) -> Result<Reply, Failure> {
        let mut replies = Timed { pipe: &mut self.replies, until: Instant::now() + limit };
        let received = protocol::receive(&mut replies);
        match received.and_then(|payload| payload.map(|payload| Reply::decode(&payload)).transpose()) {
            Ok(Some(reply)) => Ok(reply),
            Err(error) if error.kind() == io::ErrorKind::TimedOut => Err(Failure::TimedOut),
            // Native code that writes to our pipe is no better than native code that crashes.
            Ok(None) | Err(_) => Err(self.ended()),
        }
    }

    fn ended(&mut self) -> Failure {
        // The pipe may close a moment before the process is gone.
        let until = Instant::now() + Duration::from_millis(200);
        while Instant::now() < until {
            match self.child.try_wait() {
                Ok(Some(status)) => return Failure::Ended(Some(status)),
                Ok(None) => std::thread::sleep(Duration::from_millis(2)),
                Err(_) => break,
            }
        }
        Failure::Ended(None)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may be gone already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What became of a process, for messages.
pub fn describe_end(status: Option<ExitStatus>) -> String {
    match status.map(|status| (status.code(), status.signal())) {
        Some((Some(code), _)) => format!("ended its process with status {code}"),
        Some((_, Some(signal))) => format!("was killed by {}", signal_name(signal as u32)),
        _ => "broke the connection to its process".to_string(),
    }
}

pub fn signal_name(signal: u32) -> String {
    let name = match signal as i32 {
        libc::SIGSEGV => "SIGSEGV",
        libc::SIGBUS => "SIGBUS",
        libc::SIGFPE => "SIGFPE",
        libc::SIGILL => "SIGILL",
        libc::SIGABRT => "SIGABRT",
        libc::SIGTRAP => "SIGTRAP",
        libc::SIGSYS => "SIGSYS",
        libc::SIGKILL => "SIGKILL",
        libc::SIGXCPU => "SIGXCPU",
        _ => return format!("signal {signal}"),
    };
    name.to_string()
}

/// Reads until a moment, then fails with `TimedOut`.
struct Timed<'a> {
    pipe: &'a mut ChildStdout,
    until: Instant,
}

impl Read for Timed<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = self.until.saturating_duration_since(Instant::now());
        if wait_readable(self.pipe.as_raw_fd(), left)? {
            self.pipe.read(buffer)
        } else {
            Err(io::ErrorKind::TimedOut.into())
        }
    }
}

fn wait_readable(descriptor: RawFd, limit: Duration) -> io::Result<bool> {
    let until = Instant::now() + limit;
    loop {
        let left = until.saturating_duration_since(Instant::now());
        let milliseconds = i32::try_from(left.as_millis()).unwrap_or(i32::MAX);
        let mut entry = libc::pollfd { fd: descriptor, events: libc::POLLIN, revents: 0 };
        // SAFETY: one entry, as said.
        match unsafe { libc::poll(&mut entry, 1, milliseconds) } {
            0 => return Ok(false),
            1.. => return Ok(true),
            _ => {
                let error = io::Error::last_os_error();
                if error.kind() != io::ErrorKind::Interrupted {
                    return Err(error);
                }
            }
        }
    }
}
