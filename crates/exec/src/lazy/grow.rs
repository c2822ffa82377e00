//! How large lazily made objects are: one element, until somebody looks beyond it.
//!
//! A size is nothing that a program can ask for, only exceed. As long as every access is within the first element, one element
//! and many are the same path. The first access that may go beyond makes the number of elements an input, from one up to what the
//! capacity holds, and is then checked like any access to an object of unknown size. Larger numbers are lost or put off as larger sizes of
//! allocations are (`sizes.rs`); without a bound there are none.

use super::{EntryPointers, InputWord, LazyObject, Role};
use crate::executor::Flow;
use crate::fork::Decision;
use crate::{DEFAULT_CAPACITY, Ending, Executor, LostKind, State};
use bowline_expr::{ExprId, Pool, SymId};
use bowline_ir::{CTypeId, c_type::CType};
use bowline_memory::{Allocation, Fill, Kind, ObjectId, Size, Value};
use bowline_solver::Verdict;
use std::ops::ControlFlow;
use std::rc::Rc;

/// What malloc gives.
const ALIGN: u64 = 16;
/// No heap site: the function's caller made it.
const NO_SITE: u32 = u32::MAX;

/// A new object, before anybody points to it.
pub(super) struct Made {
    pub symbol: SymId,
    pub object: ObjectId,
    pub base: u64,
    element: u64,
    is_typed: bool,
    is_guess: bool,
    count: Option<SymId>,
    /// The path on which it has more elements than are looked at now.
    pub larger: Option<Larger>,
}

/// A path that differs in that an object is larger.
pub(super) struct Larger {
    state: Box<State>,
    /// Which sizes these are.
    what: String,
}

/// How many bytes an object may have.
#[derive(Clone, Copy)]
struct Room {
    /// At first.
    most: u64,
    /// Where larger ones are looked at as well, sooner or later.
    limit: u64,
}

/// An object whose size became unknown.
struct Unsized {
    size: ExprId,
    /// The input that tells how many elements it has, where that is not known already.
    count: Option<SymId>,
    /// The path on which it is larger than is looked at now.
    larger: Option<Larger>,
}

impl Made {
    pub fn object_of(&self, pointer: ExprId) -> LazyObject {
        let Made { object, base, element, is_typed, is_guess, count, .. } = *self;
        LazyObject { pointer, object, base, element, is_typed, is_guess, count }
    }
}

impl Executor {
    /// A new object of unknown contents that holds at least the `length` bytes at `distance`.
    pub(super) fn make_lazily(
        &mut self,
        state: &mut State,
        word: &InputWord,
        pointer: &str,
        ty: Option<CTypeId>,
        (distance, length): (Value, Value),
    ) -> Flow<Made> {
        let types = &self.program.module.types;
        let to = ty.and_then(|ty| types.pointee(ty));
        let known = to.and_then(|to| types.size_of(to));
        let is_void = to.is_some_and(|to| matches!(types.resolve(to), CType::Void));
        let element = known.unwrap_or(1).max(1);
        let needed = match (distance, length) {
            (Value::Int(at), Value::Int(length)) => at.checked_add(length).filter(|end| *end >= at),
            _ => None,
        };
        let (distance, length) = (distance.to_expr(&mut self.pool, 64), length.to_expr(&mut self.pool, 64));
        let room = self.room_for(state, element, needed.filter(|end| *end < 1 << 32).unwrap_or(0));
        let allocation = Allocation {
            size: Size::Known(element),
            capacity: room.limit,
            align: ALIGN,
            kind: Kind::Heap,
            read_only: false,
            site: NO_SITE,
            name: Some(format!("*{pointer}").into()),
            track_initialised: false,
            fill: Fill::Zero,
        };
        // The same pointer leads to the same address on every path, so that these can be joined.
        let slot = self.lazy_windows.len() as u32;
        let slot = *self.lazy_windows.entry((word.symbol, word.offset)).or_insert(slot);
        let apart = state.memory.alloc_apart(slot, allocation.clone());
        let Some((object, base)) = apart.or_else(|| state.memory.alloc(allocation)) else {
            let what = "more objects than the address space holds";
            return ControlFlow::Break(self.lost_path(LostKind::Limit, what, state));
        };
        let symbol = self.new_symbol(state, &format!("*{pointer}"), room.limit, Value::Int(element));
        let array = self.pool.input(symbol);
        state.memory.make_symbolic(&mut self.pool, object, array);
        let is_guess = needed.is_some_and(|end| end <= element);
        let (mut larger, mut count) = (None, None);
        if !is_guess {
            let Unsized { size, count: symbol_of_count, larger: more } =
                self.unknown_size(state, object, symbol, pointer, element, room)?;
            count = symbol_of_count;
            let fits = self.fits_in(size, distance, length);
            if !self.assume(state, fits) {
                more.into_iter().for_each(|more| self.abandon(&more.state));
                let what = sizes_above(pointer, room.most);
                return ControlFlow::Break(self.lost_path(LostKind::Capacity, what, state));
            }
            larger = more.and_then(|more| self.confined(more, fits));
        }
        ControlFlow::Continue(Made {
            symbol,
            object,
            base,
            element,
            is_typed: known.is_some() || is_void,
            is_guess,
            count,
            larger,
        })
    }

    /// How many bytes most objects have at most.
    pub(super) fn largest_lazy(&self, state: &State) -> u64 {
        self.room_for(state, 1, 0).limit
    }

    /// How many bytes an object may have of which `needed` are looked at.
    fn room_for(&self, state: &State, element: u64, needed: u64) -> Room {
        let largest = (self.config.max_allocation / element * element).max(needed.next_multiple_of(element));
        if self.has_no_bound(state) {
            return Room { most: largest, limit: largest };
        }
        let capacity = self.config.capacity.unwrap_or(DEFAULT_CAPACITY);
        let most = needed.max(capacity).next_multiple_of(element);
        Room { most, limit: if self.puts_off_larger() { largest.max(most) } else { most } }
    }

    /// An access to a lazily made object may go beyond its first element: from now on its size is unknown.
    pub(crate) fn make_room(
        &mut self,
        state: &mut State,
        object: ObjectId,
        offset: Value,
        length: Value,
    ) -> Flow {
        let Some(heap) = &state.lazy else { return ControlFlow::Continue(()) };
        let Some((part, lazy)) = heap.object(object).filter(|(_, lazy)| lazy.is_guess) else {
            return ControlFlow::Continue(());
        };
        let (name, symbol, element) = (Rc::clone(&part.name), part.symbol, lazy.element);
        let within = self.within(state, object, offset, length);
        if within == Pool::TRUE {
            return ControlFlow::Continue(());
        }
        let outside = self.pool.not(within);
        match self.solver.check(&mut self.pool, &state.path, outside) {
            Verdict::Unsat => return ControlFlow::Continue(()),
            Verdict::Sat(_) => {}
            Verdict::Unknown(unknown) => self.lose_unknown(state, &unknown),
        }
        let room = self.room_for(state, element, 0);
        let Unsized { count, larger, .. } = self.unknown_size(state, object, symbol, &name, element, room)?;
        let heap = Rc::make_mut(state.lazy.get_or_insert_default());
        for part in &mut heap.parts {
            if let Role::Object(known) = &mut part.role
                && known.object == object
            {
                (known.is_guess, known.count) = (false, count);
            }
        }
        if let Some(larger) = larger {
            self.leave_larger_object(state, larger);
        }
        ControlFlow::Continue(())
    }

    /// Is a lazily made object never too small? So it is where pointers are valid, and where nothing tells how large it is.
    pub(crate) fn is_as_large_as_needed(&self, state: &State, object: ObjectId) -> bool {
        let lazy = state.lazy.as_ref().and_then(|heap| heap.object(object));
        lazy.is_some_and(|(_, lazy)| !lazy.is_typed || self.config.entry.pointers == EntryPointers::Valid)
    }

    /// The object has an unknown number of elements, from one up to what there is room for.
    fn unknown_size(
        &mut self,
        state: &mut State,
        object: ObjectId,
        symbol: SymId,
        pointer: &str,
        element: u64,
        room: Room,
    ) -> Flow<Unsized> {
        let inputs = state.inputs.len();
        let count = self.fresh_input(state, &format!("*{pointer}-count"), 8);
        let count_symbol = state.inputs.get(inputs).map(|input| input.symbol);
        let [one, first, last] = [1, room.most / element, room.limit / element]
            .map(|bound| self.pool.constant(u128::from(bound), 64));
        let (above, below) = (self.pool.ule(one, count), self.pool.ule(count, last));
        let bounded = self.pool.and(above, below);
        if !self.assume(state, bounded) {
            return ControlFlow::Break(Ending::Infeasible);
        }
        let within = self.pool.ule(count, first);
        let larger = match self.decide(state, within) {
            Decision::Both(other) => Some(Larger { state: other, what: sizes_above(pointer, room.most) }),
            Decision::Yes | Decision::No => None,
        };
        if room.most == room.limit && !self.has_no_bound(state) {
            self.lose(LostKind::Capacity, sizes_above(pointer, room.most), state);
        }
        let bytes = self.pool.constant(u128::from(element), 64);
        let size = self.pool.mul(count, bytes);
        state.unknown_sizes.push(size);
        self.tell_size(size);
        if let Some(info) = state.memory.object_mut(object) {
            info.set_size(match self.pool.as_const(size) {
                Some(size) => Size::Known(size as u64),
                None => Size::Symbolic(size),
            });
        }
        let size_now = Value::from_expr(&self.pool, size);
        if let Some(at) = state.inputs.iter().position(|input| input.symbol == symbol) {
            state.inputs[at].size = size_now;
        }
        ControlFlow::Continue(Unsized { size, count: count_symbol, larger })
    }

    /// The path with a further condition; nothing where that contradicts it.
    pub(super) fn confined(&mut self, mut larger: Larger, condition: ExprId) -> Option<Larger> {
        let is_possible = self.assume(&mut larger.state, condition);
        if !is_possible {
            self.abandon(&larger.state);
        }
        is_possible.then_some(larger)
    }

    /// Comes back to what is larger later, with a state that is at the same place with everything else the same.
    pub(super) fn leave_larger_object(&mut self, state: &mut State, larger: Larger) {
        self.leave_larger(state, &larger.state, larger.what);
    }

    /// `distance + length <= size`, without a sum that could wrap.
    fn fits_in(&mut self, size: ExprId, distance: ExprId, length: ExprId) -> ExprId {
        let fits = self.pool.ule(length, size);
        let room = self.pool.sub(size, length);
        let starts = self.pool.ule(distance, room);
        self.pool.and(fits, starts)
    }
}

fn sizes_above(pointer: &str, most: u64) -> String {
    format!("sizes of what `{pointer}` points to above {most}")
}
