//! Integers wider than any register, as packed bit-fields and `_BitInt` need them.
//!
//! Such a value is a row of limbs, see [`super::layout`]. Arithmetic is done on *words*: the same row with every limb
//! extended to 64 bits, so that carries and shifts need no special case for the last one; the result is cut to its
//! width at the end. Limbs that are known (a mask, the zeros of an extension) cost no instruction.
//!
//! What it does not do: division, conversions from and to floats, and checks for signed overflow, whose flags a limb
//! cannot carry. The first two are reported as unsupported.

use super::Unsupported;
use super::function::{FunctionLowering, Lowered, opcode_name};
use super::layout::{LIMB, integer_leaves, wide_integer};
use crate::llvm::{Instruction, Opcode, Type, TypeKind};
use bowline_ir::{BinaryOp, CastOp, ComparePredicate, Operand, Width};

pub const WORD: Width = LIMB as Width;

/// Longer products would need more instructions than a function should have.
const MAX_FACTOR_WORDS: usize = 64;

/// The number of bits of an integer, or of an address seen as one.
fn bits_of(ty: Type<'_>) -> Option<u32> {
    match ty.kind() {
        TypeKind::Integer(bits) => Some(bits),
        TypeKind::Pointer { address_space: 0 } => Some(64),
        _ => None,
    }
}

fn unsupported(instruction: Instruction<'_>, ty: Type<'_>) -> Unsupported {
    Unsupported(format!("{} of {}", opcode_name(instruction.opcode()), ty.text()))
}

/// The number of words that hold so many bits.
pub fn word_count(bits: u32) -> usize {
    bits.div_ceil(LIMB) as usize
}

impl<'m> FunctionLowering<'_, 'm> {
    /// Is an operand or the result an integer in limbs?
    pub fn involves_wide_integer(&self, instruction: Instruction<'m>) -> bool {
        wide_integer(instruction.ty()).is_some()
            || instruction.operands().any(|operand| wide_integer(operand.ty()).is_some())
    }

    pub fn lower_wide_binary(&mut self, instruction: Instruction<'m>, op: BinaryOp, bits: u32) -> Lowered {
        self.layout(instruction.ty())?;
        let a = self.scalars(instruction.operand(0))?;
        let b = self.scalars(instruction.operand(1))?;
        let limbs = match op {
            BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => {
                let widths = integer_leaves(bits);
                a.iter().zip(b.iter()).zip(widths).map(|((a, b), w)| self.folded(op, w, *a, *b)).collect()
            }
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => {
                let count = word_count(bits);
                let a = self.words(&a, bits, CastOp::ZeroExtend, count)?;
                let b = self.words(&b, bits, CastOp::ZeroExtend, count)?;
                let words = self
                    .words_binary(op, &a, &b)
                    .ok_or_else(|| unsupported(instruction, instruction.ty()))?;
                self.limbs(&words, bits)?
            }
            BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => self.wide_shift(op, bits, &a, &b)?,
            _ => return Err(unsupported(instruction, instruction.ty())),
        };
        self.bind(instruction, limbs)
    }

    pub fn lower_wide_compare(
        &mut self,
        instruction: Instruction<'m>,
        predicate: ComparePredicate,
    ) -> Lowered {
        let layout = self.layout(instruction.operand(0).ty())?;
        let widths: Vec<Width> = layout.leaves.iter().map(|leaf| leaf.width).collect();
        let a = self.scalars(instruction.operand(0))?;
        let b = self.scalars(instruction.operand(1))?;
        let truth = self.compare_limbs(predicate, &widths, &a, &b);
        self.bind(instruction, truth)
    }

    pub fn lower_wide_cast(&mut self, instruction: Instruction<'m>) -> Lowered {
        let (from, to) = (instruction.operand(0).ty(), instruction.ty());
        self.layout(from)?;
        self.layout(to)?;
        let widen = match instruction.opcode() {
            Opcode::LLVMSExt => CastOp::SignExtend,
            Opcode::LLVMTrunc | Opcode::LLVMZExt | Opcode::LLVMPtrToInt | Opcode::LLVMIntToPtr => {
                CastOp::ZeroExtend
            }
            _ => return Err(unsupported(instruction, if wide_integer(to).is_some() { to } else { from })),
        };
        let (Some(from_bits), Some(to_bits)) = (bits_of(from), bits_of(to)) else {
            return Err(unsupported(instruction, from));
        };
        let scalars = self.scalars(instruction.operand(0))?;
        let words = self.words(&scalars, from_bits, widen, word_count(from_bits.max(to_bits)))?;
        let limbs = self.limbs(&words, to_bits)?;
        self.bind(instruction, limbs)
    }

    // Words.

    /// The leaves of an integer of any width as `count` words, which are enough; `widen` says how to fill them.
    pub fn words(
        &mut self,
        leaves: &[Operand],
        bits: u32,
        widen: CastOp,
        count: usize,
    ) -> Result<Vec<Operand>, Unsupported> {
        let mut leaves = leaves.to_vec();
        let mut widths = integer_leaves(bits);
        if let (Some(leaf), Some(width)) = (leaves.last_mut(), widths.last_mut()) {
            let full = width.next_multiple_of(WORD);
            *leaf = self.resize(widen, *width, full, *leaf);
            *width = full;
        }
        let mut words = self.recut(&leaves, &widths, &vec![WORD; word_count(bits)])?;
        let fill = match (widen, words.last()) {
            (CastOp::SignExtend, Some(last)) if words.len() < count => {
                let sign = self.int(WORD, u128::from(WORD) - 1);
                self.folded(BinaryOp::AShr, WORD, *last, sign)
            }
            _ => self.int(WORD, 0),
        };
        words.resize(count, fill);
        Ok(words)
    }

    /// The leaves of an integer of `bits` bits from at least as many words as it needs.
    pub fn limbs(&mut self, words: &[Operand], bits: u32) -> Result<Vec<Operand>, Unsupported> {
        self.recut(words, &vec![WORD; words.len()], &integer_leaves(bits))
    }

    /// A sum, difference or product modulo 2^64 to the number of words. `None` if it would be too long.
    pub fn words_binary(&mut self, op: BinaryOp, a: &[Operand], b: &[Operand]) -> Option<Vec<Operand>> {
        match op {
            BinaryOp::Add => {
                let no_carry = self.int(1, 0);
                Some(self.add_words(a, b, no_carry))
            }
            // The negative of a number is its complement and one.
            BinaryOp::Sub => {
                let ones = self.int(WORD, u128::MAX);
                let complement: Vec<Operand> =
                    b.iter().map(|word| self.folded(BinaryOp::Xor, WORD, *word, ones)).collect();
                let one = self.int(1, 1);
                Some(self.add_words(a, &complement, one))
            }
            BinaryOp::Mul if a.len() <= MAX_FACTOR_WORDS => Some(self.multiply_words(a, b)),
            _ => None,
        }
    }

    fn add_words(&mut self, a: &[Operand], b: &[Operand], carry_in: Operand) -> Vec<Operand> {
        let mut carry = carry_in;
        let count = a.len();
        let mut sums = Vec::with_capacity(count);
        for (index, (a, b)) in a.iter().zip(b).enumerate() {
            let carried = self.resize(CastOp::ZeroExtend, 1, WORD, carry);
            let partial = self.folded(BinaryOp::Add, WORD, *a, *b);
            sums.push(self.folded(BinaryOp::Add, WORD, partial, carried));
            if index + 1 < count {
                // At most one of the two additions overflows.
                let first = self.carry_of(*a, *b);
                let second = self.carry_of(partial, carried);
                carry = self.folded(BinaryOp::Or, 1, first, second);
            }
        }
        sums
    }

    fn carry_of(&mut self, a: Operand, b: Operand) -> Operand {
        if self.known_int(a) == Some(0) || self.known_int(b) == Some(0) {
            return self.int(1, 0);
        }
        self.binary(BinaryOp::UAddOverflows, WORD, a, b)
    }

    /// As on paper: word times word gives two words, and those plus two more words still fit in two.
    fn multiply_words(&mut self, a: &[Operand], b: &[Operand]) -> Vec<Operand> {
        const PAIR: Width = 2 * WORD;
        let count = a.len();
        let zero = self.int(WORD, 0);
        let word = self.int(PAIR, u128::from(WORD));
        let mut product = vec![zero; count];
        for (start, a) in a.iter().enumerate() {
            if self.known_int(*a) == Some(0) {
                continue;
            }
            let mut carry = zero;
            for (place, b) in (start..count).zip(b) {
                if place + 1 == count {
                    // What goes beyond the last word is lost anyway.
                    let low = self.folded(BinaryOp::Mul, WORD, *a, *b);
                    let sum = self.folded(BinaryOp::Add, WORD, product[place], low);
                    product[place] = self.folded(BinaryOp::Add, WORD, sum, carry);
                    continue;
                }
                let [a, b, so_far, carried] =
                    [*a, *b, product[place], carry].map(|of| self.resize(CastOp::ZeroExtend, WORD, PAIR, of));
                let both = self.folded(BinaryOp::Mul, PAIR, a, b);
                let sum = self.folded(BinaryOp::Add, PAIR, both, so_far);
                let sum = self.folded(BinaryOp::Add, PAIR, sum, carried);
                product[place] = self.resize(CastOp::ZeroExtend, PAIR, WORD, sum);
                let high = self.folded(BinaryOp::LShr, PAIR, sum, word);
                carry = self.resize(CastOp::ZeroExtend, PAIR, WORD, high);
            }
        }
        product
    }

    /// Compares rows of leaves of the same widths as one number each.
    pub fn compare_limbs(
        &mut self,
        predicate: ComparePredicate,
        widths: &[Width],
        a: &[Operand],
        b: &[Operand],
    ) -> Operand {
        use ComparePredicate::{Eq, Ne, Sge, Sgt, Sle, Slt, Uge, Ugt, Ule, Ult};
        // `strict` decides where limbs differ, the last one's sign included; the lowest limb decides between equals.
        let (lowest, strict, last) = match predicate {
            Eq | Ne => return self.limbs_differ(predicate, widths, a, b),
            Ult => (Ult, Ult, Ult),
            Ule => (Ule, Ult, Ult),
            Ugt => (Ugt, Ugt, Ugt),
            Uge => (Uge, Ugt, Ugt),
            Slt => (Ult, Ult, Slt),
            Sle => (Ule, Ult, Slt),
            Sgt => (Ugt, Ugt, Sgt),
            Sge => (Uge, Ugt, Sgt),
        };
        let mut truth = self.compare(lowest, widths[0], a[0], b[0]);
        for (index, width) in widths.iter().enumerate().skip(1) {
            let (a, b) = (a[index], b[index]);
            if a == b {
                continue;
            }
            let deciding = if index + 1 == widths.len() { last } else { strict };
            let equal = self.compare(Eq, *width, a, b);
            let here = self.compare(deciding, *width, a, b);
            truth = self.select(1, equal, truth, here);
        }
        truth
    }

    /// `Eq`: no limb differs; `Ne`: some limb does.
    fn limbs_differ(
        &mut self,
        predicate: ComparePredicate,
        widths: &[Width],
        a: &[Operand],
        b: &[Operand],
    ) -> Operand {
        let is_equality = predicate == ComparePredicate::Eq;
        let join = if is_equality { BinaryOp::And } else { BinaryOp::Or };
        let mut truth = self.int(1, u128::from(is_equality));
        for ((a, b), width) in a.iter().zip(b).zip(widths) {
            if a != b {
                let here = self.compare(predicate, *width, *a, *b);
                truth = self.folded(join, 1, truth, here);
            }
        }
        truth
    }
}
