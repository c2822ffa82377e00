//! LLVM's intrinsic functions, by name without the types that LLVM appends.

mod float;
mod integer;
mod masked;
mod memory;
mod reduce;
mod wide;

pub use float::libm_symbol;

use super::Unsupported;
use super::function::{Flow, FunctionLowering, Lowered};
use crate::llvm::Instruction;
use bowline_ir::{BinaryOp, FloatBinaryOp, FloatUnaryOp, Inst, TernaryOp, TrapKind, UnaryOp};

/// `llvm.memcpy.p0.p0.i64` is `memcpy` with three types appended.
pub fn base_name(name: &str) -> &str {
    let mut name = name.strip_prefix("llvm.").unwrap_or(name);
    while let Some((base, last)) = name.rsplit_once('.') {
        if !is_type_suffix(last) {
            break;
        }
        name = base;
    }
    name
}

fn is_type_suffix(segment: &str) -> bool {
    let all_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if matches!(segment, "bf16" | "isVoid" | "Metadata")
        || segment.starts_with("s_")
        || segment.starts_with("sl_")
    {
        return true;
    }
    if let Some(vector) = segment.strip_prefix('v').or_else(|| segment.strip_prefix('a')) {
        let element = vector.trim_start_matches(|c: char| c.is_ascii_digit());
        return element.len() < vector.len() && is_type_suffix(element);
    }
    let mut rest = segment.chars();
    matches!(rest.next(), Some('i' | 'f' | 'p')) && all_digits(rest.as_str())
}

impl<'m> FunctionLowering<'_, 'm> {
    pub fn lower_intrinsic(&mut self, call: Instruction<'m>, name: &str) -> Lowered {
        if self.involves_wide_integer(call) {
            return self.lower_wide_intrinsic(call, name);
        }
        match base_name(name) {
            // Without effect on a run.
            "dbg.declare"
            | "dbg.value"
            | "dbg.label"
            | "dbg.assign"
            | "lifetime.start"
            | "lifetime.end"
            | "invariant.end"
            | "assume"
            | "sideeffect"
            | "donothing"
            | "prefetch"
            | "va_end"
            | "var.annotation"
            | "experimental.noalias.scope.decl"
            | "pseudoprobe"
            | "clear_cache"
            | "x86.sse2.pause"
            | "x86.sse2.mfence"
            | "x86.sse2.lfence"
            | "x86.sse.sfence" => self.bind_zeros(call),

            // The first argument itself.
            "expect"
            | "expect.with.probability"
            | "annotation"
            | "ptr.annotation"
            | "ssa.copy"
            | "launder.invariant.group"
            | "strip.invariant.group"
            | "threadlocal.address"
            | "arithmetic.fence"
            | "preserve.array.access.index"
            | "preserve.union.access.index" => self.bind_first_argument(call),

            // Constants.
            "returnaddress" | "frameaddress" | "invariant.start" => self.bind_zeros(call),
            // Rounding to nearest.
            "get.rounding" => self.bind_int(call, 1),

            "trap" => self.end(Inst::Trap { kind: TrapKind::Trap }),
            "debugtrap" | "ubsantrap" => self.end(Inst::Trap { kind: TrapKind::Debug }),

            "memcpy" | "memcpy.inline" => self.lower_memory_copy(call, false),
            "memmove" => self.lower_memory_copy(call, true),
            "memset" | "memset.inline" => self.lower_memory_set(call),
            "objectsize" => self.lower_object_size(call),
            "stacksave" => self.lower_stack_save(call),
            "stackrestore" => self.lower_stack_restore(call),
            "va_start" => self.lower_va_start(call),
            "va_copy" => self.lower_va_copy(call),
            "ptrmask" => self.lower_pointer_mask(call),
            "load.relative" => self.lower_load_relative(call),

            "eh.sjlj.setjmp" => self.lower_set_jump(call),
            "eh.sjlj.longjmp" => self.lower_long_jump(call),

            "smax" => self.lane_binary(call, BinaryOp::SMax),
            "smin" => self.lane_binary(call, BinaryOp::SMin),
            "umax" => self.lane_binary(call, BinaryOp::UMax),
            "umin" => self.lane_binary(call, BinaryOp::UMin),
            "uadd.sat" => self.lane_binary(call, BinaryOp::UAddSat),
            "sadd.sat" => self.lane_binary(call, BinaryOp::SAddSat),
            "usub.sat" => self.lane_binary(call, BinaryOp::USubSat),
            "ssub.sat" => self.lane_binary(call, BinaryOp::SSubSat),
            "ushl.sat" => self.lane_binary(call, BinaryOp::UShlSat),
            "sshl.sat" => self.lane_binary(call, BinaryOp::SShlSat),
            "uadd.with.overflow" => self.lane_overflow(call, BinaryOp::Add, BinaryOp::UAddOverflows),
            "sadd.with.overflow" => self.lane_overflow(call, BinaryOp::Add, BinaryOp::SAddOverflows),
            "usub.with.overflow" => self.lane_overflow(call, BinaryOp::Sub, BinaryOp::USubOverflows),
            "ssub.with.overflow" => self.lane_overflow(call, BinaryOp::Sub, BinaryOp::SSubOverflows),
            "umul.with.overflow" => self.lane_overflow(call, BinaryOp::Mul, BinaryOp::UMulOverflows),
            "smul.with.overflow" => self.lane_overflow(call, BinaryOp::Mul, BinaryOp::SMulOverflows),
            "abs" => self.lane_absolute(call),
            "ctpop" => self.lane_unary(call, UnaryOp::PopCount),
            "ctlz" => self.lane_unary(call, UnaryOp::LeadingZeros),
            "cttz" => self.lane_unary(call, UnaryOp::TrailingZeros),
            "bswap" => self.lane_unary(call, UnaryOp::ByteSwap),
            "bitreverse" => self.lane_unary(call, UnaryOp::BitReverse),
            "fshl" => self.lane_funnel(call, TernaryOp::FunnelLeft),
            "fshr" => self.lane_funnel(call, TernaryOp::FunnelRight),
            "ucmp" => self.lane_three_way(call, false),
            "scmp" => self.lane_three_way(call, true),

            "fabs" => self.lane_float_unary(call, FloatUnaryOp::Abs),
            "sqrt" => self.lane_float_unary(call, FloatUnaryOp::Sqrt),
            "floor" => self.lane_float_unary(call, FloatUnaryOp::Floor),
            "ceil" => self.lane_float_unary(call, FloatUnaryOp::Ceil),
            "trunc" => self.lane_float_unary(call, FloatUnaryOp::Trunc),
            "round" => self.lane_float_unary(call, FloatUnaryOp::Round),
            "rint" | "nearbyint" | "roundeven" => self.lane_float_unary(call, FloatUnaryOp::RoundEven),
            "copysign" => self.lane_float_binary(call, FloatBinaryOp::CopySign),
            "minnum" => self.lane_float_binary(call, FloatBinaryOp::MinNum),
            "maxnum" => self.lane_float_binary(call, FloatBinaryOp::MaxNum),
            "minimum" => self.lane_float_binary(call, FloatBinaryOp::Minimum),
            "maximum" => self.lane_float_binary(call, FloatBinaryOp::Maximum),
            "pow" => self.lane_float_binary(call, FloatBinaryOp::Pow),
            "fma" => self.lane_fma(call),
            "fmuladd" => self.lane_multiply_add(call),
            "canonicalize" => self.lane_canonicalize(call),
            "is.fpclass" => self.lower_float_class(call),
            "fptosi.sat" => self.lower_saturating_cast(call, true),
            "fptoui.sat" => self.lower_saturating_cast(call, false),
            "lrint" | "llrint" => self.lower_rounding_cast(call, FloatUnaryOp::RoundEven),
            "lround" | "llround" => self.lower_rounding_cast(call, FloatUnaryOp::Round),

            "masked.load" => self.lower_masked_load(call),
            "masked.store" => self.lower_masked_store(call),
            "masked.gather" => self.lower_masked_gather(call),
            "masked.scatter" => self.lower_masked_scatter(call),

            base => match base.strip_prefix("vector.reduce.") {
                Some(operation) => self.lower_reduction(call, operation, name),
                None => self.lower_libm(call, name),
            },
        }
    }

    fn bind_zeros(&mut self, call: Instruction<'m>) -> Lowered {
        let layout = self.layout(call.ty())?;
        let zeros = self.module.zeros(&layout);
        self.bind(call, zeros)
    }

    fn bind_first_argument(&mut self, call: Instruction<'m>) -> Lowered {
        let scalars = self.scalars(call.operand(0))?;
        self.bind(call, scalars)
    }

    fn bind_int(&mut self, call: Instruction<'m>, value: u128) -> Lowered {
        let value = self.int(32, value);
        self.bind(call, value)
    }
}

fn unsupported_intrinsic(name: &str) -> Unsupported {
    Unsupported(format!("intrinsic {name}"))
}

/// Keeps `Flow` in one place for the families that bind nothing.
const NO_RESULT: Lowered = Ok(Flow::Next);

#[cfg(test)]
mod tests {
    use super::base_name;

    #[test]
    fn types_are_not_part_of_the_name() {
        for (name, base) in [
            ("llvm.memcpy.p0.p0.i64", "memcpy"),
            ("llvm.memcpy.inline.p0.p0.i64", "memcpy.inline"),
            ("llvm.vector.reduce.add.v4i32", "vector.reduce.add"),
            ("llvm.umul.with.overflow.i128", "umul.with.overflow"),
            ("llvm.masked.gather.v4f64.v4p0", "masked.gather"),
            ("llvm.fptosi.sat.v2i32.v2f64", "fptosi.sat"),
            ("llvm.sqrt.f80", "sqrt"),
            ("llvm.trap", "trap"),
            ("llvm.x86.sse2.pause", "x86.sse2.pause"),
            ("llvm.stacksave.p0", "stacksave"),
            ("llvm.fabs.bf16", "fabs"),
        ] {
            assert_eq!(base_name(name), base);
        }
    }
}
