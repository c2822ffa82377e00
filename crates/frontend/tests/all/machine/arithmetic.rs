//! Arithmetic by definition, on 128 bits and the machine's own floats.

use super::{Stop, low, signed};
use bowline_ir::*;

pub fn binary(op: BinaryOp, width: Width, a: u128, b: u128) -> Result<u128, Stop> {
    let (sa, sb) = (signed(a, width), signed(b, width));
    let max = low(u128::MAX, width);
    let (smax, smin) = ((max >> 1) as i128, signed(max ^ (max >> 1), width));
    let zero = || Stop::Trap("division by zero".to_string());
    let shift_in_range = b < u128::from(width);
    // Products and sums of less than 128 bits are exact here; wider ones say so by `None`.
    let in_range = |exact: Option<i128>| exact.filter(|value| (smin..=smax).contains(value));
    let in_unsigned = |exact: Option<u128>| exact.filter(|value| *value <= max);
    let saturated = |exact: Option<i128>, towards_max: bool| {
        in_range(exact).unwrap_or(if towards_max { smax } else { smin }) as u128
    };
    let value = match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::UDiv => a.checked_div(b).ok_or_else(zero)?,
        BinaryOp::URem => a.checked_rem(b).ok_or_else(zero)?,
        BinaryOp::SDiv if b == 0 => return Err(zero()),
        BinaryOp::SRem if b == 0 => return Err(zero()),
        BinaryOp::SDiv => sa.wrapping_div(sb) as u128,
        BinaryOp::SRem => sa.wrapping_rem(sb) as u128,
        BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr if !shift_in_range => 0,
        BinaryOp::Shl => a << b,
        BinaryOp::LShr => a >> b,
        BinaryOp::AShr => (sa >> b) as u128,
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        BinaryOp::UMin => a.min(b),
        BinaryOp::UMax => a.max(b),
        BinaryOp::SMin => sa.min(sb) as u128,
        BinaryOp::SMax => sa.max(sb) as u128,
        BinaryOp::UAddSat => in_unsigned(a.checked_add(b)).unwrap_or(max),
        BinaryOp::USubSat => a.saturating_sub(b),
        BinaryOp::SAddSat => saturated(sa.checked_add(sb), sa >= 0),
        BinaryOp::SSubSat => saturated(sa.checked_sub(sb), sa >= 0),
        BinaryOp::UShlSat | BinaryOp::SShlSat => return Err(Stop::Unknown(format!("{op:?}"))),
        BinaryOp::UAddOverflows => return Ok(in_unsigned(a.checked_add(b)).is_none().into()),
        BinaryOp::USubOverflows => return Ok((a < b).into()),
        BinaryOp::UMulOverflows => return Ok(in_unsigned(a.checked_mul(b)).is_none().into()),
        BinaryOp::SAddOverflows => return Ok(in_range(sa.checked_add(sb)).is_none().into()),
        BinaryOp::SSubOverflows => return Ok(in_range(sa.checked_sub(sb)).is_none().into()),
        BinaryOp::SMulOverflows => return Ok(in_range(sa.checked_mul(sb)).is_none().into()),
    };
    Ok(low(value, width))
}

pub fn unary(op: UnaryOp, width: Width, a: u128) -> u128 {
    let value = match op {
        UnaryOp::PopCount => a.count_ones().into(),
        UnaryOp::LeadingZeros => (a.leading_zeros() + u32::from(width) - 128).into(),
        UnaryOp::TrailingZeros => a.trailing_zeros().min(u32::from(width)).into(),
        UnaryOp::ByteSwap => a.swap_bytes() >> (128 - width),
        UnaryOp::BitReverse => a.reverse_bits() >> (128 - width),
        UnaryOp::Abs => signed(a, width).unsigned_abs(),
    };
    low(value, width)
}

pub fn funnel(op: TernaryOp, width: Width, a: u128, b: u128, c: u128) -> u128 {
    let amount = c % u128::from(width);
    let other = u128::from(width) - amount;
    let value = match op {
        _ if amount == 0 => {
            if op == TernaryOp::FunnelLeft {
                a
            } else {
                b
            }
        }
        TernaryOp::FunnelLeft => a << amount | b >> other,
        TernaryOp::FunnelRight => a << other | b >> amount,
    };
    low(value, width)
}

pub fn compare(predicate: ComparePredicate, width: Width, a: u128, b: u128) -> bool {
    let (sa, sb) = (signed(a, width), signed(b, width));
    match predicate {
        ComparePredicate::Eq => a == b,
        ComparePredicate::Ne => a != b,
        ComparePredicate::Ult => a < b,
        ComparePredicate::Ule => a <= b,
        ComparePredicate::Ugt => a > b,
        ComparePredicate::Uge => a >= b,
        ComparePredicate::Slt => sa < sb,
        ComparePredicate::Sle => sa <= sb,
        ComparePredicate::Sgt => sa > sb,
        ComparePredicate::Sge => sa >= sb,
    }
}

fn real(kind: FloatKind, bits: u128) -> Result<f64, Stop> {
    match kind {
        FloatKind::Single => Ok(f64::from(f32::from_bits(bits as u32))),
        FloatKind::Double => Ok(f64::from_bits(bits as u64)),
        other => Err(Stop::Unknown(format!("{other:?}"))),
    }
}

/// Rounding twice, to double and to single, is the same as once for single results of one operation.
fn bits(kind: FloatKind, value: f64) -> Result<u128, Stop> {
    match kind {
        FloatKind::Single => Ok((value as f32).to_bits().into()),
        FloatKind::Double => Ok(value.to_bits().into()),
        other => Err(Stop::Unknown(format!("{other:?}"))),
    }
}

pub fn cast(op: CastOp, from: Width, to: Width, a: u128) -> Result<u128, Stop> {
    let value = match op {
        CastOp::Truncate | CastOp::ZeroExtend => a,
        CastOp::SignExtend => signed(a, from) as u128,
        CastOp::SignedToFloat(FloatKind::Single) => (signed(a, from) as f32).to_bits().into(),
        CastOp::UnsignedToFloat(FloatKind::Single) => (a as f32).to_bits().into(),
        CastOp::SignedToFloat(kind) => bits(kind, signed(a, from) as f64)?,
        CastOp::UnsignedToFloat(kind) => bits(kind, a as f64)?,
        CastOp::FloatToSigned(kind) | CastOp::FloatToSignedSaturating(kind) => real(kind, a)? as i128 as u128,
        CastOp::FloatToUnsigned(kind) | CastOp::FloatToUnsignedSaturating(kind) => real(kind, a)? as u128,
        CastOp::FloatToFloat { from, to } => bits(to, real(from, a)?)?,
    };
    Ok(low(value, to))
}

pub fn float_binary(op: FloatBinaryOp, kind: FloatKind, a: u128, b: u128) -> Result<u128, Stop> {
    let (a, b) = (real(kind, a)?, real(kind, b)?);
    let value = match op {
        FloatBinaryOp::Add => a + b,
        FloatBinaryOp::Sub => a - b,
        FloatBinaryOp::Mul => a * b,
        FloatBinaryOp::Div => a / b,
        FloatBinaryOp::Rem => a % b,
        FloatBinaryOp::MinNum => a.min(b),
        FloatBinaryOp::MaxNum => a.max(b),
        FloatBinaryOp::CopySign => a.copysign(b),
        FloatBinaryOp::Pow => a.powf(b),
        FloatBinaryOp::Minimum | FloatBinaryOp::Maximum => return Err(Stop::Unknown(format!("{op:?}"))),
    };
    bits(kind, value)
}

pub fn float_unary(op: FloatUnaryOp, kind: FloatKind, a: u128) -> Result<u128, Stop> {
    let a = real(kind, a)?;
    let value = match op {
        FloatUnaryOp::Neg => -a,
        FloatUnaryOp::Abs => a.abs(),
        FloatUnaryOp::Sqrt => a.sqrt(),
        FloatUnaryOp::Floor => a.floor(),
        FloatUnaryOp::Ceil => a.ceil(),
        FloatUnaryOp::Trunc => a.trunc(),
        FloatUnaryOp::Round => a.round(),
        FloatUnaryOp::RoundEven => a.round_ties_even(),
    };
    bits(kind, value)
}

pub fn fma(kind: FloatKind, a: u128, b: u128, c: u128) -> Result<u128, Stop> {
    match kind {
        FloatKind::Double => bits(kind, real(kind, a)?.mul_add(real(kind, b)?, real(kind, c)?)),
        other => Err(Stop::Unknown(format!("fma of {other:?}"))),
    }
}

/// Bit `n` of the mask is the class `n` of `llvm.is.fpclass`.
pub fn float_class(kind: FloatKind, a: u128, mask: u16) -> Result<bool, Stop> {
    let value = real(kind, a)?;
    let quiet = a >> if kind == FloatKind::Single { 22 } else { 51 } & 1 == 1;
    // Widening makes a small single a normal double.
    let subnormal = match kind {
        FloatKind::Single => f32::from_bits(a as u32).is_subnormal(),
        _ => value.is_subnormal(),
    };
    let class = match (value.is_nan(), value.is_sign_negative()) {
        (true, _) => u32::from(quiet),
        (_, true) if value.is_infinite() => 2,
        (_, true) if value == 0.0 => 5,
        (_, true) => {
            if subnormal {
                4
            } else {
                3
            }
        }
        (_, false) if value.is_infinite() => 9,
        (_, false) if value == 0.0 => 6,
        (_, false) => {
            if subnormal {
                7
            } else {
                8
            }
        }
    };
    Ok(mask >> class & 1 == 1)
}

pub fn float_compare(predicate: FloatPredicate, kind: FloatKind, a: u128, b: u128) -> Result<bool, Stop> {
    let (a, b) = (real(kind, a)?, real(kind, b)?);
    let unordered = a.is_nan() || b.is_nan();
    Ok(match predicate {
        FloatPredicate::False => false,
        FloatPredicate::Oeq => a == b,
        FloatPredicate::Ogt => a > b,
        FloatPredicate::Oge => a >= b,
        FloatPredicate::Olt => a < b,
        FloatPredicate::Ole => a <= b,
        FloatPredicate::One => !unordered && a != b,
        FloatPredicate::Ord => !unordered,
        FloatPredicate::Ueq => unordered || a == b,
        FloatPredicate::Ugt => unordered || a > b,
        FloatPredicate::Uge => unordered || a >= b,
        FloatPredicate::Ult => unordered || a < b,
        FloatPredicate::Ule => unordered || a <= b,
        FloatPredicate::Une => a != b,
        FloatPredicate::Uno => unordered,
        FloatPredicate::True => true,
    })
}
