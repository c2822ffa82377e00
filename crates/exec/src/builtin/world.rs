//! What the start code in `runtime/libc` builds the program's surroundings from: arguments, environment, files.

use super::{Builtin, Call};
use crate::access::Intent;
use crate::executor::Flow;
use crate::{Ending, Executor, State};
use bowline_memory::{Kind, Object, Size, Value};
use std::ops::ControlFlow;

/// As `malloc` aligns, so that start code may keep anything there.
const ALIGN: u64 = 16;

impl Executor {
    pub(super) fn world_builtin(&mut self, state: &mut State, builtin: Builtin, call: &Call<'_>) -> Flow {
        match builtin {
            Builtin::WorldAllocate => self.world_allocate(state, call),
            _ => self.unknown_text(state, call),
        }
    }

    /// The size is read from memory, and a number that the size mode chose is written back there.
    fn world_allocate(&mut self, state: &mut State, call: &Call<'_>) -> Flow {
        let place = self.access(state, call.arg(0), Value::Int(8), Intent::Write)?;
        let size = self.read(state, place, 8);
        let capacity = match self.current(state, call.arg(1), 64) {
            0 => self.config.capacity,
            most => most,
        };
        let (object, base, _) = self.allocate_within(state, size, ALIGN, Kind::Input, capacity)?;
        if let Some(Size::Known(size)) = state.memory.object(object).map(Object::size) {
            self.write(state, place, 8, Value::Int(size));
        }
        call.give(state, Value::Int(base));
        ControlFlow::Continue(())
    }

    /// Unknown bytes without a 0 among them. That holds for every byte the input may have, also beyond its length, so that
    /// each byte is confined on its own, whatever the length turns out to be.
    fn unknown_text(&mut self, state: &mut State, call: &Call<'_>) -> Flow {
        let made = self.make_symbolic(state, call.arg(0), call.arg(1), call.arg(2))?;
        let Some((symbol, most)) = made else { return ControlFlow::Continue(()) };
        let zero = self.pool.constant(0, 8);
        for at in 0..most {
            let byte = self.pool.input_byte(symbol, at);
            let some = self.pool.ne(byte, zero);
            if !self.assume(state, some) {
                return ControlFlow::Break(Ending::Infeasible);
            }
        }
        ControlFlow::Continue(())
    }
}
