//! Non-uniform random search: any state, with chances in proportion to a weight. A [`Measure`] says what the weight is.
//!
//! The weight of a waiting state may fall while others run (what it was close to gets covered), but never rises. So
//! the weights in the tree are upper bounds. A choice by them is weighed anew and kept with the ratio of the new weight to the
//! old one, else the choice is repeated: chances are exactly as if all weights had been brought up to date, at the cost
//! of the few that were looked at. Each rejection corrects one weight, so they are soon over.

pub(crate) mod covnew;
pub(crate) mod depth;
pub(crate) mod icnt;
pub(crate) mod md2u;
pub(crate) mod qc;
mod uncovered;

use crate::weights::Weights;
use crate::{Searcher, View};
use bowline_base::{FxHashMap, Rng};
use bowline_exec::{State, StateId};

/// No state is ruled out entirely, and no product underflows to nothing.
const SMALLEST: f64 = 1e-300;

/// What makes a state worth running.
pub(crate) trait Measure {
    /// What is remembered of a state while it waits.
    type Facts: Default;

    /// A state came to rest: notes what there is to know of it.
    fn note(&mut self, facts: &mut Self::Facts, state: &State);

    /// The weight of a waiting state: finite, not negative, and never more than before for the same facts.
    fn weigh(&mut self, facts: &Self::Facts, view: &View<'_>) -> f64;
}

pub(crate) struct Nurs<M: Measure> {
    rng: Rng,
    measure: M,
    /// By index into `states`.
    weights: Weights,
    states: Vec<(StateId, M::Facts)>,
    places: FxHashMap<StateId, u32>,
}

impl<M: Measure> Nurs<M> {
    pub(crate) fn new(measure: M, rng: Rng) -> Self {
        let (weights, states, places) = (Weights::default(), Vec::new(), FxHashMap::default());
        Self { rng, measure, weights, states, places }
    }

    fn note(&mut self, place: usize, state: &State, view: &View<'_>) {
        let (_, facts) = &mut self.states[place];
        self.measure.note(facts, state);
        let weight = self.measure.weigh(facts, view).max(SMALLEST);
        self.weights.set(place, weight);
    }
}

impl<M: Measure> Searcher for Nurs<M> {
    fn added(&mut self, _: Option<StateId>, states: &[&State], view: &View<'_>) {
        for state in states {
            let place = self.states.len();
            self.states.push((state.id, M::Facts::default()));
            self.places.insert(state.id, place as u32);
            self.note(place, state, view);
        }
    }

    fn removed(&mut self, id: StateId) {
        let Some(place) = self.places.remove(&id) else { return };
        let place = place as usize;
        self.states.swap_remove(place);
        let last = self.states.len();
        if let Some((moved, _)) = self.states.get(place) {
            self.places.insert(*moved, place as u32);
            self.weights.set(place, self.weights.get(last));
        }
        self.weights.set(last, 0.0);
    }

    fn pick(&mut self, view: &View<'_>) -> Option<StateId> {
        loop {
            let place = self.weights.choose(&mut self.rng)?;
            let (id, facts) = &self.states[place];
            let before = self.weights.get(place);
            let weight = self.measure.weigh(facts, view).max(SMALLEST);
            if weight >= before {
                return Some(*id);
            }
            self.weights.set(place, weight);
            if self.rng.unit() * before < weight {
                return Some(*id);
            }
        }
    }

    fn ran(&mut self, state: &State, view: &View<'_>) {
        if let Some(place) = self.places.get(&state.id) {
            self.note(*place as usize, state, view);
        }
    }

    fn len(&self) -> usize {
        self.states.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{World, expect_chances};
    use std::cell::Cell;
    use std::rc::Rc;

    /// The instruction count of a state, divided by a number that the test changes.
    struct Quotient(Rc<Cell<[f64; 4]>>);

    impl Measure for Quotient {
        type Facts = (usize, f64);

        fn note(&mut self, facts: &mut (usize, f64), state: &State) {
            *facts = (state.id.0 as usize, state.instructions as f64);
        }

        fn weigh(&mut self, facts: &(usize, f64), _: &View<'_>) -> f64 {
            facts.1 / self.0.get()[facts.0]
        }
    }

    #[test]
    fn chances_follow_weights_that_fall_unseen() {
        let world = World::new();
        let view = world.view();
        let divisors = Rc::new(Cell::new([1.0; 4]));
        for round in 0..20 {
            divisors.set([1.0; 4]);
            let mut searcher = Nurs::new(Quotient(Rc::clone(&divisors)), Rng::new(round));
            world.add_with(&mut searcher, None, &[0, 1, 2, 3], |state| state.instructions = 8);
            divisors.set([1.0, 2.0, 4.0, 8.0]);
            let shares = [(0, 8.0 / 15.0), (1, 4.0 / 15.0), (2, 2.0 / 15.0), (3, 1.0 / 15.0)];
            expect_chances(&shares, || searcher.pick(&view));
        }
        // The very first choice after a change is right, too: no bias towards states that were looked at.
        let mut round = 0;
        expect_chances(&[(0, 0.25), (1, 0.5), (2, 0.25)], || {
            round += 1;
            divisors.set([1.0; 4]);
            let mut searcher = Nurs::new(Quotient(Rc::clone(&divisors)), Rng::new(round));
            world.add_with(&mut searcher, None, &[0, 1, 2], |state| state.instructions = 4);
            divisors.set([2.0, 1.0, 2.0, 1.0]);
            searcher.pick(&view)
        });
    }

    #[test]
    fn weights_of_running_states_may_rise() {
        let world = World::new();
        let mut searcher = Nurs::new(Quotient(Rc::new(Cell::new([1.0; 4]))), Rng::new(2));
        world.add_with(&mut searcher, None, &[0, 1], |state| state.instructions = 1);
        let mut state = world.state(1);
        state.instructions = 9;
        searcher.ran(&state, &world.view());
        expect_chances(&[(0, 0.1), (1, 0.9)], || searcher.pick(&world.view()));
        searcher.removed(StateId(0));
        expect_chances(&[(1, 1.0)], || searcher.pick(&world.view()));
    }
}
