//! Proofs of runs against iterations that are executed one after the other (`--checks full`).
//!
//! For each `k` up to [`BOUND`], with what a run says of `k` iterations and what one iteration of the relation says, put in `k` times:
//!
//! * inputs of the run take a path of the phase in each of the `k` iterations, and the values afterwards are the run's;
//! * inputs that take paths of the phase `k` times and then none of them are inputs of the run.
//!
//! Not proved: what is written at places that move, runs of phases that read what they write, and the second of the two where the condition of the run
//! has unknowns of its own for the last iteration that set something. What one iteration does is the probe's word.

use crate::phase::{Form, Phase};
use crate::relation::Relation;
use crate::run::Run;
use bowline_exec::{Executor, State};
use bowline_expr::substitute::Substitution;
use bowline_expr::{ExprId, Pool};
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
    values: Vec<ExprId>,
    /// Iterations one after the other, whether another one could follow, and what they leave.
    unrolled: ExprId,
    goes_on: ExprId,
    left: Vec<ExprId>,
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
        if phase.targets.iter().any(|target| !target.reads.is_empty()) {
            self.unproved += 1;
            return;
        }
        let has_own_unknowns = phase.forms.iter().any(|form| matches!(form, Form::Latest(_)));
        for count in 0..=BOUND {
            let Some(sides) = Sides::of(executor.pool_mut(), relation, phase, run, count) else {
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
    fn of(pool: &mut Pool, relation: &Relation, phase: &Phase, run: &Run, count: u128) -> Option<Self> {
        let mut known = Substitution::new();
        let number = pool.constant(count, 32);
        known.replace_word(pool, run.symbol, number);
        let mut at_count = |pool: &mut Pool, expr| known.apply(pool, expr, MAX_NODES);
        let closed = at_count(pool, run.condition)?;
        let ends = at_count(pool, run.ends)?;
        let values = run.values.iter().map(|&value| at_count(pool, value)).collect::<Option<Vec<_>>>()?;
        let (mut unrolled, mut left) = (Pool::TRUE, run.start.clone());
        for _ in 0..count {
            let taken = taken(pool, relation, phase, &left)?;
            left = next(pool, relation, phase, &left, &taken)?;
            let any = pool.any(taken);
            unrolled = pool.and(unrolled, any);
        }
        let taken = taken(pool, relation, phase, &left)?;
        let goes_on = pool.any(taken);
        Some(Self { closed, ends, values, unrolled, goes_on, left })
    }

    /// Inputs of the run for which iterations do something else.
    fn differs(&self, pool: &mut Pool) -> ExprId {
        let equal: Vec<ExprId> = self.values.iter().zip(&self.left).map(|(&a, &b)| pool.eq(a, b)).collect();
        let same = pool.all(equal);
        let same = pool.and(same, self.unrolled);
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

/// Which path of a phase an iteration takes from given values.
fn taken(pool: &mut Pool, relation: &Relation, phase: &Phase, values: &[ExprId]) -> Option<Vec<ExprId>> {
    let values: Vec<Option<ExprId>> = values.iter().copied().map(Some).collect();
    let conditions: Vec<ExprId> = phase.paths.iter().map(|&path| relation.back[path].condition).collect();
    relation.instance(pool, &values, &[], &conditions)
}

/// The values after an iteration.
fn next(
    pool: &mut Pool,
    relation: &Relation,
    phase: &Phase,
    values: &[ExprId],
    taken: &[ExprId],
) -> Option<Vec<ExprId>> {
    let known: Vec<Option<ExprId>> = values.iter().copied().map(Some).collect();
    let mut chosen = values.to_vec();
    for (&path, &taken) in phase.paths.iter().zip(taken) {
        let after = relation.instance(pool, &known, &[], &relation.back[path].next)?;
        for ((chosen, after), unknown) in chosen.iter_mut().zip(after).zip(&relation.unknowns) {
            let after = Relation::unknown_of(pool, unknown, after);
            *chosen = pool.ite(taken, after, *chosen);
        }
    }
    Some(chosen)
}
