//! Paths that go round in circles.
//!
//! Where pointers may be equal, a list may lead back to itself, and a loop over it never ends. Such an input is explored like others, for as
//! long as it does something new; then the path is given up and counted as lost. Paths without a circle are never given up here.

use super::{LazyHeap, word::input_word};
use crate::executor::Flow;
use crate::{Executor, LostKind, State};
use bowline_expr::Pool;
use std::ops::ControlFlow;

/// Instructions without anything new after which a path with a circle is given up.
const PATIENCE: u64 = 20_000;

impl Executor {
    /// To be asked now and then.
    pub(crate) fn check_circles(&mut self, state: &State) -> Flow {
        let is_quiet = state.instructions.saturating_sub(state.last_new_at) > PATIENCE;
        match &state.lazy {
            Some(heap) if is_quiet && heap.has_circle(&self.pool) => {
                let what = format!(
                    "a path over pointers that lead in a circle, after {PATIENCE} instructions without anything new"
                );
                ControlFlow::Break(self.lost_path(LostKind::Limit, what, state))
            }
            _ => ControlFlow::Continue(()),
        }
    }
}

impl LazyHeap {
    /// Does an object lead back to itself?
    fn has_circle(&self, pool: &Pool) -> bool {
        let objects: Vec<_> = self.objects().collect();
        let edges: Vec<(usize, usize)> = self
            .bound
            .iter()
            .filter_map(|(pointer, address)| {
                let word = input_word(pool, *pointer)?;
                let from = objects.iter().position(|(part, _)| part.symbol == word.symbol)?;
                Some((from, objects.iter().position(|(_, object)| object.base == *address)?))
            })
            .collect();
        // What nothing leads to is in no circle, nor is what only such objects lead to.
        let mut left: Vec<usize> = (0..objects.len()).collect();
        loop {
            let before = left.len();
            let led_to: Vec<usize> =
                edges.iter().filter(|(from, _)| left.contains(from)).map(|(_, to)| *to).collect();
            left.retain(|object| led_to.contains(object));
            if left.len() == before {
                return before > 0;
            }
        }
    }
}
