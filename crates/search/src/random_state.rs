//! Any state in circulation, all equally likely.

use crate::{Searcher, View};
use bowline_base::{FxHashMap, Rng};
use bowline_exec::{State, StateId};

pub(crate) struct RandomState {
    rng: Rng,
    states: Vec<StateId>,
    /// Where each state is in `states`.
    places: FxHashMap<StateId, u32>,
}

impl RandomState {
    pub(crate) fn new(rng: Rng) -> Self {
        Self { rng, states: Vec::new(), places: FxHashMap::default() }
    }
}

impl Searcher for RandomState {
    fn added(&mut self, _: Option<StateId>, states: &[&State], _: &View<'_>) {
        for state in states {
            self.places.insert(state.id, self.states.len() as u32);
            self.states.push(state.id);
        }
    }

    fn removed(&mut self, id: StateId) {
        let Some(place) = self.places.remove(&id) else { return };
        self.states.swap_remove(place as usize);
        if let Some(moved) = self.states.get(place as usize) {
            self.places.insert(*moved, place);
        }
    }

    fn pick(&mut self, _: &View<'_>) -> Option<StateId> {
        if self.states.is_empty() {
            return None;
        }
        Some(self.states[self.rng.below(self.states.len() as u64) as usize])
    }

    fn ran(&mut self, _: &State, _: &View<'_>) {}

    fn len(&self) -> usize {
        self.states.len()
    }
}
