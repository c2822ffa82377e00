//! Loads, stores and scopes.

use crate::access::{Intent, Target};
use crate::allocation::stack_bytes;
use crate::executor::Flow;
use crate::{BugKind, Executor, LostKind, Program, State};
use bowline_ir::{Inst, Reg, Width};
use bowline_memory::{Kind, Located, Object, Size, Value};
use std::ops::ControlFlow;

impl Executor {
    pub(crate) fn load(&mut self, state: &mut State, width: Width, dst: Reg, address: Value) -> Flow {
        let bytes = u32::from(width).div_ceil(8);
        let target = self.access(state, address, Value::Int(u64::from(bytes)), Intent::Read)?;
        self.check_passed(state, target, u64::from(bytes))?;
        if self.checks_reads() {
            self.check_initialised(state, target, u64::from(bytes))?;
        }
        let whole = self.read(state, target, bytes);
        let value = self.low_bits(whole, bytes as Width * 8, width);
        state.set(dst, value);
        ControlFlow::Continue(())
    }

    /// The low `to` bits of a value of `from` bits.
    pub(crate) fn low_bits(&mut self, value: Value, from: Width, to: Width) -> Value {
        if from == to {
            return value;
        }
        let expr = value.to_expr(&mut self.pool, from);
        let low = self.pool.truncate(expr, to);
        Value::from_expr(&self.pool, low)
    }

    pub(crate) fn read(&mut self, state: &mut State, target: Target, bytes: u32) -> Value {
        let value = match target.offset {
            Value::Int(offset) => state.memory.read(&mut self.pool, target.object, offset, bytes),
            Value::Expr(offset) => state.memory.read_at(&mut self.pool, target.object, offset, bytes),
        };
        let value = self.read_pointer(state, value);
        let Value::Expr(whole) = value else { return value };
        let part = self.on_path(state, whole);
        if part == whole {
            return value;
        }
        self.tell_reduced(whole, part);
        Value::from_expr(&self.pool, part)
    }

    pub(crate) fn write(&mut self, state: &mut State, target: Target, bytes: u32, value: Value) {
        match target.offset {
            Value::Int(offset) => state.memory.write(&mut self.pool, target.object, offset, bytes, value),
            Value::Expr(offset) => state.memory.write_at(&mut self.pool, target.object, offset, bytes, value),
        }
    }

    /// A variadic argument was passed, or it is not there to be read.
    pub(crate) fn check_passed(&mut self, state: &mut State, target: Target, bytes: u64) -> Flow {
        let kind = state.memory.object(target.object).map(Object::kind);
        match target.offset {
            Value::Int(offset)
                if kind == Some(Kind::SavedRegisters)
                    && state.memory.uninitialised(target.object, offset, bytes) =>
            {
                let length = Value::Int(bytes);
                ControlFlow::Break(self.outside(state, target.object, target.offset, length, Intent::Read))
            }
            _ => ControlFlow::Continue(()),
        }
    }

    fn check_initialised(&mut self, state: &mut State, target: Target, bytes: u64) -> Flow {
        let written = match target.offset {
            Value::Int(offset) => state.memory.is_written(&mut self.pool, target.object, offset, bytes),
            Value::Expr(offset) => state.memory.is_written_at(&mut self.pool, target.object, offset, bytes),
        };
        self.demand(state, written, |executor, state| {
            let object = state.memory.object(target.object);
            let name = object.map(|object| executor.describe(state, object)).unwrap_or_default();
            let message = format!("read of bytes of {name} that were never written");
            executor.bug(state, BugKind::UninitialisedRead, message)
        })
    }

    pub(crate) fn store(&mut self, state: &mut State, width: Width, address: Value, value: Value) -> Flow {
        let bytes = u32::from(width).div_ceil(8);
        let target = self.access(state, address, Value::Int(u64::from(bytes)), Intent::Write)?;
        let whole = bytes as Width * 8;
        let value = if whole == width {
            value
        } else {
            let expr = value.to_expr(&mut self.pool, width);
            let wide = self.pool.zero_extend(expr, whole);
            Value::from_expr(&self.pool, wide)
        };
        self.write(state, target, bytes, value);
        ControlFlow::Continue(())
    }

    pub(crate) fn memory_instruction(&mut self, state: &mut State, program: &Program, inst: Inst) -> Flow {
        match inst {
            Inst::Alloca { dst, element, count, align_log2 } => {
                let count = self.operand(program, state, count);
                let size = match count {
                    // What does not fit 64 bits fits no stack.
                    Value::Int(count) => Value::Int(count.saturating_mul(u64::from(element))),
                    Value::Expr(_) => self.product(Value::Int(u64::from(element)), count),
                };
                self.alloca(state, dst, size, 1 << align_log2)
            }
            Inst::MemCopy { to, from, length, .. } => {
                let [to, from, length] = [to, from, length].map(|o| self.operand(program, state, o));
                self.copy_block(state, to, from, length)
            }
            Inst::MemSet { to, byte, length } => {
                let [to, byte, length] = [to, byte, length].map(|o| self.operand(program, state, o));
                self.fill_block(state, to, byte, length)
            }
            Inst::StackSave { dst } => {
                // The token is how many locals the frame has: restoring drops the younger ones.
                let token = state.frame.locals.len() as u64;
                state.set(dst, Value::Int(token));
                ControlFlow::Continue(())
            }
            Inst::StackRestore { saved } => {
                let saved = self.operand(program, state, saved);
                let keep = self.current(state, saved, 64) as usize;
                for local in state.frame.locals.split_off(keep.min(state.frame.locals.len())) {
                    state.frame.stack_used -= stack_bytes(state, local);
                    state.memory.free(local);
                }
                ControlFlow::Continue(())
            }
            Inst::ScopeStart { variable } => {
                self.set_scope(state, self.operand(program, state, variable), true)
            }
            Inst::ScopeEnd { variable } => {
                self.set_scope(state, self.operand(program, state, variable), false)
            }
            Inst::VaStart { list } => {
                let list = self.operand(program, state, list);
                self.va_start(state, list)
            }
            Inst::VaCopy { to, from } => {
                let [to, from] = [to, from].map(|o| self.operand(program, state, o));
                self.copy_block(state, to, from, Value::Int(crate::variadic::VA_LIST_BYTES))
            }
            Inst::ObjectSize { dst, width, address, zero_if_unknown } => {
                let address = self.operand(program, state, address);
                let size = self.object_size(state, address);
                let size = size.unwrap_or(if zero_if_unknown { 0 } else { u64::MAX });
                state.set(dst, Value::Int(size & crate::arith::mask(width)));
                ControlFlow::Continue(())
            }
            other => ControlFlow::Break(self.lost_path(
                LostKind::Unsupported,
                format!("instruction {other:?}"),
                state,
            )),
        }
    }

    /// A variable comes into scope or goes out of it. Its address is known: an `Alloca` made it.
    fn set_scope(&mut self, state: &mut State, variable: Value, starts: bool) -> Flow {
        if let Some(Located::Object { id, .. }) = variable.as_int().map(|at| state.memory.locate(at)) {
            state.memory.set_out_of_scope(id, !starts);
        }
        ControlFlow::Continue(())
    }

    /// Bytes from an address to the end of its object, where both are concrete.
    fn object_size(&self, state: &State, address: Value) -> Option<u64> {
        match state.memory.locate(address.as_int()?) {
            Located::Object { id, offset } => match state.memory.object(id).map(Object::size) {
                Some(Size::Known(size)) => size.checked_sub(u64::try_from(offset).ok()?),
                _ => None,
            },
            _ => None,
        }
    }

    pub(crate) fn product(&mut self, a: Value, b: Value) -> Value {
        if let (Value::Int(x), Value::Int(y)) = (a, b) {
            return Value::Int(x.wrapping_mul(y));
        }
        let (a, b) = (a.to_expr(&mut self.pool, 64), b.to_expr(&mut self.pool, 64));
        let product = self.pool.mul(a, b);
        Value::from_expr(&self.pool, product)
    }
}
