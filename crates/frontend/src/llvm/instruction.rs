//! Instructions and what each kind of them knows.
#![allow(unsafe_code)]

use super::debug::{DebugLoc, DebugScope, scope_file};
use super::global::Global;
use super::types::Type;
use super::value::{BasicBlock, Value};
use llvm_sys::core::*;
use llvm_sys::debuginfo::*;
use llvm_sys::{LLVMAttributeFunctionIndex, LLVMAttributeIndex, LLVMTailCallKind};
use std::slice;

pub use llvm_sys::LLVMAtomicRMWBinOp as AtomicOp;
pub use llvm_sys::LLVMIntPredicate as IntPredicate;
pub use llvm_sys::LLVMOpcode as Opcode;
pub use llvm_sys::LLVMRealPredicate as RealPredicate;

#[derive(Clone, Copy)]
pub struct Instruction<'m> {
    value: Value<'m>,
    opcode: Opcode,
}

impl<'m> Instruction<'m> {
    /// `value` must be an instruction.
    pub(super) fn from_value(value: Value<'m>) -> Self {
        // SAFETY: an instruction.
        let opcode = unsafe { LLVMGetInstructionOpcode(value.raw) };
        Self { value, opcode }
    }

    pub fn value(self) -> Value<'m> {
        self.value
    }

    pub fn opcode(self) -> Opcode {
        self.opcode
    }

    pub fn ty(self) -> Type<'m> {
        self.value.ty()
    }

    fn expect(self, allowed: &[Opcode]) {
        assert!(allowed.contains(&self.opcode), "{:?} has no such property", self.opcode);
    }

    pub fn operand_count(self) -> u32 {
        // SAFETY: an instruction is a user.
        unsafe { LLVMGetNumOperands(self.value.raw) as u32 }
    }

    pub fn operand(self, index: u32) -> Value<'m> {
        assert!(index < self.operand_count(), "no such operand");
        // SAFETY: a user that has the operand.
        unsafe { Value::from_raw(LLVMGetOperand(self.value.raw, index)) }
    }

    pub fn operands(self) -> impl Iterator<Item = Value<'m>> {
        (0..self.operand_count()).map(move |index| self.operand(index))
    }

    /// The block of its own function's source that it belongs to; code of an inlined call belongs to where the call is.
    pub fn debug_scope(self) -> Option<DebugScope<'m>> {
        // SAFETY: an instruction; metadata is checked for null.
        unsafe {
            let mut location = LLVMInstructionGetDebugLoc(self.value.raw);
            if location.is_null() {
                return None;
            }
            loop {
                let call = LLVMDILocationGetInlinedAt(location);
                if call.is_null() {
                    break;
                }
                location = call;
            }
            let context = LLVMGetTypeContext(LLVMTypeOf(self.value.raw));
            Some(DebugScope::from_raw(LLVMDILocationGetScope(location), context))
        }
    }

    /// Does it come from a call that was inlined?
    pub fn is_inlined(self) -> bool {
        // SAFETY: an instruction; metadata is checked for null.
        unsafe {
            let location = LLVMInstructionGetDebugLoc(self.value.raw);
            !location.is_null() && !LLVMDILocationGetInlinedAt(location).is_null()
        }
    }

    pub fn debug_loc(self) -> Option<DebugLoc<'m>> {
        // SAFETY: an instruction; metadata is checked for null.
        unsafe {
            let location = LLVMInstructionGetDebugLoc(self.value.raw);
            if location.is_null() {
                return None;
            }
            let file = scope_file(LLVMDILocationGetScope(location))?;
            let (line, column) = (LLVMDILocationGetLine(location), LLVMDILocationGetColumn(location));
            Some(DebugLoc { file, line, column })
        }
    }

    /// (no signed wrap, no unsigned wrap)
    pub fn wrap_flags(self) -> (bool, bool) {
        self.expect(&[Opcode::LLVMAdd, Opcode::LLVMSub, Opcode::LLVMMul, Opcode::LLVMShl]);
        // SAFETY: an instruction that has these flags.
        unsafe { (LLVMGetNSW(self.value.raw) != 0, LLVMGetNUW(self.value.raw) != 0) }
    }

    pub fn int_predicate(self) -> IntPredicate {
        self.expect(&[Opcode::LLVMICmp]);
        // SAFETY: an integer comparison.
        unsafe { LLVMGetICmpPredicate(self.value.raw) }
    }

    pub fn real_predicate(self) -> RealPredicate {
        self.expect(&[Opcode::LLVMFCmp]);
        // SAFETY: a float comparison.
        unsafe { LLVMGetFCmpPredicate(self.value.raw) }
    }

    pub fn allocated_type(self) -> Type<'m> {
        self.expect(&[Opcode::LLVMAlloca]);
        // SAFETY: an allocation.
        unsafe { Type::from_raw(LLVMGetAllocatedType(self.value.raw)) }
    }

    pub fn align(self) -> u64 {
        self.expect(&[Opcode::LLVMAlloca, Opcode::LLVMLoad, Opcode::LLVMStore]);
        // SAFETY: an instruction that has an alignment.
        u64::from(unsafe { LLVMGetAlignment(self.value.raw) })
    }

    pub fn is_volatile(self) -> bool {
        self.expect(&[Opcode::LLVMLoad, Opcode::LLVMStore]);
        // SAFETY: a memory access.
        unsafe { LLVMGetVolatile(self.value.raw) != 0 }
    }

    /// Keeps every pass from removing this access.
    pub fn make_volatile(self) {
        self.expect(&[Opcode::LLVMLoad, Opcode::LLVMStore]);
        // SAFETY: a memory access; the flag is not reflected in any handle.
        unsafe { LLVMSetVolatile(self.value.raw, 1) };
    }

    pub fn atomic_op(self) -> AtomicOp {
        self.expect(&[Opcode::LLVMAtomicRMW]);
        // SAFETY: a read-modify-write.
        unsafe { LLVMGetAtomicRMWBinOp(self.value.raw) }
    }

    /// The path of an `extractvalue` or `insertvalue`.
    pub fn indices(self) -> &'m [u32] {
        self.expect(&[Opcode::LLVMExtractValue, Opcode::LLVMInsertValue]);
        // SAFETY: the instruction owns its indices, and lives as long as the module.
        unsafe {
            let count = LLVMGetNumIndices(self.value.raw) as usize;
            slice::from_raw_parts(LLVMGetIndices(self.value.raw), count)
        }
    }

    /// The lanes that a `shufflevector` picks; `None` is a lane of undefined value.
    pub fn shuffle_mask(self) -> Vec<Option<u32>> {
        self.expect(&[Opcode::LLVMShuffleVector]);
        // SAFETY: a shuffle, and its own mask.
        unsafe {
            let count = LLVMGetNumMaskElements(self.value.raw);
            (0..count).map(|lane| u32::try_from(LLVMGetMaskValue(self.value.raw, lane)).ok()).collect()
        }
    }

    pub fn successors(self) -> Vec<BasicBlock<'m>> {
        self.expect(&[Opcode::LLVMBr, Opcode::LLVMSwitch, Opcode::LLVMIndirectBr, Opcode::LLVMInvoke]);
        // SAFETY: a terminator, and its own successors.
        unsafe {
            let count = LLVMGetNumSuccessors(self.value.raw);
            (0..count).map(|index| BasicBlock::from_raw(LLVMGetSuccessor(self.value.raw, index))).collect()
        }
    }

    pub fn is_conditional(self) -> bool {
        self.expect(&[Opcode::LLVMBr]);
        // SAFETY: a branch.
        unsafe { LLVMIsConditional(self.value.raw) != 0 }
    }

    pub fn condition(self) -> Value<'m> {
        assert!(self.is_conditional(), "an unconditional branch has no condition");
        // SAFETY: a conditional branch.
        unsafe { Value::from_raw(LLVMGetCondition(self.value.raw)) }
    }

    pub fn incoming_count(self) -> u32 {
        self.expect(&[Opcode::LLVMPHI]);
        // SAFETY: a phi.
        unsafe { LLVMCountIncoming(self.value.raw) }
    }

    pub fn incoming(self, index: u32) -> (BasicBlock<'m>, Value<'m>) {
        assert!(index < self.incoming_count(), "no such incoming edge");
        // SAFETY: a phi that has the edge.
        unsafe {
            (
                BasicBlock::from_raw(LLVMGetIncomingBlock(self.value.raw, index)),
                Value::from_raw(LLVMGetIncomingValue(self.value.raw, index)),
            )
        }
    }

    fn expect_call(self) {
        self.expect(&[Opcode::LLVMCall, Opcode::LLVMInvoke, Opcode::LLVMCallBr]);
    }

    pub fn callee(self) -> Value<'m> {
        self.expect_call();
        // SAFETY: a call.
        unsafe { Value::from_raw(LLVMGetCalledValue(self.value.raw)) }
    }

    pub fn called_type(self) -> Type<'m> {
        self.expect_call();
        // SAFETY: a call.
        unsafe { Type::from_raw(LLVMGetCalledFunctionType(self.value.raw)) }
    }

    pub fn arguments(self) -> Vec<Value<'m>> {
        self.expect_call();
        // SAFETY: a call, and its own arguments, which are its first operands.
        unsafe {
            let count = LLVMGetNumArgOperands(self.value.raw);
            (0..count).map(|index| Value::from_raw(LLVMGetOperand(self.value.raw, index))).collect()
        }
    }

    fn attribute(self, at: LLVMAttributeIndex, name: &str) -> Option<llvm_sys::prelude::LLVMAttributeRef> {
        self.expect_call();
        // SAFETY: a call; LLVM answers null where there is no such attribute.
        unsafe {
            let kind = LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len());
            let on_call = LLVMGetCallSiteEnumAttribute(self.value.raw, at, kind);
            if !on_call.is_null() {
                return Some(on_call);
            }
            let function = self.callee().as_global().filter(|global| Global::is_function(*global))?;
            let on_function = LLVMGetEnumAttributeAtIndex(function.value().raw, at, kind);
            if on_function.is_null() { None } else { Some(on_function) }
        }
    }

    /// Does the call, or the function it names, have the attribute?
    pub fn call_has_attribute(self, name: &str) -> bool {
        self.attribute(LLVMAttributeFunctionIndex, name).is_some()
    }

    /// A call that takes the place of the function it is in (`musttail`).
    pub fn is_tail_call(self) -> bool {
        // SAFETY: asked of calls only.
        self.opcode() == Opcode::LLVMCall
            && unsafe { LLVMGetTailCallKind(self.value.raw) } == LLVMTailCallKind::LLVMTailCallKindMustTail
    }

    /// The type that an argument is passed a copy of (`byval`).
    pub fn by_value_type(self, argument: u32) -> Option<Type<'m>> {
        // SAFETY: `byval` carries a type.
        self.attribute(argument + 1, "byval")
            .map(|attribute| unsafe { Type::from_raw(LLVMGetTypeAttributeValue(attribute)) })
    }

    /// The type of what an argument points to, where it stands for that (`elementtype`).
    pub fn element_type(self, argument: u32) -> Option<Type<'m>> {
        // SAFETY: `elementtype` carries a type.
        self.attribute(argument + 1, "elementtype")
            .map(|attribute| unsafe { Type::from_raw(LLVMGetTypeAttributeValue(attribute)) })
    }

    /// The alignment stated for an argument.
    pub fn argument_align(self, argument: u32) -> Option<u64> {
        // SAFETY: `align` carries an integer.
        self.attribute(argument + 1, "align").map(|attribute| unsafe { LLVMGetEnumAttributeValue(attribute) })
    }

    /// A narrow argument is sign-extended by the caller (`signext`).
    pub fn sign_extends(self, argument: u32) -> bool {
        self.attribute(argument + 1, "signext").is_some()
    }
}
