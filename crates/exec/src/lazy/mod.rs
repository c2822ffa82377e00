//! A function on its own: arguments of every C type are unknown, and what unknown pointers point to is made when it is looked at.
//!
//! Follows "lazily made objects" of the symcrete memory model. The unknown values that the caller of the function chooses are *parts* of
//! one [`LazyHeap`] that each state carries: its arguments, globals if they are asked for, the objects that unknown pointers led to, and
//! what unknown functions returned. A part is an input with a C type, so a word of it at a known offset is a pointer or is none.
//!
//! * [`start`] makes the arguments when the constructors have run.
//! * [`word`] recognises a word of a part that nobody changed: only such a word is an unknown *pointer*. A choice among such words is
//!   decided first; whatever else is computed from them (tags, differences) is not followed, and counted as lost.
//! * [`settle`] finds out what a pointer points to, on its first dereference: nothing (NULL, which is a bug there), an object that another
//!   unknown pointer of the same type led to, or a new object. Siblings execute the instruction again, like those of a symbolic pointer.
//! * [`grow`] says how large a new object is. It is one element of the pointer's type until an access goes beyond that; from then on
//!   its number of elements is an input. So programs that never index pay nothing for arrays behind their pointers.
//! * [`handle`] leaves what only the C library makes to it.
//! * [`callback`] calls unknown functions: one of the program's whose address is taken and whose type fits, or a stub, which returns
//!   something unknown and changes nothing.
//! * [`later`] knows that a caller's pointer is not the address of what the function gets later.
//! * [`cycle`] gives up on loops over lists that lead back to themselves.
//!
//! **Invariant.** A pointer in [`LazyHeap::bound`] has that address on every input of the path (its path says so), and different
//! parts are different inputs. Bound pointers are read as their addresses, so that a program that walks a list has concrete pointers.
//!
//! An object is known by the pointer that made it: sibling paths that look at the same memory have the same inputs by the same names,
//! and can be joined when they have made the same objects.
//!
//! What the heap of the caller can look like, and what it cannot: objects do not overlap; two pointers are equal, or point to
//! different objects, where their types are the same, and never to the same object where they differ; none points into the middle
//! of an object, to a global, or to memory that is allocated later.
//!
//! Departures from the paper: addresses never move (each object has a window of its own), and a size is a guess before it is an unknown.

mod callback;
mod cycle;
mod grow;
mod handle;
mod later;
mod settle;
mod start;
mod word;

pub(crate) use callback::Called;
pub use handle::STREAMS;
pub(crate) use settle::Use;
pub use word::InputWord;

use bowline_expr::{ExprId, Marker, SymId};
use bowline_ir::CTypeId;
use bowline_memory::ObjectId;
use std::rc::Rc;

/// What an unknown pointer may be when it is dereferenced.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum EntryPointers {
    /// NULL, or an object of any size: what goes wrong then is a bug.
    #[default]
    Any,
    /// Never NULL, and large enough for every access: what callers promise is not questioned.
    Valid,
}

/// How a function is started on its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EntryConfig {
    pub pointers: EntryPointers,
    /// Unknown pointers of the same type may be equal.
    pub aliases: bool,
    /// Pointers to follow from an argument to an object, at most.
    pub depth: u32,
    /// Objects that unknown pointers lead to on one path, at most.
    pub objects: u32,
    /// Globals of the program are unknown as well; otherwise they are as initialised.
    pub unknown_globals: bool,
}

impl Default for EntryConfig {
    fn default() -> Self {
        Self { pointers: EntryPointers::Any, aliases: true, depth: 4, objects: 12, unknown_globals: false }
    }
}

/// What the caller of a function chose, as far as the path has asked.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LazyHeap {
    /// Arguments first, in their order; then what was made, in the order of its making.
    pub parts: Vec<Part>,
    pub stubs: Vec<Stub>,
    /// Addresses of pointers that were dereferenced or called.
    pub bound: Vec<(ExprId, u64)>,
}

/// An unknown function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stub {
    /// The pointer to it, as a programmer writes it.
    pub name: Rc<str>,
    pub pointer: ExprId,
    /// Of the pointer.
    pub ty: Option<CTypeId>,
    pub depth: u32,
    pub base: u64,
}

/// Unknown bytes with a type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// What a programmer calls it: of an argument its name, of an object the pointer to it, such as `list->next`.
    pub name: Rc<str>,
    pub symbol: SymId,
    /// Of an argument or result its type, of an object that of the pointer to it. None where debug information does not tell.
    pub ty: Option<CTypeId>,
    /// Pointers from an argument to here.
    pub depth: u32,
    pub role: Role,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Role {
    /// The parameter of C with this number; without debug information, of the IR.
    Argument(usize),
    /// One without debug information, in a vector register.
    VectorArgument,
    /// An argument beyond the named ones; a `double` where it is passed in a vector register.
    Variadic { is_double: bool },
    /// A global, by its name.
    Global(Rc<str>),
    /// What a pointer points to.
    Object(LazyObject),
    /// What a stub returned, by its place among the stubs.
    Result { stub: usize },
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LazyObject {
    /// The first pointer that led to it.
    pub pointer: ExprId,
    pub object: ObjectId,
    pub base: u64,
    /// The size of what its pointer points to, in bytes; 1 where that is not known.
    pub element: u64,
    /// The size of what it points to is known.
    pub is_typed: bool,
    /// It has one element as long as nobody looks beyond that.
    pub is_guess: bool,
    /// The input that tells how many it has.
    pub count: Option<SymId>,
}

impl LazyHeap {
    pub(crate) fn part_of(&self, symbol: SymId) -> Option<&Part> {
        self.parts.iter().find(|part| part.symbol == symbol)
    }

    /// Is an input one of the caller's, made when somebody asked? Then it does not matter when that was.
    pub(crate) fn is_callers(&self, symbol: SymId) -> bool {
        self.part_of(symbol).is_some() || self.objects().any(|(_, object)| object.count == Some(symbol))
    }

    /// The address of a pointer that was dereferenced.
    pub(crate) fn address_of(&self, pointer: ExprId) -> Option<u64> {
        self.bound.iter().find(|(known, _)| *known == pointer).map(|(_, address)| *address)
    }

    pub fn objects(&self) -> impl Iterator<Item = (&Part, &LazyObject)> {
        self.parts.iter().filter_map(|part| match &part.role {
            Role::Object(object) => Some((part, object)),
            _ => None,
        })
    }

    pub(crate) fn object(&self, id: ObjectId) -> Option<(&Part, &LazyObject)> {
        self.objects().find(|(_, object)| object.object == id)
    }

    pub(crate) fn mark(&self, marker: &mut Marker) {
        self.bound.iter().for_each(|(pointer, _)| marker.mark(*pointer));
        self.objects().for_each(|(_, object)| marker.mark(object.pointer));
        self.stubs.iter().for_each(|stub| marker.mark(stub.pointer));
    }
}
