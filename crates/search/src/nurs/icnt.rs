//! `nurs:icnt`: the weight is `1 / n^2` where n counts how often states came to rest at the instruction that the state
//! executes next.
//!
//! States at places that were rarely seen are preferred over those in the middle of a much-run loop. KLEE counts every
//! execution of the instruction; a searcher sees states only between runs, most of them right behind a fork, and that
//! is where the choice is made.

use super::Measure;
use crate::{Site, View};
use bowline_base::FxHashMap;
use bowline_exec::State;

#[derive(Default)]
pub(crate) struct Icnt {
    visits: FxHashMap<Site, u64>,
}

impl Measure for Icnt {
    type Facts = Option<Site>;

    fn note(&mut self, facts: &mut Option<Site>, state: &State) {
        let place = (state.frame.function, state.frame.position);
        *self.visits.entry(place).or_default() += 1;
        *facts = Some(place);
    }

    fn weigh(&mut self, facts: &Option<Site>, _: &View<'_>) -> f64 {
        let visits = facts.and_then(|place| self.visits.get(&place).copied()).unwrap_or(1);
        (visits as f64).powi(-2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Searcher;
    use crate::nurs::Nurs;
    use crate::testing::{World, expect_chances};
    use bowline_base::Rng;

    #[test]
    fn rarely_seen_places_are_preferred() {
        let world = World::new();
        let mut searcher = Nurs::new(Icnt::default(), Rng::new(1));
        // Three visits at position 0, the first two of them by states that are gone; two at 1; one at 2.
        world.add(&mut searcher, None, &[0, 1, 2]);
        world.add_with(&mut searcher, None, &[3, 4], |state| state.frame.position = 1);
        world.add_with(&mut searcher, None, &[5], |state| state.frame.position = 2);
        for gone in [0, 1, 4] {
            searcher.removed(bowline_exec::StateId(gone));
        }
        let total = 1.0 / 9.0 + 1.0 / 4.0 + 1.0;
        let shares = [(2, 1.0 / 9.0 / total), (3, 0.25 / total), (5, 1.0 / total)];
        expect_chances(&shares, || searcher.pick(&world.view()));
        // The last one moves to where many have been.
        searcher.ran(&world.state(5), &world.view());
        let total = 2.0 / 16.0 + 1.0 / 4.0;
        let shares = [(2, 1.0 / 16.0 / total), (3, 0.25 / total), (5, 1.0 / 16.0 / total)];
        expect_chances(&shares, || searcher.pick(&world.view()));
    }
}
