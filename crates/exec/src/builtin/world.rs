//! What the start code in `runtime/libc` builds the program's surroundings from: arguments, environment, files.

use super::{Builtin, Call};
use crate::access::{Intent, Target};
use crate::executor::Flow;
use crate::sizes::Capacity;
use crate::{DEFAULT_CAPACITY, Ending, Executor, LostKind, SizeMode, State};
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
            0 => Capacity {
                bytes: self.config.capacity.unwrap_or(DEFAULT_CAPACITY),
                is_chosen: self.config.sizes != SizeMode::Unbounded,
                is_limit: false,
            },
            most => Capacity { bytes: most, is_chosen: true, is_limit: true },
        };
        let (object, base, _) = self.allocate_within(state, size, ALIGN, Kind::Input, capacity)?;
        if let Some(Size::Known(size)) = state.memory.object(object).map(Object::size) {
            self.write(state, place, 8, Value::Int(size));
        }
        call.give(state, Value::Int(base));
        ControlFlow::Continue(())
    }

    /// Unknown bytes without a 0 among them, then one that is 0. They are confined one by one, and also those beyond the
    /// length, so that no condition on them needs to know the length.
    fn unknown_text(&mut self, state: &mut State, call: &Call<'_>) -> Flow {
        let length = call.arg(1).to_expr(&mut self.pool, 64);
        let one = self.pool.constant(1, 64);
        let whole = self.pool.add(length, one);
        let whole = Value::from_expr(&self.pool, whole);
        let target = self.access(state, call.arg(0), whole, Intent::Write)?;
        let capacity = state.memory.object(target.object).map_or(0, Object::capacity);
        let (Value::Int(offset), true) = (target.offset, capacity > 0) else {
            let what = "unknown text at a symbolic offset";
            return ControlFlow::Break(self.lost_path(LostKind::Unsupported, what, state));
        };
        let most = match call.arg(1) {
            Value::Int(length) => length,
            Value::Expr(_) => capacity - offset - 1,
        };
        self.write(
            state,
            Target { object: target.object, offset: Value::Int(offset + most) },
            1,
            Value::Int(0),
        );
        if most == 0 {
            return ControlFlow::Continue(());
        }
        let name = self.text(state, call.arg(2));
        if let Value::Int(length) = call.arg(1)
            && let Some(bytes) = self.known_input(&name, length)
        {
            self.write_known(state, target.object, offset, &bytes);
            return ControlFlow::Continue(());
        }
        let symbol = self.new_padded_symbol(state, &name, most, call.arg(1), 1);
        let zero = self.pool.constant(0, 8);
        for at in 0..most {
            let byte = self.pool.input_byte(symbol, at);
            let some = self.pool.ne(byte, zero);
            if !self.assume(state, some) {
                return ControlFlow::Break(Ending::Infeasible);
            }
            let index = self.pool.constant(u128::from(at), 64);
            let is_inside = self.pool.ult(index, length);
            let byte = self.pool.ite(is_inside, byte, zero);
            let byte = Value::from_expr(&self.pool, byte);
            self.write(state, Target { object: target.object, offset: Value::Int(offset + at) }, 1, byte);
        }
        ControlFlow::Continue(())
    }
}
