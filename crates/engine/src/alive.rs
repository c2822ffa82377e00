//! Where paths are that nobody follows any more because the run stops.

use crate::findings::file_of;
use crate::report::AliveReport;
use bowline_base::FxHashMap;
use bowline_exec::{Executor, State};

/// Paths that are looked at: there may be millions, and the run has no time left.
const LOOKED_AT: usize = 10_000;
/// Lines that are named.
const NAMED: usize = 10;

/// The lines with most paths first.
pub fn report<'s>(executor: &Executor, alive: impl Iterator<Item = &'s State>) -> Vec<AliveReport> {
    let mut counts = FxHashMap::default();
    for state in alive.take(LOOKED_AT) {
        let loc = executor.user_location(state);
        counts.entry((loc.file, loc.line)).or_insert((loc, 0)).1 += 1;
    }
    let module = &executor.program().module;
    let line = |(loc, count)| AliveReport { file: file_of(module, loc), line: loc.line, count };
    let mut lines: Vec<AliveReport> = counts.into_values().map(line).collect();
    lines.sort_by(|a, b| (b.count, &a.file, a.line).cmp(&(a.count, &b.file, b.line)));
    lines.truncate(NAMED);
    lines
}
