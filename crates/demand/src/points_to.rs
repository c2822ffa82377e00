//! Which objects a pointer may point to, for a whole module: inclusion constraints over sets of *abstract objects* (Andersen 1994), solved once before any question.
//!
//! An abstract object is a global, everything that one instruction of a function makes (a local, what an allocator gives), or one of a few that stand for all others:
//! the *outside* (whatever code that is not given has made, or keeps), the arguments of `main`, arguments behind `...`, constants. What an object holds is one set, whatever the offset.
//!
//! Invariant: if a register ever holds an address of an object, that object is in the set of the register. So objects whose sets do not meet are apart, and a
//! function writes nothing but what its pointers' sets have. Sets that are empty say nothing: such a pointer is taken for any.
//!
//! Assumed, as everywhere here: accesses stay within their objects; an address is made from the address of its object, by copying (also in parts), adding and masking, not by comparing;
//! calls through pointers go to functions of their signature. What code that is not given gets a pointer to, and what can be reached from there, it may change and give back.
//!
//! Deliberately absent: offsets, the order of instructions, contexts of calls. A module that is too large for it gets no sets at all.

mod constraints;
mod solve;

use bowline_base::{FxHashMap, IdVec};
use bowline_ir::bitset::BitSet;
use bowline_ir::call_graph::CallGraph;
use bowline_ir::{Constant, FuncId, GlobalId, Module, Operand, Position, Reg};

/// An abstract object.
pub(crate) type Object = u32;

/// What a pointer may point to.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Class<'p> {
    One(Object),
    Any(&'p BitSet),
    /// Nothing is known of it.
    Unknown,
}

/// The sets of all registers of a module.
#[derive(Default)]
pub(crate) struct PointsTo {
    /// The node of each function's first register.
    first: IdVec<FuncId, u32>,
    sets: Vec<BitSet>,
    globals: IdVec<GlobalId, Object>,
    sites: FxHashMap<(FuncId, Position), Object>,
    objects: usize,
    /// What code that is not given can reach.
    outside: BitSet,
}

/// Bits of all sets together, at most.
const MOST_BITS: usize = 1 << 31;

impl PointsTo {
    /// `main` is called by the system; without one, anybody may call anything.
    pub fn of(module: &Module, calls: &CallGraph, main: Option<FuncId>) -> Self {
        let constraints = constraints::Constraints::of(module, calls, main);
        if constraints.nodes() * constraints.objects > MOST_BITS {
            return Self::default();
        }
        constraints.solved()
    }

    /// What code that is not given can reach.
    pub fn outside(&self) -> Class<'_> {
        if self.outside.is_empty() { Class::Unknown } else { Class::Any(&self.outside) }
    }

    pub fn objects(&self) -> usize {
        self.objects
    }

    pub fn register(&self, function: FuncId, reg: Reg) -> Class<'_> {
        let set = self.first.get(function).and_then(|first| self.sets.get((first + reg.0) as usize));
        set.filter(|set| !set.is_empty()).map_or(Class::Unknown, Class::Any)
    }

    pub fn operand(&self, module: &Module, function: FuncId, operand: Operand) -> Class<'_> {
        match (operand.as_reg(), operand.as_const().map(|id| &module.constants[id])) {
            (Some(reg), _) => self.register(function, reg),
            (_, Some(Constant::Global { global, .. })) => self.global(*global),
            _ => Class::Unknown,
        }
    }

    pub fn global(&self, id: GlobalId) -> Class<'_> {
        self.globals.get(id).copied().map_or(Class::Unknown, Class::One)
    }

    /// What an instruction makes: a local, or what an allocator gives.
    pub fn made(&self, function: FuncId, at: Position) -> Class<'_> {
        self.sites.get(&(function, at)).copied().map_or(Class::Unknown, Class::One)
    }
}

impl Class<'_> {
    /// May two pointers point to the same object?
    pub fn meets(self, other: Class<'_>) -> bool {
        match (self, other) {
            (Class::Unknown, _) | (_, Class::Unknown) => true,
            (Class::One(a), Class::One(b)) => a == b,
            (Class::One(one), Class::Any(set)) | (Class::Any(set), Class::One(one)) => set.contains(one),
            (Class::Any(a), Class::Any(b)) => a.meets(b),
        }
    }
}
