//! What an unknown pointer points to, found out on its first dereference.
//!
//! The order is: NULL, then the objects that other pointers of the same type led to, then a new object. The state that is being run takes the
//! new object, each of the others is a sibling that executes the instruction again with its pointer bound.

use super::{EntryPointers, InputWord, LazyHeap, Part, Role};
use crate::access::Intent;
use crate::executor::Flow;
use crate::fork::Decision;
use crate::resolve::{self, Origin};
use crate::{BugKind, Ending, Executor, LostKind, State};
use bowline_expr::{ExprId, substitute::Substitution};
use bowline_memory::Value;
use std::ops::ControlFlow;
use std::rc::Rc;

/// Parts of an address that are built anew when its pointer is known.
const ADDRESS_PARTS: usize = 4096;

/// What is done with a pointer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Use {
    Access(Intent),
    /// It may be NULL: `free` and its like.
    Hand,
}

impl Executor {
    /// An address with its unknown pointers replaced by what they point to; siblings execute the instruction again for other
    /// objects. `length` bytes are looked at.
    pub(crate) fn settle(
        &mut self,
        state: &mut State,
        address: Value,
        length: Value,
        purpose: Use,
    ) -> Flow<Value> {
        let mut address = address;
        while let Some((word, expr)) = self.pointer_of(state, &mut address)? {
            let Some(at) = self.target_of(state, &word, expr, length, purpose)? else { break };
            let at = self.pool.constant(u128::from(at), 64);
            address = self.with(expr, word.expr, at);
        }
        ControlFlow::Continue(address)
    }

    /// The unknown pointer that an address is counted from, and the address, after choices among pointers are decided.
    pub(super) fn pointer_of(
        &mut self,
        state: &mut State,
        address: &mut Value,
    ) -> Flow<Option<(InputWord, ExprId)>> {
        while let (Value::Expr(expr), Some(heap)) = (*address, &state.lazy) {
            let program = Rc::clone(&self.program);
            *address = match resolve::origin_in(&self.pool, &state.memory, &program.module, heap, expr) {
                Origin::Object(_) | Origin::Unknown => break,
                Origin::Pointer(word) => return ControlFlow::Continue(Some((word, expr))),
                Origin::Choice(condition) => {
                    let holds = match self.decide(state, condition) {
                        Decision::Yes => true,
                        Decision::No => false,
                        Decision::Both(other) => {
                            self.retry(*other);
                            true
                        }
                    };
                    let side = self.pool.bool(holds);
                    self.with(expr, condition, side)
                }
                Origin::Element(offset) => {
                    let at = self.element_at(state, offset);
                    self.with(expr, offset, at)
                }
            };
        }
        ControlFlow::Continue(None)
    }

    /// Which of an array's pointers is followed: that of the path's model. Siblings follow the others.
    fn element_at(&mut self, state: &mut State, offset: ExprId) -> ExprId {
        let at = self.solver.eval(&self.pool, &state.path, offset);
        let at = self.pool.constant(at, self.pool.width(offset));
        let is_here = self.pool.eq(offset, at);
        if let Decision::Both(other) = self.decide(state, is_here) {
            self.retry(*other);
        }
        at
    }

    /// Does an address depend on an unknown pointer in a way that does not tell what it points to?
    pub(crate) fn is_computed_from_pointers(&self, state: &State, address: ExprId) -> bool {
        let heap = state.lazy.as_ref();
        heap.is_some_and(|heap| {
            resolve::origin(&self.pool, &state.memory, address).is_none()
                && heap.has_pointer_in(&self.pool, &self.program.module, address)
        })
    }

    /// An expression with a part of it replaced.
    fn with(&mut self, expr: ExprId, part: ExprId, by: ExprId) -> Value {
        let mut substitution = Substitution::new();
        substitution.replace(part, by);
        let made = substitution.apply(&mut self.pool, expr, ADDRESS_PARTS).unwrap_or(expr);
        Value::from_expr(&self.pool, made)
    }

    /// The address that a pointer has; nothing where it is none of the caller's objects.
    fn target_of(
        &mut self,
        state: &mut State,
        word: &InputWord,
        address: ExprId,
        length: Value,
        purpose: Use,
    ) -> Flow<Option<u64>> {
        if let Some(at) = state.lazy.as_ref().and_then(|heap| heap.address_of(word.expr)) {
            return ControlFlow::Continue(Some(at));
        }
        if self.is_null(state, word, length, purpose)? {
            return ControlFlow::Continue(Some(0));
        }
        let heap = state.lazy.as_ref();
        let ty = heap.and_then(|heap| heap.pointer_type(&self.program.module, word));
        if let Some(handle) = self.handle_behind(ty) {
            if let Some(at) = self.open_stream(state, word, handle) {
                return ControlFlow::Continue(Some(at));
            }
            let what = format!(
                "what `{}` points to, which only the C library makes",
                self.name_of_word(state, word)
            );
            return ControlFlow::Break(self.lost_path(LostKind::Unsupported, what, state));
        }
        if let Some(at) = self.alias_of(state, word) {
            return ControlFlow::Continue(Some(at));
        }
        self.new_object(state, word, address, length)
    }

    /// Splits NULL off. Where the pointer is looked at that is a bug, or no execution at all.
    fn is_null(&mut self, state: &mut State, word: &InputWord, length: Value, purpose: Use) -> Flow<bool> {
        let zero = self.pool.constant(0, 64);
        let is_some = self.pool.ne(word.expr, zero);
        let decision = self.decide(state, is_some);
        let Use::Access(intent) = purpose else {
            return ControlFlow::Continue(match decision {
                Decision::Yes => false,
                Decision::No => true,
                Decision::Both(mut other) => {
                    bind(&mut other, word.expr, 0);
                    self.retry(*other);
                    false
                }
            });
        };
        match decision {
            Decision::Yes => ControlFlow::Continue(false),
            Decision::No => ControlFlow::Break(self.dereferenced_null(state, word, length, intent)),
            Decision::Both(mut other) => {
                let ending = self.dereferenced_null(&mut other, word, length, intent);
                self.split.ended.push((*other, ending));
                ControlFlow::Continue(false)
            }
        }
    }

    fn dereferenced_null(
        &mut self,
        state: &mut State,
        word: &InputWord,
        length: Value,
        intent: Intent,
    ) -> Ending {
        if self.config.entry.pointers == EntryPointers::Valid {
            return Ending::Infeasible;
        }
        let name = self.name_of_word(state, word);
        let length = self.current(state, length, 64);
        let (verb, bytes) = (intent.verb(), crate::access::plural(length));
        let message = format!("{verb} of {length} {bytes} through `{name}`, which is NULL");
        self.bug(state, BugKind::NullDereference, message)
    }

    /// The object of another pointer that this one is equal to, if it is any; siblings are equal to others.
    fn alias_of(&mut self, state: &mut State, word: &InputWord) -> Option<u64> {
        let program = Rc::clone(&self.program);
        let heap = Rc::clone(state.lazy.as_ref()?);
        let ty = heap.pointer_type(&program.module, word);
        let pointee =
            ty.and_then(|ty| program.module.types.pointee(ty)).map(|to| program.module.types.bare(to));
        for (part, object) in heap.objects() {
            let other = part.ty.and_then(|ty| program.module.types.pointee(ty));
            let is_same = other.map(|to| program.module.types.bare(to)) == pointee;
            // Two pointers that were found equal lead to one object, whatever the types say.
            let base = self.pool.constant(u128::from(object.base), 64);
            let differs = self.pool.ne(word.expr, base);
            if !(is_same && self.config.entry.aliases) && self.eval_bit(state, differs) {
                continue;
            }
            if self.is_bound(state, word, object.base) {
                return Some(object.base);
            }
        }
        None
    }

    fn eval_bit(&mut self, state: &State, condition: ExprId) -> bool {
        self.solver.eval(&self.pool, &state.path, condition) == 1
    }

    /// A new object for a pointer that leads to none of the others; nothing where the path says that it is something else.
    fn new_object(
        &mut self,
        state: &mut State,
        word: &InputWord,
        address: ExprId,
        length: Value,
    ) -> Flow<Option<u64>> {
        let program = Rc::clone(&self.program);
        let Some(heap) = state.lazy.clone() else { return ControlFlow::Continue(None) };
        let depth = heap.part_of(word.symbol).map_or(0, |part| part.depth) + 1;
        let name: Rc<str> = heap.name_of(&program.module, word).into();
        if depth > self.config.entry.depth {
            let what = format!("what `{name}` points to, more than {} pointers away", depth - 1);
            return ControlFlow::Break(self.lost_path(LostKind::Limit, what, state));
        }
        if heap.objects().count() as u32 >= self.config.entry.objects {
            let what = format!("what `{name}` points to, after {} other objects", self.config.entry.objects);
            return ControlFlow::Break(self.lost_path(LostKind::Limit, what, state));
        }
        let before = state.clone();
        let ty = heap.pointer_type(&program.module, word);
        let distance = self.pool.sub(address, word.expr);
        let distance = Value::from_expr(&self.pool, distance);
        let mut made = self.make_lazily(state, word, &name, ty, (distance, length))?;
        let base = self.pool.constant(u128::from(made.base), 64);
        let points = self.pool.eq(word.expr, base);
        if !self.assume(state, points) {
            *state = before;
            return ControlFlow::Continue(None);
        }
        let role = Role::Object(made.object_of(word.expr));
        let larger = made.larger.take();
        let heap = Rc::make_mut(state.lazy.get_or_insert_default());
        heap.parts.push(Part { name, symbol: made.symbol, ty, depth, role });
        bind(state, word.expr, made.base);
        if let Some(larger) = larger.and_then(|larger| self.confined(larger, points)) {
            self.leave_larger_object(state, larger);
        }
        ControlFlow::Continue(Some(made.base))
    }

    /// The input that an expression is an unchanged word of.
    pub fn input_word(&self, expr: ExprId) -> Option<InputWord> {
        super::word::input_word(&self.pool, expr)
    }

    pub(crate) fn name_of_word(&self, state: &State, word: &InputWord) -> String {
        let heap = state.lazy.as_deref();
        heap.map_or_else(String::new, |heap| heap.name_of(&self.program.module, word))
    }

    /// A value that was read: a pointer that was dereferenced before is the address it has.
    #[inline]
    pub(crate) fn read_pointer(&self, state: &State, value: Value) -> Value {
        match (&state.lazy, value) {
            (Some(heap), Value::Expr(expr)) => heap.address_of(expr).map_or(value, Value::Int),
            _ => value,
        }
    }
}

/// On the path of a state a pointer has this address.
pub(super) fn bind(state: &mut State, pointer: ExprId, address: u64) {
    let heap: &mut LazyHeap = Rc::make_mut(state.lazy.get_or_insert_default());
    heap.bound.push((pointer, address));
    for register in &mut state.frame.registers {
        if *register == Value::Expr(pointer) {
            *register = Value::Int(address);
        }
    }
}
