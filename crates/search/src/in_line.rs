//! States in the order in which they came, from one end or from the other.

use crate::line::Line;
use crate::{Searcher, View};
use bowline_exec::{State, StateId};

/// Which end of the line is next.
#[derive(Clone, Copy)]
pub(crate) enum Order {
    /// Depth first: a state runs until it ends or is held, then the fork that was added last. Few states are alive at a time,
    /// and their memory is still warm.
    NewestFirst,
    /// Breadth first: states take turns, the one that waited longest is next. Forks queue up before the state they were forked from, which has
    /// just had its turn.
    OldestFirst,
}

pub(crate) struct InLine {
    line: Line,
    order: Order,
}

impl InLine {
    pub(crate) fn new(order: Order) -> Self {
        Self { line: Line::default(), order }
    }
}

impl Searcher for InLine {
    fn added(&mut self, _: Option<StateId>, states: &[&State], _: &View<'_>) {
        for state in states {
            self.line.append(state.id);
        }
    }

    fn removed(&mut self, id: StateId) {
        self.line.remove(id);
    }

    fn pick(&mut self, _: &View<'_>) -> Option<StateId> {
        match self.order {
            Order::NewestFirst => self.line.picked().or_else(|| self.line.pick_newest()),
            Order::OldestFirst => self.line.pick_oldest(),
        }
    }

    fn ran(&mut self, _: &State, _: &View<'_>) {}

    fn len(&self) -> usize {
        self.line.len()
    }
}
