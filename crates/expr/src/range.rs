//! The values of a word as an interval, in both senses of signs, and what comparisons make of it.
//!
//! This is the one place where a comparison becomes bounds. An interval of numbers without signs says nothing of `n < 9` where `n` may
//! be negative, and one of numbers with signs nothing of sizes; so both are kept, and where one does not cross the point at which the
//! other wraps around, each narrows the other.
//!
//! A range is never empty: what would contradict it is left out, which is sound wherever a range may be larger than need be.

use crate::{BinaryOp, Width, fold};

/// See the module documentation. Both ends are inclusive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Range {
    width: Width,
    unsigned: (u128, u128),
    signed: (i128, i128),
}

impl Range {
    /// All values of a width.
    pub fn whole(width: Width) -> Self {
        let top = 1u128 << (width - 1);
        let signed = (fold::signed(top, width), fold::signed(top - 1, width));
        Self { width, unsigned: (0, fold::mask(width)), signed }
    }

    /// What lies within an interval of numbers without signs.
    pub fn within(width: Width, interval: (u128, u128)) -> Self {
        Self::whole(width).and_unsigned(interval)
    }

    pub const fn unsigned(self) -> (u128, u128) {
        self.unsigned
    }

    pub const fn signed(self) -> (i128, i128) {
        self.signed
    }

    /// The values as intervals of numbers without signs: those that are not negative, and those that are.
    pub fn pieces(self) -> [Option<(u128, u128)>; 2] {
        let (mask, (low, high), (least, most)) = (fold::mask(self.width), self.unsigned, self.signed);
        let piece = |first: i128, last: i128| {
            let (first, last) = (low.max(first as u128 & mask), high.min(last as u128 & mask));
            (first <= last).then_some((first, last))
        };
        [
            (most >= 0).then(|| piece(least.max(0), most)).flatten(),
            (least < 0).then(|| piece(least, most.min(-1))).flatten(),
        ]
    }

    /// Values that are in both; the first where there are none.
    pub fn and(self, other: Self) -> Self {
        self.and_unsigned(other.unsigned).and_signed(other.signed)
    }

    pub fn and_unsigned(mut self, (low, high): (u128, u128)) -> Self {
        let met = (self.unsigned.0.max(low), self.unsigned.1.min(high));
        if met.0 <= met.1 {
            self.unsigned = met;
            self.exchange();
        }
        self
    }

    pub fn and_signed(mut self, (low, high): (i128, i128)) -> Self {
        let met = (self.signed.0.max(low), self.signed.1.min(high));
        if met.0 <= met.1 {
            self.signed = met;
            self.exchange();
        }
        self
    }

    /// What two words may be when a comparison of them holds, or does not.
    pub fn compared(op: BinaryOp, holds: bool, a: Self, b: Self) -> (Self, Self) {
        match (op, holds) {
            (BinaryOp::Eq, true) => (a.and(b), b.and(a)),
            (BinaryOp::Eq, false) => (a.other_than(b), b.other_than(a)),
            (BinaryOp::Ult, true) => Self::unsigned_order(a, b, 1),
            (BinaryOp::Ule, true) => Self::unsigned_order(a, b, 0),
            (BinaryOp::Slt, true) => Self::signed_order(a, b, 1),
            (BinaryOp::Sle, true) => Self::signed_order(a, b, 0),
            (BinaryOp::Ult | BinaryOp::Ule | BinaryOp::Slt | BinaryOp::Sle, false) => {
                let (b, a) = Self::compared(opposite(op), true, b, a);
                (a, b)
            }
            _ => (a, b),
        }
    }

    /// Whether a comparison of two words holds, where their ranges tell.
    pub fn truth(op: BinaryOp, a: Self, b: Self) -> Option<bool> {
        let ((low_a, high_a), (low_b, high_b)) = (a.unsigned, b.unsigned);
        let ((least_a, most_a), (least_b, most_b)) = (a.signed, b.signed);
        let (refuted, proved) = match op {
            BinaryOp::Eq => (
                high_a < low_b || high_b < low_a || most_a < least_b || most_b < least_a,
                low_a == high_a && a.unsigned == b.unsigned,
            ),
            BinaryOp::Ult => (low_a >= high_b, high_a < low_b),
            BinaryOp::Ule => (low_a > high_b, high_a <= low_b),
            BinaryOp::Slt => (least_a >= most_b, most_a < least_b),
            BinaryOp::Sle => (least_a > most_b, most_a <= least_b),
            _ => (false, false),
        };
        (refuted || proved).then_some(proved)
    }

    /// `a + distance <= b`.
    fn unsigned_order(a: Self, b: Self, distance: u128) -> (Self, Self) {
        let (most, least) = (b.unsigned.1.checked_sub(distance), a.unsigned.0.checked_add(distance));
        (
            most.map_or(a, |most| a.and_unsigned((0, most))),
            least.map_or(b, |least| b.and_unsigned((least, u128::MAX))),
        )
    }

    fn signed_order(a: Self, b: Self, distance: i128) -> (Self, Self) {
        let (most, least) = (b.signed.1.checked_sub(distance), a.signed.0.checked_add(distance));
        (
            most.map_or(a, |most| a.and_signed((i128::MIN, most))),
            least.map_or(b, |least| b.and_signed((least, i128::MAX))),
        )
    }

    /// Where the other has one value that is an end of this range, it is left out.
    fn other_than(self, other: Self) -> Self {
        let (value, number) = (other.unsigned.0, other.signed.0);
        if value != other.unsigned.1 || self.unsigned.0 == self.unsigned.1 {
            return self;
        }
        let (low, high) = self.unsigned;
        let (least, most) = self.signed;
        let kept = self.and_unsigned((low + u128::from(low == value), high - u128::from(high == value)));
        kept.and_signed((least + i128::from(least == number), most - i128::from(most == number)))
    }

    /// Each sense narrows the other where it lies on one side of the other's seam.
    fn exchange(&mut self) {
        let (width, mask) = (self.width, fold::mask(self.width));
        let sign = |value: u128| value >> (width - 1) & 1;
        let ((low, high), (least, most)) = (self.unsigned, self.signed);
        if sign(low) == sign(high) {
            let met = (least.max(fold::signed(low, width)), most.min(fold::signed(high, width)));
            if met.0 <= met.1 {
                self.signed = met;
            }
        }
        let (least, most) = self.signed;
        if (least < 0) == (most < 0) {
            let met = (low.max(least as u128 & mask), high.min(most as u128 & mask));
            if met.0 <= met.1 {
                self.unsigned = met;
            }
        }
    }
}

/// The order that holds between the exchanged sides where `op` does not.
fn opposite(op: BinaryOp) -> BinaryOp {
    match op {
        BinaryOp::Ult => BinaryOp::Ule,
        BinaryOp::Ule => BinaryOp::Ult,
        BinaryOp::Slt => BinaryOp::Sle,
        _ => BinaryOp::Slt,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPS: [BinaryOp; 5] = [BinaryOp::Eq, BinaryOp::Ult, BinaryOp::Ule, BinaryOp::Slt, BinaryOp::Sle];

    fn contains(range: Range, value: u128) -> bool {
        let number = fold::signed(value, range.width);
        (range.unsigned.0..=range.unsigned.1).contains(&value)
            && (range.signed.0..=range.signed.1).contains(&number)
    }

    /// Every pair of intervals of three bits, every comparison: no pair of values for which it holds is lost, and nothing is left that
    /// an end of the range rules out.
    #[test]
    fn comparisons_keep_what_satisfies_them() {
        let intervals: Vec<(u128, u128)> =
            (0..8).flat_map(|low| (low..8).map(move |high| (low, high))).collect();
        let (mut narrowed, mut asked) = (0, 0);
        for (&first, &second) in intervals.iter().flat_map(|a| intervals.iter().map(move |b| (a, b))) {
            let (a, b) = (Range::within(3, first), Range::within(3, second));
            for (op, holds) in OPS.into_iter().flat_map(|op| [(op, true), (op, false)]) {
                let (left, right) = Range::compared(op, holds, a, b);
                let truth = Range::truth(op, a, b);
                asked += 1;
                narrowed += usize::from((left, right) != (a, b));
                let in_pieces = |value: u128| {
                    left.pieces().iter().flatten().any(|&(low, high)| (low..=high).contains(&value))
                };
                assert!((0..8).all(|value| in_pieces(value) == contains(left, value)), "{left:?}");
                for (x, y) in (first.0..=first.1).flat_map(|x| (second.0..=second.1).map(move |y| (x, y))) {
                    let is_so = fold::binary(op, 3, x, y) == 1;
                    assert!(truth.is_none_or(|truth| truth == is_so), "{op:?} {first:?} {second:?}");
                    if is_so == holds {
                        assert!(
                            contains(left, x) && contains(right, y),
                            "{op:?} {holds} {first:?} {second:?}"
                        );
                    }
                }
            }
        }
        assert!(narrowed * 3 > asked, "only {narrowed} of {asked} said anything");
    }

    #[test]
    fn both_senses_meet() {
        let nine = Range::within(32, (9, 9));
        let (word, _) = Range::compared(BinaryOp::Slt, true, Range::whole(32), nine);
        assert_eq!(word.unsigned(), (0, u128::from(u32::MAX)), "it may be negative");
        let (word, _) = Range::compared(BinaryOp::Slt, false, word, Range::within(32, (0, 0)));
        assert_eq!((word.unsigned(), word.signed()), ((0, 8), (0, 8)));
        assert_eq!(word.other_than(Range::within(32, (8, 8))).unsigned(), (0, 7));
        for width in [1, 64, 127, 128] {
            let (least, most) = Range::whole(width).signed();
            assert_eq!(
                (least as u128 & fold::mask(width), most as u128),
                (1 << (width - 1), (1 << (width - 1)) - 1)
            );
        }
    }
}
