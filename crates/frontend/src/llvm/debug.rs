//! Source positions from debug information.
#![allow(unsafe_code)]

use super::copy_text;
use llvm_sys::debuginfo::*;
use llvm_sys::prelude::LLVMMetadataRef;
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
