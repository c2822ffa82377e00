//! `setjmp` and `longjmp`.
//!
//! `setjmp` writes a token into the buffer; `longjmp` reads it back, so a copied buffer works too. Registers of the frame keep
//! the values they have at the time of the jump, which is what C leaves open for variables that are not volatile.

use super::Call;
use crate::access::Intent;
use crate::executor::Flow;
use crate::state::JumpPoint;
use crate::{Ending, Executor, LostKind, State};
use bowline_memory::Value;
use std::ops::ControlFlow;

impl Executor {
    pub(super) fn set_jump(&mut self, state: &mut State, call: &Call<'_>) -> Flow {
        let target = self.access(state, call.arg(0), Value::Int(8), Intent::Write)?;
        let token = state.jumps.len() as u64;
        state.jumps.push_back(JumpPoint {
            serial: state.frame.serial,
            position: state.frame.position,
            result: call.site.results.first().map(|(reg, _)| *reg),
        });
        self.write(state, target, 8, Value::Int(token));
        call.give(state, Value::Int(0));
        ControlFlow::Continue(())
    }

    pub(super) fn long_jump(&mut self, state: &mut State, call: &Call<'_>) -> Flow {
        let target = self.access(state, call.arg(0), Value::Int(8), Intent::Read)?;
        let token = self.read(state, target, 8).to_expr(&mut self.pool, 64);
        let made = self.pool.constant(state.jumps.len() as u128, 64);
        let is_made = self.pool.ult(token, made);
        self.demand(state, is_made, |executor, state| executor.nowhere_to_jump(state))?;
        // Which of several buffers it is may depend on inputs.
        let token = self.each_value(state, token);
        let point = usize::try_from(token).ok().and_then(|at| state.jumps.get(at).copied());
        let value = call.arg(1).to_expr(&mut self.pool, 32);
        // A value of 0 arrives as 1.
        let (zero, one) = (self.pool.constant(0, 32), self.pool.constant(1, 32));
        let is_zero = self.pool.eq(value, zero);
        let value = self.pool.ite(is_zero, one, value);
        let value = Value::from_expr(&self.pool, value);
        let alive = point.filter(|point| state.frames().any(|frame| frame.serial == point.serial));
        let Some(point) = alive else {
            return ControlFlow::Break(self.nowhere_to_jump(state));
        };
        while state.frame.serial != point.serial {
            state.pop_frame();
        }
        if let Some(reg) = point.result {
            state.set(reg, value);
        }
        state.frame.position = point.position + 1;
        if self.border.is_some() && self.escapes_region(state) {
            return ControlFlow::Break(Ending::Lost);
        }
        ControlFlow::Continue(())
    }

    fn nowhere_to_jump(&mut self, state: &State) -> Ending {
        let what = "longjmp to a call of setjmp that has returned, or to none";
        self.lost_path(LostKind::Unsupported, what, state)
    }
}
