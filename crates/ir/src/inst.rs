//! Instructions, one enum, at most 32 bytes each; what does not fit lives in side tables of the function.

pub use crate::ops::{
    BinaryOp, CastOp, ComparePredicate, FloatBinaryOp, FloatKind, FloatPredicate, FloatUnaryOp, TernaryOp,
    TrapKind, UnaryOp,
};
use crate::spelling::spelled_enum;
use crate::{BlockId, CallId, ConstId, EdgeId, FuncId, SwitchId, TextId};

/// A bit width, 1 to 128 for integers; 80 also for x87 values.
pub type Width = u16;

/// A register of a function's frame.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Reg(pub u32);

/// A register or a constant, in four bytes: the top bit tells them apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Operand(u32);

const CONST_BIT: u32 = 1 << 31;

impl Operand {
    pub const fn reg(reg: Reg) -> Self {
        assert!(reg.0 & CONST_BIT == 0);
        Self(reg.0)
    }

    pub const fn constant(id: ConstId) -> Self {
        assert!(id.0 & CONST_BIT == 0);
        Self(id.0 | CONST_BIT)
    }

    #[inline]
    pub const fn as_reg(self) -> Option<Reg> {
        if self.0 & CONST_BIT == 0 { Some(Reg(self.0)) } else { None }
    }

    #[inline]
    pub const fn as_const(self) -> Option<ConstId> {
        if self.0 & CONST_BIT != 0 { Some(ConstId(self.0 & !CONST_BIT)) } else { None }
    }
}

impl From<Reg> for Operand {
    fn from(reg: Reg) -> Self {
        Self::reg(reg)
    }
}

impl From<ConstId> for Operand {
    fn from(id: ConstId) -> Self {
        Self::constant(id)
    }
}

impl std::fmt::Debug for Operand {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.as_reg(), self.as_const()) {
            (Some(reg), _) => write!(f, "%{}", reg.0),
            (_, Some(id)) => write!(f, "{id}"),
            _ => unreachable!("an operand is a register or a constant"),
        }
    }
}

/// What the source language promised about an arithmetic instruction.
///
/// The executor computes modulo 2^width in every case; the flags only tell a checker that wrapping is a bug.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Wrapping {
    pub no_signed_wrap: bool,
    pub no_unsigned_wrap: bool,
}

/// One instruction. The last instruction of a block, and only that, is a terminator.
#[derive(Clone, Copy, PartialEq, Debug)]
#[rustfmt::skip] // One line each, to be read as a table.
pub enum Inst {
    Binary { op: BinaryOp, width: Width, wrapping: Wrapping, dst: Reg, a: Operand, b: Operand },
    Unary { op: UnaryOp, width: Width, dst: Reg, a: Operand },
    /// Funnel shifts: the `c` operand is the shift amount, taken modulo the width.
    Ternary { op: TernaryOp, width: Width, dst: Reg, a: Operand, b: Operand, c: Operand },
    Compare { predicate: ComparePredicate, width: Width, dst: Reg, a: Operand, b: Operand },
    Cast { op: CastOp, from: Width, to: Width, dst: Reg, a: Operand },
    /// `dst = cond ? a : b`, with a 1-bit condition.
    Select { width: Width, dst: Reg, cond: Operand, a: Operand, b: Operand },
    /// Same bits, another register: bitcasts, freeze, ptrtoint and inttoptr of equal width.
    Copy { width: Width, dst: Reg, a: Operand },
    /// `dst = base + index * scale` on 64-bit addresses; `index` is already 64 bits wide.
    Offset { dst: Reg, base: Operand, index: Operand, scale: i32 },

    FloatBinary { op: FloatBinaryOp, kind: FloatKind, dst: Reg, a: Operand, b: Operand },
    FloatUnary { op: FloatUnaryOp, kind: FloatKind, dst: Reg, a: Operand },
    /// `dst = a * b + c` with one rounding.
    FloatFma { kind: FloatKind, dst: Reg, a: Operand, b: Operand, c: Operand },
    FloatCompare { predicate: FloatPredicate, kind: FloatKind, dst: Reg, a: Operand, b: Operand },
    /// `llvm.is.fpclass` with its class mask.
    FloatClass { kind: FloatKind, dst: Reg, a: Operand, mask: u16 },

    /// Reads `ceil(width / 8)` bytes, little endian, and keeps the low `width` bits.
    Load { width: Width, dst: Reg, address: Operand },
    /// Writes `ceil(width / 8)` bytes; bits above `width` are written as zero.
    Store { width: Width, address: Operand, value: Operand },
    /// A fresh stack object of `count * element` bytes that lives until the frame returns or a `StackRestore`.
    Alloca { dst: Reg, element: u32, count: Operand, align_log2: u8 },
    /// `memcpy` (operands must not overlap) or `memmove`; `length` is 64 bits.
    MemCopy { to: Operand, from: Operand, length: Operand, may_overlap: bool },
    /// `memset`; `byte` is 8 bits, `length` 64.
    MemSet { to: Operand, byte: Operand, length: Operand },
    StackSave { dst: Reg },
    StackRestore { saved: Operand },
    /// The stack object at this address comes into scope, with contents that were never written; nothing if it is.
    ScopeStart { variable: Operand },
    /// It goes out of scope: an access is a bug until a `ScopeStart`.
    ScopeEnd { variable: Operand },
    /// Fills the `va_list` at `list` so that it walks the frame's variadic arguments.
    VaStart { list: Operand },
    VaCopy { to: Operand, from: Operand },
    /// `llvm.objectsize`: bytes from `address` to the end of its object, or all ones / zero when unknown.
    ObjectSize { dst: Reg, width: Width, address: Operand, zero_if_unknown: bool },

    /// A call that continues with the next instruction. See [`CallSite`].
    Call { call: CallId },

    // Terminators.
    Jump { edge: EdgeId },
    Branch { cond: Operand, then_edge: EdgeId, else_edge: EdgeId },
    Switch { value: Operand, width: Width, table: SwitchId },
    /// Computed goto: `address` is a block address; the possible targets are `edges` of the switch table.
    IndirectJump { address: Operand, table: SwitchId },
    /// Returns `count` values starting at `first` in the function's operand list.
    Return { first: u32, count: u32 },
    Trap { kind: TrapKind },
    /// Something the front end could not lower; executing it ends the path with an entry in `lost`.
    Unsupported { what: TextId },
}

impl Inst {
    pub const fn is_terminator(&self) -> bool {
        matches!(
            self,
            Inst::Jump { .. }
                | Inst::Branch { .. }
                | Inst::Switch { .. }
                | Inst::IndirectJump { .. }
                | Inst::Return { .. }
                | Inst::Trap { .. }
                | Inst::Unsupported { .. }
        )
    }
}

/// Whom a call calls.
#[derive(Clone, PartialEq, Debug)]
pub enum Callee {
    Direct(FuncId),
    /// Through a function pointer.
    Indirect(Operand),
    /// Inline assembly that does nothing but tie outputs to inputs (an empty template): result `i` is a copy of the
    /// scalar argument `ties[i]`, or 0 where the output is tied to nothing.
    EmptyAsm {
        ties: Vec<Option<u32>>,
    },
}

spelled_enum! {
    /// How the x86-64 ABI passes an argument while there are registers left.
    pub enum ArgumentClass {
        /// In a general-purpose register; a narrow one is zero-extended by the caller.
        Integer,
        /// The same, but sign-extended by the caller (`signed char`, `short`).
        SignedInteger,
        /// In a vector register: floats, doubles and vectors of up to 16 bytes.
        Vector,
        /// In memory: `long double`, large vectors.
        Memory,
    }
}

/// One argument as the source language sees it: some scalars, or a copy of memory.
///
/// Fixed parameters only need the scalars. For variadic ones the x86-64 ABI counts: their class says which registers
/// they would travel in; `size` and `align` lay out those that travel in memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PassedArgument {
    /// `count` scalars from `first` in [`CallSite::args`].
    Scalars { first: u32, count: u32, size: u32, align: u32, class: ArgumentClass },
    /// The scalar `index` of [`CallSite::args`] points to `size` bytes that the callee gets its own copy of.
    ByValue { index: u32, size: u64, align: u32 },
}

impl PassedArgument {
    /// One argument for each scalar, of class integer: what the text form leaves out.
    pub fn one_by_one(args: &[(Operand, Width)]) -> Vec<Self> {
        let argument = |(first, (_, width)): (u32, &(Operand, Width))| {
            let size = u32::from(width.div_ceil(8)).next_power_of_two();
            PassedArgument::Scalars { first, count: 1, size, align: size, class: ArgumentClass::Integer }
        };
        (0..).zip(args).map(argument).collect()
    }
}

/// One part of a result, as the x86-64 ABI returns it: `count` scalars of one class, in one register of that class.
///
/// A `long double` is of class memory, although it is returned in a register of its own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ReturnedPart {
    pub count: u32,
    pub class: ArgumentClass,
}

impl CallSite {
    /// The argument of a number, if it is passed as it is, and as wide as that.
    pub fn plain_argument(&self, number: u32, width: Width) -> Option<Operand> {
        let copied = |passed: &PassedArgument| matches!(passed, PassedArgument::ByValue { index, .. } if *index == number);
        let (argument, given) = *self.args.get(number as usize)?;
        (given == width && !self.passed.iter().any(copied)).then_some(argument)
    }
}

impl ReturnedPart {
    /// A part of class integer for each of so many results: what the text form leaves out.
    pub fn one_by_one(results: usize) -> Vec<Self> {
        vec![ReturnedPart { count: 1, class: ArgumentClass::Integer }; results]
    }
}

/// A call: who, with what, into which registers.
#[derive(Clone, PartialEq, Debug)]
pub struct CallSite {
    pub callee: Callee,
    /// All scalars, flat, in order, with their widths.
    pub args: Vec<(Operand, Width)>,
    /// How the scalars group into source-level arguments, in order; covers `args` exactly.
    pub passed: Vec<PassedArgument>,
    /// Registers for the flattened result, with their widths.
    pub results: Vec<(Reg, Width)>,
    /// The call never returns (`noreturn`).
    pub no_return: bool,
}

/// Targets of a switch or a computed goto.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SwitchTable {
    /// Sorted by value, without repetition. For a computed goto the value is the block's index.
    pub cases: Vec<(u128, EdgeId)>,
    /// Where a switch goes when no case matches; `None` for a computed goto.
    pub default: Option<EdgeId>,
}

impl SwitchTable {
    pub fn edges(&self) -> impl Iterator<Item = EdgeId> + '_ {
        self.cases.iter().map(|(_, edge)| *edge).chain(self.default)
    }

    pub fn find(&self, value: u128) -> Option<EdgeId> {
        match self.cases.binary_search_by_key(&value, |(case, _)| *case) {
            Ok(at) => Some(self.cases[at].1),
            Err(_) => self.default,
        }
    }
}

/// A block as the target of a computed goto: its address is its function's address plus this.
pub const fn block_address_offset(block: BlockId) -> u64 {
    // Offset 0 is the function itself.
    block.0 as u64 + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instructions_stay_small() {
        assert!(size_of::<Inst>() <= 32, "{} bytes", size_of::<Inst>());
    }

    #[test]
    fn operands_round_trip() {
        assert_eq!(Operand::reg(Reg(5)).as_reg(), Some(Reg(5)));
        assert_eq!(Operand::reg(Reg(5)).as_const(), None);
        assert_eq!(Operand::constant(ConstId(5)).as_const(), Some(ConstId(5)));
        assert_eq!(Operand::constant(ConstId(5)).as_reg(), None);
    }
}
