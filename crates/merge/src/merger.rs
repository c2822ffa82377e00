//! The loop strategy: what happens to a state inside and at the border of a loop that is being merged.
//!
//! The bookkeeping of contexts is in [`crate::contexts`], what becomes of waiting states in [`crate::joining`], the alternative of not
//! merging at all in [`crate::race`].

use crate::config::{MergeConfig, MergeOn};
use crate::context::{Context, ContextId, LoopActivation};
use crate::contexts::{Contexts, Seat};
use crate::ledger::LoopKey;
use crate::meetings::AllMeetings;
use crate::policy::Policy;
use crate::race::{Races, other};
use crate::stats::MergeReport;
use crate::taint::Taint;
use crate::turn::Turn;
use bowline_base::FxHashSet;
use bowline_exec::hooks::{Crossing, Effort, Fork, LoopStrategy};
use bowline_exec::{Ending, Executor, Lane, LiveRegisters, State, StateId};
use bowline_expr::{ExprId, Marker, Pool};
use bowline_ir::{EdgeId, LoopCrossing};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// See the crate documentation.
pub struct LoopMerger {
    pub(crate) config: MergeConfig,
    pub(crate) contexts: Contexts,
    pub(crate) taint: Taint,
    /// States to put into circulation.
    pub(crate) ready: Vec<State>,
    pub(crate) live: LiveRegisters,
    pub(crate) meetings: AllMeetings,
    pub(crate) races: Races,
    /// By race: the state before anything was merged, in case that is regretted.
    twins: BTreeMap<u32, State>,
    /// Twins that will not be needed.
    spare: Vec<State>,
    pub(crate) policy: Policy,
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
            meetings: AllMeetings::default(),
            races: Races::default(),
            twins: BTreeMap::new(),
            spare: Vec::new(),
            policy: Policy::new(config.loops),
            report: Rc::clone(&report),
        };
        (merger, report)
    }

    /// The loop that a fork opens a context for, if it does. A loop that was too much once, or is left alone, is not tried again.
    fn opens(&mut self, executor: &Executor, state: &State, fork: &Fork<'_>) -> Option<LoopActivation> {
        let around = LoopActivation::around(executor, state)?;
        let current = self.contexts.seat(state.id).and_then(|(id, _)| self.contexts.get(id));
        let is_new = current.is_none_or(|context| context.activation != around);
        if !is_new || fork.for_good || !self.depends(executor.pool(), fork.asked) {
            return None;
        }
        let is_first = current.is_none();
        self.loop_to_open(executor, around, is_first)
    }

    /// The loop that a state in this one opens a context for.
    fn loop_to_open(
        &mut self,
        executor: &Executor,
        around: LoopActivation,
        is_first: bool,
    ) -> Option<LoopActivation> {
        let mut wanted = self.may_open(executor, around).then_some(around);
        // States of an inner loop meet at the start of the outer one.
        while self.config.by_registers
            && is_first
            && let Some(parent) = wanted.and_then(|inner| inner.parent(executor))
            && self.may_open(executor, parent)
        {
            wanted = Some(parent);
        }
        wanted
    }

    fn may_open(&mut self, executor: &Executor, around: LoopActivation) -> bool {
        !self.is_decided_against(around.key()) && self.may_merge(executor, around.key())
    }

    /// Asks the policy, and notes what it says.
    fn may_merge(&mut self, executor: &Executor, key: LoopKey) -> bool {
        let objection = self.policy.objection(executor.program(), key);
        let may = objection.is_none();
        if !may {
            self.report.borrow_mut().of(key).left_alone = objection;
        }
        may
    }

    fn depends(&self, pool: &Pool, condition: ExprId) -> bool {
        match self.config.on {
            MergeOn::Any => true,
            MergeOn::Size => self.taint.touches(pool, condition),
        }
    }

    fn is_decided_against(&self, key: LoopKey) -> bool {
        let report = self.report.borrow();
        report.loops.get(&key).is_some_and(|stats| stats.given_up > 0 || stats.left_alone.is_some())
    }

    /// Past a limit: everybody goes on alone, also in the contexts around.
    fn give_up(&mut self, id: ContextId) {
        let mut next = Some(id);
        while let Some(context) = next.and_then(|id| self.contexts.dissolve(id)) {
            self.report.borrow_mut().of(context.activation.key()).given_up += 1;
            next = context.parent.map(|(parent, _)| parent);
            self.ready.extend(context.into_held());
        }
    }

    /// Does a state, which is at the start of a block, wait there for others of its context? Alone it need not.
    fn meets(&mut self, executor: &Executor, state: &State) -> bool {
        let seat = self.contexts.seat(state.id);
        let Some(context) = seat.and_then(|(id, _)| self.contexts.get(id)) else { return false };
        let is_alone = context.inside.len() < 2 && context.waiting.is_empty();
        if is_alone || !self.config.incremental || self.config.by_registers {
            return false;
        }
        let activation = context.activation;
        self.meetings.of(executor, activation.key()).is_met_by(executor, activation, state)
    }

    fn is_too_much(&self, context: &Context) -> bool {
        let limits = &self.config.limits;
        context.population() > limits.states || context.started.elapsed() > limits.time
    }

    /// A state in a context went both ways.
    fn grow(&mut self, state: &State, (id, node): Seat, fork: Fork<'_>) {
        let Some(context) = self.contexts.get_mut(id) else { return };
        context.tree.set_path(node, fork.before);
        let own = context.tree.add_child(node, fork.condition, Turn::branch(state, true));
        let sibling = fork.other.map(|(other, condition)| {
            (other.id, context.tree.add_child(node, condition, Turn::branch(state, false)))
        });
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
        let own = context.tree.add_child(node, fork.condition, Turn::branch(state, true));
        let rest = pool.not(fork.condition);
        context.tree.add_child(node, rest, Turn::Rest);
        self.contexts.put(state.id, (id, own));
    }

    /// A state that is in no race opens a context: its twin goes alone, or waits.
    fn start_race(&mut self, executor: &mut Executor, state: &mut State, fork: &mut Fork<'_>) {
        let mut twin = executor.twin(state, fork.before);
        let lane = self.races.start(2);
        if self.config.race {
            twin.lane = Some(other(lane));
            self.ready.push(twin);
        } else {
            self.twins.insert(lane.race, twin);
        }
        state.lane = Some(lane);
        if let Some((sibling, _)) = &mut fork.other {
            sibling.lane = Some(lane);
        }
    }
}

impl LoopMerger {
    /// Merging did not pay: in place of all that was merged in a lane, the state before goes on.
    fn regret(&mut self, lane: Option<Lane>) {
        if let Some((lane, twin)) = lane.and_then(|lane| Some((lane, self.twins.remove(&lane.race)?))) {
            self.ready.push(twin);
            self.races.lose(lane);
        }
    }
}

impl LoopStrategy for LoopMerger {
    fn forked(&mut self, executor: &mut Executor, state: &mut State, mut fork: Fork<'_>) {
        let forked = fork.other.is_some();
        if let Some((other, _)) = &fork.other {
            self.policy.ledger.forked(state.id, other.id);
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
            if state.lane.is_none() && (self.config.race || self.policy.may_regret()) {
                self.start_race(executor, state, &mut fork);
            }
            seat = Some(self.contexts.open(state, activation, fork.before.clone()));
            self.report.borrow_mut().of(activation.key()).contexts += 1;
        }
        if let Some(seat) = seat {
            self.grow(state, seat, fork);
        }
    }

    fn race(&mut self, executor: &mut Executor, state: &mut State) -> Option<State> {
        if !self.config.race || state.lane.is_some() || self.contexts.current_seat(state).is_some() {
            return None;
        }
        let around = LoopActivation::around(executor, state)?;
        let activation = self.loop_to_open(executor, around, true)?;
        let before = state.path.clone();
        let mut twin = executor.twin(state, &before);
        let lane = self.races.start(1);
        twin.lane = Some(other(lane));
        state.lane = Some(lane);
        self.contexts.open(state, activation, before);
        self.report.borrow_mut().of(activation.key()).contexts += 1;
        Some(twin)
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
        let is_held = is_out || starts_again || crossing.arrival.is_none() && self.meets(executor, state);
        if is_held { Crossing::Hold } else { Crossing::Pass }
    }

    fn stepped(&mut self, executor: &mut Executor, state: &mut State) -> Crossing {
        let may_meet = self.contexts.is_any_open() && self.contexts.current_seat(state).is_some();
        if may_meet && self.meets(executor, state) { Crossing::Hold } else { Crossing::Pass }
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

    fn ran(&mut self, state: &State, effort: Effort) {
        if let Some((key, why)) = self.policy.ran(state.id, effort) {
            self.report.borrow_mut().of(key).left_alone = Some(why);
            self.regret(state.lane);
        }
    }

    fn ended(&mut self, state: &State, _: &Ending) {
        self.policy.ledger.gone(state.id);
        self.races.removed(state.lane, 1);
        self.contexts.leave(state.id);
    }

    fn released(&mut self, executor: &mut Executor) -> Vec<State> {
        for twin in self.spare.drain(..) {
            executor.supersede(&twin);
        }
        while let Some(id) = self.contexts.next_finished() {
            // A state may have come in after the last one had left.
            match self.contexts.get(id) {
                Some(context) if !context.inside.is_empty() => {}
                Some(context) if !context.waiting.is_empty() => self.go_on(executor, id),
                _ => self.finish(executor, id),
            }
        }
        std::mem::take(&mut self.ready)
    }

    fn superseded(&mut self) -> Vec<Lane> {
        let lanes = self.races.take_superseded();
        self.spare.extend(lanes.iter().filter_map(|lane| self.twins.remove(&lane.race)));
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
        for state in self.held().into_iter().chain(self.twins.values()).chain(&self.spare) {
            state.mark(seen, marker);
        }
    }
}
