//! KLEE's interface and our own, which has the same shape.

use super::{Builtin, Call};
use crate::access::{Intent, Target};
use crate::executor::Flow;
use crate::seeds::NewInput;
use crate::{BugKind, Ending, Executor, Input, LostKind, Preference, State};
use bowline_expr::{ExprId, SymId};
use bowline_memory::{Allocation, Kind, Length, Located, Object, ObjectId, Size, Value};
use std::ops::ControlFlow;
use std::rc::Rc;

/// Bytes that are made unknown one by one, where they are not a whole object.
const LARGEST_PART: u64 = 1 << 20;

impl Executor {
    pub(super) fn klee_builtin(&mut self, state: &mut State, builtin: Builtin, call: &Call<'_>) -> Flow {
        match builtin {
            Builtin::KleeMakeSymbolic => self.make_symbolic(state, call.arg(0), call.arg(1), call.arg(2))?,
            Builtin::KleeInt => {
                let name = self.text(state, call.arg(0));
                let value = self.fresh_input(state, &name, 4);
                call.give(state, Value::from_expr(&self.pool, value));
            }
            Builtin::KleeRange | Builtin::BowlineRange => {
                let name = self.text(state, call.arg(2));
                return self.range(state, call, &name);
            }
            Builtin::KleeChoose => return self.choose(state, call, "choice"),
            Builtin::BowlineChoose => {
                let name = self.text(state, call.arg(1));
                return self.choose(state, call, &name);
            }
            Builtin::KleeAssume | Builtin::Assume => return self.assumed(state, builtin, call),
            Builtin::BowlineAssert => {
                let holds = self.truth(call.arg(0), call.width(0));
                self.demand(state, holds, |executor, state| {
                    executor.bug(state, BugKind::Assertion, "assertion fails")
                })?;
            }
            Builtin::KleePreferCex => {
                let wish = self.truth(call.arg(1), call.width(1));
                if self.pool.as_const(wish).is_none() {
                    state.preferences.push_back(Preference(wish));
                }
            }
            Builtin::KleeSilentExit => return ControlFlow::Break(Ending::Silent),
            Builtin::KleeReportError => {
                let message = self.text(state, call.arg(2));
                return ControlFlow::Break(self.bug(state, BugKind::Abort, message));
            }
            Builtin::KleeGetValue => {
                let width = call.width(0);
                let expr = call.arg(0).to_expr(&mut self.pool, width);
                let value = self.solver.eval(&self.pool, &state.path, expr);
                let value = self.pool.constant(value, width);
                call.give(state, Value::from_expr(&self.pool, value));
            }
            Builtin::KleeIsSymbolic => {
                let symbolic = match call.arg(0) {
                    Value::Int(_) => false,
                    Value::Expr(expr) => self.pool.as_const(expr).is_none(),
                };
                call.give(state, Value::Int(u64::from(symbolic)));
            }
            Builtin::KleeWarning => {
                let text = self.text(state, call.arg(0));
                self.books.warnings.push(text);
            }
            Builtin::KleeSetForking => {
                state.forking_off = self.current(state, call.arg(0), call.width(0)) == 0;
            }
            Builtin::KleeCheckMemoryAccess => {
                self.access(state, call.arg(0), call.arg(1), Intent::Read)?;
            }
            Builtin::KleeObjectSize => {
                let size = self.size_of_object_at(state, call.arg(0));
                call.give(state, size);
            }
            Builtin::KleeGetErrno => {
                let value = self.errno(state);
                call.give(state, value);
            }
            Builtin::KleeDefineFixedObject => return self.define_fixed_object(state, call),
            Builtin::KleeAliasFunction => return self.alias_function(state, call),
            _ => {}
        }
        ControlFlow::Continue(())
    }

    fn assumed(&mut self, state: &mut State, builtin: Builtin, call: &Call<'_>) -> Flow {
        let holds = self.truth(call.arg(0), call.width(0));
        let holds = self.assume(state, holds);
        let loc = self.location(state);
        self.books.assumptions.note(loc, builtin == Builtin::KleeAssume, holds);
        match holds {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(Ending::Infeasible),
        }
    }

    /// Memory at an address that the program chooses.
    fn define_fixed_object(&mut self, state: &mut State, call: &Call<'_>) -> Flow {
        let (at, size) = (self.pin_address(state, call.arg(0))?, self.pin_address(state, call.arg(1))?);
        let track_initialised = self.checks_reads();
        let object = Allocation { track_initialised, ..Allocation::of_size(Kind::Global, size) };
        match state.memory.alloc_at(object, at) {
            Some(_) => ControlFlow::Continue(()),
            None => {
                let what = format!(
                    "klee_define_fixed_object of {size} bytes at {at:#x}, above 4 GiB or in another one"
                );
                ControlFlow::Break(self.lost_path(LostKind::Unsupported, what, state))
            }
        }
    }

    /// Calls of one function become calls of another, from here on.
    fn alias_function(&mut self, state: &mut State, call: &Call<'_>) -> Flow {
        let names = [0, 1].map(|index| self.text(state, call.arg(index)));
        let module = &self.program.module;
        match (module.function_named(&names[0]), module.function_named(&names[1])) {
            (Some(from), Some(to)) => {
                let aliases = Rc::make_mut(state.aliases.get_or_insert_default());
                aliases.retain(|(known, _)| *known != from);
                aliases.push((from, to));
                ControlFlow::Continue(())
            }
            (from, _) => {
                let missing = if from.is_none() { &names[0] } else { &names[1] };
                let what =
                    format!("klee_alias_function with `{missing}`, which is no function of the program");
                ControlFlow::Break(self.lost_path(LostKind::Unsupported, what, state))
            }
        }
    }

    /// `value != 0`
    pub(super) fn truth(&mut self, value: Value, width: bowline_ir::Width) -> ExprId {
        let value = value.to_expr(&mut self.pool, width);
        let zero = self.pool.constant(0, width);
        self.pool.ne(value, zero)
    }

    pub(crate) fn new_symbol(&mut self, state: &mut State, name: &str, bytes: u64, size: Value) -> SymId {
        self.new_padded_symbol(state, name, bytes, size, 0)
    }

    /// `padding`: what bytes beyond the size are in inputs that are known.
    pub(super) fn new_padded_symbol(
        &mut self,
        state: &mut State,
        name: &str,
        bytes: u64,
        size: Value,
        padding: u8,
    ) -> SymId {
        let name: std::rc::Rc<str> = if name.is_empty() { "unnamed".into() } else { name.into() };
        let occurrence = state.occurrences.get(&name).copied().unwrap_or(0);
        state.occurrences.insert(name.clone(), occurrence + 1);
        let symbol = self.pool.symbol(&name, occurrence, bytes);
        if state.has_seeds() {
            let input = NewInput { name: &name, occurrence, symbol, capacity: bytes, size, padding };
            self.feed_seeds(state, &input);
        }
        self.books.inputs += 1;
        state.inputs.push_back(Input { name, symbol, size });
        symbol
    }

    /// A new input of some bytes, as one little-endian value.
    pub fn fresh_input(&mut self, state: &mut State, name: &str, bytes: u64) -> ExprId {
        if let Some(value) = self.known_value(name, bytes) {
            return value;
        }
        let symbol = self.new_symbol(state, name, bytes, Value::Int(bytes));
        self.pool.input_word(symbol, bytes)
    }

    /// Makes bytes in memory unknown: a whole object, or a part of one.
    fn make_symbolic(&mut self, state: &mut State, address: Value, length: Value, name: Value) -> Flow {
        if length == Value::Int(0) {
            return ControlFlow::Continue(());
        }
        let target = self.access(state, address, length, Intent::Write)?;
        let name = self.text(state, name);
        let Value::Int(offset) = target.offset else {
            return self.make_symbolic_somewhere(state, target, length, &name);
        };
        if let Value::Int(size) = length
            && let Some(bytes) = self.known_input(&name, size)
        {
            self.write_known(state, target.object, offset, &bytes);
            return ControlFlow::Continue(());
        }
        let Some(object) = state.memory.object(target.object) else { return ControlFlow::Continue(()) };
        let (capacity, whole) = match (length, object.size()) {
            (Value::Int(length), Size::Known(size)) => (length, offset == 0 && length == size),
            (Value::Expr(length), Size::Symbolic(size)) if offset == 0 => (object.capacity(), length == size),
            _ => (object.capacity() - offset, false),
        };
        if capacity > LARGEST_PART && !whole {
            let what =
                format!("up to {capacity} unknown bytes in a part of an object, more than {LARGEST_PART}");
            return ControlFlow::Break(self.lost_path(LostKind::Limit, what, state));
        }
        let symbol = self.new_symbol(state, &name, capacity, length);
        let array = self.pool.input(symbol);
        if whole {
            state.memory.make_symbolic(&mut self.pool, target.object, array);
            return ControlFlow::Continue(());
        }
        let length = match length {
            Value::Int(length) => Length::known(length),
            Value::Expr(_) => Length { value: length, least: 0, most: capacity },
        };
        self.write_array(state, target, array, length)
    }

    /// [`Executor::make_symbolic`] at an offset that is not known.
    fn make_symbolic_somewhere(
        &mut self,
        state: &mut State,
        target: Target,
        length: Value,
        name: &str,
    ) -> Flow {
        let length = self.length_here(state, length, &[target])?;
        let known = length.value.as_int().and_then(|size| self.known_input(name, size));
        let array = match known {
            Some(bytes) => self.pool.table(&bytes),
            None => {
                let symbol = self.new_symbol(state, name, length.most, length.value);
                self.pool.input(symbol)
            }
        };
        self.write_array(state, target, array, length)
    }

    /// The first bytes of an array, at a place that was checked.
    fn write_array(&mut self, state: &mut State, target: Target, array: ExprId, length: Length) -> Flow {
        let to = (target.object, target.offset);
        if !state.memory.copy_array(&mut self.pool, to, array, length) {
            let what = "an unknown object in bytes with too many formulas";
            return ControlFlow::Break(self.lost_path(LostKind::Unsupported, what, state));
        }
        state.note_choices(length.value);
        ControlFlow::Continue(())
    }

    /// A fresh integer in `[low, high)`.
    fn range(&mut self, state: &mut State, call: &Call<'_>, name: &str) -> Flow {
        let value = self.fresh_input(state, name, 4);
        let low = call.arg(0).to_expr(&mut self.pool, 32);
        let high = call.arg(1).to_expr(&mut self.pool, 32);
        let (above, below) = (self.pool.sle(low, value), self.pool.slt(value, high));
        let inside = self.pool.and(above, below);
        if !self.assume(state, inside) {
            return ControlFlow::Break(Ending::Infeasible);
        }
        call.give(state, Value::from_expr(&self.pool, value));
        ControlFlow::Continue(())
    }

    /// A fresh number below the first argument.
    fn choose(&mut self, state: &mut State, call: &Call<'_>, name: &str) -> Flow {
        let width = call.width(0);
        let value = self.fresh_input(state, name, u64::from(width) / 8);
        let bound = call.arg(0).to_expr(&mut self.pool, width);
        let below = self.pool.ult(value, bound);
        if !self.assume(state, below) {
            return ControlFlow::Break(Ending::Infeasible);
        }
        call.give(state, Value::from_expr(&self.pool, value));
        ControlFlow::Continue(())
    }

    fn size_of_object_at(&mut self, state: &State, address: Value) -> Value {
        let at = self.current(state, address, 64);
        match state.memory.locate(at) {
            Located::Object { id, .. } => match state.memory.object(id).map(Object::size) {
                Some(Size::Known(size)) => Value::Int(size),
                Some(Size::Symbolic(size)) => Value::Expr(size),
                None => Value::Int(0),
            },
            _ => Value::Int(0),
        }
    }

    /// The program's `errno`, where our C library keeps one.
    fn errno(&mut self, state: &State) -> Value {
        match self.errno_object(state) {
            Some(id) => state.memory.read(&mut self.pool, id, 0, 4),
            None => Value::Int(0),
        }
    }

    /// The object that holds `errno`, where our C library is linked with it.
    pub fn errno_object(&self, state: &State) -> Option<ObjectId> {
        let program = self.program();
        let (id, _) =
            program.module.globals.iter_ids().find(|(_, global)| global.name == "__bowline_errno")?;
        match state.memory.locate(program.global_address(id)) {
            Located::Object { id, .. } => Some(id),
            _ => None,
        }
    }
}
