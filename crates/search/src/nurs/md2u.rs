//! `nurs:md2u`, *minimal distance to uncovered*: the weight is `1 / (1 + d)^2` where d is the number of instructions from the
//! state to the nearest one that no path has executed yet, 10,000 where no way leads to any.

use super::Measure;
use super::uncovered::{Stack, Uncovered};
use crate::View;
use bowline_exec::State;

/// The distance that counts for states from which nothing new can be reached.
const NOWHERE: u32 = 10_000;

#[derive(Default)]
pub(crate) struct Md2u {
    uncovered: Uncovered,
}

/// 1 at uncovered code, and less the further away from it.
pub(super) fn closeness(uncovered: &mut Uncovered, stack: &Stack, view: &View<'_>) -> f64 {
    let distance = uncovered.distance(stack, view).unwrap_or(NOWHERE).min(NOWHERE);
    1.0 / (1.0 + f64::from(distance))
}

impl Measure for Md2u {
    type Facts = Stack;

    fn note(&mut self, facts: &mut Stack, state: &State) {
        facts.note(state);
    }

    fn weigh(&mut self, facts: &Stack, view: &View<'_>) -> f64 {
        closeness(&mut self.uncovered, facts, view).powi(2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Searcher;
    use crate::nurs::Nurs;
    use crate::testing::{IN_CALLED, MAIN, World, expect_chances};
    use bowline_base::Rng;

    /// The distance that a state's weight tells of, once so many instructions of the program are covered.
    fn distance(world: &World, state: &State, covered: usize) -> u32 {
        let (mut measure, mut facts) = (Md2u::default(), Stack::default());
        measure.note(&mut facts, state);
        let weight = measure.weigh(&facts, &world.view_after(covered));
        (weight.sqrt().recip() - 1.0).round() as u32
    }

    #[test]
    fn the_distance_goes_through_calls_and_returns() {
        let world = World::new();
        let inside = world.state_after(0, IN_CALLED);
        assert_ne!(inside.frame.function, MAIN);
        // `called` has two more instructions, of which the first is the next to be covered.
        assert_eq!(distance(&world, &inside, IN_CALLED), 0);
        assert_eq!(distance(&world, &inside, IN_CALLED + 1), 1);
        // With all of `called` covered, the nearest is behind the call.
        assert_eq!(distance(&world, &inside, IN_CALLED + 2), 2);
        // From before the call, the way leads through it.
        assert_eq!(distance(&world, &world.state_after(0, 1), IN_CALLED + 2), 4);
        // Nothing else can be reached; uncovered code elsewhere does not attract.
        assert_eq!(distance(&world, &inside, 1000), NOWHERE);
    }

    #[test]
    fn what_gets_covered_no_longer_attracts() {
        let world = World::new();
        let mut searcher = Nurs::new(Md2u::default(), Rng::new(1));
        let after_call = IN_CALLED + 2;
        let (near, far) = (world.state_after(0, after_call + 2), world.state_after(1, after_call));
        let view = world.view_after(after_call + 2);
        searcher.added(None, &[&near, &far], &view);
        expect_chances(&[(0, 9.0 / 10.0), (1, 1.0 / 10.0)], || searcher.pick(&view));
        // Two more instructions are covered while both wait.
        let view = world.view_after(after_call + 4);
        let total = 1.0 / 9.0 + 1.0 / 25.0;
        expect_chances(&[(0, 1.0 / 9.0 / total), (1, 1.0 / 25.0 / total)], || searcher.pick(&view));
    }
}
