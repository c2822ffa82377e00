//! Breadth first: states take turns, the one that waited longest is next. Forks queue up before the state they were forked
//! from, which has just had its turn.

use crate::line::Line;
use crate::{Searcher, View};
use bowline_exec::{State, StateId};

#[derive(Default)]
pub(crate) struct Bfs {
    line: Line,
}

impl Searcher for Bfs {
    fn added(&mut self, _: Option<StateId>, states: &[&State], _: &View<'_>) {
        for state in states {
            self.line.append(state.id);
        }
    }

    fn removed(&mut self, id: StateId) {
        self.line.remove(id);
    }

    fn pick(&mut self, _: &View<'_>) -> Option<StateId> {
        self.line.pick_oldest()
    }

    fn ran(&mut self, _: &State, _: &View<'_>) {}

    fn len(&self) -> usize {
        self.line.len()
    }
}
