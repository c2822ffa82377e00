//! Atomic operations. There is one thread, so each is a plain load, an operation and a plain store.

use super::Unsupported;
use super::arithmetic::float_kind;
use super::function::{FunctionLowering, Lowered};
use super::layout::{Leaf, wide_integer};
use crate::llvm::{AtomicOp, Instruction};
use bowline_ir::{BinaryOp, ComparePredicate, FloatBinaryOp, Inst, Operand};

impl<'m> FunctionLowering<'_, 'm> {
    pub fn lower_atomic_update(&mut self, instruction: Instruction<'m>) -> Lowered {
        let layout = self.layout(instruction.ty())?;
        if wide_integer(instruction.ty()).is_some() {
            return Err(Unsupported(format!("atomicrmw of {}", instruction.ty().text())));
        }
        let address = self.scalar(instruction.operand(0))?;
        let operand = self.scalars(instruction.operand(1))?;
        let old = self.load(&layout, address)?;
        let mut new = Vec::with_capacity(layout.leaves.len());
        for (lane, leaf) in layout.leaves.iter().enumerate() {
            new.push(self.updated(instruction.atomic_op(), *leaf, old[lane], operand[lane])?);
        }
        self.store(&layout, address, &new)?;
        self.bind(instruction, old)
    }

    fn updated(
        &mut self,
        op: AtomicOp,
        leaf: Leaf,
        old: Operand,
        operand: Operand,
    ) -> Result<Operand, Unsupported> {
        let width = leaf.width;
        let integer = match op {
            AtomicOp::LLVMAtomicRMWBinOpXchg => return Ok(operand),
            AtomicOp::LLVMAtomicRMWBinOpAdd => BinaryOp::Add,
            AtomicOp::LLVMAtomicRMWBinOpSub => BinaryOp::Sub,
            AtomicOp::LLVMAtomicRMWBinOpAnd => BinaryOp::And,
            AtomicOp::LLVMAtomicRMWBinOpOr => BinaryOp::Or,
            AtomicOp::LLVMAtomicRMWBinOpXor => BinaryOp::Xor,
            AtomicOp::LLVMAtomicRMWBinOpMax => BinaryOp::SMax,
            AtomicOp::LLVMAtomicRMWBinOpMin => BinaryOp::SMin,
            AtomicOp::LLVMAtomicRMWBinOpUMax => BinaryOp::UMax,
            AtomicOp::LLVMAtomicRMWBinOpUMin => BinaryOp::UMin,
            AtomicOp::LLVMAtomicRMWBinOpNand => {
                let both = self.binary(BinaryOp::And, width, old, operand);
                let ones = self.int(width, u128::MAX);
                return Ok(self.binary(BinaryOp::Xor, width, both, ones));
            }
            AtomicOp::LLVMAtomicRMWBinOpFAdd => {
                return self.updated_float(FloatBinaryOp::Add, leaf, old, operand);
            }
            AtomicOp::LLVMAtomicRMWBinOpFSub => {
                return self.updated_float(FloatBinaryOp::Sub, leaf, old, operand);
            }
            AtomicOp::LLVMAtomicRMWBinOpFMax => {
                return self.updated_float(FloatBinaryOp::MaxNum, leaf, old, operand);
            }
            AtomicOp::LLVMAtomicRMWBinOpFMin => {
                return self.updated_float(FloatBinaryOp::MinNum, leaf, old, operand);
            }
            AtomicOp::LLVMAtomicRMWBinOpUIncWrap => {
                let (zero, one) = (self.int(width, 0), self.int(width, 1));
                let more = self.binary(BinaryOp::Add, width, old, one);
                let wraps = self.compare(ComparePredicate::Uge, width, old, operand);
                return Ok(self.select(width, wraps, zero, more));
            }
            AtomicOp::LLVMAtomicRMWBinOpUDecWrap => {
                let (zero, one) = (self.int(width, 0), self.int(width, 1));
                let less = self.binary(BinaryOp::Sub, width, old, one);
                let is_zero = self.compare(ComparePredicate::Eq, width, old, zero);
                let is_above = self.compare(ComparePredicate::Ugt, width, old, operand);
                let wraps = self.binary(BinaryOp::Or, 1, is_zero, is_above);
                return Ok(self.select(width, wraps, operand, less));
            }
        };
        Ok(self.binary(integer, width, old, operand))
    }

    fn updated_float(
        &mut self,
        op: FloatBinaryOp,
        leaf: Leaf,
        old: Operand,
        operand: Operand,
    ) -> Result<Operand, Unsupported> {
        Ok(self.float_binary(op, float_kind(leaf)?, old, operand))
    }

    /// Gives the old value and whether it was the expected one. The store happens in any case, as on x86.
    pub fn lower_compare_exchange(&mut self, instruction: Instruction<'m>) -> Lowered {
        let address = self.scalar(instruction.operand(0))?;
        let width = self.layout(instruction.operand(1).ty())?.leaves[0].width;
        let expected = self.scalar(instruction.operand(1))?;
        let new = self.scalar(instruction.operand(2))?;
        let old = self.load_scalar(width, address);
        let equal = self.compare(ComparePredicate::Eq, width, old, expected);
        let value = self.select(width, equal, new, old);
        self.emit(Inst::Store { width, address, value });
        self.bind(instruction, vec![old, equal])
    }
}
