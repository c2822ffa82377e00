//! C and LLVM bitcode into the IR.
//!
//! [`load`] compiles C with clang, reads bitcode, also that which `bowline cc` left in native files, links all of it with what it needs of our C library, runs the few
//! LLVM passes that cannot hide a bug, and lowers the result to [`bowline_ir`]. Nothing of LLVM lives on afterwards.
//!
//! What cannot be lowered is not an error: it becomes [`bowline_ir::Inst::Unsupported`] at its place, so that only
//! paths that really get there are lost. Errors are about input that cannot be read at all; see [`Error`].
//!
//! The front end deliberately does not know which functions the executor implements itself: whatever is still
//! undefined after linking stays a declaration.

mod compile;
pub mod embedded;
mod error;
mod flags;
mod initialised;
mod link;
mod llvm;
mod load;
mod lower;
mod native;
mod options;
mod passes;
mod read;
mod symbols;
pub mod tool;
mod undefined;

pub use compile::{CHECKED, warns_of_folding};
pub use error::Error;
pub use flags::without_checks;
pub use load::{Loaded, load, load_with_starts};
pub use native::Opaque;
pub use options::{Options, RuntimeMember};
pub use symbols::Symbols;
