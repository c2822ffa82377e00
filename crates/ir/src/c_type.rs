//! C types as the source has them, from debug information: for drivers that call functions, for messages, and for guesses about memory.
//!
//! Nothing that is executed depends on them: the IR itself knows integers only. A module without debug information has
//! none, and one with it may lack some.
//!
//! * [`CTypes`] is the table of a module: types by id, each once, and the types of functions, globals and variables.
//! * [`function`] tells how the parameters of C become parameters of the IR.
//! * [`print`] writes declarations, [`designator`] names what lies at an offset (`list->next->name[3]`).
//!
//! Types of several units that cannot be told apart are one type, and a declaration is the same as its definition; see [`unify`].
//! Sizes are bytes unless a name says bits.
//!
//! What debug information does not tell is absent: alignment, packing (offsets show both), the width of `_BitInt`,
//! attributes, storage classes.

pub mod designator;
pub mod function;
pub mod print;
#[cfg(test)]
mod tests;
pub mod unify;

use crate::inst::FloatKind;
use crate::{CTypeId, FuncId, GlobalId};
use bowline_base::{FxHashMap, IdVec};
use function::{BareParam, CFunction};

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum CType {
    Void,
    Basic(Basic),
    Enum(Enum),
    Pointer(CTypeId),
    Array {
        element: CTypeId,
        count: Count,
    },
    /// An array that is computed with as a whole (`vector_size`).
    Vector {
        element: CTypeId,
        count: u64,
    },
    Record(Record),
    /// A name for another type.
    Typedef {
        name: String,
        of: CTypeId,
    },
    Qualified {
        qualifier: Qualifier,
        of: CTypeId,
    },
    Function(FunctionType),
    /// What C has no such type for, or debug information does not tell.
    Unknown {
        name: String,
        size: u64,
    },
}

/// A type with a name of the language.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Basic {
    /// As C spells it; of `_BitInt(N)` the number is not known.
    pub name: String,
    pub kind: BasicKind,
    pub size: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BasicKind {
    Bool,
    Signed,
    Unsigned,
    /// The format, where the name tells it.
    Float(Option<FloatKind>),
    /// Two numbers of half the size.
    Complex,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Enum {
    pub name: Option<String>,
    /// The integer type that holds it.
    pub base: Option<CTypeId>,
    pub size: u64,
    pub enumerators: Vec<(String, i128)>,
    /// `false` if it is only declared.
    pub complete: bool,
}

/// How many elements an array has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Count {
    Known(u64),
    /// `[]`: the last member of a structure, or an array defined elsewhere.
    Flexible,
    /// Computed when the program runs.
    Variable,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RecordKind {
    Struct,
    Union,
}

/// A structure or union.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Record {
    pub kind: RecordKind,
    /// Its tag.
    pub name: Option<String>,
    pub size: u64,
    /// In the order of their declaration. Unnamed bit-fields are not among them.
    pub fields: Vec<Field>,
    /// `false` if it is only declared, and no definition, or several, can be meant.
    pub complete: bool,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Field {
    /// `None` for an anonymous structure or union, whose fields are named as if they were in its place.
    pub name: Option<String>,
    pub ty: CTypeId,
    /// From the start of the record; of a bit-field, the byte with its first bit.
    pub offset: u64,
    pub bits: Option<BitField>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BitField {
    /// Its lowest bit, counted from the start of the record.
    pub first: u64,
    pub width: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Qualifier {
    Const,
    Volatile,
    Restrict,
    Atomic,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FunctionType {
    pub result: CTypeId,
    pub params: Vec<CTypeId>,
    pub variadic: bool,
    /// `false` for `int f()`: callers know nothing of its parameters. An old-style definition may still list them.
    pub prototyped: bool,
}

/// The C types of a module.
#[derive(Clone, Debug, Default)]
pub struct CTypes {
    types: IdVec<CTypeId, CType>,
    known: FxHashMap<CType, CTypeId>,
    functions: FxHashMap<FuncId, CFunction>,
    /// Of functions without debug information.
    bare: FxHashMap<FuncId, Vec<BareParam>>,
    globals: FxHashMap<GlobalId, CTypeId>,
}

/// A type inside another is followed this far: debug information could be wrong and go in circles.
const MAX_DEPTH: u32 = 100;

impl CTypes {
    /// The id of a type that is not a record: the same for equal types. What it mentions is in the table already.
    pub fn intern(&mut self, ty: CType) -> CTypeId {
        if let Some(id) = self.known.get(&ty) {
            return *id;
        }
        let id = self.types.push(ty.clone());
        self.known.insert(ty, id);
        id
    }

    /// A new record, whose fields may mention it. It is never taken for another one.
    pub fn add_record(&mut self, record: Record) -> CTypeId {
        self.types.push(CType::Record(record))
    }

    /// Gives a record its fields.
    pub fn set_fields(&mut self, id: CTypeId, fields: Vec<Field>) {
        if let CType::Record(record) = &mut self.types[id] {
            record.fields = fields;
        }
    }

    pub fn set_function(&mut self, id: FuncId, function: CFunction) {
        self.functions.insert(id, function);
    }

    pub fn set_bare(&mut self, id: FuncId, params: Vec<BareParam>) {
        self.bare.insert(id, params);
    }

    /// What is known of the parameters of a function that debug information says nothing about.
    pub fn bare_params(&self, id: FuncId) -> Option<&[BareParam]> {
        self.bare.get(&id).map(Vec::as_slice)
    }

    pub fn set_global(&mut self, id: GlobalId, ty: CTypeId) {
        self.globals.insert(id, ty);
    }

    pub fn is_empty(&self) -> bool {
        self.types.is_empty()
    }

    pub fn len(&self) -> usize {
        self.types.len()
    }

    pub fn iter(&self) -> impl Iterator<Item = (CTypeId, &CType)> {
        self.types.iter_ids()
    }

    pub fn get(&self, id: CTypeId) -> &CType {
        &self.types[id]
    }

    pub fn function(&self, id: FuncId) -> Option<&CFunction> {
        self.functions.get(&id)
    }

    pub fn function_mut(&mut self, id: FuncId) -> Option<&mut CFunction> {
        self.functions.get_mut(&id)
    }

    pub fn global(&self, id: GlobalId) -> Option<CTypeId> {
        self.globals.get(&id).copied()
    }

    /// The record of this kind and tag, if there is exactly one that is complete.
    pub fn record_named(&self, kind: RecordKind, name: &str) -> Option<CTypeId> {
        let mut found = self.types.iter_ids().filter(|(_, ty)| {
            matches!(ty, CType::Record(record)
                if record.complete && record.kind == kind && record.name.as_deref() == Some(name))
        });
        let (id, _) = found.next()?;
        found.next().is_none().then_some(id)
    }

    /// The type without the names and qualifiers around it.
    pub fn bare(&self, mut id: CTypeId) -> CTypeId {
        for _ in 0..MAX_DEPTH {
            match self.get(id) {
                CType::Typedef { of, .. } | CType::Qualified { of, .. } => id = *of,
                _ => break,
            }
        }
        id
    }

    /// [`Self::get`] of [`Self::bare`].
    pub fn resolve(&self, id: CTypeId) -> &CType {
        self.get(self.bare(id))
    }

    /// What a pointer points to, through names and qualifiers of the pointer.
    pub fn pointee(&self, id: CTypeId) -> Option<CTypeId> {
        match self.resolve(id) {
            CType::Pointer(to) => Some(*to),
            _ => None,
        }
    }

    pub fn record(&self, id: CTypeId) -> Option<&Record> {
        match self.resolve(id) {
            CType::Record(record) => Some(record),
            _ => None,
        }
    }

    /// `sizeof`; `None` for what has none: functions, `void`, incomplete types, arrays without a known length.
    pub fn size_of(&self, id: CTypeId) -> Option<u64> {
        let mut scale: u64 = 1;
        let mut id = id;
        for _ in 0..MAX_DEPTH {
            let size = match self.resolve(id) {
                CType::Basic(basic) => basic.size,
                CType::Pointer(_) => 8,
                CType::Record(record) if record.complete => record.size,
                CType::Enum(declared) if declared.complete => declared.size,
                CType::Unknown { size, .. } if *size > 0 => *size,
                CType::Array { element, count: Count::Known(count) } => {
                    (scale, id) = (scale.checked_mul(*count)?, *element);
                    continue;
                }
                // A vector of three elements takes the room of four.
                CType::Vector { element, count } => {
                    count.checked_mul(self.size_of(*element)?)?.checked_next_power_of_two()?
                }
                _ => return None,
            };
            return scale.checked_mul(size);
        }
        None
    }

    /// Is it a character type, so that an array of it may be a string?
    pub fn is_character(&self, id: CTypeId) -> bool {
        matches!(self.resolve(id), CType::Basic(basic)
            if basic.size == 1 && matches!(basic.kind, BasicKind::Signed | BasicKind::Unsigned))
    }

    /// The name of an enumerator with this value.
    pub fn enumerator(&self, id: CTypeId, value: i128) -> Option<&str> {
        match self.resolve(id) {
            CType::Enum(declared) => {
                let named = declared.enumerators.iter().find(|(_, other)| *other == value);
                named.map(|(name, _)| name.as_str())
            }
            _ => None,
        }
    }
}
