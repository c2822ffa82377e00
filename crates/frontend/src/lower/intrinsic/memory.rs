//! Intrinsics on memory, the stack and variadic arguments.

use super::super::Unsupported;
use super::super::function::{FunctionLowering, Lowered};
use super::super::layout::{Leaf, Scalar};
use super::NO_RESULT;
use crate::llvm::{Instruction, Value};
use bowline_ir::{BinaryOp, CastOp, Inst, Operand};

const POINTER: Leaf = Leaf { width: 64, scalar: Scalar::Pointer };
const INT: Leaf = Leaf { width: 32, scalar: Scalar::Integer };

impl<'m> FunctionLowering<'_, 'm> {
    /// A length, as 64 bits.
    fn length(&mut self, value: Value<'m>) -> Result<Operand, Unsupported> {
        let width = self.layout(value.ty())?.leaves[0].width;
        let length = self.scalar(value)?;
        Ok(self.resize(CastOp::ZeroExtend, width, 64, length))
    }

    pub fn lower_memory_copy(&mut self, call: Instruction<'m>, may_overlap: bool) -> Lowered {
        let (to, from) = (self.scalar(call.operand(0))?, self.scalar(call.operand(1))?);
        let length = self.length(call.operand(2))?;
        self.emit(Inst::MemCopy { to, from, length, may_overlap });
        NO_RESULT
    }

    pub fn lower_memory_set(&mut self, call: Instruction<'m>) -> Lowered {
        let (to, byte) = (self.scalar(call.operand(0))?, self.scalar(call.operand(1))?);
        let length = self.length(call.operand(2))?;
        self.emit(Inst::MemSet { to, byte, length });
        NO_RESULT
    }

    pub fn lower_object_size(&mut self, call: Instruction<'m>) -> Lowered {
        let address = self.scalar(call.operand(0))?;
        let zero_if_unknown = call.operand(1).integer() == Some(1);
        let width = self.layout(call.ty())?.leaves[0].width;
        let dst = self.fresh();
        self.emit(Inst::ObjectSize { dst, width, address, zero_if_unknown });
        self.bind(call, Operand::reg(dst))
    }

    pub fn lower_stack_save(&mut self, call: Instruction<'m>) -> Lowered {
        let dst = self.fresh();
        self.emit(Inst::StackSave { dst });
        self.bind(call, Operand::reg(dst))
    }

    pub fn lower_stack_restore(&mut self, call: Instruction<'m>) -> Lowered {
        let saved = self.scalar(call.operand(0))?;
        self.emit(Inst::StackRestore { saved });
        NO_RESULT
    }

    pub fn lower_va_start(&mut self, call: Instruction<'m>) -> Lowered {
        let list = self.scalar(call.operand(0))?;
        self.emit(Inst::VaStart { list });
        NO_RESULT
    }

    pub fn lower_va_copy(&mut self, call: Instruction<'m>) -> Lowered {
        let (to, from) = (self.scalar(call.operand(0))?, self.scalar(call.operand(1))?);
        self.emit(Inst::VaCopy { to, from });
        NO_RESULT
    }

    pub fn lower_pointer_mask(&mut self, call: Instruction<'m>) -> Lowered {
        self.lanes(call, |this, [pointer, mask], leaf| {
            Ok(this.binary(BinaryOp::And, leaf.width, pointer, mask))
        })
    }

    /// An address stored as a 32-bit distance from the table that holds it.
    pub fn lower_load_relative(&mut self, call: Instruction<'m>) -> Lowered {
        let table = self.scalar(call.operand(0))?;
        let width = self.layout(call.operand(1).ty())?.leaves[0].width;
        let offset = self.scalar(call.operand(1))?;
        let offset = self.resize(CastOp::SignExtend, width, 64, offset);
        let entry = self.index(table, offset, 1);
        let distance = self.load_scalar(32, entry);
        let distance = self.resize(CastOp::SignExtend, 32, 64, distance);
        let address = self.index(table, distance, 1);
        self.bind(call, address)
    }

    /// `__builtin_setjmp`: like the library's, in a buffer of five words, of which the executor needs one.
    pub fn lower_set_jump(&mut self, call: Instruction<'m>) -> Lowered {
        let buffer = self.scalar(call.operand(0))?;
        let result = self.call_library("_setjmp", &[(buffer, POINTER)], &[INT]);
        self.bind(call, result)
    }

    pub fn lower_long_jump(&mut self, call: Instruction<'m>) -> Lowered {
        let buffer = self.scalar(call.operand(0))?;
        let one = self.int(32, 1);
        self.call_library("longjmp", &[(buffer, POINTER), (one, INT)], &[]);
        NO_RESULT
    }
}
