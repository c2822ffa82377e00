//! A thread that watches the clock, the memory and the user, so that the exploration itself only looks at one flag.
//!
//! When it is time to stop it raises the flag; a solver that is still busy after a moment of grace is interrupted. The
//! same flag asks, a few times per second, for a sample of the timeline.

use crate::config::Limits;
use crate::process;
use crate::report::Stop;
use crate::timeline;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Between two looks.
const INTERVAL: Duration = Duration::from_millis(20);
/// A query that is nearly done is worth waiting for: an interrupted one counts as lost.
const GRACE: Duration = Duration::from_millis(500);

/// Address space that the end of a run needs, in MiB.
const RESERVE_MB: u64 = 200;

const REASONS: [Stop; 3] = [Stop::MaxTime, Stop::MaxMemory, Stop::Interrupted];
const NO_REASON: u8 = u8::MAX;
const SAMPLE: u8 = u8::MAX - 1;

/// What the exploration should do before it goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Request {
    Stop(Stop),
    /// Look at where the run stands.
    Sample,
}

pub struct Watch {
    reason: Arc<AtomicU8>,
    /// Dropped to end the thread.
    wake: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Watch {
    /// Time is counted from `start`.
    pub fn begin(start: Instant, limits: &Limits, user: Arc<AtomicBool>, solver: Arc<AtomicBool>) -> Self {
        let reason = Arc::new(AtomicU8::new(NO_REASON));
        let (wake, woken) = channel();
        let watcher = Watcher {
            deadline: limits.max_time.and_then(|time| start.checked_add(time)),
            max_memory_mb: limits.max_memory_mb,
            user,
            solver,
            reason: Arc::clone(&reason),
        };
        let thread = thread::spawn(move || watcher.watch(&woken));
        Self { reason, wake: Some(wake), thread: Some(thread) }
    }

    #[inline]
    pub fn request(&self) -> Option<Request> {
        match self.reason.load(Ordering::Relaxed) {
            NO_REASON => None,
            _ => self.take_request(),
        }
    }

    /// A request for a sample is met once; a reason to stop stays.
    #[cold]
    fn take_request(&self) -> Option<Request> {
        let met = self.reason.compare_exchange(SAMPLE, NO_REASON, Ordering::Relaxed, Ordering::Relaxed);
        match met {
            Ok(_) => Some(Request::Sample),
            Err(index) => REASONS.get(usize::from(index)).copied().map(Request::Stop),
        }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.wake = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

struct Watcher {
    deadline: Option<Instant>,
    max_memory_mb: Option<u64>,
    user: Arc<AtomicBool>,
    solver: Arc<AtomicBool>,
    reason: Arc<AtomicU8>,
}

impl Watcher {
    fn watch(&self, woken: &Receiver<()>) {
        let over = |time| woken.recv_timeout(time) != Err(RecvTimeoutError::Timeout);
        let mut next_sample = Instant::now() + timeline::INTERVAL;
        loop {
            if let Some(reason) = self.look() {
                let index = REASONS.iter().position(|known| *known == reason).unwrap_or_default();
                self.reason.store(index as u8, Ordering::Relaxed);
                if !over(GRACE) {
                    self.solver.store(true, Ordering::Relaxed);
                }
                return;
            }
            let now = Instant::now();
            if now >= next_sample {
                next_sample = now + timeline::INTERVAL;
                self.reason.store(SAMPLE, Ordering::Relaxed);
            }
            if over(INTERVAL) {
                return;
            }
        }
    }

    fn look(&self) -> Option<Stop> {
        if self.user.load(Ordering::Relaxed) {
            return Some(Stop::Interrupted);
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Some(Stop::MaxTime);
        }
        let is_full = self.max_memory_mb.is_some_and(|limit| process::resident_mb() > Some(limit));
        // An allocation that fails ends the process at once: no report, no confirmation.
        let is_confined = || process::address_space_left_mb().is_some_and(|left| left < RESERVE_MB);
        (is_full || is_confined()).then_some(Stop::MaxMemory)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reason_within(watch: &Watch, time: Duration) -> Option<Stop> {
        let end = Instant::now() + time;
        while Instant::now() < end {
            if let Some(Request::Stop(reason)) = watch.request() {
                return Some(reason);
            }
            thread::sleep(Duration::from_millis(5));
        }
        None
    }

    #[test]
    fn samples_are_asked_for_until_the_end() {
        let limits = Limits { max_time: Some(timeline::INTERVAL * 3), ..Limits::default() };
        let watch = Watch::begin(Instant::now(), &limits, Arc::default(), Arc::default());
        let mut samples = 0;
        loop {
            match watch.request() {
                Some(Request::Sample) => samples += 1,
                Some(Request::Stop(reason)) => break assert_eq!(reason, Stop::MaxTime),
                None => thread::sleep(Duration::from_millis(5)),
            }
        }
        assert!((1..=3).contains(&samples), "{samples} samples");
    }

    #[test]
    fn the_deadline_is_noticed_and_a_busy_solver_interrupted() {
        let limits = Limits { max_time: Some(Duration::from_millis(50)), ..Limits::default() };
        let solver = Arc::new(AtomicBool::new(false));
        let watch = Watch::begin(Instant::now(), &limits, Arc::default(), Arc::clone(&solver));
        assert_eq!(watch.request(), None);
        assert_eq!(reason_within(&watch, Duration::from_secs(5)), Some(Stop::MaxTime));
        thread::sleep(GRACE + INTERVAL * 5);
        assert!(solver.load(Ordering::Relaxed));
    }

    #[test]
    fn the_user_and_the_memory_limit_stop_a_run() {
        let user = Arc::new(AtomicBool::new(true));
        let watch = Watch::begin(Instant::now(), &Limits::default(), user, Arc::default());
        assert_eq!(reason_within(&watch, Duration::from_secs(5)), Some(Stop::Interrupted));
        let limits = Limits { max_memory_mb: Some(0), ..Limits::default() };
        let watch = Watch::begin(Instant::now(), &limits, Arc::default(), Arc::default());
        assert_eq!(reason_within(&watch, Duration::from_secs(5)), Some(Stop::MaxMemory));
    }
}
