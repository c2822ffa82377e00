//! Variadic arguments, as the x86-64 ABI passes them.
//!
//! `va_arg` is compiled into code that walks a `va_list`: first the saved registers of the argument's class, then the
//! memory area. Both areas are objects that hold exactly what was passed: they end with it, and the places of registers that
//! nothing was passed in were never written, so reading one argument too many is out of bounds.

use crate::access::Intent;
use crate::executor::Flow;
use crate::{Executor, LostKind, Program, State};
use bowline_ir::{ArgumentClass, CallSite, PassedArgument, Width};
use bowline_memory::{Kind, Object, ObjectId, Value};
use std::ops::ControlFlow;

/// The size of an x86-64 `va_list` element.
pub(crate) const VA_LIST_BYTES: u64 = 24;

/// The name of what holds the arguments that an explored function gets beyond the named ones.
pub(crate) const UNKNOWN_ARGUMENTS: &str = "unknown variadic arguments";

const INTEGER_REGISTERS: u64 = 6;
const VECTOR_REGISTERS: u64 = 8;
/// Where the vector registers start in the save area.
const VECTOR_AREA: u64 = 8 * INTEGER_REGISTERS;

/// What `va_start` writes: the fields of a `va_list`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variadic {
    integer_offset: u64,
    vector_offset: u64,
    memory_area: u64,
    save_area: u64,
}

/// Where an argument goes.
#[derive(Clone, Copy)]
enum Spot {
    Saved(u64),
    Memory(u64),
}

/// Registers and memory used up by the arguments so far.
#[derive(Default)]
struct Usage {
    integers: u64,
    vectors: u64,
    memory: u64,
}

impl Usage {
    fn integer_offset(&self) -> u64 {
        8 * self.integers
    }

    fn vector_offset(&self) -> u64 {
        VECTOR_AREA + 16 * self.vectors
    }

    fn place(&mut self, passed: &PassedArgument) -> Spot {
        let (class, size, align) = match *passed {
            PassedArgument::Scalars { class, size, align, .. } => (class, u64::from(size), u64::from(align)),
            PassedArgument::ByValue { size, align, .. } => (ArgumentClass::Memory, size, u64::from(align)),
        };
        match class {
            ArgumentClass::Integer | ArgumentClass::SignedInteger if self.integers < INTEGER_REGISTERS => {
                self.integers += 1;
                Spot::Saved(self.integer_offset() - 8)
            }
            ArgumentClass::Vector if self.vectors < VECTOR_REGISTERS => {
                self.vectors += 1;
                Spot::Saved(self.vector_offset() - 16)
            }
            _ => {
                let at = self.memory.next_multiple_of(align.max(8));
                self.memory = at + size.next_multiple_of(8);
                Spot::Memory(at)
            }
        }
    }
}

impl Executor {
    /// Puts the arguments beyond the first `fixed` scalars where `va_arg` will look for them.
    pub(crate) fn place_variadic(
        &mut self,
        state: &mut State,
        program: &Program,
        site: &CallSite,
        fixed: usize,
    ) -> Flow<(Variadic, [ObjectId; 2])> {
        let is_fixed = |passed: &&PassedArgument| match passed {
            PassedArgument::Scalars { first, .. } => (*first as usize) < fixed,
            PassedArgument::ByValue { index, .. } => (*index as usize) < fixed,
        };
        let mut usage = Usage::default();
        for passed in site.passed.iter().take_while(is_fixed) {
            usage.place(passed);
        }
        // The memory area of the variadic arguments starts behind that of the fixed ones.
        usage.memory = 0;
        let (integer_offset, vector_offset) = (usage.integer_offset(), usage.vector_offset());
        let layout: Vec<(&PassedArgument, Spot)> =
            site.passed.iter().skip_while(is_fixed).map(|passed| (passed, usage.place(passed))).collect();
        let saved = match usage.vectors {
            0 => usage.integer_offset(),
            _ => usage.vector_offset(),
        };
        let (save_object, save_area, _) =
            self.allocate(state, Value::Int(saved), 16, Kind::SavedRegisters)?;
        let (memory_object, memory_area, _) =
            self.allocate(state, Value::Int(usage.memory), 16, Kind::Variadic)?;
        for (passed, spot) in layout {
            let (object, at) = match spot {
                Spot::Saved(at) => (save_object, at),
                Spot::Memory(at) => (memory_object, at),
            };
            self.pass(state, program, site, passed, object, at)?;
        }
        let variadic = Variadic { integer_offset, vector_offset, memory_area, save_area };
        ControlFlow::Continue((variadic, [save_object, memory_object]))
    }

    /// The same for a call that nobody wrote: integers, then doubles, behind so many fixed ones of each.
    pub(crate) fn place_unknown_variadic(
        &mut self,
        state: &mut State,
        integers: usize,
        vectors: usize,
        values: &[Vec<Value>; 2],
    ) -> Flow<(Variadic, [ObjectId; 2])> {
        let before = Usage { integers: integers as u64, vectors: vectors as u64, memory: 0 };
        let (integer_offset, vector_offset) = (before.integer_offset(), before.vector_offset());
        let end = vector_offset + 16 * values[1].len() as u64;
        let (save_object, save_area, _) = self.allocate(state, Value::Int(end), 16, Kind::SavedRegisters)?;
        let (memory_object, memory_area, _) = self.allocate(state, Value::Int(0), 16, Kind::Variadic)?;
        for object in [save_object, memory_object] {
            if let Some(object) = state.memory.object_mut(object) {
                object.set_name(Some(UNKNOWN_ARGUMENTS.into()));
            }
        }
        for (first, step, list) in [(integer_offset, 8, &values[0]), (vector_offset, 16, &values[1])] {
            for (at, value) in (0..).zip(list) {
                state.memory.write(&mut self.pool, save_object, first + step * at, 8, *value);
            }
        }
        let variadic = Variadic { integer_offset, vector_offset, memory_area, save_area };
        ControlFlow::Continue((variadic, [save_object, memory_object]))
    }

    fn pass(
        &mut self,
        state: &mut State,
        program: &Program,
        site: &CallSite,
        passed: &PassedArgument,
        object: ObjectId,
        mut at: u64,
    ) -> Flow {
        match *passed {
            PassedArgument::Scalars { first, count, class, .. } => {
                // A narrow argument takes all of its place.
                if class != ArgumentClass::Memory {
                    let place = if class == ArgumentClass::Vector { 16 } else { 8 };
                    let room = state.memory.object(object).map_or(0, Object::capacity).saturating_sub(at);
                    state.memory.fill(&mut self.pool, (object, at), Value::Int(0), room.min(place));
                }
                // Several scalars of one argument lie side by side: the elements of a vector.
                for &(operand, width) in &site.args[first as usize..(first + count) as usize] {
                    let bytes = u32::from(width).div_ceil(8);
                    let value = self.operand(program, state, operand);
                    let value = self.resized(value, width, bytes as Width * 8);
                    state.memory.write(&mut self.pool, object, at, bytes, value);
                    at += u64::from(bytes);
                }
                ControlFlow::Continue(())
            }
            PassedArgument::ByValue { index, size, .. } => {
                let from = self.operand(program, state, site.args[index as usize].0);
                let Some(base) = state.memory.object(object).map(|object| object.base()) else {
                    return ControlFlow::Continue(());
                };
                self.copy_block(state, Value::Int(base + at), from, Value::Int(size))
            }
        }
    }

    /// Writes a `va_list` at its first argument.
    pub(crate) fn va_start(&mut self, state: &mut State, list: Value) -> Flow {
        let Some(variadic) = state.frame.variadic.as_deref().copied() else {
            let what = "va_start in a function that is not variadic";
            return ControlFlow::Break(self.lost_path(LostKind::Unsupported, what, state));
        };
        let target = self.access(state, list, Value::Int(VA_LIST_BYTES), Intent::Write)?;
        let Value::Int(offset) = target.offset else {
            let what = "va_start at a symbolic address";
            return ControlFlow::Break(self.lost_path(LostKind::Unsupported, what, state));
        };
        let offsets = variadic.integer_offset | variadic.vector_offset << 32;
        for (at, word) in (0..).zip([offsets, variadic.memory_area, variadic.save_area]) {
            state.memory.write(&mut self.pool, target.object, offset + 8 * at, 8, Value::Int(word));
        }
        ControlFlow::Continue(())
    }
}
