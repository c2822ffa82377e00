//! Tests for paths that have not come to their ends when the run stops.

use super::Explorer;
use crate::error::Error;
use crate::report::TestOutcome;
use crate::testcase::input_of;
use crate::watch::Watch;
use bowline_exec::State;
use std::time::{Duration, Instant};

/// What they may take even when there is no time left.
const LEAST_FOR_PENDING: Duration = Duration::from_millis(250);

impl Explorer<'_> {
    /// Tests for paths that are alive, oldest first, as far as there is time. Returns what is to be said of the others.
    pub(super) fn write_pending_tests(&mut self, watch: &Watch) -> Result<Option<String>, Error> {
        let is_wanted = |state: &&State| self.tests.wants(state.covered_new) && !state.is_unasked();
        let held: Vec<State> = self.executor.held().filter(is_wanted).cloned().collect();
        let mut wanted: Vec<&State> = self.states.iter().filter(is_wanted).chain(&held).collect();
        wanted.sort_by_key(|state| state.id);
        let least = Instant::now() + LEAST_FOR_PENDING;
        for (written, state) in wanted.iter().enumerate() {
            let is_late = watch.is_urgent() && Instant::now() >= least;
            if is_late || self.tests.is_full() {
                return Ok(Some(match wanted.len() - written {
                    1 => "a path that was alive at the end has no test".to_string(),
                    left => format!("{left} paths that were alive at the end have no tests"),
                }));
            }
            let input = input_of(&mut self.executor, state, self.args);
            self.tests.add(&input, TestOutcome::Pending, None, state.new_lines)?;
        }
        Ok(None)
    }
}
