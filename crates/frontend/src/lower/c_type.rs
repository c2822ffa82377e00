//! Types of debug information into C types.
//!
//! Only what functions, globals and variables of the program mention is read, each node once. Records are read in two
//! steps, since they may mention themselves: first they get an id, then, from a list of those that wait, their fields.
//!
//! Every compilation unit has its own node for a structure that several of them include; the table makes them one afterwards.

use crate::llvm::{DebugCount, DebugType, DebugTypeKind};
use bowline_base::FxHashMap;
use bowline_ir::c_type::{
    Basic, BasicKind, BitField, CType, CTypes, Count, Enum, Field, FunctionType, Qualifier, Record,
    RecordKind,
};
use bowline_ir::{CTypeId, FloatKind};

/// Reads types into the table of the module.
#[derive(Default)]
pub struct TypeReader<'m> {
    known: FxHashMap<DebugType<'m>, CTypeId>,
    /// Records whose fields are still to be read.
    waiting: Vec<(CTypeId, Vec<DebugType<'m>>)>,
}

impl<'m> TypeReader<'m> {
    /// The C type of a node; without one, `void`.
    pub fn read(&mut self, types: &mut CTypes, ty: Option<DebugType<'m>>) -> CTypeId {
        let id = self.convert(types, ty);
        while let Some((record, members)) = self.waiting.pop() {
            let fields = members.into_iter().map(|member| self.field(types, member)).collect();
            types.set_fields(record, fields);
        }
        id
    }

    fn convert(&mut self, types: &mut CTypes, ty: Option<DebugType<'m>>) -> CTypeId {
        let Some(ty) = ty else { return types.intern(CType::Void) };
        if let Some(id) = self.known.get(&ty) {
            return *id;
        }
        let id = match ty.kind() {
            DebugTypeKind::Struct => self.record(types, ty, RecordKind::Struct),
            DebugTypeKind::Union => self.record(types, ty, RecordKind::Union),
            _ => {
                let converted = self.plain(types, ty);
                types.intern(converted)
            }
        };
        self.known.insert(ty, id);
        id
    }

    /// Any type but a record.
    fn plain(&mut self, types: &mut CTypes, ty: DebugType<'m>) -> CType {
        let qualifier = match ty.kind() {
            DebugTypeKind::Basic => return basic(ty),
            DebugTypeKind::Pointer => return CType::Pointer(self.convert(types, ty.base())),
            DebugTypeKind::Typedef => {
                return CType::Typedef { name: ty.name(), of: self.convert(types, ty.base()) };
            }
            DebugTypeKind::Enum => return self.enumeration(types, ty),
            DebugTypeKind::Array | DebugTypeKind::Vector => return self.array(types, ty),
            DebugTypeKind::Function => return CType::Function(self.function(types, ty)),
            DebugTypeKind::Const => Qualifier::Const,
            DebugTypeKind::Volatile => Qualifier::Volatile,
            DebugTypeKind::Restrict => Qualifier::Restrict,
            DebugTypeKind::Atomic => Qualifier::Atomic,
            DebugTypeKind::Struct | DebugTypeKind::Union | DebugTypeKind::Member | DebugTypeKind::Other => {
                return CType::Unknown { name: ty.name(), size: ty.size_bits() / 8 };
            }
        };
        CType::Qualified { qualifier, of: self.convert(types, ty.base()) }
    }

    fn enumeration(&mut self, types: &mut CTypes, ty: DebugType<'m>) -> CType {
        CType::Enum(Enum {
            name: some_name(ty),
            base: ty.base().map(|base| self.convert(types, Some(base))),
            size: ty.size_bits() / 8,
            enumerators: ty.enumerators(),
            complete: !ty.is_declaration(),
        })
    }

    fn array(&mut self, types: &mut CTypes, ty: DebugType<'m>) -> CType {
        let mut element = self.convert(types, ty.base());
        let mut dimensions = ty.dimensions();
        if dimensions.is_empty() {
            dimensions.push(DebugCount::Open);
        }
        let (outermost, inner) = (dimensions[0], &dimensions[1..]);
        if let (DebugTypeKind::Vector, DebugCount::Known(count)) = (ty.kind(), outermost) {
            return CType::Vector { element, count };
        }
        for count in inner.iter().rev() {
            element = types.intern(CType::Array { element, count: length(*count) });
        }
        CType::Array { element, count: length(outermost) }
    }

    pub fn function(&mut self, types: &mut CTypes, ty: DebugType<'m>) -> FunctionType {
        let (result, mut params) = ty.signature();
        let open = params.last().is_some_and(Option::is_none);
        if open {
            params.pop();
        }
        // C has no `...` without a parameter before it until 2023, and even then `()` is far more frequent.
        let variadic = open && !params.is_empty();
        FunctionType {
            result: self.convert(types, result),
            params: params.into_iter().map(|param| self.convert(types, param)).collect(),
            variadic,
            prototyped: !open || variadic,
        }
    }

    fn record(&mut self, types: &mut CTypes, ty: DebugType<'m>, kind: RecordKind) -> CTypeId {
        let complete = !ty.is_declaration();
        let members = if complete { ty.members() } else { Vec::new() };
        let id = types.add_record(Record {
            kind,
            name: some_name(ty),
            size: ty.size_bits() / 8,
            fields: Vec::new(),
            complete,
        });
        self.waiting.push((id, members));
        id
    }

    fn field(&mut self, types: &mut CTypes, member: DebugType<'m>) -> Field {
        let first = member.offset_bits();
        Field {
            name: some_name(member),
            ty: self.convert(types, member.base()),
            offset: first / 8,
            bits: member.is_bit_field().then(|| BitField { first, width: member.size_bits() }),
        }
    }
}

fn some_name(ty: DebugType<'_>) -> Option<String> {
    Some(ty.name()).filter(|name| !name.is_empty())
}

fn length(count: DebugCount) -> Count {
    match count {
        DebugCount::Known(count) => Count::Known(count),
        DebugCount::Open => Count::Flexible,
        DebugCount::Computed => Count::Variable,
    }
}

fn basic(ty: DebugType<'_>) -> CType {
    let (name, size) = (ty.name(), ty.size_bits() / 8);
    let kind = match ty.encoding().as_str() {
        "boolean" => BasicKind::Bool,
        "signed" | "signed_char" => BasicKind::Signed,
        "unsigned" | "unsigned_char" | "UTF" => BasicKind::Unsigned,
        "float" => BasicKind::Float(float_kind(&name)),
        "complex_float" => BasicKind::Complex,
        _ => return CType::Unknown { name, size },
    };
    CType::Basic(Basic { name, kind, size })
}

fn float_kind(name: &str) -> Option<FloatKind> {
    match name {
        "_Float16" => Some(FloatKind::Half),
        "__bf16" => Some(FloatKind::BFloat),
        "float" => Some(FloatKind::Single),
        "double" => Some(FloatKind::Double),
        "long double" => Some(FloatKind::X87),
        "__float128" | "_Float128" => Some(FloatKind::Quad),
        _ => None,
    }
}
