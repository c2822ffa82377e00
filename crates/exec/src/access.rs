//! From an address to a place in an object: bounds, lifetime and permission checks.

use crate::executor::Flow;
use crate::fork::Decision;
use crate::lazy::Use;
use crate::variadic::UNKNOWN_ARGUMENTS;
use crate::{BugKind, Ending, Executor, LostKind, State, resolve};
use bowline_expr::ExprId;
use bowline_memory::{Kind, Located, Object, ObjectId, Size, Value};
use std::ops::ControlFlow;

/// Addresses below this belong to no object and count as null dereferences, as a page fault there does.
pub(crate) const NULL_PAGE: u64 = 4096;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Intent {
    Read,
    Write,
}

impl Intent {
    fn out_of_bounds(self) -> BugKind {
        match self {
            Intent::Read => BugKind::OutOfBoundsRead,
            Intent::Write => BugKind::OutOfBoundsWrite,
        }
    }

    pub(crate) fn verb(self) -> &'static str {
        match self {
            Intent::Read => "read",
            Intent::Write => "write",
        }
    }
}

/// A checked place: all bytes asked for are inside the object.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Target {
    pub object: ObjectId,
    pub offset: Value,
}

impl Executor {
    /// Checks an access of `length` bytes. Where it may fail, the failing part of the path ends as a bug; where the
    /// address may point into several objects, siblings execute the instruction again for the others.
    pub(crate) fn access(
        &mut self,
        state: &mut State,
        address: Value,
        length: Value,
        intent: Intent,
    ) -> Flow<Target> {
        self.check_decision(state, address, "an address")?;
        self.check_decision(state, length, "a length")?;
        let address = match &state.lazy {
            Some(_) => self.settle(state, address, length, Use::Access(intent))?,
            None => address,
        };
        let target = match address {
            Value::Int(at) => self.access_concrete(state, at, length, intent),
            Value::Expr(expr) if self.is_computed_from_pointers(state, expr) => {
                let what =
                    "an address that is computed from unknown pointers otherwise than by adding to them";
                return ControlFlow::Break(self.lost_path(LostKind::Unsupported, what, state));
            }
            Value::Expr(expr) => match resolve::origin(&self.pool, &state.memory, expr) {
                Some(object) => self.access_object(state, expr, object, length, intent, true),
                None => self.access_unknown(state, expr, length, intent),
            },
        }?;
        state.resolutions = 0;
        ControlFlow::Continue(target)
    }

    fn access_concrete(&mut self, state: &mut State, at: u64, length: Value, intent: Intent) -> Flow<Target> {
        let (object, offset) = match state.memory.locate(at) {
            Located::Object { id, offset } => (id, offset as u64),
            place => return ControlFlow::Break(self.bad_address(state, at, length, &place, intent)),
        };
        self.make_room(state, object, Value::Int(offset), length)?;
        let within = self.within(state, object, Value::Int(offset), length);
        self.demand(state, within, |executor, state| {
            executor.outside(state, object, Value::Int(offset), length, intent)
        })?;
        self.permitted(state, object, intent)?;
        ControlFlow::Continue(Target { object, offset: Value::Int(offset) })
    }

    /// An address that came from `object` when `certain`, or that the model puts there.
    fn access_object(
        &mut self,
        state: &mut State,
        address: ExprId,
        object: ObjectId,
        length: Value,
        intent: Intent,
        certain: bool,
    ) -> Flow<Target> {
        let Some(base) = state.memory.object(object).map(Object::base) else {
            let at = self.solver.eval(&self.pool, &state.path, address) as u64;
            return ControlFlow::Break(self.bad_address(state, at, length, &Located::Freed(object), intent));
        };
        let base = self.pool.constant(u128::from(base), 64);
        let offset = self.pool.sub(address, base);
        let offset = Value::from_expr(&self.pool, offset);
        self.make_room(state, object, offset, length)?;
        let within = self.within(state, object, offset, length);
        let decision = match self.part_from_seeds(state, within) {
            Some((holds, other)) => {
                match other {
                    Some(other) if certain => self.again(*other),
                    Some(other) => self.retry(*other),
                    None => {}
                }
                if holds { Decision::Yes } else { Decision::No }
            }
            None => self.decide(state, within),
        };
        match decision {
            Decision::Yes => {}
            Decision::No => {
                self.prefer_small(state);
                return ControlFlow::Break(self.outside(state, object, offset, length, intent));
            }
            Decision::Both(mut other) if certain => {
                self.prefer_small(&mut other);
                let ending = self.outside(&mut other, object, offset, length, intent);
                self.split.ended.push((*other, ending));
            }
            Decision::Both(other) => self.retry(*other),
        }
        self.permitted(state, object, intent)?;
        ControlFlow::Continue(Target { object, offset })
    }

    /// An address with no visible origin: take the object that the model names, and try again for the rest.
    fn access_unknown(
        &mut self,
        state: &mut State,
        address: ExprId,
        length: Value,
        intent: Intent,
    ) -> Flow<Target> {
        let at = self.solver.eval(&self.pool, &state.path, address) as u64;
        match state.memory.locate(at) {
            Located::Object { id, offset } => {
                let within = self.within(state, id, Value::Int(offset as u64), length);
                if self.solver.eval(&self.pool, &state.path, within) == 1 {
                    return self.access_object(state, address, id, length, intent, false);
                }
                // The model points beside the object: report that, and go on with everything else.
                let outside = self.in_window_but_outside(state, address, id, length);
                self.split_off(state, outside);
                ControlFlow::Break(self.outside(state, id, Value::Int(offset as u64), length, intent))
            }
            place => {
                let condition = if at < NULL_PAGE {
                    let page = self.pool.constant(u128::from(NULL_PAGE), 64);
                    self.pool.ult(address, page)
                } else {
                    self.in_no_object(state, address)
                };
                self.split_off(state, condition);
                ControlFlow::Break(self.bad_address(state, at, length, &place, intent))
            }
        }
    }

    /// Confines the state to a condition that its model satisfies; the rest tries the instruction again.
    fn split_off(&mut self, state: &mut State, condition: ExprId) {
        if let Decision::Both(other) = self.decide(state, condition) {
            self.retry(*other);
        }
    }

    fn in_window_but_outside(
        &mut self,
        state: &State,
        address: ExprId,
        object: ObjectId,
        length: Value,
    ) -> ExprId {
        let Some(info) = state.memory.object(object) else { return bowline_expr::Pool::FALSE };
        let (low, high) = info.window();
        let base = self.pool.constant(u128::from(info.base()), 64);
        let offset = self.pool.sub(address, base);
        let within = self.within(state, object, Value::from_expr(&self.pool, offset), length);
        let outside = self.pool.not(within);
        let in_window = self.between(address, low, high);
        self.pool.and(in_window, outside)
    }

    /// `low <= address < high`
    pub(crate) fn between(&mut self, address: ExprId, low: u64, high: u64) -> ExprId {
        let low_expr = self.pool.constant(u128::from(low), 64);
        let distance = self.pool.sub(address, low_expr);
        let span = self.pool.constant(u128::from(high - low), 64);
        self.pool.ult(distance, span)
    }

    /// Above the null page and in no live object's window.
    fn in_no_object(&mut self, state: &State, address: ExprId) -> ExprId {
        let page = self.pool.constant(u128::from(NULL_PAGE), 64);
        let mut condition = self.pool.ule(page, address);
        let windows: Vec<(u64, u64)> = state.memory.objects().map(|(_, object)| object.window()).collect();
        for (low, high) in windows {
            let inside = self.between(address, low, high);
            let outside = self.pool.not(inside);
            condition = self.pool.and(condition, outside);
        }
        condition
    }

    /// The condition that `length` bytes at `offset` are inside an object: no sum, so nothing can wrap.
    pub(crate) fn within(&mut self, state: &State, object: ObjectId, offset: Value, length: Value) -> ExprId {
        let Some(info) = state.memory.object(object) else { return bowline_expr::Pool::FALSE };
        if let (Size::Known(size), Value::Int(offset), Value::Int(length)) = (info.size(), offset, length) {
            return self.pool.bool(length <= size && offset <= size - length);
        }
        let size = match info.size() {
            Size::Known(size) => self.pool.constant(u128::from(size), 64),
            Size::Symbolic(size) => size,
        };
        let (offset, length) = (offset.to_expr(&mut self.pool, 64), length.to_expr(&mut self.pool, 64));
        let fits = self.pool.ule(length, size);
        let room = self.pool.sub(size, length);
        let starts = self.pool.ule(offset, room);
        self.pool.and(fits, starts)
    }

    fn permitted(&mut self, state: &State, object: ObjectId, intent: Intent) -> Flow {
        let Some(info) = state.memory.object(object) else { return ControlFlow::Continue(()) };
        if let Kind::Function(_) = info.kind() {
            let message = format!("{} of the code of {}", intent.verb(), self.describe(state, info));
            let kind = if intent == Intent::Write { BugKind::ReadOnlyWrite } else { intent.out_of_bounds() };
            return ControlFlow::Break(self.bug(state, kind, message));
        }
        if info.is_out_of_scope() {
            let message =
                format!("{} of {}, which is out of scope", intent.verb(), self.describe(state, info));
            return ControlFlow::Break(self.bug_of(state, BugKind::UseAfterFree, message, object));
        }
        if intent == Intent::Write && info.read_only() {
            let message = format!("write to the constant {}", self.describe(state, info));
            return ControlFlow::Break(self.bug_of(state, BugKind::ReadOnlyWrite, message, object));
        }
        ControlFlow::Continue(())
    }

    pub(crate) fn outside(
        &mut self,
        state: &mut State,
        object: ObjectId,
        offset: Value,
        length: Value,
        intent: Intent,
    ) -> Ending {
        let offset = self.current(state, offset, 64) as i64;
        let length = self.current(state, length, 64);
        if offset >= 0 && self.is_as_large_as_needed(state, object) {
            return Ending::Infeasible;
        }
        let info = state.memory.object(object);
        if info.and_then(Object::name).is_some_and(|name| &**name == UNKNOWN_ARGUMENTS) {
            let what = "a variadic argument beyond those that were tried";
            return self.lost_path(LostKind::Limit, what, state);
        }
        let name = info.map_or_else(|| "an object".to_string(), |info| self.describe(state, info));
        let size = match info.map(Object::size) {
            Some(Size::Known(size)) => size,
            Some(Size::Symbolic(size)) => self.solver.eval(&self.pool, &state.path, size) as u64,
            None => 0,
        };
        let message = if info
            .is_some_and(|object| matches!(object.kind(), Kind::Variadic | Kind::SavedRegisters))
        {
            "a variadic argument is read that the call did not pass (no sanitizer looks for this)".to_string()
        } else {
            let (verb, bytes, all) = (intent.verb(), plural(length), plural(size));
            match state.lazy.as_ref().and_then(|heap| heap.object(object)) {
                Some((part, _)) => format!(
                    "{verb} of {length} {bytes} at offset {offset}, but `{}` points to {size} {all}",
                    part.name
                ),
                None => {
                    format!("{verb} of {length} {bytes} at offset {offset} of {name}, which has {size} {all}")
                }
            }
        };
        self.bug_of(state, intent.out_of_bounds(), message, object)
    }

    /// The value something has under the path's model.
    pub(crate) fn current(&mut self, state: &State, value: Value, width: bowline_ir::Width) -> u64 {
        match value {
            Value::Int(word) => word,
            Value::Expr(_) => {
                let expr = value.to_expr(&mut self.pool, width);
                self.solver.eval(&self.pool, &state.path, expr) as u64
            }
        }
    }

    /// Is this memory of unknown code, about which nothing can be said?
    pub(crate) fn is_foreign(&self, address: u64) -> bool {
        self.unknowns.as_ref().is_some_and(|unknowns| unknowns.owns(address))
    }

    fn bad_address(
        &mut self,
        state: &State,
        at: u64,
        length: Value,
        place: &Located,
        intent: Intent,
    ) -> Ending {
        let length = self.current(state, length, 64);
        let verb = intent.verb();
        match place {
            Located::Freed(object) => {
                let what = state.freed.describe(*object);
                let message = format!("{verb} of {length} {} in {what}", plural(length));
                self.bug_of(state, BugKind::UseAfterFree, message, *object)
            }
            _ if at < NULL_PAGE => {
                let message = format!("{verb} of {length} {} at address {at:#x}", plural(length));
                self.bug(state, BugKind::NullDereference, message)
            }
            _ if self.is_foreign(at) => self.lost_path(
                LostKind::UnknownFunction,
                format!("{verb} of memory that belongs to native code"),
                state,
            ),
            _ => {
                let message = format!("{verb} of {length} {} at the wild address {at:#x}", plural(length));
                self.bug(state, intent.out_of_bounds(), message)
            }
        }
    }
}

pub(crate) fn plural(count: u64) -> &'static str {
    if count == 1 { "byte" } else { "bytes" }
}
