//! States that stand at the header of a loop and wait for their turn.
//!
//! A path is told by the runs and iterations that it took, and most bugs are few of them away: a long run, and one that ends it. Followed the way its
//! own inputs go, a path alternates between runs up to the end of its text instead, and each of its questions is about all of them. So states wait, and those
//! with the fewest steps go first. A bug may also be many steps away, so every other share of the work goes to those with the most.

use bowline_exec::{Lane, State};
use std::collections::BTreeMap;

/// A state, and how far it is with taking runs.
pub(crate) struct Waiting<T> {
    /// By the number of steps, and then the order in which they came.
    states: BTreeMap<(u64, u64), (State, T)>,
    next: u64,
    /// Work for those with the fewest steps, and for those with the most.
    spent: [u64; 2],
    /// Who was taken last, and what had been done by then.
    last: Option<(usize, u64)>,
}

impl<T> Default for Waiting<T> {
    fn default() -> Self {
        Self { states: BTreeMap::new(), next: 0, spent: [0; 2], last: None }
    }
}

impl<T> Waiting<T> {
    pub fn push(&mut self, state: State, steps: u64, how_far: T) {
        self.states.insert((steps, self.next), (state, how_far));
        self.next += 1;
    }

    /// The state whose turn it is, where so much work was done for such states.
    pub fn pop(&mut self, work: u64) -> Option<(State, T)> {
        if let Some((side, before)) = self.last.take() {
            self.spent[side] += work.saturating_sub(before);
        }
        let is_deep = self.spent[1] < self.spent[0];
        self.last = Some((usize::from(is_deep), work));
        let popped = if is_deep { self.states.pop_last() } else { self.states.pop_first() };
        popped.map(|(_, waiting)| waiting)
    }

    /// All states of a lane.
    pub fn take_lane(&mut self, lane: Lane) -> Vec<State> {
        let of_lane = self.states.extract_if(.., |_, (state, _)| state.lane == Some(lane));
        of_lane.map(|(_, (state, _))| state).collect()
    }

    pub fn states(&self) -> impl Iterator<Item = &State> {
        self.states.values().map(|(state, _)| state)
    }
}
