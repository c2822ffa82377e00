//! Source positions from debug information.
#![allow(unsafe_code)]

use super::copy_text;
use super::debug_type::node_operand;
use llvm_sys::core::*;
use llvm_sys::debuginfo::*;
use llvm_sys::prelude::{LLVMContextRef, LLVMMetadataRef};
use std::marker::PhantomData;

/// A file of the debug information. Equal handles are equal files, so callers can keep a table.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct DebugFile<'m> {
    raw: LLVMMetadataRef,
    marker: PhantomData<&'m ()>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct DebugLoc<'m> {
    pub file: DebugFile<'m>,
    pub line: u32,
    pub column: u32,
}

/// A block of the source, or a function; equal handles are one node.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct DebugScope<'m> {
    raw: LLVMMetadataRef,
    context: LLVMContextRef,
    marker: PhantomData<&'m ()>,
}

/// The operand of a block that says what it is in.
const SCOPE: u32 = 1;

impl<'m> DebugScope<'m> {
    /// # Safety
    /// `raw` is a `DIScope` of a module of `context`, which outlives `'m`.
    pub(super) unsafe fn from_raw(raw: LLVMMetadataRef, context: LLVMContextRef) -> Self {
        Self { raw, context, marker: PhantomData }
    }

    /// What a block is in; nothing for a function.
    pub fn parent(self) -> Option<Self> {
        // SAFETY: a live scope. Blocks are nodes, whose operand is a scope again.
        unsafe {
            let is_block = matches!(
                LLVMGetMetadataKind(self.raw),
                LLVMMetadataKind::LLVMDILexicalBlockMetadataKind
                    | LLVMMetadataKind::LLVMDILexicalBlockFileMetadataKind
            );
            let node = is_block.then(|| LLVMMetadataAsValue(self.context, self.raw))?;
            Some(Self { raw: LLVMValueAsMetadata(node_operand(node, SCOPE)?), ..self })
        }
    }
}

impl DebugFile<'_> {
    /// Directory and name, as the compiler was given them.
    pub fn directory_and_name(self) -> (String, String) {
        let (mut directory, mut name) = (0, 0);
        // SAFETY: a live `DIFile`, which owns both strings.
        unsafe {
            let directory_text = LLVMDIFileGetDirectory(self.raw, &mut directory);
            let name_text = LLVMDIFileGetFilename(self.raw, &mut name);
            (copy_text(directory_text, directory as usize), copy_text(name_text, name as usize))
        }
    }
}

/// # Safety
/// `file` is null or a `DIFile` of a module that outlives `'m`.
pub(super) unsafe fn file_of<'m>(file: LLVMMetadataRef) -> Option<DebugFile<'m>> {
    if file.is_null() { None } else { Some(DebugFile { raw: file, marker: PhantomData }) }
}

/// # Safety
/// `scope` is a `DIScope` of a module that outlives `'m`.
pub(super) unsafe fn scope_file<'m>(scope: LLVMMetadataRef) -> Option<DebugFile<'m>> {
    // SAFETY: by contract.
    unsafe { file_of(LLVMDIScopeGetFile(scope)) }
}
