//! Bytes as the fields of their C types, each as an assignment writes it.
//!
//! Left out is what cannot be assigned to by its name: constants, members of unions, numbers of more than 64 bits, arrays of unknown
//! length. Those bytes are nobody's, and whoever builds the object puts them in as bytes.

use bowline_ir::CTypeId;
use bowline_ir::FloatKind;
use bowline_ir::c_type::{Basic, BasicKind, BitField, CType, CTypes, Count, Field, Qualifier, RecordKind};
use serde::{Deserialize, Serialize};

/// Elements of an array that are assigned to one by one; of longer ones none is.
const MOST_ELEMENTS: u64 = 256;
/// Types nest no deeper.
const MOST_LEVELS: usize = 32;

/// One assignment.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Leaf {
    /// An expression over `@`, such as `@[0].next`.
    pub place: String,
    pub offset: u64,
    /// Bytes that it writes, if only in part.
    pub size: u64,
    pub value: LeafValue,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum LeafValue {
    /// As C writes it.
    Number(String),
    Zero,
    /// What it points to is among the pointers of the item.
    Pointer,
    /// An array of characters.
    Text(Vec<u8>),
}

impl Leaf {
    pub fn is_pointer(&self) -> bool {
        self.value == LeafValue::Pointer
    }
}

/// Adds the leaves of a value of a type at an offset, whose bytes these are.
pub fn cut(types: &CTypes, ty: CTypeId, place: &str, offset: u64, bytes: &[u8], out: &mut Vec<Leaf>) {
    Cutter { types, start: offset, bytes, out }.cut(ty, place, offset, 0);
}

struct Cutter<'a> {
    types: &'a CTypes,
    /// Where the bytes begin.
    start: u64,
    bytes: &'a [u8],
    out: &'a mut Vec<Leaf>,
}

impl Cutter<'_> {
    fn cut(&mut self, ty: CTypeId, place: &str, offset: u64, level: usize) {
        let types = self.types;
        if level > MOST_LEVELS || is_constant(types, ty) {
            return;
        }
        match types.resolve(ty) {
            CType::Basic(basic) => self.basic(basic, place, offset),
            CType::Enum(declared) => {
                let kind = BasicKind::Signed;
                self.basic(&Basic { name: String::new(), kind, size: declared.size }, place, offset);
            }
            CType::Pointer(_) => self.leaf(place, offset, 8, LeafValue::Pointer),
            CType::Array { element, count: Count::Known(count) } => {
                self.array(*element, *count, place, offset, level);
            }
            CType::Record(record) if record.complete && record.kind == RecordKind::Struct => {
                for field in &record.fields {
                    self.field(field, place, offset, level);
                }
            }
            _ => {}
        }
    }

    fn field(&mut self, field: &Field, place: &str, base: u64, level: usize) {
        let inner = match &field.name {
            Some(name) => format!("{place}.{name}"),
            None => place.to_string(),
        };
        match field.bits {
            None => self.cut(field.ty, &inner, base + field.offset, level + 1),
            Some(bits) => self.bit_field(field, bits, &inner, base),
        }
    }

    fn array(&mut self, element: CTypeId, count: u64, place: &str, offset: u64, level: usize) {
        let Some(size) = self.types.size_of(element).filter(|size| *size > 0) else { return };
        if self.types.is_character(element) && !is_constant(self.types, element) {
            if let Some(text) = self.at(offset, count) {
                let value = match text.iter().all(|byte| *byte == 0) {
                    true => LeafValue::Zero,
                    false => LeafValue::Text(text.to_vec()),
                };
                self.leaf(place, offset, count, value);
            }
        } else if count <= MOST_ELEMENTS {
            for index in 0..count {
                self.cut(element, &format!("{place}[{index}]"), offset + index * size, level + 1);
            }
        }
    }

    fn basic(&mut self, basic: &Basic, place: &str, offset: u64) {
        let Some(bytes) = self.at(offset, basic.size) else { return };
        if bytes.iter().all(|byte| *byte == 0) {
            return self.leaf(place, offset, basic.size, LeafValue::Zero);
        }
        let bits = word(bytes);
        let value = match (basic.kind, basic.size) {
            (BasicKind::Bool, 1) if bits == 1 => "1".to_string(),
            (BasicKind::Signed, 1..=8) => signed(bits, basic.size),
            (BasicKind::Unsigned, 1..=4) => bits.to_string(),
            (BasicKind::Unsigned, 5..=8) => format!("{bits}ULL"),
            (BasicKind::Float(Some(FloatKind::Single)), _) => match f32::from_bits(bits as u32) {
                number if number.is_finite() => format!("{number:?}f"),
                _ => return,
            },
            (BasicKind::Float(Some(FloatKind::Double)), _) => match f64::from_bits(bits) {
                number if number.is_finite() => format!("{number:?}"),
                _ => return,
            },
            _ => return,
        };
        self.leaf(place, offset, basic.size, LeafValue::Number(value));
    }

    /// The bits of its bytes that belong to no field are not written.
    fn bit_field(&mut self, field: &Field, bits: BitField, place: &str, base: u64) {
        let (first, last) = (base + bits.first / 8, base + (bits.first + bits.width - 1) / 8);
        let Some(bytes) = self.at(first, last - first + 1).filter(|bytes| bytes.len() <= 8) else { return };
        let mask = if bits.width >= 64 { u64::MAX } else { (1 << bits.width) - 1 };
        let value = word(bytes) >> (bits.first % 8) & mask;
        let is_unnamed = field.name.is_none();
        if value != 0 && !is_unnamed {
            let number = LeafValue::Number(format!("{value}ULL"));
            self.leaf(place, first, last - first + 1, number);
        }
    }

    fn at(&self, offset: u64, size: u64) -> Option<&'_ [u8]> {
        let at = offset - self.start;
        self.bytes.get(at as usize..at.checked_add(size)? as usize)
    }

    fn leaf(&mut self, place: &str, offset: u64, size: u64, value: LeafValue) {
        if offset + size <= self.start + self.bytes.len() as u64 {
            self.out.push(Leaf { place: place.to_string(), offset, size, value });
        }
    }
}

fn word(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte))
}

fn signed(bits: u64, size: u64) -> String {
    let shift = 64 - 8 * size;
    match ((bits << shift) as i64) >> shift {
        i64::MIN => "(-9223372036854775807LL - 1)".to_string(),
        number if size > 4 => format!("{number}LL"),
        number => number.to_string(),
    }
}

/// Is the type itself, under its names, constant?
fn is_constant(types: &CTypes, mut ty: CTypeId) -> bool {
    for _ in 0..MOST_LEVELS {
        match types.get(ty) {
            CType::Qualified { qualifier: Qualifier::Const, .. } => return true,
            CType::Qualified { of, .. } | CType::Typedef { of, .. } => ty = *of,
            _ => return false,
        }
    }
    false
}
