//! One state out of several that are compatible.

use crate::subtree::Subtree;
use bowline_base::FxHashMap;
use bowline_exec::{Executor, State};
use bowline_expr::{ExprId, Pool};
use bowline_ir::Width;
use bowline_memory::{Object, ObjectId, Value};
use bowline_solver::Path;
use std::collections::BTreeSet;

/// How conditions and values are built.
pub(crate) enum Method {
    /// From the execution tree.
    Tree(Subtree),
    /// From the whole suffixes of the paths.
    Naive,
}

/// What is merged, in the making.
pub(crate) struct Combination<'a> {
    pub method: Method,
    pub members: &'a [&'a State],
    /// For each member, what its path adds to the context's.
    pub suffixes: Vec<ExprId>,
    /// Every merged value with the members' own, for validation.
    pub values: Vec<(ExprId, Vec<ExprId>)>,
}

/// The conjunction of what `path` adds to `root`, of which it is a continuation.
pub(crate) fn suffix(pool: &mut Pool, path: &Path, root: &Path) -> ExprId {
    let added: Vec<ExprId> = path.constraints().skip(root.len()).collect();
    pool.all(added)
}

impl Combination<'_> {
    pub fn constraint(&self, pool: &mut Pool) -> ExprId {
        match &self.method {
            Method::Tree(subtree) => subtree.constraint(pool),
            Method::Naive => pool.any(self.suffixes.iter().copied()),
        }
    }

    fn value(&mut self, pool: &mut Pool, values: Vec<ExprId>) -> ExprId {
        if values.iter().all(|value| *value == values[0]) {
            return values[0];
        }
        let merged = match &self.method {
            Method::Tree(subtree) => subtree.value(pool, &values),
            Method::Naive => {
                let mut choice = values[values.len() - 1];
                for (suffix, value) in self.suffixes.iter().zip(&values).rev().skip(1) {
                    choice = pool.ite(*suffix, *value, choice);
                }
                choice
            }
        };
        self.values.push((merged, values));
        merged
    }

    /// The value of each live register; dead ones keep what the first member has.
    pub fn registers(&mut self, executor: &mut Executor, live: &[(usize, Width)], into: &mut State) {
        for &(register, width) in live {
            let own: Vec<Value> = self.members.iter().map(|state| state.frame.registers[register]).collect();
            if own.iter().all(|value| *value == own[0]) {
                continue;
            }
            let own = own.into_iter().map(|value| value.to_expr(&mut executor.pool, width)).collect();
            let merged = self.value(&mut executor.pool, own);
            into.frame.registers[register] = Value::from_expr(&executor.pool, merged);
        }
    }

    /// The contents of every object that some member changed.
    pub fn memory(&mut self, executor: &mut Executor, into: &mut State) {
        let first = self.members[0];
        let mut offsets: FxHashMap<ObjectId, BTreeSet<u64>> = FxHashMap::default();
        for other in &self.members[1..] {
            for id in first.memory.differing_objects(&other.memory) {
                match (first.memory.object(id), other.memory.object(id)) {
                    (Some(a), Some(b)) => {
                        offsets.entry(id).or_default().extend(a.differing_bytes(b).unwrap_or_default());
                    }
                    // Made by the other only: nothing in the first state can point to it.
                    (None, Some(_)) => {
                        if into.memory.object(id).is_none() {
                            into.memory.adopt(id, &other.memory);
                        } else {
                            self.adopted_differs(other, into, id, &mut offsets);
                        }
                    }
                    _ => {}
                }
            }
            into.memory.skip_ids_of(&other.memory);
        }
        let mut offsets: Vec<(ObjectId, BTreeSet<u64>)> = offsets.into_iter().collect();
        offsets.sort_unstable_by_key(|(id, _)| *id);
        for (id, offsets) in offsets {
            for (start, bytes) in words(&offsets) {
                let own = self
                    .members
                    .iter()
                    // Who never made the object may have anything there.
                    .map(|state| if state.memory.object(id).is_some() { &state.memory } else { &into.memory })
                    .map(|memory| memory.read(&mut executor.pool, id, start, bytes))
                    .collect::<Vec<Value>>();
                let width = 8 * bytes as Width;
                let own = own.into_iter().map(|value| value.to_expr(&mut executor.pool, width)).collect();
                let merged = self.value(&mut executor.pool, own);
                let merged = Value::from_expr(&executor.pool, merged);
                into.memory.write(&mut executor.pool, id, start, bytes, merged);
            }
        }
    }

    /// Two members beside the first made the object: their contents are merged as well.
    fn adopted_differs(
        &self,
        other: &State,
        into: &State,
        id: ObjectId,
        offsets: &mut FxHashMap<ObjectId, BTreeSet<u64>>,
    ) {
        if let (Some(a), Some(b)) = (into.memory.object(id), other.memory.object(id)) {
            offsets.entry(id).or_default().extend(Object::differing_bytes(a, b).unwrap_or_default());
        }
    }
}

/// Cuts offsets into aligned words of up to eight bytes, so that numbers are merged whole.
fn words(offsets: &BTreeSet<u64>) -> Vec<(u64, u32)> {
    let mut words = Vec::new();
    let mut next = 0;
    for &offset in offsets {
        if offset < next {
            continue;
        }
        let fits = |bytes: u64| {
            offset.is_multiple_of(bytes) && (offset..offset + bytes).all(|at| offsets.contains(&at))
        };
        let bytes = [8, 4, 2].into_iter().find(|&bytes| fits(bytes)).unwrap_or(1);
        words.push((offset, bytes as u32));
        next = offset + bytes;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn words_are_aligned_and_cover_exactly() {
        let offsets = [0, 1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 16, 17, 18].into();
        assert_eq!(words(&offsets), [(0, 8), (9, 1), (10, 2), (16, 2), (18, 1)]);
    }
}
