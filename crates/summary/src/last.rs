//! The last iteration of a run that takes one of some paths.

use crate::closed::Closed;
use crate::run::{BITS, set_word};
use bowline_exec::Executor;
use bowline_expr::{ExprId, INDEX_WIDTH, Model, Pool, SymId};

/// See the module documentation.
pub(crate) struct Last {
    symbol: SymId,
    /// Its number: an unknown, the number of iterations where there is none.
    pub number: ExprId,
    /// That it is the last.
    pub condition: ExprId,
    /// Iteration `variable` takes one of the paths.
    takes: ExprId,
    variable: SymId,
}

impl Last {
    /// The last of `count` iterations that takes one of some paths of the phase.
    pub fn of(executor: &mut Executor, closed: &Closed<'_>, of_path: &[bool], count: ExprId) -> Option<Self> {
        let (symbol, narrow) = executor.auxiliary_word("last", BITS);
        let takes_at = |pool: &mut Pool, t: ExprId| -> Option<ExprId> {
            let demands = closed.demands_at(pool, t)?;
            let taking = demands.iter().zip(of_path).filter(|(_, is_one)| **is_one);
            Some(pool.any(taking.map(|(demand, _)| *demand).collect::<Vec<_>>()))
        };
        let pool = executor.pool_mut();
        let variable = pool.auxiliary("iteration", 0, 8);
        let last = pool.zero_extend(narrow, INDEX_WIDTH);
        let number = pool.input_word(variable, 8);
        let takes = takes_at(pool, number)?;
        let any = takes_at(pool, last)?;
        let (zero, one) = (pool.constant(0, INDEX_WIDTH), pool.constant(1, INDEX_WIDTH));
        let (is_some, is_none) = (pool.ult(last, count), pool.eq(last, count));
        let first_behind = {
            let behind = pool.add(last, one);
            pool.ite(is_some, behind, zero)
        };
        let behind = pool.sub(count, first_behind);
        let later = pool.add(first_behind, number);
        let takes_later = takes_at(pool, later)?;
        let does_not = pool.not(takes_later);
        let none_behind = pool.for_all(behind, variable, does_not)?;
        let there = pool.and(is_some, any);
        let place = pool.or(there, is_none);
        let condition = pool.and(place, none_behind);
        Some(Self { symbol, number: last, condition, takes, variable })
    }

    /// Finds it for the inputs of a model, in which there are so many iterations.
    pub fn find(&self, executor: &mut Executor, model: &mut Model, counted: u64) {
        let mut trial = model.clone();
        let mut is_one = |at: &u64| {
            set_word(&mut trial, self.variable, *at, 8);
            executor.eval_in(&trial, self.takes) == 1
        };
        let found = (0..counted).rev().find(|at| is_one(at)).unwrap_or(counted);
        set_word(model, self.symbol, found, 4);
    }
}
