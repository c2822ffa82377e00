//! Floating-point numbers that depend on input and stay open.
//!
//! Comparisons, signs and classes are exact expressions over the bits of IEEE formats, always. Everything else (arithmetic, roundings, conversions) is a symcrete
//! with `--unknowns symcrete`: an
//! unknown whose values come from the operation itself, done on concrete bits. What no input reaches within the solver's budget is in `lost`.
//!
//! Not kept open: what depends on bytes that nobody has written; of symcretes also paths that follow seeds, and operations beyond [`MOST_OPEN`] on one path,
//! since every question looks at all of them. Those are fixed to one value, as they all are without this.

use crate::builtin::MathFunction;
use crate::{Executor, State, float};
use bowline_expr::{ExprId, Pool};
use bowline_ir::{CastOp, FloatBinaryOp, FloatKind, FloatPredicate, FloatUnaryOp, Width};
use bowline_memory::Value;
use bowline_solver::{Source, Symcrete};

/// Symcretes of one path.
const MOST_OPEN: usize = 48;

/// An operation on concrete bits.
#[derive(Clone, Copy)]
pub(crate) enum Operation {
    Binary(FloatBinaryOp, FloatKind),
    Unary(FloatUnaryOp, FloatKind),
    Fma(FloatKind),
    Cast(CastOp, Width, Width),
    Compare(FloatPredicate, FloatKind),
    Class(FloatKind, u16),
    /// A function of libm, with errno above its result.
    Math(MathFunction),
}

impl Operation {
    pub(crate) fn result(self, args: &[u128]) -> Option<u128> {
        match (self, args) {
            (Self::Binary(op, kind), &[a, b]) => float::binary(op, kind, a, b),
            (Self::Unary(op, kind), &[a]) => float::unary(op, kind, a),
            (Self::Fma(kind), &[a, b, c]) => Some(float::fma(kind, a, b, c)),
            (Self::Cast(op, from, to), &[a]) => float::cast(op, from, to, a),
            (Self::Compare(predicate, kind), &[a, b]) => Some(float::compare(predicate, kind, a, b).into()),
            (Self::Class(kind, mask), &[a]) => Some(float::class(kind, a, mask).into()),
            (Self::Math(function), args) => Some(function.both(args)),
            _ => None,
        }
    }

    /// For messages.
    pub(crate) fn name(self) -> String {
        match self {
            Self::Binary(op, kind) => format!("{op:?} of {kind:?} floats"),
            Self::Unary(op, kind) => format!("{op:?} of a {kind:?} float"),
            Self::Cast(op, ..) => format!("conversion {op:?}"),
            Self::Fma(kind) | Self::Compare(_, kind) | Self::Class(kind, _) => format!("{kind:?} floats"),
            Self::Math(function) => function.name().to_string(),
        }
    }

    /// Bits of an operand.
    pub(crate) fn operand_width(self) -> Width {
        match self {
            Self::Binary(_, kind)
            | Self::Unary(_, kind)
            | Self::Fma(kind)
            | Self::Compare(_, kind)
            | Self::Class(kind, _) => kind.width(),
            Self::Cast(_, from, _) => from,
            Self::Math(function) => function.width(),
        }
    }

    /// Bits of the result.
    pub(crate) fn width(self) -> Width {
        match self {
            Self::Binary(_, kind) | Self::Unary(_, kind) | Self::Fma(kind) => kind.width(),
            Self::Cast(_, _, to) => to,
            Self::Compare(..) | Self::Class(..) => 1,
            Self::Math(function) => function.width(),
        }
    }
}

struct FloatSource {
    operation: Operation,
    bytes: usize,
}

impl Source for FloatSource {
    fn name(&self) -> &str {
        match self.operation {
            Operation::Math(function) => function.name(),
            _ => "floating-point arithmetic",
        }
    }

    fn value(&self, args: &[u128]) -> Option<Vec<u8>> {
        let bits = self.operation.result(args)?;
        Some(bits.to_le_bytes()[..self.bytes].to_vec())
    }
}

impl Executor {
    /// The result of an operation of which at least one operand is not known; None where that is fixed to one value instead.
    pub(crate) fn open_float(
        &mut self,
        state: &mut State,
        operation: Operation,
        operands: &[(Value, Width)],
    ) -> Option<Value> {
        let is_known = operands.iter().all(|(value, _)| matches!(value, Value::Int(_)));
        if is_known {
            return None;
        }
        let args: Vec<ExprId> =
            operands.iter().map(|(value, width)| value.to_expr(&mut self.pool, *width)).collect();
        if args.iter().all(|arg| self.pool.as_const(*arg).is_some())
            || args.iter().any(|arg| self.is_fresh(*arg))
        {
            return None;
        }
        if let Some(expr) = exact(&mut self.pool, operation, &args) {
            return Some(Value::from_expr(&self.pool, expr));
        }
        if !self.config.open_floats || state.has_seeds() {
            return None;
        }
        // What a probe learns of an iteration holds for others: a value of this one would not.
        if self.border.is_some() || state.path.symcretes().len() >= MOST_OPEN {
            return None;
        }
        let bytes = usize::from(operation.width().div_ceil(8));
        let (symbol, value) = self.auxiliary_word("floating-point result", operation.width());
        let source = Box::new(FloatSource { operation, bytes });
        let is_added = self.add_symcrete(state, Symcrete::new(source, args, symbol, bytes as u64));
        is_added.then_some(Value::Expr(value))
    }
}

/// Operations on bits.
fn exact(pool: &mut Pool, operation: Operation, args: &[ExprId]) -> Option<ExprId> {
    match (operation, args) {
        (Operation::Compare(predicate, kind), &[a, b]) => {
            let format = Format::of(pool, kind)?;
            Some(format.compare(pool, predicate, a, b))
        }
        (Operation::Unary(op, kind), &[a]) => {
            let format = Format::of(pool, kind)?;
            match op {
                FloatUnaryOp::Neg => Some(pool.xor(a, format.sign)),
                FloatUnaryOp::Abs => Some(format.magnitude(pool, a)),
                _ => None,
            }
        }
        (Operation::Binary(FloatBinaryOp::CopySign, kind), &[a, b]) => {
            let format = Format::of(pool, kind)?;
            let (magnitude, sign) = (format.magnitude(pool, a), pool.and(b, format.sign));
            Some(pool.or(magnitude, sign))
        }
        _ => None,
    }
}

/// Of an IEEE format: a sign, an exponent, a fraction.
struct Format {
    sign: ExprId,
    /// All bits but the sign.
    rest: ExprId,
    infinity: ExprId,
}

impl Format {
    fn of(pool: &mut Pool, kind: FloatKind) -> Option<Self> {
        let (width, fraction) = match kind {
            FloatKind::Single => (32, 23),
            FloatKind::Double => (64, 52),
            _ => return None,
        };
        let sign = 1u128 << (width - 1);
        let infinity = (sign - 1) >> fraction << fraction;
        let [sign, rest, infinity] = [sign, sign - 1, infinity].map(|bits| pool.constant(bits, width));
        Some(Self { sign, rest, infinity })
    }

    fn magnitude(&self, pool: &mut Pool, a: ExprId) -> ExprId {
        pool.and(a, self.rest)
    }

    fn is_nan(&self, pool: &mut Pool, a: ExprId) -> ExprId {
        let magnitude = self.magnitude(pool, a);
        pool.ult(self.infinity, magnitude)
    }

    fn is_zero(&self, pool: &mut Pool, a: ExprId) -> ExprId {
        let (magnitude, zero) = (self.magnitude(pool, a), pool.constant(0, pool.width(a)));
        pool.eq(magnitude, zero)
    }

    /// A number that grows with the value; only the two zeros differ in it.
    fn key(&self, pool: &mut Pool, a: ExprId) -> ExprId {
        let zero = pool.constant(0, pool.width(a));
        let is_negative = pool.slt(a, zero);
        let (downwards, upwards) = (pool.not(a), pool.or(a, self.sign));
        pool.ite(is_negative, downwards, upwards)
    }

    fn compare(&self, pool: &mut Pool, predicate: FloatPredicate, a: ExprId, b: ExprId) -> ExprId {
        use FloatPredicate::*;
        let (a_is_nan, b_is_nan) = (self.is_nan(pool, a), self.is_nan(pool, b));
        let unordered = pool.or(a_is_nan, b_is_nan);
        let (a_is_zero, b_is_zero) = (self.is_zero(pool, a), self.is_zero(pool, b));
        let zeros = pool.and(a_is_zero, b_is_zero);
        let equal = {
            let same = pool.eq(a, b);
            pool.or(same, zeros)
        };
        let less = |pool: &mut Pool, x: ExprId, y: ExprId| {
            let (x, y) = (self.key(pool, x), self.key(pool, y));
            let (below, differ) = (pool.ult(x, y), pool.not(zeros));
            pool.and(below, differ)
        };
        let holds = match predicate {
            True | Uno => Pool::TRUE,
            False | Ord => Pool::FALSE,
            Oeq | Ueq => equal,
            One | Une => pool.not(equal),
            Olt | Ult => less(pool, a, b),
            Ogt | Ugt => less(pool, b, a),
            Ole | Ule => {
                let greater = less(pool, b, a);
                pool.not(greater)
            }
            Oge | Uge => {
                let below = less(pool, a, b);
                pool.not(below)
            }
        };
        match predicate {
            True | False => holds,
            Uno | Ueq | Ugt | Uge | Ult | Ule | Une => match predicate {
                Uno => unordered,
                _ => pool.or(unordered, holds),
            },
            _ => {
                let ordered = pool.not(unordered);
                match predicate {
                    Ord => ordered,
                    _ => pool.and(ordered, holds),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bowline_expr::{Evaluator, Model};

    /// What comparisons could get wrong: zeros, infinities, NaNs, neighbours.
    const DOUBLES: [u64; 12] = [
        0,
        1 << 63,
        1,
        0x3ff0_0000_0000_0000,
        0x3ff0_0000_0000_0001,
        0xbff0_0000_0000_0000,
        0x7ff0_0000_0000_0000,
        0xfff0_0000_0000_0000,
        0x7ff8_0000_0000_0000,
        0xfff0_0000_0000_0001,
        0x8000_0000_0000_0001,
        0x7fef_ffff_ffff_ffff,
    ];

    #[test]
    fn comparisons_of_bits_are_those_of_the_hardware() {
        use FloatPredicate::*;
        let mut pool = Pool::new();
        let symbol = pool.symbol("in", 0, 16);
        let bytes: Vec<ExprId> = (0..16).map(|at| pool.input_byte(symbol, at)).collect();
        let mut word =
            |bytes: &[ExprId]| bytes[1..].iter().fold(bytes[0], |word, byte| pool.concat(*byte, word));
        let (a, b) = (word(&bytes[..8]), word(&bytes[8..]));
        let all = [False, Oeq, Ogt, Oge, Olt, Ole, One, Ord, Ueq, Ugt, Uge, Ult, Ule, Une, Uno, True];
        for predicate in all {
            let operation = Operation::Compare(predicate, FloatKind::Double);
            let expr = exact(&mut pool, operation, &[a, b]).expect("doubles are compared by their bits");
            for x in DOUBLES {
                for y in DOUBLES {
                    let mut model = Model::new();
                    for (at, byte) in (0..).zip(x.to_le_bytes().into_iter().chain(y.to_le_bytes())) {
                        model.set_byte(symbol, at, byte);
                    }
                    let found = Evaluator::new().eval(&pool, &model, expr) == 1;
                    let expected = float::compare(predicate, FloatKind::Double, x.into(), y.into());
                    assert_eq!(found, expected, "{predicate:?} of {x:x} and {y:x}");
                }
            }
        }
    }
}
