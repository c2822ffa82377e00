//! Depth first: a state runs until it ends or is parked, then the fork that was added last. Few states are alive at a
//! time, and their memory is still warm.

use crate::line::Line;
use crate::{Searcher, View};
use bowline_exec::{State, StateId};

#[derive(Default)]
pub(crate) struct Dfs {
    line: Line,
}

impl Searcher for Dfs {
    fn added(&mut self, _: Option<StateId>, states: &[&State], _: &View<'_>) {
        for state in states {
            self.line.append(state.id);
        }
    }

    fn removed(&mut self, id: StateId) {
        self.line.remove(id);
    }

    fn pick(&mut self, _: &View<'_>) -> Option<StateId> {
        self.line.picked().or_else(|| self.line.pick_newest())
    }

    fn ran(&mut self, _: &State, _: &View<'_>) {}

    fn len(&self) -> usize {
        self.line.len()
    }
}
