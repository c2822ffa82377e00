//! `nurs:depth`: the weight is 2 to the power of minus the number of forks on the way.
//!
//! The chance of random-path in a tree where nothing has ended: states near the root are preferred, however many there
//! are below. (KLEE's `nurs:depth` meant this when it was introduced; later versions call it `nurs:rp`.) Below 900
//! forks all count the same.

use super::Measure;
use crate::View;
use bowline_exec::State;

const DEEPEST: u64 = 900;

#[derive(Default)]
pub(crate) struct Depth;

impl Measure for Depth {
    type Facts = u64;

    fn note(&mut self, facts: &mut u64, state: &State) {
        *facts = state.depth;
    }

    fn weigh(&mut self, depth: &u64, _: &View<'_>) -> f64 {
        0.5f64.powi((*depth).min(DEEPEST) as i32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nurs::Nurs;
    use crate::testing::{World, expect_chances};
    use crate::{Searcher, nurs};
    use bowline_base::Rng;

    #[test]
    fn each_fork_halves_the_chance() {
        let world = World::new();
        let mut searcher = Nurs::new(Depth, Rng::new(1));
        for (id, depth) in [1, 2, 3, 3, 5000].into_iter().enumerate() {
            world.add_with(&mut searcher, None, &[id as u32], |state| state.depth = depth);
        }
        expect_chances(&[(0, 0.5), (1, 0.25), (2, 0.125), (3, 0.125)], || searcher.pick(&world.view()));
        assert!(Depth.weigh(&u64::MAX, &world.view()) > nurs::SMALLEST);
    }

    #[test]
    fn the_deepest_are_not_lost() {
        let world = World::new();
        let mut searcher = Nurs::new(Depth, Rng::new(1));
        world.add_with(&mut searcher, None, &[0, 1], |state| state.depth = 100_000);
        expect_chances(&[(0, 0.5), (1, 0.5)], || searcher.pick(&world.view()));
    }
}
