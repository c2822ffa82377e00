//! Objects by name, and where they lie: each in a window of addresses of its own, so that the address of one is never that of another.

use bowline_base::FxHashMap;
use bowline_ir::{GlobalId, Position};

/// An object of the program, as far as the path that is followed tells it from others.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ObjectId {
    /// A local of one activation of its function.
    Local {
        frame: u32,
        at: Position,
    },
    Global(GlobalId),
    /// What one call of an allocator gave, or a local that is made several times; the path may make several at one place.
    Heap {
        frame: u32,
        at: Position,
        serial: u32,
    },
}

/// Objects below this size do not reach into the next window. No program has larger ones.
const WINDOW: u32 = 40;

/// Gives out windows.
#[derive(Default)]
pub(crate) struct Windows {
    numbers: FxHashMap<ObjectId, u64>,
}

impl Windows {
    /// The address of the first byte of an object.
    pub fn base(&mut self, object: ObjectId) -> u64 {
        let next = self.numbers.len() as u64;
        (1 + *self.numbers.entry(object).or_insert(next)) << WINDOW
    }
}
