//! Several strategies take turns, pick by pick; all of them are told what happens to every state. One may have its turn less often than the others.

use crate::{Searcher, View};
use bowline_exec::{State, StateId};

pub(crate) struct Interleaved {
    /// At least one.
    searchers: Vec<Box<dyn Searcher>>,
    /// Whose turn it is, one after the other, and then from the beginning.
    turns: Vec<usize>,
    next: usize,
}

impl Interleaved {
    /// `first` has the first turn.
    pub(crate) fn new(first: Box<dyn Searcher>, others: impl Iterator<Item = Box<dyn Searcher>>) -> Self {
        let searchers: Vec<_> = std::iter::once(first).chain(others).collect();
        Self { turns: (0..searchers.len()).collect(), searchers, next: 0 }
    }

    /// With one more, which has its turn when all others had so many.
    pub(crate) fn and_seldom(mut self, seldom: Box<dyn Searcher>, rounds: usize) -> Self {
        self.turns = self.turns.repeat(rounds);
        self.turns.push(self.searchers.len());
        self.searchers.push(seldom);
        self
    }
}

impl Searcher for Interleaved {
    fn added(&mut self, parent: Option<StateId>, states: &[&State], view: &View<'_>) {
        for searcher in &mut self.searchers {
            searcher.added(parent, states, view);
        }
    }

    fn removed(&mut self, id: StateId) {
        for searcher in &mut self.searchers {
            searcher.removed(id);
        }
    }

    fn pick(&mut self, view: &View<'_>) -> Option<StateId> {
        let turn = self.turns[self.next];
        self.next = (self.next + 1) % self.turns.len();
        self.searchers[turn].pick(view)
    }

    fn ran(&mut self, state: &State, view: &View<'_>) {
        for searcher in &mut self.searchers {
            searcher.ran(state, view);
        }
    }

    fn len(&self) -> usize {
        self.searchers[0].len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::World;
    use crate::{Strategy, make};

    #[test]
    fn strategies_take_turns() {
        let world = World::new();
        let (dfs, bfs) = (make(&Strategy::Dfs, 0), make(&Strategy::Bfs, 0));
        let mut searcher = Interleaved::new(dfs, std::iter::once(bfs));
        world.add(&mut searcher, None, &[0, 1, 2]);
        let mut pick = || searcher.pick(&world.view()).map(|id| id.0);
        // Depth first stays with the newest, breadth first goes round.
        let picked: Vec<_> = (0..8).map_while(|_| pick()).collect();
        assert_eq!(picked, [2, 0, 2, 1, 2, 2, 2, 0]);
        // What one of them picked ends for the other as well.
        searcher.removed(StateId(2));
        searcher.removed(StateId(0));
        assert_eq!(searcher.len(), 1);
        let mut pick = || searcher.pick(&world.view()).map(|id| id.0);
        assert_eq!([pick(), pick(), pick()], [Some(1); 3]);
    }

    #[test]
    fn one_may_have_its_turn_seldom() {
        let world = World::new();
        let (dfs, bfs) = (make(&Strategy::Dfs, 0), make(&Strategy::Bfs, 0));
        let mut searcher = Interleaved::new(dfs, std::iter::empty()).and_seldom(bfs, 3);
        world.add(&mut searcher, None, &[0, 1]);
        let picked: Vec<_> = (0..8).filter_map(|_| searcher.pick(&world.view())).map(|id| id.0).collect();
        assert_eq!(picked, [1, 1, 1, 0, 1, 1, 1, 1]);
    }
}
