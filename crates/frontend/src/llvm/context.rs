//! An LLVM context: parses modules and keeps what LLVM would otherwise print or abort on.
#![allow(unsafe_code)]

use super::module::Module;
use super::take_message;
use llvm_sys::LLVMDiagnosticSeverity;
use llvm_sys::core::{
    LLVMContextCreate, LLVMContextDispose, LLVMContextSetDiagnosticHandler,
    LLVMCreateMemoryBufferWithMemoryRangeCopy, LLVMGetDiagInfoDescription, LLVMGetDiagInfoSeverity,
};
use llvm_sys::ir_reader::LLVMParseIRInContext;
use llvm_sys::prelude::{LLVMContextRef, LLVMDiagnosticInfoRef};
use llvm_sys::support::LLVMParseCommandLineOptions;
use std::cell::RefCell;
use std::ffi::{CString, c_void};
use std::ptr;
use std::sync::Once;

pub struct Context {
    pub(super) raw: LLVMContextRef,
    /// Error messages since the last [`Context::take_errors`]. Boxed: LLVM holds its address.
    errors: Box<RefCell<Vec<String>>>,
}

extern "C" fn collect(info: LLVMDiagnosticInfoRef, errors: *mut c_void) {
    // SAFETY: LLVM passes a live diagnostic and the pointer that `Context::new` registered, which outlives the context.
    unsafe {
        let is_error = LLVMGetDiagInfoSeverity(info) == LLVMDiagnosticSeverity::LLVMDSError;
        let message = take_message(LLVMGetDiagInfoDescription(info));
        if is_error {
            (*errors.cast::<RefCell<Vec<String>>>()).borrow_mut().push(message);
        }
    }
}

/// LLVM's reader verifies a module that has debug information and ends the *process* if it is broken. This turns that
/// off, so that we can verify and report it ourselves.
fn keep_reader_from_aborting() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let arguments = [c"bowline".as_ptr(), c"-disable-auto-upgrade-debug-info".as_ptr()];
        // SAFETY: two NUL-terminated strings; LLVM copies what it keeps.
        unsafe { LLVMParseCommandLineOptions(2, arguments.as_ptr(), ptr::null()) };
    });
}

impl Context {
    pub fn new() -> Self {
        keep_reader_from_aborting();
        let errors = Box::new(RefCell::new(Vec::new()));
        // SAFETY: a fresh context; the handler's data lives as long as the context does.
        let raw = unsafe {
            let raw = LLVMContextCreate();
            let data = ptr::from_ref(errors.as_ref()).cast_mut().cast::<c_void>();
            LLVMContextSetDiagnosticHandler(raw, Some(collect), data);
            raw
        };
        Self { raw, errors }
    }

    /// The errors that LLVM reported since the last call.
    pub fn take_errors(&self) -> Vec<String> {
        self.errors.take()
    }

    /// Reads bitcode or textual IR.
    pub fn parse(&self, contents: &[u8], name: &str) -> Result<Module<'_>, String> {
        let name = CString::new(name.replace('\0', "?")).expect("NULs were replaced");
        let mut module = ptr::null_mut();
        let mut message = ptr::null_mut();
        // SAFETY: the buffer copies `contents` and adds the terminator that the parser wants; the parser takes the
        // buffer over; `message` is ours when set.
        let failed = unsafe {
            let buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(
                contents.as_ptr().cast(),
                contents.len(),
                name.as_ptr(),
            );
            LLVMParseIRInContext(self.raw, buffer, &mut module, &mut message) != 0
        };
        if failed || module.is_null() {
            // SAFETY: the parser hands the message over.
            let mut text = unsafe { take_message(message) };
            for error in self.take_errors() {
                if !text.contains(&error) {
                    text = format!("{text} {error}");
                }
            }
            return Err(text.trim().to_string());
        }
        // SAFETY: a module of this context that nobody else owns.
        Ok(unsafe { Module::from_raw(module, self) })
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: every module borrows the context, so all are gone.
        unsafe { LLVMContextDispose(self.raw) };
    }
}
