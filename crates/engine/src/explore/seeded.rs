//! States that follow seeds go first: those that the run began with, and those that the fuzzer finds while it goes on.
//!
//! A few times per second the two sides look at what the other has found. Inputs of the fuzzer's are handed to the states on whose paths they are, a few at a
//! time: first crashes, then those that lead to code that nobody has executed, then the newest; while they are followed, the search waits, but never
//! for more than half of the time. What the exploration is the first to execute goes to the fuzzer at once, as the model of its path.

use super::Explorer;
use crate::coverage::SourceCoverage;
use crate::error::Error;
use crate::exchange::raw;
use crate::fuzz::{Arrival, Fuzzed};
use crate::ktest::Bytes;
use crate::report::{PathCounts, Stop};
use crate::seeds::SeedPhase;
use crate::testcase::PathInput;
use bowline_exec::{Executor, SeedInputs, State, StateId, Whereabouts};
use bowline_memory::Value;

/// Arrivals that are looked up at once.
const LOOKED_UP: usize = 64;
/// Those that are followed at once.
const FOLLOWED: usize = 12;
/// With more states, looking them all through costs more than it brings.
const MOST_STATES: usize = 200_000;

/// What is known of a state before its turn.
pub(super) struct Before {
    lines: u64,
    follows_arrival: bool,
}

impl Before {
    pub fn of(executor: &Executor, state: &State) -> Self {
        let follows_arrival = state.has_seeds() && state.follows_arrival(executor);
        Self { lines: executor.books().coverage.covered_lines(), follows_arrival }
    }
}

impl Explorer<'_> {
    /// The state with seeds that came in last.
    pub(super) fn next_seeded(&mut self) -> Option<StateId> {
        if self.seeded.is_empty() {
            return None;
        }
        while let Some(&id) = self.seeded.last() {
            if self.states.get(id).is_some_and(State::has_seeds) {
                return Some(id);
            }
            self.seeded.pop();
        }
        if let Some(fuzzing) = &mut self.fuzzing {
            fuzzing.followed();
        }
        None
    }

    pub(super) fn look_for_end_of_seeds(&mut self) {
        if self.executor.books().seeds.open() == 0 {
            self.end_seed_phase();
        }
    }

    /// Notes where the exploration stands once every seed has been followed, or the run is cut before.
    pub(super) fn end_seed_phase(&mut self) {
        let covered =
            SourceCoverage::new(&self.executor.program().module, &self.executor.books().coverage).report();
        let PathCounts { completed, bugs, infeasible, killed, .. } = self.paths;
        self.seed_phase = Some(SeedPhase {
            paths: completed + bugs + infeasible + killed,
            lines: covered.lines.hit,
            branches: covered.branches.hit,
            elapsed_s: self.started.elapsed().as_secs_f64(),
        });
    }

    /// Looks at what the fuzzer has found, and takes up some of it.
    pub(super) fn exchange(&mut self) -> Result<(), Error> {
        let Some(fuzzing) = &mut self.fuzzing else { return Ok(()) };
        fuzzing.look()?;
        if !self.seeded.is_empty() || !fuzzing.may_follow() || self.states.len() > MOST_STATES {
            return Ok(());
        }
        let arrivals = fuzzing.newest(LOOKED_UP);
        let open = self.open_arrivals(arrivals);
        let mut rest = Vec::new();
        for (arrival, inputs, ids) in open {
            if self.seeded.len() >= FOLLOWED {
                rest.push(arrival);
                continue;
            }
            let is_followed = ids.into_iter().any(|id| self.follow(id, &inputs));
            if let Some(fuzzing) = &mut self.fuzzing {
                fuzzing.counts.followed += u64::from(is_followed);
                fuzzing.counts.known += u64::from(!is_followed);
            }
        }
        if let Some(fuzzing) = &mut self.fuzzing {
            fuzzing.put_back(rest.into_iter());
            if !self.seeded.is_empty() {
                fuzzing.follows();
            }
        }
        Ok(())
    }

    /// Those whose paths are alive, with the states that may be on them; what leads to new code first.
    fn open_arrivals(&mut self, arrivals: Vec<Arrival>) -> Vec<(Arrival, SeedInputs, Vec<StateId>)> {
        let places = Whereabouts::of(self.states.iter());
        let (mut open, mut known) = (Vec::new(), 0);
        for arrival in arrivals {
            let inputs = seed_of(&arrival.bytes);
            let ids = self.executor.whereabouts(&places, &inputs);
            match ids.is_empty() {
                true => known += 1,
                false => open.push((arrival, inputs, ids)),
            }
        }
        if let Some(fuzzing) = &mut self.fuzzing {
            fuzzing.counts.known += known;
        }
        let coverage = &self.executor.books().coverage;
        let is_at_new_code = |id: &StateId| {
            let state = self.states.get(*id);
            state.is_some_and(|state| !coverage.is_covered(state.frame.function, state.next_position()))
        };
        open.sort_by_key(|(arrival, _, ids)| (!arrival.is_crash, !ids.iter().any(is_at_new_code)));
        open
    }

    fn follow(&mut self, id: StateId, inputs: &SeedInputs) -> bool {
        let Some(state) = self.states.get_mut(id) else { return false };
        let follows = self.executor.follow_arrival(state, inputs);
        if follows && self.seeded.last() != Some(&id) {
            self.seeded.push(id);
        }
        follows
    }

    /// After a turn: whose lines are those that were executed for the first time? Those of the exploration's own are told to the fuzzer.
    pub(super) fn share_what_is_new(&mut self, id: StateId, before: Before) -> Result<(), Error> {
        let new = self.executor.books().coverage.covered_lines() - before.lines;
        let Some(fuzzing) = &mut self.fuzzing else { return Ok(()) };
        if before.follows_arrival {
            fuzzing.counts.fuzzer_lines += new;
            return Ok(());
        }
        fuzzing.counts.engine_lines += new;
        let bytes = match self.states.get(id) {
            Some(state) if new > 0 => data_of(&mut self.executor, state),
            _ => None,
        };
        bytes.map_or(Ok(()), |bytes| fuzzing.give(&bytes))
    }

    /// Gives the input of a test to the fuzzer.
    pub(super) fn give(&mut self, input: &PathInput) -> Result<(), Error> {
        match (&mut self.fuzzing, raw::fuzzer_data(&input.ktest)) {
            (Some(fuzzing), Some(data)) => fuzzing.give(&data),
            _ => Ok(()),
        }
    }

    /// The fuzzer ends with the exploration.
    pub(super) fn end_fuzzing(
        &mut self,
        ended: Result<Stop, Error>,
    ) -> (Result<Stop, Error>, Option<Fuzzed>) {
        match self.fuzzing.take().map(crate::fuzz::Fuzzing::finish) {
            None => (ended, None),
            Some(Ok(fuzzed)) => (ended, Some(fuzzed)),
            Some(Err(error)) => (ended.and(Err(error)), None),
        }
    }
}

/// An input of a libFuzzer harness.
fn seed_of(bytes: &[u8]) -> SeedInputs {
    let objects = raw::fuzzer_test(bytes).objects;
    objects.into_iter().map(|object| (object.name, object.bytes.to_vec())).collect()
}

/// The input of a libFuzzer harness under the model of a path.
fn data_of(executor: &mut Executor, state: &State) -> Option<Bytes> {
    let data = state.inputs.iter().find(|input| &*input.name == raw::DATA).filter(|_| !state.is_unasked())?;
    let size = match data.size {
        Value::Int(size) => size,
        Value::Expr(size) => executor.eval(&state.path, size) as u64,
    };
    let model = state.path.model();
    Some(Bytes::new(size, model.stretches(data.symbol, size)))
}
