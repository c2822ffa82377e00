//! What the fuzzer beside the exploration did, and which side found what.

use crate::fuzz::Fuzzed;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct FuzzReport {
    /// Inputs that it ran.
    pub executions: u64,
    /// Of the processor.
    pub cpu_s: f64,
    /// Until it could begin.
    pub build_s: f64,
    /// Files in `corpus`.
    pub corpus: usize,
    /// Inputs that the fuzzer found.
    pub received: usize,
    /// Inputs that the exploration gave to it.
    pub given: usize,
    /// Of those that it found: taken up by a path that was alive, and followed.
    pub followed: u64,
    /// Those whose paths were explored before, or are none of this run's.
    pub known: u64,
    /// Lines that were first executed on the path of one of its inputs.
    pub fuzzer_lines: u64,
    /// Lines that were first executed on others, since fuzzing began.
    pub engine_lines: u64,
    pub crashes: Vec<CrashReport>,
    /// Why it came to an end before the run did, or never began.
    pub note: Option<String>,
}

/// An error that ended the fuzzer.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct CrashReport {
    /// The sanitizer's words, with the innermost call.
    pub text: String,
    /// Bytes of its smallest input.
    pub size: usize,
    /// The folder of the bug that it is; null where a run of its own did not show it again.
    pub bug: Option<String>,
    /// The exploration found the bug by itself or by following this input.
    pub explored: bool,
}

impl FuzzReport {
    /// Without the crashes.
    pub fn of(fuzzed: &Fuzzed) -> Self {
        Self {
            executions: fuzzed.told.executions,
            cpu_s: fuzzed.told.processor.as_secs_f64(),
            build_s: fuzzed.told.build.as_secs_f64(),
            corpus: fuzzed.corpus,
            received: fuzzed.received,
            given: fuzzed.given,
            followed: fuzzed.counts.followed,
            known: fuzzed.counts.known,
            fuzzer_lines: fuzzed.counts.fuzzer_lines,
            engine_lines: fuzzed.counts.engine_lines,
            crashes: Vec::new(),
            note: fuzzed.told.note.clone(),
        }
    }
}
