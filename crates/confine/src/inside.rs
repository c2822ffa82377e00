//! What runs in a sandbox, as whoever started it sees it: how much of the processor it has had, and whether it may go on.
//!
//! Processes are found through `/proc` each time, from the one that was started downwards: the sandbox's own are told by their command line. A program that
//! gives itself that command line, or hides otherwise, is not paused; it still ends with the sandbox.
#![allow(unsafe_code)]

use crate::SUPERVISOR_COMMAND;
use std::fs;
use std::time::Duration;

/// Linux reports times to user space in hundredths of a second on every machine we run on.
const TICK: Duration = Duration::from_millis(10);

/// The processes of one sandbox.
pub struct Inside {
    /// What was started.
    outermost: u32,
}

impl Inside {
    pub(crate) fn of(outermost: u32) -> Self {
        Self { outermost }
    }

    /// Processor time of what runs there now, with that of children that have ended.
    pub fn processor_time(&self) -> Duration {
        self.programs().filter_map(processor_time).sum()
    }

    /// Nothing of it runs until [`Inside::go_on`]. Its time limit does not wait.
    pub fn pause(&self) {
        self.signal(libc::SIGSTOP);
    }

    pub fn go_on(&self) {
        self.signal(libc::SIGCONT);
    }

    fn signal(&self, signal: libc::c_int) {
        for process in self.programs() {
            // SAFETY: no pointers. The process was a descendant a moment ago, and is stopped or goes on, no more.
            unsafe { libc::kill(process as libc::pid_t, signal) };
        }
    }

    /// All but the sandbox's own.
    fn programs(&self) -> impl Iterator<Item = u32> {
        let mut all = vec![self.outermost];
        let mut next = 0;
        while next < all.len() {
            all.extend(children(all[next]));
            next += 1;
        }
        all.into_iter().filter(|process| !is_own(*process))
    }
}

fn children(process: u32) -> Vec<u32> {
    let tasks = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let lists = tasks.filter_map(|task| fs::read_to_string(task.path().join("children")).ok());
    lists
        .flat_map(|list| list.split_whitespace().filter_map(|one| one.parse().ok()).collect::<Vec<u32>>())
        .collect()
}

/// One that carries the sandbox: it has the supervisor's command among its arguments.
fn is_own(process: u32) -> bool {
    let line = fs::read(format!("/proc/{process}/cmdline")).unwrap_or_default();
    line.split(|byte| *byte == 0).any(|word| word == SUPERVISOR_COMMAND.as_bytes())
}

fn processor_time(process: u32) -> Option<Duration> {
    let text = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name in parentheses may contain anything; fields are counted behind it: of itself and of its children, user and system.
    let fields = text.rsplit(')').next()?.split_whitespace().skip(11).take(4);
    let ticks: u32 = fields.filter_map(|field| field.parse::<u32>().ok()).sum();
    Some(TICK * ticks)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;
    use std::thread::sleep;
    use std::time::Instant;

    fn grows(inside: &Inside, within: Duration) -> bool {
        let (before, end) = (inside.processor_time(), Instant::now() + within);
        while Instant::now() < end {
            if inside.processor_time() > before + 2 * TICK {
                return true;
            }
            sleep(TICK);
        }
        false
    }

    #[test]
    fn what_pauses_takes_no_time_until_it_goes_on() {
        // The outer shell stands for a sandbox: it has the word among its arguments.
        let script = "sh -c 'while :; do :; done'; :";
        let mut child = Command::new("sh").args(["-c", script, SUPERVISOR_COMMAND]).spawn().expect("a shell");
        let inside = Inside::of(child.id());
        assert!(grows(&inside, Duration::from_secs(20)), "it runs");
        inside.pause();
        sleep(5 * TICK);
        assert!(!grows(&inside, Duration::from_millis(300)), "it pauses");
        inside.go_on();
        assert!(grows(&inside, Duration::from_secs(20)), "it goes on");
        assert_eq!(inside.programs().count(), 1, "the outer shell is not counted");
        inside.signal(libc::SIGKILL);
        child.wait().expect("it ends");
    }
}
