//! In which order states that wait at the start of a loop go on, where states stay apart by their registers. (Elsewhere [meetings](crate::meetings) tell.)
//!
//! States that consume different amounts of a text in one iteration come to the same place of it after different numbers of iterations. Those that are
//! furthest behind go first, so that whoever can still come to the place of another one has come before that one goes on. How far a state is tells
//! a register that every iteration moves the same way; which one that is, is guessed, and given up where an iteration shows otherwise. Nothing but the
//! number of states depends on it.

use bowline_exec::State;
use bowline_ir::Width;
use bowline_memory::Value;

/// A register that may tell how far a state is, and what the states had there that went on last.
#[derive(Clone, Copy, Debug)]
struct Guess {
    register: usize,
    falls: bool,
    last: Option<u64>,
}

impl Guess {
    /// How far a state is; nothing where that is not known.
    fn progress(&self, state: &State) -> Option<u64> {
        match state.frame.registers[self.register] {
            Value::Int(value) => Some(if self.falls { !value } else { value }),
            Value::Expr(_) => None,
        }
    }

    fn is_behind(&self, state: &State) -> bool {
        self.progress(state).is_some_and(|at| self.last.is_none_or(|last| at > last))
    }
}

/// More states than these do not wait without becoming one where they can. Before, it is cheaper to see all of a group at once.
const CROWD: usize = 1024;

/// See the module documentation.
#[derive(Default)]
pub(crate) struct Order {
    /// None before the first states waited.
    guesses: Option<Vec<Guess>>,
    /// How many were left when those that wait last became fewer.
    thinned: usize,
}

impl Order {
    /// Do too many states wait?
    pub fn is_crowd(&self, waiting: usize) -> bool {
        waiting > CROWD.max(2 * self.thinned)
    }

    pub fn note_thinned(&mut self, waiting: usize) {
        self.thinned = waiting;
    }

    /// Which of the waiting states are to go on: all where nothing tells how far they are.
    pub fn next<'a>(
        &mut self,
        waiting: impl Iterator<Item = &'a State> + Clone,
        live: &[(usize, Width)],
    ) -> Vec<bool> {
        let guesses = self.guesses.get_or_insert_with(|| {
            let both = |&(register, _): &(usize, Width)| {
                [false, true].map(|falls| Guess { register, falls, last: None })
            };
            live.iter().flat_map(both).collect()
        });
        guesses.retain(|guess| waiting.clone().all(|state| guess.is_behind(state)));
        let least = |guess: &Guess| waiting.clone().filter_map(|state| guess.progress(state)).min();
        let Some((first, at)) = guesses.first().and_then(|first| Some((*first, least(first)?))) else {
            return waiting.map(|_| true).collect();
        };
        let goes: Vec<bool> = waiting.clone().map(|state| first.progress(state) == Some(at)).collect();
        for guess in guesses {
            let gone = waiting.clone().zip(&goes).filter(|(_, goes)| **goes);
            guess.last = gone.filter_map(|(state, _)| guess.progress(state)).min();
        }
        goes
    }
}
