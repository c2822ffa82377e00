//! Splitting a state on a condition. Every fork of a run goes through here.

use crate::seeds::Seeds;
use crate::{Ending, Executor, LostKind, State};
use bowline_expr::{ExprId, Model, Pool};
use bowline_solver::{Branch, Path, Unknown, UnknownReason};
use std::rc::Rc;

/// How a condition turned out for a state.
pub enum Decision {
    /// It holds on every continuation; the state is unchanged, or has been confined to where it holds.
    Yes,
    No,
    /// Both are possible: the state has been confined to where it holds, the other state to where it does not.
    Both(Box<State>),
}

impl Executor {
    /// Decides a one-bit condition, forking the state where both outcomes are possible. What becomes of the other state is
    /// the caller's concern.
    pub fn decide(&mut self, state: &mut State, condition: ExprId) -> Decision {
        self.decide_as(state, condition, false)
    }

    /// [`Executor::decide`] for somebody who needs the two apart for good.
    pub(crate) fn decide_for_good(&mut self, state: &mut State, condition: ExprId) -> Decision {
        self.decide_as(state, condition, true)
    }

    fn decide_as(&mut self, state: &mut State, condition: ExprId, for_good: bool) -> Decision {
        if let Some(known) = self.constant(condition) {
            return known;
        }
        if state.forking_off || self.at_depth_limit(state) {
            return self.follow_model(state, condition);
        }
        let asked = condition;
        let condition = match state.has_choices {
            true => state.path.parted(&mut self.pool, asked),
            false => asked,
        };
        if let Some(known) = self.constant(condition) {
            return known;
        }
        if state.lazy.is_some()
            && let Some(differ) = self.denied_by_age(state, condition)
            && self.assume(state, differ)
        {
            return if differ == condition { Decision::Yes } else { Decision::No };
        }
        state.queries += 1;
        match self.solver.branch(&mut self.pool, &state.path, condition) {
            Branch::Always => Decision::Yes,
            Branch::Never => Decision::No,
            Branch::Both { then_model, else_model } => {
                let negated = self.pool.not(condition);
                let before = self.path_to_tell(state);
                let mut other = state.clone();
                other.id = self.fresh_state_id();
                other.path.assume(&mut self.pool, negated, else_model);
                state.path.assume(&mut self.pool, condition, then_model);
                if state.has_seeds() {
                    self.divide_seeds(state, &mut other, condition);
                }
                state.depth += 1;
                other.depth += 1;
                other.leave_coverage_to_parent();
                self.books.stats.forks += 1;
                self.record_fork(state, &mut other);
                if let Some(before) = before {
                    let other = Some((&mut other, negated));
                    self.tell_fork(state, &before, [asked, condition], other, for_good);
                }
                Decision::Both(Box::new(other))
            }
            Branch::Undecided { holds, unknown } => {
                self.lose_unknown(state, &unknown);
                self.confine(state, condition, holds)
            }
        }
    }

    #[inline]
    fn constant(&self, condition: ExprId) -> Option<Decision> {
        let value = self.pool.as_const(condition)?;
        Some(if value == 1 { Decision::Yes } else { Decision::No })
    }

    /// An expression without the choices that the path has decided. States that stand for several have many of them, and those that have
    /// written blocks of unknown length; for others keeping what a path decides is work and memory for nothing.
    #[inline]
    pub(crate) fn on_path(&mut self, state: &State, expr: ExprId) -> ExprId {
        if state.has_choices { state.path.simplified(&mut self.pool, expr) } else { expr }
    }

    /// The path before a fork, where there is somebody to tell.
    #[inline]
    fn path_to_tell(&self, state: &State) -> Option<Path> {
        (!self.loops.is_empty()).then(|| state.path.clone())
    }

    #[inline]
    pub(crate) fn record_fork(&mut self, state: &mut State, other: &mut State) {
        if self.books.paths.is_full() {
            self.books.paths.cut(state);
        } else {
            let place = self.user_location(state);
            self.books.paths.fork(state, other, place);
        }
    }

    /// A path is over, as far as the tree of paths is concerned.
    pub fn record_end(&mut self, state: &State, ending: &Ending) {
        match self.books.paths.counts_only(state) {
            true => self.books.paths.count_end(state, ending),
            false => {
                let place = self.user_location(state);
                self.books.paths.end(state, ending, place);
            }
        }
    }

    /// A copy of a state as it was when it came to its present instruction, `before` being its path then: it will execute
    /// that again, as a path of its own.
    pub fn twin(&mut self, state: &mut State, before: &Path) -> State {
        let mut twin = self.copy_of(state);
        twin.path = before.clone();
        self.record_fork(state, &mut twin);
        twin
    }

    /// A copy of a state as it was some time ago, as a path of its own beside what became of it.
    pub fn late_twin(&mut self, old: &State) -> State {
        let mut twin = self.copy_of(old);
        self.books.paths.beside(&mut twin);
        twin
    }

    /// A copy that counts as a state of its own.
    fn copy_of(&mut self, state: &State) -> State {
        let mut copy = state.clone();
        copy.id = self.fresh_state_id();
        copy.leave_coverage_to_parent();
        // Seeds are followed once.
        copy.seeds = Seeds::default();
        copy
    }

    /// Narrows a path without a sibling: the rest is infeasible, or lost.
    pub(crate) fn narrow(&mut self, state: &mut State, condition: ExprId, model: Rc<Model>) {
        let before = self.path_to_tell(state);
        state.path.assume(&mut self.pool, condition, model);
        if state.has_seeds() {
            self.keep_seeds(state, condition, "the path goes on with other values than the seed's");
        }
        if let Some(before) = before {
            self.tell_fork(state, &before, [condition; 2], None, false);
        }
    }

    /// Forgets a sibling that stands for inputs that are not explored.
    pub(crate) fn abandon(&mut self, other: &State) {
        self.record_end(other, &Ending::Lost);
        self.abandon_seeds(other, "a size is above the capacity");
        self.tell_end(other, &Ending::Lost);
    }

    pub(crate) fn at_depth_limit(&self, state: &State) -> bool {
        self.config.max_depth > 0 && state.depth >= self.config.max_depth
    }

    /// Goes where the path's model goes, and counts the rest as lost.
    fn follow_model(&mut self, state: &mut State, condition: ExprId) -> Decision {
        let holds = self.solver.eval(&self.pool, &state.path, condition) == 1;
        let what =
            if state.forking_off { "a branch while forking was off" } else { "a branch at the depth limit" };
        self.lose(LostKind::Limit, what, state);
        self.confine(state, condition, holds)
    }

    fn confine(&mut self, state: &mut State, condition: ExprId, holds: bool) -> Decision {
        let side = if holds { condition } else { self.pool.not(condition) };
        let model = Rc::clone(state.path.model());
        self.narrow(state, side, model);
        if holds { Decision::Yes } else { Decision::No }
    }

    pub(crate) fn lose_unknown(&mut self, state: &State, unknown: &Unknown) {
        if unknown.reason == UnknownReason::Interrupted {
            self.split.cut_short();
        }
        if unknown.reason == UnknownReason::Unreached {
            let what = format!("a result that no call gave: {}", self.solver.unreached());
            self.lose(LostKind::Concretised, what, state);
            return;
        }
        self.lose(LostKind::SolverUnknown, format!("a query the solver gave up on ({unknown})"), state);
    }

    /// Demands that a condition holds: where it may fail, that part of the path ends as `failure` says.
    ///
    /// Answers false when it always fails; the caller then ends the path itself in the same way.
    pub(crate) fn require(
        &mut self,
        state: &mut State,
        condition: ExprId,
        failure: impl FnOnce(&mut Self, &mut State) -> Ending,
    ) -> Result<(), Ending> {
        match self.follow_seeds(state, condition) {
            Some(true) => return Ok(()),
            Some(false) => return Err(failure(self, state)),
            None => {}
        }
        match self.decide(state, condition) {
            Decision::Yes => Ok(()),
            Decision::No => {
                self.prefer_small(state);
                Err(failure(self, state))
            }
            Decision::Both(mut failing) => {
                self.prefer_small(&mut failing);
                let ending = failure(self, &mut failing);
                self.split.ended.push((*failing, ending));
                Ok(())
            }
        }
    }

    /// Goes on with the value an expression has under the path's model, which the path is confined to. Counted as lost
    /// unless it is the only one.
    pub fn concretise(&mut self, state: &mut State, expr: ExprId, what: &str) -> u128 {
        match self.pool.as_const(expr) {
            Some(value) => value,
            None => self.concretise_all(state, &[expr], what)[0],
        }
    }

    /// The same for several expressions at once: one question, one loss.
    pub fn concretise_all(&mut self, state: &mut State, exprs: &[ExprId], what: &str) -> Vec<u128> {
        let mut same = Pool::TRUE;
        let mut values = Vec::with_capacity(exprs.len());
        for &expr in exprs {
            let value = self.solver.eval(&self.pool, &state.path, expr);
            let width = self.pool.width(expr);
            let constant = self.pool.constant(value, width);
            let equal = self.pool.eq(expr, constant);
            same = self.pool.and(same, equal);
            values.push(value);
        }
        if same == Pool::TRUE {
            return values;
        }
        state.queries += 1;
        match self.solver.branch(&mut self.pool, &state.path, same) {
            Branch::Always => {}
            _ => {
                self.lose(LostKind::Concretised, what, state);
                let model = Rc::clone(state.path.model());
                self.narrow(state, same, model);
            }
        }
        values
    }

    /// Assumes a condition; false when it cannot hold.
    pub fn assume(&mut self, state: &mut State, condition: ExprId) -> bool {
        if condition == Pool::TRUE {
            return true;
        }
        if state.has_seeds() {
            self.keep_seeds(state, condition, "an assumption does not hold");
        }
        if self.solver.eval(&self.pool, &state.path, condition) == 1 {
            let model = Rc::clone(state.path.model());
            self.narrow(state, condition, model);
            return true;
        }
        state.queries += 1;
        match self.solver.check(&mut self.pool, &state.path, condition) {
            bowline_solver::Verdict::Sat(model) => {
                self.narrow(state, condition, model);
                true
            }
            bowline_solver::Verdict::Unsat => false,
            bowline_solver::Verdict::Unknown(unknown) => {
                self.lose_unknown(state, &unknown);
                false
            }
        }
    }
}
