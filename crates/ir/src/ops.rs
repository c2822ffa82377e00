//! The operations that instructions name: arithmetic, comparisons, casts, formats of floats.
//!
//! What an operation means is said here; that an instruction works at the right width is checked by [`crate::verify`].

use crate::inst::Width;
use crate::spelling::spelled_enum;

spelled_enum! {
    /// Operations on two integers of one width; the result has the same width unless said otherwise.
    pub enum BinaryOp {
        Add,
        Sub,
        Mul,
        UDiv,
        SDiv,
        URem,
        SRem,
        Shl,
        LShr,
        AShr,
        And,
        Or,
        Xor,
        UMin,
        UMax,
        SMin,
        SMax,
        UAddSat,
        SAddSat,
        USubSat,
        SSubSat,
        UShlSat,
        SShlSat,
        /// 1 bit: does the unsigned sum wrap?
        UAddOverflows,
        SAddOverflows,
        USubOverflows,
        SSubOverflows,
        UMulOverflows,
        SMulOverflows,
    }
}

spelled_enum! {
    pub enum UnaryOp {
        PopCount,
        LeadingZeros,
        TrailingZeros,
        ByteSwap,
        BitReverse,
        Abs,
    }
}

spelled_enum! {
    pub enum TernaryOp {
        FunnelLeft,
        FunnelRight,
    }
}

spelled_enum! {
    pub enum ComparePredicate {
        Eq,
        Ne,
        Ult,
        Ule,
        Ugt,
        Uge,
        Slt,
        Sle,
        Sgt,
        Sge,
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CastOp {
    Truncate,
    ZeroExtend,
    SignExtend,
    /// Signed integer to float; the width is in `from`.
    SignedToFloat(FloatKind),
    UnsignedToFloat(FloatKind),
    /// Float to integer; the width is in `to`. Out of range gives what x86-64 gives.
    FloatToSigned(FloatKind),
    FloatToUnsigned(FloatKind),
    /// The same, clamping out-of-range values (`llvm.fptosi.sat`).
    FloatToSignedSaturating(FloatKind),
    FloatToUnsignedSaturating(FloatKind),
    FloatToFloat {
        from: FloatKind,
        to: FloatKind,
    },
}

impl CastOp {
    /// Its name in the text form, and the formats that go with it.
    pub fn parts(self) -> (&'static str, Vec<FloatKind>) {
        match self {
            CastOp::Truncate => ("truncate", vec![]),
            CastOp::ZeroExtend => ("zero_extend", vec![]),
            CastOp::SignExtend => ("sign_extend", vec![]),
            CastOp::SignedToFloat(kind) => ("signed_to_float", vec![kind]),
            CastOp::UnsignedToFloat(kind) => ("unsigned_to_float", vec![kind]),
            CastOp::FloatToSigned(kind) => ("float_to_signed", vec![kind]),
            CastOp::FloatToUnsigned(kind) => ("float_to_unsigned", vec![kind]),
            CastOp::FloatToSignedSaturating(kind) => ("float_to_signed_saturating", vec![kind]),
            CastOp::FloatToUnsignedSaturating(kind) => ("float_to_unsigned_saturating", vec![kind]),
            CastOp::FloatToFloat { from, to } => ("float_to_float", vec![from, to]),
        }
    }

    /// The inverse of [`Self::parts`].
    pub fn from_parts(name: &str, kinds: &[FloatKind]) -> Option<Self> {
        Some(match (name, kinds) {
            ("truncate", []) => CastOp::Truncate,
            ("zero_extend", []) => CastOp::ZeroExtend,
            ("sign_extend", []) => CastOp::SignExtend,
            ("signed_to_float", [kind]) => CastOp::SignedToFloat(*kind),
            ("unsigned_to_float", [kind]) => CastOp::UnsignedToFloat(*kind),
            ("float_to_signed", [kind]) => CastOp::FloatToSigned(*kind),
            ("float_to_unsigned", [kind]) => CastOp::FloatToUnsigned(*kind),
            ("float_to_signed_saturating", [kind]) => CastOp::FloatToSignedSaturating(*kind),
            ("float_to_unsigned_saturating", [kind]) => CastOp::FloatToUnsignedSaturating(*kind),
            ("float_to_float", [from, to]) => CastOp::FloatToFloat { from: *from, to: *to },
            _ => return None,
        })
    }
}

spelled_enum! {
    /// Floating-point formats. A register holds the bits, as an integer of [`FloatKind::width`].
    pub enum FloatKind {
        Half,
        BFloat,
        Single,
        Double,
        X87,
        Quad,
    }
}

impl FloatKind {
    pub const fn width(self) -> Width {
        match self {
            FloatKind::Half | FloatKind::BFloat => 16,
            FloatKind::Single => 32,
            FloatKind::Double => 64,
            FloatKind::X87 => 80,
            FloatKind::Quad => 128,
        }
    }
}

spelled_enum! {
    pub enum FloatBinaryOp {
        Add,
        Sub,
        Mul,
        Div,
        Rem,
        /// `llvm.minnum` / `fmin`: a NaN operand loses.
        MinNum,
        MaxNum,
        /// `llvm.minimum`: a NaN operand wins.
        Minimum,
        Maximum,
        CopySign,
        Pow,
    }
}

spelled_enum! {
    pub enum FloatUnaryOp {
        Neg,
        Abs,
        Sqrt,
        Floor,
        Ceil,
        Trunc,
        /// Round half away from zero.
        Round,
        /// Round half to even (`rint`, `nearbyint`, `roundeven` in the default rounding mode).
        RoundEven,
    }
}

spelled_enum! {
    /// The truth value of an ordered or unordered comparison, as LLVM's `fcmp`.
    pub enum FloatPredicate {
        False,
        Oeq,
        Ogt,
        Oge,
        Olt,
        Ole,
        One,
        Ord,
        Ueq,
        Ugt,
        Uge,
        Ult,
        Ule,
        Une,
        Uno,
        True,
    }
}

spelled_enum! {
    /// Why a path stops on purpose.
    pub enum TrapKind {
        /// `llvm.trap`, `__builtin_trap`.
        Trap,
        /// `llvm.ubsantrap` or a debug trap.
        Debug,
        /// The `unreachable` instruction: `__builtin_unreachable`, or a `noreturn` function that returned.
        Unreachable,
    }
}
