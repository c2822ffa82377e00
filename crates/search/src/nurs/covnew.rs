//! `nurs:covnew`: the weight is `recency^2 + closeness^2`.
//!
//! `closeness` to uncovered code is that of `nurs:md2u`, `1 / (1 + d)`. `recency` is 1 while the path has covered
//! something new within its last 1,000 instructions, falls off with the reciprocal of the instructions since then, and
//! is 0 for a path that never did: who finds something new is on to something, for a while.

use super::Measure;
use super::md2u::closeness;
use super::uncovered::{Stack, Uncovered};
use crate::View;
use bowline_exec::State;

/// Instructions for which a discovery counts fully.
const FRESH: u64 = 1_000;

#[derive(Default)]
pub(crate) struct Covnew {
    uncovered: Uncovered,
}

#[derive(Default)]
pub(crate) struct Facts {
    stack: Stack,
    recency: f64,
}

fn recency(state: &State) -> f64 {
    if state.last_new_at == 0 {
        return 0.0;
    }
    let since = state.instructions.saturating_sub(state.last_new_at);
    FRESH as f64 / since.max(FRESH) as f64
}

impl Measure for Covnew {
    type Facts = Facts;

    fn note(&mut self, facts: &mut Facts, state: &State) {
        facts.stack.note(state);
        facts.recency = recency(state);
    }

    fn weigh(&mut self, facts: &Facts, view: &View<'_>) -> f64 {
        facts.recency.powi(2) + closeness(&mut self.uncovered, &facts.stack, view).powi(2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::World;

    fn weight(world: &World, instructions: u64, last_new_at: u64, covered: usize) -> f64 {
        let (mut measure, mut facts) = (Covnew::default(), Facts::default());
        let mut state = world.state(0);
        (state.instructions, state.last_new_at) = (instructions, last_new_at);
        measure.note(&mut facts, &state);
        measure.weigh(&facts, &world.view_after(covered))
    }

    #[test]
    fn discoveries_and_nearness_both_count() {
        let world = World::new();
        assert_eq!(weight(&world, 5_000, 0, 0), 1.0, "at uncovered code");
        assert_eq!(weight(&world, 5_000, 4_900, 0), 2.0, "and fresh from a discovery");
        assert_eq!(weight(&world, 5_000, 4_000, 0), 2.0);
        assert_eq!(weight(&world, 5_000, 1_000, 0), 1.0 + 1.0 / 16.0);
        assert_eq!(weight(&world, 5_000, 1_000, 1), 1.0 / 4.0 + 1.0 / 16.0);
        assert!(weight(&world, 5_000, 0, 1000) < 1e-7, "neither");
    }
}
