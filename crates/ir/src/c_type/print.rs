//! C types as C writes them: `struct list *next`, `int (*compare)(const void *, const void *)`.
//!
//! A declaration reads from the inside out: starting with the name, pointers are put before what is there, arrays and
//! parameters behind it, until a type is left that is written as words. Types that have a name are written by it;
//! structures, unions and enumerations without one are written out in full.
//!
//! The text is C that a compiler accepts, with these exceptions: the length of an array that is computed at run time is `*`,
//! `_BitInt` has no width, and what is [`CType::Unknown`] has the name that debug information gave it.

use super::{BasicKind, CType, CTypes, Count, Enum, Field, FunctionType, Qualifier, Record, RecordKind};
use crate::CTypeId;
use std::fmt::Write;

/// Types nest this deep in what people write; deeper ones are cut off.
const MAX_NESTING: u32 = 50;

/// What `va_list` is an array of. The compiler knows the tag, but programs cannot say it.
const VA_LIST_TAG: &str = "__va_list_tag";
const VA_LIST_ELEMENT: &str = "__typeof__(**(__builtin_va_list *)0)";

impl CTypes {
    /// The declaration of something of this type; without a name (`""`) the type alone.
    pub fn declare(&self, id: CTypeId, name: &str) -> String {
        self.around(id, name.to_string(), 0)
    }

    /// The type alone.
    pub fn text(&self, id: CTypeId) -> String {
        self.declare(id, "")
    }

    /// The declaration of a function of this type, with a name for each parameter, empty where it has none.
    pub fn declare_function(&self, id: CTypeId, name: &str, params: &[&str]) -> String {
        match self.resolve(id) {
            CType::Function(function) => {
                let list = self.parameters(function, params, 0);
                self.around(function.result, format!("{name}({list})"), 0)
            }
            _ => self.declare(id, name),
        }
    }

    /// A structure, union or enumeration written out; other types as [`Self::text`].
    pub fn definition(&self, id: CTypeId) -> String {
        match self.resolve(id) {
            CType::Record(record) => self.record_text(record, true, 0),
            CType::Enum(declared) => enum_text(declared, true),
            _ => self.text(id),
        }
    }

    /// The declaration of `inner`, which is a name with what was put around it so far.
    fn around(&self, id: CTypeId, inner: String, depth: u32) -> String {
        if depth > MAX_NESTING {
            return joined("...", &inner);
        }
        let deeper = depth + 1;
        match self.get(id) {
            CType::Void => joined("void", &inner),
            CType::Basic(basic) => match (basic.kind, basic.size) {
                (BasicKind::Complex, 8) => joined("_Complex float", &inner),
                (BasicKind::Complex, 16) => joined("_Complex double", &inner),
                (BasicKind::Complex, 32) => joined("_Complex long double", &inner),
                _ => joined(&basic.name, &inner),
            },
            CType::Enum(declared) => joined(&enum_text(declared, declared.name.is_none()), &inner),
            CType::Record(record) => joined(&self.record_text(record, record.name.is_none(), deeper), &inner),
            CType::Typedef { name, .. } | CType::Unknown { name, .. } => joined(name, &inner),
            CType::Pointer(to) => {
                let binds_tighter = matches!(self.get(*to), CType::Array { .. } | CType::Function(_));
                let pointer = if binds_tighter { format!("(*{inner})") } else { format!("*{inner}") };
                self.around(*to, pointer, deeper)
            }
            CType::Qualified { qualifier, of } => {
                let word = qualifier.word();
                if self.is_pointer_declarator(*of) {
                    let inner = if inner.is_empty() { word.to_string() } else { format!("{word} {inner}") };
                    self.around(*of, inner, deeper)
                } else {
                    format!("{word} {}", self.around(*of, inner, deeper))
                }
            }
            CType::Array { element, count } => {
                let length = match count {
                    Count::Known(count) => count.to_string(),
                    Count::Flexible => String::new(),
                    Count::Variable => "*".to_string(),
                };
                self.around(*element, format!("{inner}[{length}]"), deeper)
            }
            CType::Vector { element, .. } => {
                let size = self.size_of(id).unwrap_or(0);
                let declared = self.around(*element, inner, deeper);
                format!("__attribute__((vector_size({size}))) {declared}")
            }
            CType::Function(function) => {
                let list = self.parameters(function, &[], deeper);
                self.around(function.result, format!("{inner}({list})"), deeper)
            }
        }
    }

    /// Is it written as `*` with qualifiers behind it, rather than by a name?
    fn is_pointer_declarator(&self, mut id: CTypeId) -> bool {
        while let CType::Qualified { of, .. } = self.get(id) {
            id = *of;
        }
        matches!(self.get(id), CType::Pointer(_))
    }

    fn parameters(&self, function: &FunctionType, names: &[&str], depth: u32) -> String {
        if !function.prototyped {
            return String::new();
        }
        let mut list: Vec<String> = Vec::new();
        for (index, param) in function.params.iter().enumerate() {
            let name = names.get(index).copied().unwrap_or("");
            list.push(self.around(*param, name.to_string(), depth + 1));
        }
        if function.variadic {
            list.push("...".to_string());
        }
        if list.is_empty() { "void".to_string() } else { list.join(", ") }
    }

    fn record_text(&self, record: &Record, in_full: bool, depth: u32) -> String {
        if record.name.as_deref() == Some(VA_LIST_TAG) {
            return VA_LIST_ELEMENT.to_string();
        }
        let mut text = record.kind.word().to_string();
        if let Some(name) = &record.name {
            _ = write!(text, " {name}");
        }
        if !in_full || !record.complete {
            return text;
        }
        text.push_str(" { ");
        for field in &record.fields {
            _ = write!(text, "{}; ", self.field_text(field, depth + 1));
        }
        text.push('}');
        text
    }

    fn field_text(&self, field: &Field, depth: u32) -> String {
        let name = field.name.clone().unwrap_or_default();
        let declared = self.around(field.ty, name, depth);
        match field.bits {
            Some(bits) => format!("{declared} : {}", bits.width),
            None => declared,
        }
    }
}

fn enum_text(declared: &Enum, in_full: bool) -> String {
    let mut text = "enum".to_string();
    if let Some(name) = &declared.name {
        _ = write!(text, " {name}");
    }
    if !in_full || !declared.complete {
        return text;
    }
    let list: Vec<String> =
        declared.enumerators.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    _ = write!(text, " {{ {} }}", list.join(", "));
    text
}

/// Words and what they declare.
fn joined(words: &str, declarator: &str) -> String {
    if declarator.is_empty() || declarator.starts_with('[') {
        format!("{words}{declarator}")
    } else {
        format!("{words} {declarator}")
    }
}

impl Qualifier {
    pub const fn word(self) -> &'static str {
        match self {
            Qualifier::Const => "const",
            Qualifier::Volatile => "volatile",
            Qualifier::Restrict => "restrict",
            Qualifier::Atomic => "_Atomic",
        }
    }
}

impl RecordKind {
    pub const fn word(self) -> &'static str {
        match self {
            RecordKind::Struct => "struct",
            RecordKind::Union => "union",
        }
    }
}
