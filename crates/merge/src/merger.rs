//! The loop strategy: what happens to a state inside and at the border of a loop that is being merged.
//!
//! The bookkeeping of contexts is in [`crate::contexts`], what becomes of waiting states in [`crate::joining`], the alternative of not
//! merging at all in [`crate::race`].

use crate::config::{MergeConfig, MergeOn};
use crate::context::{Context, ContextId, LoopActivation};
use crate::contexts::{Contexts, Seat};
use crate::race::{Races, other};
use crate::stats::MergeReport;
use crate::taint::Taint;
use bowline_base::FxHashSet;
use bowline_exec::hooks::{Crossing, Fork, LoopStrategy};
use bowline_exec::{Ending, Executor, Lane, LiveRegisters, State, StateId};
use bowline_expr::{ExprId, Marker, Pool};
use bowline_ir::{EdgeId, LoopCrossing};
use std::cell::RefCell;
use std::rc::Rc;

/// See the crate documentation.
pub struct LoopMerger {
    pub(crate) config: MergeConfig,
    pub(crate) contexts: Contexts,
    taint: Taint,
    /// States to put into circulation.
    pub(crate) ready: Vec<State>,
    pub(crate) live: LiveRegisters,
    pub(crate) races: Races,
    pub(crate) report: Rc<RefCell<MergeReport>>,
}

impl LoopMerger {
    /// The strategy, and the report it keeps, which can still be read when the strategy is the executor's.
    pub fn new(config: MergeConfig) -> (Self, Rc<RefCell<MergeReport>>) {
        let report = Rc::new(RefCell::new(MergeReport::default()));
        let merger = Self {
            config,
            contexts: Contexts::default(),
            taint: Taint::default(),
            ready: Vec::new(),
            live: LiveRegisters::default(),
            races: Races::default(),
            report: Rc::clone(&report),
        };
        (merger, report)
    }

    /// The loop that a fork opens a context for, if it does. A loop that was too much once is not tried again.
    fn opens(&self, executor: &Executor, state: &State, fork: &Fork<'_>) -> Option<LoopActivation> {
        let around = LoopActivation::around(executor, state)?;
        let current = self.contexts.seat(state.id).and_then(|(id, _)| self.contexts.get(id));
        let is_new = current.is_none_or(|context| context.activation != around);
        let wanted = is_new && !fork.for_good && !self.was_given_up(around);
        (wanted && self.depends(executor.pool(), fork.asked)).then_some(around)
    }

    fn depends(&self, pool: &Pool, condition: ExprId) -> bool {
        match self.config.on {
            MergeOn::Any => true,
            MergeOn::Size => self.taint.touches(pool, condition),
        }
    }

    fn was_given_up(&self, activation: LoopActivation) -> bool {
        let report = self.report.borrow();
        let stats = report.loops.get(&(activation.function, activation.loop_id));
        stats.is_some_and(|stats| stats.given_up > 0)
    }

    /// Past a limit: everybody goes on alone, also in the contexts around.
    fn give_up(&mut self, id: ContextId) {
        let mut next = Some(id);
        while let Some(context) = next.and_then(|id| self.contexts.dissolve(id)) {
            let LoopActivation { function, loop_id, .. } = context.activation;
            self.report.borrow_mut().of(function, loop_id).given_up += 1;
            next = context.parent.map(|(parent, _)| parent);
            self.ready.extend(context.into_held());
        }
    }

    fn is_too_much(&self, context: &Context) -> bool {
        let limits = &self.config.limits;
        context.population() > limits.states || context.started.elapsed() > limits.time
    }

    /// A state in a context went both ways.
    fn grow(&mut self, state: &State, (id, node): Seat, fork: Fork<'_>) {
        let Some(context) = self.contexts.get_mut(id) else { return };
        context.tree.set_path(node, fork.before);
        let own = context.tree.add_child(node, fork.condition);
        let sibling =
            fork.other.map(|(other, condition)| (other.id, context.tree.add_child(node, condition)));
        self.contexts.put(state.id, (id, own));
        if let Some((other, node)) = sibling {
            self.contexts.put(other, (id, node));
        }
        if self.contexts.get(id).is_some_and(|context| self.is_too_much(context)) {
            self.give_up(id);
        }
    }

    /// A state in a context was confined to a part of its inputs.
    fn narrow(&mut self, pool: &mut Pool, state: &State, (id, node): Seat, fork: &Fork<'_>) {
        let Some(context) = self.contexts.get_mut(id) else { return };
        context.tree.set_path(node, fork.before);
        let own = context.tree.add_child(node, fork.condition);
        let rest = pool.not(fork.condition);
        context.tree.add_child(node, rest);
        self.contexts.put(state.id, (id, own));
    }

    /// A state that is in no race opens a context: its twin goes alone.
    fn start_race(&mut self, executor: &mut Executor, state: &mut State, fork: &mut Fork<'_>) {
        let mut twin = executor.twin(state, fork.before);
        let lane = self.races.start(2);
        twin.lane = Some(other(lane));
        self.ready.push(twin);
        state.lane = Some(lane);
        if let Some((sibling, _)) = &mut fork.other {
            sibling.lane = Some(lane);
        }
    }
}

impl LoopStrategy for LoopMerger {
    fn forked(&mut self, executor: &mut Executor, state: &mut State, mut fork: Fork<'_>) {
        let forked = fork.other.is_some();
        if forked {
            self.races.added(state.lane);
        }
        if state.lane.is_some_and(|lane| lane.alone) {
            return;
        }
        let mut seat = self.contexts.current_seat(state);
        if !forked {
            if let Some(seat) = seat {
                self.narrow(executor.pool_mut(), state, seat, &fork);
            }
            return;
        }
        if let Some(activation) = self.opens(executor, state, &fork) {
            if self.config.race && state.lane.is_none() {
                self.start_race(executor, state, &mut fork);
            }
            seat = Some(self.contexts.open(state, activation, fork.before.clone()));
            self.report.borrow_mut().of(activation.function, activation.loop_id).contexts += 1;
        }
        if let Some(seat) = seat {
            self.grow(state, seat, fork);
        }
    }

    fn sized(&mut self, executor: &mut Executor, size: ExprId) {
        self.taint.add(executor.pool(), size);
    }

    fn reduced(&mut self, executor: &mut Executor, whole: ExprId, part: ExprId) {
        self.taint.follow(executor.pool(), whole, part);
    }

    fn crossed(
        &mut self,
        executor: &mut Executor,
        state: &mut State,
        _: EdgeId,
        crossing: LoopCrossing,
    ) -> Crossing {
        let Some((id, _)) = self.contexts.current_seat(state) else { return Crossing::Pass };
        let Some(context) = self.contexts.get(id) else { return Crossing::Pass };
        let activation = context.activation;
        // Also a state that never forks may take long.
        if context.started.elapsed() > self.config.limits.time {
            self.give_up(id);
            return Crossing::Pass;
        }
        let is_out = crossing.left.is_some() && activation.is_left_by(executor, state);
        let starts_again = self.config.incremental
            && crossing.repeated() == Some(activation.loop_id)
            && activation.serial == state.frame.serial;
        if is_out || starts_again { Crossing::Hold } else { Crossing::Pass }
    }

    fn hold(&mut self, executor: &mut Executor, state: State) {
        let Some((id, node)) = self.contexts.seat(state.id) else {
            self.ready.push(state);
            return;
        };
        self.contexts.leave(state.id);
        match self.contexts.get_mut(id) {
            Some(context) if context.activation.is_left_by(executor, &state) => {
                context.parked.push((node, state));
            }
            Some(context) => context.waiting.push((node, state)),
            None => self.ready.push(state),
        }
    }

    fn ended(&mut self, state: &State, _: &Ending) {
        self.races.removed(state.lane, 1);
        self.contexts.leave(state.id);
    }

    fn released(&mut self, executor: &mut Executor) -> Vec<State> {
        while let Some(id) = self.contexts.next_finished() {
            // A state may have come in after the last one had left.
            match self.contexts.get(id) {
                Some(context) if !context.inside.is_empty() => {}
                Some(context) if !context.waiting.is_empty() => self.next_iteration(executor, id),
                _ => self.finish(executor, id),
            }
        }
        std::mem::take(&mut self.ready)
    }

    fn superseded(&mut self) -> Vec<Lane> {
        let lanes = self.races.take_superseded();
        // The states of such a lane go back into circulation, from which they will be taken.
        let contexts: Vec<ContextId> = lanes.iter().flat_map(|lane| self.contexts.of_lane(*lane)).collect();
        for id in contexts {
            self.ready.extend(self.contexts.dissolve(id).into_iter().flat_map(Context::into_held));
        }
        lanes
    }

    fn preferred(&self) -> Option<StateId> {
        self.contexts.youngest()?.inside.last().copied()
    }

    fn held(&self) -> Vec<&State> {
        self.contexts.iter().flat_map(Context::held).chain(&self.ready).collect()
    }

    fn mark(&self, seen: &mut FxHashSet<usize>, marker: &mut Marker) {
        for context in self.contexts.iter() {
            context.tree.mark(marker);
            context.root.mark(marker);
        }
        for state in self.held() {
            state.mark(seen, marker);
        }
    }
}
