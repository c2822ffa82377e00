//! Functions, variables, aliases and ifuncs: whatever the linker sees by name.
#![allow(unsafe_code)]

use super::debug::{DebugLoc, scope_file};
use super::types::Type;
use super::value::{BasicBlock, Value};
use llvm_sys::core::*;
use llvm_sys::debuginfo::*;
use llvm_sys::prelude::LLVMValueRef;
use llvm_sys::{LLVMAttributeFunctionIndex, LLVMLinkage};
use std::ptr;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Linkage {
    /// Seen by other modules, one definition.
    Strong,
    /// Seen by other modules, gives way to another definition.
    Weak,
    /// Not seen by other modules.
    Local,
    /// A reference that may stay undefined.
    WeakReference,
    /// A list of LLVM's own, such as `llvm.global_ctors`.
    Appending,
}

/// A function, variable, alias or ifunc.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Global<'m> {
    value: Value<'m>,
}

impl<'m> Global<'m> {
    pub(super) fn from_value(value: Value<'m>) -> Self {
        Self { value }
    }

    pub fn value(self) -> Value<'m> {
        self.value
    }

    pub fn name(self) -> String {
        self.value.name()
    }

    pub fn is_declaration(self) -> bool {
        // SAFETY: a global.
        unsafe { LLVMIsDeclaration(self.value.raw) != 0 }
    }

    pub fn linkage(self) -> Linkage {
        // SAFETY: a global.
        match unsafe { LLVMGetLinkage(self.value.raw) } {
            LLVMLinkage::LLVMInternalLinkage | LLVMLinkage::LLVMPrivateLinkage => Linkage::Local,
            LLVMLinkage::LLVMExternalWeakLinkage => Linkage::WeakReference,
            LLVMLinkage::LLVMAppendingLinkage => Linkage::Appending,
            LLVMLinkage::LLVMExternalLinkage => Linkage::Strong,
            _ => Linkage::Weak,
        }
    }

    /// Lets any other definition of the name take precedence.
    pub fn make_weak(self) {
        // SAFETY: a global; linkage is not reflected in any handle.
        unsafe { LLVMSetLinkage(self.value.raw, LLVMLinkage::LLVMWeakAnyLinkage) };
    }

    /// The type of the variable's contents, or the function's type.
    pub fn value_type(self) -> Type<'m> {
        // SAFETY: a global.
        unsafe { Type::from_raw(LLVMGlobalGetValueType(self.value.raw)) }
    }

    pub fn initializer(self) -> Option<Value<'m>> {
        if !self.value.is(LLVMIsAGlobalVariable) {
            return None;
        }
        // SAFETY: a variable; null without an initialiser.
        let raw = unsafe { LLVMGetInitializer(self.value.raw) };
        // SAFETY: a constant of the module.
        if raw.is_null() { None } else { Some(unsafe { Value::from_raw(raw) }) }
    }

    pub fn is_constant(self) -> bool {
        // SAFETY: asked only of variables.
        self.value.is(LLVMIsAGlobalVariable) && unsafe { LLVMIsGlobalConstant(self.value.raw) != 0 }
    }

    /// The alignment that the module asks for; 0 when it leaves that to the type.
    pub fn align(self) -> u64 {
        if !self.value.is(LLVMIsAGlobalObject) {
            return 0;
        }
        // SAFETY: a function or variable.
        u64::from(unsafe { LLVMGetAlignment(self.value.raw) })
    }

    /// What an alias stands for.
    pub fn aliasee(self) -> Option<Value<'m>> {
        // SAFETY: an alias always has an aliasee.
        self.value
            .is(LLVMIsAGlobalAlias)
            .then(|| unsafe { Value::from_raw(LLVMAliasGetAliasee(self.value.raw)) })
    }

    /// The function that chooses what an ifunc stands for.
    pub fn resolver(self) -> Option<Value<'m>> {
        // SAFETY: an ifunc always has a resolver.
        self.value
            .is(LLVMIsAGlobalIFunc)
            .then(|| unsafe { Value::from_raw(LLVMGetGlobalIFuncResolver(self.value.raw)) })
    }

    fn expect_function(self) -> LLVMValueRef {
        assert!(self.value.is(LLVMIsAFunction), "not a function");
        self.value.raw
    }

    pub fn is_function(self) -> bool {
        self.value.is(LLVMIsAFunction)
    }

    pub fn params(self) -> Vec<Value<'m>> {
        let function = self.expect_function();
        // SAFETY: a function, and its own parameters.
        unsafe {
            let count = LLVMCountParams(function);
            (0..count).map(|index| Value::from_raw(LLVMGetParam(function, index))).collect()
        }
    }

    pub fn blocks(self) -> Vec<BasicBlock<'m>> {
        let function = self.expect_function();
        let mut blocks = Vec::new();
        // SAFETY: a function, and its list of blocks.
        unsafe {
            let mut at = LLVMGetFirstBasicBlock(function);
            while !at.is_null() {
                blocks.push(BasicBlock::from_raw(at));
                at = LLVMGetNextBasicBlock(at);
            }
        }
        blocks
    }

    /// Adds one of LLVM's own attributes that take no value.
    pub fn add_attribute(self, name: &str) {
        let function = self.expect_function();
        // SAFETY: a function; the attribute is made in its context.
        unsafe {
            let context = LLVMGetTypeContext(LLVMTypeOf(function));
            let kind = LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len());
            assert!(kind != 0, "LLVM knows no attribute {name}");
            let attribute = LLVMCreateEnumAttribute(context, kind, 0);
            LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex, attribute);
        }
    }

    /// Puts a mark of ours on a function that stays with it when it is linked and renamed.
    pub fn add_mark(self, mark: &str) {
        let function = self.expect_function();
        // SAFETY: a function; the attribute is made in its context, which copies the text.
        unsafe {
            let context = LLVMGetTypeContext(LLVMTypeOf(function));
            let length = mark.len() as u32;
            let attribute = LLVMCreateStringAttribute(context, mark.as_ptr().cast(), length, ptr::null(), 0);
            LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex, attribute);
        }
    }

    pub fn has_mark(self, mark: &str) -> bool {
        let function = self.expect_function();
        // SAFETY: a function.
        unsafe {
            let (text, length) = (mark.as_ptr().cast(), mark.len() as u32);
            !LLVMGetStringAttributeAtIndex(function, LLVMAttributeFunctionIndex, text, length).is_null()
        }
    }

    /// Where debug information says it is defined.
    pub fn debug_loc(self) -> Option<DebugLoc<'m>> {
        if !self.is_function() {
            return self.debug_variable()?.loc();
        }
        // SAFETY: a function; metadata is checked for null.
        unsafe {
            let subprogram = LLVMGetSubprogram(self.value.raw);
            if subprogram.is_null() {
                return None;
            }
            let line = LLVMDISubprogramGetLine(subprogram);
            Some(DebugLoc { file: scope_file(subprogram)?, line, column: 0 })
        }
    }

    /// The type that a parameter points to a copy of (`byval`), or that a result is written to (`sret`).
    pub fn param_attribute_type(self, param: u32, attribute: &str) -> Option<Type<'m>> {
        let function = self.expect_function();
        // SAFETY: a function that has the parameter; the attribute carries a type.
        unsafe {
            let kind = LLVMGetEnumAttributeKindForName(attribute.as_ptr().cast(), attribute.len());
            let found = LLVMGetEnumAttributeAtIndex(function, param + 1, kind);
            (!found.is_null()).then(|| Type::from_raw(LLVMGetTypeAttributeValue(found)))
        }
    }
}
