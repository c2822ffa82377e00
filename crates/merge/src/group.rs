//! Which held states can become one.

use crate::tree::TreeNodeId;
use bowline_base::{FxHashMap, FxHasher};
use bowline_exec::{Executor, State};
use bowline_ir::Width;
use std::hash::{Hash, Hasher};

/// Can a state be merged with all members of a group? The first tells, but for objects that it never made: those must agree
/// among the members that did.
pub(crate) fn fits(executor: &Executor, group: &[(TreeNodeId, State)], candidate: &State) -> bool {
    let Some(((_, first), others)) = group.split_first() else { return true };
    let made_more = |state: &State| state.memory.has_made_more_than(&first.memory);
    executor.fits(first, candidate)
        && (!made_more(candidate)
            || others
                .iter()
                .all(|(_, other)| !made_more(other) || executor.fitting_memories(other, candidate)))
}

/// Objects of so many bytes may be variables: states of which it is known what they hold there do not become one where that differs.
const VARIABLE: u64 = 8;
/// Bytes that states may differ in.
const MOST_DIFFERING: usize = 256;

/// Can states that hold the same in their live registers be one, with choices among what is in their arrays?
pub(crate) fn fits_by_registers(
    executor: &Executor,
    group: &[(TreeNodeId, State)],
    candidate: &State,
    live: &[(usize, Width)],
) -> bool {
    let first = &group[0].1;
    let is_known = |id, at| first.memory.is_concrete(id, at, 1) && candidate.memory.is_concrete(id, at, 1);
    let is_near = |id| match (first.memory.object(id), candidate.memory.object(id)) {
        (Some(a), Some(b)) => a.differing_bytes(b).is_some_and(|bytes| {
            let may_be_variable = a.capacity() <= VARIABLE;
            bytes.len() <= MOST_DIFFERING && !(may_be_variable && bytes.iter().any(|&at| is_known(id, at)))
        }),
        (a, b) => a.is_none() && b.is_none(),
    };
    same_registers(first, candidate, live)
        && fits(executor, group, candidate)
        && first.memory.differing_objects(&candidate.memory).into_iter().all(is_near)
}

pub(crate) fn same_registers(a: &State, b: &State, live: &[(usize, Width)]) -> bool {
    live.iter().all(|&(register, _)| a.frame.registers[register] == b.frame.registers[register])
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
    states: Vec<(TreeNodeId, State)>,
    key: impl Fn(&State) -> u64,
    fits: impl Fn(&[(TreeNodeId, State)], &State) -> bool,
) -> Vec<Vec<(TreeNodeId, State)>> {
    let mut groups: Vec<Vec<(TreeNodeId, State)>> = Vec::new();
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
