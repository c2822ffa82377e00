//! Proofs of runs against iterations that are executed one after the other (`--checks full`).
//!
//! For each `k` up to [`BOUND`], with what a run says of `k` iterations and what one iteration of the relation says, put in `k` times:
//!
//! * inputs of the run take a path of the phase in each of the `k` iterations, and the values afterwards are the run's;
//! * inputs that take paths of the phase `k` times and then none of them are inputs of the run.
//!
//! What is written at places that move is compared byte by byte, at an unknown place of each object. Not proved: the second of the two where the condition of the
//! run has unknowns of its own for the last iteration that set something. What one iteration does is the probe's word.

use crate::phase::{Form, Phase};
use crate::relation::Relation;
use crate::run::Run;
use crate::unrolled::Unrolled;
use bowline_exec::{Executor, State};
use bowline_expr::substitute::Substitution;
use bowline_expr::{ExprId, INDEX_WIDTH, Pool};
use bowline_memory::Size;
use bowline_solver::Verdict;

/// Iterations that are put in one after the other.
const BOUND: u128 = 3;
/// New nodes that a condition for a known number of iterations may have.
const MAX_NODES: usize = 20_000;

/// What became of proofs.
#[derive(Clone, Debug, Default)]
pub struct Proofs {
    pub proved: u64,
    /// Not finished, or not possible.
    pub unproved: u64,
    /// What was found to be wrong.
    pub violations: Vec<String>,
}

/// What both sides say of a number of iterations.
struct Sides {
    /// The run, and its end.
    closed: ExprId,
    ends: ExprId,
    /// Iterations one after the other, and whether another one could follow.
    unrolled: ExprId,
    goes_on: ExprId,
    /// Both leave the same values, and the same in memory.
    same: ExprId,
}

impl Proofs {
    /// Proves a run that a state is about to take.
    pub(crate) fn add(
        &mut self,
        executor: &mut Executor,
        state: &State,
        relation: &Relation,
        phase: &Phase,
        run: &Run,
    ) {
        let has_own_unknowns = phase.forms.iter().any(|form| matches!(form, Form::Latest(_)));
        for count in 0..=BOUND {
            let Some(sides) = Sides::of(executor.pool_mut(), state, relation, phase, run, count) else {
                self.unproved += 1;
                return;
            };
            let differs = sides.differs(executor.pool_mut());
            self.demand_unsat(executor, state, differs, || {
                format!("a run of {count} iterations is not what {count} iterations do")
            });
            if !has_own_unknowns {
                let missed = sides.missed(executor.pool_mut(), run.named);
                self.demand_unsat(executor, state, missed, || {
                    format!("inputs with {count} iterations are not in the run")
                });
            }
        }
    }

    fn demand_unsat(
        &mut self,
        executor: &mut Executor,
        state: &State,
        question: ExprId,
        violation: impl FnOnce() -> String,
    ) {
        match executor.check(&state.path, question) {
            Verdict::Unsat => self.proved += 1,
            Verdict::Unknown(_) => self.unproved += 1,
            Verdict::Sat(_) => self.violations.push(violation()),
        }
    }
}

impl Sides {
    fn of(
        pool: &mut Pool,
        state: &State,
        relation: &Relation,
        phase: &Phase,
        run: &Run,
        count: u128,
    ) -> Option<Self> {
        let mut known = Substitution::new();
        let number = pool.constant(count, 32);
        known.replace_word(pool, run.symbol, number);
        let mut at_count = |pool: &mut Pool, expr| known.apply(pool, expr, MAX_NODES);
        let closed = at_count(pool, run.condition)?;
        let ends = at_count(pool, run.ends)?;
        let mut unrolled = Unrolled::new(pool, state, relation, phase, &run.start);
        for _ in 0..count {
            unrolled.step(pool)?;
        }
        let goes_on = unrolled.goes_on(pool)?;
        let mut same = Vec::new();
        for (&value, &left) in run.values.iter().zip(&unrolled.values) {
            let value = at_count(pool, value)?;
            same.push(pool.eq(value, left));
        }
        // What the run does not write is as it was, on both sides.
        let memory = run.memory.as_ref().unwrap_or(&state.memory);
        let place = unrolled.place(pool);
        for (written, &left) in relation.written.iter().zip(&unrolled.cells) {
            let cell = memory.read_at(pool, written.object, place, 1).to_expr(pool, 8);
            let cell = at_count(pool, cell)?;
            let size = match state.memory.object(written.object)?.size() {
                Size::Known(size) => pool.constant(size.into(), INDEX_WIDTH),
                Size::Symbolic(size) => size,
            };
            let (is_outside, is_equal) = (pool.ule(size, place), pool.eq(cell, left));
            same.push(pool.or(is_outside, is_equal));
        }
        let same = pool.all(same);
        Some(Self { closed, ends, unrolled: unrolled.condition, goes_on, same })
    }

    /// Inputs of the run for which iterations do something else.
    fn differs(&self, pool: &mut Pool) -> ExprId {
        let same = pool.and(self.same, self.unrolled);
        let not = pool.not(same);
        pool.and(self.closed, not)
    }

    /// Inputs that the run should have.
    fn missed(&self, pool: &mut Pool, named: ExprId) -> ExprId {
        let run = pool.and(self.closed, self.ends);
        let (not, stops) = (pool.not(run), pool.not(self.goes_on));
        pool.all([named, self.unrolled, stops, not])
    }
}
