//! What is asked, and what can be answered.

use bowline_ir::{FuncId, Position, SourceLoc};
use std::fmt;

/// What is wanted to be known of a variable, as in the paper.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Attribute {
    /// Of a register or of bytes in memory.
    Value,
    /// Of the text that a pointer points to: bytes before its terminator.
    Len,
    /// Of the object that a pointer points into.
    Size,
}

impl Attribute {
    pub const fn name(self) -> &'static str {
        match self {
            Attribute::Value => "Value",
            Attribute::Len => "Len",
            Attribute::Size => "Size",
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// May what is written lie outside its object?
    Write,
    Read,
    /// Can this branch be taken and not be taken?
    Branch,
}

impl Kind {
    pub const ALL: [Self; 3] = [Self::Write, Self::Read, Self::Branch];

    pub const fn name(self) -> &'static str {
        match self {
            Kind::Write => "write",
            Kind::Read => "read",
            Kind::Branch => "branch",
        }
    }
}

/// One question about one instruction.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Query {
    pub kind: Kind,
    pub function: FuncId,
    pub at: Position,
    pub loc: SourceLoc,
    /// Of a call that accesses several objects: which argument. 0 for plain accesses.
    pub argument: u32,
}

/// Why something is not known.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Reason {
    /// What a loop changes, and no invariant tells enough.
    Loop(String),
    /// The result, or an effect, of a function without a body.
    Call { function: String, place: String },
    /// A call through a pointer whose targets are not followed.
    Pointer(String),
    /// Memory that may or may not have been written where this place says.
    Memory(String),
    /// An object nobody told the size of: behind a parameter of a function that anybody may call.
    Outside(String),
    /// Memory that was not written before.
    Uninitialised(String),
    /// Released or out of scope, perhaps, at this place.
    Dead(String),
    /// An instruction that is not followed.
    Instruction(String),
    /// A limit: paths, depth of calls, time of the solver.
    Limit(String),
}

impl Reason {
    /// One word, for tables.
    pub const fn name(&self) -> &'static str {
        match self {
            Reason::Loop(_) => "loop",
            Reason::Call { .. } => "call",
            Reason::Pointer(_) => "pointer",
            Reason::Memory(_) => "memory",
            Reason::Outside(_) => "outside",
            Reason::Uninitialised(_) => "uninitialised",
            Reason::Dead(_) => "dead",
            Reason::Instruction(_) => "instruction",
            Reason::Limit(_) => "limit",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Loop(place) => write!(f, "it depends on what the loop at {place} does"),
            Reason::Call { function, place } => {
                write!(f, "it depends on what `{function}` does, called at {place}")
            }
            Reason::Pointer(place) => write!(f, "it depends on the call through a pointer at {place}"),
            Reason::Memory(place) => write!(f, "the access at {place} may be to the same memory"),
            Reason::Outside(what) => write!(f, "it depends on {what}"),
            Reason::Uninitialised(what) => write!(f, "{what} was not written before"),
            Reason::Dead(place) => write!(f, "the object may be released or out of scope since {place}"),
            Reason::Instruction(what) => write!(f, "{what} is not followed"),
            Reason::Limit(what) => f.write_str(what),
        }
    }
}

/// The answer to a query.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// No path violates it. Of a branch: both sides are possible.
    Safe,
    /// A path from the program's start violates it, and everything that decides it is input.
    Vulnerable,
    /// No path leads there. Of a branch: one side is never taken.
    Infeasible,
    /// Some path may, and this stands in the way of knowing.
    Unknown(Reason),
}

impl Verdict {
    pub const fn name(&self) -> &'static str {
        match self {
            Verdict::Safe => "safe",
            Verdict::Vulnerable => "vulnerable",
            Verdict::Infeasible => "infeasible",
            Verdict::Unknown(_) => "unknown",
        }
    }
}

/// A verdict with what there is to say about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    pub verdict: Verdict,
    /// In words: why.
    pub reason: String,
    /// The places that lead there, from the start on; of one path that decided.
    pub path: Vec<SourceLoc>,
    /// What must hold at the start of that path.
    pub condition: Option<String>,
    /// The function that the path starts in.
    pub start: Option<FuncId>,
    /// Where the path starts in `main`: a number of arguments, with the program's name, that leads there.
    pub argc: Option<u32>,
    /// The longest text among them, where the path asks for lengths.
    pub longest: Option<u64>,
    /// What was measured and the answer rests on; nothing where it is proved.
    pub models: Vec<String>,
    /// What was not followed to its beginning, and taken for possible because it has nothing to do with what is asked.
    pub assumes: Option<String>,
}
