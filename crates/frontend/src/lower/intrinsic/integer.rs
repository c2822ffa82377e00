//! Integer intrinsics, each lane by itself.

use super::super::function::{FunctionLowering, Lowered};
use crate::llvm::Instruction;
use bowline_ir::{BinaryOp, ComparePredicate, Inst, Operand, TernaryOp, UnaryOp, Wrapping};

impl<'m> FunctionLowering<'_, 'm> {
    pub fn lane_binary(&mut self, call: Instruction<'m>, op: BinaryOp) -> Lowered {
        self.lanes(call, |this, [a, b], leaf| Ok(this.binary(op, leaf.width, a, b)))
    }

    /// Some take a flag that a certain input is undefined; we give it its natural value.
    pub fn lane_unary(&mut self, call: Instruction<'m>, op: UnaryOp) -> Lowered {
        self.lanes(call, |this, [a], leaf| Ok(this.unary(op, leaf.width, a)))
    }

    /// Where the smallest number has no meaning, that is an overflow, and told as one of the negation.
    pub fn lane_absolute(&mut self, call: Instruction<'m>) -> Lowered {
        let is_checked = call.operand(1).integer() == Some(1);
        self.lanes(call, |this, [a], leaf| {
            if is_checked {
                let zero = this.int(leaf.width, 0);
                let wrapping = Wrapping { no_signed_wrap: true, no_unsigned_wrap: false };
                let dst = this.fresh();
                this.emit(Inst::Binary {
                    op: BinaryOp::Sub,
                    width: leaf.width,
                    wrapping,
                    dst,
                    a: zero,
                    b: a,
                });
            }
            Ok(this.unary(UnaryOp::Abs, leaf.width, a))
        })
    }

    pub fn lane_funnel(&mut self, call: Instruction<'m>, op: TernaryOp) -> Lowered {
        self.lanes(call, |this, [a, b, c], leaf| {
            let dst = this.fresh();
            this.emit(Inst::Ternary { op, width: leaf.width, dst, a, b, c });
            Ok(Operand::reg(dst))
        })
    }

    /// A struct of the wrapped results and of one overflow bit each.
    pub fn lane_overflow(&mut self, call: Instruction<'m>, op: BinaryOp, overflows: BinaryOp) -> Lowered {
        let layout = self.layout(call.operand(0).ty())?;
        let a = self.scalars(call.operand(0))?;
        let b = self.scalars(call.operand(1))?;
        let (mut values, mut bits) = (Vec::new(), Vec::new());
        for (lane, leaf) in layout.leaves.iter().enumerate() {
            values.push(self.binary(op, leaf.width, a[lane], b[lane]));
            bits.push(self.binary(overflows, leaf.width, a[lane], b[lane]));
        }
        values.extend(bits);
        self.bind(call, values)
    }

    /// -1, 0 or 1 for less, equal, greater.
    pub fn lane_three_way(&mut self, call: Instruction<'m>, signed: bool) -> Lowered {
        let result = self.layout(call.ty())?.leaves[0].width;
        let (less, greater) = match signed {
            true => (ComparePredicate::Slt, ComparePredicate::Sgt),
            false => (ComparePredicate::Ult, ComparePredicate::Ugt),
        };
        self.lanes(call, |this, [a, b], leaf| {
            let is_less = this.compare(less, leaf.width, a, b);
            let is_greater = this.compare(greater, leaf.width, a, b);
            let (minus, zero, plus) = (this.int(result, u128::MAX), this.int(result, 0), this.int(result, 1));
            let otherwise = this.select(result, is_greater, plus, zero);
            Ok(this.select(result, is_less, minus, otherwise))
        })
    }
}
