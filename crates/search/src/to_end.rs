//! `to-end`: a random path, and then the same one until it ends.
//!
//! Strategies that choose anew after each fork spread: where every round of a loop forks, the states at its first rounds outnumber the others by far,
//! and no path gets behind the loop for a long time. Whoever is followed to the end gets there at once, with some test to show for it, and what it leaves at its
//! forks is as good a start for the next one.
//!
//! A path that does not end is left after [`PATIENCE`] picks.

use crate::{Searcher, View};
use bowline_exec::{State, StateId};

/// Picks in a row.
const PATIENCE: u32 = 1024;

pub(crate) struct ToEnd {
    /// Chooses whom to follow.
    start: Box<dyn Searcher>,
    /// Who is followed, and how often it was picked.
    followed: Option<(StateId, u32)>,
}

impl ToEnd {
    pub(crate) fn new(start: Box<dyn Searcher>) -> Self {
        Self { start, followed: None }
    }
}

impl Searcher for ToEnd {
    fn added(&mut self, parent: Option<StateId>, states: &[&State], view: &View<'_>) {
        self.start.added(parent, states, view);
    }

    fn removed(&mut self, id: StateId) {
        self.start.removed(id);
        self.followed = self.followed.filter(|(followed, _)| *followed != id);
    }

    fn pick(&mut self, view: &View<'_>) -> Option<StateId> {
        self.followed = match self.followed {
            Some((id, picks)) if picks < PATIENCE => Some((id, picks + 1)),
            _ => self.start.pick(view).map(|id| (id, 1)),
        };
        self.followed.map(|(id, _)| id)
    }

    fn ran(&mut self, state: &State, view: &View<'_>) {
        self.start.ran(state, view);
    }

    fn len(&self) -> usize {
        self.start.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::World;
    use crate::{Strategy, make};

    #[test]
    fn one_goes_on_until_it_ends_or_takes_too_long() {
        let world = World::new();
        let mut searcher = ToEnd::new(make(&Strategy::Bfs, 0));
        world.add(&mut searcher, None, &[0, 1]);
        assert_eq!([searcher.pick(&world.view()), searcher.pick(&world.view())], [Some(StateId(0)); 2]);
        world.add(&mut searcher, Some(0), &[2]);
        assert_eq!(searcher.pick(&world.view()), Some(StateId(0)), "forks do not change that");
        searcher.removed(StateId(0));
        assert_eq!(searcher.pick(&world.view()), Some(StateId(1)));
        for _ in 1..PATIENCE {
            assert_eq!(searcher.pick(&world.view()), Some(StateId(1)));
        }
        assert_eq!(searcher.pick(&world.view()), Some(StateId(2)), "it seems to have no end");
        assert_eq!(searcher.len(), 2);
    }
}
