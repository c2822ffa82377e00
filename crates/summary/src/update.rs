//! What a path does to each value.

use crate::relation::Relation;
use bowline_expr::{ExprId, Pool, SupportCache};

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
    pub fn of(
        pool: &mut Pool,
        supports: &mut SupportCache,
        relation: &Relation,
        path: usize,
        place: usize,
    ) -> Self {
        let unknown = &relation.unknowns[place];
        let now = unknown.value.to_expr(pool, unknown.place.width());
        let next = relation.back[path].next[place];
        let step = pool.sub(next, now);
        let is_fixed =
            relation.dependence(pool, supports, step) == 0 && !relation.reads_contents(pool, supports, step);
        if is_fixed { Update::Step(step) } else { Update::Set(next) }
    }

    /// Does the value stay what it was?
    pub fn is_same(self, pool: &Pool) -> bool {
        matches!(self, Update::Step(step) if pool.as_const(step) == Some(0))
    }
}
