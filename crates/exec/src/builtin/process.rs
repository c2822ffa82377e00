//! The process: abnormal ends and output.

use super::{Builtin, Call};
use crate::access::{Intent, Target};
use crate::executor::Flow;
use crate::fork::Decision;
use crate::{BugKind, Ending, Executor, LostKind, State};
use bowline_memory::{Located, Value};
use std::io::Write;
use std::ops::ControlFlow;

/// Longest string that is read for a message.
const MAX_TEXT: u64 = 4096;

/// Bytes of one output that are looked at.
const MAX_CHECKED: u64 = 4096;

impl Executor {
    pub(super) fn process_builtin(&mut self, state: &mut State, builtin: Builtin, call: &Call<'_>) -> Flow {
        match builtin {
            Builtin::Abort if self.config.abort_is_silent => ControlFlow::Break(Ending::Silent),
            Builtin::Abort | Builtin::KleeAbort => {
                ControlFlow::Break(self.bug(state, BugKind::Abort, "the program calls abort"))
            }
            Builtin::AssertFail => {
                let text = self.text(state, call.arg(0));
                let message = format!("assertion `{text}` fails");
                ControlFlow::Break(self.bug(state, BugKind::Assertion, message))
            }
            Builtin::Write => self.write_output(state, call),
            Builtin::Decide => {
                let holds = self.truth(call.arg(0), call.width(0));
                let known = match self.decide_for_good(state, holds) {
                    Decision::Yes => true,
                    Decision::No => false,
                    Decision::Both(other) => {
                        self.again(*other);
                        true
                    }
                };
                call.give(state, Value::Int(u64::from(known)));
                ControlFlow::Continue(())
            }
            Builtin::Concretise => {
                let what = self.text(state, call.arg(1));
                let value = call.arg(0).to_expr(&mut self.pool, 64);
                let value = self.concretise(state, value, &what);
                call.give(state, Value::Int(value as u64));
                ControlFlow::Continue(())
            }
            Builtin::Refused => {
                let what = self.text(state, call.arg(0));
                self.lose(LostKind::Refused, what, state);
                ControlFlow::Continue(())
            }
            _ => {
                let what = self.text(state, call.arg(0));
                ControlFlow::Break(self.lost_path(LostKind::Unsupported, what, state))
            }
        }
    }

    /// Output is shown as it is under the path's model; it is not part of the path.
    fn write_output(&mut self, state: &mut State, call: &Call<'_>) -> Flow {
        let length = call.arg(2);
        if length != Value::Int(0) {
            let target = self.access(state, call.arg(1), length, Intent::Read)?;
            if self.config.checks.uninitialised_read {
                self.check_output(state, target, length)?;
            }
            if self.config.show_output {
                let length = self.current(state, length, 64);
                let start = self.current(state, target.offset, 64);
                let bytes: Vec<u8> = (start..start + length)
                    .map(|at| {
                        let byte = state.memory.byte(&mut self.pool, target.object, at);
                        self.current(state, byte, 8) as u8
                    })
                    .collect();
                // A closed pipe is not the program's concern.
                let _ = match self.current(state, call.arg(0), 32) {
                    2 => std::io::stderr().write_all(&bytes),
                    _ => std::io::stdout().write_all(&bytes),
                };
            }
        }
        call.give(state, length);
        ControlFlow::Continue(())
    }

    /// Nothing that is written out depends on what nobody wrote. Of output at a place that only the path knows, the bytes under its model are looked at.
    fn check_output(&mut self, state: &mut State, target: Target, length: Value) -> Flow {
        let length = self.current(state, length, 64).min(MAX_CHECKED);
        let start = self.current(state, target.offset, 64);
        for at in start..start + length {
            let byte = state.memory.byte(&mut self.pool, target.object, at);
            self.check_decision(state, byte, "output")?;
        }
        ControlFlow::Continue(())
    }

    /// The C string at an address, under the path's model, for names and messages.
    pub(crate) fn text(&mut self, state: &State, address: Value) -> String {
        let at = self.current(state, address, 64);
        let Located::Object { id, offset } = state.memory.locate(at) else { return String::new() };
        let Some(capacity) = state.memory.object(id).map(|object| object.capacity()) else {
            return String::new();
        };
        let start = offset.max(0) as u64;
        let mut bytes = Vec::new();
        for at in start..capacity.min(start + MAX_TEXT) {
            let byte = state.memory.byte(&mut self.pool, id, at);
            match self.current(state, byte, 8) as u8 {
                0 => break,
                byte => bytes.push(byte),
            }
        }
        String::from_utf8_lossy(&bytes).into_owned()
    }
}
