//! Intrinsics on integers in limbs. Those that are not here are unsupported.

use super::super::function::{FunctionLowering, Lowered};
use super::super::layout::{integer_leaves, wide_integer};
use super::super::wide::{WORD, word_count};
use super::{base_name, unsupported_intrinsic};
use crate::llvm::Instruction;
use bowline_ir::{BinaryOp, CastOp, ComparePredicate, Operand};

impl<'m> FunctionLowering<'_, 'm> {
    pub fn lower_wide_intrinsic(&mut self, call: Instruction<'m>, name: &str) -> Lowered {
        let unsupported = || unsupported_intrinsic(name);
        let bits = wide_integer(call.operand(0).ty()).ok_or_else(unsupported)?;
        self.layout(call.operand(0).ty())?;
        match base_name(name) {
            "expect" | "expect.with.probability" | "ssa.copy" => self.bind_first_argument(call),
            "smax" => self.wide_extreme(call, bits, ComparePredicate::Sgt),
            "smin" => self.wide_extreme(call, bits, ComparePredicate::Slt),
            "umax" => self.wide_extreme(call, bits, ComparePredicate::Ugt),
            "umin" => self.wide_extreme(call, bits, ComparePredicate::Ult),
            "uadd.with.overflow" => self.wide_overflow(call, bits, BinaryOp::Add, CastOp::ZeroExtend, name),
            "sadd.with.overflow" => self.wide_overflow(call, bits, BinaryOp::Add, CastOp::SignExtend, name),
            "usub.with.overflow" => self.wide_overflow(call, bits, BinaryOp::Sub, CastOp::ZeroExtend, name),
            "ssub.with.overflow" => self.wide_overflow(call, bits, BinaryOp::Sub, CastOp::SignExtend, name),
            "umul.with.overflow" => self.wide_overflow(call, bits, BinaryOp::Mul, CastOp::ZeroExtend, name),
            "smul.with.overflow" => self.wide_overflow(call, bits, BinaryOp::Mul, CastOp::SignExtend, name),
            "fshl" => self.wide_funnel(call, bits, true, name),
            "fshr" => self.wide_funnel(call, bits, false, name),
            _ => Err(unsupported()),
        }
    }

    /// The operand that stands in that relation to the other.
    fn wide_extreme(&mut self, call: Instruction<'m>, bits: u32, relation: ComparePredicate) -> Lowered {
        let widths = integer_leaves(bits);
        let a = self.scalars(call.operand(0))?;
        let b = self.scalars(call.operand(1))?;
        let is_first = self.compare_limbs(relation, &widths, &a, &b);
        let limbs: Vec<Operand> = a
            .iter()
            .zip(b.iter())
            .zip(widths)
            .map(|((a, b), width)| self.select(width, is_first, *a, *b))
            .collect();
        self.bind(call, limbs)
    }

    /// The wrapped result and whether it wrapped: with enough words the result is exact, and the wrapped one, extended
    /// again, differs from it.
    fn wide_overflow(
        &mut self,
        call: Instruction<'m>,
        bits: u32,
        op: BinaryOp,
        extend: CastOp,
        name: &str,
    ) -> Lowered {
        let count = word_count(if op == BinaryOp::Mul { 2 * bits } else { bits + 1 });
        let a = self.scalars(call.operand(0))?;
        let b = self.scalars(call.operand(1))?;
        let a = self.words(&a, bits, extend, count)?;
        let b = self.words(&b, bits, extend, count)?;
        let exact = self.words_binary(op, &a, &b).ok_or_else(|| unsupported_intrinsic(name))?;
        let mut results = self.limbs(&exact, bits)?;
        let extended = self.words(&results, bits, extend, count)?;
        let widths = vec![WORD; count];
        results.push(self.compare_limbs(ComparePredicate::Ne, &widths, &exact, &extended));
        self.bind(call, results)
    }

    /// A rotation, or a part of two values side by side, by a known amount.
    fn wide_funnel(&mut self, call: Instruction<'m>, bits: u32, to_the_left: bool, name: &str) -> Lowered {
        let high = self.scalars(call.operand(0))?;
        let low = self.scalars(call.operand(1))?;
        let amount = self.scalars(call.operand(2))?;
        let amount = self.known_amount(&amount).ok_or_else(|| unsupported_intrinsic(name))? % bits;
        let skipped = if to_the_left { bits - amount } else { amount };
        let widths = integer_leaves(bits);
        let row: Vec<Operand> = low.iter().chain(high.iter()).copied().collect();
        let limbs = self.recut_from(skipped, &row, &[&widths[..], &widths].concat(), &widths)?;
        self.bind(call, limbs)
    }
}
