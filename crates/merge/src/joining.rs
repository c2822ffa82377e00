//! From states that wait for each other to states that go on: at the start of an iteration, and at the exits of a loop.

use crate::config::MergeConfig;
use crate::context::{Context, ContextId, LoopActivation};
use crate::group;
use crate::measure::measure;
use crate::merger::LoopMerger;
use crate::shape::{FromTree, Naive, suffix};
use crate::subtree::Subtree;
use crate::tree::{Collapsed, TreeNodeId};
use crate::validate;
use bowline_exec::join::{Joined, Shape};
use bowline_exec::{Executor, State};
use bowline_expr::{ExprId, Pool};
use bowline_solver::Path;
use std::time::Instant;

/// States that become one, and what their paths add to the one they all continue.
struct Members<'a> {
    states: Vec<&'a State>,
    root: &'a Path,
}

impl Members<'_> {
    fn suffixes(&self, pool: &mut Pool) -> Vec<ExprId> {
        self.states.iter().map(|state| suffix(pool, &state.path, self.root)).collect()
    }

    /// How their state is to look.
    fn shape(&self, pool: &mut Pool, config: &MergeConfig, subtree: Subtree) -> Box<dyn Shape> {
        match config.naive {
            true => Box::new(Naive { suffixes: self.suffixes(pool) }),
            false => Box::new(FromTree(subtree)),
        }
    }
}

impl LoopMerger {
    /// All states of a context have left or wait to start another iteration: those with the same store become one, and
    /// they go on.
    pub(crate) fn next_iteration(&mut self, executor: &mut Executor, id: ContextId) {
        let Some(context) = self.contexts.get_mut(id) else { return };
        let waiting = std::mem::take(&mut context.waiting);
        let Some(live) = waiting.first().map(|(_, state)| self.live.at(executor, state)) else { return };
        let groups = group::split(
            waiting,
            |state| group::registers_key(state, &live),
            |group, state| executor.same_store(&group[0].1, state, &live),
        );
        for group in groups {
            match self.collapse(executor, id, &group) {
                Some((node, merged)) => {
                    self.contexts.put(merged.id, (id, node));
                    self.ready.push(merged);
                }
                None => {
                    for (node, state) in group {
                        self.contexts.put(state.id, (id, node));
                        self.ready.push(state);
                    }
                }
            }
        }
    }

    /// One state and one leaf of several with the same store; nothing where there is only one.
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
        // The store is the same: no register needs a choice.
        let mut joined = executor.join(&members.states, &[], &path, &mut *shape);
        executor.joined(&mut joined.state, &members.states);
        self.validate(executor, &members, &joined);
        let away = group.len() as u64 - 1;
        let mut report = self.report.borrow_mut();
        report.merged_away += away;
        report.of(activation.function, activation.loop_id).joined_inside += away;
        self.races.removed(lane, away);
        Some((leaf, joined.state))
    }

    /// Closes a context: the states at its exits become one per group.
    pub(crate) fn finish(&mut self, executor: &mut Executor, id: ContextId) {
        let Some(mut context) = self.contexts.close(id) else { return };
        let started = Instant::now();
        let parked = std::mem::take(&mut context.parked);
        let waiting = parked.len() as u64;
        // Only states at the same exit are compatible.
        let mut results: Vec<(State, ExprId)> = Vec::new();
        let mut too_large = false;
        for group in
            group::split(parked, group::place_key, |group, state| group::fits(executor, group, state))
        {
            let combined = self.combine(executor, &context, group);
            too_large |= combined.len() > 1;
            results.extend(combined);
        }
        let away = waiting - results.len() as u64;
        let LoopActivation { function, loop_id, .. } = context.activation;
        {
            let mut report = self.report.borrow_mut();
            report.merged_away += away;
            let stats = report.of(function, loop_id);
            stats.states_in += waiting;
            stats.states_out += results.len() as u64;
            stats.given_up += u64::from(too_large);
            stats.time += started.elapsed();
        }
        self.races.removed(context.lane, away);
        self.hand_over(executor, &context, results);
    }

    /// One state of a group, with the condition under which a path of the context is among its members. All of them, where one
    /// would be too large.
    fn combine(
        &mut self,
        executor: &mut Executor,
        context: &Context,
        group: Vec<(TreeNodeId, State)>,
    ) -> Vec<(State, ExprId)> {
        let leaves = group.iter().enumerate().map(|(member, (node, _))| (*node, member)).collect();
        let subtree = context.tree.subtree(&leaves);
        let members = Members { states: group.iter().map(|(_, state)| state).collect(), root: &context.root };
        let mut shape = members.shape(executor.pool_mut(), &self.config, subtree);
        if let [alone] = members.states[..] {
            return vec![(alone.clone(), shape.condition(executor.pool_mut()))];
        }
        let live = self.live.at(executor, members.states[0]);
        let mut joined = executor.join(&members.states, &live, &context.root, &mut *shape);
        let suffixes = members.suffixes(executor.pool_mut());
        if !self.measure(executor.pool(), context.activation, &joined, &suffixes) {
            return group.into_iter().map(|(_, state)| state).zip(suffixes).collect();
        }
        executor.joined(&mut joined.state, &members.states);
        self.validate(executor, &members, &joined);
        vec![(joined.state, joined.condition)]
    }

    /// Notes how large a merged state is; false where it is too large.
    fn measure(
        &mut self,
        pool: &Pool,
        activation: LoopActivation,
        joined: &Joined,
        suffixes: &[ExprId],
    ) -> bool {
        let constraints = measure(pool, [joined.condition]);
        let values = measure(pool, joined.values.iter().map(|(value, _)| *value));
        let mut report = self.report.borrow_mut();
        let stats = report.of(activation.function, activation.loop_id);
        if constraints.shared + values.shared > self.config.limits.expressions {
            return false;
        }
        let own_values = joined.values.iter().flat_map(|(_, own)| own.iter().copied());
        stats.constraints_before += measure(pool, suffixes.iter().copied());
        stats.constraints += constraints;
        stats.values_before += measure(pool, own_values);
        stats.values += values;
        true
    }

    fn validate(&mut self, executor: &mut Executor, members: &Members<'_>, joined: &Joined) {
        if self.config.validate {
            let suffixes = members.suffixes(executor.pool_mut());
            let findings = validate::validate(executor, members.root, &suffixes, joined);
            self.report.borrow_mut().add(findings);
        }
    }

    /// Results go on in the context around, as leaves below the leaf that opened this one. The way out of this loop may be one that leaves the loop
    /// around as well, or starts another iteration of it: there they wait.
    fn hand_over(&mut self, executor: &mut Executor, context: &Context, results: Vec<(State, ExprId)>) {
        let around = context.parent.and_then(|(id, leaf)| Some((id, leaf, self.contexts.get_mut(id)?)));
        let Some((parent_id, leaf, parent)) = around else {
            self.ready.extend(results.into_iter().map(|(state, _)| state));
            return;
        };
        // What no result covers has ended inside.
        let pool = executor.pool_mut();
        let covered = pool.any(results.iter().map(|(_, condition)| *condition));
        let rest = pool.not(covered);
        parent.inside.remove(&context.opener);
        parent.tree.set_path(leaf, &context.root);
        let mut inside = Vec::new();
        for (state, condition) in results {
            let node = parent.tree.add_child(leaf, condition);
            let around = parent.activation;
            if around.is_left_by(executor, &state) {
                parent.parked.push((node, state));
            } else if self.config.incremental && around.is_started_again_by(executor, &state) {
                parent.waiting.push((node, state));
            } else {
                inside.push((node, state));
            }
        }
        if rest != Pool::FALSE {
            parent.tree.add_child(leaf, rest);
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
