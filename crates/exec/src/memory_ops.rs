//! Loads, stores, stack objects and block operations.

use crate::access::{Intent, Target};
use crate::executor::Flow;
use crate::fork::Decision;
use crate::sizes::Capacity;
use crate::{BugKind, Executor, LostKind, Program, State};
use bowline_ir::{Inst, Reg, Width};
use bowline_memory::{Allocation, Fill, Kind, Located, Object, ObjectId, Size, Value};
use std::ops::ControlFlow;

/// Longest block that is copied byte by byte through symbolic offsets.
const MAX_SYMBOLIC_BLOCK: u64 = 4096;

impl Executor {
    pub(crate) fn load(&mut self, state: &mut State, width: Width, dst: Reg, address: Value) -> Flow {
        let bytes = u32::from(width).div_ceil(8);
        let target = self.access(state, address, Value::Int(u64::from(bytes)), Intent::Read)?;
        self.check_passed(state, target, u64::from(bytes))?;
        if self.config.checks.uninitialised_read {
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
    fn check_passed(&mut self, state: &mut State, target: Target, bytes: u64) -> Flow {
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
                    state.frame.stack_used -= state.memory.object(local).map_or(0, Object::capacity);
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
        if let Some(Located::Object { id, .. }) = variable.as_int().map(|at| state.memory.locate(at))
            && state.memory.object(id).is_some_and(|object| object.is_out_of_scope() == starts)
            && let Some(object) = state.memory.object_mut(id)
        {
            object.set_out_of_scope(!starts);
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

    fn alloca(&mut self, state: &mut State, dst: Reg, size: Value, align: u64) -> Flow {
        if let Value::Int(bytes) = size
            && state.frame.stack_used.saturating_add(bytes) > self.config.max_stack
        {
            let message = format!("a local variable of {bytes} bytes does not fit the stack");
            return ControlFlow::Break(self.bug(state, BugKind::StackOverflow, message));
        }
        let (object, base, size) = self.allocate(state, size, align, Kind::Stack)?;
        state.frame.locals.push(object);
        state.frame.stack_used += size;
        state.set(dst, Value::Int(base));
        ControlFlow::Continue(())
    }

    /// A fresh object of concrete or symbolic size; also returns its capacity.
    pub(crate) fn allocate(
        &mut self,
        state: &mut State,
        size: Value,
        align: u64,
        kind: Kind,
    ) -> Flow<(ObjectId, u64, u64)> {
        let capacity = match size {
            Value::Int(bytes) => Capacity { bytes, is_chosen: true },
            Value::Expr(_) => self.capacity_here(state),
        };
        self.allocate_within(state, size, align, kind, capacity)
    }

    /// [`Executor::allocate`] with a capacity of its own for sizes that are not known.
    pub(crate) fn allocate_within(
        &mut self,
        state: &mut State,
        size: Value,
        align: u64,
        kind: Kind,
        capacity: Capacity,
    ) -> Flow<(ObjectId, u64, u64)> {
        let (size, capacity) = match size {
            Value::Int(size) => (Size::Known(size), size),
            Value::Expr(size) => self.symbolic_size(state, size, capacity)?,
        };
        let allocation = Allocation {
            size,
            capacity,
            align,
            kind,
            read_only: false,
            site: if kind == Kind::Heap { self.heap_site(state) } else { 0 },
            name: None,
            track_initialised: self.config.checks.uninitialised_read || kind == Kind::SavedRegisters,
            fill: Fill::Zero,
        };
        match state.memory.alloc(allocation) {
            Some((object, base)) => ControlFlow::Continue((object, base, capacity)),
            None => ControlFlow::Break(self.lost_path(
                LostKind::Limit,
                "more objects than the address space holds",
                state,
            )),
        }
    }

    /// `memcpy` and `memmove`.
    pub(crate) fn copy_block(&mut self, state: &mut State, to: Value, from: Value, length: Value) -> Flow {
        if length == Value::Int(0) {
            return ControlFlow::Continue(());
        }
        let Some(length) = self.nonzero_length(state, &[to, from], length) else {
            return ControlFlow::Continue(());
        };
        let source = self.access(state, from, length, Intent::Read)?;
        let target = self.access(state, to, length, Intent::Write)?;
        let length = self.settled_length(state, length);
        if let Value::Int(bytes) = length {
            self.check_passed(state, source, bytes)?;
        }
        match (length, source.offset, target.offset) {
            (Value::Int(length), Value::Int(from), Value::Int(to)) => {
                state.memory.copy(&mut self.pool, (target.object, to), (source.object, from), length);
            }
            (Value::Expr(length), Value::Int(from), Value::Int(to)) => {
                let most = self.longest(state, length, self.room(state, &[source, target]))?;
                let (to, from) = ((target.object, to), (source.object, from));
                if to.0 != from.0 {
                    // What is copied in any case stays as known as it was.
                    let least = self.shortest(state, length);
                    state.memory.copy(&mut self.pool, to, from, least);
                }
                state.memory.copy_guarded(&mut self.pool, to, from, length, most);
            }
            (length, ..) => {
                let most = self.byte_count(state, length, &[source, target])?;
                let mut bytes = Vec::with_capacity(most as usize);
                for at in 0..most {
                    let shifted = self.shifted(source, at);
                    bytes.push(self.read(state, shifted, 1));
                }
                for (at, byte) in (0..).zip(bytes) {
                    self.write_guarded(state, target, at, byte, length);
                }
            }
        }
        ControlFlow::Continue(())
    }

    pub(crate) fn fill_block(&mut self, state: &mut State, to: Value, byte: Value, length: Value) -> Flow {
        if length == Value::Int(0) {
            return ControlFlow::Continue(());
        }
        let Some(length) = self.nonzero_length(state, &[to], length) else {
            return ControlFlow::Continue(());
        };
        let target = self.access(state, to, length, Intent::Write)?;
        let length = self.settled_length(state, length);
        match (length, target.offset) {
            (Value::Int(length), Value::Int(to)) => {
                state.memory.fill(&mut self.pool, (target.object, to), byte, length);
            }
            (Value::Expr(length), Value::Int(to)) => {
                let most = self.longest(state, length, self.room(state, &[target]))?;
                let least = self.shortest(state, length);
                state.memory.fill(&mut self.pool, (target.object, to), byte, least);
                state.memory.fill_guarded(&mut self.pool, (target.object, to), byte, length, most);
            }
            (length, _) => {
                for at in 0..self.byte_count(state, length, &[target])? {
                    self.write_guarded(state, target, at, byte, length);
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// A path that is never joined with others goes on with one length; the others execute the instruction again. Bytes that
    /// are written under a condition would make every later question about them harder.
    fn settled_length(&mut self, state: &mut State, length: Value) -> Value {
        let Value::Expr(expr) = length else { return length };
        if !state.stays_alone() {
            return length;
        }
        Value::Int(self.each_value(state, expr))
    }

    /// Splits off the case of length 0 where a pointer would not stand being looked at, which that case does not do.
    /// `None` when it is the only case.
    fn nonzero_length(&mut self, state: &mut State, pointers: &[Value], length: Value) -> Option<Value> {
        let Value::Expr(expr) = length else { return Some(length) };
        if pointers.iter().all(|&pointer| self.points_into_object(state, pointer)) {
            return Some(length);
        }
        let zero = self.pool.constant(0, 64);
        let some = self.pool.ne(expr, zero);
        match self.decide(state, some) {
            Decision::Yes => Some(length),
            Decision::No => None,
            Decision::Both(mut other) => {
                other.frame.position += 1;
                self.split.running.push(*other);
                Some(length)
            }
        }
    }

    fn points_into_object(&self, state: &State, pointer: Value) -> bool {
        match pointer {
            Value::Int(at) => matches!(state.memory.locate(at), Located::Object { .. }),
            Value::Expr(expr) => crate::resolve::origin(&self.pool, &state.memory, expr).is_some(),
        }
    }

    /// How many bytes an operation may touch at most at places that were checked.
    fn room(&self, state: &State, places: &[Target]) -> u64 {
        let room = |place: &Target| {
            let capacity = state.memory.object(place.object).map_or(0, Object::capacity);
            capacity.saturating_sub(place.offset.as_int().unwrap_or(0))
        };
        places.iter().map(room).min().unwrap_or(0)
    }

    /// The largest value of a length on this path, where it is known to be no more than `room`.
    pub(crate) fn longest(
        &mut self,
        state: &mut State,
        length: bowline_expr::ExprId,
        room: u64,
    ) -> Flow<u64> {
        match self.solver.maximum_within(&mut self.pool, &state.path, length, room.into()) {
            Ok((most, _)) => ControlFlow::Continue(most as u64),
            Err(unknown) => {
                self.lose_unknown(state, &unknown);
                ControlFlow::Break(crate::Ending::Lost)
            }
        }
    }

    /// A value that a length has at least on this path: the smallest one, unless that is hard to tell.
    fn shortest(&mut self, state: &State, length: bowline_expr::ExprId) -> u64 {
        self.solver.minimum(&mut self.pool, &state.path, length).map_or(0, |(least, _)| least as u64)
    }

    /// How many bytes a block operation at a symbolic offset may touch, which are then handled one by one.
    pub(crate) fn byte_count(&mut self, state: &mut State, length: Value, places: &[Target]) -> Flow<u64> {
        let most = match length {
            Value::Int(length) => length,
            Value::Expr(length) => self.longest(state, length, self.room(state, places))?,
        };
        if most > MAX_SYMBOLIC_BLOCK {
            let what = format!("a block operation of up to {most} bytes at a symbolic offset");
            return ControlFlow::Break(self.lost_path(LostKind::Unsupported, what, state));
        }
        ControlFlow::Continue(most)
    }

    /// Writes byte `at` of a block, if the block is that long.
    pub(crate) fn write_guarded(
        &mut self,
        state: &mut State,
        target: Target,
        at: u64,
        byte: Value,
        length: Value,
    ) {
        let place = self.shifted(target, at);
        let byte = match length {
            Value::Int(_) => byte,
            Value::Expr(length) => {
                let index = self.pool.constant(u128::from(at), 64);
                let covered = self.pool.ult(index, length);
                let old = self.read(state, place, 1).to_expr(&mut self.pool, 8);
                let new = byte.to_expr(&mut self.pool, 8);
                let chosen = self.pool.ite(covered, new, old);
                Value::from_expr(&self.pool, chosen)
            }
        };
        self.write(state, place, 1, byte);
    }

    fn shifted(&mut self, target: Target, by: u64) -> Target {
        let offset = match target.offset {
            Value::Int(offset) => Value::Int(offset + by),
            Value::Expr(offset) => {
                let by = self.pool.constant(u128::from(by), 64);
                let sum = self.pool.add(offset, by);
                Value::from_expr(&self.pool, sum)
            }
        };
        Target { object: target.object, offset }
    }
}
