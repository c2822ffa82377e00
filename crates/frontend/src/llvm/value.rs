//! Values of every kind, above all constants, and blocks.
#![allow(unsafe_code)]

use super::decimal::limbs_of_decimal;
use super::global::Global;
use super::instruction::{Instruction, Opcode};
use super::types::{Type, TypeKind};
use super::{copy_text, take_message};
use llvm_sys::core::*;
use llvm_sys::prelude::{LLVMBasicBlockRef, LLVMValueRef};
use std::marker::PhantomData;

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Value<'m> {
    pub(super) raw: LLVMValueRef,
    marker: PhantomData<&'m ()>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValueKind {
    Instruction,
    Argument,
    Integer,
    Float,
    Null,
    /// `undef` or `poison`, of any type.
    Undefined,
    /// `zeroinitializer`.
    Zero,
    /// A struct, array or vector constant that lists its elements.
    Aggregate,
    Function,
    Variable,
    Alias,
    IFunc,
    BlockAddress,
    Expression,
    InlineAsm,
    /// Metadata, tokens, and constants of other machines.
    Other,
}

impl<'m> Value<'m> {
    /// # Safety
    /// `raw` is a value of a module that outlives `'m`.
    pub(super) unsafe fn from_raw(raw: LLVMValueRef) -> Self {
        debug_assert!(!raw.is_null());
        Self { raw, marker: PhantomData }
    }

    pub(super) fn is(self, test: unsafe extern "C" fn(LLVMValueRef) -> LLVMValueRef) -> bool {
        // SAFETY: LLVM's `isa` family accepts every live value.
        unsafe { !test(self.raw).is_null() }
    }

    /// What it is. Asks LLVM several times, so callers look in their own tables first.
    pub fn kind(self) -> ValueKind {
        type Test = unsafe extern "C" fn(LLVMValueRef) -> LLVMValueRef;
        const KINDS: [(Test, ValueKind); 19] = [
            (LLVMIsAInstruction, ValueKind::Instruction),
            (LLVMIsAConstantInt, ValueKind::Integer),
            (LLVMIsAArgument, ValueKind::Argument),
            (LLVMIsAGlobalVariable, ValueKind::Variable),
            (LLVMIsAConstantExpr, ValueKind::Expression),
            (LLVMIsAConstantPointerNull, ValueKind::Null),
            (LLVMIsAFunction, ValueKind::Function),
            (LLVMIsAConstantFP, ValueKind::Float),
            (LLVMIsAUndefValue, ValueKind::Undefined),
            (LLVMIsAPoisonValue, ValueKind::Undefined),
            (LLVMIsAConstantAggregateZero, ValueKind::Zero),
            (LLVMIsAConstantDataSequential, ValueKind::Aggregate),
            (LLVMIsAConstantStruct, ValueKind::Aggregate),
            (LLVMIsAConstantArray, ValueKind::Aggregate),
            (LLVMIsAConstantVector, ValueKind::Aggregate),
            (LLVMIsAGlobalAlias, ValueKind::Alias),
            (LLVMIsAGlobalIFunc, ValueKind::IFunc),
            (LLVMIsABlockAddress, ValueKind::BlockAddress),
            (LLVMIsAInlineAsm, ValueKind::InlineAsm),
        ];
        KINDS.iter().find(|(test, _)| self.is(*test)).map_or(ValueKind::Other, |(_, kind)| *kind)
    }

    pub fn ty(self) -> Type<'m> {
        // SAFETY: every value has a type.
        unsafe { Type::from_raw(LLVMTypeOf(self.raw)) }
    }

    pub fn name(self) -> String {
        let mut length = 0;
        // SAFETY: the value is live and owns the string of `length` bytes.
        unsafe { copy_text(LLVMGetValueName2(self.raw, &mut length), length) }
    }

    /// LLVM puts a number behind a name that is taken.
    pub fn set_name(self, name: &str) {
        // SAFETY: the value is live; the name is copied.
        unsafe { LLVMSetValueName2(self.raw, name.as_ptr().cast(), name.len()) };
    }

    /// LLVM's notation, for messages.
    pub fn text(self) -> String {
        // SAFETY: the value is live; the string is ours.
        unsafe { take_message(LLVMPrintValueToString(self.raw)) }
    }

    /// Is an undefined value one that must not even be looked at?
    pub fn is_poison(self) -> bool {
        self.is(LLVMIsAPoisonValue)
    }

    pub fn as_instruction(self) -> Option<Instruction<'m>> {
        self.is(LLVMIsAInstruction).then(|| Instruction::from_value(self))
    }

    pub fn as_global(self) -> Option<Global<'m>> {
        self.is(LLVMIsAGlobalValue).then(|| Global::from_value(self))
    }

    pub fn operand_count(self) -> u32 {
        // SAFETY: only users have operands.
        if self.is(LLVMIsAUser) { unsafe { LLVMGetNumOperands(self.raw) as u32 } } else { 0 }
    }

    pub fn operand(self, index: u32) -> Value<'m> {
        assert!(index < self.operand_count(), "no such operand");
        // SAFETY: a user that has the operand.
        unsafe { Value::from_raw(LLVMGetOperand(self.raw, index)) }
    }

    pub fn has_uses(self) -> bool {
        // SAFETY: the value is live.
        unsafe { !LLVMGetFirstUse(self.raw).is_null() }
    }

    pub fn users(self) -> Vec<Value<'m>> {
        let mut users = Vec::new();
        // SAFETY: the value is live, and its uses form a list.
        unsafe {
            let mut at = LLVMGetFirstUse(self.raw);
            while !at.is_null() {
                users.push(Value::from_raw(LLVMGetUser(at)));
                at = LLVMGetNextUse(at);
            }
        }
        users
    }

    /// The bits of an integer constant of at most 128 bits.
    pub fn integer(self) -> Option<u128> {
        if !self.is(LLVMIsAConstantInt) {
            return None;
        }
        let TypeKind::Integer(width) = self.ty().kind() else { return None };
        if width <= 64 {
            // SAFETY: an integer constant that fits.
            return Some(u128::from(unsafe { LLVMConstIntGetZExtValue(self.raw) }));
        }
        if width > 128 {
            return None;
        }
        let limbs = self.integer_limbs()?;
        let value = limbs.iter().rev().fold(0, |value, limb| value << 64 | u128::from(*limb));
        Some(if width == 128 { value } else { value & ((1 << width) - 1) })
    }

    /// The bits of an integer constant of any width above 64, in limbs of 64, the lowest first. A negative value has
    /// ones above its width, too.
    pub fn integer_limbs(self) -> Option<Vec<u64>> {
        if !self.is(LLVMIsAConstantInt) {
            return None;
        }
        let TypeKind::Integer(width) = self.ty().kind() else { return None };
        // The C interface gives no more than 64 bits, but the text is complete: "i128 -5".
        let text = self.text();
        limbs_of_decimal(text.rsplit(' ').next()?, width.div_ceil(64) as usize)
    }

    /// The bits of a floating-point constant.
    pub fn float_bits(self) -> Option<u128> {
        if !self.is(LLVMIsAConstantFP) {
            return None;
        }
        let TypeKind::Float(kind) = self.ty().kind() else { return None };
        let integer = self.ty().integer_like(u32::from(kind.width()));
        // SAFETY: a scalar constant cast to an integer of its own width, which LLVM folds.
        unsafe { Value::from_raw(LLVMConstBitCast(self.raw, integer.raw)) }.integer()
    }

    /// An element of a struct, array or vector constant.
    pub fn element(self, index: u32) -> Option<Value<'m>> {
        if !self.is(LLVMIsAConstant) {
            return None;
        }
        // SAFETY: a constant; LLVM answers null where there is no such element.
        let raw = unsafe { LLVMGetAggregateElement(self.raw, index) };
        // SAFETY: a constant of the same module.
        if raw.is_null() { None } else { Some(unsafe { Value::from_raw(raw) }) }
    }

    /// The contents of an array of bytes that is stored as one string.
    pub fn byte_string(self) -> Option<&'m [u8]> {
        // SAFETY: asked in this order: a data array; its elements are bytes; the string lives as long as the module.
        unsafe {
            if !self.is(LLVMIsAConstantDataArray)
                || self.ty().element().kind() != TypeKind::Integer(8)
                || LLVMIsConstantString(self.raw) == 0
            {
                return None;
            }
            let mut length = 0;
            let text = LLVMGetAsString(self.raw, &mut length);
            Some(if length == 0 { &[] } else { std::slice::from_raw_parts(text.cast(), length) })
        }
    }

    pub fn expression_opcode(self) -> Option<Opcode> {
        // SAFETY: a constant expression.
        self.is(LLVMIsAConstantExpr).then(|| unsafe { LLVMGetConstOpcode(self.raw) })
    }

    /// The type that the first index of an address computation, instruction or constant, counts in.
    pub fn gep_source(self) -> Option<Type<'m>> {
        let is_gep =
            self.is(LLVMIsAGetElementPtrInst) || self.expression_opcode() == Some(Opcode::LLVMGetElementPtr);
        // SAFETY: an address computation.
        is_gep.then(|| unsafe { Type::from_raw(LLVMGetGEPSourceElementType(self.raw)) })
    }

    /// The function and block that a block address names.
    pub fn block_address(self) -> Option<(Value<'m>, BasicBlock<'m>)> {
        // SAFETY: a block address names a live function and block.
        self.is(LLVMIsABlockAddress).then(|| unsafe {
            (
                Value::from_raw(LLVMGetBlockAddressFunction(self.raw)),
                BasicBlock::from_raw(LLVMGetBlockAddressBasicBlock(self.raw)),
            )
        })
    }

    /// Template and constraints of inline assembly.
    pub fn inline_asm(self) -> Option<(String, String)> {
        self.is(LLVMIsAInlineAsm).then(|| {
            let (mut template, mut constraints) = (0, 0);
            // SAFETY: inline assembly owns both strings.
            unsafe {
                let text = LLVMGetInlineAsmAsmString(self.raw, &mut template);
                let text = copy_text(text, template);
                let ties = LLVMGetInlineAsmConstraintString(self.raw, &mut constraints);
                (text, copy_text(ties, constraints))
            }
        })
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct BasicBlock<'m> {
    pub(super) raw: LLVMBasicBlockRef,
    marker: PhantomData<&'m ()>,
}

impl<'m> BasicBlock<'m> {
    /// # Safety
    /// `raw` is a block of a module that outlives `'m`.
    pub(super) unsafe fn from_raw(raw: LLVMBasicBlockRef) -> Self {
        Self { raw, marker: PhantomData }
    }

    pub fn instructions(self) -> impl Iterator<Item = Instruction<'m>> {
        // SAFETY: the block is live.
        let mut at = unsafe { LLVMGetFirstInstruction(self.raw) };
        std::iter::from_fn(move || {
            if at.is_null() {
                return None;
            }
            // SAFETY: an instruction of a live block.
            let current = unsafe { Value::from_raw(at) };
            // SAFETY: the same.
            at = unsafe { LLVMGetNextInstruction(at) };
            Some(Instruction::from_value(current))
        })
    }

    pub fn terminator(self) -> Option<Instruction<'m>> {
        // SAFETY: the block is live; null without a terminator.
        unsafe {
            let raw = LLVMGetBasicBlockTerminator(self.raw);
            if raw.is_null() { None } else { Some(Instruction::from_value(Value::from_raw(raw))) }
        }
    }

    /// Is its address a value of the program?
    pub fn is_address_taken(self) -> bool {
        // SAFETY: the block is live.
        let value = unsafe { Value::from_raw(LLVMBasicBlockAsValue(self.raw)) };
        value.users().into_iter().any(|user| user.is(LLVMIsABlockAddress))
    }
}
