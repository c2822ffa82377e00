//! A state made general: unknowns in place of what a region changes.

use crate::{Executor, State, resolve};
use bowline_expr::{ExprId, SymId};
use bowline_ir::{Reg, Width};
use bowline_memory::{Located, ObjectId, Value};

/// What may be replaced.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Place {
    /// Of the frame that the region is in.
    Register(Reg, Width),
    Cell {
        object: ObjectId,
        offset: u64,
        bytes: u32,
    },
}

/// What is put there instead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum General {
    /// Any value.
    Anything,
    /// The value that is there, plus any distance: a pointer that moves, whose object stays visible.
    Moved,
}

/// What was put in a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unknown {
    pub place: Place,
    pub general: General,
    /// What was there before.
    pub before: Value,
    /// The symbol of the unknown, read at known places only.
    pub symbol: SymId,
    /// The auxiliary unknown: the value itself, or the distance.
    pub unknown: ExprId,
    /// What is there now.
    pub value: Value,
}

impl Place {
    pub fn width(self) -> Width {
        match self {
            Place::Register(_, width) => width,
            Place::Cell { bytes, .. } => 8 * bytes as Width,
        }
    }
}

impl Executor {
    /// The value in a place.
    pub fn value_at(&mut self, state: &State, place: Place) -> Value {
        match place {
            Place::Register(reg, _) => state.register(reg),
            Place::Cell { object, offset, bytes } => state.memory.read(&mut self.pool, object, offset, bytes),
        }
    }

    /// Puts a value in a place, without the checks that a store gets.
    pub fn put_at(&mut self, state: &mut State, place: Place, value: Value) {
        match place {
            Place::Register(reg, _) => state.set(reg, value),
            Place::Cell { object, offset, bytes } => {
                state.memory.write(&mut self.pool, object, offset, bytes, value);
            }
        }
    }

    /// How a place is made general: as a pointer that moves where it points into an object.
    pub fn natural_general(&mut self, state: &State, place: Place) -> General {
        let points = place.width() == 64
            && match self.value_at(state, place) {
                Value::Int(at) => matches!(state.memory.locate(at), Located::Object { .. }),
                Value::Expr(expr) => resolve::origin(&self.pool, &state.memory, expr).is_some(),
            };
        if points { General::Moved } else { General::Anything }
    }

    pub(super) fn generalise(&mut self, state: &mut State, places: &[(Place, General)]) -> Vec<Unknown> {
        let mut unknowns = Vec::with_capacity(places.len());
        for &(place, general) in places {
            let width = place.width();
            let before = self.value_at(state, place);
            let (symbol, unknown) = self.auxiliary_word("general", width);
            let value = match general {
                General::Anything => unknown,
                General::Moved => {
                    let base = before.to_expr(&mut self.pool, width);
                    self.pool.add(base, unknown)
                }
            };
            let value = Value::from_expr(&self.pool, value);
            self.put_at(state, place, value);
            unknowns.push(Unknown { place, general, before, symbol, unknown, value });
        }
        unknowns
    }
}
