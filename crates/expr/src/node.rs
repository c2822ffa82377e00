//! What an expression is made of.

use crate::{ExprId, SymId};

bowline_base::define_id!(/// An interned constant byte table.
    pub TableId, "table");

/// Operations on two bit-vectors of equal width. Comparisons give one bit.
///
/// There is no `Ne`, `Ugt`, ...: the constructors express them by these and a negation (xor with 1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
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
    Eq,
    Ult,
    Ule,
    Slt,
    Sle,
}

impl BinaryOp {
    pub const ALL: [BinaryOp; 18] = {
        use BinaryOp::*;
        [Add, Sub, Mul, UDiv, SDiv, URem, SRem, Shl, LShr, AShr, And, Or, Xor, Eq, Ult, Ule, Slt, Sle]
    };

    pub const fn is_comparison(self) -> bool {
        matches!(self, BinaryOp::Eq | BinaryOp::Ult | BinaryOp::Ule | BinaryOp::Slt | BinaryOp::Sle)
    }

    pub const fn is_commutative(self) -> bool {
        use BinaryOp::*;
        matches!(self, Add | Mul | And | Or | Xor | Eq)
    }
}

/// What a [bounded term](Node::Bounded) says of the numbers below its count for which its body holds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum BoundedOp {
    /// Are they all? One bit.
    ForAll,
    /// How many are they? 64 bits.
    HowMany,
}

/// One expression; its width is kept beside it in the pool. 16 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Node {
    /// A constant of at most 64 bits; bits above the width are zero.
    Const(u64),
    /// A constant of more than 64 bits, by its place in the pool's table of wide constants.
    WideConst(u32),
    Binary(BinaryOp, ExprId, ExprId),
    /// `(condition, then, else)`; never of arrays.
    Ite(ExprId, ExprId, ExprId),
    /// Bits `low..low + width` of an expression.
    Extract {
        of: ExprId,
        low: u16,
    },
    /// High part, low part.
    Concat(ExprId, ExprId),
    ZeroExtend(ExprId),
    SignExtend(ExprId),
    /// The byte of an array at a 64-bit index.
    Select(ExprId, ExprId),
    /// The variable of a bounded term or of a formula around it, by its level. Its width is as many bits as that term's numbers have in the
    /// body; indices have 64.
    Bound(u8),
    /// Something about a condition for all numbers below a count; their low `bits` are the variable of that level in the body. See
    /// [`crate::bounded`].
    Bounded {
        op: BoundedOp,
        level: u8,
        bits: u8,
        count: ExprId,
        body: ExprId,
    },

    // Arrays.
    /// The bytes of an input.
    Input(SymId),
    /// Constant bytes, zero beyond the table's end.
    Table(TableId),
    /// `(array, index, byte)`.
    Store(ExprId, ExprId, ExprId),
    /// The byte at every index is the body, in which the variable of that level is the index. See [`crate::formula`].
    Formula {
        level: u8,
        body: ExprId,
    },
}

impl Node {
    /// Calls `f` on each direct subexpression.
    #[inline]
    pub fn for_each_child(&self, mut f: impl FnMut(ExprId)) {
        match *self {
            Node::Const(_) | Node::WideConst(_) | Node::Input(_) | Node::Table(_) | Node::Bound(_) => {}
            Node::Binary(_, a, b)
            | Node::Concat(a, b)
            | Node::Select(a, b)
            | Node::Bounded { count: a, body: b, .. } => {
                f(a);
                f(b);
            }
            Node::Ite(a, b, c) | Node::Store(a, b, c) => {
                f(a);
                f(b);
                f(c);
            }
            Node::Extract { of, .. } => f(of),
            Node::ZeroExtend(a) | Node::SignExtend(a) | Node::Formula { body: a, .. } => f(a),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_stay_small() {
        assert!(size_of::<Node>() <= 16, "{} bytes", size_of::<Node>());
    }
}
