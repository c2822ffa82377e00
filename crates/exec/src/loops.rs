//! Loop strategies in order, and what becomes of a state that crosses the border of a loop.
//!
//! Each strategy is taken out of the list while it is asked, so that it can be given the executor. What it does through the executor's verbs is
//! therefore told to the others, never to itself.

use crate::executor::{Flow, Holder, Moved};
use crate::hooks::{Crossing, Effort, Fork, LoopStrategy, MergeMark};
use crate::step::Here;
use crate::{Ending, Executor, Lane, State, StateId};
use bowline_base::FxHashSet;
use bowline_expr::{ExprId, Marker};
use bowline_ir::EdgeId;
use bowline_solver::Path;
use std::ops::ControlFlow;

/// In the order in which they are asked. A place is vacant while its strategy runs.
#[derive(Default)]
pub(crate) struct LoopStrategies {
    places: Vec<Option<Box<dyn LoopStrategy>>>,
}

impl LoopStrategies {
    pub fn push(&mut self, strategy: Box<dyn LoopStrategy>) {
        self.places.push(Some(strategy));
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    fn present(&self) -> impl Iterator<Item = &dyn LoopStrategy> {
        self.places.iter().filter_map(|place| place.as_deref())
    }

    pub fn mark(&self, seen: &mut FxHashSet<usize>, marker: &mut Marker) {
        self.present().for_each(|strategy| strategy.mark(seen, marker));
    }
}

impl Executor {
    /// Asks the strategies one after the other until one gives an answer, which comes with its place.
    fn first_answer<T>(
        &mut self,
        mut ask: impl FnMut(&mut dyn LoopStrategy, &mut Executor) -> Option<T>,
    ) -> Option<(usize, T)> {
        for at in 0..self.loops.places.len() {
            let Some(mut strategy) = self.loops.places[at].take() else { continue };
            let answer = ask(&mut *strategy, self);
            self.loops.places[at] = Some(strategy);
            if let Some(answer) = answer {
                return Some((at, answer));
            }
        }
        None
    }

    fn tell_all(&mut self, mut tell: impl FnMut(&mut dyn LoopStrategy, &mut Executor)) {
        self.first_answer(|strategy, executor| {
            tell(strategy, executor);
            None::<()>
        });
    }

    /// A state stands behind an edge: is that a border somebody waits at?
    #[inline(never)]
    pub(crate) fn edge_taken(&mut self, state: &mut State, here: Here<'_>, id: EdgeId) -> Flow<Moved> {
        let moved = self.cross(state, here, id);
        for (mut other, edge) in std::mem::take(&mut self.departing) {
            self.stand_behind(&mut other, here, edge);
            let moved = self.edge_taken(&mut other, here, edge);
            self.sort_in(other, moved);
        }
        moved
    }

    /// A sibling that took an edge goes on, waits or ends.
    pub(crate) fn sort_in(&mut self, other: State, moved: Flow<Moved>) {
        match moved {
            ControlFlow::Continue(Moved::On) => self.split.running.push(other),
            ControlFlow::Continue(Moved::Held(by)) => self.hold(by, other),
            ControlFlow::Break(ending) => self.split.ended.push((other, ending)),
        }
    }

    fn cross(&mut self, state: &mut State, here: Here<'_>, mut id: EdgeId) -> Flow<Moved> {
        loop {
            if self.border.is_some() && self.meets_border(state, here, id) {
                return ControlFlow::Continue(Moved::Held(Holder::Probe));
            }
            let crossing = here.function.edges[id].crossing;
            if crossing.is_none() {
                let hold = |strategy: &mut dyn LoopStrategy, executor: &mut Self| {
                    (strategy.stepped(executor, state) == Crossing::Hold).then_some(())
                };
                let moved = self.first_answer(hold).map(|(at, ())| Moved::Held(Holder::Strategy(at)));
                return ControlFlow::Continue(moved.unwrap_or(Moved::On));
            }
            let answer = self.first_answer(|strategy, executor| {
                match strategy.crossed(executor, state, id, crossing) {
                    Crossing::Pass => None,
                    answer => Some(answer),
                }
            });
            match answer {
                None | Some((_, Crossing::Pass)) => return ControlFlow::Continue(Moved::On),
                Some((at, Crossing::Hold)) => {
                    return ControlFlow::Continue(Moved::Held(Holder::Strategy(at)));
                }
                Some((_, Crossing::End(ending))) => return ControlFlow::Break(ending),
                Some((_, Crossing::Behind(exit))) => {
                    self.stand_behind(state, here, exit);
                    id = exit;
                }
            }
        }
    }

    /// A state stands behind a mark of the program's: does somebody take it out of circulation?
    pub(crate) fn meet_mark(&mut self, state: &mut State, mark: MergeMark) {
        let answer = self.first_answer(|strategy, executor| {
            (strategy.marked(executor, state, mark) == Crossing::Hold).then_some(())
        });
        self.holder = answer.map(|(at, ())| Holder::Strategy(at));
    }

    /// Hands a state to whoever takes it out of circulation.
    pub fn hold(&mut self, by: Holder, state: State) {
        match by {
            Holder::Probe => self.hold_at_border(state),
            Holder::Strategy(at) => {
                let mut strategy =
                    self.loops.places[at].take().expect("a strategy that holds states is done");
                strategy.hold(self, state);
                self.loops.places[at] = Some(strategy);
            }
        }
    }

    pub(crate) fn tell_fork(
        &mut self,
        state: &mut State,
        before: &Path,
        [asked, condition]: [ExprId; 2],
        mut other: Option<(&mut State, ExprId)>,
        for_good: bool,
    ) {
        self.tell_all(|strategy, executor| {
            let other = other.as_mut().map(|(state, condition)| (&mut **state, *condition));
            strategy.forked(executor, state, Fork { before, asked, condition, other, for_good });
        });
    }

    pub(crate) fn tell_size(&mut self, size: ExprId) {
        self.tell_all(|strategy, executor| strategy.sized(executor, size));
    }

    pub(crate) fn tell_reduced(&mut self, whole: ExprId, part: ExprId) {
        self.tell_all(|strategy, executor| strategy.reduced(executor, whole, part));
    }

    pub(crate) fn tell_effort(&mut self, state: &State, effort: Effort) {
        self.tell_all(|strategy, _| strategy.ran(state, effort));
    }

    /// A state ended; it will not come back.
    pub fn tell_end(&mut self, state: &State, ending: &Ending) {
        self.tell_all(|strategy, _| strategy.ended(state, ending));
    }

    /// States that strategies put (back) into circulation.
    pub fn released(&mut self) -> Vec<State> {
        let mut all = Vec::new();
        self.tell_all(|strategy, executor| all.extend(strategy.released(executor)));
        all
    }

    /// Lanes whose states need not go on.
    pub fn superseded(&mut self) -> Vec<Lane> {
        let mut all = Vec::new();
        self.tell_all(|strategy, _| all.extend(strategy.superseded()));
        all
    }

    /// For a strategy that takes on a state at the start of a loop: the one to take instead, where another strategy races with it.
    pub fn race(&mut self, state: &mut State) -> Option<State> {
        self.first_answer(|strategy, executor| strategy.race(executor, state)).map(|(_, twin)| twin)
    }

    /// States of a lane that strategies hold back, and that need not go on.
    pub fn given_back(&mut self, lane: Lane) -> Vec<State> {
        let mut all = Vec::new();
        self.tell_all(|strategy, _| all.extend(strategy.give_back(lane)));
        all
    }

    /// A running state that a strategy wants to go first.
    pub fn preferred(&self) -> Option<StateId> {
        self.loops.present().find_map(|strategy| strategy.preferred())
    }

    /// A running state that a strategy wants to go before all others.
    pub fn urgent(&self) -> Option<StateId> {
        self.loops.present().find_map(|strategy| strategy.urgent())
    }

    /// States that strategies hold back.
    pub fn held(&self) -> impl Iterator<Item = &State> {
        self.loops.present().flat_map(|strategy| strategy.held())
    }

    /// Nobody is told anything while a probe runs; see [`crate::probe`].
    pub(crate) fn without_strategies(&mut self) -> LoopStrategies {
        std::mem::take(&mut self.loops)
    }

    /// A strategy for as long as a probe runs.
    pub(crate) fn plug_in_for_probe(&mut self, strategy: Box<dyn LoopStrategy>) {
        self.loops.push(strategy);
    }

    pub(crate) fn restore_strategies(&mut self, strategies: LoopStrategies) {
        self.loops = strategies;
        self.watches_edges = !self.loops.is_empty() || self.border.is_some();
    }

    /// A state that a strategy made goes on behind an exit of the loop that is being crossed, as with [`Crossing::Behind`].
    pub fn send_behind(&mut self, state: State, edge: EdgeId) {
        self.departing.push((state, edge));
    }
}
