//! Distinct bugs: the same kind at the same place, reached by the same calls, is one bug, however often it was found.
//!
//! Kept is the smallest input for each. Calls that repeat in a recursion count once, so depth does not make a new bug; calls inside
//! our C library do not count, so the way that it goes on from the program's call does not either.

use crate::object_sizes::ObjectSizes;
use crate::testcase::{PathInput, input_of};
use bowline_base::{FxHashMap, FxHashSet};
use bowline_exec::{Bug, BugKind, Executor, Explanation, StackEntry, State};
use bowline_expr::ExprId;
use bowline_memory::Size;

#[derive(Clone, Debug)]
pub struct FoundBug {
    pub bug: Bug,
    /// Where to point the user to: the innermost call outside our C library.
    pub place: StackEntry,
    /// The smallest input that shows it.
    pub input: PathInput,
    /// Number of its test file, where tests are written.
    pub test: Option<u32>,
    /// Paths that ended in it.
    pub count: u64,
    /// Where the object's size is unknown: the sizes for which it happens.
    pub sizes: ObjectSizes,
    /// Of the bug as it happens for `input`.
    pub explanation: Explanation,
}

/// The size of the object that an access misses, where that is not known.
fn unknown_size(state: &State, bug: &Bug) -> Option<ExprId> {
    if !matches!(bug.kind, BugKind::OutOfBoundsRead | BugKind::OutOfBoundsWrite) {
        return None;
    }
    match state.memory.object(bug.object?)?.size() {
        Size::Symbolic(size) => Some(size),
        Size::Known(_) => None,
    }
}

#[derive(PartialEq, Eq, Hash)]
struct Key {
    kind: BugKind,
    stack: Vec<StackEntry>,
}

#[derive(Default)]
pub struct Bugs {
    found: Vec<FoundBug>,
    by_key: FxHashMap<Key, usize>,
}

/// An occurrence that says more than those before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct News {
    pub index: usize,
    /// The bug was not known; otherwise its input is a smaller one.
    pub is_first: bool,
}

impl Bugs {
    /// Counts an occurrence; keeps its input if it is the first or smaller than the one before.
    pub fn record(
        &mut self,
        executor: &mut Executor,
        state: &State,
        bug: Bug,
        args: &[String],
    ) -> Option<News> {
        let key = Key { kind: bug.kind, stack: without_repeats(own_calls(executor, &bug.stack)) };
        if let Some(&index) = self.by_key.get(&key) {
            let known = &mut self.found[index];
            known.count += 1;
            if let Some(size) = unknown_size(state, &bug) {
                known.sizes.add(executor, state, size);
            }
            let input = input_of(executor, state, args);
            if !is_better(&input, &known.input) {
                return None;
            }
            known.explanation = executor.explain(state, &bug);
            known.bug = bug;
            known.input = input;
            return Some(News { index, is_first: false });
        }
        let input = input_of(executor, state, args);
        let mut sizes = ObjectSizes::default();
        if let Some(size) = unknown_size(state, &bug) {
            sizes.add(executor, state, size);
        }
        let place = executor.program().user_entry(&bug.stack).clone();
        let index = self.found.len();
        self.by_key.insert(key, index);
        let explanation = executor.explain(state, &bug);
        self.found.push(FoundBug { bug, place, input, test: None, count: 1, sizes, explanation });
        Some(News { index, is_first: true })
    }

    pub fn get_mut(&mut self, index: usize) -> &mut FoundBug {
        &mut self.found[index]
    }

    pub fn len(&self) -> usize {
        self.found.len()
    }

    /// In the order in which they were found.
    pub fn finish(self) -> Vec<FoundBug> {
        self.found
    }
}

/// One that shows the bug in every run, or is smaller.
fn is_better(a: &PathInput, b: &PathInput) -> bool {
    let order = |input: &PathInput| (input.uninitialised, input.ktest.size(), input.ktest.objects.len());
    order(a) < order(b)
}

/// The calls that the program under test makes; all, where it makes none.
fn own_calls<'a>(executor: &Executor, stack: &'a [StackEntry]) -> impl Iterator<Item = &'a StackEntry> {
    let library = &executor.program().module.runtime_functions;
    let is_own = |entry: &StackEntry| !library.contains(&entry.function);
    let any = stack.iter().any(is_own);
    stack.iter().filter(move |entry| !any || is_own(entry))
}

fn without_repeats<'a>(stack: impl Iterator<Item = &'a StackEntry>) -> Vec<StackEntry> {
    let mut seen = FxHashSet::default();
    stack.filter(|entry| seen.insert((*entry).clone())).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use bowline_ir::{FileId, FuncId, SourceLoc};

    #[test]
    fn recursion_does_not_make_new_bugs() {
        let entry = |function, line| StackEntry {
            function: FuncId(function),
            loc: SourceLoc { file: FileId(0), line, column: 1 },
        };
        let shallow = [entry(2, 7), entry(1, 3), entry(0, 1)];
        let deep = [entry(2, 7), entry(1, 3), entry(1, 3), entry(1, 3), entry(0, 1)];
        assert_eq!(without_repeats(shallow.iter()), without_repeats(deep.iter()));
        let elsewhere = [entry(2, 7), entry(1, 4), entry(0, 1)];
        assert_ne!(without_repeats(shallow.iter()), without_repeats(elsewhere.iter()));
    }
}
