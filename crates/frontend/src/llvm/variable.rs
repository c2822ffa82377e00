//! Variables of the source, from debug information: which instructions compute them, and what functions and globals are.
//!
//! The C interface of LLVM 19 cannot look into debug records, so [`Module::describe_variables_by_calls`] turns them into calls
//! of intrinsics first, whose operands can be read.
#![allow(unsafe_code)]

use super::debug::{DebugFile, DebugLoc, DebugScope, file_of, scope_file};
use super::debug_type::{DebugType, node_operand, string_operand, subprogram_type};
use super::global::Global;
use super::instruction::{Instruction, Opcode};
use super::module::Module;
use super::value::Value;
use llvm_sys::core::*;
use llvm_sys::debuginfo::*;
use llvm_sys::prelude::{LLVMDIBuilderRef, LLVMMetadataRef, LLVMValueRef};
use std::marker::PhantomData;
use std::ptr;

/// Operands of a variable.
const NAME: u32 = 1;
const TYPE: u32 = 3;
/// Of a subprogram.
const SUBPROGRAM_UNIT: u32 = 5;

/// What a `dbg.value` or `dbg.declare` says.
#[derive(Clone, Copy)]
pub struct DebugDescription<'m> {
    /// The variable's value, or its address, where it needs no computation.
    pub value: Option<Value<'m>>,
    pub is_address: bool,
    pub variable: DebugVariable<'m>,
}

/// A variable of the source; equal handles are one node.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct DebugVariable<'m> {
    /// The node in the form of a value.
    raw: LLVMValueRef,
    marker: PhantomData<&'m ()>,
}

/// The scope that the parameters of a function are declared in.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Subprogram<'m> {
    raw: LLVMMetadataRef,
    marker: PhantomData<&'m ()>,
}

/// Makes nodes that equal those of the module if they say the same: LLVM keeps one of each.
pub struct DebugNodes<'m> {
    builder: LLVMDIBuilderRef,
    /// The expression that says: the value is the variable.
    plain: LLVMMetadataRef,
    marker: PhantomData<&'m ()>,
}

impl Module<'_> {
    /// Debug records become calls of `llvm.dbg.value` and its like.
    pub fn describe_variables_by_calls(&mut self) {
        // SAFETY: the module is live, and no handle into it is held (`&mut self`).
        unsafe { LLVMSetIsNewDbgInfoFormat(self.raw(), 0) };
    }

    /// The reverse, for passes and for linking.
    pub fn describe_variables_by_records(&mut self) {
        // SAFETY: the module is live, and no handle into it is held (`&mut self`).
        unsafe { LLVMSetIsNewDbgInfoFormat(self.raw(), 1) };
    }

    pub fn debug_nodes(&self) -> DebugNodes<'_> {
        // SAFETY: the module is live; the builder adds nothing to it, and what it makes is owned by the context.
        unsafe {
            let builder = LLVMCreateDIBuilderDisallowUnresolved(self.raw());
            let plain = LLVMDIBuilderCreateExpression(builder, ptr::null_mut(), 0);
            DebugNodes { builder, plain, marker: PhantomData }
        }
    }
}

impl Drop for DebugNodes<'_> {
    fn drop(&mut self) {
        // SAFETY: ours, and not used again.
        unsafe { LLVMDisposeDIBuilder(self.builder) };
    }
}

impl<'m> DebugNodes<'m> {
    /// Is the variable the parameter of this number, counted from 1? The C interface cannot ask for the number, so this makes
    /// the node that the parameter would be.
    pub fn is_parameter(&self, variable: DebugVariable<'m>, number: u32) -> bool {
        let name = variable.name();
        let node = variable.node();
        let ty = variable.ty().map_or(ptr::null_mut(), DebugType::metadata);
        // SAFETY: scope, file and type are those of a live variable; the name is copied.
        let parameter = unsafe {
            LLVMDIBuilderCreateParameterVariable(
                self.builder,
                LLVMDIVariableGetScope(node),
                name.as_ptr().cast(),
                name.len(),
                number,
                LLVMDIVariableGetFile(node),
                LLVMDIVariableGetLine(node),
                ty,
                0,
                LLVMDIFlagZero,
            )
        };
        parameter == node
    }
}

impl<'m> Instruction<'m> {
    /// Is it a call that only carries debug information?
    pub fn is_debug(self) -> bool {
        self.opcode() == Opcode::LLVMCall && self.value().is(LLVMIsADbgInfoIntrinsic)
    }

    /// What a call says about a variable.
    pub fn description(self, nodes: &DebugNodes<'m>) -> Option<DebugDescription<'m>> {
        if !self.value().is(LLVMIsADbgVariableIntrinsic) {
            return None;
        }
        let is_address = self.value().is(LLVMIsADbgDeclareInst);
        let [location, variable, expression] = [0, 1, 2].map(|index| self.operand(index).raw);
        // SAFETY: the operands of such a call are metadata of known kinds: a value in the first one is asked for, the second is a
        // `DILocalVariable`, the third a `DIExpression`.
        let value = unsafe {
            let is_plain = LLVMValueAsMetadata(expression) == nodes.plain;
            let is_value = is_plain && !LLVMIsAValueAsMetadata(location).is_null();
            is_value.then(|| node_operand(location, 0)).flatten().map(|raw| Value::from_raw(raw))
        };
        Some(DebugDescription {
            value,
            is_address,
            variable: DebugVariable { raw: variable, marker: PhantomData },
        })
    }
}

impl<'m> DebugVariable<'m> {
    fn node(self) -> LLVMMetadataRef {
        // SAFETY: a node in the form of a value.
        unsafe { LLVMValueAsMetadata(self.raw) }
    }

    pub fn name(self) -> String {
        // SAFETY: a node.
        unsafe { string_operand(self.raw, NAME) }
    }

    pub fn ty(self) -> Option<DebugType<'m>> {
        // SAFETY: a node.
        unsafe { node_operand(self.raw, TYPE).and_then(|raw| DebugType::from_raw(raw)) }
    }

    /// Is it declared at the outermost level of a function, as its parameters are?
    pub fn is_in(self, subprogram: Subprogram<'m>) -> bool {
        // SAFETY: a variable.
        unsafe { LLVMDIVariableGetScope(self.node()) == subprogram.raw }
    }

    /// The block or function that it is declared in.
    pub fn scope(self) -> Option<DebugScope<'m>> {
        // SAFETY: a variable; its scope is checked for null.
        unsafe {
            let scope = LLVMDIVariableGetScope(self.node());
            let context = LLVMGetTypeContext(LLVMTypeOf(self.raw));
            (!scope.is_null()).then(|| DebugScope::from_raw(scope, context))
        }
    }

    /// Where it is declared.
    pub fn loc(self) -> Option<DebugLoc<'m>> {
        // SAFETY: a variable.
        unsafe {
            let line = LLVMDIVariableGetLine(self.node());
            file_of(LLVMDIVariableGetFile(self.node())).map(|file| DebugLoc { file, line, column: 0 })
        }
    }
}

impl<'m> Global<'m> {
    /// The debug information of a function, also as a value, which has operands.
    fn subprogram_node(self) -> Option<(LLVMMetadataRef, LLVMValueRef)> {
        if !self.is_function() {
            return None;
        }
        // SAFETY: a function; metadata is checked for null.
        unsafe {
            let raw = LLVMGetSubprogram(self.value().raw);
            let context = LLVMGetTypeContext(LLVMTypeOf(self.value().raw));
            (!raw.is_null()).then(|| (raw, LLVMMetadataAsValue(context, raw)))
        }
    }

    /// What debug information says about a function: its scope and its type.
    pub fn subprogram(self) -> Option<(Subprogram<'m>, DebugType<'m>)> {
        let (raw, node) = self.subprogram_node()?;
        // SAFETY: the node of a function.
        let ty = unsafe { subprogram_type(node)? };
        Some((Subprogram { raw, marker: PhantomData }, ty))
    }

    /// The file that the unit of a function was compiled from.
    pub fn unit_file(self) -> Option<DebugFile<'m>> {
        let (_, node) = self.subprogram_node()?;
        // SAFETY: the node of a function, whose unit is a scope.
        unsafe { scope_file(LLVMValueAsMetadata(node_operand(node, SUBPROGRAM_UNIT)?)) }
    }

    /// The variable of the source that a global variable is.
    pub fn debug_variable(self) -> Option<DebugVariable<'m>> {
        if !self.value().is(LLVMIsAGlobalVariable) {
            return None;
        }
        // SAFETY: a variable; its list of metadata is ours, and what is in it lives in the module.
        unsafe {
            let mut count = 0;
            let entries = LLVMGlobalCopyAllMetadata(self.value().raw, &mut count);
            let context = LLVMGetTypeContext(LLVMTypeOf(self.value().raw));
            let debug = LLVMGetMDKindIDInContext(context, c"dbg".as_ptr(), 3);
            let found = (0..count as u32)
                .find(|index| LLVMValueMetadataEntriesGetKind(entries, *index) == debug)
                .map(|index| LLVMValueMetadataEntriesGetMetadata(entries, index));
            LLVMDisposeValueMetadataEntries(entries);
            let variable = LLVMDIGlobalVariableExpressionGetVariable(found?);
            Some(DebugVariable { raw: LLVMMetadataAsValue(context, variable), marker: PhantomData })
        }
    }
}
