//! The initial contents of global variables, as bytes and relocations.

use super::constant::{constant_id, truncate};
use super::{ModuleLowering, Unsupported};
use crate::llvm::{TypeKind, Value, ValueKind};
use bowline_ir::{ConstId, Relocation, Width};

/// A variable's contents while they are put together.
pub struct Contents {
    pub bytes: Vec<u8>,
    pub relocations: Vec<Relocation>,
}

impl Contents {
    pub fn zero(size: u64) -> Self {
        Self { bytes: vec![0; size as usize], relocations: Vec::new() }
    }

    fn write_int(&mut self, offset: u64, width: Width, value: u128) {
        let count = usize::from(width.div_ceil(8));
        let start = offset as usize;
        self.bytes[start..start + count].copy_from_slice(&value.to_le_bytes()[..count]);
    }
}

impl<'m> ModuleLowering<'m> {
    /// Writes a constant of any type at `offset`.
    pub fn write_constant(
        &mut self,
        contents: &mut Contents,
        offset: u64,
        value: Value<'m>,
    ) -> Result<(), Unsupported> {
        let ty = value.ty();
        match (value.kind(), ty.kind()) {
            (ValueKind::Zero | ValueKind::Undefined | ValueKind::Null, _) => Ok(()),
            (ValueKind::Aggregate, TypeKind::Struct) => {
                for field in 0..ty.field_count() {
                    let at = offset + self.layouts.data().field_offset(ty, field);
                    self.write_element(contents, at, value, field)?;
                }
                Ok(())
            }
            (ValueKind::Aggregate, TypeKind::Array) => {
                if let Some(bytes) = value.byte_string() {
                    let start = offset as usize;
                    contents.bytes[start..start + bytes.len()].copy_from_slice(bytes);
                    return Ok(());
                }
                let size = self.layouts.data().size(ty.element());
                for index in 0..ty.len() {
                    self.write_element(contents, offset + index * size, value, index as u32)?;
                }
                Ok(())
            }
            (ValueKind::Integer, TypeKind::Integer(width)) if width <= 64 => {
                let bits = value.integer().unwrap_or_default();
                contents.write_int(offset, width as Width, bits);
                Ok(())
            }
            _ => self.write_scalars(contents, offset, value),
        }
    }

    fn write_element(
        &mut self,
        contents: &mut Contents,
        offset: u64,
        aggregate: Value<'m>,
        index: u32,
    ) -> Result<(), Unsupported> {
        let element = aggregate
            .element(index)
            .ok_or_else(|| Unsupported(format!("constant {}", aggregate.ty().text())))?;
        self.write_constant(contents, offset, element)
    }

    /// A scalar, or a vector, by its leaves.
    fn write_scalars(
        &mut self,
        contents: &mut Contents,
        offset: u64,
        value: Value<'m>,
    ) -> Result<(), Unsupported> {
        let layout = self.layouts.of(value.ty())?;
        let scalars = self.constant(value)?;
        for access in &layout.accesses {
            let first = access.first as usize;
            let ids = scalars[first..first + access.count as usize]
                .iter()
                .map(|scalar| constant_id(*scalar))
                .collect::<Result<Vec<ConstId>, _>>()?;
            let at = offset + access.offset;
            match ids.as_slice() {
                [id] => match self.int_value(*id) {
                    Some(bits) => contents.write_int(at, access.width, bits),
                    None => {
                        contents.relocations.push(Relocation { offset: at, width: access.width, value: *id })
                    }
                },
                packed => {
                    let width = layout.leaves[first].width;
                    let mut bits = 0;
                    for (lane, id) in packed.iter().enumerate() {
                        let lane_bits = self.int_value(*id).ok_or_else(|| {
                            Unsupported("address within a vector of single bits".to_string())
                        })?;
                        bits |= truncate(lane_bits, width) << (lane * usize::from(width));
                    }
                    contents.write_int(at, access.width, bits);
                }
            }
        }
        Ok(())
    }
}
