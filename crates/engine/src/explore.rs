//! The exploration: pick a state, run it, sort out what came of it, until nothing is left or something says stop.
//!
//! The loop allocates nothing and asks no clock of its own; a path-explosive program turns it hundreds of thousands of
//! times per second.

mod pending;
mod seeded;

use crate::alive;
use crate::bugs::{Bugs, FoundBug, News};
use crate::chaos::Chaos;
use crate::config::Limits;
use crate::error::Error;
use crate::fuzz::{Fuzzed, Fuzzing};
use crate::lanes::Lanes;
use crate::progress::{Busiest, FuzzProgress, NewBug, Observer, Progress};
use crate::report::{AliveReport, PathCounts, SampleReport, Stop, TestOutcome, TestReport};
use crate::seeds::SeedPhase;
use crate::states::StateTable;
use crate::testcase::{TestWriter, input_of};
use crate::timeline::{Standing, Timeline};
use crate::watch::{Request, Watch};
use bowline_exec::{Ending, Executor, Lane, Outcome, Split, State, StateId, Way};
use bowline_search::View;
use std::collections::BTreeMap;
use std::time::Instant;

/// Instructions a state runs before another gets its turn, unless something happens earlier.
const SLICE: u64 = 20_000;
/// Of so many samples one is written to the journal: one in five seconds.
const SAMPLES_PER_STANDING: u64 = 20;
/// Expressions below which collecting is not worth it.
const MIN_GARBAGE: usize = 1_000_000;

pub struct Explorer<'a> {
    pub executor: Executor,
    searcher: Lanes,
    states: StateTable,
    tests: TestWriter<'a>,
    bugs: Bugs,
    paths: PathCounts,
    exit_statuses: BTreeMap<u64, u64>,
    limits: Limits,
    /// States alive at once, at most.
    peak_states: usize,
    /// Collect garbage when the pool is larger than this.
    collect_above: usize,
    /// The program's `argv`, for tests.
    args: &'a [String],
    timeline: Timeline,
    samples: u64,
    observer: &'a mut dyn Observer,
    /// The state that ran last.
    last: Option<StateId>,
    busiest: Busiest,
    /// States that had seeds when they came in; they go first, the newest before all others.
    seeded: Vec<StateId>,
    started: Instant,
    seed_phase: Option<SeedPhase>,
    chaos: Option<Chaos>,
    /// Looks for inputs beside the exploration.
    fuzzing: Option<Fuzzing>,
}

/// What an exploration leaves.
pub struct Explored {
    pub executor: Executor,
    pub stop: Stop,
    /// Why it is [`Stop::Error`]. What was found before is here all the same.
    pub failure: Option<Error>,
    pub alive: Vec<AliveReport>,
    pub paths: PathCounts,
    pub exit_statuses: BTreeMap<u64, u64>,
    pub bugs: Vec<FoundBug>,
    pub tests: Vec<TestReport>,
    pub peak_states: usize,
    pub timeline: Vec<SampleReport>,
    /// None without seeds.
    pub seed_phase: Option<SeedPhase>,
    /// None without a fuzzer.
    pub fuzzed: Option<Fuzzed>,
    /// What else is to be said.
    pub notes: Vec<String>,
    /// Those that are alive, kept because a million of them take their time to be freed.
    _alive: (StateTable, Lanes),
}

impl<'a> Explorer<'a> {
    pub fn new(
        executor: Executor,
        searcher: Lanes,
        tests: TestWriter<'a>,
        limits: Limits,
        args: &'a [String],
        observer: &'a mut dyn Observer,
        chaos: Option<Chaos>,
    ) -> Self {
        let timeline = Timeline::begin(&executor);
        Self {
            executor,
            searcher,
            states: StateTable::default(),
            tests,
            bugs: Bugs::default(),
            paths: PathCounts::default(),
            exit_statuses: BTreeMap::new(),
            limits,
            peak_states: 0,
            collect_above: MIN_GARBAGE,
            args,
            timeline,
            samples: 0,
            observer,
            last: None,
            busiest: Busiest::default(),
            seeded: Vec::new(),
            started: Instant::now(),
            seed_phase: None,
            chaos,
            fuzzing: None,
        }
    }

    /// Beside somebody who looks for inputs.
    pub fn with_fuzzing(self, fuzzing: Option<Fuzzing>) -> Self {
        Self { fuzzing, ..self }
    }

    /// Explores from `start`. `pending_tests`: write tests for what is alive at the end.
    pub fn explore(mut self, start: State, watch: &Watch, pending_tests: bool) -> Explored {
        self.admit(None, vec![start]);
        let ended = self.sample().and_then(|()| self.explore_until_stop(watch));
        self.sample_last();
        let (ended, fuzzed) = self.end_fuzzing(ended);
        if self.seed_phase.is_none() && self.executor.books().seeds.given() > 0 {
            self.end_seed_phase();
        }
        let mut notes: Vec<String> = self.executor.end_put_off().into_iter().collect();
        self.paths.alive = (self.states.len() + self.executor.held().count()) as u64;
        let alive = alive::report(&self.executor, self.states.iter().chain(self.executor.held()));
        let ended = ended.and_then(|stop| {
            if pending_tests {
                notes.extend(self.write_pending_tests(watch)?);
            }
            Ok(stop)
        });
        let (stop, failure) = match ended {
            Ok(stop) => (stop, None),
            Err(error) => (Stop::Error, Some(error)),
        };
        Explored {
            executor: self.executor,
            stop,
            failure,
            alive,
            paths: self.paths,
            exit_statuses: self.exit_statuses,
            bugs: self.bugs.finish(),
            tests: self.tests.finish(),
            peak_states: self.peak_states,
            timeline: self.timeline.finish(),
            seed_phase: self.seed_phase,
            fuzzed,
            notes,
            _alive: (self.states, self.searcher),
        }
    }

    fn standing(&self) -> Standing {
        Standing { paths: self.paths, live_states: self.states.len() as u64, bugs: self.bugs.len() as u64 }
    }

    fn sample(&mut self) -> Result<(), Error> {
        let standing = self.standing();
        let sample = self.timeline.sample(&self.executor, standing);
        let last = self.last.and_then(|id| self.states.get(id));
        self.busiest.look(&self.executor, last);
        let paths = PathCounts { alive: sample.live_states, ..self.paths };
        self.observer.progress(&Progress {
            sample,
            paths,
            total_lines: self.timeline.total_lines(),
            busiest: self.busiest.name(&self.executor.program().module),
            fuzz: self.fuzzing.as_ref().map(FuzzProgress::of),
        });
        self.samples += 1;
        match self.samples.is_multiple_of(SAMPLES_PER_STANDING) {
            true => self.tests.keep_standing(paths, sample, self.timeline.total_lines()),
            false => Ok(()),
        }
    }

    fn sample_last(&mut self) {
        let standing = self.standing();
        self.timeline.sample_last(&self.executor, standing);
    }

    fn explore_until_stop(&mut self, watch: &Watch) -> Result<Stop, Error> {
        loop {
            match watch.request() {
                None => {}
                Some(Request::Sample) => {
                    self.sample()?;
                    self.exchange()?;
                }
                Some(Request::Stop(reason)) => return Ok(reason),
            }
            if let Some(reason) = self.reached_limit() {
                return Ok(reason);
            }
            let Some(id) = self.next_state() else {
                if self.readmit_released() || self.admit_put_off() {
                    continue;
                }
                return self.check_nothing_is_held_back();
            };
            self.last = Some(id);
            self.turn(id)?;
            if self.seed_phase.is_none() && self.executor.books().seeds.given() > 0 {
                self.look_for_end_of_seeds();
            }
            let collects = self.chaos.as_mut().is_some_and(Chaos::collects);
            if collects || self.executor.pool().len() > self.collect_above {
                let left = self.executor.collect_garbage(self.states.iter());
                self.collect_above = MIN_GARBAGE.max(2 * left);
            }
        }
    }

    /// A limit of what has been found or is kept.
    #[inline]
    fn reached_limit(&self) -> Option<Stop> {
        let Limits { max_states, stop_after, .. } = self.limits;
        if max_states.is_some_and(|most| self.states.len() > most) {
            return Some(Stop::MaxStates);
        }
        if stop_after.is_some_and(|enough| self.bugs.len() >= enough) {
            return Some(Stop::StopAfter);
        }
        self.tests.is_full().then_some(Stop::MaxTests)
    }

    /// A state with seeds, or one that has little to do, or one that a join waits for, or else the searcher's choice.
    fn next_state(&mut self) -> Option<StateId> {
        if let Some(id) = self.next_seeded() {
            return Some(id);
        }
        let urgent = self.executor.urgent().filter(|id| self.states.get(*id).is_some());
        if urgent.is_some() {
            self.searcher.interlude(self.executor.shared_work(), &view(&self.executor));
            return urgent;
        }
        let preferred = self.executor.preferred().filter(|id| self.states.get(*id).is_some());
        let waiting = self.executor.waiting_way();
        let picked = self.pick(preferred, waiting);
        if picked.is_some() || waiting.is_none() {
            return picked;
        }
        // It is the turn of states that somebody holds back.
        self.readmit_released();
        self.pick(preferred, None)
    }

    /// The searcher's choice; from now on it is the turn of its way, or nobody's.
    fn pick(&mut self, preferred: Option<StateId>, waiting: Option<Way>) -> Option<StateId> {
        let work = self.executor.shared_work();
        let (turn, picked) = self.searcher.next((preferred, waiting), work, &view(&self.executor));
        self.executor.begin_turn(turn);
        picked
    }

    /// Runs one state for a while.
    fn turn(&mut self, id: StateId) -> Result<(), Error> {
        let Some(state) = self.states.get_mut(id) else {
            return Err(Error::Internal(format!("the searcher picked {id}, which is not in circulation")));
        };
        let slice = self.chaos.as_mut().map_or(SLICE, |chaos| chaos.slice(SLICE));
        let before = self.fuzzing.is_some().then(|| seeded::Before::of(&self.executor, state));
        match self.executor.run(state, slice) {
            Outcome::Running { split } => {
                self.sort_out(id, split)?;
                if let Some(state) = self.states.get(id) {
                    self.searcher.ran(state, &view(&self.executor));
                }
            }
            Outcome::Held { by, split } => {
                self.sort_out(id, split)?;
                self.searcher.removed(id);
                if let Some(state) = self.states.remove(id) {
                    self.executor.hold(by, state);
                }
                self.readmit_released();
            }
            Outcome::Ended { ending, split } => {
                self.sort_out(id, split)?;
                self.searcher.removed(id);
                if let Some(state) = self.states.remove(id) {
                    self.end(state, ending)?;
                }
                // What is released may think for long, and this may have been the last that was asked for.
                if self.reached_limit().is_none() {
                    self.readmit_released();
                }
            }
        }
        before.map_or(Ok(()), |before| self.share_what_is_new(id, before))
    }

    /// Takes in the states that came out of a turn beside the one that ran.
    fn sort_out(&mut self, parent: StateId, split: Split) -> Result<(), Error> {
        self.admit(Some(parent), split.running);
        for (state, ending) in split.ended {
            self.end(state, ending)?;
        }
        Ok(())
    }

    fn admit(&mut self, parent: Option<StateId>, states: Vec<State>) {
        if states.is_empty() {
            return;
        }
        match states.as_slice() {
            // By far the most frequent, and not worth an allocation.
            [state] => self.searcher.added(parent, &[state], &view(&self.executor)),
            several => {
                let all: Vec<&State> = several.iter().collect();
                self.searcher.added(parent, &all, &view(&self.executor));
            }
        }
        for state in states {
            if state.has_seeds() {
                self.seeded.push(state.id);
            }
            self.states.insert(state);
        }
        self.peak_states = self.peak_states.max(self.states.len());
    }

    fn readmit_released(&mut self) -> bool {
        let released = self.executor.released();
        let any = !released.is_empty();
        self.admit(None, released);
        for lane in self.executor.superseded() {
            self.drop_lane(lane);
        }
        any
    }

    /// Nothing else is left: sizes above the capacity are next.
    fn admit_put_off(&mut self) -> bool {
        let put_off = self.executor.take_put_off();
        let any = !put_off.is_empty();
        self.admit(None, put_off);
        any
    }

    /// Other states have explored what those of a lane would.
    fn drop_lane(&mut self, lane: Lane) {
        let mut held = self.executor.given_back(lane);
        held.extend(self.executor.released());
        self.admit(None, held);
        let ids: Vec<StateId> =
            self.states.iter().filter(|state| state.lane == Some(lane)).map(|state| state.id).collect();
        for id in ids {
            self.searcher.removed(id);
            if let Some(state) = self.states.remove(id) {
                self.paths.superseded += 1;
                self.executor.supersede(&state);
            }
        }
    }

    fn check_nothing_is_held_back(&mut self) -> Result<Stop, Error> {
        match self.executor.held().count() {
            0 => Ok(Stop::Exhausted),
            held => Err(Error::Internal(format!("{held} states wait to be joined with nothing"))),
        }
    }

    fn end(&mut self, mut state: State, ending: Ending) -> Result<(), Error> {
        if ending == Ending::Untaken {
            self.executor.supersede(&state);
            return Ok(());
        }
        self.executor.tell_end(&state, &ending);
        self.executor.record_end(&state, &ending);
        if state.has_seeds() {
            self.executor.end_seeds(&state, &ending);
        }
        match ending {
            Ending::Exited { status } => {
                self.paths.completed += 1;
                *self.exit_statuses.entry(status).or_insert(0) += 1;
                self.write_test(&state, TestOutcome::Exited, Some(status))
            }
            Ending::Silent => {
                self.paths.completed += 1;
                Ok(())
            }
            Ending::Infeasible => {
                self.paths.infeasible += 1;
                Ok(())
            }
            Ending::Untaken => Ok(()),
            Ending::Lost => {
                self.paths.killed += 1;
                self.write_test(&state, TestOutcome::Killed, None)
            }
            Ending::Bug(bug) => {
                self.executor.prefer_small(&mut state);
                self.paths.bugs += 1;
                let further = bug.further.clone();
                for bug in std::iter::once(bug).chain(further) {
                    if let Some(news) = self.bugs.record(&mut self.executor, &state, bug, self.args) {
                        self.keep_bug(news, state.new_lines)?;
                    }
                }
                Ok(())
            }
        }
    }

    /// What is announced is on disk before, if that can take it.
    fn keep_bug(&mut self, news: News, new_lines: u32) -> Result<(), Error> {
        let module = &self.executor.program().module;
        let found = self.bugs.get_mut(news.index);
        let kept = self.tests.keep_bug(module, news.index + 1, found, new_lines);
        if news.is_first {
            self.observer.found(&NewBug::new(module, found));
        }
        kept
    }

    fn write_test(&mut self, state: &State, outcome: TestOutcome, status: Option<u64>) -> Result<(), Error> {
        if self.tests.wants(state.covered_new) {
            let input = input_of(&mut self.executor, state, self.args);
            // The status was read off the path's own model.
            let status = status.filter(|_| input.is_own_model);
            self.tests.add(&input, outcome, status, state.new_lines)?;
            self.give(&input)?;
        }
        Ok(())
    }
}

fn view(executor: &Executor) -> View<'_> {
    View { coverage: &executor.books().coverage, program: executor.program() }
}
