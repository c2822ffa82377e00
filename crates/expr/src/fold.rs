//! The meaning of each operation on constants; evaluation and constant folding both come here.

use crate::{BinaryOp, Width};

/// All ones of a width.
#[inline]
pub const fn mask(width: Width) -> u128 {
    if width >= 128 { u128::MAX } else { (1u128 << width) - 1 }
}

/// The value of `width` bits read as a signed number.
#[inline]
pub const fn signed(value: u128, width: Width) -> i128 {
    let shift = 128 - width as u32;
    ((value << shift) as i128) >> shift
}

/// `a op b` at a width, masked to the width of the result.
#[inline]
pub fn binary(op: BinaryOp, width: Width, a: u128, b: u128) -> u128 {
    use BinaryOp::*;
    let m = mask(width);
    let (sa, sb) = (signed(a, width), signed(b, width));
    let shift_out = b >= u128::from(width);
    match op {
        Add => a.wrapping_add(b) & m,
        Sub => a.wrapping_sub(b) & m,
        Mul => a.wrapping_mul(b) & m,
        UDiv => a.checked_div(b).unwrap_or(m),
        URem => a.checked_rem(b).unwrap_or(a),
        // Division by zero gives 1 for negative and -1 for other dividends.
        SDiv if b == 0 => {
            if sa < 0 {
                1
            } else {
                m
            }
        }
        SDiv => sa.wrapping_div(sb) as u128 & m,
        SRem if b == 0 => a,
        SRem => sa.wrapping_rem(sb) as u128 & m,
        Shl if shift_out => 0,
        Shl => (a << b) & m,
        LShr if shift_out => 0,
        LShr => a >> b,
        AShr if shift_out => {
            if sa < 0 {
                m
            } else {
                0
            }
        }
        AShr => (sa >> b) as u128 & m,
        And => a & b,
        Or => a | b,
        Xor => a ^ b,
        Eq => u128::from(a == b),
        Ult => u128::from(a < b),
        Ule => u128::from(a <= b),
        Slt => u128::from(sa < sb),
        Sle => u128::from(sa <= sb),
    }
}

#[inline]
pub const fn extract(value: u128, low: u16, width: Width) -> u128 {
    (value >> low) & mask(width)
}

#[inline]
pub const fn sign_extend(value: u128, from: Width, to: Width) -> u128 {
    signed(value, from) as u128 & mask(to)
}
