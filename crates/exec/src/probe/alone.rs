//! A region on its own: a state that stands at its entry although nothing ran before.

use super::Region;
use crate::{EntryError, Executor, Frame, State};
use bowline_memory::Value;

impl Executor {
    /// A state at the entry of a region. Globals are as the program initialises them, all registers are zero: whoever runs the region gives
    /// values to those that it reads.
    pub fn alone_at(&mut self, region: &Region) -> Result<State, EntryError> {
        let program = std::rc::Rc::clone(&self.program);
        let function = &program.module.functions[region.function];
        let mut state = program.start_function(&function.name, None)?;
        state.id = self.fresh_state_id();
        state.frame = Frame {
            function: region.function,
            position: function.blocks[region.entry].insts.start,
            registers: vec![Value::Int(0); function.registers as usize].into(),
            serial: state.next_serial,
            ..Frame::vacant()
        };
        state.next_serial += 1;
        Ok(state)
    }
}
