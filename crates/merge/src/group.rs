//! Which parked states can become one.

use crate::tree::NodeId;
use bowline_base::{FxHashMap, FxHasher};
use bowline_exec::State;
use bowline_ir::Width;
use std::hash::{Hash, Hasher};
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

/// Can a state be merged with all members of a group? The first tells, but for objects that it never made: those must agree
/// among the members that did.
pub(crate) fn fits(group: &[(NodeId, State)], candidate: &State) -> bool {
    let Some(((_, first), others)) = group.split_first() else { return true };
    let made_more = |state: &State| state.memory.has_made_more_than(&first.memory);
    compatible(first, candidate)
        && (!made_more(candidate)
            || others.iter().all(|(_, other)| !made_more(other) || compatible_memory(other, candidate)))
}

/// Every object is in both with the same shape, or was never made in one of them.
fn compatible_memory(a: &State, b: &State) -> bool {
    a.memory.differing_objects(&b.memory).into_iter().all(|id| {
        match (a.memory.object(id), b.memory.object(id)) {
            (Some(x), Some(y)) => x.has_shape_of(y) && x.can_join(y),
            (Some(_), None) => !b.memory.has_made(id),
            (None, Some(_)) => !a.memory.has_made(id),
            (None, None) => true,
        }
    })
}

/// Are two compatible states the same but for their paths, as far as the given live registers tell?
pub(crate) fn same_store(a: &State, b: &State, live: &[(usize, Width)]) -> bool {
    let same_bytes = |id| match (a.memory.object(id), b.memory.object(id)) {
        (Some(x), Some(y)) => x.has_bytes_of(y),
        (x, y) => x.is_none() && y.is_none(),
    };
    live.iter().all(|&(register, _)| a.frame.registers[register] == b.frame.registers[register])
        && compatible(a, b)
        && a.memory.differing_objects(&b.memory).into_iter().all(same_bytes)
}

/// A number that states with the same live registers have in common.
pub(crate) fn registers_key(state: &State, live: &[(usize, Width)]) -> u64 {
    let mut hasher = FxHasher::default();
    for &(register, _) in live {
        state.frame.registers[register].hash(&mut hasher);
    }
    hasher.finish()
}

/// A number that states at the same place have in common.
pub(crate) fn place_key(state: &State) -> u64 {
    u64::from(state.frame.position) << 32 | u64::from(state.frame.serial)
}

/// Splits states into groups, each of states that fit those before them. States that fit have the same key.
pub(crate) fn split(
    states: Vec<(NodeId, State)>,
    key: impl Fn(&State) -> u64,
    fits: impl Fn(&[(NodeId, State)], &State) -> bool,
) -> Vec<Vec<(NodeId, State)>> {
    let mut groups: Vec<Vec<(NodeId, State)>> = Vec::new();
    let mut by_key: FxHashMap<u64, Vec<usize>> = FxHashMap::default();
    for candidate in states {
        let likely = by_key.entry(key(&candidate.1)).or_default();
        match likely.iter().find(|&&group| fits(&groups[group], &candidate.1)) {
            Some(&group) => groups[group].push(candidate),
            None => {
                likely.push(groups.len());
                groups.push(vec![candidate]);
            }
        }
    }
    groups
}
