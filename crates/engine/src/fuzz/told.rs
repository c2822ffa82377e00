//! What the fuzzer's thread tells, and how it is told to end.

use crate::native::findings::Finding;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// An input that ended the fuzzer, with what a sanitizer said.
#[derive(Clone, Debug)]
pub struct Crash {
    pub finding: Finding,
    pub input: Vec<u8>,
}

/// Where the fuzzer stands.
#[derive(Clone, Debug, Default)]
pub struct Told {
    /// It has been built and runs.
    pub runs: bool,
    /// It has come to an end, or will never begin.
    pub is_done: bool,
    pub executions: u64,
    /// Of the processor.
    pub processor: Duration,
    pub build: Duration,
    /// The smallest input for each error that was seen.
    pub crashes: Vec<Crash>,
    /// Ends by inputs.
    pub ends: u64,
    /// Why it came to an end before the run did, or never began.
    pub note: Option<String>,
}

impl Told {
    /// It was ended by an input; none where no sanitizer has seen why.
    pub fn crashed(&mut self, crash: Option<Crash>) {
        self.ends += 1;
        let Some(crash) = crash else { return };
        let place = |finding: &Finding| finding.calls.first().map(|call| call.position.clone());
        let is_same = |known: &&mut Crash| {
            known.finding.text == crash.finding.text && place(&known.finding) == place(&crash.finding)
        };
        match self.crashes.iter_mut().find(is_same) {
            Some(known) if crash.input.len() < known.input.len() => *known = crash,
            Some(_) => {}
            None => self.crashes.push(crash),
        }
    }
}

/// Between the explorer's thread and the fuzzer's.
#[derive(Default)]
pub(super) struct Shared {
    pub over: Arc<AtomicBool>,
    told: Mutex<Told>,
}

impl Shared {
    pub fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    pub fn end(&self) {
        self.over.store(true, Ordering::Relaxed);
    }

    pub fn change(&self, change: impl FnOnce(&mut Told)) {
        change(&mut self.told.lock().unwrap_or_else(PoisonError::into_inner));
    }

    pub fn told(&self) -> Told {
        self.told.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::native::findings::Call;

    fn crash(text: &str, line: u32, length: usize) -> Option<Crash> {
        let call = Call { function: "f".into(), file: "a.c".into(), line, position: format!("a.c:{line}:1") };
        let finding = Finding { text: text.to_string(), calls: vec![call], ..Finding::default() };
        Some(Crash { finding, input: vec![0; length] })
    }

    #[test]
    fn of_each_error_the_smallest_input_is_kept() {
        let mut told = Told::default();
        for one in [crash("SEGV", 3, 9), crash("SEGV", 3, 4), crash("SEGV", 3, 6), crash("SEGV", 7, 8), None]
        {
            told.crashed(one);
        }
        let kept: Vec<usize> = told.crashes.iter().map(|crash| crash.input.len()).collect();
        assert_eq!((kept, told.ends), (vec![4, 8], 5));
    }
}
