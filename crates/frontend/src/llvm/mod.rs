//! A thin checked layer over LLVM 19's C API: everything that is `unsafe` in this crate.
//!
//! Handles are plain pointers with a lifetime that ends with their module, so none outlives what it points to. An
//! accessor that LLVM defines only for some kinds of value asserts the kind first: LLVM's own checks are compiled out.
//!
//! It deliberately hardly covers building IR: variables that nobody writes and reads of them are all that is ever added (`added.rs`).

mod added;
mod context;
mod debug;
mod debug_type;
mod decimal;
mod global;
mod instruction;
mod module;
mod rehearsal;
mod types;
mod value;
mod variable;

pub use context::Context;
pub use debug::{DebugFile, DebugLoc, DebugScope};
pub use debug_type::{DebugCount, DebugType, DebugTypeKind};
pub use global::{Global, Linkage};
pub use instruction::{AtomicOp, Instruction, IntPredicate, Opcode, RealPredicate};
pub use module::{DataLayout, Module};
pub use rehearsal::rehearse;
pub use types::{Type, TypeKind};
pub use value::{BasicBlock, Value, ValueKind};
pub use variable::{DebugNodes, DebugVariable, Subprogram};

use std::ffi::{CStr, c_char};

/// Takes over a string that LLVM allocated for us.
///
/// # Safety
/// `text` is null or a string from LLVM that the caller owns.
#[allow(unsafe_code)]
unsafe fn take_message(text: *mut c_char) -> String {
    if text.is_null() {
        return String::new();
    }
    // SAFETY: by contract a NUL-terminated string of LLVM's that nobody else frees.
    unsafe {
        let owned = CStr::from_ptr(text).to_string_lossy().into_owned();
        llvm_sys::core::LLVMDisposeMessage(text);
        owned
    }
}

/// Copies a string that LLVM owns.
///
/// # Safety
/// `text` points to `length` readable bytes, or `length` is 0.
#[allow(unsafe_code)]
unsafe fn copy_text(text: *const c_char, length: usize) -> String {
    if text.is_null() || length == 0 {
        return String::new();
    }
    // SAFETY: by contract.
    let bytes = unsafe { std::slice::from_raw_parts(text.cast::<u8>(), length) };
    String::from_utf8_lossy(bytes).into_owned()
}
