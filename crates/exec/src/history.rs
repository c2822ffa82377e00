//! Where heap objects came from and where they went, for messages: nothing that is executed depends on it.
//!
//! Sites are numbered once per run. A state remembers its latest frees, in a list that it shares with the states it forked
//! from: between [`MOST`] and twice as many, so that a program that allocates for hours costs no memory.

use crate::{Executor, StackEntry, State};
use bowline_base::FxHashMap;
use bowline_memory::{Object, ObjectId};
use std::rc::Rc;

const MOST: u32 = 2048;

/// Where heap objects are made and freed: the innermost calls outside our C library.
#[derive(Default)]
pub(crate) struct Sites {
    entries: Vec<StackEntry>,
    numbers: FxHashMap<(u32, u32), u32>,
}

#[derive(Debug)]
struct Free {
    object: ObjectId,
    made_at: u32,
    freed_at: u32,
    before: Option<Rc<Free>>,
}

/// Lists may be long: freed one after the other, not by recursion.
impl Drop for Free {
    fn drop(&mut self) {
        let mut next = self.before.take();
        while let Some(free) = next {
            match Rc::try_unwrap(free) {
                Ok(mut last_owner) => next = last_owner.before.take(),
                Err(_) => break,
            }
        }
    }
}

/// The latest frees of a path.
#[derive(Clone, Default, Debug)]
pub(crate) struct Freed {
    latest: Option<Rc<Free>>,
    count: u32,
    earlier: Option<Rc<Free>>,
    /// Some were forgotten.
    is_partial: bool,
}

impl Freed {
    fn push(&mut self, object: ObjectId, made_at: u32, freed_at: u32) {
        if self.count == MOST {
            self.is_partial |= self.earlier.is_some();
            self.earlier = self.latest.take();
            self.count = 0;
        }
        self.count += 1;
        self.latest = Some(Rc::new(Free { object, made_at, freed_at, before: self.latest.take() }));
    }

    fn find(&self, object: ObjectId) -> Option<&Free> {
        [&self.latest, &self.earlier]
            .into_iter()
            .flat_map(|first| std::iter::successors(first.as_deref(), |free| free.before.as_deref()))
            .find(|free| free.object == object)
    }

    /// A dead object in a sentence.
    pub fn describe(&self, object: ObjectId) -> &'static str {
        match self.find(object) {
            Some(_) => "a heap object that was freed",
            None if self.is_partial => "an object that is no longer alive",
            None => "a local variable that is no longer alive",
        }
    }
}

impl Executor {
    /// The number of the place where a state is.
    pub(crate) fn heap_site(&mut self, state: &State) -> u32 {
        let runtime = &self.program.module.runtime_functions;
        let (depth, frame) = state
            .frames()
            .enumerate()
            .find(|(_, frame)| !runtime.contains(&frame.function))
            .unwrap_or((0, &state.frame));
        // The callers' positions are already past their calls.
        let position = frame.position.saturating_sub(u32::from(depth > 0));
        let sites = &mut self.books.sites;
        *sites.numbers.entry((frame.function.0, position)).or_insert_with(|| {
            let function = &self.program.module.functions[frame.function];
            let loc = function.locs.get(position as usize).copied().unwrap_or(crate::executor::NOWHERE);
            sites.entries.push(StackEntry { function: frame.function, loc });
            sites.entries.len() as u32 - 1
        })
    }

    /// Frees a heap object, and remembers where.
    pub(crate) fn free_object(&mut self, state: &mut State, object: ObjectId) {
        let made_at = state.memory.object(object).map_or(0, Object::site);
        let freed_at = self.heap_site(state);
        state.freed.push(object, made_at, freed_at);
        state.memory.free(object);
    }

    /// Where a live heap object was made.
    pub(crate) fn made_at(&self, object: &Object) -> Option<StackEntry> {
        self.books.sites.entries.get(object.site() as usize).cloned()
    }

    /// Where a dead heap object was made and freed, if it was one.
    pub(crate) fn end_of(&self, state: &State, object: ObjectId) -> Option<(StackEntry, StackEntry)> {
        let free = state.freed.find(object)?;
        let entry = |site: u32| self.books.sites.entries.get(site as usize).cloned();
        Some((entry(free.made_at)?, entry(free.freed_at)?))
    }
}
