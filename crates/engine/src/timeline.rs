//! How a run went over time: samples of where it stood.
//!
//! The watch asks for a sample every [`INTERVAL`]. There are never more than [`MOST`]: when they become too many, every
//! second one is dropped and from then on only every second request is met. The first and the last are always kept.

use crate::coverage::LineIndex;
use crate::process;
use crate::report::{PathCounts, SampleReport};
use bowline_exec::Executor;
use std::time::{Duration, Instant};

pub const INTERVAL: Duration = Duration::from_millis(250);
const MOST: usize = 400;

/// What only the explorer knows.
#[derive(Clone, Copy, Debug)]
pub struct Standing {
    pub paths: PathCounts,
    pub live_states: u64,
    pub bugs: u64,
}

pub struct Timeline {
    start: Instant,
    samples: Vec<SampleReport>,
    /// One of so many requests is met.
    stride: u64,
    requests: u64,
    lines: LineIndex,
    /// Covered instructions and lines at the last sample: counting again is only worth it for something new.
    counted: (u64, u64),
}

impl Timeline {
    pub fn begin(executor: &Executor) -> Self {
        let lines = LineIndex::new(&executor.program().module);
        Self { start: Instant::now(), samples: Vec::new(), stride: 1, requests: 0, lines, counted: (0, 0) }
    }

    /// Where the run stands now; kept if it is its turn.
    pub fn sample(&mut self, executor: &Executor, standing: Standing) -> SampleReport {
        let is_met = self.requests.is_multiple_of(self.stride);
        self.requests += 1;
        let sample = self.take(executor, standing);
        if is_met {
            self.samples.push(sample);
        }
        if self.samples.len() > MOST {
            let mut index = 0;
            self.samples.retain(|_| {
                index += 1;
                index % 2 == 1
            });
            self.stride *= 2;
        }
        sample
    }

    /// Whatever the stride says.
    pub fn sample_last(&mut self, executor: &Executor, standing: Standing) {
        let sample = self.take(executor, standing);
        self.samples.push(sample);
    }

    /// Lines of the program.
    pub fn total_lines(&self) -> u64 {
        self.lines.count() as u64
    }

    pub fn finish(self) -> Vec<SampleReport> {
        self.samples
    }

    fn take(&mut self, executor: &Executor, standing: Standing) -> SampleReport {
        let covered = executor.books().coverage.covered_instructions();
        if covered != self.counted.0 {
            self.counted = (covered, self.lines.count_covered(&executor.books().coverage));
        }
        let solver = executor.solver().stats();
        let Standing { paths, live_states, bugs } = standing;
        SampleReport {
            elapsed_s: milliseconds(self.start.elapsed()),
            instructions: executor.books().stats.instructions,
            paths: paths.completed + paths.bugs + paths.killed,
            live_states,
            covered_lines: self.counted.1,
            bugs,
            queries: solver.queries,
            solver_s: milliseconds(solver.time),
            memory_mb: process::resident_mb().unwrap_or_default(),
        }
    }
}

/// In seconds, without digits that nobody reads.
fn milliseconds(time: Duration) -> f64 {
    time.as_millis() as f64 / 1000.0
}
