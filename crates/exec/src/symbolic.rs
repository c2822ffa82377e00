//! Instructions whose operands are not all machine words, and those that may fail.

use crate::executor::Flow;
use crate::open_float::Operation;
use crate::{BugKind, Ending, Executor, LostKind, Program, State, arith};
use bowline_expr::ExprId;
use bowline_ir::{BinaryOp, CastOp, ComparePredicate, Inst, Operand, Reg, UnaryOp, Width, Wrapping};
use bowline_memory::Value;
use std::ops::ControlFlow;

impl Executor {
    #[expect(clippy::too_many_arguments, reason = "the fields of one instruction")]
    pub(crate) fn binary(
        &mut self,
        state: &mut State,
        op: BinaryOp,
        width: Width,
        wrapping: Wrapping,
        dst: Reg,
        x: Value,
        y: Value,
    ) -> Flow {
        use BinaryOp::*;
        match op {
            UDiv | SDiv | URem | SRem => self.check_divisor(state, op, width, x, y)?,
            Shl | LShr | AShr => self.check_shift(state, width, y)?,
            _ => {}
        }
        if self.config.checks.signed_overflow && wrapping.no_signed_wrap {
            self.check_overflow(state, op, width, x, y)?;
        }
        let value = match (x, y) {
            (Value::Int(x), Value::Int(y)) => Value::Int(arith::binary(op, width, x, y)),
            _ => {
                let (a, b) = (x.to_expr(&mut self.pool, width), y.to_expr(&mut self.pool, width));
                let term = arith::binary_expr(&mut self.pool, op, a, b);
                Value::from_expr(&self.pool, term)
            }
        };
        state.set(dst, value);
        ControlFlow::Continue(())
    }

    fn check_divisor(&mut self, state: &mut State, op: BinaryOp, width: Width, x: Value, y: Value) -> Flow {
        let divisor = y.to_expr(&mut self.pool, width);
        let zero = self.pool.constant(0, width);
        let nonzero = self.pool.ne(divisor, zero);
        self.demand(state, nonzero, |executor, state| {
            executor.bug(state, BugKind::DivisionByZero, "the divisor is 0")
        })?;
        if matches!(op, BinaryOp::SDiv | BinaryOp::SRem) {
            // The quotient of the smallest number and -1 does not fit; the hardware traps as for a zero divisor.
            let minimum = self.pool.constant(1 << (width - 1), width);
            let ones = self.pool.constant(u128::MAX, width);
            let dividend = x.to_expr(&mut self.pool, width);
            let (a, b) = (self.pool.ne(dividend, minimum), self.pool.ne(divisor, ones));
            let fits = self.pool.or(a, b);
            let message = "the quotient of the smallest integer and -1 does not fit";
            self.demand(state, fits, |executor, state| {
                executor.bug(state, BugKind::SignedOverflow, message)
            })?;
        }
        ControlFlow::Continue(())
    }

    fn check_shift(&mut self, state: &mut State, width: Width, amount: Value) -> Flow {
        let own_code = self.program().module.runtime_functions.contains(&state.frame.function);
        if !self.config.check_shifts || own_code {
            return ControlFlow::Continue(());
        }
        let amount = amount.to_expr(&mut self.pool, width);
        let bits = self.pool.constant(u128::from(width), width);
        // A width of one bit cannot even express its own size.
        let fits = if width == 1 { self.pool.not(amount) } else { self.pool.ult(amount, bits) };
        self.demand(state, fits, |executor, state| {
            let amount = executor.solver.eval(&executor.pool, &state.path, amount);
            let amount = bowline_expr::fold::signed(amount, width);
            executor.bug(state, BugKind::ShiftOutOfRange, format!("shift of a {width}-bit value by {amount}"))
        })
    }

    fn check_overflow(&mut self, state: &mut State, op: BinaryOp, width: Width, x: Value, y: Value) -> Flow {
        let flag = match op {
            BinaryOp::Add => BinaryOp::SAddOverflows,
            BinaryOp::Sub => BinaryOp::SSubOverflows,
            BinaryOp::Mul => BinaryOp::SMulOverflows,
            _ => return ControlFlow::Continue(()),
        };
        let (a, b) = (x.to_expr(&mut self.pool, width), y.to_expr(&mut self.pool, width));
        let overflows = arith::binary_expr(&mut self.pool, flag, a, b);
        let fits = self.pool.not(overflows);
        self.demand(state, fits, |executor, state| {
            let value = |e: ExprId, executor: &mut Executor| {
                bowline_expr::fold::signed(executor.solver.eval(&executor.pool, &state.path, e), width)
            };
            let (x, y) = (value(a, executor), value(b, executor));
            let sign = match op {
                BinaryOp::Add => '+',
                BinaryOp::Sub => '-',
                _ => '*',
            };
            executor.bug(state, BugKind::SignedOverflow, format!("{x} {sign} {y} does not fit {width} bits"))
        })
    }

    /// [`Executor::require`] as a [`Flow`].
    pub(crate) fn demand(
        &mut self,
        state: &mut State,
        condition: ExprId,
        failure: impl FnOnce(&mut Self, &mut State) -> Ending,
    ) -> Flow {
        match self.require(state, condition, failure) {
            Ok(()) => ControlFlow::Continue(()),
            Err(ending) => ControlFlow::Break(ending),
        }
    }

    pub(crate) fn compare(
        &mut self,
        state: &mut State,
        predicate: ComparePredicate,
        width: Width,
        dst: Reg,
        x: Value,
        y: Value,
    ) {
        let (a, b) = (x.to_expr(&mut self.pool, width), y.to_expr(&mut self.pool, width));
        let term = arith::compare_expr(&mut self.pool, predicate, a, b);
        state.set(dst, Value::from_expr(&self.pool, term));
    }

    pub(crate) fn cast(
        &mut self,
        state: &mut State,
        op: CastOp,
        from: Width,
        to: Width,
        dst: Reg,
        x: Value,
    ) -> Flow {
        let a = x.to_expr(&mut self.pool, from);
        match arith::cast_expr(&mut self.pool, op, to, a) {
            Some(term) => {
                state.set(dst, Value::from_expr(&self.pool, term));
                ControlFlow::Continue(())
            }
            None => self.float_result(state, Operation::Cast(op, from, to), &[(x, from)], dst),
        }
    }

    fn float(
        &mut self,
        state: &mut State,
        program: &Program,
        operation: Operation,
        operands: &[Operand],
        dst: Reg,
    ) -> Flow {
        let width = operation.operand_width();
        let operands: Vec<(Value, Width)> =
            operands.iter().map(|operand| (self.operand(program, state, *operand), width)).collect();
        self.float_result(state, operation, &operands, dst)
    }

    /// The result of a floating-point operation, on concrete bits unless it stays open.
    fn float_result(
        &mut self,
        state: &mut State,
        operation: Operation,
        operands: &[(Value, Width)],
        dst: Reg,
    ) -> Flow {
        let value = match self.open_float(state, operation, operands) {
            Some(value) => value,
            None => {
                let bits: Vec<u128> = operands
                    .iter()
                    .map(|(value, width)| self.concrete_float(state, *value, *width))
                    .collect();
                let Some(result) = operation.result(&bits) else {
                    return ControlFlow::Break(self.lost_path(
                        LostKind::Unsupported,
                        operation.name(),
                        state,
                    ));
                };
                self.value_of(result, operation.width())
            }
        };
        state.set(dst, value);
        ControlFlow::Continue(())
    }

    fn value_of(&mut self, bits: u128, width: Width) -> Value {
        if width <= 64 { Value::Int(bits as u64) } else { Value::Expr(self.pool.constant(bits, width)) }
    }

    /// The bits of an operand of a floating-point operation; a symbolic one is concretised.
    fn concrete_float(&mut self, state: &mut State, value: Value, width: Width) -> u128 {
        match value {
            Value::Int(word) => u128::from(word),
            Value::Expr(_) => {
                let expr = value.to_expr(&mut self.pool, width);
                self.concretise(state, expr, "a symbolic value in floating-point arithmetic")
            }
        }
    }

    /// Instructions that are too rare for the main loop.
    pub(crate) fn rare(&mut self, state: &mut State, program: &Program, inst: Inst) -> Flow {
        match inst {
            Inst::Unary { op, width, dst, a } => {
                let value = match self.operand(program, state, a) {
                    Value::Int(x) => Value::Int(arith::unary(op, width, x)),
                    Value::Expr(e) => self.unary(op, e),
                };
                state.set(dst, value);
            }
            Inst::Ternary { op, width, dst, a, b, c } => {
                let [a, b, c] =
                    [a, b, c].map(|o| self.operand(program, state, o).to_expr(&mut self.pool, width));
                let term = arith::ternary_expr(&mut self.pool, op, a, b, c);
                state.set(dst, Value::from_expr(&self.pool, term));
            }
            Inst::FloatBinary { op, kind, dst, a, b } => {
                return self.float(state, program, Operation::Binary(op, kind), &[a, b], dst);
            }
            Inst::FloatUnary { op, kind, dst, a } => {
                return self.float(state, program, Operation::Unary(op, kind), &[a], dst);
            }
            Inst::FloatFma { kind, dst, a, b, c } => {
                return self.float(state, program, Operation::Fma(kind), &[a, b, c], dst);
            }
            Inst::FloatCompare { predicate, kind, dst, a, b } => {
                return self.float(state, program, Operation::Compare(predicate, kind), &[a, b], dst);
            }
            Inst::FloatClass { kind, dst, a, mask } => {
                return self.float(state, program, Operation::Class(kind, mask), &[a], dst);
            }
            other => return self.memory_instruction(state, program, other),
        }
        ControlFlow::Continue(())
    }

    fn unary(&mut self, op: UnaryOp, e: ExprId) -> Value {
        let term = arith::unary_expr(&mut self.pool, op, e);
        Value::from_expr(&self.pool, term)
    }
}
