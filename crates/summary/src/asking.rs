//! What grouping paths needs: the executor for its expressions, and the solver for what their form does not tell.
//!
//! What is found holds for every state that continues the path of the one that is asked about.

use crate::relation::{Places, Relation};
use bowline_base::FxHashMap;
use bowline_exec::{Executor, State};
use bowline_expr::{ExprId, Pool, SupportCache};
use bowline_solver::Verdict;

/// How the truth of a condition moves with one value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Trend {
    /// In which sense of signs the value is compared.
    pub is_signed: bool,
    /// With a growing value it can only stop holding; else only begin to.
    pub breaks_by_growing: bool,
}

/// See the module documentation.
pub(crate) struct Asking<'e> {
    pub executor: &'e mut Executor,
    pub state: &'e State,
    supports: SupportCache,
    trends: FxHashMap<(ExprId, usize), Option<Trend>>,
}

impl<'e> Asking<'e> {
    pub fn new(executor: &'e mut Executor, state: &'e State) -> Self {
        Self { executor, state, supports: SupportCache::new(), trends: FxHashMap::default() }
    }

    pub fn pool(&mut self) -> &mut Pool {
        self.executor.pool_mut()
    }

    /// Which of the unknowns an expression depends on.
    pub fn dependence(&mut self, relation: &Relation, expr: ExprId) -> Places {
        relation.dependence(self.executor.pool(), &mut self.supports, expr)
    }

    /// Does an expression depend on what objects hold that the loop writes to at places that move?
    pub fn reads_contents(&mut self, relation: &Relation, expr: ExprId) -> bool {
        relation.reads_contents(self.executor.pool(), &mut self.supports, expr)
    }

    /// How the truth of a condition, which depends on one place alone, moves with that; nothing where it may turn more than once.
    pub fn trend(&mut self, relation: &Relation, condition: ExprId, place: usize) -> Option<Trend> {
        if let Some(known) = self.trends.get(&(condition, place)) {
            return *known;
        }
        let found = self.find_trend(relation, condition, place);
        self.trends.insert((condition, place), found);
        found
    }

    fn find_trend(&mut self, relation: &Relation, condition: ExprId, place: usize) -> Option<Trend> {
        if self.reads_contents(relation, condition) || self.dependence(relation, condition) != 1 << place {
            return None;
        }
        let width = self.pool().width(relation.unknowns[place].unknown);
        let (small, large) =
            (self.executor.auxiliary_value("smaller", width), self.executor.auxiliary_value("larger", width));
        let mut at = |value: ExprId| {
            let mut values = vec![None; relation.unknowns.len()];
            values[place] = Some(value);
            relation.instance(self.executor.pool_mut(), &values, &[], &[condition])?.pop()
        };
        let (at_small, at_large) = (at(small)?, at(large)?);
        for is_signed in [false, true] {
            let pool = self.pool();
            let ordered = if is_signed { pool.sle(small, large) } else { pool.ule(small, large) };
            for breaks_by_growing in [true, false] {
                let pool = self.pool();
                let (holds, fails) =
                    if breaks_by_growing { (at_large, at_small) } else { (at_small, at_large) };
                let fails = pool.not(fails);
                let question = pool.all([ordered, holds, fails]);
                if matches!(self.executor.check(&self.state.path, question), Verdict::Unsat) {
                    return Some(Trend { is_signed, breaks_by_growing });
                }
            }
        }
        None
    }
}
