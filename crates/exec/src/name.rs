//! What a programmer calls a place: a variable in a register or in memory, or a part of an object.

use crate::probe::Place;
use crate::{Executor, State};
use bowline_ir::{LoopId, Variable};
use bowline_memory::{Located, Size, Value};

impl Executor {
    /// The name of a place of the innermost call; nothing where debug information has none.
    pub fn name_of(&self, state: &State, place: Place) -> Option<String> {
        match place {
            Place::Register(reg, _) => {
                let function = &self.program().module.functions[state.frame.function];
                let is_it = |variable: &&Variable| variable.reg == reg && !variable.in_memory;
                function.variables.iter().find(is_it).map(|variable| variable.name.clone())
            }
            Place::Cell { object, offset, bytes } => {
                let object = state.memory.object(object)?;
                let name = self.describe(state, object);
                let name = name.trim_matches('`');
                let is_whole = object.size() == Size::Known(u64::from(bytes));
                Some(if is_whole { name.to_string() } else { format!("{name}@{offset}") })
            }
        }
    }

    /// The object that an address points into, by name, and how far behind its start.
    pub fn name_of_address(&self, state: &State, address: u64) -> Option<(String, i64)> {
        match state.memory.locate(address) {
            Located::Object { id, offset } => {
                let name = self.describe(state, state.memory.object(id)?);
                Some((name.trim_matches('`').to_string(), offset))
            }
            _ => None,
        }
    }

    /// What a register held when a loop of the innermost call was entered, as far as the state still knows: where all entries put the same
    /// there.
    pub fn on_entry(&self, state: &State, of: LoopId, place: Place) -> Option<Value> {
        let Place::Register(reg, _) = place else { return None };
        let function = &self.program().module.functions[state.frame.function];
        let mut values = function.loops.loops[of].entries.iter().map(|&edge| {
            let (_, operand) = *function.edges[edge].moves.iter().find(|(to, _)| *to == reg)?;
            Some(self.operand_of(state, operand))
        });
        let first = values.next()??;
        values.all(|value| value == Some(first)).then_some(first)
    }
}
