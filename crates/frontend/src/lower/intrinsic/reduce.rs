//! `llvm.vector.reduce.*`: all lanes into one, from the first to the last.

use super::super::arithmetic::float_kind;
use super::super::function::{FunctionLowering, Lowered};
use super::unsupported_intrinsic;
use crate::llvm::Instruction;
use bowline_ir::{BinaryOp, FloatBinaryOp, Operand};

enum Reduction {
    Integer(BinaryOp),
    Float(FloatBinaryOp),
    /// With a start value as the first argument.
    FloatFrom(FloatBinaryOp),
}

fn reduction(operation: &str) -> Option<Reduction> {
    Some(match operation {
        "add" => Reduction::Integer(BinaryOp::Add),
        "mul" => Reduction::Integer(BinaryOp::Mul),
        "and" => Reduction::Integer(BinaryOp::And),
        "or" => Reduction::Integer(BinaryOp::Or),
        "xor" => Reduction::Integer(BinaryOp::Xor),
        "smax" => Reduction::Integer(BinaryOp::SMax),
        "smin" => Reduction::Integer(BinaryOp::SMin),
        "umax" => Reduction::Integer(BinaryOp::UMax),
        "umin" => Reduction::Integer(BinaryOp::UMin),
        "fmax" => Reduction::Float(FloatBinaryOp::MaxNum),
        "fmin" => Reduction::Float(FloatBinaryOp::MinNum),
        "fmaximum" => Reduction::Float(FloatBinaryOp::Maximum),
        "fminimum" => Reduction::Float(FloatBinaryOp::Minimum),
        "fadd" => Reduction::FloatFrom(FloatBinaryOp::Add),
        "fmul" => Reduction::FloatFrom(FloatBinaryOp::Mul),
        _ => return None,
    })
}

impl<'m> FunctionLowering<'_, 'm> {
    pub fn lower_reduction(&mut self, call: Instruction<'m>, operation: &str, name: &str) -> Lowered {
        let reduction = reduction(operation).ok_or_else(|| unsupported_intrinsic(name))?;
        let leaf = self.layout(call.ty())?.leaves[0];
        let (start, vector) = match reduction {
            Reduction::FloatFrom(_) => (Some(self.scalar(call.operand(0))?), call.operand(1)),
            _ => (None, call.operand(0)),
        };
        let lanes = self.scalars(vector)?;
        let mut rest = lanes.iter().copied();
        let mut result: Operand = start.or_else(|| rest.next()).ok_or_else(|| unsupported_intrinsic(name))?;
        for lane in rest {
            result = match reduction {
                Reduction::Integer(op) => self.binary(op, leaf.width, result, lane),
                Reduction::Float(op) | Reduction::FloatFrom(op) => {
                    self.float_binary(op, float_kind(leaf)?, result, lane)
                }
            };
        }
        self.bind(call, result)
    }
}
