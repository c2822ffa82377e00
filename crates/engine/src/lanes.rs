//! The searcher of a run whose states may be in two lanes (see [`Lane`](bowline_exec::Lane)): each lane has a searcher of its own,
//! and they share the work evenly, once states alone have had their head start. Where those have one, a crowd of states that may be joined is given less: it is
//! far from its end. Work is counted ([`Executor::work`](bowline_exec::Executor::work)) and not timed, so
//! that the same run takes the same turns.

use bowline_base::FxHashSet;
use bowline_exec::{State, StateId};
use bowline_search::{Searcher, Strategy, View, make};

/// For each so many states that may be joined, states alone get another share where they have a head start.
const CROWD: usize = 1_024;

pub struct Lanes {
    /// States that are in no lane, or may be joined.
    common: Box<dyn Searcher>,
    alone: Box<dyn Searcher>,
    alone_ids: FxHashSet<StateId>,
    /// Work done while both lanes had states, by lane: common, alone.
    spent: [u64; 2],
    /// Whose turn it is, and what had been done when it began.
    turn: Option<(usize, u64)>,
    has_head_start: bool,
}

impl Lanes {
    /// States alone are given so much work before the others get some.
    pub fn new(strategy: &Strategy, seed: u64, head_start: u64) -> Self {
        Self {
            common: make(strategy, seed),
            alone: make(strategy, seed),
            alone_ids: FxHashSet::default(),
            spent: [head_start, 0],
            turn: None,
            has_head_start: head_start > 0,
        }
    }

    /// Shares of states alone for one of the others.
    fn shares(&self) -> u64 {
        match self.has_head_start {
            true => 1 + (self.common.len() / CROWD) as u64,
            false => 1,
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

    /// What is done next is no lane's: a state goes before them.
    pub fn interlude(&mut self, work: u64) {
        self.settle(work);
    }

    /// What was done since the last turn began is the lane's that had it.
    fn settle(&mut self, work: u64) {
        if let Some((lane, before)) = self.turn.take() {
            let done = work.saturating_sub(before);
            self.spent[lane] += if lane == 0 { done * self.shares() } else { done };
        }
    }

    /// The state to run next. `preferred`, which a join waits for, goes first when it is the turn of its lane. `work` is all that the run has done.
    pub fn next(&mut self, preferred: Option<StateId>, work: u64, view: &View<'_>) -> Option<StateId> {
        if self.alone_ids.is_empty() || self.common.is_empty() {
            // Nothing to share: what is done now is nobody's.
            self.turn = None;
            return match self.alone_ids.is_empty() {
                true => preferred.or_else(|| self.common.pick(view)),
                false => self.alone.pick(view),
            };
        }
        self.settle(work);
        let is_alone = self.spent[1] < self.spent[0];
        self.turn = Some((usize::from(is_alone), work));
        match is_alone {
            true => self.alone.pick(view),
            false => preferred.or_else(|| self.common.pick(view)),
        }
    }
}
