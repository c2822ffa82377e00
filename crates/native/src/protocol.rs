//! What a run and its child say to each other: one request, one reply, each a frame of `length: u32` and that many bytes.
//!
//! Numbers are little endian; a list is its length (`u32`) and its elements; text is a list of bytes. Decoding trusts
//! nothing: a frame that is cut short or has an unknown tag is an error, since native code may have written to the pipe.

mod codec;
#[cfg(test)]
mod tests;
mod wire;

pub use codec::crash_frame;
pub use wire::{MAX_FRAME, receive, send};

use std::ops::Range;

/// Where the child's own memory is: its executable, its heap, libraries and stack. Objects of the program are below.
pub const FOREIGN: Range<u64> = 0x5000_0000_0000..0x8000_0000_0000;

/// How a value travels.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Type {
    /// An integer of so many bytes (1, 2, 4, 8).
    Integer {
        bytes: u8,
        signed: bool,
    },
    Float,
    /// Also two floats side by side in one register.
    Double,
    LongDouble,
    /// So many bytes, copied into the callee's stack frame.
    Memory {
        bytes: u32,
    },
}

impl Type {
    /// Bytes of a value of this type as it is sent.
    pub fn size(&self) -> usize {
        match self {
            Type::Integer { bytes, .. } => usize::from(*bytes),
            Type::Float => 4,
            Type::Double => 8,
            Type::LongDouble => 16,
            Type::Memory { bytes } => *bytes as usize,
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Argument {
    pub ty: Type,
    /// [`Type::size`] bytes.
    pub bytes: Vec<u8>,
}

/// An object of the program as the callee is to find it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mapped {
    /// A multiple of the page size.
    pub base: u64,
    pub writable: bool,
    pub bytes: Vec<u8>,
}

/// Bytes at an address of the child's own memory.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Patch {
    pub address: u64,
    pub bytes: Vec<u8>,
}

/// A place in the child's own memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Span {
    pub address: u64,
    pub length: u32,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    pub function: String,
    pub args: Vec<Argument>,
    /// How many arguments come before the variable ones; none for a function that takes no variable ones.
    pub fixed: Option<u32>,
    /// One part each in a register of its own; none for `void`.
    pub result: Vec<Type>,
    pub errno: i32,
    pub objects: Vec<Mapped>,
    /// A pointer that comes back is memory of the function's `malloc`.
    pub allocates: bool,
    /// The variables of libraries that this path has, as differences from the beginning; none: as the last call left them.
    pub variables: Option<Vec<Patch>>,
    /// What the program has written to the child's memory since the last call.
    pub writes: Vec<Patch>,
    /// What it wants to know of the child's memory afterwards.
    pub looks: Vec<Span>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Request {
    /// Which of these functions exist?
    Resolve(Vec<String>),
    Call(Call),
}

/// Bytes of an object that the call changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// Of [`Call::objects`].
    pub object: u32,
    pub offset: u32,
    pub bytes: Vec<u8>,
}

/// Memory of the child that a returned pointer points to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Foreign {
    pub address: u64,
    pub writable: bool,
    pub bytes: Vec<u8>,
}

/// What a call did to memory that is not the program's.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Hidden {
    /// Variables of libraries changed: now they differ from the beginning like this.
    pub own: Option<Vec<Patch>>,
    /// Variables of the C library or the loader changed.
    pub system: bool,
    /// Memory that an earlier call had allocated was changed or freed.
    pub heap: bool,
    /// It allocated memory that is still in use.
    pub keeps: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Returned {
    /// The parts of the result, one after the other.
    pub result: Vec<u8>,
    pub errno: i32,
    pub changes: Vec<Change>,
    pub foreign: Option<Foreign>,
    pub hidden: Hidden,
    /// The bytes at [`Call::looks`]; empty where there is no memory any more.
    pub looked: Vec<Vec<u8>>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    Resolved(Vec<bool>),
    Returned(Returned),
    /// The function wrote behind this one of [`Call::objects`].
    Overflow {
        object: u32,
    },
    /// A signal; `detail` is the number of a forbidden system call, or else the address that was touched. The child ends.
    Crashed {
        signal: u32,
        detail: u64,
    },
    /// The call could not be made.
    Failed(String),
    /// The child is set up and listens; `filtered`: system calls that it must not make are forbidden to it.
    Ready {
        filtered: bool,
    },
}
