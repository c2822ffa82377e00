//! A thread that watches the clock, the memory and the user, so that the exploration itself only looks at one flag.
//!
//! When it is time to stop it raises the flag; a solver that is still busy after a moment of grace is interrupted; and an
//! explorer that goes on even then is said to be stuck, to whoever waits for it. The same flag asks, a few times per second,
//! for a sample of the timeline.

use crate::conduct::{Line, News};
use crate::config::{Limits, RunConfig};
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
/// How long is waited for whoever was asked to stop.
#[derive(Clone, Copy)]
struct Pace {
    /// Until the solver is interrupted.
    grace: Duration,
    /// After that, until it is said to be stuck.
    patience: Duration,
}

/// A query that is nearly done is worth waiting for: an interrupted one counts as lost. What notices the interrupt writes what there is.
const EXPLORING: Pace = Pace { grace: Duration::from_millis(500), patience: Duration::from_millis(1000) };
/// Nothing is lost, and nobody notices anything.
const LOADING: Pace = Pace { grace: Duration::ZERO, patience: Duration::from_millis(100) };

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
    /// Raised when the moment of grace is over.
    urgent: Arc<AtomicBool>,
    /// Dropped to end the thread.
    wake: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Watch {
    /// Of an exploration that began at `start`.
    pub fn of_exploration(start: Instant, config: &RunConfig, line: &Line) -> Self {
        let line = line.clone();
        let stuck = move |reason| line.tell(News::Stuck(reason));
        let (user, solver) = (Arc::clone(&config.interrupt), Arc::clone(&config.solver.interrupt));
        Self::begin(start, &config.limits, EXPLORING, user, solver, stuck)
    }

    /// Of loading, which cannot be interrupted.
    pub fn of_loading(start: Instant, config: &RunConfig, line: &Line) -> Self {
        let line = line.clone();
        let stuck = move |reason| line.tell(News::Stuck(reason));
        let limits = Limits { max_time: config.limits.aside(), ..config.limits.clone() };
        Self::begin(start, &limits, LOADING, Arc::clone(&config.interrupt), Arc::default(), stuck)
    }

    /// Time is counted from `start`.
    fn begin(
        start: Instant,
        limits: &Limits,
        pace: Pace,
        user: Arc<AtomicBool>,
        solver: Arc<AtomicBool>,
        stuck: impl FnOnce(Stop) + Send + 'static,
    ) -> Self {
        let reason = Arc::new(AtomicU8::new(NO_REASON));
        let (wake, woken) = channel();
        let urgent = Arc::clone(&solver);
        let watcher = Watcher {
            deadline: limits.max_time.and_then(|time| start.checked_add(time)),
            max_memory_mb: limits.max_memory_mb,
            pace,
            user,
            solver,
            reason: Arc::clone(&reason),
        };
        let thread = thread::spawn(move || {
            if let Some(reason) = watcher.watch(&woken) {
                stuck(reason);
            }
        });
        Self { reason, urgent, wake: Some(wake), thread: Some(thread) }
    }

    /// Everything that can wait is to be left undone.
    pub fn is_urgent(&self) -> bool {
        self.urgent.load(Ordering::Relaxed)
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
    pace: Pace,
    user: Arc<AtomicBool>,
    solver: Arc<AtomicBool>,
    reason: Arc<AtomicU8>,
}

impl Watcher {
    /// The reason to stop, where that was ignored.
    fn watch(&self, woken: &Receiver<()>) -> Option<Stop> {
        let over = |time| woken.recv_timeout(time) != Err(RecvTimeoutError::Timeout);
        let mut next_sample = Instant::now() + timeline::INTERVAL;
        loop {
            if let Some(reason) = self.look() {
                let index = REASONS.iter().position(|known| *known == reason).unwrap_or_default();
                self.reason.store(index as u8, Ordering::Relaxed);
                if over(self.pace.grace) {
                    return None;
                }
                self.solver.store(true, Ordering::Relaxed);
                return (!over(self.pace.patience)).then_some(reason);
            }
            let now = Instant::now();
            if now >= next_sample {
                next_sample = now + timeline::INTERVAL;
                self.reason.store(SAMPLE, Ordering::Relaxed);
            }
            if over(INTERVAL) {
                return None;
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

    /// With what it says when it is ignored.
    fn begin(limits: &Limits, user: bool, solver: Arc<AtomicBool>) -> (Watch, Receiver<Stop>) {
        let (sender, stuck) = channel();
        let tell = move |reason| {
            // A test need not wait for it.
            let _ = sender.send(reason);
        };
        (
            Watch::begin(Instant::now(), limits, EXPLORING, Arc::new(AtomicBool::new(user)), solver, tell),
            stuck,
        )
    }

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
        let (watch, _stuck) = begin(&limits, false, Arc::default());
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
        let (watch, stuck) = begin(&limits, false, Arc::clone(&solver));
        assert_eq!(watch.request(), None);
        assert_eq!(reason_within(&watch, Duration::from_secs(5)), Some(Stop::MaxTime));
        assert_eq!(stuck.recv_timeout(Duration::from_secs(20)), Ok(Stop::MaxTime), "nobody has stopped");
        assert!(solver.load(Ordering::Relaxed) && watch.is_urgent());
    }

    #[test]
    fn who_stops_in_time_is_not_stuck() {
        let limits = Limits { max_time: Some(Duration::from_millis(50)), ..Limits::default() };
        let (watch, stuck) = begin(&limits, false, Arc::default());
        assert_eq!(reason_within(&watch, Duration::from_secs(5)), Some(Stop::MaxTime));
        drop(watch);
        assert!(stuck.recv().is_err(), "the watch has ended without a word");
    }

    #[test]
    fn the_user_and_the_memory_limit_stop_a_run() {
        let (watch, _stuck) = begin(&Limits::default(), true, Arc::default());
        assert_eq!(reason_within(&watch, Duration::from_secs(5)), Some(Stop::Interrupted));
        let limits = Limits { max_memory_mb: Some(0), ..Limits::default() };
        let (watch, _stuck) = begin(&limits, false, Arc::default());
        assert_eq!(reason_within(&watch, Duration::from_secs(5)), Some(Stop::MaxMemory));
    }
}
