//! Floating-point intrinsics. Those that the IR has no operation for are calls of the C library's function.

use super::super::arithmetic::float_kind;
use super::super::function::{FunctionLowering, Lowered};
use super::{base_name, unsupported_intrinsic};
use crate::llvm::Instruction;
use bowline_ir::{CastOp, FloatBinaryOp, FloatKind, FloatUnaryOp, Inst, Operand};

/// The function of the C library that an intrinsic is, such as `sinf` for `llvm.sin.f32`.
pub fn libm_symbol(name: &str) -> Option<String> {
    let base = base_name(name);
    let known = matches!(
        base,
        "sin"
            | "cos"
            | "tan"
            | "asin"
            | "acos"
            | "atan"
            | "sinh"
            | "cosh"
            | "tanh"
            | "exp"
            | "exp2"
            | "exp10"
            | "log"
            | "log2"
            | "log10"
            | "ldexp"
            | "powi"
    );
    if !known {
        return None;
    }
    // The first type appended is that of the argument.
    let ty = name.strip_prefix("llvm.")?.strip_prefix(base)?.split('.').nth(1)?;
    let element = ty.trim_start_matches('v').trim_start_matches(|c: char| c.is_ascii_digit());
    let symbol = match (base, element) {
        // Integer powers are the compiler's own library.
        ("powi", "f32") => "__powisf2".to_string(),
        ("powi", "f64") => "__powidf2".to_string(),
        ("powi", "f80") => "__powixf2".to_string(),
        (_, "f32") => format!("{base}f"),
        (_, "f64") => base.to_string(),
        (_, "f80") => format!("{base}l"),
        _ => return None,
    };
    Some(symbol)
}

impl<'m> FunctionLowering<'_, 'm> {
    pub fn lane_float_unary(&mut self, call: Instruction<'m>, op: FloatUnaryOp) -> Lowered {
        self.lanes(call, |this, [a], leaf| Ok(this.float_unary(op, float_kind(leaf)?, a)))
    }

    pub fn lane_float_binary(&mut self, call: Instruction<'m>, op: FloatBinaryOp) -> Lowered {
        self.lanes(call, |this, [a, b], leaf| Ok(this.float_binary(op, float_kind(leaf)?, a, b)))
    }

    pub fn lane_fma(&mut self, call: Instruction<'m>) -> Lowered {
        self.lanes(call, |this, [a, b, c], leaf| {
            let dst = this.fresh();
            this.emit(Inst::FloatFma { kind: float_kind(leaf)?, dst, a, b, c });
            Ok(Operand::reg(dst))
        })
    }

    /// `fmuladd` leaves it open whether to round once or twice; plain x86-64 has no fused instruction.
    pub fn lane_multiply_add(&mut self, call: Instruction<'m>) -> Lowered {
        self.lanes(call, |this, [a, b, c], leaf| {
            let kind = float_kind(leaf)?;
            let product = this.float_binary(FloatBinaryOp::Mul, kind, a, b);
            Ok(this.float_binary(FloatBinaryOp::Add, kind, product, c))
        })
    }

    /// Multiplication by one, which is how the language reference defines it.
    pub fn lane_canonicalize(&mut self, call: Instruction<'m>) -> Lowered {
        self.lanes(call, |this, [a], leaf| {
            let kind = float_kind(leaf)?;
            let one = match kind {
                FloatKind::Half => 0x3C00,
                FloatKind::BFloat => 0x3F80,
                FloatKind::Single => 0x3F80_0000,
                FloatKind::Double => 0x3FF0_0000_0000_0000,
                FloatKind::X87 => 0x3FFF_8000_0000_0000_0000,
                FloatKind::Quad => 0x3FFF << 112,
            };
            let one = this.int(leaf.width, one);
            Ok(this.float_binary(FloatBinaryOp::Mul, kind, a, one))
        })
    }

    pub fn lower_float_class(&mut self, call: Instruction<'m>) -> Lowered {
        let mask = call.operand(1).integer().unwrap_or_default() as u16;
        self.lanes(call, |this, [a], leaf| {
            let dst = this.fresh();
            this.emit(Inst::FloatClass { kind: float_kind(leaf)?, dst, a, mask });
            Ok(Operand::reg(dst))
        })
    }

    pub fn lower_saturating_cast(&mut self, call: Instruction<'m>, signed: bool) -> Lowered {
        let to = self.layout(call.ty())?.leaves[0].width;
        self.lanes(call, |this, [a], leaf| {
            let kind = float_kind(leaf)?;
            let op = match signed {
                true => CastOp::FloatToSignedSaturating(kind),
                false => CastOp::FloatToUnsignedSaturating(kind),
            };
            Ok(this.cast(op, leaf.width, to, a))
        })
    }

    pub fn lower_rounding_cast(&mut self, call: Instruction<'m>, rounding: FloatUnaryOp) -> Lowered {
        let to = self.layout(call.ty())?.leaves[0].width;
        self.lanes(call, |this, [a], leaf| {
            let kind = float_kind(leaf)?;
            let rounded = this.float_unary(rounding, kind, a);
            Ok(this.cast(CastOp::FloatToSigned(kind), leaf.width, to, rounded))
        })
    }

    pub fn lower_libm(&mut self, call: Instruction<'m>, name: &str) -> Lowered {
        let symbol = libm_symbol(name).ok_or_else(|| unsupported_intrinsic(name))?;
        let arguments = call.arguments();
        // The second argument of `powi` and `ldexp` is an integer, one for all lanes or one each.
        let exponent = match arguments.get(1) {
            Some(value) => Some((self.scalars(*value)?, self.layout(value.ty())?.leaves[0])),
            None => None,
        };
        let layout = self.layout(call.ty())?;
        let values = self.scalars(arguments[0])?;
        let mut results = Vec::with_capacity(values.len());
        for (lane, leaf) in layout.leaves.iter().enumerate() {
            let mut args = vec![(values[lane], *leaf)];
            if let Some((exponents, exponent)) = &exponent {
                args.push((exponents[if exponents.len() == 1 { 0 } else { lane }], *exponent));
            }
            results.extend(self.call_library(&symbol, &args, &[*leaf]));
        }
        self.bind(call, results)
    }
}
