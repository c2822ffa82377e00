//! Floating point on concrete bits.
//!
//! `float` and `double` use the host's IEEE arithmetic, which Rust fixes to round-to-nearest in the type's own precision; every
//! other format (x87 `long double`, half, bfloat, quad) goes through a software implementation. Results follow what
//! x86-64 hardware gives where the standards leave freedom: the default NaN is negative, and conversions out of range give
//! the "indefinite" integer. An operation that has no exact implementation here answers `None`.

use bowline_ir::{CastOp, FloatBinaryOp, FloatKind, FloatPredicate, FloatUnaryOp, Width};
use rustc_apfloat::ieee::{BFloat, Double, Half, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Category, Float, FloatConvert, Round, StatusAnd};
use std::cmp::Ordering;

/// Runs `$body` with `$F` bound to the software type of a format.
macro_rules! with_format {
    ($kind:expr, $F:ident => $body:expr) => {
        match $kind {
            FloatKind::Half => {
                type $F = Half;
                $body
            }
            FloatKind::BFloat => {
                type $F = BFloat;
                $body
            }
            FloatKind::Single => {
                type $F = Single;
                $body
            }
            FloatKind::Double => {
                type $F = Double;
                $body
            }
            FloatKind::X87 => {
                type $F = X87DoubleExtended;
                $body
            }
            FloatKind::Quad => {
                type $F = Quad;
                $body
            }
        }
    };
}

/// The operations that the host does exactly, and `pow`, which is the C library's natively as well.
macro_rules! host_binary {
    ($float:ty, $bits:ty, $op:expr, $a:expr, $b:expr) => {{
        let (x, y) = (<$float>::from_bits($a as $bits), <$float>::from_bits($b as $bits));
        let result = match $op {
            FloatBinaryOp::Add => Some(x + y),
            FloatBinaryOp::Sub => Some(x - y),
            FloatBinaryOp::Mul => Some(x * y),
            FloatBinaryOp::Div => Some(x / y),
            FloatBinaryOp::Pow => Some(x.powf(y)),
            _ => None,
        };
        result.map(|value| u128::from(value.to_bits()))
    }};
}

pub(crate) fn binary(op: FloatBinaryOp, kind: FloatKind, a: u128, b: u128) -> Option<u128> {
    let by_host = match kind {
        FloatKind::Single => host_binary!(f32, u32, op, a, b),
        FloatKind::Double => host_binary!(f64, u64, op, a, b),
        _ => None,
    };
    by_host.or_else(|| with_format!(kind, F => soft_binary::<F>(op, a, b)))
}

fn soft_binary<F: Float>(op: FloatBinaryOp, a: u128, b: u128) -> Option<u128> {
    let (x, y) = (F::from_bits(a), F::from_bits(b));
    let result = match op {
        FloatBinaryOp::Add => (x + y).value,
        FloatBinaryOp::Sub => (x - y).value,
        FloatBinaryOp::Mul => (x * y).value,
        FloatBinaryOp::Div => (x / y).value,
        FloatBinaryOp::Rem => x.c_fmod(y).value,
        FloatBinaryOp::MinNum => return Some(x.min(y).to_bits()),
        FloatBinaryOp::MaxNum => return Some(x.max(y).to_bits()),
        FloatBinaryOp::Minimum => return Some(x.minimum(y).to_bits()),
        FloatBinaryOp::Maximum => return Some(x.maximum(y).to_bits()),
        FloatBinaryOp::CopySign => return Some(x.copy_sign(y).to_bits()),
        FloatBinaryOp::Pow => return None,
    };
    Some(hardware_nan(result, x.is_nan() || y.is_nan()).to_bits())
}

/// x86 makes a negative quiet NaN out of an invalid operation; a NaN operand passes through.
fn hardware_nan<F: Float>(result: F, nan_operand: bool) -> F {
    if result.is_nan() && !nan_operand && !result.is_negative() { -result } else { result }
}

pub(crate) fn fma(kind: FloatKind, a: u128, b: u128, c: u128) -> u128 {
    with_format!(kind, F => {
        let (x, y, z) = (F::from_bits(a), F::from_bits(b), F::from_bits(c));
        hardware_nan(x.mul_add(y, z).value, x.is_nan() || y.is_nan() || z.is_nan()).to_bits()
    })
}

pub(crate) fn unary(op: FloatUnaryOp, kind: FloatKind, a: u128) -> Option<u128> {
    let sign = 1u128 << (kind.width() - 1);
    let round = match op {
        FloatUnaryOp::Neg => return Some(a ^ sign),
        FloatUnaryOp::Abs => return Some(a & !sign),
        FloatUnaryOp::Sqrt => return square_root(kind, a),
        FloatUnaryOp::Floor => Round::TowardNegative,
        FloatUnaryOp::Ceil => Round::TowardPositive,
        FloatUnaryOp::Trunc => Round::TowardZero,
        FloatUnaryOp::Round => Round::NearestTiesToAway,
        FloatUnaryOp::RoundEven => Round::NearestTiesToEven,
    };
    Some(with_format!(kind, F => F::from_bits(a).round_to_integral(round).value.to_bits()))
}

fn square_root(kind: FloatKind, a: u128) -> Option<u128> {
    match kind {
        FloatKind::Single => Some(u128::from(f32::from_bits(a as u32).sqrt().to_bits())),
        FloatKind::Double => Some(u128::from(f64::from_bits(a as u64).sqrt().to_bits())),
        _ => None,
    }
}

pub(crate) fn compare(predicate: FloatPredicate, kind: FloatKind, a: u128, b: u128) -> bool {
    use FloatPredicate::*;
    let order = with_format!(kind, F => F::from_bits(a).partial_cmp(&F::from_bits(b)));
    match (predicate, order) {
        (True, _) => true,
        (False, _) => false,
        (Uno, order) => order.is_none(),
        (Ord, order) => order.is_some(),
        (Ueq | Ugt | Uge | Ult | Ule | Une, None) => true,
        (_, None) => false,
        (Oeq | Ueq, Some(order)) => order == Ordering::Equal,
        (One | Une, Some(order)) => order != Ordering::Equal,
        (Ogt | Ugt, Some(order)) => order == Ordering::Greater,
        (Oge | Uge, Some(order)) => order != Ordering::Less,
        (Olt | Ult, Some(order)) => order == Ordering::Less,
        (Ole | Ule, Some(order)) => order != Ordering::Greater,
    }
}

/// `llvm.is.fpclass`: bits of the mask from 0: signalling NaN, quiet NaN, -inf, -normal, -subnormal, -0, +0, +subnormal,
/// +normal, +inf.
pub(crate) fn class(kind: FloatKind, a: u128, mask: u16) -> bool {
    let bit = with_format!(kind, F => {
        let x = F::from_bits(a);
        let negative = x.is_negative();
        match x.category() {
            Category::NaN => if x.is_signaling() { 0 } else { 1 },
            Category::Infinity => if negative { 2 } else { 9 },
            Category::Zero => if negative { 5 } else { 6 },
            Category::Normal => match (negative, x.is_denormal()) {
                (true, false) => 3,
                (true, true) => 4,
                (false, true) => 7,
                (false, false) => 8,
            },
        }
    });
    mask >> bit & 1 == 1
}

/// Casts to, from and between floats; integer casts answer `None`.
pub(crate) fn cast(op: CastOp, from: Width, to: Width, a: u128) -> Option<u128> {
    match op {
        CastOp::SignedToFloat(kind) => {
            let value = bowline_expr::fold::signed(a, from);
            Some(with_format!(kind, F => F::from_i128(value).value.to_bits()))
        }
        CastOp::UnsignedToFloat(kind) => Some(with_format!(kind, F => F::from_u128(a).value.to_bits())),
        CastOp::FloatToSigned(kind) => Some(with_format!(kind, F => truncate_signed(F::from_bits(a), to))),
        CastOp::FloatToUnsigned(kind) => {
            Some(with_format!(kind, F => truncate_unsigned(F::from_bits(a), to)))
        }
        CastOp::FloatToSignedSaturating(kind) => Some(with_format!(kind, F => {
            let x = F::from_bits(a);
            let value = if x.is_nan() { 0 } else { toward_zero(|exact| x.to_i128_r(to.into(), Round::TowardZero, exact)) };
            value as u128 & bowline_expr::fold::mask(to)
        })),
        CastOp::FloatToUnsignedSaturating(kind) => Some(with_format!(kind, F => {
            let x = F::from_bits(a);
            if x.is_nan() { 0 } else { toward_zero(|exact| x.to_u128_r(to.into(), Round::TowardZero, exact)) }
        })),
        CastOp::FloatToFloat { from, to } => Some(with_format!(from, F => {
            let x = F::from_bits(a);
            with_format!(to, G => convert::<F, G>(x).to_bits())
        })),
        CastOp::Truncate | CastOp::ZeroExtend | CastOp::SignExtend => None,
    }
}

fn convert<F: FloatConvert<G>, G: Float>(x: F) -> G {
    x.convert(&mut false).value
}

fn toward_zero<T>(convert: impl FnOnce(&mut bool) -> StatusAnd<T>) -> T {
    convert(&mut false).value
}

/// The register-sized conversion of x86: what does not fit becomes the most negative number.
fn indefinite<F: Float>(x: F, width: Width) -> i128 {
    let result = x.to_i128_r(width.into(), Round::TowardZero, &mut false);
    if result.status.contains(rustc_apfloat::Status::INVALID_OP) { -1 << (width - 1) } else { result.value }
}

fn truncate_signed<F: Float>(x: F, to: Width) -> u128 {
    let register = match to {
        0..=32 => 32,
        33..=64 => 64,
        _ => 128,
    };
    indefinite(x, register) as u128 & bowline_expr::fold::mask(to)
}

fn truncate_unsigned<F: Float>(x: F, to: Width) -> u128 {
    let fits = x.to_u128_r(to.into(), Round::TowardZero, &mut false);
    if !fits.status.contains(rustc_apfloat::Status::INVALID_OP) {
        return fits.value;
    }
    let register = if to <= 64 { 64 } else { 128 };
    indefinite(x, register) as u128 & bowline_expr::fold::mask(to)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn double(x: f64) -> u128 {
        u128::from(x.to_bits())
    }

    #[test]
    fn host_and_software_agree_on_doubles() {
        let values =
            [0.0, -0.0, 1.0, -1.5, 1e308, 1e-320, f64::INFINITY, f64::NEG_INFINITY, 0.1, 3.0, f64::MAX];
        for &x in &values {
            for &y in &values {
                for op in [FloatBinaryOp::Add, FloatBinaryOp::Sub, FloatBinaryOp::Mul, FloatBinaryOp::Div] {
                    let host = binary(op, FloatKind::Double, double(x), double(y));
                    let soft = soft_binary::<Double>(op, double(x), double(y));
                    assert_eq!(host, soft, "{op:?} {x} {y}");
                }
                let rem = binary(FloatBinaryOp::Rem, FloatKind::Double, double(x), double(y)).unwrap() as u64;
                let expected = x % y;
                assert!(f64::from_bits(rem) == expected || expected.is_nan(), "{x} % {y}");
                assert_eq!(compare(FloatPredicate::Olt, FloatKind::Double, double(x), double(y)), x < y);
                assert_eq!(compare(FloatPredicate::Une, FloatKind::Double, double(x), double(y)), x != y);
            }
        }
    }

    #[test]
    fn x87_keeps_64_bits_of_significand() {
        let widen = |x: f64| {
            cast(CastOp::FloatToFloat { from: FloatKind::Double, to: FloatKind::X87 }, 64, 80, double(x))
                .unwrap()
        };
        let tiny = widen(2f64.powi(-60));
        let sum = binary(FloatBinaryOp::Add, FloatKind::X87, widen(1.0), tiny).unwrap();
        assert_ne!(sum, widen(1.0));
        assert_eq!(binary(FloatBinaryOp::Sub, FloatKind::X87, sum, widen(1.0)), Some(tiny));
    }

    #[test]
    fn conversions_out_of_range_are_those_of_the_hardware() {
        let to = |x: f64, op, width| cast(op, 64, width, double(x)).unwrap();
        assert_eq!(to(1e10, CastOp::FloatToSigned(FloatKind::Double), 32), 0x8000_0000);
        assert_eq!(to(f64::NAN, CastOp::FloatToSigned(FloatKind::Double), 64), 1 << 63);
        assert_eq!(to(-1.0, CastOp::FloatToUnsigned(FloatKind::Double), 32), 0xffff_ffff);
        assert_eq!(to(1e10, CastOp::FloatToSignedSaturating(FloatKind::Double), 32), 0x7fff_ffff);
        assert_eq!(to(-3.9, CastOp::FloatToSigned(FloatKind::Double), 8), 0xfd);
        assert_eq!(
            to(18446744073709549568.0, CastOp::FloatToUnsigned(FloatKind::Double), 64),
            18446744073709549568
        );
    }

    #[test]
    fn classes_are_told_apart() {
        assert!(class(FloatKind::Double, double(f64::NAN), 0b10));
        assert!(class(FloatKind::Double, double(-0.0), 1 << 5));
        assert!(class(FloatKind::Single, 1, 1 << 7));
        assert!(!class(FloatKind::Single, 1, 1 << 8));
    }
}
