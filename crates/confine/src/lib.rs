//! Runs a native program to its end, locked in.
//!
//! The program under test may do anything: remove files, kill its parent, start a daemon, call home. Three processes see to it that
//! none of that reaches beyond the run:
//!
//! * the *caller* ([`run`]) starts a sandbox, waits for it, and reads what it has to say;
//! * the *sandbox* is Debian's bubblewrap where that works, else namespaces that we make ourselves ([`namespaces`]). In it
//!   there is no network, no process but its own, and a file system that can be read but not written, apart from directories that
//!   live in memory and go away with it. What mounts do not stop is behind a second wall ([`landlock`]);
//! * the *supervisor* ([`supervise`]) is this executable again, started with a hidden command as the first process of the sandbox. It
//!   starts the program under limits, notes what it is refused ([`watch`]), waits for it, ends whatever it left
//!   behind, and writes down how it ended. When the first process is gone, the kernel ends all others.
//!
//! Invariant: an [`Ended`] is what the supervisor saw, never what the program printed. What is deliberately absent: a limit on
//! what the program may read, and on processor time of single processes beyond the usual limits.

pub mod bpf;
mod bubblewrap;
mod filter;
mod inside;
mod landlock;
mod method;
mod namespaces;
mod notes;
mod plan;
mod run;
mod supervise;
mod watch;

pub use inside::Inside;
pub use method::Method;
pub use plan::{End, Ended, Limits, Plan};
pub use run::{run, run_watched};
pub use supervise::supervise;

/// The hidden command of our executable that becomes the supervisor; the file of the [`Plan`] follows it.
pub const SUPERVISOR_COMMAND: &str = "native-run";
