//! The states in circulation, by id.
//!
//! States live in slots that are used again: running one moves nothing, and a path-explosive run does not grow the table.

use bowline_base::FxHashMap;
use bowline_exec::{State, StateId};

#[derive(Default)]
pub struct StateTable {
    slots: Vec<Option<State>>,
    free: Vec<u32>,
    by_id: FxHashMap<StateId, u32>,
    /// The slot that was asked for last: a depth-first run asks for the same one again and again.
    recent: Option<(StateId, u32)>,
}

impl StateTable {
    pub fn insert(&mut self, state: State) {
        let id = state.id;
        let slot = match self.free.pop() {
            Some(slot) => {
                self.slots[slot as usize] = Some(state);
                slot
            }
            None => {
                self.slots.push(Some(state));
                self.slots.len() as u32 - 1
            }
        };
        self.by_id.insert(id, slot);
    }

    pub fn get_mut(&mut self, id: StateId) -> Option<&mut State> {
        let slot = self.slot(id)?;
        self.slots[slot as usize].as_mut()
    }

    pub fn get(&self, id: StateId) -> Option<&State> {
        let slot = self.by_id.get(&id)?;
        self.slots[*slot as usize].as_ref()
    }

    pub fn remove(&mut self, id: StateId) -> Option<State> {
        let slot = self.by_id.remove(&id)?;
        self.recent = None;
        self.free.push(slot);
        self.slots[slot as usize].take()
    }

    pub fn len(&self) -> usize {
        self.by_id.len()
    }

    /// In the order of their slots, which is the same in every run.
    pub fn iter(&self) -> impl Iterator<Item = &State> {
        self.slots.iter().flatten()
    }

    fn slot(&mut self, id: StateId) -> Option<u32> {
        if let Some((recent, slot)) = self.recent
            && recent == id
        {
            return Some(slot);
        }
        let slot = *self.by_id.get(&id)?;
        self.recent = Some((id, slot));
        Some(slot)
    }
}
