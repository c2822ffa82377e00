//! The interface of software-verification competitions.

use super::{Builtin, Call};
use crate::executor::Flow;
use crate::{BugKind, Executor, State};
use bowline_memory::Value;
use std::ops::ControlFlow;

impl Executor {
    pub(super) fn verifier_builtin(&mut self, state: &mut State, builtin: Builtin, call: &Call<'_>) -> Flow {
        match builtin {
            Builtin::VerifierError => {
                ControlFlow::Break(self.bug(state, BugKind::Assertion, "the error function is reached"))
            }
            _ => {
                let width = call.result_width();
                let bytes = u64::from(width).div_ceil(8);
                let whole = self.fresh_input(state, "nondet", bytes);
                let value = self.pool.truncate(whole, width);
                call.give(state, Value::from_expr(&self.pool, value));
                ControlFlow::Continue(())
            }
        }
    }
}
