//! The searcher of a run whose states may be in two lanes (see [`Lane`](bowline_exec::Lane)): each lane has a searcher of its own,
//! and they share the time evenly, once states alone have had their head start.
//!
//! Without states alone there is one searcher and no clock is read.

use bowline_base::FxHashSet;
use bowline_exec::{State, StateId};
use bowline_search::{Searcher, Strategy, View, make};
use std::time::{Duration, Instant};

pub struct Lanes {
    /// States that are in no lane, or may be joined.
    common: Box<dyn Searcher>,
    alone: Box<dyn Searcher>,
    alone_ids: FxHashSet<StateId>,
    /// Time used while both lanes had states, by lane: common, alone.
    spent: [Duration; 2],
    /// Whose turn it is, and since when.
    turn: Option<(usize, Instant)>,
}

impl Lanes {
    /// States alone are given so much time before the others get some.
    pub fn new(strategy: &Strategy, seed: u64, head_start: Duration) -> Self {
        Self {
            common: make(strategy, seed),
            alone: make(strategy, seed),
            alone_ids: FxHashSet::default(),
            spent: [head_start, Duration::ZERO],
            turn: None,
        }
    }

    pub fn added(&mut self, parent: Option<StateId>, states: &[&State], view: &View<'_>) {
        let is_alone = |state: &&&State| state.lane.is_some_and(|lane| lane.alone);
        if !states.iter().any(|state| is_alone(&state)) {
            return self.common.added(parent, states, view);
        }
        let (alone, common): (Vec<&State>, Vec<&State>) = states.iter().partition(is_alone);
        if !common.is_empty() {
            self.common.added(parent.filter(|id| !self.alone_ids.contains(id)), &common, view);
        }
        let parent = parent.filter(|id| self.alone_ids.contains(id));
        self.alone_ids.extend(alone.iter().map(|state| state.id));
        self.alone.added(parent, &alone, view);
    }

    pub fn removed(&mut self, id: StateId) {
        match self.alone_ids.remove(&id) {
            true => self.alone.removed(id),
            false => self.common.removed(id),
        }
    }

    pub fn ran(&mut self, state: &State, view: &View<'_>) {
        match self.alone_ids.contains(&state.id) {
            true => self.alone.ran(state, view),
            false => self.common.ran(state, view),
        }
    }

    /// The state to run next. `preferred`, which a join waits for, goes first when it is the turn of its lane.
    pub fn next(&mut self, preferred: Option<StateId>, view: &View<'_>) -> Option<StateId> {
        if self.alone_ids.is_empty() || self.common.is_empty() {
            // Nothing to share: time that passes now is nobody's.
            self.turn = None;
            return match self.alone_ids.is_empty() {
                true => preferred.or_else(|| self.common.pick(view)),
                false => self.alone.pick(view),
            };
        }
        let now = Instant::now();
        if let Some((lane, since)) = self.turn {
            self.spent[lane] += now - since;
        }
        let is_alone = self.spent[1] < self.spent[0];
        self.turn = Some((usize::from(is_alone), now));
        match is_alone {
            true => self.alone.pick(view),
            false => preferred.or_else(|| self.common.pick(view)),
        }
    }
}
