//! The contexts that are open, and which state is where in them.
//!
//! Invariant: a state in circulation has a place if and only if the context of that place has it inside.

use crate::context::{Context, ContextId, LoopActivation};
use crate::tree::{Tree, TreeNodeId};
use bowline_base::FxHashMap;
use bowline_exec::{Lane, State, StateId};
use bowline_solver::Path;

/// The innermost context of a state, and its leaf there.
pub(crate) type Seat = (ContextId, TreeNodeId);

#[derive(Default)]
pub(crate) struct Contexts {
    open: FxHashMap<ContextId, Context>,
    next: u32,
    seats: FxHashMap<StateId, Seat>,
    /// Contexts whose last state has left or ended.
    finished: Vec<ContextId>,
}

impl Contexts {
    pub fn get(&self, id: ContextId) -> Option<&Context> {
        self.open.get(&id)
    }

    pub fn get_mut(&mut self, id: ContextId) -> Option<&mut Context> {
        self.open.get_mut(&id)
    }

    pub fn is_any_open(&self) -> bool {
        !self.open.is_empty()
    }

    pub fn iter(&self) -> impl Iterator<Item = &Context> {
        self.open.values()
    }

    /// The youngest: it stands in the way of those around it.
    pub fn youngest(&self) -> Option<&Context> {
        self.open.iter().max_by_key(|(id, _)| **id).map(|(_, context)| context)
    }

    /// A state opens a context for a loop; `root` is its path.
    pub fn open(&mut self, state: &State, activation: LoopActivation, root: Path) -> Seat {
        let parent = self.seats.get(&state.id).copied();
        let id = ContextId(self.next);
        self.next += 1;
        self.open.insert(id, Context::new(activation, state, parent, root));
        self.seats.insert(state.id, (id, Tree::ROOT));
        (id, Tree::ROOT)
    }

    /// Takes a context out of the list, whatever is inside.
    pub fn close(&mut self, id: ContextId) -> Option<Context> {
        self.open.remove(&id)
    }

    /// Takes a context out of the list; the states inside are in none any more, but for those that opened one further inside, which stays.
    pub fn dissolve(&mut self, id: ContextId) -> Option<Context> {
        let context = self.open.remove(&id)?;
        for member in &context.inside {
            if self.seat(*member).is_some_and(|(seated, _)| seated == id) {
                self.seats.remove(member);
            }
        }
        Some(context)
    }

    pub fn of_lane(&self, lane: Lane) -> Vec<ContextId> {
        let of_lane = self.open.iter().filter(|(_, context)| context.lane == Some(lane));
        of_lane.map(|(id, _)| *id).collect()
    }

    /// Where a state is, whether or not that context still exists.
    pub fn seat(&self, id: StateId) -> Option<Seat> {
        self.seats.get(&id).copied()
    }

    /// Where a state is, unless that context was given up or the state has left its frame by other ways.
    pub fn current_seat(&mut self, state: &State) -> Option<Seat> {
        let (id, node) = self.seat(state.id)?;
        let serial = self.open.get(&id).map(|context| context.activation.serial);
        if serial.is_some_and(|serial| state.frames().any(|frame| frame.serial == serial)) {
            return Some((id, node));
        }
        self.leave(state.id);
        None
    }

    /// A state is inside a context.
    pub fn put(&mut self, state: StateId, (id, node): Seat) {
        if let Some(context) = self.open.get_mut(&id) {
            context.inside.insert(state);
            self.seats.insert(state, (id, node));
        }
    }

    /// A state is no longer inside: it ended, escaped, or is held.
    pub fn leave(&mut self, state: StateId) {
        let Some((id, _)) = self.seats.remove(&state) else { return };
        if let Some(context) = self.open.get_mut(&id) {
            context.inside.remove(&state);
            if context.inside.is_empty() {
                self.finished.push(id);
            }
        }
    }

    pub fn finish_later(&mut self, id: ContextId) {
        self.finished.push(id);
    }

    /// A context to which nothing more comes for now.
    pub fn next_finished(&mut self) -> Option<ContextId> {
        self.finished.pop()
    }
}
