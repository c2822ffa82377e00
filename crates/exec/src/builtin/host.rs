//! What the modelled file system in `runtime/libc` asks: the real files, by the hook [`crate::hooks::Host`], and questions
//! about unknown texts and sizes that C could only ask by forking.

use super::{Builtin, Call};
use crate::access::Intent;
use crate::executor::Flow;
use crate::hooks::{HostError, HostStatus};
use crate::{Executor, LostKind, State};
use bowline_memory::{ObjectId, Size, Value};
use std::ops::ControlFlow;

/// Longest text that is looked at.
const MAX_PATH: u64 = 4096;

/// What an unknown path finds.
const ENOENT: i64 = 2;
/// What a file finds that the user did not allow to be read.
const EACCES: i64 = 13;
const ERANGE: i64 = 34;

/// Bytes of the C struct `host_status`.
const STATUS_BYTES: usize = 40;

/// A text in memory.
enum Text {
    Known(Vec<u8>),
    /// Some byte before the end, or the pointer itself, depends on the input.
    Unknown,
}

impl Executor {
    pub(super) fn host_builtin(&mut self, state: &mut State, builtin: Builtin, call: &Call<'_>) -> Flow {
        let answer = match builtin {
            Builtin::IsKnownText => i64::from(matches!(self.known_text(state, call.arg(0))?, Text::Known(_))),
            Builtin::SameText => return self.same_text(state, call),
            Builtin::Most => match call.arg(0) {
                Value::Int(number) => number as i64,
                Value::Expr(expr) => self.longest(state, expr, u64::MAX)? as i64,
            },
            Builtin::HostDirectory => {
                let directory = self.host.directory();
                self.hand_over(state, call.arg(0), call.arg(1), directory)?
            }
            _ => match self.known_text(state, call.arg(0))? {
                Text::Known(path) => self.ask_host(state, builtin, call, &path)?,
                Text::Unknown => {
                    let what = "a path with unknown bytes is taken as missing from the real file system";
                    self.lose(LostKind::Concretised, what, state);
                    -ENOENT
                }
            },
        };
        call.give(state, Value::Int(answer as u64 & crate::arith::mask(call.result_width())));
        ControlFlow::Continue(())
    }

    fn ask_host(&mut self, state: &mut State, builtin: Builtin, call: &Call<'_>, path: &[u8]) -> Flow<i64> {
        let (room, found) = match builtin {
            Builtin::HostStatus => {
                let found = self.host.status(path).map(|status| encode(&status).to_vec());
                (Value::Int(STATUS_BYTES as u64), found)
            }
            Builtin::HostList => {
                let names = self.host.list(path).map(|names| {
                    names.iter().flat_map(|name| name.iter().copied().chain(std::iter::once(0))).collect()
                });
                (call.arg(2), names)
            }
            _ => {
                let room = self.current(state, call.arg(2), 64) as usize;
                let bytes = self.host.read(path).map(|mut bytes| {
                    bytes.truncate(room);
                    bytes
                });
                (call.arg(2), bytes)
            }
        };
        if found == Err(HostError::Refused) {
            let path = String::from_utf8_lossy(path);
            let what = format!("{path} may not be read, so it is not; --allow-read {path} allows it");
            self.lose(LostKind::Refused, what, state);
        }
        let given = self.hand_over(state, call.arg(1), room, found)?;
        ControlFlow::Continue(if builtin == Builtin::HostStatus { given.min(0) } else { given })
    }

    /// Writes bytes to the program's memory if there is room for all of them. Gives their number, or a negative error.
    fn hand_over(
        &mut self,
        state: &mut State,
        to: Value,
        room: Value,
        bytes: Result<Vec<u8>, HostError>,
    ) -> Flow<i64> {
        let bytes = match bytes {
            Ok(bytes) => bytes,
            Err(HostError::System(number)) => return ControlFlow::Continue(-i64::from(number)),
            Err(HostError::Refused) => return ControlFlow::Continue(-EACCES),
        };
        let length = bytes.len() as u64;
        if length > 0 && length <= self.current(state, room, 64) {
            let target = self.access(state, to, Value::Int(length), Intent::Write)?;
            let Value::Int(offset) = target.offset else { return ControlFlow::Continue(-ERANGE) };
            state.memory.write_bytes(target.object, offset, &bytes);
        }
        ControlFlow::Continue(length as i64)
    }

    /// The object and offset a text begins at; none if that depends on the input.
    fn text_place(&mut self, state: &mut State, address: Value) -> Flow<Option<(ObjectId, u64)>> {
        let target = self.access(state, address, Value::Int(1), Intent::Read)?;
        ControlFlow::Continue(match target.offset {
            Value::Int(offset) => Some((target.object, offset)),
            Value::Expr(_) => None,
        })
    }

    fn known_text(&mut self, state: &mut State, address: Value) -> Flow<Text> {
        let Some((object, start)) = self.text_place(state, address)? else {
            return ControlFlow::Continue(Text::Unknown);
        };
        let capacity = state.memory.object(object).map_or(0, |object| object.capacity());
        let mut bytes = Vec::new();
        for at in start..capacity.min(start + MAX_PATH) {
            match state.memory.byte(&mut self.pool, object, at) {
                Value::Int(0) => return ControlFlow::Continue(Text::Known(bytes)),
                Value::Int(byte) => bytes.push(byte as u8),
                Value::Expr(_) => return ControlFlow::Continue(Text::Unknown),
            }
        }
        ControlFlow::Continue(Text::Known(bytes))
    }

    /// Whether a text is a known one, as one condition: all bytes are equal, and all lie within the object.
    fn same_text(&mut self, state: &mut State, call: &Call<'_>) -> Flow {
        let known = self.known_text(state, call.arg(1))?;
        let place = self.text_place(state, call.arg(0))?;
        let (Text::Known(mut known), Some((object, start))) = (known, place) else {
            call.give(state, Value::Int(0));
            return ControlFlow::Continue(());
        };
        known.push(0);
        let (capacity, size) = match state.memory.object(object) {
            Some(object) => (object.capacity(), object.size()),
            None => (0, Size::Known(0)),
        };
        let end = start + known.len() as u64;
        if end > capacity {
            call.give(state, Value::Int(0));
            return ControlFlow::Continue(());
        }
        let mut equal = match size {
            Size::Known(size) => self.pool.constant(u128::from(end <= size), 1),
            Size::Symbolic(size) => {
                let end = self.pool.constant(u128::from(end), 64);
                self.pool.ule(end, size)
            }
        };
        for (at, &expected) in (start..).zip(&known) {
            let byte = state.memory.byte(&mut self.pool, object, at).to_expr(&mut self.pool, 8);
            let expected = self.pool.constant(u128::from(expected), 8);
            let same = self.pool.eq(byte, expected);
            equal = self.pool.and(equal, same);
        }
        let width = call.result_width();
        let (yes, no) = (self.pool.constant(1, width), self.pool.constant(0, width));
        let answer = self.pool.ite(equal, yes, no);
        call.give(state, Value::from_expr(&self.pool, answer));
        ControlFlow::Continue(())
    }
}

/// As `struct host_status` in `runtime/libc/files.h`.
fn encode(status: &HostStatus) -> [u8; STATUS_BYTES] {
    let fields = [
        u64::from(status.mode),
        status.size,
        status.number,
        u64::from(status.refused),
        status.modified as u64,
    ];
    let mut bytes = [0; STATUS_BYTES];
    for (field, at) in fields.iter().zip(bytes.chunks_mut(8)) {
        at.copy_from_slice(&field.to_le_bytes());
    }
    bytes
}
