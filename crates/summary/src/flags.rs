//! Values that are only ever set to constants: `in_word`, `quoted`, the character before.
//!
//! A flag that starts as a constant is one of few values whenever the loop is at its header. A path that leaves it alone and is only taken with
//! one of them *sets* it to that one, too ([`pin`]). And where all paths of a phase set a value, what it is follows from which of them
//! the last iteration took ([`chosen`]); if the paths that set it to something are told from the others by the characters alone, so is the
//! value.

use crate::asking::Asking;
use crate::relation::Relation;
use bowline_exec::probe::General;
use bowline_exec::{Executor, State};
use bowline_expr::{ExprId, Pool};
use std::collections::BTreeSet;

/// Values that a flag may have.
const MAX_VALUES: usize = 8;

/// Says of paths that leave a flag alone what it is, where that follows from their conditions. The state is one that the relation was learned from.
pub(crate) fn pin(executor: &mut Executor, state: &State, relation: &mut Relation) {
    for place in 0..relation.unknowns.len() {
        let unknown = &relation.unknowns[place];
        if unknown.general != General::Anything {
            continue;
        }
        let start = executor.value_at(state, unknown.place);
        let width = unknown.place.width();
        let start = start.to_expr(executor.pool_mut(), width);
        let now = unknown.value.to_expr(executor.pool_mut(), width);
        let pool = executor.pool_mut();
        let mut values: BTreeSet<ExprId> = [start].into();
        values.extend(relation.back.iter().map(|path| path.next[place]).filter(|&next| next != now));
        if values.len() > MAX_VALUES || values.iter().any(|&value| pool.as_const(value).is_none()) {
            continue;
        }
        for path in 0..relation.back.len() {
            if relation.back[path].next[place] != now {
                continue;
            }
            let condition = relation.back[path].condition;
            let may_be = values.iter().filter(|&&value| may_hold(pool, relation, condition, place, value));
            let may_be: Vec<ExprId> = may_be.copied().collect();
            if let [only] = may_be[..] {
                relation.back[path].next[place] = only;
            }
        }
    }
}

/// May a condition hold where a place has a value, as far as simplifying tells?
fn may_hold(pool: &mut Pool, relation: &Relation, condition: ExprId, place: usize, value: ExprId) -> bool {
    let mut values = vec![None; relation.unknowns.len()];
    values[place] = Some(value);
    let instance = relation.instance(pool, &values, &[], &[condition]);
    instance.is_none_or(|instance| instance[0] != Pool::FALSE)
}

/// What a place is set to, told by which of the paths is taken; nothing where a path leaves it alone or where the choice depends on the place
/// itself.
pub(crate) fn chosen(
    asking: &mut Asking<'_>,
    relation: &Relation,
    paths: &[usize],
    place: usize,
) -> Option<ExprId> {
    let mut groups: Vec<(ExprId, Vec<usize>)> = Vec::new();
    for &path in paths {
        let next = relation.back[path].next[place];
        if asking.dependence(relation, next) >> place & 1 == 1 {
            return None;
        }
        match groups.iter_mut().find(|(value, _)| *value == next) {
            Some((_, of)) => of.push(path),
            None => groups.push((next, vec![path])),
        }
    }
    let common = common_conjuncts(asking, relation, paths);
    let mut tests = Vec::new();
    for (value, of) in groups {
        let conditions: Vec<ExprId> =
            of.iter().map(|&path| without(asking, relation.back[path].condition, &common)).collect();
        let test = asking.pool().any(conditions);
        let depends = asking.dependence(relation, test);
        tests.push((depends >> place & 1 == 1, depends.count_ones(), value, test));
    }
    // What is hardest to tell is what is left when the others are told.
    tests.sort_by_key(|(on_itself, on_others, ..)| (*on_itself, *on_others));
    let (_, _, mut chosen, _) = tests.pop()?;
    for (on_itself, _, value, test) in tests.into_iter().rev() {
        if on_itself {
            return None;
        }
        chosen = asking.pool().ite(test, value, chosen);
    }
    Some(chosen)
}

/// What several conditions have in common, and what is left of each.
pub(crate) fn parted(pool: &mut Pool, conditions: &[ExprId]) -> (ExprId, Vec<ExprId>) {
    let parts: Vec<Vec<ExprId>> = conditions.iter().map(|&condition| pool.conjuncts(condition)).collect();
    let is_common = |conjunct: &ExprId| parts.iter().all(|others| others.contains(conjunct));
    let common: Vec<ExprId> = parts.first().into_iter().flatten().copied().filter(is_common).collect();
    let rests: Vec<Vec<ExprId>> = (parts.iter())
        .map(|own| own.iter().copied().filter(|conjunct| !common.contains(conjunct)).collect())
        .collect();
    let rests = rests.into_iter().map(|rest| pool.all(rest)).collect();
    (pool.all(common), rests)
}

/// What the conditions of all paths demand.
fn common_conjuncts(asking: &mut Asking<'_>, relation: &Relation, paths: &[usize]) -> BTreeSet<ExprId> {
    let mut common: Option<BTreeSet<ExprId>> = None;
    for &path in paths {
        let own: BTreeSet<ExprId> =
            asking.pool().conjuncts(relation.back[path].condition).into_iter().collect();
        common = Some(match common {
            None => own,
            Some(common) => common.intersection(&own).copied().collect(),
        });
    }
    common.unwrap_or_default()
}

/// A condition without what is known to hold.
fn without(asking: &mut Asking<'_>, condition: ExprId, known: &BTreeSet<ExprId>) -> ExprId {
    let rest: Vec<ExprId> =
        asking.pool().conjuncts(condition).into_iter().filter(|conjunct| !known.contains(conjunct)).collect();
    asking.pool().all(rest)
}
