//! A fuzzer beside the exploration: clang's libFuzzer runs the same harness natively, in the sandbox.
//!
//! Both sides share one [corpus](corpus). What the fuzzer finds is handed to the path that it takes, and followed from there (`exec`'s arrivals); what the
//! exploration finds is run by the fuzzer a second later. Neither waits for the other: a fuzzer that cannot be built costs a note.
//!
//! * [`worker`] is the fuzzer's thread;
//! * [`corpus`] is what goes to and fro;
//! * [`told`] is what is known of the fuzzer;
//! * [`crashes`] makes bugs of the inputs that ended it, after the exploration.
//!
//! Invariant: nothing that the fuzzer says is believed. Its inputs are inputs like all others; what ended it is a bug only if the native run that confirms
//! every bug shows it. What is deliberately absent: mutations of our own.

pub mod corpus;
pub mod crashes;
mod told;
mod worker;

pub use corpus::Arrival;
pub use told::{Crash, Told};

use crate::config::{FuzzMode, RunConfig};
use crate::error::Error;
use crate::exchange::{Accept, gather, raw};
use crate::findings::build_spec;
use crate::harness::{Harness, HarnessKind};
use crate::ktest::Bytes;
use crate::native::BuildSpec;
use crate::output::Output;
use crate::patience::Patience;
use crate::report::RunReport;
use crate::scratch::{Purpose, Scratch};
use corpus::Corpus;
use std::collections::VecDeque;
use std::num::NonZero;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use told::Shared;
use worker::Worker;

/// A run that is not asked to fuzz begins after this time: one that is over by then is the same each time.
pub const HEAD_START: Duration = Duration::from_secs(3);
/// Bytes of an input: libFuzzer's own choice, unless the exploration has larger ones.
const LONGEST: u64 = 4096;
/// Of the time since fuzzing began, arriving inputs are followed for one part in so many.
const PART_FOR_ARRIVALS: u32 = 2;

/// The fuzzer as the explorer sees it. Ends with it.
pub struct Fuzzing {
    corpus: Corpus,
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
    began: Instant,
    /// Inputs that nobody has looked at yet, oldest first.
    waiting: VecDeque<Arrival>,
    crashes_seen: usize,
    /// Time for following arrivals: since when, and before.
    following: Option<Instant>,
    followed_for: Duration,
    pub counts: Counts,
    _place: Scratch,
}

/// What became of what the two sides found.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    /// Inputs of the fuzzer's that a path took up.
    pub followed: u64,
    /// Those whose paths were explored already, or are none of the run's.
    pub known: u64,
    /// Lines that were first executed on a path of an input of the fuzzer's, and on others.
    pub fuzzer_lines: u64,
    pub engine_lines: u64,
}

/// What is left at the end.
#[derive(Clone, Debug, Default)]
pub struct Fuzzed {
    pub told: Told,
    pub counts: Counts,
    pub given: usize,
    pub received: usize,
    pub corpus: usize,
}

/// Refuses to fuzz what cannot be fuzzed.
pub fn check(config: &RunConfig, harness: &Harness) -> Result<(), Error> {
    match (config.fuzz, harness.kind) {
        (FuzzMode::Never | FuzzMode::Auto, _) | (_, HarnessKind::LibFuzzer) => Ok(()),
        (FuzzMode::Always, _) => Err(Error::Harness(format!(
            "--fuzz is for libFuzzer harnesses (LLVMFuzzerTestOneInput), but the program starts with `{}`; leave it out",
            harness.start
        ))),
    }
}

/// Starts fuzzing, if that is to be done.
pub fn begin(config: &RunConfig, report: &RunReport, output: &Output) -> Result<Option<Fuzzing>, Error> {
    if report.program.harness != HarnessKind::LibFuzzer || !is_wanted(config) {
        return Ok(None);
    }
    let place = Scratch::new(Purpose::Fuzz)?;
    let mut corpus = Corpus::create(place.path().join("corpus"), output.root().join("corpus"))?;
    for stored in gather(&config.seeds, Accept::Corpus)? {
        let bytes = if stored.is_raw {
            stored.test.objects.last().map(|data| data.bytes.clone())
        } else {
            raw::fuzzer_data(&stored.test)
        };
        bytes.map_or(Ok(()), |bytes| corpus.give(&bytes))?;
    }
    let shared = Arc::new(Shared::default());
    let patience = Patience::until(Arc::clone(&shared.over));
    let worker = Worker {
        spec: BuildSpec { patience, ..build_spec(&report.program, &report.config) },
        method: config.sandbox,
        seed: config.seed,
        longest: config.exec.capacity.unwrap_or(0).max(LONGEST),
        delay: if config.fuzz == FuzzMode::Always { Duration::ZERO } else { HEAD_START },
        place: place.path().to_path_buf(),
        corpus: corpus.live().to_path_buf(),
        shared: Arc::clone(&shared),
    };
    let thread = Some(thread::spawn(move || worker.work()));
    if config.fuzz == FuzzMode::Always {
        wait_until_built(config, &shared);
    }
    Ok(Some(Fuzzing {
        corpus,
        shared,
        thread,
        began: Instant::now(),
        waiting: VecDeque::new(),
        crashes_seen: 0,
        following: None,
        followed_for: Duration::ZERO,
        counts: Counts::default(),
        _place: place,
    }))
}

/// Who asks for a fuzzer gets one that begins with the exploration. Building it is a part of loading, and may take as long.
fn wait_until_built(config: &RunConfig, shared: &Shared) {
    let patience = Patience::begin(config);
    let is_building = || {
        let told = shared.told();
        !told.runs && !told.is_done
    };
    while is_building() && patience.end().is_none() {
        thread::sleep(Duration::from_millis(20));
    }
}

/// By default where there is a core for it, or a limit of time to share; never where nothing is to be run natively.
fn is_wanted(config: &RunConfig) -> bool {
    let has_time = || {
        config.limits.max_time.is_some()
            || thread::available_parallelism().is_ok_and(|cores| cores > NonZero::<usize>::MIN)
    };
    match config.fuzz {
        FuzzMode::Always => true,
        FuzzMode::Never => false,
        FuzzMode::Auto => config.confirm.wants_bugs() && config.chaos.is_none() && has_time(),
    }
}

impl Fuzzing {
    pub fn told(&self) -> Told {
        self.shared.told()
    }

    /// Inputs of both sides.
    pub fn inputs(&self) -> usize {
        self.corpus.len()
    }

    /// Takes in what the fuzzer has found since the last time.
    pub fn look(&mut self) -> Result<(), Error> {
        self.waiting.extend(self.corpus.look()?);
        if self.corpus.is_too_large() && !self.shared.is_over() {
            self.shared
                .change(|told| told.note = Some("the fuzzer was ended: its corpus is too large".to_string()));
            self.shared.end();
        }
        let crashes = self.shared.told().crashes;
        for Crash { input, .. } in crashes.into_iter().skip(self.crashes_seen) {
            self.crashes_seen += 1;
            self.waiting.push_back(Arrival { bytes: input, is_crash: true });
        }
        Ok(())
    }

    /// Gives an input to the fuzzer.
    pub fn give(&mut self, bytes: &Bytes) -> Result<(), Error> {
        self.corpus.give(bytes)
    }

    /// Is there something to follow, and time to do so?
    pub fn may_follow(&self) -> bool {
        let has_time = self.followed_for * PART_FOR_ARRIVALS <= self.began.elapsed();
        !self.waiting.is_empty() && self.following.is_none() && has_time
    }

    /// The newest arrivals, crashes before all others.
    pub fn newest(&mut self, most: usize) -> Vec<Arrival> {
        let (crashes, mut others): (VecDeque<Arrival>, VecDeque<Arrival>) =
            self.waiting.drain(..).partition(|one| one.is_crash);
        let rest = others.split_off(others.len().saturating_sub(most.saturating_sub(crashes.len())));
        self.waiting = others;
        crashes.into_iter().chain(rest.into_iter().rev()).collect()
    }

    /// They wait once more, as the newest.
    pub fn put_back(&mut self, arrivals: impl DoubleEndedIterator<Item = Arrival>) {
        self.waiting.extend(arrivals.rev());
    }

    pub fn follows(&mut self) {
        self.following = Some(Instant::now());
    }

    /// Nothing is followed any more.
    pub fn followed(&mut self) {
        if let Some(since) = self.following.take() {
            self.followed_for += since.elapsed();
        }
    }

    /// Ends the fuzzer. What it found last is in the corpus.
    pub fn finish(mut self) -> Result<Fuzzed, Error> {
        self.end();
        self.look()?;
        let (given, received) = (self.corpus.given, self.corpus.received);
        Ok(Fuzzed { told: self.told(), counts: self.counts, given, received, corpus: self.corpus.len() })
    }

    fn end(&mut self) {
        self.shared.end();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Drop for Fuzzing {
    fn drop(&mut self) {
        self.end();
    }
}
