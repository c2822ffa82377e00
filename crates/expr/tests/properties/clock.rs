//! Time that this thread has run, so that other work on the machine does not count.

use std::time::{Duration, Instant};

pub struct Clock {
    started: Instant,
    already: Option<u64>,
}

impl Clock {
    pub fn start() -> Self {
        Self { started: Instant::now(), already: running() }
    }

    /// Time on a processor where the system tells, else time on the wall.
    pub fn elapsed(&self) -> Duration {
        match (self.already, running()) {
            (Some(already), Some(now)) => Duration::from_nanos(now - already),
            _ => self.started.elapsed(),
        }
    }
}

/// Nanoseconds this thread has run.
fn running() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok()
}
