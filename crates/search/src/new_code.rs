//! `new-code`: states that stand before code that no path has executed go first, the newest of them before the others; while there are none, another
//! strategy chooses.
//!
//! A fork whose other side is new is taken at once, instead of when chance comes to it among thousands; and of the sides that [seeds](bowline_exec::State::is_unasked) did not
//! take, those with something new are asked for first. Whoever stays before new code goes on.
//!
//! A place that was tried [`TRIES`] times without being executed is probably out of reach (the failing side of a check that always holds): it attracts nobody any more.
//! Uncovered code of our own C library does not count.

use crate::{Searcher, Site, View};
use bowline_base::FxHashMap;
use bowline_exec::{State, StateId};

/// States that go first because of one place.
const TRIES: u32 = 8;

pub(crate) struct NewCode {
    otherwise: Box<dyn Searcher>,
    /// Before new code, when they were last seen; the newest last. Some have gone on since.
    waiting: Vec<(StateId, Site)>,
    /// Where they are now.
    places: FxHashMap<StateId, Site>,
    tries: FxHashMap<Site, u32>,
}

impl NewCode {
    pub(crate) fn new(otherwise: Box<dyn Searcher>) -> Self {
        Self { otherwise, waiting: Vec::new(), places: FxHashMap::default(), tries: FxHashMap::default() }
    }

    fn note(&mut self, state: &State, view: &View<'_>) {
        let place = (state.frame.function, state.next_position());
        if self.attracts(place, view) {
            self.places.insert(state.id, place);
            self.waiting.push((state.id, place));
        } else if !self.places.is_empty() {
            self.places.remove(&state.id);
        }
    }

    fn attracts(&self, place: Site, view: &View<'_>) -> bool {
        let (function, position) = place;
        !view.coverage.is_covered(function, position)
            && !view.program.module.runtime_functions.contains(&function)
            && self.tries.get(&place).is_none_or(|tries| *tries < TRIES)
    }
}

impl Searcher for NewCode {
    fn added(&mut self, parent: Option<StateId>, states: &[&State], view: &View<'_>) {
        self.otherwise.added(parent, states, view);
        states.iter().for_each(|state| self.note(state, view));
    }

    fn removed(&mut self, id: StateId) {
        self.otherwise.removed(id);
        if !self.places.is_empty() {
            self.places.remove(&id);
        }
    }

    fn pick(&mut self, view: &View<'_>) -> Option<StateId> {
        while let Some((id, place)) = self.waiting.pop() {
            if self.places.get(&id) != Some(&place) {
                continue;
            }
            self.places.remove(&id);
            if self.attracts(place, view) {
                *self.tries.entry(place).or_default() += 1;
                return Some(id);
            }
        }
        self.otherwise.pick(view)
    }

    fn ran(&mut self, state: &State, view: &View<'_>) {
        self.otherwise.ran(state, view);
        self.note(state, view);
    }

    fn len(&self) -> usize {
        self.otherwise.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{IN_CALLED, World};
    use crate::{Strategy, make};

    fn searcher() -> NewCode {
        NewCode::new(make(&Strategy::Bfs, 0))
    }

    #[test]
    fn states_before_new_code_go_first_as_long_as_it_is_new() {
        let world = World::new();
        let mut searcher = searcher();
        let states = [0, 1, 2, 3].map(|at| world.state_after(at, at as usize));
        let view = world.view_after(2);
        searcher.added(None, &states.each_ref(), &view);
        let picked: Vec<_> = (0..4).filter_map(|_| searcher.pick(&view)).map(|id| id.0).collect();
        assert_eq!(picked, [3, 2, 0, 1], "the newest of two, then whoever is longest there");
        // State 3 comes back, but what it waits for is executed meanwhile; state 2 ends.
        let view = world.view_after(IN_CALLED);
        searcher.ran(&states[3], &view);
        searcher.ran(&states[2], &view);
        let later = world.view_after(IN_CALLED + 1);
        searcher.removed(StateId(3));
        assert_eq!(searcher.pick(&later), Some(StateId(2)), "its turn by the other strategy");
        assert_eq!(searcher.len(), 3);
    }

    #[test]
    fn a_place_that_is_never_executed_attracts_a_few_times_only() {
        let world = World::new();
        let mut searcher = searcher();
        let (oldest, stuck) = (world.state_after(0, 0), world.state_after(1, 2));
        let view = world.view_after(2);
        searcher.added(None, &[&oldest, &stuck], &view);
        for _ in 0..TRIES {
            assert_eq!(searcher.pick(&view), Some(StateId(1)));
            searcher.ran(&stuck, &view);
        }
        assert_eq!(searcher.pick(&view), Some(StateId(0)));
    }
}
