//! Which parked states can become one.

use bowline_exec::State;
use std::rc::Rc;

/// Do two states agree in everything that cannot be merged: where they are, what they have allocated and asked for?
pub(crate) fn compatible(a: &State, b: &State) -> bool {
    let callers = match (&a.callers, &b.callers) {
        (Some(x), Some(y)) => Rc::ptr_eq(x, y),
        (None, None) => true,
        _ => false,
    };
    callers
        && a.frame.function == b.frame.function
        && a.frame.position == b.frame.position
        && a.frame.serial == b.frame.serial
        && a.frame.locals == b.frame.locals
        && a.inputs == b.inputs
        && a.is_at_same_stage(b)
        && compatible_memory(a, b)
}

/// Every object is in both with the same shape, or was never made in one of them.
fn compatible_memory(a: &State, b: &State) -> bool {
    a.memory.differing_objects(&b.memory).into_iter().all(|id| {
        match (a.memory.object(id), b.memory.object(id)) {
            (Some(x), Some(y)) => x.has_shape_of(y) && x.differing_bytes(y).is_some(),
            (Some(_), None) => !b.memory.has_made(id),
            (None, Some(_)) => !a.memory.has_made(id),
            (None, None) => true,
        }
    })
}

/// Splits states into groups whose members are compatible with the group's first.
pub(crate) fn split<T>(states: Vec<T>, state: impl Fn(&T) -> &State) -> Vec<Vec<T>> {
    let mut groups: Vec<Vec<T>> = Vec::new();
    for candidate in states {
        match groups.iter_mut().find(|group| compatible(state(&group[0]), state(&candidate))) {
            Some(group) => group.push(candidate),
            None => groups.push(vec![candidate]),
        }
    }
    groups
}
