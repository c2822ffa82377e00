//! How a path ends.

use bowline_ir::{FuncId, SourceLoc};
use bowline_memory::ObjectId;
use std::fmt;

/// Kinds of bugs, by the names they have in reports.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum BugKind {
    OutOfBoundsRead,
    OutOfBoundsWrite,
    NullDereference,
    UseAfterFree,
    DoubleFree,
    InvalidFree,
    ReadOnlyWrite,
    DivisionByZero,
    ShiftOutOfRange,
    Assertion,
    Abort,
    Unreachable,
    StackOverflow,
    SignedOverflow,
    UninitialisedRead,
    MemoryLeak,
    Hang,
    LargeAllocation,
}

impl BugKind {
    pub const fn name(self) -> &'static str {
        match self {
            BugKind::OutOfBoundsRead => "out-of-bounds-read",
            BugKind::OutOfBoundsWrite => "out-of-bounds-write",
            BugKind::NullDereference => "null-dereference",
            BugKind::UseAfterFree => "use-after-free",
            BugKind::DoubleFree => "double-free",
            BugKind::InvalidFree => "invalid-free",
            BugKind::ReadOnlyWrite => "read-only-write",
            BugKind::DivisionByZero => "division-by-zero",
            BugKind::ShiftOutOfRange => "shift-out-of-range",
            BugKind::Assertion => "assertion",
            BugKind::Abort => "abort",
            BugKind::Unreachable => "unreachable",
            BugKind::StackOverflow => "stack-overflow",
            BugKind::SignedOverflow => "signed-overflow",
            BugKind::UninitialisedRead => "uninitialised-read",
            BugKind::MemoryLeak => "memory-leak",
            BugKind::Hang => "hang",
            BugKind::LargeAllocation => "large-allocation",
        }
    }
}

impl fmt::Display for BugKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One active call, innermost first in a stack.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct StackEntry {
    pub function: FuncId,
    pub loc: SourceLoc,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bug {
    pub kind: BugKind,
    /// One sentence with the values that matter.
    pub message: String,
    /// Innermost call first; never empty.
    pub stack: Vec<StackEntry>,
    /// The object in question, alive or dead.
    pub object: Option<ObjectId>,
    /// What else the same end of the path shows: other leaks.
    pub further: Vec<Bug>,
}

/// Why a path is over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The program ended by itself.
    Exited {
        status: u64,
    },
    /// The program asked to be dropped without a test (`klee_silent_exit`).
    Silent,
    Bug(Bug),
    /// An assumption cannot hold.
    Infeasible,
    /// No input ever took this side of a branch: it was no path.
    Untaken,
    /// Given up; the reason is in `Lost`.
    Lost,
}
