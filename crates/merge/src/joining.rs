//! From states that wait for each other to states that go on: at the [meeting places](crate::meetings) of a loop, and at its exits.

use crate::combining::{Combined, Members};
use crate::context::{Context, ContextId};
use crate::group;
use crate::merger::LoopMerger;
use crate::tree::{Collapsed, TreeNodeId};
use crate::turn::Turn;
use bowline_base::FxHashSet;
use bowline_exec::{Executor, State};
use bowline_expr::Pool;
use bowline_ir::Width;
use std::time::Instant;

/// Where states stay apart by their registers, no more than these do so at an exit.
const MOST_APART: usize = 256;

/// States that wait, with their leaves.
type Waiting = Vec<(TreeNodeId, State)>;

/// Those that go, and those that stay.
fn sorted_by(states: Waiting, goes: Vec<bool>) -> (Waiting, Waiting) {
    let (mut going, mut staying) = (Vec::new(), Vec::new());
    for (one, goes) in states.into_iter().zip(goes) {
        let next = if goes { &mut going } else { &mut staying };
        next.push(one);
    }
    (going, staying)
}

impl LoopMerger {
    /// All states of a context have left or wait at a meeting place: of those that are to go on next, those with the same registers become one.
    pub(crate) fn go_on(&mut self, executor: &mut Executor, id: ContextId) {
        let Some(context) = self.contexts.get_mut(id) else { return };
        let waiting = std::mem::take(&mut context.waiting);
        let key = context.activation.key();
        if self.config.by_registers {
            let Some(live) = waiting.first().map(|(_, state)| self.live.at(executor, state)) else { return };
            return self.next_in_order(executor, id, waiting, &live);
        }
        let function = &executor.program().module.functions[key.0];
        let goes = self.meetings.of(executor, key).next(function, waiting.iter().map(|(_, state)| state));
        let (going, staying) = sorted_by(waiting, goes);
        if let Some(context) = self.contexts.get_mut(id) {
            context.waiting = staying;
        }
        let Some(live) = going.first().map(|(_, state)| self.live.at(executor, state)) else { return };
        let going = self.collapse_by_registers(executor, id, going, &live);
        self.let_go_on(id, going);
    }

    /// Those that are furthest behind go on, and become one where they hold the same in their registers.
    fn next_in_order(
        &mut self,
        executor: &mut Executor,
        id: ContextId,
        waiting: Vec<(TreeNodeId, State)>,
        live: &[(usize, Width)],
    ) {
        let Some(context) = self.contexts.get_mut(id) else { return };
        let goes = context.order.next(waiting.iter().map(|(_, state)| state), live);
        let (going, mut staying) = sorted_by(waiting, goes);
        let parked = match context.order.is_crowd(staying.len() + context.parked.len()) {
            true => Some(std::mem::take(&mut context.parked)),
            false => None,
        };
        if let Some(parked) = parked {
            staying = self.collapse_by_registers(executor, id, staying, live);
            let parked = self.thinned_exits(executor, id, parked);
            if let Some(context) = self.contexts.get_mut(id) {
                context.order.note_thinned(staying.len() + parked.len());
                context.parked = parked;
            }
        }
        let going = self.collapse_by_registers(executor, id, going, live);
        if let Some(context) = self.contexts.get_mut(id) {
            context.waiting = staying;
        }
        self.let_go_on(id, going);
    }

    /// States at exits, fewer where they hold the same in their registers.
    fn thinned_exits(
        &mut self,
        executor: &mut Executor,
        id: ContextId,
        parked: Vec<(TreeNodeId, State)>,
    ) -> Vec<(TreeNodeId, State)> {
        let mut thinned = Vec::new();
        for group in
            group::split(parked, group::place_key, |group, state| group::fits(executor, group, state))
        {
            let live = self.live.at(executor, &group[0].1);
            thinned.extend(self.collapse_by_registers(executor, id, group, &live));
        }
        thinned
    }

    fn collapse_by_registers(
        &mut self,
        executor: &mut Executor,
        id: ContextId,
        states: Vec<(TreeNodeId, State)>,
        live: &[(usize, Width)],
    ) -> Vec<(TreeNodeId, State)> {
        let groups = group::split(
            states,
            |state| group::registers_key(state, live),
            |group, state| group::fits_by_registers(executor, group, state, live),
        );
        self.collapse_all(executor, id, groups)
    }

    /// States of a context start another iteration.
    fn let_go_on(&mut self, id: ContextId, going: Vec<(TreeNodeId, State)>) {
        for (node, state) in going {
            self.contexts.put(state.id, (id, node));
            self.ready.push(state);
        }
    }

    /// Each group as one state, where that can be.
    fn collapse_all(
        &mut self,
        executor: &mut Executor,
        id: ContextId,
        groups: Vec<Vec<(TreeNodeId, State)>>,
    ) -> Vec<(TreeNodeId, State)> {
        let mut results = Vec::new();
        for group in groups {
            match self.collapse(executor, id, &group) {
                Some(merged) => results.push(merged),
                None => results.extend(group),
            }
        }
        results
    }

    /// One state and one leaf of several; nothing where there is only one.
    fn collapse(
        &mut self,
        executor: &mut Executor,
        id: ContextId,
        group: &[(TreeNodeId, State)],
    ) -> Option<(TreeNodeId, State)> {
        if let [_] = group {
            return None;
        }
        let context = self.contexts.get_mut(id)?;
        let nodes: Vec<TreeNodeId> = group.iter().map(|(node, _)| *node).collect();
        let Collapsed { leaf, path, subtree } = context.tree.collapse(executor.pool_mut(), &nodes)?;
        let (activation, lane) = (context.activation, context.lane);
        let members = Members { states: group.iter().map(|(_, state)| state).collect(), root: &path };
        let mut shape = members.shape(executor.pool_mut(), &self.config, subtree);
        // Registers are the same: none needs a choice.
        let mut joined = executor.join(&members.states, &[], &path, &mut *shape);
        executor.joined(&mut joined.state, &members.states);
        self.validate(executor, &members, &joined, None);
        let away = group.len() as u64 - 1;
        let mut report = self.report.borrow_mut();
        report.merged_away += away;
        report.of(activation.key()).joined_inside += away;
        drop(report);
        self.note_merge(&members, &joined, activation);
        self.races.removed(lane, away);
        Some((leaf, joined.state))
    }

    /// Closes a context: the states at its exits become one per group.
    pub(crate) fn finish(&mut self, executor: &mut Executor, id: ContextId) {
        let Some(mut context) = self.contexts.close(id) else { return };
        let started = Instant::now();
        let parked = std::mem::take(&mut context.parked);
        let waiting = parked.len() as u64;
        let mut results: Vec<Combined> = Vec::new();
        let mut too_large = false;
        for group in self.at_exits(executor, parked) {
            too_large |= !self.combine(executor, &context, group, &mut results);
        }
        let away = waiting - results.len() as u64;
        {
            let mut report = self.report.borrow_mut();
            report.merged_away += away;
            let stats = report.of(context.activation.key());
            stats.states_in += waiting;
            stats.states_out += results.len() as u64;
            stats.given_up += u64::from(too_large);
            stats.time += started.elapsed();
        }
        self.races.removed(context.lane, away);
        self.hand_over(executor, &context, results);
    }

    /// Which of the states at the exits of a loop become one: only those at the same exit are compatible.
    fn at_exits(
        &mut self,
        executor: &Executor,
        parked: Vec<(TreeNodeId, State)>,
    ) -> Vec<Vec<(TreeNodeId, State)>> {
        let groups =
            group::split(parked, group::place_key, |group, state| group::fits(executor, group, state));
        if !self.config.by_registers {
            return groups;
        }
        let apart = groups.into_iter().map(|group| {
            let live = self.live.at(executor, &group[0].1);
            let key = |state: &State| group::registers_key(state, &live);
            let keys: FxHashSet<u64> = group.iter().map(|(_, state)| key(state)).collect();
            if keys.len() > MOST_APART {
                return vec![group];
            }
            group::split(group, key, |group, state| {
                group::same_registers(&group[0].1, state, &live) && group::fits(executor, group, state)
            })
        });
        apart.flatten().collect()
    }

    /// Results go on in the context around, as leaves below the leaf that opened this one. The way out of this loop may be one that leaves the loop
    /// around as well, or starts another iteration of it: there they wait.
    fn hand_over(&mut self, executor: &mut Executor, context: &Context, results: Vec<Combined>) {
        let around = context.parent.and_then(|(id, leaf)| Some((id, leaf, self.contexts.get_mut(id)?)));
        let Some((parent_id, leaf, parent)) = around else {
            self.ready.extend(results.into_iter().map(|result| result.state));
            return;
        };
        let meetings = self.meetings.of(executor, parent.activation.key());
        // What no result covers has ended inside.
        let pool = executor.pool_mut();
        let covered = pool.any(results.iter().map(|result| result.condition));
        let rest = pool.not(covered);
        parent.inside.remove(&context.opener);
        parent.tree.set_path(leaf, &context.root);
        let mut inside = Vec::new();
        for Combined { state, condition, is_binding } in results {
            let node = parent.tree.add_child(leaf, condition, Turn::behind(&state));
            if is_binding {
                parent.tree.set_binding(node);
            }
            let around = parent.activation;
            if around.is_left_by(executor, &state) {
                parent.parked.push((node, state));
            } else if self.config.incremental
                && (around.is_started_again_by(executor, &state)
                    || meetings.is_met_by(executor, around, &state))
            {
                parent.waiting.push((node, state));
            } else {
                inside.push((node, state));
            }
        }
        if rest != Pool::FALSE {
            parent.tree.add_child(leaf, rest, Turn::Rest);
        }
        if inside.is_empty() && parent.inside.is_empty() {
            self.contexts.finish_later(parent_id);
        }
        for (node, state) in inside {
            self.contexts.put(state.id, (parent_id, node));
            self.ready.push(state);
        }
    }
}
