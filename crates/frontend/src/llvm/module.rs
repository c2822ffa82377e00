//! A module: its globals, its data layout, and the few things done to it as a whole (linking, passes, verification).
#![allow(unsafe_code)]

use super::context::Context;
use super::global::Global;
use super::take_message;
use super::types::{Type, TypeKind};
use super::value::Value;
use llvm_sys::analysis::{LLVMVerifierFailureAction, LLVMVerifyModule};
use llvm_sys::core::*;
use llvm_sys::error::{LLVMDisposeErrorMessage, LLVMGetErrorMessage};
use llvm_sys::linker::LLVMLinkModules2;
use llvm_sys::prelude::{LLVMModuleRef, LLVMValueRef};
use llvm_sys::target::*;
use llvm_sys::transforms::pass_builder::{
    LLVMCreatePassBuilderOptions, LLVMDisposePassBuilderOptions, LLVMRunPasses,
};
use std::ffi::{CStr, CString};
use std::marker::PhantomData;
use std::ptr;

pub struct Module<'c> {
    raw: LLVMModuleRef,
    context: &'c Context,
}

/// Sizes, alignments and offsets of types.
#[derive(Clone, Copy)]
pub struct DataLayout<'m> {
    raw: LLVMTargetDataRef,
    marker: PhantomData<&'m ()>,
}

impl<'c> Module<'c> {
    /// # Safety
    /// `raw` is a live module of `context` that nobody else owns.
    pub(super) unsafe fn from_raw(raw: LLVMModuleRef, context: &'c Context) -> Self {
        Self { raw, context }
    }

    pub(super) fn raw(&self) -> LLVMModuleRef {
        self.raw
    }

    pub fn triple(&self) -> String {
        // SAFETY: the module is live and owns the string.
        unsafe { CStr::from_ptr(LLVMGetTarget(self.raw)).to_string_lossy().into_owned() }
    }

    pub fn layout_text(&self) -> String {
        // SAFETY: the module is live and owns the string.
        unsafe { CStr::from_ptr(LLVMGetDataLayoutStr(self.raw)).to_string_lossy().into_owned() }
    }

    pub fn set_layout(&mut self, layout: &CStr) {
        // SAFETY: the module is live; LLVM copies the string.
        unsafe { LLVMSetDataLayout(self.raw, layout.as_ptr()) };
    }

    pub fn data_layout(&self) -> DataLayout<'_> {
        // SAFETY: the module is live; its layout lives as long.
        DataLayout { raw: unsafe { LLVMGetModuleDataLayout(self.raw) }, marker: PhantomData }
    }

    /// Moves all of `other` into this module.
    pub fn link(&mut self, other: Module<'c>) -> Result<(), String> {
        let source = other.raw;
        // Linking destroys the source even when it fails.
        std::mem::forget(other);
        // SAFETY: two live modules of one context; the source is not used again.
        let failed = unsafe { LLVMLinkModules2(self.raw, source) != 0 };
        let errors = self.context.take_errors();
        if failed { Err(errors.join("; ")) } else { Ok(()) }
    }

    /// Is every invariant of LLVM IR kept? The message is LLVM's.
    pub fn verify(&self) -> Result<(), String> {
        let mut message = ptr::null_mut();
        // SAFETY: the module is live; the message is ours.
        unsafe {
            let action = LLVMVerifierFailureAction::LLVMReturnStatusAction;
            let broken = LLVMVerifyModule(self.raw, action, &mut message) != 0;
            let message = take_message(message);
            if broken { Err(message) } else { Ok(()) }
        }
    }

    /// Runs a pass pipeline in `opt`'s notation.
    pub fn run_passes(&mut self, pipeline: &str) -> Result<(), String> {
        let pipeline = CString::new(pipeline).map_err(|error| error.to_string())?;
        // SAFETY: the module is live, no handle into it is held across this call (`&mut self`), no target machine is
        // needed for passes that do not ask for costs.
        unsafe {
            let options = LLVMCreatePassBuilderOptions();
            let error = LLVMRunPasses(self.raw, pipeline.as_ptr(), ptr::null_mut(), options);
            LLVMDisposePassBuilderOptions(options);
            if error.is_null() {
                return Ok(());
            }
            let message = LLVMGetErrorMessage(error);
            let text = CStr::from_ptr(message).to_string_lossy().into_owned();
            LLVMDisposeErrorMessage(message);
            Err(text)
        }
    }

    fn collect<'m>(
        &'m self,
        first: unsafe extern "C" fn(LLVMModuleRef) -> LLVMValueRef,
        next: unsafe extern "C" fn(LLVMValueRef) -> LLVMValueRef,
    ) -> Vec<Global<'m>> {
        let mut found = Vec::new();
        // SAFETY: one of LLVM's four lists of globals, walked with its own successor function.
        unsafe {
            let mut at = first(self.raw);
            while !at.is_null() {
                found.push(Global::from_value(Value::from_raw(at)));
                at = next(at);
            }
        }
        found
    }

    pub fn functions(&self) -> Vec<Global<'_>> {
        self.collect(LLVMGetFirstFunction, LLVMGetNextFunction)
    }

    pub fn variables(&self) -> Vec<Global<'_>> {
        self.collect(LLVMGetFirstGlobal, LLVMGetNextGlobal)
    }

    pub fn aliases(&self) -> Vec<Global<'_>> {
        self.collect(LLVMGetFirstGlobalAlias, LLVMGetNextGlobalAlias)
    }

    pub fn ifuncs(&self) -> Vec<Global<'_>> {
        self.collect(LLVMGetFirstGlobalIFunc, LLVMGetNextGlobalIFunc)
    }

    /// Everything with a name that the linker sees.
    pub fn globals(&self) -> Vec<Global<'_>> {
        let mut all = self.functions();
        all.extend(self.variables());
        all.extend(self.aliases());
        all.extend(self.ifuncs());
        all
    }
}

impl Drop for Module<'_> {
    fn drop(&mut self) {
        // SAFETY: we own the module; every handle into it borrows it and is gone.
        unsafe { LLVMDisposeModule(self.raw) };
    }
}

impl<'m> DataLayout<'m> {
    pub fn is_little_endian(self) -> bool {
        // SAFETY: the layout is live.
        unsafe { LLVMByteOrder(self.raw) == LLVMByteOrdering::LLVMLittleEndian }
    }

    pub fn pointer_bytes(self) -> u32 {
        // SAFETY: the layout is live.
        unsafe { LLVMPointerSize(self.raw) }
    }

    /// The distance between two neighbours in an array; 0 for a type without a size.
    pub fn size(self, ty: Type<'m>) -> u64 {
        // SAFETY: both are live and of one module; the type has a size.
        if ty.is_sized() { unsafe { LLVMABISizeOfType(self.raw, ty.raw) } } else { 0 }
    }

    /// Does LLVM itself lose count of its size, which it keeps in bits?
    pub fn is_huge(self, ty: Type<'m>) -> bool {
        const MOST: u128 = 1 << 60;
        match ty.kind() {
            TypeKind::Array => {
                self.is_huge(ty.element())
                    || u128::from(ty.len()) * u128::from(self.size(ty.element())) > MOST
            }
            TypeKind::Struct => {
                let fields = || (0..ty.field_count()).map(|index| ty.field(index));
                fields().any(|field| self.is_huge(field))
                    || fields().map(|field| u128::from(self.size(field))).sum::<u128>() > MOST
            }
            _ => false,
        }
    }

    /// The natural alignment; 1 for a type without a size.
    pub fn align(self, ty: Type<'m>) -> u64 {
        // SAFETY: both are live and of one module; the type has a size.
        if ty.is_sized() { u64::from(unsafe { LLVMABIAlignmentOfType(self.raw, ty.raw) }) } else { 1 }
    }

    /// Where the field of a sized struct begins.
    pub fn field_offset(self, structure: Type<'m>, field: u32) -> u64 {
        assert!(structure.is_sized() && field < structure.field_count(), "no such field");
        // SAFETY: a sized struct that has the field.
        unsafe { LLVMOffsetOfElement(self.raw, structure.raw, field) }
    }
}
