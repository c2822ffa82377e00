//! How a run goes, on standard error: a live status of two lines on a terminal, plain lines every few seconds elsewhere.
//!
//! The run itself calls, a few times per second. While it does not, because one question to the solver takes long, a thread
//! goes on: whoever watches sees that time passes, and with what.

use crate::args::RunOptions;
use crate::colour;
use crate::confinement::NO_SANDBOX;
use bowline_engine::message::{Tone, position};
use bowline_engine::progress::{NewBug, Observer, Progress};
use bowline_engine::report::SampleReport;
use bowline_engine::visible::visible_line;
use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use std::io::{IsTerminal, stderr};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Until when plain lines come how often, in seconds.
const PACES: [(f64, f64); 3] = [(60.0, 5.0), (600.0, 15.0), (f64::INFINITY, 60.0)];

/// Between two looks of the thread.
const TICK: Duration = Duration::from_millis(250);
/// A run that has not called for so long is busy with one step.
const SILENCE: Duration = Duration::from_secs(1);

enum Manner {
    Nowhere,
    Lines,
    Live { all: MultiProgress, lines: [ProgressBar; 2] },
}

/// See the module documentation.
pub struct Status {
    shown: Arc<Mutex<Shown>>,
    /// Dropped to end the thread.
    wake: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

struct Shown {
    manner: Manner,
    limit: Option<Duration>,
    /// The sample that rates are counted from.
    before: SampleReport,
    next_line_at: f64,
    /// What the run said last, while it explores.
    last: Option<(Progress, Instant)>,
}

impl Status {
    pub fn new(options: &RunOptions) -> Self {
        // What the program prints would tear a live status apart.
        let manner = match (options.quiet, stderr().is_terminal() && !options.results.show_output) {
            (true, _) => Manner::Nowhere,
            (false, false) => Manner::Lines,
            (false, true) => live(),
        };
        let before = SampleReport::default();
        let limit = options.limits.max_time;
        let shown = Shown { manner, limit, before, next_line_at: PACES[0].1, last: None };
        let shown = Arc::new(Mutex::new(shown));
        let (wake, woken) = channel();
        let watched = Arc::clone(&shown);
        // Without a thread the status stands still now and then, no more.
        let thread = thread::Builder::new().spawn(move || tick(&watched, &woken)).ok();
        Self { shown, wake: Some(wake), thread }
    }

    fn shown(&self) -> MutexGuard<'_, Shown> {
        locked(&self.shown)
    }

    /// Leaves nothing of a live status behind.
    pub fn clear(&mut self) {
        self.wake = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
        let mut shown = self.shown();
        if let Manner::Live { all, lines } = &shown.manner {
            lines.iter().for_each(ProgressBar::finish_and_clear);
            let _ = all.clear();
        }
        shown.manner = Manner::Nowhere;
    }
}

/// A panic elsewhere is no reason for another.
fn locked(shown: &Mutex<Shown>) -> MutexGuard<'_, Shown> {
    shown.lock().unwrap_or_else(PoisonError::into_inner)
}

fn tick(shown: &Mutex<Shown>, woken: &Receiver<()>) {
    while woken.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
        locked(shown).tick();
    }
}

fn live() -> Manner {
    let all = MultiProgress::new();
    let style = |template| {
        ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_spinner())
    };
    let lines = ["{spinner} {wide_msg}", "  {wide_msg}"].map(|template| {
        let line = all.add(ProgressBar::new_spinner());
        line.set_style(style(template));
        line
    });
    lines[0].set_message("loading");
    Manner::Live { all, lines }
}

impl Shown {
    /// Shows that time passes where the run says nothing.
    fn tick(&mut self) {
        let Some((progress, when)) = &self.last else { return };
        let silent = when.elapsed();
        if silent >= SILENCE {
            let mut now = progress.clone();
            now.sample.elapsed_s += silent.as_secs_f64();
            let texts = silent_texts(&now, self.limit, silent);
            self.show(now.sample.elapsed_s, texts);
        }
    }

    /// Is it shown?
    fn show(&mut self, elapsed_s: f64, lines: [String; 2]) -> bool {
        let [first, second] = lines.map(|line| visible_line(&line));
        match &self.manner {
            Manner::Nowhere => return false,
            Manner::Lines => {
                if elapsed_s < self.next_line_at {
                    return false;
                }
                eprintln!("{first}, {second}");
                let pace = PACES.iter().find(|(until, _)| elapsed_s < *until).map_or(60.0, |(_, pace)| *pace);
                self.next_line_at = elapsed_s + pace;
            }
            Manner::Live { lines, .. } => {
                lines[0].tick();
                lines[0].set_message(first);
                lines[1].set_message(second);
            }
        }
        true
    }
}

impl Observer for Status {
    fn progress(&mut self, progress: &Progress) {
        let mut shown = self.shown();
        let texts = texts(progress, &shown.before, shown.limit);
        if shown.show(progress.sample.elapsed_s, texts) {
            shown.before = progress.sample;
        }
        shown.last = Some((progress.clone(), Instant::now()));
    }

    fn found(&mut self, bug: &NewBug) {
        let place = visible_line(&position(&bug.file, bug.line, bug.column, &bug.function));
        let message = visible_line(&bug.message);
        match &self.shown().manner {
            Manner::Nowhere => {}
            Manner::Lines => eprintln!("found: {place}: {}: {message}", bug.kind),
            Manner::Live { all, .. } => {
                let kind = match colour::is_wanted(&stderr()) {
                    true => colour::paint_text(Tone::Bad, bug.kind),
                    false => bug.kind.to_string(),
                };
                let _ = all.println(format!("found: {place}: {kind}: {message}"));
            }
        }
    }

    fn unconfined(&mut self) {
        match &self.shown().manner {
            Manner::Live { all, .. } => {
                let _ = all.println(NO_SANDBOX);
            }
            // Not even --quiet is a reason to be silent about it.
            _ => eprintln!("{NO_SANDBOX}"),
        }
    }

    fn confirming(&mut self, bugs: usize) {
        let mut shown = self.shown();
        shown.last = None;
        if let (Manner::Live { lines, .. }, true) = (&shown.manner, bugs > 0) {
            lines[0].set_message(format!("running {} natively", count(bugs as u64, "bug", "bugs")));
            lines[1].set_message("");
        }
    }
}

fn count(number: u64, one: &str, many: &str) -> String {
    if number == 1 { format!("1 {one}") } else { format!("{number} {many}") }
}

/// How far it has come, and what it costs.
fn texts(progress: &Progress, before: &SampleReport, limit: Option<Duration>) -> [String; 2] {
    let sample = &progress.sample;
    let elapsed = (sample.elapsed_s - before.elapsed_s).max(0.001);
    let queries = (sample.queries - before.queries.min(sample.queries)) as f64 / elapsed;
    let solver = (100.0 * (sample.solver_s - before.solver_s) / elapsed).clamp(0.0, 100.0);
    let second = format!(
        "{queries:.0} queries/s, solver {solver:.0} %, {} MB{}{}",
        sample.memory_mb,
        busiest(progress, "mostly at"),
        fuzzer(progress),
    );
    [reached(progress, limit), second]
}

/// The same while one step, most likely a question to the solver, takes long.
fn silent_texts(progress: &Progress, limit: Option<Duration>, silent: Duration) -> [String; 2] {
    let taken = time(silent.as_secs_f64());
    [
        reached(progress, limit),
        format!("one step has taken {taken} so far{}", busiest(progress, "until then mostly at")),
    ]
}

fn reached(progress: &Progress, limit: Option<Duration>) -> String {
    let sample = &progress.sample;
    let limit = limit.map_or_else(String::new, |limit| format!(" of {}", time(limit.as_secs_f64())));
    let covered = 100 * sample.covered_lines / progress.total_lines.max(1);
    format!(
        "{}{limit}: {}, {} live, {} of {} lines ({covered} %), {}",
        time(sample.elapsed_s),
        count(sample.paths, "path", "paths"),
        sample.live_states,
        sample.covered_lines,
        progress.total_lines,
        count(sample.bugs, "bug", "bugs"),
    )
}

fn busiest(progress: &Progress, how: &str) -> String {
    progress.busiest.as_ref().map_or_else(String::new, |line| format!(", {how} {line}"))
}

/// What the fuzzer has done, once it runs.
fn fuzzer(progress: &Progress) -> String {
    let Some(fuzz) = progress.fuzz.filter(|fuzz| fuzz.runs || fuzz.executions > 0) else {
        return String::new();
    };
    let crashes = match fuzz.crashes {
        0 => String::new(),
        crashes => format!(", {}", count(crashes as u64, "crash", "crashes")),
    };
    format!(
        "; fuzzer: {}, {}{crashes}",
        count(fuzz.executions, "run", "runs"),
        count(fuzz.inputs as u64, "input", "inputs")
    )
}

/// `7s`, `2m05s`, `1h02m`
fn time(seconds: f64) -> String {
    match seconds as u64 {
        seconds @ 0..60 => format!("{seconds}s"),
        seconds @ 60..3600 => format!("{}m{:02}s", seconds / 60, seconds % 60),
        seconds => format!("{}h{:02}m", seconds / 3600, seconds / 60 % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bowline_engine::progress::FuzzProgress;

    #[test]
    fn rates_are_of_the_time_since_the_last_line() {
        let before =
            SampleReport { elapsed_s: 65.0, queries: 100, solver_s: 10.0, ..SampleReport::default() };
        let sample = SampleReport {
            elapsed_s: 67.0,
            queries: 300,
            solver_s: 11.0,
            paths: 1,
            live_states: 3,
            covered_lines: 5,
            memory_mb: 40,
            ..SampleReport::default()
        };
        let progress =
            Progress { sample, total_lines: 10, busiest: Some("a.c:7".to_string()), ..Progress::default() };
        let [first, second] = texts(&progress, &before, Some(Duration::from_secs(3720)));
        assert_eq!(first, "1m07s of 1h02m: 1 path, 3 live, 5 of 10 lines (50 %), 0 bugs");
        assert_eq!(second, "100 queries/s, solver 50 %, 40 MB, mostly at a.c:7");
        let fuzz = FuzzProgress { runs: true, executions: 4711, inputs: 1, crashes: 2 };
        let fuzzed = Progress { fuzz: Some(fuzz), ..progress.clone() };
        let [_, second] = texts(&fuzzed, &before, None);
        assert!(second.ends_with("mostly at a.c:7; fuzzer: 4711 runs, 1 input, 2 crashes"), "{second}");
        let [first, second] = silent_texts(&progress, None, Duration::from_secs(9));
        assert_eq!(first, "1m07s: 1 path, 3 live, 5 of 10 lines (50 %), 0 bugs");
        assert_eq!(second, "one step has taken 9s so far, until then mostly at a.c:7");
    }
}
