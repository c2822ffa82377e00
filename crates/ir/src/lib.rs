//! The compact IR that programs are executed from.
//!
//! A function is one flat array of instructions over numbered registers, cut into blocks. It differs from LLVM IR on
//! purpose:
//!
//! * **Registers are scalar.** An LLVM vector or aggregate value is lowered to consecutive registers, so the executor
//!   never sees one. Calls and returns pass flat lists of scalars.
//! * **Pointers are 64-bit integers.** There is no pointer type; provenance is recovered from the address.
//! * **No phis.** Each control-flow [`Edge`] carries the moves its phis would do, already put in an order in which
//!   they can be done one after the other.
//! * **No constant expressions in instructions.** An operand is a register or an index into the module's constants.
//! * **No undefined values.** `undef` is a read of a variable that nobody wrote; `poison` and parts of aggregates that were never set are 0.
//!
//! Invariants are listed and checked in [`verify`]. Nothing here knows LLVM.

pub mod bitset;
pub mod block_set;
pub mod builder;
pub mod c_type;
pub mod call_graph;
pub mod cfg;
pub mod compact;
pub mod constant;
pub mod def_use;
pub mod distance;
pub mod dominators;
pub mod function;
pub mod graph;
pub mod inst;
pub mod liveness;
pub mod loops;
pub mod module;
pub mod operands;
pub mod ops;
pub mod print;
#[cfg(test)]
mod random_function;
pub mod read;
pub mod spelling;
pub mod verify;
pub mod widths;

pub use c_type::CTypes;
pub use constant::{ConstExpr, Constant};
pub use function::{
    Arrival, Block, Edge, Function, LoopCrossing, Parameter, Position, SourceLoc, Variable, VariableSort,
};
pub use inst::{
    ArgumentClass, BinaryOp, CallSite, Callee, CastOp, ComparePredicate, FloatBinaryOp, FloatKind,
    FloatPredicate, FloatUnaryOp, Inst, Operand, PassedArgument, Reg, ReturnedPart, SwitchTable, TernaryOp,
    TrapKind, UnaryOp, Width, Wrapping,
};
pub use loops::{Loop, LoopForest};
pub use module::{Global, Initializer, Module, Relocation};
pub use read::{ReadError, read};

bowline_base::define_id!(/// A function of the module, with or without a body.
    pub FuncId, "f");
bowline_base::define_id!(/// A basic block within its function.
    pub BlockId, "b");
bowline_base::define_id!(/// A control-flow edge within its function.
    pub EdgeId, "e");
bowline_base::define_id!(/// A global variable of the module.
    pub GlobalId, "g");
bowline_base::define_id!(/// A constant of the module.
    pub ConstId, "c");
bowline_base::define_id!(/// A source file named by debug information.
    pub FileId, "file");
bowline_base::define_id!(/// A call site within its function.
    pub CallId, "call");
bowline_base::define_id!(/// A switch table within its function.
    pub SwitchId, "switch");
bowline_base::define_id!(/// A C type of the module, see [`c_type`].
    pub CTypeId, "t");
bowline_base::define_id!(/// A loop of its function's control flow, see [`loops`].
    pub LoopId, "loop");
bowline_base::define_id!(/// An interned text of the module, such as the name of an unsupported instruction.
    pub TextId, "text");
