//! How an LLVM type becomes scalars, in registers and in memory.
//!
//! A value of any type is a flat list of scalars, its *leaves*. In memory each leaf has a byte offset, except that
//! vectors of elements that do not fill bytes (such as `<8 x i1>`) are packed bit by bit: a few leaves share one access.
//! An integer that no register holds is cut into *limbs* of 64 bits, the lowest first, each of them a leaf; see
//! [`super::wide`] for what is computed with those. Vectors of such integers are not supported.

use super::Unsupported;
use crate::llvm::{DataLayout, Type, TypeKind};
use bowline_base::FxHashMap;
use bowline_ir::{FloatKind, Width};
use std::rc::Rc;

/// The widest integer that a register holds.
pub const MAX_WIDTH: u32 = 128;

/// The limbs of a wider one have this width, but for the last, which has what is left.
pub const LIMB: u32 = 64;

/// More leaves than this is not a value that a compiler made registers of.
const MAX_LEAVES: usize = 4096;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scalar {
    Integer,
    Pointer,
    Float(FloatKind),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Leaf {
    pub width: Width,
    pub scalar: Scalar,
}

/// One load or store: `count` leaves from `first`, side by side in `width` bits at `offset`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Access {
    pub offset: u64,
    pub width: Width,
    pub first: u32,
    pub count: u32,
}

#[derive(PartialEq, Eq, Debug, Default)]
pub struct Layout {
    pub leaves: Vec<Leaf>,
    pub accesses: Vec<Access>,
    /// Bytes from one array element to the next.
    pub size: u64,
    pub align: u64,
}

/// Layouts by type, computed once.
pub struct Layouts<'m> {
    data: DataLayout<'m>,
    known: FxHashMap<Type<'m>, Rc<Layout>>,
}

impl<'m> Layouts<'m> {
    pub fn new(data: DataLayout<'m>) -> Self {
        Self { data, known: FxHashMap::default() }
    }

    pub fn data(&self) -> DataLayout<'m> {
        self.data
    }

    pub fn of(&mut self, ty: Type<'m>) -> Result<Rc<Layout>, Unsupported> {
        if let Some(layout) = self.known.get(&ty) {
            return Ok(layout.clone());
        }
        let mut layout = Layout::default();
        if ty.kind() != TypeKind::Void {
            layout.size = self.data.size(ty);
            layout.align = self.data.align(ty);
            self.flatten(ty, 0, &mut layout)?;
        }
        let layout = Rc::new(layout);
        self.known.insert(ty, layout.clone());
        Ok(layout)
    }

    fn flatten(&self, ty: Type<'m>, offset: u64, layout: &mut Layout) -> Result<(), Unsupported> {
        match ty.kind() {
            TypeKind::Struct if ty.is_sized() => {
                for field in 0..ty.field_count() {
                    self.flatten(ty.field(field), offset + self.data.field_offset(ty, field), layout)?;
                }
            }
            TypeKind::Array => {
                let element = ty.element();
                let size = self.data.size(element);
                if ty.len() > MAX_LEAVES as u64 {
                    return Err(unsupported_type(ty));
                }
                for index in 0..ty.len() {
                    self.flatten(element, offset + index * size, layout)?;
                }
            }
            TypeKind::Vector => self.flatten_vector(ty, offset, layout)?,
            TypeKind::Integer(bits) if bits > MAX_WIDTH => {
                if bits.div_ceil(LIMB) as usize > MAX_LEAVES {
                    return Err(unsupported_type(ty));
                }
                for (index, width) in integer_leaves(bits).into_iter().enumerate() {
                    let offset = offset + index as u64 * u64::from(LIMB / 8);
                    layout.push_access(offset, Leaf { width, scalar: Scalar::Integer }, 1);
                }
            }
            _ => {
                let leaf = scalar_leaf(ty)?;
                layout.push_access(offset, leaf, 1);
            }
        }
        if layout.leaves.len() > MAX_LEAVES { Err(unsupported_type(ty)) } else { Ok(()) }
    }

    fn flatten_vector(&self, ty: Type<'m>, offset: u64, layout: &mut Layout) -> Result<(), Unsupported> {
        let leaf = scalar_leaf(ty.element()).map_err(|_| unsupported_type(ty))?;
        let (count, bits) = (ty.len(), u64::from(leaf.width));
        // The fewest elements that fill whole bytes, and as many of those as one access takes.
        let whole = 8 / gcd(bits, 8);
        let per_access =
            if bits % 8 == 0 { 1 } else { whole * (u64::from(MAX_WIDTH) / (whole * bits)).max(1) };
        if per_access * bits > u64::from(MAX_WIDTH) {
            return Err(unsupported_type(ty));
        }
        let mut done = 0;
        while done < count {
            let now = per_access.min(count - done);
            layout.push_access(offset + done * bits / 8, leaf, now as u32);
            done += now;
        }
        Ok(())
    }
}

impl Layout {
    fn push_access(&mut self, offset: u64, leaf: Leaf, count: u32) {
        let first = self.leaves.len() as u32;
        self.leaves.extend((0..count).map(|_| leaf));
        self.accesses.push(Access { offset, width: leaf.width * count as Width, first, count });
    }
}

/// The width of an integer type that is cut into limbs.
pub fn wide_integer(ty: Type<'_>) -> Option<u32> {
    match ty.kind() {
        TypeKind::Integer(bits) if bits > MAX_WIDTH => Some(bits),
        _ => None,
    }
}

/// The widths of an integer's leaves: itself, or its limbs.
pub fn integer_leaves(bits: u32) -> Vec<Width> {
    if bits <= MAX_WIDTH {
        return vec![bits as Width];
    }
    (0..bits).step_by(LIMB as usize).map(|start| LIMB.min(bits - start) as Width).collect()
}

fn scalar_leaf(ty: Type<'_>) -> Result<Leaf, Unsupported> {
    match ty.kind() {
        TypeKind::Integer(width) if width <= MAX_WIDTH => {
            Ok(Leaf { width: width as Width, scalar: Scalar::Integer })
        }
        TypeKind::Pointer { address_space: 0 } => Ok(Leaf { width: 64, scalar: Scalar::Pointer }),
        TypeKind::Float(kind) => Ok(Leaf { width: kind.width(), scalar: Scalar::Float(kind) }),
        _ => Err(unsupported_type(ty)),
    }
}

fn unsupported_type(ty: Type<'_>) -> Unsupported {
    let text = ty.text();
    let name = text.split(" = ").next().unwrap_or(&text);
    Unsupported(format!("type {name}"))
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
