//! Constants of a module. Those that depend on addresses are evaluated once, when the program is laid out in memory.

use crate::inst::{BinaryOp, CastOp, ComparePredicate, Width};
use crate::{BlockId, ConstId, FuncId, GlobalId};

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Constant {
    /// An integer, or the bits of a float; bits above `width` are zero.
    Int {
        width: Width,
        value: u128,
    },
    /// The address of a global plus a byte offset.
    Global {
        global: GlobalId,
        offset: i64,
    },
    Function(FuncId),
    /// The address of a block, for computed gotos.
    Block {
        function: FuncId,
        block: BlockId,
    },
    /// What no other variant covers, such as the difference of two addresses.
    Expr(ConstExpr),
}

impl Constant {
    /// Addresses are 64 bits wide.
    pub fn width(&self) -> Width {
        match self {
            Constant::Int { width, .. } => *width,
            Constant::Global { .. } | Constant::Function(_) | Constant::Block { .. } => 64,
            Constant::Expr(expr) => expr.width(),
        }
    }
}

impl ConstExpr {
    pub fn width(&self) -> Width {
        match self {
            ConstExpr::Compare { .. } => 1,
            ConstExpr::Binary { width, .. } | ConstExpr::Select { width, .. } => *width,
            ConstExpr::Cast { to, .. } => *to,
        }
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ConstExpr {
    Binary { op: BinaryOp, width: Width, a: ConstId, b: ConstId },
    Compare { predicate: ComparePredicate, width: Width, a: ConstId, b: ConstId },
    Cast { op: CastOp, from: Width, to: Width, a: ConstId },
    Select { width: Width, cond: ConstId, a: ConstId, b: ConstId },
}
