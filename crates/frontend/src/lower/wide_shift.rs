//! Shifts of integers in limbs, see [`super::wide`].
//!
//! A shift by a known amount cuts the row of limbs elsewhere. An unknown amount moves whole words first, in steps of
//! powers of two that each are done or not, and then the bits within them.

use super::Unsupported;
use super::function::FunctionLowering;
use super::layout::integer_leaves;
use super::wide::{WORD, word_count};
use bowline_ir::{BinaryOp, CastOp, ComparePredicate, Inst, Operand, TernaryOp, Width};

impl FunctionLowering<'_, '_> {
    pub fn wide_shift(
        &mut self,
        op: BinaryOp,
        bits: u32,
        value: &[Operand],
        amount: &[Operand],
    ) -> Result<Vec<Operand>, Unsupported> {
        if let Some(amount) = self.known_amount(amount).filter(|amount| *amount < bits) {
            return self.shift_by_known(op, bits, value, amount);
        }
        self.check_amount(bits, amount);
        let widen = if op == BinaryOp::AShr { CastOp::SignExtend } else { CastOp::ZeroExtend };
        // One more word than needed: what comes in from above.
        let mut words = self.words(value, bits, widen, word_count(bits) + 1)?;
        let fill = words.pop().unwrap_or_else(|| self.int(WORD, 0));
        if op == BinaryOp::Shl {
            // To the left is to the right, seen from the other end.
            words.reverse();
        }
        let mut words = self.move_words(words, fill, amount[0]);
        for index in 0..words.len() {
            let next = words.get(index + 1).copied().unwrap_or(fill);
            words[index] = match op {
                BinaryOp::Shl => self.funnel(TernaryOp::FunnelLeft, words[index], next, amount[0]),
                _ => self.funnel(TernaryOp::FunnelRight, next, words[index], amount[0]),
            };
        }
        if op == BinaryOp::Shl {
            words.reverse();
        }
        self.limbs(&words, bits)
    }

    /// The amount, if all of its limbs are known and the upper ones are zero.
    pub fn known_amount(&self, amount: &[Operand]) -> Option<u32> {
        let (low, high) = amount.split_first()?;
        if high.iter().any(|limb| self.known_int(*limb) != Some(0)) {
            return None;
        }
        u32::try_from(self.known_int(*low)?).ok()
    }

    fn shift_by_known(
        &mut self,
        op: BinaryOp,
        bits: u32,
        value: &[Operand],
        amount: u32,
    ) -> Result<Vec<Operand>, Unsupported> {
        let limbs = integer_leaves(bits);
        match op {
            _ if amount == 0 => Ok(value.to_vec()),
            BinaryOp::Shl => {
                let mut widths = integer_leaves(amount);
                let mut row: Vec<Operand> = widths.iter().map(|width| self.int(*width, 0)).collect();
                widths.extend(&limbs);
                row.extend(value);
                self.recut(&row, &widths, &limbs)
            }
            BinaryOp::LShr => self.recut_from(amount, value, &limbs, &limbs),
            _ => {
                let count = word_count(bits + amount);
                let words = self.words(value, bits, CastOp::SignExtend, count)?;
                let widths: Vec<Width> = vec![WORD; count];
                self.recut_from(amount, &words, &widths, &limbs)
            }
        }
    }

    /// `words[i]` becomes `words[i + amount / 64]`, where those beyond the end are `fill`.
    fn move_words(&mut self, words: Vec<Operand>, fill: Operand, amount: Operand) -> Vec<Operand> {
        let mut words = words;
        let bits_per_word = self.int(WORD, u128::from(WORD.trailing_zeros()));
        let mut distance = self.folded(BinaryOp::LShr, WORD, amount, bits_per_word);
        let one = self.int(WORD, 1);
        let mut step = 1;
        while step < words.len() {
            let is_done = self.resize(CastOp::ZeroExtend, WORD, 1, distance);
            for index in 0..words.len() {
                let moved = words.get(index + step).copied().unwrap_or(fill);
                words[index] = self.select(WORD, is_done, moved, words[index]);
            }
            distance = self.folded(BinaryOp::LShr, WORD, distance, one);
            step *= 2;
        }
        words
    }

    fn funnel(&mut self, op: TernaryOp, high: Operand, low: Operand, amount: Operand) -> Operand {
        let dst = self.fresh();
        self.emit(Inst::Ternary { op, width: WORD, dst, a: high, b: low, c: amount });
        Operand::reg(dst)
    }

    /// Lets the executor see a shift by too much: one of a word, by nothing unless the amount is out of range.
    fn check_amount(&mut self, bits: u32, amount: &[Operand]) {
        let (zero, ones) = (self.int(WORD, 0), self.int(WORD, u128::MAX));
        let limit = self.int(WORD, u128::from(bits));
        let in_range = self.compare(ComparePredicate::Ult, WORD, amount[0], limit);
        let mut excess = self.select(WORD, in_range, zero, amount[0]);
        for (limb, width) in amount.iter().zip(integer_leaves(bits)).skip(1) {
            if self.known_int(*limb) != Some(0) {
                let none = self.int(width, 0);
                let is_zero = self.compare(ComparePredicate::Eq, width, *limb, none);
                excess = self.select(WORD, is_zero, excess, ones);
            }
        }
        self.binary(BinaryOp::Shl, WORD, zero, excess);
    }
}
