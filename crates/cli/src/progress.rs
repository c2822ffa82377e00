//! How a run goes, on standard error: a live status of two lines on a terminal, plain lines every few seconds elsewhere.
//!
//! The run itself calls, a few times per second; nothing here has a thread or a clock of its own.

use crate::args::RunOptions;
use crate::colour;
use crate::confinement::NO_SANDBOX;
use bowline_engine::message::{Tone, position};
use bowline_engine::progress::{NewBug, Observer, Progress};
use bowline_engine::report::SampleReport;
use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use std::io::{IsTerminal, stderr};
use std::time::Duration;

/// Until when plain lines come how often, in seconds.
const PACES: [(f64, f64); 3] = [(60.0, 5.0), (600.0, 15.0), (f64::INFINITY, 60.0)];

enum Place {
    Nowhere,
    Lines,
    Live { all: MultiProgress, lines: [ProgressBar; 2] },
}

/// See the module documentation.
pub struct Status {
    place: Place,
    limit: Option<Duration>,
    /// The sample that rates are counted from.
    before: SampleReport,
    next_line_at: f64,
}

impl Status {
    pub fn new(options: &RunOptions) -> Self {
        // What the program prints would tear a live status apart.
        let place = match (options.quiet, stderr().is_terminal() && !options.results.show_output) {
            (true, _) => Place::Nowhere,
            (false, false) => Place::Lines,
            (false, true) => live(),
        };
        let before = SampleReport::default();
        Self { place, limit: options.limits.max_time, before, next_line_at: PACES[0].1 }
    }

    /// Leaves nothing of a live status behind.
    pub fn clear(&mut self) {
        if let Place::Live { all, lines } = &self.place {
            lines.iter().for_each(ProgressBar::finish_and_clear);
            let _ = all.clear();
        }
        self.place = Place::Nowhere;
    }
}

fn live() -> Place {
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
    Place::Live { all, lines }
}

impl Observer for Status {
    fn progress(&mut self, progress: &Progress) {
        let sample = &progress.sample;
        match &self.place {
            Place::Nowhere => return,
            Place::Lines => {
                if sample.elapsed_s < self.next_line_at {
                    return;
                }
                let [first, second] = texts(progress, &self.before, self.limit);
                eprintln!("{first}, {second}");
                let pace =
                    PACES.iter().find(|(until, _)| sample.elapsed_s < *until).map_or(60.0, |(_, pace)| *pace);
                self.next_line_at = sample.elapsed_s + pace;
            }
            Place::Live { lines, .. } => {
                let texts = texts(progress, &self.before, self.limit);
                lines[0].tick();
                for (line, text) in lines.iter().zip(texts) {
                    line.set_message(text);
                }
            }
        }
        self.before = *sample;
    }

    fn found(&mut self, bug: &NewBug) {
        let place = position(&bug.file, bug.line, bug.column, &bug.function);
        match &self.place {
            Place::Nowhere => {}
            Place::Lines => eprintln!("found: {place}: {}: {}", bug.kind, bug.message),
            Place::Live { all, .. } => {
                let kind = match colour::is_wanted(&stderr()) {
                    true => colour::paint_text(Tone::Bad, bug.kind),
                    false => bug.kind.to_string(),
                };
                let _ = all.println(format!("found: {place}: {kind}: {}", bug.message));
            }
        }
    }

    fn unconfined(&mut self) {
        match &self.place {
            Place::Live { all, .. } => {
                let _ = all.println(NO_SANDBOX);
            }
            // Not even --quiet is a reason to be silent about it.
            _ => eprintln!("{NO_SANDBOX}"),
        }
    }

    fn confirming(&mut self, bugs: usize) {
        if let (Place::Live { lines, .. }, true) = (&self.place, bugs > 0) {
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
    let limit = limit.map_or_else(String::new, |limit| format!(" of {}", time(limit.as_secs_f64())));
    let covered = 100 * sample.covered_lines / progress.total_lines.max(1);
    let elapsed = (sample.elapsed_s - before.elapsed_s).max(0.001);
    let queries = (sample.queries - before.queries.min(sample.queries)) as f64 / elapsed;
    let solver = (100.0 * (sample.solver_s - before.solver_s) / elapsed).clamp(0.0, 100.0);
    let busiest = progress.busiest.as_ref().map_or_else(String::new, |line| format!(", mostly at {line}"));
    [
        format!(
            "{}{limit}: {}, {} live, {} of {} lines ({covered} %), {}",
            time(sample.elapsed_s),
            count(sample.paths, "path", "paths"),
            sample.live_states,
            sample.covered_lines,
            progress.total_lines,
            count(sample.bugs, "bug", "bugs"),
        ),
        format!("{queries:.0} queries/s, solver {solver:.0} %, {} MB{busiest}", sample.memory_mb),
    ]
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
        let progress = Progress { sample, total_lines: 10, busiest: Some("a.c:7".to_string()) };
        let [first, second] = texts(&progress, &before, Some(Duration::from_secs(3720)));
        assert_eq!(first, "1m07s of 1h02m: 1 path, 3 live, 5 of 10 lines (50 %), 0 bugs");
        assert_eq!(second, "100 queries/s, solver 50 %, 40 MB, mostly at a.c:7");
    }
}
