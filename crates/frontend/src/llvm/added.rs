//! What is added to IR: a variable of a function, a read of it, another operand; and blocks that passes added.
//!
//! Instructions are only ever added, never removed, so no handle dies.
#![allow(unsafe_code)]

use super::global::Global;
use super::instruction::Instruction;
use super::module::Module;
use super::types::Type;
use super::value::Value;
use bowline_base::FxHashSet;
use llvm_sys::core::*;
use llvm_sys::debuginfo::LLVMInstructionSetDebugLoc;
use llvm_sys::prelude::{LLVMBasicBlockRef, LLVMBuilderRef};

/// LLVM's builder, in front of an instruction.
struct Builder(LLVMBuilderRef);

impl Builder {
    fn before(instruction: Value<'_>) -> Self {
        // SAFETY: an instruction of a live module, whose context is live, too.
        unsafe {
            let builder = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(instruction.raw)));
            LLVMPositionBuilderBefore(builder, instruction.raw);
            Self(builder)
        }
    }
}

impl Drop for Builder {
    fn drop(&mut self) {
        // SAFETY: made in `before`, and never handed out.
        unsafe { LLVMDisposeBuilder(self.0) };
    }
}

/// The blocks that a module had at some time. Only for telling apart what came later: a block may be gone by now.
pub struct Blocks(FxHashSet<LLVMBasicBlockRef>);

impl Module<'_> {
    pub fn blocks(&self) -> Blocks {
        Blocks(self.functions().into_iter().flat_map(Global::blocks).map(|block| block.raw).collect())
    }

    /// Takes the place in the source from the ends of blocks that were not there before.
    pub fn forget_lines_of_jumps_beside(&mut self, before: &Blocks) {
        let added = self
            .functions()
            .into_iter()
            .flat_map(Global::blocks)
            .filter(|block| !before.0.contains(&block.raw));
        for end in added.filter_map(|block| block.terminator()) {
            // SAFETY: an instruction of a live module; null stands for no place.
            unsafe { LLVMInstructionSetDebugLoc(end.value().raw, std::ptr::null_mut()) };
        }
    }
}

impl<'m> Global<'m> {
    /// A variable that nothing is stored to, in a function that has a body.
    pub fn add_variable(self, ty: Type<'m>) -> Option<Value<'m>> {
        let first = self.blocks().first()?.instructions().next()?;
        let builder = Builder::before(first.value());
        // SAFETY: a sized type of the function's context, at a place inside the function.
        unsafe { Some(Value::from_raw(LLVMBuildAlloca(builder.0, ty.raw, c"".as_ptr()))) }
    }
}

impl<'m> Value<'m> {
    /// A read of the variable that this is, in front of an instruction of the same function.
    pub fn load_before(self, ty: Type<'m>, before: Instruction<'m>) -> Value<'m> {
        let builder = Builder::before(before.value());
        // SAFETY: a pointer, and a type that was allocated there.
        unsafe { Value::from_raw(LLVMBuildLoad2(builder.0, ty.raw, self.raw, c"".as_ptr())) }
    }
}

impl<'m> Instruction<'m> {
    /// Puts another value of the same type in the place of an operand.
    pub fn set_operand(self, index: u32, value: Value<'m>) {
        assert!(index < self.operand_count(), "no such operand");
        // SAFETY: a user that has the operand.
        unsafe { LLVMSetOperand(self.value().raw, index, value.raw) };
    }
}
