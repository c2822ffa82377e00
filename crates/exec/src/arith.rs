//! Integer instructions: on machine words where both operands are concrete, on expressions otherwise.

use bowline_expr::{BinaryOp as ExprOp, ExprId, Pool, fold};
use bowline_ir::{BinaryOp, CastOp, ComparePredicate, TernaryOp, UnaryOp, Width};
use bowline_memory::Value;

#[inline]
pub(crate) const fn mask(width: Width) -> u64 {
    if width >= 64 { u64::MAX } else { (1 << width) - 1 }
}

#[inline]
pub(crate) const fn signed(value: u64, width: Width) -> i64 {
    let shift = 64 - width as u32;
    ((value << shift) as i64) >> shift
}

/// Has `x op y` a meaning in C, without a check that may fail?
#[inline]
pub(crate) fn is_defined(op: BinaryOp, width: Width, x: u64, y: u64) -> bool {
    use BinaryOp::*;
    match op {
        Shl | LShr | AShr => y < u64::from(width),
        UDiv | URem => y != 0,
        SDiv | SRem => y != 0 && !(y == mask(width) && x == 1 << (width - 1)),
        _ => true,
    }
}

/// `x op y` at 64 bits or less. Division by zero is the caller's business; shifts out of range follow SMT-LIB.
#[inline]
pub(crate) fn binary(op: BinaryOp, width: Width, x: u64, y: u64) -> u64 {
    use BinaryOp::*;
    let m = mask(width);
    match op {
        Add => x.wrapping_add(y) & m,
        Sub => x.wrapping_sub(y) & m,
        Mul => x.wrapping_mul(y) & m,
        And => x & y,
        Or => x | y,
        Xor => x ^ y,
        Shl => {
            if y >= u64::from(width) {
                0
            } else {
                (x << y) & m
            }
        }
        LShr => {
            if y >= u64::from(width) {
                0
            } else {
                x >> y
            }
        }
        AShr => (signed(x, width) >> y.min(63)) as u64 & m,
        UDiv => x.checked_div(y).unwrap_or(m),
        URem => x.checked_rem(y).unwrap_or(x),
        SDiv | SRem => fold::binary(expr_op(op), width, u128::from(x), u128::from(y)) as u64,
        UMin => x.min(y),
        UMax => x.max(y),
        SMin => {
            if signed(x, width) <= signed(y, width) {
                x
            } else {
                y
            }
        }
        SMax => {
            if signed(x, width) >= signed(y, width) {
                x
            } else {
                y
            }
        }
        _ => special(op, width, x, y),
    }
}

/// Saturating operations and overflow flags, in 128-bit arithmetic where nothing can overflow.
fn special(op: BinaryOp, width: Width, x: u64, y: u64) -> u64 {
    use BinaryOp::*;
    let (ux, uy) = (i128::from(x), i128::from(y));
    let (sx, sy) = (i128::from(signed(x, width)), i128::from(signed(y, width)));
    let umax = i128::from(mask(width));
    let (smin, smax) = (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1);
    let saturate = |value: i128, low: i128, high: i128| value.clamp(low, high) as u64 & mask(width);
    let overflows = |value: i128, low: i128, high: i128| u64::from(value < low || value > high);
    match op {
        UAddSat => saturate(ux + uy, 0, umax),
        SAddSat => saturate(sx + sy, smin, smax),
        USubSat => saturate(ux - uy, 0, umax),
        SSubSat => saturate(sx - sy, smin, smax),
        // Shifting everything out saturates unless there is nothing to shift; below that, 127 bits are enough.
        UShlSat if x == 0 => 0,
        UShlSat if y >= u64::from(width) => umax as u64,
        UShlSat => saturate(ux << uy, 0, umax),
        SShlSat if x == 0 => 0,
        SShlSat if y >= u64::from(width) => saturate(if sx < 0 { smin } else { smax }, smin, smax),
        SShlSat => saturate(sx << uy, smin, smax),
        UAddOverflows => overflows(ux + uy, 0, umax),
        SAddOverflows => overflows(sx + sy, smin, smax),
        USubOverflows => overflows(ux - uy, 0, umax),
        SSubOverflows => overflows(sx - sy, smin, smax),
        // The unsigned product needs 128 bits; signed 128-bit arithmetic would lose its top bit.
        UMulOverflows => u64::from(u128::from(x) * u128::from(y) > u128::from(mask(width))),
        SMulOverflows => overflows(sx * sy, smin, smax),
        _ => unreachable!("{op:?} is handled by binary"),
    }
}

/// The expression operation that an instruction is, for those that are one.
pub(crate) fn expr_op(op: BinaryOp) -> ExprOp {
    match op {
        BinaryOp::Add => ExprOp::Add,
        BinaryOp::Sub => ExprOp::Sub,
        BinaryOp::Mul => ExprOp::Mul,
        BinaryOp::UDiv => ExprOp::UDiv,
        BinaryOp::SDiv => ExprOp::SDiv,
        BinaryOp::URem => ExprOp::URem,
        BinaryOp::SRem => ExprOp::SRem,
        BinaryOp::Shl => ExprOp::Shl,
        BinaryOp::LShr => ExprOp::LShr,
        BinaryOp::AShr => ExprOp::AShr,
        BinaryOp::And => ExprOp::And,
        BinaryOp::Or => ExprOp::Or,
        BinaryOp::Xor => ExprOp::Xor,
        other => unreachable!("{other:?} is composed of several operations"),
    }
}

/// Builds the term of a binary instruction.
pub fn binary_expr(pool: &mut Pool, op: BinaryOp, a: ExprId, b: ExprId) -> ExprId {
    use BinaryOp::*;
    let width = pool.width(a);
    match op {
        UMin => choose(pool, ComparePredicate::Ule, a, b),
        UMax => choose(pool, ComparePredicate::Uge, a, b),
        SMin => choose(pool, ComparePredicate::Sle, a, b),
        SMax => choose(pool, ComparePredicate::Sge, a, b),
        UAddSat | USubSat => {
            let (plain, flag) = if op == UAddSat { (Add, UAddOverflows) } else { (Sub, USubOverflows) };
            let limit = pool.constant(if op == UAddSat { fold::mask(width) } else { 0 }, width);
            let overflow = binary_expr(pool, flag, a, b);
            let value = binary_expr(pool, plain, a, b);
            pool.ite(overflow, limit, value)
        }
        SAddSat | SSubSat => {
            let (plain, flag) = if op == SAddSat { (Add, SAddOverflows) } else { (Sub, SSubOverflows) };
            let overflow = binary_expr(pool, flag, a, b);
            let value = binary_expr(pool, plain, a, b);
            // Overflow can only go towards the sign of the first operand.
            let limit = signed_limit(pool, a);
            pool.ite(overflow, limit, value)
        }
        UShlSat | SShlSat => {
            let shifted = pool.shl(a, b);
            let back = if op == UShlSat { pool.lshr(shifted, b) } else { pool.ashr(shifted, b) };
            let exact = pool.eq(back, a);
            let limit =
                if op == UShlSat { pool.constant(fold::mask(width), width) } else { signed_limit(pool, a) };
            pool.ite(exact, shifted, limit)
        }
        UAddOverflows | SAddOverflows | USubOverflows | SSubOverflows => {
            let (plain, signed) = match op {
                UAddOverflows => (Add, false),
                SAddOverflows => (Add, true),
                USubOverflows => (Sub, false),
                _ => (Sub, true),
            };
            overflow_by_widening(pool, plain, signed, a, b, width + 1)
        }
        UMulOverflows => overflow_by_widening(pool, Mul, false, a, b, width * 2),
        SMulOverflows => overflow_by_widening(pool, Mul, true, a, b, width * 2),
        _ => pool.binary(expr_op(op), a, b),
    }
}

/// The most negative or most positive number, by the sign of `a`.
fn signed_limit(pool: &mut Pool, a: ExprId) -> ExprId {
    let width = pool.width(a);
    let zero = pool.constant(0, width);
    let negative = pool.slt(a, zero);
    let low = pool.constant(1 << (width - 1), width);
    let high = pool.constant(fold::mask(width) >> 1, width);
    pool.ite(negative, low, high)
}

/// Does the result at `wide` bits differ from the extension of the result at the operands' width?
fn overflow_by_widening(
    pool: &mut Pool,
    op: BinaryOp,
    signed: bool,
    a: ExprId,
    b: ExprId,
    wide: Width,
) -> ExprId {
    if wide > bowline_expr::MAX_WIDTH {
        return wide_overflow(pool, op, signed, a, b);
    }
    let extend =
        |pool: &mut Pool, x| if signed { pool.sign_extend(x, wide) } else { pool.zero_extend(x, wide) };
    let (wide_a, wide_b) = (extend(pool, a), extend(pool, b));
    let exact = binary_expr(pool, op, wide_a, wide_b);
    let plain = binary_expr(pool, op, a, b);
    let plain = extend(pool, plain);
    pool.ne(exact, plain)
}

/// Overflow at widths whose double does not fit an expression, by the usual identities.
fn wide_overflow(pool: &mut Pool, op: BinaryOp, signed: bool, a: ExprId, b: ExprId) -> ExprId {
    let width = pool.width(a);
    let zero = pool.constant(0, width);
    let result = binary_expr(pool, op, a, b);
    match (op, signed) {
        (BinaryOp::Add, false) => pool.ult(result, a),
        (BinaryOp::Sub, false) => pool.ult(a, b),
        (BinaryOp::Add, true) | (BinaryOp::Sub, true) => {
            let b_negative = pool.slt(b, zero);
            let smaller = pool.slt(result, a);
            let larger = pool.slt(a, result);
            let (if_negative, if_positive) =
                if op == BinaryOp::Add { (larger, smaller) } else { (smaller, larger) };
            pool.ite(b_negative, if_negative, if_positive)
        }
        _ => {
            // a * b overflows iff dividing the product by b does not give a back, or it is min * -1.
            let b_zero = pool.eq(b, zero);
            let quotient = if signed { pool.sdiv(result, b) } else { pool.udiv(result, b) };
            let mut differs = pool.ne(quotient, a);
            if signed {
                let ones = pool.constant(fold::mask(width), width);
                let minimum = pool.constant(1 << (width - 1), width);
                let (b_minus_one, a_minimum) = (pool.eq(b, ones), pool.eq(a, minimum));
                let extreme = pool.and(b_minus_one, a_minimum);
                differs = pool.or(differs, extreme);
            }
            let b_nonzero = pool.not(b_zero);
            pool.and(b_nonzero, differs)
        }
    }
}

fn choose(pool: &mut Pool, predicate: ComparePredicate, a: ExprId, b: ExprId) -> ExprId {
    let first = compare_expr(pool, predicate, a, b);
    pool.ite(first, a, b)
}

#[inline]
pub(crate) fn compare(predicate: ComparePredicate, width: Width, x: u64, y: u64) -> bool {
    use ComparePredicate::*;
    let (sx, sy) = (signed(x, width), signed(y, width));
    match predicate {
        Eq => x == y,
        Ne => x != y,
        Ult => x < y,
        Ule => x <= y,
        Ugt => x > y,
        Uge => x >= y,
        Slt => sx < sy,
        Sle => sx <= sy,
        Sgt => sx > sy,
        Sge => sx >= sy,
    }
}

pub fn compare_expr(pool: &mut Pool, predicate: ComparePredicate, a: ExprId, b: ExprId) -> ExprId {
    use ComparePredicate::*;
    match predicate {
        Eq => pool.eq(a, b),
        Ne => pool.ne(a, b),
        Ult => pool.ult(a, b),
        Ule => pool.ule(a, b),
        Ugt => pool.ult(b, a),
        Uge => pool.ule(b, a),
        Slt => pool.slt(a, b),
        Sle => pool.sle(a, b),
        Sgt => pool.slt(b, a),
        Sge => pool.sle(b, a),
    }
}

#[inline]
pub(crate) fn unary(op: UnaryOp, width: Width, x: u64) -> u64 {
    let unused = 64 - u32::from(width);
    match op {
        UnaryOp::PopCount => u64::from(x.count_ones()),
        UnaryOp::LeadingZeros => u64::from(x.leading_zeros() - unused),
        UnaryOp::TrailingZeros => u64::from(x.trailing_zeros().min(u32::from(width))),
        UnaryOp::ByteSwap => x.swap_bytes() >> unused,
        UnaryOp::BitReverse => x.reverse_bits() >> unused,
        UnaryOp::Abs => signed(x, width).unsigned_abs() & mask(width),
    }
}

pub fn unary_expr(pool: &mut Pool, op: UnaryOp, a: ExprId) -> ExprId {
    let width = pool.width(a);
    match op {
        UnaryOp::PopCount => {
            let mut sum = pool.constant(0, width);
            for bit in 0..width {
                let bit = pool.extract(a, bit, 1);
                let bit = pool.zero_extend(bit, width);
                sum = pool.add(sum, bit);
            }
            sum
        }
        UnaryOp::LeadingZeros => first_set(pool, a, |bit| width - 1 - bit, 0..width),
        UnaryOp::TrailingZeros => first_set(pool, a, |bit| bit, (0..width).rev()),
        UnaryOp::ByteSwap => reversed(pool, a, 8),
        UnaryOp::BitReverse => reversed(pool, a, 1),
        UnaryOp::Abs => {
            let zero = pool.constant(0, width);
            let negative = pool.slt(a, zero);
            let negated = pool.neg(a);
            pool.ite(negative, negated, a)
        }
    }
}

/// A chain of choices over the bits; the last bit visited decides first. No bit set gives the width.
fn first_set(
    pool: &mut Pool,
    a: ExprId,
    count: impl Fn(u16) -> u16,
    bits: impl Iterator<Item = u16>,
) -> ExprId {
    let width = pool.width(a);
    let mut result = pool.constant(u128::from(width), width);
    for bit in bits {
        let set = pool.extract(a, bit, 1);
        let value = pool.constant(u128::from(count(bit)), width);
        result = pool.ite(set, value, result);
    }
    result
}

/// The pieces of `unit` bits in reverse order.
fn reversed(pool: &mut Pool, a: ExprId, unit: Width) -> ExprId {
    let width = pool.width(a);
    let mut result = pool.extract(a, 0, unit);
    for low in (unit..width).step_by(usize::from(unit)) {
        let piece = pool.extract(a, low, unit);
        result = pool.concat(result, piece);
    }
    result
}

/// Funnel shift of the double word `a:b` by `c` modulo the width.
pub fn ternary_expr(pool: &mut Pool, op: TernaryOp, a: ExprId, b: ExprId, c: ExprId) -> ExprId {
    let width = pool.width(a);
    let bits = pool.constant(u128::from(width), width);
    let amount = pool.urem(c, bits);
    let rest = pool.sub(bits, amount);
    let (high, low) = match op {
        TernaryOp::FunnelLeft => (pool.shl(a, amount), pool.lshr(b, rest)),
        TernaryOp::FunnelRight => (pool.shl(a, rest), pool.lshr(b, amount)),
    };
    // A shift by the whole width gives zero, which is what an amount of zero needs.
    pool.or(high, low)
}

/// Integer casts on machine words; float casts are in [`crate::float`].
#[inline]
pub(crate) fn cast(op: CastOp, from: Width, to: Width, x: u64) -> Option<u64> {
    match op {
        CastOp::Truncate => Some(x & mask(to)),
        CastOp::ZeroExtend => Some(x),
        CastOp::SignExtend => Some(signed(x, from) as u64 & mask(to)),
        _ => None,
    }
}

pub fn cast_expr(pool: &mut Pool, op: CastOp, to: Width, a: ExprId) -> Option<ExprId> {
    match op {
        CastOp::Truncate => Some(pool.truncate(a, to)),
        CastOp::ZeroExtend => Some(pool.zero_extend(a, to)),
        CastOp::SignExtend => Some(pool.sign_extend(a, to)),
        _ => None,
    }
}

/// `base + index * scale` on addresses.
pub(crate) fn offset_expr(pool: &mut Pool, base: Value, index: Value, scale: i32) -> Value {
    let base = base.to_expr(pool, 64);
    let index = index.to_expr(pool, 64);
    let scale = pool.constant(i128::from(scale) as u128, 64);
    let distance = pool.mul(index, scale);
    let sum = pool.add(base, distance);
    Value::from_expr(pool, sum)
}

#[cfg(test)]
mod tests;
