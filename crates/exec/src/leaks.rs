//! Memory leaks: heap objects that nothing reachable points to when the program ends.

use crate::{BugKind, Ending, Executor, State};
use bowline_base::FxHashSet;
use bowline_memory::{Kind, ObjectId, Place};

impl Executor {
    /// As leak checkers do natively, an object is lost when no chain of pointers from a global leads to it.
    pub(crate) fn find_leak(&mut self, state: &State) -> Option<Ending> {
        let is_root = |kind: Kind| matches!(kind, Kind::Global | Kind::Input);
        let mut reached: FxHashSet<ObjectId> = FxHashSet::default();
        let mut pending: Vec<ObjectId> =
            state.memory.objects().filter(|(_, object)| is_root(object.kind())).map(|(id, _)| id).collect();
        while let Some(id) = pending.pop() {
            if reached.insert(id) {
                pending.extend(self.pointers_in(state, id));
            }
        }
        let (_, leaked) = state
            .memory
            .objects()
            .find(|(id, object)| object.kind() == Kind::Heap && !reached.contains(id))?;
        let size = leaked.capacity();
        Some(self.bug(state, BugKind::MemoryLeak, format!("{size} bytes of heap memory are never freed")))
    }

    /// Objects that the aligned, concrete words of an object point into.
    fn pointers_in(&self, state: &State, id: ObjectId) -> Vec<ObjectId> {
        let Some(object) = state.memory.object(id) else { return Vec::new() };
        (0..object.capacity() / 8)
            .filter_map(|word| state.memory.load_concrete(object.base() + 8 * word, 8))
            .filter_map(|address| match state.memory.locate(address) {
                Place::Object { id, .. } => Some(id),
                _ => None,
            })
            .collect()
    }
}
