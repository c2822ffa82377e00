//! Integer and float arithmetic, comparisons, selects and casts, each lane by itself.

use super::Unsupported;
use super::function::{FunctionLowering, Lowered};
use super::layout::{Leaf, Scalar, wide_integer};
use crate::llvm::{Instruction, IntPredicate, Opcode, RealPredicate};
use bowline_ir::{
    BinaryOp, CastOp, ComparePredicate, FloatBinaryOp, FloatKind, FloatPredicate, FloatUnaryOp, Inst,
    Operand, Reg, UnaryOp, Width, Wrapping,
};

pub fn float_kind(leaf: Leaf) -> Result<FloatKind, Unsupported> {
    match leaf.scalar {
        Scalar::Float(kind) => Ok(kind),
        _ => Err(Unsupported("float operation on something else".to_string())),
    }
}

impl<'m> FunctionLowering<'_, 'm> {
    // Single operations into a fresh register.

    fn emit_to(&mut self, make: impl FnOnce(Reg) -> Inst) -> Operand {
        let dst = self.fresh();
        self.emit(make(dst));
        Operand::reg(dst)
    }

    pub fn binary(&mut self, op: BinaryOp, width: Width, a: Operand, b: Operand) -> Operand {
        let wrapping = Wrapping::default();
        self.emit_to(|dst| Inst::Binary { op, width, wrapping, dst, a, b })
    }

    pub fn unary(&mut self, op: UnaryOp, width: Width, a: Operand) -> Operand {
        self.emit_to(|dst| Inst::Unary { op, width, dst, a })
    }

    pub fn compare(&mut self, predicate: ComparePredicate, width: Width, a: Operand, b: Operand) -> Operand {
        self.emit_to(|dst| Inst::Compare { predicate, width, dst, a, b })
    }

    pub fn select(&mut self, width: Width, cond: Operand, a: Operand, b: Operand) -> Operand {
        match self.known_int(cond) {
            Some(0) => b,
            Some(_) => a,
            None if a == b => a,
            None => self.emit_to(|dst| Inst::Select { width, dst, cond, a, b }),
        }
    }

    pub fn cast(&mut self, op: CastOp, from: Width, to: Width, a: Operand) -> Operand {
        self.emit_to(|dst| Inst::Cast { op, from, to, dst, a })
    }

    /// Another width: `widen` says how to fill new bits.
    pub fn resize(&mut self, widen: CastOp, from: Width, to: Width, a: Operand) -> Operand {
        if from == to {
            return a;
        }
        if let Some(id) = a.as_const() {
            return Operand::constant(self.module.fold_resize(widen, from, to, id));
        }
        self.cast(if to < from { CastOp::Truncate } else { widen }, from, to, a)
    }

    pub fn float_binary(&mut self, op: FloatBinaryOp, kind: FloatKind, a: Operand, b: Operand) -> Operand {
        self.emit_to(|dst| Inst::FloatBinary { op, kind, dst, a, b })
    }

    pub fn float_unary(&mut self, op: FloatUnaryOp, kind: FloatKind, a: Operand) -> Operand {
        self.emit_to(|dst| Inst::FloatUnary { op, kind, dst, a })
    }

    // Instructions, lane by lane.

    /// Binds the result of `each`, applied to the lanes of the first `N` operands. The limbs of a wide integer are not
    /// lanes: who comes here has ruled that out.
    pub fn lanes<const N: usize>(
        &mut self,
        instruction: Instruction<'m>,
        mut each: impl FnMut(&mut Self, [Operand; N], Leaf) -> Result<Operand, Unsupported>,
    ) -> Lowered {
        let leaves = self.layout(instruction.operand(0).ty())?;
        debug_assert!(!self.involves_wide_integer(instruction), "limbs taken for lanes");
        let mut operands = Vec::with_capacity(N);
        for index in 0..N {
            operands.push(self.scalars(instruction.operand(index as u32))?);
        }
        let mut results = Vec::with_capacity(leaves.leaves.len());
        for (lane, leaf) in leaves.leaves.iter().enumerate() {
            let lane_operands: [Operand; N] = std::array::from_fn(|operand| operands[operand][lane]);
            results.push(each(self, lane_operands, *leaf)?);
        }
        self.bind(instruction, results)
    }

    pub fn lower_binary(&mut self, instruction: Instruction<'m>) -> Lowered {
        let op = match instruction.opcode() {
            Opcode::LLVMAdd => BinaryOp::Add,
            Opcode::LLVMSub => BinaryOp::Sub,
            Opcode::LLVMMul => BinaryOp::Mul,
            Opcode::LLVMUDiv => BinaryOp::UDiv,
            Opcode::LLVMSDiv => BinaryOp::SDiv,
            Opcode::LLVMURem => BinaryOp::URem,
            Opcode::LLVMSRem => BinaryOp::SRem,
            Opcode::LLVMShl => BinaryOp::Shl,
            Opcode::LLVMLShr => BinaryOp::LShr,
            Opcode::LLVMAShr => BinaryOp::AShr,
            Opcode::LLVMAnd => BinaryOp::And,
            Opcode::LLVMOr => BinaryOp::Or,
            Opcode::LLVMXor => BinaryOp::Xor,
            other => return Err(Unsupported(format!("instruction {other:?}"))),
        };
        if let Some(bits) = wide_integer(instruction.ty()) {
            return self.lower_wide_binary(instruction, op, bits);
        }
        let wrapping = match op {
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Shl => {
                let (no_signed_wrap, no_unsigned_wrap) = instruction.wrap_flags();
                Wrapping { no_signed_wrap, no_unsigned_wrap }
            }
            _ => Wrapping::default(),
        };
        self.lanes(instruction, |this, [a, b], leaf| {
            Ok(this.emit_to(|dst| Inst::Binary { op, width: leaf.width, wrapping, dst, a, b }))
        })
    }

    pub fn lower_float_binary(&mut self, instruction: Instruction<'m>) -> Lowered {
        let op = match instruction.opcode() {
            Opcode::LLVMFAdd => FloatBinaryOp::Add,
            Opcode::LLVMFSub => FloatBinaryOp::Sub,
            Opcode::LLVMFMul => FloatBinaryOp::Mul,
            Opcode::LLVMFDiv => FloatBinaryOp::Div,
            Opcode::LLVMFRem => FloatBinaryOp::Rem,
            other => return Err(Unsupported(format!("instruction {other:?}"))),
        };
        self.lanes(instruction, |this, [a, b], leaf| Ok(this.float_binary(op, float_kind(leaf)?, a, b)))
    }

    pub fn lower_float_negation(&mut self, instruction: Instruction<'m>) -> Lowered {
        self.lanes(instruction, |this, [a], leaf| {
            Ok(this.float_unary(FloatUnaryOp::Neg, float_kind(leaf)?, a))
        })
    }

    pub fn lower_compare(&mut self, instruction: Instruction<'m>) -> Lowered {
        let predicate = match instruction.int_predicate() {
            IntPredicate::LLVMIntEQ => ComparePredicate::Eq,
            IntPredicate::LLVMIntNE => ComparePredicate::Ne,
            IntPredicate::LLVMIntUGT => ComparePredicate::Ugt,
            IntPredicate::LLVMIntUGE => ComparePredicate::Uge,
            IntPredicate::LLVMIntULT => ComparePredicate::Ult,
            IntPredicate::LLVMIntULE => ComparePredicate::Ule,
            IntPredicate::LLVMIntSGT => ComparePredicate::Sgt,
            IntPredicate::LLVMIntSGE => ComparePredicate::Sge,
            IntPredicate::LLVMIntSLT => ComparePredicate::Slt,
            IntPredicate::LLVMIntSLE => ComparePredicate::Sle,
        };
        if wide_integer(instruction.operand(0).ty()).is_some() {
            return self.lower_wide_compare(instruction, predicate);
        }
        self.lanes(instruction, |this, [a, b], leaf| Ok(this.compare(predicate, leaf.width, a, b)))
    }

    pub fn lower_float_compare(&mut self, instruction: Instruction<'m>) -> Lowered {
        let predicate = match instruction.real_predicate() {
            RealPredicate::LLVMRealPredicateFalse => FloatPredicate::False,
            RealPredicate::LLVMRealOEQ => FloatPredicate::Oeq,
            RealPredicate::LLVMRealOGT => FloatPredicate::Ogt,
            RealPredicate::LLVMRealOGE => FloatPredicate::Oge,
            RealPredicate::LLVMRealOLT => FloatPredicate::Olt,
            RealPredicate::LLVMRealOLE => FloatPredicate::Ole,
            RealPredicate::LLVMRealONE => FloatPredicate::One,
            RealPredicate::LLVMRealORD => FloatPredicate::Ord,
            RealPredicate::LLVMRealUNO => FloatPredicate::Uno,
            RealPredicate::LLVMRealUEQ => FloatPredicate::Ueq,
            RealPredicate::LLVMRealUGT => FloatPredicate::Ugt,
            RealPredicate::LLVMRealUGE => FloatPredicate::Uge,
            RealPredicate::LLVMRealULT => FloatPredicate::Ult,
            RealPredicate::LLVMRealULE => FloatPredicate::Ule,
            RealPredicate::LLVMRealUNE => FloatPredicate::Une,
            RealPredicate::LLVMRealPredicateTrue => FloatPredicate::True,
        };
        self.lanes(instruction, |this, [a, b], leaf| {
            let kind = float_kind(leaf)?;
            Ok(this.emit_to(|dst| Inst::FloatCompare { predicate, kind, dst, a, b }))
        })
    }

    /// One condition for the whole value, or one per lane.
    pub fn lower_select(&mut self, instruction: Instruction<'m>) -> Lowered {
        let layout = self.layout(instruction.ty())?;
        let conditions = self.scalars(instruction.operand(0))?;
        let a = self.scalars(instruction.operand(1))?;
        let b = self.scalars(instruction.operand(2))?;
        let mut results = Vec::with_capacity(layout.leaves.len());
        for (lane, leaf) in layout.leaves.iter().enumerate() {
            let condition = if conditions.len() == 1 { conditions[0] } else { conditions[lane] };
            results.push(self.select(leaf.width, condition, a[lane], b[lane]));
        }
        self.bind(instruction, results)
    }

    pub fn lower_cast(&mut self, instruction: Instruction<'m>) -> Lowered {
        if self.involves_wide_integer(instruction) {
            return self.lower_wide_cast(instruction);
        }
        let to = self.layout(instruction.ty())?;
        // All lanes of a vector are alike.
        let Some(to) = to.leaves.first().copied() else {
            return self.bind(instruction, Vec::new());
        };
        let opcode = instruction.opcode();
        self.lanes(instruction, |this, [a], from| {
            let op = match opcode {
                Opcode::LLVMSExt => return Ok(this.resize(CastOp::SignExtend, from.width, to.width, a)),
                Opcode::LLVMTrunc | Opcode::LLVMZExt | Opcode::LLVMPtrToInt | Opcode::LLVMIntToPtr => {
                    return Ok(this.resize(CastOp::ZeroExtend, from.width, to.width, a));
                }
                Opcode::LLVMFPToUI => CastOp::FloatToUnsigned(float_kind(from)?),
                Opcode::LLVMFPToSI => CastOp::FloatToSigned(float_kind(from)?),
                Opcode::LLVMUIToFP => CastOp::UnsignedToFloat(float_kind(to)?),
                Opcode::LLVMSIToFP => CastOp::SignedToFloat(float_kind(to)?),
                Opcode::LLVMFPTrunc | Opcode::LLVMFPExt => {
                    CastOp::FloatToFloat { from: float_kind(from)?, to: float_kind(to)? }
                }
                other => return Err(Unsupported(format!("instruction {other:?}"))),
            };
            Ok(this.cast(op, from.width, to.width, a))
        })
    }

    /// Undefined values have one value already (zero, or what a read found), so there is nothing to fix.
    pub fn lower_freeze(&mut self, instruction: Instruction<'m>) -> Lowered {
        self.layout(instruction.ty())?;
        let scalars = self.scalars(instruction.operand(0))?;
        self.bind(instruction, scalars)
    }
}
