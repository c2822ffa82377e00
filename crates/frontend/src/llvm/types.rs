//! Types.
#![allow(unsafe_code)]

use super::take_message;
use bowline_ir::FloatKind;
use llvm_sys::LLVMTypeKind;
use llvm_sys::core::*;
use llvm_sys::prelude::LLVMTypeRef;
use std::marker::PhantomData;

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Type<'m> {
    pub(super) raw: LLVMTypeRef,
    marker: PhantomData<&'m ()>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TypeKind {
    Void,
    Integer(u32),
    Pointer {
        address_space: u32,
    },
    Float(FloatKind),
    Struct,
    Array,
    Vector,
    Function,
    Metadata,
    /// Labels, tokens, scalable vectors, and types of other machines.
    Other,
}

impl<'m> Type<'m> {
    /// # Safety
    /// `raw` is a type of a context that outlives `'m`.
    pub(super) unsafe fn from_raw(raw: LLVMTypeRef) -> Self {
        Self { raw, marker: PhantomData }
    }

    pub fn kind(self) -> TypeKind {
        // SAFETY: the type is live, and each query is made only for the kind that has it.
        unsafe {
            match LLVMGetTypeKind(self.raw) {
                LLVMTypeKind::LLVMVoidTypeKind => TypeKind::Void,
                LLVMTypeKind::LLVMIntegerTypeKind => TypeKind::Integer(LLVMGetIntTypeWidth(self.raw)),
                LLVMTypeKind::LLVMPointerTypeKind => {
                    TypeKind::Pointer { address_space: LLVMGetPointerAddressSpace(self.raw) }
                }
                LLVMTypeKind::LLVMHalfTypeKind => TypeKind::Float(FloatKind::Half),
                LLVMTypeKind::LLVMBFloatTypeKind => TypeKind::Float(FloatKind::BFloat),
                LLVMTypeKind::LLVMFloatTypeKind => TypeKind::Float(FloatKind::Single),
                LLVMTypeKind::LLVMDoubleTypeKind => TypeKind::Float(FloatKind::Double),
                LLVMTypeKind::LLVMX86_FP80TypeKind => TypeKind::Float(FloatKind::X87),
                LLVMTypeKind::LLVMFP128TypeKind => TypeKind::Float(FloatKind::Quad),
                LLVMTypeKind::LLVMStructTypeKind => TypeKind::Struct,
                LLVMTypeKind::LLVMArrayTypeKind => TypeKind::Array,
                LLVMTypeKind::LLVMVectorTypeKind => TypeKind::Vector,
                LLVMTypeKind::LLVMFunctionTypeKind => TypeKind::Function,
                LLVMTypeKind::LLVMMetadataTypeKind => TypeKind::Metadata,
                _ => TypeKind::Other,
            }
        }
    }

    pub fn is_sized(self) -> bool {
        // SAFETY: the type is live.
        unsafe { LLVMTypeIsSized(self.raw) != 0 }
    }

    /// The element type of an array or a vector.
    pub fn element(self) -> Type<'m> {
        assert!(matches!(self.kind(), TypeKind::Array | TypeKind::Vector), "only sequences have elements");
        // SAFETY: a sequence type.
        unsafe { Type::from_raw(LLVMGetElementType(self.raw)) }
    }

    /// The number of elements of an array or a vector.
    pub fn len(self) -> u64 {
        // SAFETY: each query is made only for the kind that has it.
        unsafe {
            match self.kind() {
                TypeKind::Array => LLVMGetArrayLength2(self.raw),
                TypeKind::Vector => u64::from(LLVMGetVectorSize(self.raw)),
                _ => 0,
            }
        }
    }

    pub fn field_count(self) -> u32 {
        if self.kind() != TypeKind::Struct {
            return 0;
        }
        // SAFETY: a struct type.
        unsafe { LLVMCountStructElementTypes(self.raw) }
    }

    pub fn field(self, index: u32) -> Type<'m> {
        assert!(index < self.field_count(), "no such field");
        // SAFETY: a struct type that has the field.
        unsafe { Type::from_raw(LLVMStructGetTypeAtIndex(self.raw, index)) }
    }

    pub fn return_type(self) -> Type<'m> {
        assert!(self.kind() == TypeKind::Function, "only functions return");
        // SAFETY: a function type.
        unsafe { Type::from_raw(LLVMGetReturnType(self.raw)) }
    }

    pub fn params(self) -> Vec<Type<'m>> {
        assert!(self.kind() == TypeKind::Function, "only functions take arguments");
        // SAFETY: a function type, which fills as many places as it has parameters.
        unsafe {
            let mut params = vec![std::ptr::null_mut(); LLVMCountParamTypes(self.raw) as usize];
            LLVMGetParamTypes(self.raw, params.as_mut_ptr());
            params.into_iter().map(|raw| Type::from_raw(raw)).collect()
        }
    }

    pub fn is_variadic(self) -> bool {
        assert!(self.kind() == TypeKind::Function, "only functions take arguments");
        // SAFETY: a function type.
        unsafe { LLVMIsFunctionVarArg(self.raw) != 0 }
    }

    /// LLVM's notation, for messages.
    pub fn text(self) -> String {
        // SAFETY: the type is live; the string is ours.
        unsafe { take_message(LLVMPrintTypeToString(self.raw)) }
    }

    /// The integer type of some width in the same context.
    pub(super) fn integer_like(self, width: u32) -> Type<'m> {
        // SAFETY: the type's context is live, and so is every type made in it.
        unsafe { Type::from_raw(LLVMIntTypeInContext(LLVMGetTypeContext(self.raw), width)) }
    }
}
