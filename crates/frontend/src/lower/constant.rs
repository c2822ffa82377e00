//! Constants: integers at once, addresses as constants that are evaluated when the program is laid out.

use super::layout::{Layout, wide_integer};
use super::{ModuleLowering, Scalars, Unsupported};
use crate::llvm::{Opcode, Type, TypeKind, Value, ValueKind};
use bowline_ir::{BinaryOp, CastOp, ConstExpr, ConstId, Constant, Operand, Width};

/// The low `width` bits.
pub fn truncate(value: u128, width: Width) -> u128 {
    if width >= 128 { value } else { value & ((1 << width) - 1) }
}

fn sign_extend(value: u128, width: Width) -> u128 {
    let unused = 128 - u32::from(width);
    (((value << unused) as i128) >> unused) as u128
}

impl<'m> ModuleLowering<'m> {
    pub fn intern(&mut self, constant: Constant) -> ConstId {
        let constants = &mut self.out.constants;
        *self.constant_ids.entry(constant).or_insert_with_key(|constant| constants.push(constant.clone()))
    }

    pub fn int(&mut self, width: Width, value: u128) -> ConstId {
        self.intern(Constant::Int { width, value: truncate(value, width) })
    }

    pub fn int_value(&self, id: ConstId) -> Option<u128> {
        match self.out.constants[id] {
            Constant::Int { value, .. } => Some(value),
            _ => None,
        }
    }

    pub fn zeros(&mut self, layout: &Layout) -> Scalars {
        layout.leaves.iter().map(|leaf| Operand::constant(self.int(leaf.width, 0))).collect()
    }

    /// The scalars of a constant of any type.
    pub fn constant(&mut self, value: Value<'m>) -> Result<Scalars, Unsupported> {
        if let Some(known) = self.constants.get(&value) {
            return Ok(known.clone());
        }
        let scalars = self.lower_constant(value)?;
        self.constants.insert(value, scalars.clone());
        Ok(scalars)
    }

    fn lower_constant(&mut self, value: Value<'m>) -> Result<Scalars, Unsupported> {
        let one = |id: ConstId| Scalars::One(Operand::constant(id));
        let unsupported = || Unsupported(format!("constant {}", value.text()));
        match value.kind() {
            ValueKind::Integer if wide_integer(value.ty()).is_some() => {
                let layout = self.layouts.of(value.ty())?;
                let limbs = value.integer_limbs().ok_or_else(unsupported)?;
                let leaves = layout.leaves.iter().zip(limbs);
                Ok(leaves
                    .map(|(leaf, limb)| Operand::constant(self.int(leaf.width, u128::from(limb))))
                    .collect())
            }
            ValueKind::Integer => {
                let layout = self.layouts.of(value.ty())?;
                let bits = value.integer().ok_or_else(unsupported)?;
                Ok(one(self.int(layout.leaves[0].width, bits)))
            }
            ValueKind::Float => {
                let layout = self.layouts.of(value.ty())?;
                let bits = value.float_bits().ok_or_else(unsupported)?;
                Ok(one(self.int(layout.leaves[0].width, bits)))
            }
            ValueKind::Null | ValueKind::Undefined | ValueKind::Zero => {
                let layout = self.layouts.of(value.ty())?;
                Ok(self.zeros(&layout))
            }
            ValueKind::Aggregate => {
                self.layouts.of(value.ty())?;
                let mut scalars = Vec::new();
                for index in 0..element_count(value.ty()) {
                    let element = value.element(index as u32).ok_or_else(unsupported)?;
                    scalars.extend_from_slice(&self.constant(element)?);
                }
                Ok(scalars.into())
            }
            ValueKind::Function | ValueKind::Variable | ValueKind::IFunc => self.address(value).map(one),
            ValueKind::Alias => {
                let aliasee = value.as_global().and_then(|global| global.aliasee());
                self.constant(aliasee.ok_or_else(unsupported)?)
            }
            ValueKind::BlockAddress => {
                let (function, block) = value.block_address().ok_or_else(unsupported)?;
                let global = function.as_global().ok_or_else(unsupported)?;
                let block = *self.plan(global).ids.get(&block).ok_or_else(unsupported)?;
                let function = *self.functions.get(&function).ok_or_else(unsupported)?;
                Ok(one(self.intern(Constant::Block { function, block })))
            }
            ValueKind::Expression => self.expression(value),
            _ => Err(unsupported()),
        }
    }

    fn address(&mut self, value: Value<'m>) -> Result<ConstId, Unsupported> {
        if value.as_global().is_some_and(|global| self.is_missing(global)) {
            return Ok(self.int(64, 0));
        }
        if let Some(function) = self.functions.get(&value) {
            let function = *function;
            return Ok(self.intern(Constant::Function(function)));
        }
        if let Some(global) = self.variables.get(&value) {
            let global = *global;
            return Ok(self.intern(Constant::Global { global, offset: 0 }));
        }
        Err(Unsupported(format!("address of {}", value.name())))
    }

    fn expression(&mut self, value: Value<'m>) -> Result<Scalars, Unsupported> {
        let unsupported = || Unsupported(format!("constant expression {}", value.text()));
        let layout = self.layouts.of(value.ty())?;
        let opcode = value.expression_opcode().ok_or_else(unsupported)?;
        if opcode == Opcode::LLVMGetElementPtr {
            return self.address_expression(value);
        }
        // What follows goes leaf by leaf, which is not how a wide integer is computed with.
        let is_wide = |ty| wide_integer(ty).is_some();
        if opcode != Opcode::LLVMBitCast && (is_wide(value.ty()) || is_wide(value.operand(0).ty())) {
            return Err(unsupported());
        }
        let binary = match opcode {
            Opcode::LLVMAdd => Some(BinaryOp::Add),
            Opcode::LLVMSub => Some(BinaryOp::Sub),
            Opcode::LLVMMul => Some(BinaryOp::Mul),
            Opcode::LLVMXor => Some(BinaryOp::Xor),
            Opcode::LLVMShl => Some(BinaryOp::Shl),
            Opcode::LLVMLShr => Some(BinaryOp::LShr),
            Opcode::LLVMAShr => Some(BinaryOp::AShr),
            Opcode::LLVMAnd => Some(BinaryOp::And),
            Opcode::LLVMOr => Some(BinaryOp::Or),
            _ => None,
        };
        if let Some(op) = binary {
            let (a, b) = (self.constant(value.operand(0))?, self.constant(value.operand(1))?);
            let mut scalars = Vec::new();
            for ((a, b), leaf) in a.iter().zip(b.iter()).zip(&layout.leaves) {
                let (a, b) = (constant_id(*a)?, constant_id(*b)?);
                scalars.push(Operand::constant(self.fold_binary(op, leaf.width, a, b)));
            }
            return Ok(scalars.into());
        }
        let from = self.layouts.of(value.operand(0).ty())?;
        let a = self.constant(value.operand(0))?;
        let same_widths = from.leaves.len() == layout.leaves.len()
            && from.leaves.iter().zip(&layout.leaves).all(|(a, b)| a.width == b.width);
        let widen = match opcode {
            Opcode::LLVMBitCast if same_widths => return Ok(a),
            Opcode::LLVMBitCast => return self.recut_constant(&a, &from, &layout).ok_or_else(unsupported),
            Opcode::LLVMPtrToInt | Opcode::LLVMIntToPtr | Opcode::LLVMTrunc | Opcode::LLVMZExt => {
                CastOp::ZeroExtend
            }
            Opcode::LLVMSExt => CastOp::SignExtend,
            _ => return Err(unsupported()),
        };
        let mut scalars = Vec::new();
        for ((a, from), to) in a.iter().zip(&from.leaves).zip(&layout.leaves) {
            let id = constant_id(*a)?;
            scalars.push(Operand::constant(self.fold_resize(widen, from.width, to.width, id)));
        }
        Ok(scalars.into())
    }

    /// The bits of integers, laid side by side and cut anew.
    fn recut_constant(&mut self, scalars: &[Operand], from: &Layout, to: &Layout) -> Option<Scalars> {
        let mut bits = Vec::new();
        for (scalar, leaf) in scalars.iter().zip(&from.leaves) {
            let value = self.int_value(scalar.as_const()?)?;
            bits.extend((0..leaf.width).map(|bit| value >> bit & 1));
        }
        let mut rest = bits.into_iter();
        let mut cut = |width| (0..width).map(|bit| rest.next().unwrap_or_default() << bit).sum::<u128>();
        Some(to.leaves.iter().map(|leaf| Operand::constant(self.int(leaf.width, cut(leaf.width)))).collect())
    }

    /// A constant `getelementptr`. Each lane of a vector of addresses is computed by itself; scalars among the operands
    /// serve every lane.
    fn address_expression(&mut self, value: Value<'m>) -> Result<Scalars, Unsupported> {
        let lanes = self.layouts.of(value.ty())?.leaves.len();
        let operands: Vec<Value<'m>> = (0..value.operand_count()).map(|index| value.operand(index)).collect();
        let mut scalars = Vec::with_capacity(operands.len());
        for operand in &operands {
            if wide_integer(operand.ty()).is_some() {
                return Err(Unsupported(format!("constant expression {}", value.text())));
            }
            scalars.push(self.constant(*operand)?);
        }
        let mut addresses = Vec::with_capacity(lanes);
        for lane in 0..lanes {
            let picked = scalars
                .iter()
                .map(|of| constant_id(if of.len() == 1 { of[0] } else { of[lane] }))
                .collect::<Result<Vec<ConstId>, _>>()?;
            addresses.push(Operand::constant(self.address_lane(value, &operands, &picked)?));
        }
        Ok(addresses.into())
    }

    fn address_lane(
        &mut self,
        value: Value<'m>,
        operands: &[Value<'m>],
        scalars: &[ConstId],
    ) -> Result<ConstId, Unsupported> {
        let unsupported = || Unsupported(format!("constant expression {}", value.text()));
        let mut ty = value.gep_source().ok_or_else(unsupported)?;
        let mut address = scalars[0];
        for index in 1..operands.len() {
            let position = scalars[index];
            if index > 1 && ty.kind() == TypeKind::Struct {
                let field = self.int_value(position).ok_or_else(unsupported)? as u32;
                let offset = self.layouts.data().field_offset(ty, field);
                address = self.add_offset(address, offset as i64);
                ty = ty.field(field);
                continue;
            }
            if index > 1 {
                if !matches!(ty.kind(), TypeKind::Array | TypeKind::Vector) {
                    return Err(unsupported());
                }
                ty = ty.element();
            }
            let size = self.layouts.data().size(ty);
            let width = self.layouts.of(operands[index].ty())?.leaves[0].width;
            let position = self.fold_resize(CastOp::SignExtend, width, 64, position);
            let size = self.int(64, u128::from(size));
            let offset = self.fold_binary(BinaryOp::Mul, 64, position, size);
            address = self.fold_binary(BinaryOp::Add, 64, address, offset);
        }
        Ok(address)
    }

    /// An address some bytes further on.
    pub fn add_offset(&mut self, address: ConstId, bytes: i64) -> ConstId {
        let bytes = self.int(64, bytes as u128);
        self.fold_binary(BinaryOp::Add, 64, address, bytes)
    }

    pub fn fold_binary(&mut self, op: BinaryOp, width: Width, a: ConstId, b: ConstId) -> ConstId {
        let (left, right) = (self.out.constants[a].clone(), self.out.constants[b].clone());
        match (op, &left, &right) {
            (_, Constant::Int { value: a, .. }, Constant::Int { value: b, .. }) => {
                if let Some(value) = fold_ints(op, width, *a, *b) {
                    return self.int(width, value);
                }
            }
            (BinaryOp::Add | BinaryOp::Sub, _, Constant::Int { value: 0, .. }) => return a,
            (BinaryOp::Add, Constant::Int { value: 0, .. }, _) => return b,
            (BinaryOp::Add, Constant::Global { global, offset }, Constant::Int { value, .. })
            | (BinaryOp::Add, Constant::Int { value, .. }, Constant::Global { global, offset })
                if width == 64 =>
            {
                let offset = offset.wrapping_add(*value as i64);
                return self.intern(Constant::Global { global: *global, offset });
            }
            (BinaryOp::Sub, Constant::Global { global, offset }, Constant::Int { value, .. })
                if width == 64 =>
            {
                let offset = offset.wrapping_sub(*value as i64);
                return self.intern(Constant::Global { global: *global, offset });
            }
            (
                BinaryOp::Sub,
                Constant::Global { global: a, offset: from },
                Constant::Global { global: b, offset: to },
            ) if a == b && width == 64 => return self.int(64, from.wrapping_sub(*to) as u128),
            _ => {}
        }
        self.intern(Constant::Expr(ConstExpr::Binary { op, width, a, b }))
    }

    /// Another width: `widen` says how to fill new bits.
    pub fn fold_resize(&mut self, widen: CastOp, from: Width, to: Width, a: ConstId) -> ConstId {
        if from == to {
            return a;
        }
        if let Some(value) = self.int_value(a) {
            let value = if widen == CastOp::SignExtend { sign_extend(value, from) } else { value };
            return self.int(to, value);
        }
        let op = if to < from { CastOp::Truncate } else { widen };
        self.intern(Constant::Expr(ConstExpr::Cast { op, from, to, a }))
    }
}

fn fold_ints(op: BinaryOp, width: Width, a: u128, b: u128) -> Option<u128> {
    Some(match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        BinaryOp::Shl if b < u128::from(width) => a << b,
        BinaryOp::LShr if b < u128::from(width) => a >> b,
        BinaryOp::AShr if b < u128::from(width) => ((sign_extend(a, width) as i128) >> b) as u128,
        _ => return None,
    })
}

pub fn constant_id(operand: Operand) -> Result<ConstId, Unsupported> {
    operand.as_const().ok_or_else(|| Unsupported("constant that is not constant".to_string()))
}

fn element_count(ty: Type<'_>) -> u64 {
    if ty.kind() == TypeKind::Struct { u64::from(ty.field_count()) } else { ty.len() }
}
