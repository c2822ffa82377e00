//! New objects: of the stack, the heap and the program's surroundings, of known and of unknown size.
//!
//! An unknown size is dealt with by [`crate::sizes`], which also says for how many bytes contents are kept.

use crate::executor::Flow;
use crate::sizes::Capacity;
use crate::{BugKind, Executor, LostKind, State};
use bowline_expr::ExprId;
use bowline_ir::Reg;
use bowline_memory::{Allocation, Kind, Object, ObjectId, Size, Value};
use std::ops::ControlFlow;

impl Executor {
    pub(crate) fn alloca(&mut self, state: &mut State, dst: Reg, size: Value, align: u64) -> Flow {
        if let Value::Int(bytes) = size
            && state.frame.stack_used.saturating_add(bytes) > self.config.max_stack
        {
            let message = format!("a local variable of {bytes} bytes does not fit the stack");
            return ControlFlow::Break(self.bug(state, BugKind::StackOverflow, message));
        }
        if let Value::Expr(bytes) = size
            && self.has_no_bound(state)
        {
            self.check_stack_room(state, bytes)?;
        }
        let (object, base, _) = self.allocate(state, size, align, Kind::Stack)?;
        state.frame.locals.push(object);
        state.frame.stack_used += stack_bytes(state, object);
        state.set(dst, Value::Int(base));
        ControlFlow::Continue(())
    }

    /// Sizes of a local variable that do not fit the stack are a bug.
    fn check_stack_room(&mut self, state: &mut State, bytes: ExprId) -> Flow {
        // What is reported is the smallest that does not fit.
        state.unknown_sizes.push(bytes);
        let room = self.config.max_stack.saturating_sub(state.frame.stack_used);
        let room = self.pool.constant(u128::from(room), 64);
        let fits = self.pool.ule(bytes, room);
        self.demand(state, fits, |executor, state| {
            let bytes = executor.solver.eval(&executor.pool, &state.path, bytes);
            let message = format!("a local variable of {bytes} bytes does not fit the stack");
            executor.bug(state, BugKind::StackOverflow, message)
        })
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
            Value::Int(bytes) => Capacity { bytes, is_chosen: true, is_limit: true },
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
        self.allocate_sized(state, size, capacity, align, kind)
    }

    /// An object of a size that has been dealt with.
    pub(crate) fn allocate_sized(
        &mut self,
        state: &mut State,
        size: Size,
        capacity: u64,
        align: u64,
        kind: Kind,
    ) -> Flow<(ObjectId, u64, u64)> {
        let allocation = Allocation {
            size,
            capacity,
            align,
            kind,
            read_only: false,
            site: if kind == Kind::Heap { self.heap_site(state) } else { 0 },
            name: None,
            track_initialised: self.checks_reads() || kind == Kind::SavedRegisters,
            fill: self.fill_of(kind),
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
}

/// What a local variable takes of the stack. One of unknown size counts for nothing: it fits by itself, and what is missed is that it and others
/// together do not.
pub(crate) fn stack_bytes(state: &State, object: ObjectId) -> u64 {
    match state.memory.object(object).map(Object::size) {
        Some(Size::Known(size)) => size,
        Some(Size::Symbolic(_)) | None => 0,
    }
}
