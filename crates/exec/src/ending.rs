//! How a path ends.

use bowline_ir::{FuncId, SourceLoc};
use bowline_memory::ObjectId;
use std::fmt;

/// One list: a kind without a name in reports, or missing from [`BugKind::ALL`], cannot be written down.
macro_rules! bug_kinds {
    ($($kind:ident = $name:literal,)*) => {
        /// Kinds of bugs, by the names they have in reports.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum BugKind {
            $($kind,)*
        }

        impl BugKind {
            pub const ALL: &[Self] = &[$(Self::$kind,)*];

            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$kind => $name,)*
                }
            }
        }
    };
}

bug_kinds! {
    OutOfBoundsRead = "out-of-bounds-read",
    OutOfBoundsWrite = "out-of-bounds-write",
    NullDereference = "null-dereference",
    UseAfterFree = "use-after-free",
    DoubleFree = "double-free",
    InvalidFree = "invalid-free",
    ReadOnlyWrite = "read-only-write",
    DivisionByZero = "division-by-zero",
    ShiftOutOfRange = "shift-out-of-range",
    Assertion = "assertion",
    Abort = "abort",
    Unreachable = "unreachable",
    StackOverflow = "stack-overflow",
    SignedOverflow = "signed-overflow",
    UninitialisedRead = "uninitialised-read",
    MemoryLeak = "memory-leak",
    Hang = "hang",
    LargeAllocation = "large-allocation",
}

impl BugKind {
    /// The kind that has a name in a report; none where a later version wrote that.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.name() == name)
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
