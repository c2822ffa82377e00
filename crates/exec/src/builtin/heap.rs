//! The heap.

use super::{Builtin, Call};
use crate::access::Intent;
use crate::executor::Flow;
use crate::fork::Decision;
use crate::lazy::Use;
use crate::{BugKind, Executor, LostKind, State};
use bowline_memory::{Kind, Length, Located, Object, ObjectId, Size, Value};
use bowline_solver::Verdict;
use std::ops::ControlFlow;

/// What `malloc` aligns to.
const MALLOC_ALIGN: u64 = 16;

/// ENOMEM and EINVAL, which `posix_memalign` returns.
const ENOMEM: u64 = 12;
const EINVAL: u64 = 22;

impl Executor {
    pub(super) fn heap_builtin(&mut self, state: &mut State, builtin: Builtin, call: &Call<'_>) -> Flow {
        match builtin {
            Builtin::Malloc => {
                let address = self.heap_object(state, call, call.arg(0), MALLOC_ALIGN)?;
                call.give(state, Value::Int(address));
            }
            Builtin::Calloc => {
                let Some(size) = self.exact_product(state, call, call.arg(0), call.arg(1)) else {
                    return ControlFlow::Continue(());
                };
                let address = self.heap_object(state, call, size, MALLOC_ALIGN)?;
                if let Located::Object { id, .. } = state.memory.locate(address)
                    && let Some(capacity) = state.memory.object(id).map(Object::capacity)
                {
                    // Also marks it as written.
                    state.memory.fill(&mut self.pool, (id, 0), Value::Int(0), capacity);
                }
                call.give(state, Value::Int(address));
            }
            Builtin::Realloc => return self.realloc(state, call, call.arg(0), call.arg(1)),
            Builtin::ReallocArray => {
                let Some(size) = self.exact_product(state, call, call.arg(1), call.arg(2)) else {
                    return ControlFlow::Continue(());
                };
                return self.realloc(state, call, call.arg(0), size);
            }
            Builtin::Free => return self.free(state, call.arg(0)),
            Builtin::AlignedAlloc => {
                let align = self.alignment(state, call.arg(0));
                let address = match align.checked_next_power_of_two() {
                    Some(align) => self.heap_object(state, call, call.arg(1), align)?,
                    None => 0,
                };
                call.give(state, Value::Int(address));
            }
            Builtin::PosixMemalign => return self.posix_memalign(state, call),
            _ => {
                let size = self.heap_size(state, call.arg(0))?;
                call.give(state, size);
            }
        }
        ControlFlow::Continue(())
    }

    /// A heap object, or 0 where the request is absurd. With failing allocations a sibling gets NULL.
    fn heap_object(&mut self, state: &mut State, call: &Call<'_>, size: Value, align: u64) -> Flow<u64> {
        self.heap_object_or(state, call, size, align, Value::Int(0))
    }

    /// The same for a function that says in another way that it failed.
    fn heap_object_or(
        &mut self,
        state: &mut State,
        call: &Call<'_>,
        size: Value,
        align: u64,
        failure: Value,
    ) -> Flow<u64> {
        self.check_allocation(state, size)?;
        if self.is_absurd(state, call, size, failure) {
            return ControlFlow::Continue(0);
        }
        let (object, base, _) = self.allocate(state, size, align, Kind::Heap)?;
        if !self.config.malloc_may_fail {
            return ControlFlow::Continue(base);
        }
        // Last, since a sibling of another size executes the call again and would choose once more.
        let name = self.name_of_failure(state);
        let choice = self.fresh_input(state, &name, 1);
        let zero = self.pool.constant(0, 8);
        let works = self.pool.eq(choice, zero);
        match self.decide(state, works) {
            Decision::Yes => ControlFlow::Continue(base),
            Decision::No => {
                state.memory.free(object);
                ControlFlow::Continue(0)
            }
            Decision::Both(mut failing) => {
                failing.memory.free(object);
                call.give(&mut failing, failure);
                failing.frame.position += 1;
                self.split.running.push(*failing);
                ControlFlow::Continue(base)
            }
        }
    }

    /// A size that depends on what nobody wrote is a bug, where that is looked for; more than the limit is one, if there is a limit.
    fn check_allocation(&mut self, state: &mut State, size: Value) -> Flow {
        self.check_decision(state, size, "the size of an allocation")?;
        let Some(most) = self.config.large_allocation else { return ControlFlow::Continue(()) };
        let size = size.to_expr(&mut self.pool, 64);
        let limit = self.pool.constant(u128::from(most), 64);
        let is_moderate = self.pool.ule(size, limit);
        self.demand(state, is_moderate, |executor, state| {
            let size = executor.solver.eval(&executor.pool, &state.path, size);
            let message = format!("allocation of {size} bytes, above the limit of {most}");
            executor.bug(state, BugKind::LargeAllocation, message)
        })
    }

    /// Is a size more than any allocation gets, on the whole path? Where sizes have no bound, the inputs for which it is are split off: they
    /// see the failure.
    fn is_absurd(&mut self, state: &mut State, call: &Call<'_>, size: Value, failure: Value) -> bool {
        let most = self.config.max_allocation;
        let Value::Expr(expr) = size else { return self.current(state, size, 64) > most };
        let limit = self.pool.constant(u128::from(most), 64);
        let fits = self.pool.ule(expr, limit);
        if !self.has_no_bound(state) {
            return self.current(state, size, 64) > most
                && matches!(self.solver.check(&mut self.pool, &state.path, fits), Verdict::Unsat);
        }
        match self.decide(state, fits) {
            Decision::Yes => false,
            Decision::No => true,
            Decision::Both(mut failing) => {
                call.give(&mut failing, failure);
                failing.frame.position += 1;
                self.split.running.push(*failing);
                false
            }
        }
    }

    /// The input that says whether an allocation fails. Those of our own C library are named apart: native replays cannot make all of them fail.
    fn name_of_failure(&self, state: &State) -> String {
        let module = &self.program().module;
        let own =
            state.frames().take_while(|frame| module.runtime_functions.contains(&frame.function)).last();
        match own {
            Some(called) => format!("malloc-fails in {}", module.functions[called.function].name),
            None => "malloc-fails".to_string(),
        }
    }

    /// `count * size`; where that wraps the caller gets NULL. `None` when it always does.
    fn exact_product(
        &mut self,
        state: &mut State,
        call: &Call<'_>,
        count: Value,
        size: Value,
    ) -> Option<Value> {
        let (a, b) = (count.to_expr(&mut self.pool, 64), size.to_expr(&mut self.pool, 64));
        let wraps = crate::arith::binary_expr(&mut self.pool, bowline_ir::BinaryOp::UMulOverflows, a, b);
        let exact = self.pool.not(wraps);
        match self.decide(state, exact) {
            Decision::Yes => {}
            Decision::No => {
                call.give(state, Value::Int(0));
                return None;
            }
            Decision::Both(mut wrapped) => {
                call.give(&mut wrapped, Value::Int(0));
                wrapped.frame.position += 1;
                self.split.running.push(*wrapped);
            }
        }
        Some(self.product(count, size))
    }

    /// The object that a pointer to the start of a heap object names; anything else is a bug.
    fn heap_start(&mut self, state: &mut State, at: u64, verb: &str) -> Flow<ObjectId> {
        let (kind, message, object) = match state.memory.locate(at) {
            Located::Object { id, offset } => {
                let object = state.memory.object(id);
                let name = object.map_or_else(|| "an object".to_string(), |info| self.describe(state, info));
                let message = match object.map(Object::kind) {
                    Some(Kind::Heap) if offset == 0 => return ControlFlow::Continue(id),
                    Some(Kind::Heap) => format!("{verb} of a pointer to offset {offset} of {name}"),
                    _ => format!("{verb} of {name}, which is not on the heap"),
                };
                (BugKind::InvalidFree, message, Some(id))
            }
            Located::Freed(id) => {
                (BugKind::DoubleFree, format!("{verb} of an object that was freed before"), Some(id))
            }
            Located::Nothing if self.is_foreign(at) => {
                let what = format!("{verb} of memory that belongs to native code");
                return ControlFlow::Break(self.lost_path(LostKind::UnknownFunction, what, state));
            }
            Located::Nothing => {
                (BugKind::InvalidFree, format!("{verb} of the address {at:#x}, which is no object"), None)
            }
        };
        ControlFlow::Break(match object {
            Some(object) => self.bug_of(state, kind, message, object),
            None => self.bug(state, kind, message),
        })
    }

    /// The address of a pointer that is handed to the heap; an unknown one may be NULL, and else points to an object.
    fn heap_address(&mut self, state: &mut State, pointer: Value) -> Flow<u64> {
        let pointer = self.settle(state, pointer, Value::Int(0), Use::Hand)?;
        self.pin_address(state, pointer)
    }

    fn free(&mut self, state: &mut State, pointer: Value) -> Flow {
        let at = self.heap_address(state, pointer)?;
        if at != 0 {
            let object = self.heap_start(state, at, "free")?;
            self.free_object(state, object);
        }
        ControlFlow::Continue(())
    }

    fn realloc(&mut self, state: &mut State, call: &Call<'_>, pointer: Value, size: Value) -> Flow {
        let at = self.heap_address(state, pointer)?;
        if at == 0 {
            let address = self.heap_object(state, call, size, MALLOC_ALIGN)?;
            call.give(state, Value::Int(address));
            return ControlFlow::Continue(());
        }
        let old = self.heap_start(state, at, "realloc")?;
        // glibc frees on size 0; a symbolic size is asked for that case.
        let zero = self.pool.constant(0, 64);
        let wanted = size.to_expr(&mut self.pool, 64);
        let some = self.pool.ne(wanted, zero);
        match self.decide(state, some) {
            Decision::Yes => {}
            Decision::No => {
                self.free_object(state, old);
                call.give(state, Value::Int(0));
                return ControlFlow::Continue(());
            }
            Decision::Both(mut freed) => {
                self.free_object(&mut freed, old);
                call.give(&mut freed, Value::Int(0));
                freed.frame.position += 1;
                self.split.running.push(*freed);
            }
        }
        let address = self.heap_object(state, call, size, MALLOC_ALIGN)?;
        if address == 0 {
            call.give(state, Value::Int(0));
            return ControlFlow::Continue(());
        }
        let old_size = match state.memory.object(old).map(Object::size) {
            Some(Size::Known(size)) => self.pool.constant(u128::from(size), 64),
            Some(Size::Symbolic(size)) => size,
            None => zero,
        };
        let shorter = crate::arith::binary_expr(&mut self.pool, bowline_ir::BinaryOp::UMin, old_size, wanted);
        if let Located::Object { id: new, .. } = state.memory.locate(address) {
            let length = match self.pool.as_const(shorter) {
                Some(length) => Length::known(length as u64),
                None => {
                    let capacity = |object: ObjectId| state.memory.object(object).map_or(0, Object::capacity);
                    let most = capacity(old).min(capacity(new));
                    Length { value: Value::Expr(shorter), least: 0, most }
                }
            };
            let (to, from) = ((new, Value::Int(0)), (old, Value::Int(0)));
            if !state.memory.copy_range(&mut self.pool, to, from, length) {
                let what = "a reallocation of bytes with too many formulas";
                return ControlFlow::Break(self.lost_path(LostKind::Unsupported, what, state));
            }
            state.note_choices(length.value);
        }
        self.free_object(state, old);
        call.give(state, Value::Int(address));
        ControlFlow::Continue(())
    }

    /// An alignment is one number: it decides where the object is.
    fn alignment(&mut self, state: &mut State, align: Value) -> u64 {
        match align {
            Value::Int(align) => align,
            Value::Expr(align) => self.concretise(state, align, "the alignment of an allocation") as u64,
        }
    }

    fn posix_memalign(&mut self, state: &mut State, call: &Call<'_>) -> Flow {
        let align = self.alignment(state, call.arg(1));
        if !align.is_power_of_two() || !align.is_multiple_of(8) {
            call.give(state, Value::Int(EINVAL));
            return ControlFlow::Continue(());
        }
        let target = self.access(state, call.arg(0), Value::Int(8), Intent::Write)?;
        let address = self.heap_object_or(state, call, call.arg(2), align, Value::Int(ENOMEM))?;
        // As in glibc, a failure leaves the pointer as it was.
        if address != 0 {
            self.write(state, target, 8, Value::Int(address));
        }
        call.give(state, Value::Int(if address == 0 { ENOMEM } else { 0 }));
        ControlFlow::Continue(())
    }

    fn heap_size(&mut self, state: &mut State, pointer: Value) -> Flow<Value> {
        let at = self.heap_address(state, pointer)?;
        if at == 0 {
            return ControlFlow::Continue(Value::Int(0));
        }
        let object = self.heap_start(state, at, "malloc_usable_size")?;
        ControlFlow::Continue(match state.memory.object(object).map(Object::size) {
            Some(Size::Symbolic(size)) => Value::Expr(size),
            Some(Size::Known(size)) => Value::Int(size),
            None => Value::Int(0),
        })
    }
}
