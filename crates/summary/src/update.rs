//! What a path does to each value.

use crate::asking::Asking;
use crate::relation::Relation;
use bowline_expr::{ExprId, Pool};

/// The next value of a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Update {
    /// What it was, plus something that no iteration changes.
    Step(ExprId),
    /// Something else, over the values at the start of the iteration.
    Set(ExprId),
}

impl Update {
    /// What a path does to a place.
    pub fn of(asking: &mut Asking<'_>, relation: &Relation, path: usize, place: usize) -> Self {
        let unknown = &relation.unknowns[place];
        let now = unknown.value.to_expr(asking.pool(), unknown.place.width());
        let next = relation.back[path].next[place];
        let step = asking.pool().sub(next, now);
        let is_fixed = asking.dependence(relation, step) == 0 && !asking.reads_contents(relation, step);
        if is_fixed { Update::Step(step) } else { Update::Set(next) }
    }

    /// Does the value stay what it was?
    pub fn is_same(self, pool: &Pool) -> bool {
        matches!(self, Update::Step(step) if pool.as_const(step) == Some(0))
    }
}
