//! What becomes of the states that wait at one exit of a loop: those that follow a [pattern](crate::pattern) become one state with a counter, where
//! patterns are wanted, and all others one state without.

use crate::config::{Form, MergeConfig};
use crate::context::{Context, LoopActivation};
use crate::measure::measure;
use crate::merger::LoopMerger;
use crate::pattern::{Fallback, Pattern, patterns};
use crate::shape::{FromTree, Naive, suffix};
use crate::subtree::Subtree;
use crate::tree::TreeNodeId;
use crate::validate;
use bowline_exec::join::{Joined, Shape};
use bowline_exec::{Executor, State};
use bowline_expr::{ExprId, Pool};
use bowline_solver::Path;

/// A state that goes on behind a loop.
pub(crate) struct Combined {
    pub state: State,
    /// When a path of the context is among its members.
    pub condition: ExprId,
    /// The condition says what a counter is.
    pub is_binding: bool,
}

/// States that become one, and the path that they all continue.
pub(crate) struct Members<'a> {
    pub states: Vec<&'a State>,
    pub root: &'a Path,
}

impl Members<'_> {
    fn suffixes(&self, pool: &mut Pool) -> Vec<ExprId> {
        self.states.iter().map(|state| suffix(pool, &state.path, self.root)).collect()
    }

    /// How their state is to look, where it has no counter.
    pub fn shape(&self, pool: &mut Pool, config: &MergeConfig, subtree: Subtree) -> Box<dyn Shape> {
        match config.form {
            Form::Naive => Box::new(Naive { suffixes: self.suffixes(pool) }),
            Form::Tree | Form::Pattern => Box::new(FromTree(subtree)),
        }
    }
}

impl LoopMerger {
    /// The states of a group as few states; false where one would be too large, and they all go on.
    pub(crate) fn combine(
        &mut self,
        executor: &mut Executor,
        context: &Context,
        mut group: Vec<(TreeNodeId, State)>,
        results: &mut Vec<Combined>,
    ) -> bool {
        if self.config.form == Form::Pattern {
            results.extend(self.by_patterns(executor, context, &mut group));
        }
        if group.is_empty() {
            return true;
        }
        let leaves = group.iter().enumerate().map(|(member, (node, _))| (*node, member)).collect();
        let subtree = context.tree.subtree(&leaves);
        let is_binding = subtree.is_binding();
        let members = Members { states: group.iter().map(|(_, state)| state).collect(), root: &context.root };
        let mut shape = members.shape(executor.pool_mut(), &self.config, subtree);
        if let [alone] = members.states[..] {
            let condition = shape.condition(executor.pool_mut());
            results.push(Combined { state: alone.clone(), condition, is_binding });
            return true;
        }
        let live = self.live.at(executor, members.states[0]);
        let mut joined = executor.join(&members.states, &live, &context.root, &mut *shape);
        let suffixes = members.suffixes(executor.pool_mut());
        if !self.measure(executor.pool(), context.activation, &joined, &suffixes) {
            // Who left early goes first where states go depth first.
            let all = group.into_iter().zip(suffixes).rev();
            results.extend(all.map(|((_, state), condition)| Combined { state, condition, is_binding }));
            return false;
        }
        executor.joined(&mut joined.state, &members.states);
        self.validate(executor, &members, &joined, None);
        self.note_merge(&members, &joined, context.activation);
        results.push(Combined { state: joined.state, condition: joined.condition, is_binding });
        true
    }

    /// Takes the states out of a group that follow patterns, and makes one state of each pattern.
    fn by_patterns(
        &mut self,
        executor: &mut Executor,
        context: &Context,
        group: &mut Vec<(TreeNodeId, State)>,
    ) -> Vec<Combined> {
        let (found, fallback) = patterns(executor, &context.tree, &context.root, group);
        let mut fallbacks: Vec<Fallback> = fallback.into_iter().collect();
        let mut results = Vec::new();
        let mut is_taken = vec![false; group.len()];
        for mut pattern in found {
            let states = pattern.members().map(|member| &group[member].1).collect();
            let members = Members { states, root: &context.root };
            match self.by_pattern(executor, context.activation, &members, &mut pattern) {
                Ok(combined) => {
                    pattern.members().for_each(|member| is_taken[member] = true);
                    results.push(combined);
                }
                Err(why) => fallbacks.push(why),
            }
        }
        let mut report = self.report.borrow_mut();
        let stats = report.of(context.activation.key());
        fallbacks.into_iter().for_each(|why| stats.fallbacks.count(why));
        let mut taken = is_taken.into_iter();
        group.retain(|_| !taken.next().unwrap_or(false));
        results
    }

    fn by_pattern(
        &mut self,
        executor: &mut Executor,
        activation: LoopActivation,
        members: &Members<'_>,
        pattern: &mut Pattern,
    ) -> Result<Combined, Fallback> {
        let live = self.live.at(executor, members.states[0]);
        let mut joined = executor.join(&members.states, &live, members.root, pattern);
        let suffixes = members.suffixes(executor.pool_mut());
        if !pattern.is_worth_it() || !self.measure(executor.pool(), activation, &joined, &suffixes) {
            return Err(Fallback::NoValue);
        }
        // What was counted depends on sizes as much as what was decided.
        self.taint.add(executor.pool(), pattern.counter());
        executor.joined(&mut joined.state, &members.states);
        self.validate(executor, members, &joined, Some(pattern));
        self.note_merge(members, &joined, activation);
        let mut report = self.report.borrow_mut();
        let stats = report.of(activation.key());
        stats.patterns += 1;
        stats.pattern_members += members.states.len() as u64;
        stats.formula_words += joined.formula_words as u64;
        Ok(Combined { state: joined.state, condition: joined.condition, is_binding: true })
    }

    pub(crate) fn note_merge(&mut self, members: &Members<'_>, joined: &Joined, activation: LoopActivation) {
        let ids = members.states.iter().map(|state| state.id);
        self.policy.ledger.merged(ids, joined.state.id, activation.key());
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
        let objection = self.policy.objection_to_values(pool, joined.values.iter().map(|(value, _)| *value));
        let mut report = self.report.borrow_mut();
        let stats = report.of(activation.key());
        if objection.is_some() {
            stats.left_alone = objection;
            return false;
        }
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

    pub(crate) fn validate(
        &mut self,
        executor: &mut Executor,
        members: &Members<'_>,
        joined: &Joined,
        pattern: Option<&Pattern>,
    ) {
        if self.config.validate {
            let suffixes = members.suffixes(executor.pool_mut());
            let findings = match pattern {
                None => validate::validate(executor, members.root, &suffixes, joined),
                Some(pattern) => {
                    validate::validate_pattern(executor, members.root, &suffixes, joined, pattern)
                }
            };
            self.report.borrow_mut().add(findings);
        }
    }
}
