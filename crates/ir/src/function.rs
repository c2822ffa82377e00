//! Functions, blocks, edges and source positions.

use crate::inst::{CallSite, Inst, Operand, Reg, ReturnedPart, SwitchTable, Width};
use crate::loops::LoopForest;
use crate::spelling::spelled_enum;
use crate::{BlockId, CallId, EdgeId, FileId, LoopId, SwitchId};
use bowline_base::IdVec;
use std::fmt;
use std::ops::Range;

/// A line of the program under test. Line 0 means that debug information names none.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SourceLoc {
    pub file: FileId,
    pub line: u32,
    pub column: u32,
}

/// An instruction within its function: an index into [`Function::insts`].
pub type Position = u32;

/// One flattened parameter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parameter {
    pub width: Width,
    /// The source name, where known.
    pub name: Option<String>,
    /// It is a pointer in the source (not only an integer of 64 bits).
    pub is_pointer: bool,
}

spelled_enum! {
    /// How to read the bits of a variable.
    pub enum VariableSort {
        Signed,
        Unsigned,
        Pointer,
        Float,
        /// A structure, an array, or a type that debug information does not tell.
        Other,
    }
}

/// A variable of the source that a register holds, for messages: nothing that is executed depends on it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    pub reg: Reg,
    /// Of the register.
    pub width: Width,
    /// The register holds the variable's address rather than its value.
    pub in_memory: bool,
    pub name: String,
    pub sort: VariableSort,
    /// Where it is declared.
    pub loc: SourceLoc,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// Its instructions, as positions; the last is the terminator.
    pub insts: Range<Position>,
}

/// How an edge relates to the loops of its function; computed by [`crate::loops`], nothing until then.
///
/// An edge may do both at once: `while (a) ...; while (b) ...;` goes from one loop straight into the next.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LoopCrossing {
    /// The outermost loop that the edge leaves; inner ones are left with it.
    pub left: Option<LoopId>,
    pub arrival: Option<Arrival>,
}

/// The edge leads to the header of a loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arrival {
    /// From outside.
    Enter(LoopId),
    /// From inside: another iteration starts.
    Back(LoopId),
}

/// ` leaves loop0 enters loop1`, as it stands behind an edge; nothing where no loop is crossed.
impl fmt::Display for LoopCrossing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(id) = self.left {
            write!(f, " leaves {id}")?;
        }
        match self.arrival {
            None => Ok(()),
            Some(Arrival::Enter(id)) => write!(f, " enters {id}"),
            Some(Arrival::Back(id)) => write!(f, " repeats {id}"),
        }
    }
}

impl LoopCrossing {
    pub const NONE: Self = Self { left: None, arrival: None };

    #[inline]
    pub fn is_none(self) -> bool {
        self.left.is_none() && self.arrival.is_none()
    }

    /// The loop that is entered from outside.
    pub fn entered(self) -> Option<LoopId> {
        match self.arrival {
            Some(Arrival::Enter(id)) => Some(id),
            _ => None,
        }
    }

    /// The loop that starts another iteration.
    pub fn repeated(self) -> Option<LoopId> {
        match self.arrival {
            Some(Arrival::Back(id)) => Some(id),
            _ => None,
        }
    }
}

/// A control-flow edge, with what its phis do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edge {
    pub from: BlockId,
    pub to: BlockId,
    /// To be done in order; the order is such that this equals doing them at once.
    pub moves: Vec<(Reg, Operand)>,
    pub crossing: LoopCrossing,
}

/// A function. Without blocks it is only declared.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Function {
    pub name: String,
    pub params: Vec<Parameter>,
    /// Widths of the flattened result; empty for `void`.
    pub results: Vec<Width>,
    /// Which registers the ABI returns them in; covers `results` in order. For callers of code that is not ours.
    pub returned: Vec<ReturnedPart>,
    pub variadic: bool,
    /// Registers `0..params.len()` hold the arguments on entry.
    pub registers: u32,
    pub insts: Vec<Inst>,
    /// Parallel to `insts`.
    pub locs: Vec<SourceLoc>,
    /// Block 0 is the entry; it has no predecessor.
    pub blocks: IdVec<BlockId, Block>,
    pub edges: IdVec<EdgeId, Edge>,
    pub calls: IdVec<CallId, CallSite>,
    pub switches: IdVec<SwitchId, SwitchTable>,
    /// Operand lists that instructions refer to by range (return values).
    pub operands: Vec<Operand>,
    /// Where the function is defined; line 0 when unknown.
    pub loc: Option<SourceLoc>,
    /// What debug information says about registers; a register may be several variables, and most are none.
    pub variables: Vec<Variable>,
    /// Filled in by [`crate::loops::annotate`]; empty until then.
    pub loops: LoopForest,
}

impl Function {
    pub const ENTRY: BlockId = BlockId(0);

    pub fn is_declaration(&self) -> bool {
        self.blocks.is_empty()
    }

    pub fn terminator(&self, block: BlockId) -> &Inst {
        &self.insts[self.blocks[block].insts.end as usize - 1]
    }

    pub fn block_insts(&self, block: BlockId) -> &[Inst] {
        let range = &self.blocks[block].insts;
        &self.insts[range.start as usize..range.end as usize]
    }

    /// The block that holds an instruction.
    pub fn block_of(&self, position: Position) -> BlockId {
        let at = self.blocks.as_slice().partition_point(|block| block.insts.end <= position);
        BlockId(at as u32)
    }

    /// The edges that leave a block, in the order in which its terminator names them.
    pub fn successors(&self, block: BlockId) -> Vec<EdgeId> {
        match self.terminator(block) {
            Inst::Jump { edge } => vec![*edge],
            Inst::Branch { then_edge, else_edge, .. } => vec![*then_edge, *else_edge],
            Inst::Switch { table, .. } | Inst::IndirectJump { table, .. } => {
                self.switches[*table].edges().collect()
            }
            _ => Vec::new(),
        }
    }

    pub fn return_values(&self, first: u32, count: u32) -> &[Operand] {
        &self.operands[first as usize..(first + count) as usize]
    }
}
