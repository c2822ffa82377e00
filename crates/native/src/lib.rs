//! Calls of functions that have no definition.
//!
//! * [`NativeCalls`] calls the real function, in a *child process*: this executable started once more, with a hidden
//!   command, that runs [`serve`]. The two speak the small binary [`protocol`] over pipes.
//! * [`InferredCalls`] goes on with what running the function on chosen inputs has told, and calls it otherwise; [`Measurer`] does the running.
//! * [`AssumedResults`] calls nothing: the result is a fresh input, memory stays as it is, and `lost` says so.
//!
//! Objects of the program have the same addresses in the child as under the executor, so pointers are passed as they are
//! ([`transfer`](mod@transfer)). What a call does to them comes back as changed bytes. Native code never runs in the
//! process of the run, and never with symbolic data: arguments and the bytes they reach are first given one value each,
//! and every time that narrows the path it is in `lost`.
//!
//! Variables of native libraries have a version per path ([`version`](mod@version)); changes of what all paths share are in
//! `lost`.
//!
//! What is not done: native code cannot call back into the program; what a library prints is not shown. `docs/unknowns.md` describes the sandbox and what each of these means for a run.

mod arguments;
mod caller;
mod calls;
mod child;
mod inferred;
mod inputs;
mod measure;
mod process;
pub mod protocol;
mod recall;
mod refuse;
mod repeat;
mod results;
mod signature;
mod symbolic;
mod transfer;
mod version;

pub use calls::{NativeCalls, NativeConfig};
pub use child::serve;
pub use inferred::InferredCalls;
pub use measure::Measurer;
pub use process::StartError;
pub use refuse::refusal;
pub use symbolic::AssumedResults;

/// The hidden command of our executable that becomes the child; the libraries to load follow it.
pub const CHILD_COMMAND: &str = "native-child";
