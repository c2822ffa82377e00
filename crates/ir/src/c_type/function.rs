//! What C says of a function, and how its parameters become those of the IR.
//!
//! A compiler passes a C value as one scalar, as several (a structure in two registers), as the address of a copy,
//! in another width (old-style parameters), or not at all (an empty structure). [`Passing`] says which; it is
//! [`Passing::Unknown`] for all of a function unless every scalar of its signature is accounted for.

use super::CTypes;
use crate::inst::Width;
use crate::{CTypeId, FuncId};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CFunction {
    /// Its type, always a [`super::CType::Function`].
    pub ty: CTypeId,
    /// In order; of a variadic function, the fixed ones.
    pub params: Vec<CParam>,
    pub result: CTypeId,
    /// How the result comes back: scalars are those of [`crate::Function::results`], and an address is the parameter
    /// that says where to write it.
    pub returned: Passing,
    /// The types of [`crate::Function::variables`], in their order.
    pub variables: Vec<Option<CTypeId>>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CParam {
    pub name: Option<String>,
    pub ty: CTypeId,
    /// Scalars are those of [`crate::Function::params`].
    pub passed: Passing,
}

/// How a C value travels. Scalars are numbered as in the signature of the IR function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Passing {
    /// There is nothing to pass: `void`, or a structure without contents.
    Nothing,
    /// Its bytes, in one or more scalars.
    Scalars(Vec<Part>),
    /// The value after the default promotions (`char` as `int`, `float` as `double`), as for old-style definitions.
    Promoted { scalar: u32 },
    /// The scalar is the address of its bytes, which belong to the callee.
    Memory { scalar: u32 },
    /// Not told by debug information and signature together.
    Unknown,
}

/// The scalar holds the bytes of the value from `offset` on, its lowest bits first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    pub scalar: u32,
    pub offset: u64,
    pub width: Width,
}

impl CFunction {
    /// Which parameter of C a parameter of the IR belongs to.
    pub fn param_of(&self, scalar: u32) -> Option<usize> {
        self.params.iter().position(|param| param.passed.scalars().any(|other| other == scalar))
    }
}

impl Passing {
    /// The scalars that take part.
    pub fn scalars(&self) -> impl Iterator<Item = u32> + '_ {
        let (one, parts): (Option<u32>, &[Part]) = match self {
            Passing::Scalars(parts) => (None, parts),
            Passing::Promoted { scalar } | Passing::Memory { scalar } => (Some(*scalar), &[]),
            Passing::Nothing | Passing::Unknown => (None, &[]),
        };
        one.into_iter().chain(parts.iter().map(|part| part.scalar))
    }

    /// The one scalar that is the value itself.
    pub fn sole_scalar(&self) -> Option<u32> {
        match self {
            Passing::Scalars(parts) => match parts[..] {
                [Part { scalar, offset: 0, .. }] => Some(scalar),
                _ => None,
            },
            _ => None,
        }
    }
}

impl CTypes {
    /// The declaration of a function as C has it, with the names of its parameters.
    pub fn prototype(&self, id: FuncId, name: &str) -> Option<String> {
        let function = self.function(id)?;
        let names: Vec<&str> =
            function.params.iter().map(|param| param.name.as_deref().unwrap_or("")).collect();
        Some(self.declare_function(function.ty, name, &names))
    }
}

/// A parameter as the calling convention has it, where debug information says nothing about the function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BareParam {
    /// An integer or a pointer.
    Integer { scalar: u32 },
    /// A number, or several, in one vector register.
    Vector { parts: Vec<Part>, bytes: u64 },
    /// The address of a copy that the callee owns.
    Copied { scalar: u32, bytes: u64 },
    /// The address where the callee writes its result.
    Result { scalar: u32, bytes: u64 },
}
