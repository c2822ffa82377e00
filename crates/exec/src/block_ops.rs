//! Copies and fills of whole blocks.
//!
//! A block whose length or place only the path knows is one formula ([`bowline_memory::Memory::copy_range`]), whatever its length: it is checked once, written once, and
//! nobody pays for bytes that nobody reads.

use crate::access::{Intent, Target};
use crate::executor::Flow;
use crate::fork::Decision;
use crate::{Executor, LostKind, State};
use bowline_memory::{Length, Located, Object, Value};
use std::ops::ControlFlow;

/// Longest block that is gone through byte by byte where formulas nest too deep for one more.
const MAX_BYTEWISE: u64 = 4096;

/// Longest block of known length at an unknown place that is gone through byte by byte: an element of an array, say.
const MAX_ELEMENT: u64 = 64;

/// Lengths that a path which is never joined goes through one by one.
const MAX_SETTLED: u128 = 128;

impl Executor {
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
        let length = self.settled_length(state, length, &[source, target]);
        let known = self.length_here(state, length, &[source, target])?;
        if let Value::Int(bytes) = length {
            self.check_passed(state, source, bytes)?;
        }
        let (to, from) = ((target.object, target.offset), (source.object, source.offset));
        if !is_better_bytewise(known, &[source, target])
            && state.memory.copy_range(&mut self.pool, to, from, known)
        {
            state.note_choices(length);
            return ControlFlow::Continue(());
        }
        let mut bytes = Vec::new();
        for at in 0..self.bytewise(state, known)? {
            let shifted = self.shifted(source, at);
            bytes.push(self.read(state, shifted, 1));
        }
        for (at, byte) in (0..).zip(bytes) {
            self.write_guarded(state, target, at, byte, length);
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
        let length = self.settled_length(state, length, &[target]);
        let known = self.length_here(state, length, &[target])?;
        let to = (target.object, target.offset);
        if !is_better_bytewise(known, &[target]) && state.memory.fill_range(&mut self.pool, to, byte, known) {
            state.note_choices(length);
            return ControlFlow::Continue(());
        }
        for at in 0..self.bytewise(state, known)? {
            self.write_guarded(state, target, at, byte, length);
        }
        ControlFlow::Continue(())
    }

    /// A path that is never joined with others goes on with one length where there are not too many; the others execute the instruction again. Parsers
    /// that compute with the length afterwards get symbolic pointers otherwise, and cover less in the same time.
    fn settled_length(&mut self, state: &mut State, length: Value, places: &[Target]) -> Value {
        let Value::Expr(value) = length else { return length };
        let (least, most) = state.path.interval(&self.pool, value);
        let most = most.min(self.room(state, places).into());
        match state.stays_alone() && most.saturating_sub(least) <= MAX_SETTLED {
            true => Value::Int(self.each_value(state, value)),
            false => length,
        }
    }

    /// A length with what the path knows of it, at places that were checked.
    pub(crate) fn length_here(
        &mut self,
        state: &mut State,
        length: Value,
        places: &[Target],
    ) -> Flow<Length> {
        let Value::Expr(value) = length else {
            return ControlFlow::Continue(Length::known(length.as_int().unwrap_or(0)));
        };
        let most = self.longest(state, value, self.room(state, places))?;
        let least = self.shortest(state, value).min(most);
        ControlFlow::Continue(Length { value: length, least, most })
    }

    /// How many bytes a block has that is gone through byte by byte.
    fn bytewise(&mut self, state: &mut State, length: Length) -> Flow<u64> {
        if length.most > MAX_BYTEWISE {
            let what =
                format!("a block operation of up to {} bytes on bytes with too many formulas", length.most);
            return ControlFlow::Break(self.lost_path(LostKind::Unsupported, what, state));
        }
        ControlFlow::Continue(length.most)
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

/// A few bytes at an unknown place: there are no choices in them that a formula would spare.
fn is_better_bytewise(length: Length, places: &[Target]) -> bool {
    let is_known = |place: &Target| place.offset.as_int().is_some();
    matches!(length.value, Value::Int(_)) && length.most <= MAX_ELEMENT && !places.iter().all(is_known)
}
