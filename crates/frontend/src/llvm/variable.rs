//! Which variables of the source instructions compute, from debug information.
//!
//! The C interface of LLVM 19 cannot look into debug records, so [`Module::describe_variables_by_calls`] turns them into calls
//! of intrinsics first, whose operands can be read.
#![allow(unsafe_code)]

use super::copy_text;
use super::debug::{DebugLoc, file_of};
use super::instruction::{Instruction, Opcode};
use super::module::Module;
use super::value::Value;
use llvm_sys::core::*;
use llvm_sys::debuginfo::*;
use llvm_sys::prelude::{LLVMMetadataRef, LLVMValueRef};
use std::marker::PhantomData;
use std::ptr;

/// Operands of a `DILocalVariable`, and of a `DIDerivedType`, whose base type is at the same place.
const NAME: usize = 1;
const TYPE: usize = 3;

/// Tags of DWARF.
const ENUMERATION: u16 = 0x04;
const POINTER: u16 = 0x0f;
const TYPEDEF: u16 = 0x16;
const BASE: u16 = 0x24;
const CONST: u16 = 0x26;
const VOLATILE: u16 = 0x35;

/// How to read the bits of a type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TypeSort {
    Signed,
    Unsigned,
    Pointer,
    Float,
    Other,
}

/// What a `dbg.value` or `dbg.declare` says.
pub struct DebugVariable<'m> {
    /// The variable's value, or its address.
    pub value: Value<'m>,
    pub is_address: bool,
    pub name: String,
    pub sort: TypeSort,
    pub loc: Option<DebugLoc<'m>>,
}

/// A computation between a value and its variable; all equal ones are the same.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct DebugExpression<'m> {
    raw: LLVMMetadataRef,
    marker: PhantomData<&'m ()>,
}

impl Module<'_> {
    /// Debug records become calls of `llvm.dbg.value` and its like.
    pub fn describe_variables_by_calls(&mut self) {
        // SAFETY: the module is live, and no handle into it is held (`&mut self`).
        unsafe { LLVMSetIsNewDbgInfoFormat(self.raw(), 0) };
    }

    /// The expression that says: the value is the variable.
    pub fn plain_expression(&self) -> DebugExpression<'_> {
        // SAFETY: the module is live; the builder adds nothing to it but the expression, which its context owns.
        unsafe {
            let builder = LLVMCreateDIBuilderDisallowUnresolved(self.raw());
            let raw = LLVMDIBuilderCreateExpression(builder, ptr::null_mut(), 0);
            LLVMDisposeDIBuilder(builder);
            DebugExpression { raw, marker: PhantomData }
        }
    }
}

impl<'m> Instruction<'m> {
    /// Is it a call that only carries debug information?
    pub fn is_debug(self) -> bool {
        self.opcode() == Opcode::LLVMCall && self.value().is(LLVMIsADbgInfoIntrinsic)
    }

    /// What a call says about a variable, where its value needs no computation (`plain`).
    pub fn described_variable(self, plain: DebugExpression<'m>) -> Option<DebugVariable<'m>> {
        if !self.value().is(LLVMIsADbgVariableIntrinsic) {
            return None;
        }
        let is_address = self.value().is(LLVMIsADbgDeclareInst);
        let [location, variable, expression] = [0, 1, 2].map(|index| self.operand(index).raw);
        // SAFETY: the operands of such a call are metadata of known kinds: a value in the first one is asked for, the second is a
        // `DILocalVariable`, the third a `DIExpression`.
        unsafe {
            if LLVMValueAsMetadata(expression) != plain.raw || LLVMIsAValueAsMetadata(location).is_null() {
                return None;
            }
            let value = node_operand(location, 0)?;
            let mut length = 0;
            let text = LLVMGetMDString(node_operand(variable, NAME)?, &mut length);
            let name = copy_text(text, length as usize);
            let sort = node_operand(variable, TYPE).map_or(TypeSort::Other, |ty| sort_of(ty));
            let described = LLVMValueAsMetadata(variable);
            let line = LLVMDIVariableGetLine(described);
            let loc =
                file_of(LLVMDIVariableGetFile(described)).map(|file| DebugLoc { file, line, column: 0 });
            Some(DebugVariable { value: Value::from_raw(value), is_address, name, sort, loc })
        }
    }
}

/// # Safety
/// `node` is metadata in the form of a value: a node, or a value as metadata.
unsafe fn node_operand(node: LLVMValueRef, index: usize) -> Option<LLVMValueRef> {
    // SAFETY: the buffer has room for all operands.
    unsafe {
        let mut operands = vec![ptr::null_mut(); LLVMGetMDNodeNumOperands(node) as usize];
        LLVMGetMDNodeOperands(node, operands.as_mut_ptr());
        operands.get(index).copied().filter(|operand| !operand.is_null())
    }
}

/// # Safety
/// `ty` is a `DIType` in the form of a value.
unsafe fn sort_of(mut ty: LLVMValueRef) -> TypeSort {
    loop {
        // SAFETY: a `DIType`, and the base of a derived one is a `DIType` again.
        unsafe {
            let raw = LLVMValueAsMetadata(ty);
            match LLVMGetDINodeTag(raw) {
                POINTER => return TypeSort::Pointer,
                ENUMERATION => return TypeSort::Signed,
                TYPEDEF | CONST | VOLATILE => match node_operand(ty, TYPE) {
                    Some(base) => ty = base,
                    None => return TypeSort::Other,
                },
                BASE => {
                    let mut length = 0;
                    let text = LLVMDITypeGetName(raw, &mut length);
                    return basic_sort(&copy_text(text, length));
                }
                _ => return TypeSort::Other,
            }
        }
    }
}

fn basic_sort(name: &str) -> TypeSort {
    match name {
        "float" | "double" => TypeSort::Float,
        "_Bool" | "bool" => TypeSort::Unsigned,
        name if name.contains("unsigned") => TypeSort::Unsigned,
        name if ["char", "short", "int", "long"].iter().any(|word| name.contains(word))
            && !name.contains("double") =>
        {
            TypeSort::Signed
        }
        _ => TypeSort::Other,
    }
}
