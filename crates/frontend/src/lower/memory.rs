//! Allocation, loads, stores, and address computation.

use super::Scalars;
use super::Unsupported;
use super::function::{Flow, FunctionLowering, Lowered};
use super::layout::{Layout, wide_integer};
use crate::llvm::{Instruction, TypeKind, Value};
use bowline_ir::{BinaryOp, CastOp, Inst, Operand, Width};

impl<'m> FunctionLowering<'_, 'm> {
    pub fn lower_alloca(&mut self, instruction: Instruction<'m>) -> Lowered {
        // Also refuses stack objects in other address spaces.
        self.layout(instruction.ty())?;
        let size = match self.module.layouts.data().is_huge(instruction.allocated_type()) {
            true => u64::MAX,
            false => self.module.layouts.data().size(instruction.allocated_type()),
        };
        let count_value = instruction.operand(0);
        let width = self.layout(count_value.ty())?.leaves[0].width;
        let count = self.scalar(count_value)?;
        let mut count = self.resize(CastOp::ZeroExtend, width, 64, count);
        let element = match u32::try_from(size) {
            Ok(element) => element,
            Err(_) => {
                let size = self.int(64, u128::from(size));
                count = match (count.as_const(), size.as_const()) {
                    (Some(count), Some(size)) => {
                        Operand::constant(self.module.fold_binary(BinaryOp::Mul, 64, count, size))
                    }
                    _ => self.binary(BinaryOp::Mul, 64, count, size),
                };
                1
            }
        };
        let align_log2 = instruction.align().max(1).trailing_zeros() as u8;
        let dst = self.fresh();
        self.emit(Inst::Alloca { dst, element, count, align_log2 });
        self.starts_out_of_scope(instruction, Operand::reg(dst));
        self.bind(instruction, Operand::reg(dst))
    }

    pub fn lower_load(&mut self, instruction: Instruction<'m>) -> Lowered {
        let layout = self.layout(instruction.ty())?;
        let address = self.scalar(instruction.operand(0))?;
        let scalars = self.load(&layout, address)?;
        self.bind(instruction, scalars)
    }

    pub fn lower_store(&mut self, instruction: Instruction<'m>) -> Lowered {
        let layout = self.layout(instruction.operand(0).ty())?;
        let value = self.scalars(instruction.operand(0))?;
        let address = self.scalar(instruction.operand(1))?;
        self.store(&layout, address, &value)?;
        Ok(Flow::Next)
    }

    /// Reads a value of any type, one access at a time.
    pub fn load(&mut self, layout: &Layout, address: Operand) -> Result<Scalars, Unsupported> {
        let mut scalars = Vec::with_capacity(layout.leaves.len());
        for access in &layout.accesses {
            let address = self.advance(address, access.offset as i64);
            let loaded = self.load_scalar(access.width, address);
            if access.count == 1 {
                scalars.push(loaded);
            } else {
                let lanes = widths(layout, access.first, access.count);
                scalars.extend(self.recut(&[loaded], &[access.width], &lanes)?);
            }
        }
        Ok(scalars.into())
    }

    pub fn store(&mut self, layout: &Layout, address: Operand, value: &[Operand]) -> Result<(), Unsupported> {
        for access in &layout.accesses {
            let address = self.advance(address, access.offset as i64);
            let first = access.first as usize;
            let parts = &value[first..first + access.count as usize];
            let value = match parts {
                [only] => *only,
                _ => {
                    let lanes = widths(layout, access.first, access.count);
                    self.recut(parts, &lanes, &[access.width])?[0]
                }
            };
            self.emit(Inst::Store { width: access.width, address, value });
        }
        Ok(())
    }

    pub fn load_scalar(&mut self, width: Width, address: Operand) -> Operand {
        let dst = self.fresh();
        self.emit(Inst::Load { width, dst, address });
        Operand::reg(dst)
    }

    /// An address some bytes further on.
    pub fn advance(&mut self, address: Operand, bytes: i64) -> Operand {
        if bytes == 0 {
            return address;
        }
        if let Some(id) = address.as_const() {
            return Operand::constant(self.module.add_offset(id, bytes));
        }
        let index = self.int(64, bytes as u128);
        self.offset(address, index, 1)
    }

    fn offset(&mut self, base: Operand, index: Operand, scale: i32) -> Operand {
        let dst = self.fresh();
        self.emit(Inst::Offset { dst, base, index, scale });
        Operand::reg(dst)
    }

    /// An address `index` elements further on; `index` has 64 bits.
    pub fn index(&mut self, address: Operand, index: Operand, size: u64) -> Operand {
        if let Some(index) = self.known_int(index) {
            return self.advance(address, (index as i64).wrapping_mul(size as i64));
        }
        match i32::try_from(size) {
            Ok(0) => address,
            Ok(scale) => self.offset(address, index, scale),
            Err(_) => {
                let size = self.int(64, u128::from(size));
                let bytes = self.binary(BinaryOp::Mul, 64, index, size);
                self.offset(address, bytes, 1)
            }
        }
    }

    /// Each lane of a vector of addresses is computed by itself; scalars among the operands serve every lane.
    pub fn lower_gep(&mut self, instruction: Instruction<'m>) -> Lowered {
        let layout = self.layout(instruction.ty())?;
        let operands: Vec<Value<'m>> = instruction.operands().collect();
        let mut scalars = Vec::with_capacity(operands.len());
        for operand in &operands {
            if wide_integer(operand.ty()).is_some() {
                return Err(Unsupported(format!("getelementptr with an index of {}", operand.ty().text())));
            }
            scalars.push(self.scalars(*operand)?);
        }
        let mut addresses = Vec::with_capacity(layout.leaves.len());
        for lane in 0..layout.leaves.len() {
            let picked: Vec<Operand> =
                scalars.iter().map(|of| if of.len() == 1 { of[0] } else { of[lane] }).collect();
            addresses.push(self.address(instruction, &operands, &picked)?);
        }
        self.bind(instruction, addresses)
    }

    /// One lane of an address computation. Constant parts are summed up and added last.
    fn address(
        &mut self,
        instruction: Instruction<'m>,
        operands: &[Value<'m>],
        scalars: &[Operand],
    ) -> Result<Operand, Unsupported> {
        let unsupported = || Unsupported("getelementptr of a scalable type".to_string());
        let mut ty = instruction.value().gep_source().ok_or_else(unsupported)?;
        let mut address = scalars[0];
        let mut constant: i64 = 0;
        for position in 1..operands.len() {
            let index = scalars[position];
            if position > 1 && ty.kind() == TypeKind::Struct {
                let field = self.known_int(index).ok_or_else(unsupported)? as u32;
                let offset = self.module.layouts.data().field_offset(ty, field);
                constant = constant.wrapping_add(offset as i64);
                ty = ty.field(field);
                continue;
            }
            if position > 1 {
                if !matches!(ty.kind(), TypeKind::Array | TypeKind::Vector) {
                    return Err(unsupported());
                }
                ty = ty.element();
            }
            let size = self.module.layouts.data().size(ty);
            let width = self.layout(operands[position].ty())?.leaves[0].width;
            let index = self.resize(CastOp::SignExtend, width, 64, index);
            match self.known_int(index) {
                Some(index) => {
                    constant = constant.wrapping_add((index as i64).wrapping_mul(size as i64));
                }
                None => address = self.index(address, index, size),
            }
        }
        Ok(self.advance(address, constant))
    }

    /// The `va_arg` instruction, which clang does not emit for x86-64. Our lists say that every argument was passed in
    /// memory, where the list's second field points to the next one.
    pub fn lower_va_arg(&mut self, instruction: Instruction<'m>) -> Lowered {
        const OVERFLOW_AREA: i64 = 8;
        let layout = self.layout(instruction.ty())?;
        let list = self.scalar(instruction.operand(0))?;
        let area = self.advance(list, OVERFLOW_AREA);
        let mut next = self.load_scalar(64, area);
        if layout.align > 8 {
            next = self.advance(next, layout.align as i64 - 1);
            let mask = self.int(64, u128::from(!(layout.align - 1)));
            next = self.binary(BinaryOp::And, 64, next, mask);
        }
        let value = self.load(&layout, next)?;
        let after = self.advance(next, layout.size.next_multiple_of(8) as i64);
        self.emit(Inst::Store { width: 64, address: area, value: after });
        self.bind(instruction, value)
    }
}

fn widths(layout: &Layout, first: u32, count: u32) -> Vec<Width> {
    layout.leaves[first as usize..(first + count) as usize].iter().map(|leaf| leaf.width).collect()
}
