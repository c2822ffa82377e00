//! `nurs:qc`: the weight is `1 / (1 + queries)` for the solver queries that the path has asked.
//!
//! Cheap paths first. KLEE takes the time that the queries took; we take their number, so that a run can be repeated.

use super::Measure;
use crate::View;
use bowline_exec::State;

#[derive(Default)]
pub(crate) struct QueryCost;

impl Measure for QueryCost {
    type Facts = u64;

    fn note(&mut self, facts: &mut u64, state: &State) {
        *facts = state.queries;
    }

    fn weigh(&mut self, queries: &u64, _: &View<'_>) -> f64 {
        1.0 / (1.0 + *queries as f64)
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
    fn few_queries_are_preferred() {
        let world = World::new();
        let mut searcher = Nurs::new(QueryCost, Rng::new(1));
        for (id, queries) in [0, 1, 3].into_iter().enumerate() {
            world.add_with(&mut searcher, None, &[id as u32], |state| state.queries = queries);
        }
        expect_chances(&[(0, 4.0 / 7.0), (1, 2.0 / 7.0), (2, 1.0 / 7.0)], || searcher.pick(&world.view()));
    }
}
