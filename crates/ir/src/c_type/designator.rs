//! Names for bytes: which field of which element lies at an offset, as a programmer would write it.
//!
//! A [`Designator`] starts with a variable and is narrowed by offsets and dereferences to the innermost part that
//! holds all of an access. Where several parts fit or none does, it stays at what encloses them, with the offset that is
//! left: bit-fields that share a byte, padding, accesses across fields, an index beyond the end. Of the members of a union
//! one is chosen that has exactly the size of the access, if there is one: each is a right name of the bytes.

use super::{CType, CTypes, Count, Field, RecordKind};
use crate::CTypeId;

/// A part of memory, by name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Designator {
    /// What it starts with, such as the name of a variable.
    pub root: String,
    pub steps: Vec<Step>,
    pub ty: CTypeId,
    /// Bytes from the start of the part to what was asked for.
    pub rest: u64,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// What a pointer points to, counted in elements: `*p` or `p[3]`.
    Pointee(i64),
    Field(String),
    /// An element of an array.
    Element(u64),
}

/// More steps than this are not followed.
const MAX_STEPS: usize = 100;

impl Designator {
    /// A variable as a whole.
    pub fn variable(name: &str, ty: CTypeId) -> Self {
        Self { root: name.to_string(), steps: Vec::new(), ty, rest: 0 }
    }

    /// The innermost part that holds the `size` bytes at `offset` of this one. A size of 0 is taken for 1.
    #[must_use]
    pub fn inside(mut self, types: &CTypes, offset: u64, size: u64) -> Self {
        self.rest = self.rest.saturating_add(offset);
        let size = size.max(1);
        while self.steps.len() < MAX_STEPS && self.narrow(types, size) {}
        self
    }

    /// The innermost part that holds the `size` bytes at `offset` from where this one, a pointer, points.
    pub fn pointee(mut self, types: &CTypes, offset: i64, size: u64) -> Option<Self> {
        if self.rest != 0 {
            return None;
        }
        self.ty = types.pointee(self.ty)?;
        let tail = flexible_tail(types, self.ty).is_some_and(|tail| offset >= 0 && offset as u64 >= tail);
        let (index, within) = match types.size_of(self.ty) {
            Some(element) if element > 0 && !tail => {
                let element = i64::try_from(element).ok()?;
                (offset.div_euclid(element), offset.rem_euclid(element) as u64)
            }
            _ => (0, u64::try_from(offset).ok()?),
        };
        self.steps.push(Step::Pointee(index));
        Some(self.inside(types, within, size))
    }

    /// From a pointer variable through the pointers at all offsets but the last, to the `size` bytes at the last one.
    pub fn path(types: &CTypes, name: &str, ty: CTypeId, offsets: &[i64], size: u64) -> Option<Self> {
        let (last, through) = offsets.split_last()?;
        let mut place = Self::variable(name, ty);
        for offset in through {
            place = place.pointee(types, *offset, 8)?;
        }
        place.pointee(types, *last, size)
    }

    /// Goes one level deeper, if one part there holds all of the bytes.
    fn narrow(&mut self, types: &CTypes, size: u64) -> bool {
        match types.resolve(self.ty) {
            CType::Array { element, count } => {
                let length = match count {
                    Count::Known(count) => *count,
                    Count::Flexible | Count::Variable => u64::MAX,
                };
                self.narrow_to_element(types, *element, length, size)
            }
            CType::Vector { element, count } => self.narrow_to_element(types, *element, *count, size),
            CType::Record(record) => {
                let field = match record.kind {
                    RecordKind::Struct => sole_field(types, &record.fields, self.rest, size),
                    RecordKind::Union => best_member(types, &record.fields, self.rest, size),
                };
                let Some(field) = field else { return false };
                self.rest = if field.bits.is_some() { 0 } else { self.rest - field.offset };
                self.ty = field.ty;
                self.steps.extend(field.name.clone().map(Step::Field));
                // The type of a bit-field is wider than it is.
                field.bits.is_none()
            }
            _ => false,
        }
    }

    fn narrow_to_element(&mut self, types: &CTypes, element: CTypeId, length: u64, size: u64) -> bool {
        let Some(element_size) = types.size_of(element).filter(|size| *size > 0) else { return false };
        let (index, within) = (self.rest / element_size, self.rest % element_size);
        if index >= length || within.saturating_add(size) > element_size {
            return false;
        }
        (self.ty, self.rest) = (element, within);
        self.steps.push(Step::Element(index));
        true
    }

    /// The expression for it, without what [`Self::rest`] says.
    pub fn text(&self) -> String {
        let mut text = self.root.clone();
        let mut steps = self.steps.iter().peekable();
        while let Some(step) = steps.next() {
            text = match (step, steps.peek()) {
                (Step::Pointee(0), Some(Step::Field(name))) => {
                    steps.next();
                    format!("{text}->{name}")
                }
                (Step::Pointee(0), Some(_)) => format!("(*{text})"),
                (Step::Pointee(0), None) => format!("*{text}"),
                (Step::Pointee(index), _) => format!("{text}[{index}]"),
                (Step::Element(index), _) => format!("{text}[{index}]"),
                (Step::Field(name), _) => format!("{text}.{name}"),
            };
        }
        text
    }
}

impl CTypes {
    /// The fields of a record that have a part of the byte at an offset.
    pub fn fields_at(&self, record: CTypeId, offset: u64) -> impl Iterator<Item = &Field> {
        let fields = self.record(record).map_or(&[][..], |record| &record.fields);
        fields.iter().filter(move |field| overlaps(self, field, offset, 1))
    }

    /// The field of a record that has the byte at an offset, if exactly one has.
    pub fn field_at(&self, record: CTypeId, offset: u64) -> Option<&Field> {
        let mut fields = self.fields_at(record, offset);
        let field = fields.next()?;
        fields.next().is_none().then_some(field)
    }

    /// The field of a record with this name and its offset, also inside anonymous members.
    pub fn field_named(&self, record: CTypeId, name: &str) -> Option<(u64, &Field)> {
        let mut work = vec![(0, record)];
        for _ in 0..MAX_STEPS {
            let (base, record) = work.pop()?;
            for field in &self.record(record)?.fields {
                match &field.name {
                    Some(other) if other == name => return Some((base + field.offset, field)),
                    Some(_) => {}
                    None => work.push((base + field.offset, field.ty)),
                }
            }
        }
        None
    }
}

/// The bytes of a field: where it begins and how many there are.
fn extent(types: &CTypes, field: &Field) -> (u64, u64) {
    match field.bits {
        Some(bits) => (field.offset, (bits.first + bits.width).div_ceil(8).saturating_sub(field.offset)),
        None => {
            let unbounded = matches!(types.resolve(field.ty), CType::Array { count: Count::Flexible, .. });
            let size = if unbounded { u64::MAX } else { types.size_of(field.ty).unwrap_or(0) };
            (field.offset, size)
        }
    }
}

fn overlaps(types: &CTypes, field: &Field, offset: u64, size: u64) -> bool {
    let (start, length) = extent(types, field);
    length > 0 && start < offset.saturating_add(size) && offset < start.saturating_add(length)
}

fn holds(types: &CTypes, field: &Field, offset: u64, size: u64) -> bool {
    let (start, length) = extent(types, field);
    start <= offset && offset.saturating_add(size) <= start.saturating_add(length)
}

/// The only field of a structure that an access touches, if it holds all of it. A bit-field is accessed with what is around it.
fn sole_field<'t>(types: &CTypes, fields: &'t [Field], offset: u64, size: u64) -> Option<&'t Field> {
    let mut touched = fields.iter().filter(|field| overlaps(types, field, offset, size));
    let field = touched.next()?;
    let alone = touched.next().is_none();
    (alone && (field.bits.is_some() || holds(types, field, offset, size))).then_some(field)
}

/// Of the members of a union that hold an access, the first that has a part of just that place and size, or else the first.
fn best_member<'t>(types: &CTypes, fields: &'t [Field], offset: u64, size: u64) -> Option<&'t Field> {
    let fitting = || fields.iter().filter(|field| holds(types, field, offset, size));
    let is_exact = |field: &&Field| {
        let start = Designator { root: String::new(), steps: Vec::new(), ty: field.ty, rest: 0 };
        let inner = start.inside(types, offset - field.offset, size);
        field.bits.is_none() && inner.rest == 0 && types.size_of(inner.ty) == Some(size)
    };
    fitting().find(is_exact).or_else(|| fitting().next())
}

/// Where the array of unknown length at the end of a structure begins.
fn flexible_tail(types: &CTypes, id: CTypeId) -> Option<u64> {
    let record = types.record(id)?;
    let last = record.fields.last().filter(|_| record.kind == RecordKind::Struct)?;
    match types.resolve(last.ty) {
        CType::Array { count: Count::Flexible, .. } => Some(last.offset),
        CType::Record(_) => flexible_tail(types, last.ty).map(|inner| last.offset + inner),
        _ => None,
    }
}
