//! What the start code in `runtime/libc` builds the program's surroundings from: arguments, environment, files.

use super::{Builtin, Call};
use crate::executor::Flow;
use crate::{Ending, Executor, State};
use bowline_memory::{Kind, Value};
use std::ops::ControlFlow;

/// As `malloc` aligns, so that start code may keep anything there.
const ALIGN: u64 = 16;

impl Executor {
    pub(super) fn world_builtin(&mut self, state: &mut State, builtin: Builtin, call: &Call<'_>) -> Flow {
        match builtin {
            Builtin::WorldAllocate => {
                let capacity = match self.current(state, call.arg(1), 64) {
                    0 => self.config.capacity,
                    most => most,
                };
                let (_, base, _) = self.allocate_within(state, call.arg(0), ALIGN, Kind::Input, capacity)?;
                call.give(state, Value::Int(base));
                ControlFlow::Continue(())
            }
            _ => self.unknown_text(state, call),
        }
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
