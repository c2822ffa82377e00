//! One function: registers, the blocks in order, and the dispatch of instructions to their families.
//!
//! A value is bound to the operands that hold it; moving scalars around (`extractvalue`, `bitcast`, shuffles) only
//! binds them again and costs no instruction. That is sound because every register except those of phis is written
//! once, and a phi's register only on the edges into its block.

use super::c_function::Described;
use super::layout::Layout;
use super::plan::Plan;
use super::scope::{Mark, Marks};
use super::source::NOWHERE;
use super::unevaluated::is_literal;
use super::{ModuleLowering, Scalars, Unsupported};
use crate::llvm::{BasicBlock, Global, Instruction, Opcode, Type, Value, ValueKind};
use bowline_base::{FxHashMap, FxHashSet};
use bowline_ir::{Block, BlockId, EdgeId, Function, Inst, Operand, Reg, SourceLoc, TrapKind};
use std::rc::Rc;

/// The most characters that are kept of what was not supported.
const MAX_TEXT: usize = 200;

/// What comes after an instruction in its block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    Next,
    /// The instruction ended the block of ours.
    Ended,
}

pub type Lowered = Result<Flow, Unsupported>;

/// An edge whose moves are not known yet, between the LLVM blocks that its phis speak of.
pub struct PendingEdge<'m> {
    pub edge: EdgeId,
    pub from: BasicBlock<'m>,
    pub to: BasicBlock<'m>,
}

pub struct FunctionLowering<'a, 'm> {
    pub module: &'a mut ModuleLowering<'m>,
    pub function: Function,
    pub plan: Rc<Plan<'m>>,
    pub values: FxHashMap<Value<'m>, Scalars>,
    pub pending_edges: Vec<PendingEdge<'m>>,
    /// Blocks whose terminator cannot be lowered because of a phi behind it.
    pub cannot_leave: FxHashMap<BasicBlock<'m>, Unsupported>,
    /// Blocks that some lowered terminator goes to.
    pub entered: FxHashSet<BasicBlock<'m>>,
    /// The block of ours that is being filled.
    pub block: BlockId,
    /// The LLVM block that is being read.
    pub source_block: BasicBlock<'m>,
    /// What debug information says about what is being lowered.
    pub described: Described<'m>,
    /// Where its variables come into scope and go out of it.
    marks: Rc<Marks<'m>>,
    loc: SourceLoc,
}

/// Fills in the body of a function that has one.
pub fn lower_function<'m>(module: &mut ModuleLowering<'m>, global: Global<'m>) {
    let id = module.functions[&global.value()];
    let plan = module.plan(global);
    let Some(first) = plan.chains.first() else { return };
    let described = Described::new(global, module.out.types.function(id));
    let marks = Rc::new(Marks::of(global, &module.debug_nodes));
    let mut lowering = FunctionLowering {
        function: std::mem::take(&mut module.out.functions[id]),
        source_block: first[0],
        module,
        plan,
        values: FxHashMap::default(),
        pending_edges: Vec::new(),
        cannot_leave: FxHashMap::default(),
        entered: FxHashSet::default(),
        block: BlockId(0),
        described,
        marks,
        loc: NOWHERE,
    };
    lowering.lower_body(global);
    let FunctionLowering { function, described, .. } = lowering;
    if let Some(known) = module.out.types.function_mut(id) {
        described.finish(known, &function.params);
    }
    module.out.functions[id] = function;
}

impl<'m> FunctionLowering<'_, 'm> {
    fn lower_body(&mut self, global: Global<'m>) {
        self.loc = self.function.loc.unwrap_or(NOWHERE);
        let plan = self.plan.clone();
        if let Err(unsupported) = self.bind_parameters(global) {
            self.emit_unsupported(unsupported);
            let end = self.function.insts.len() as u32;
            self.function.blocks.push(Block { insts: 0..end });
            return;
        }
        self.reserve_phis();
        for (index, chain) in plan.chains.iter().enumerate() {
            let start = self.function.insts.len() as u32;
            self.block = BlockId(index as u32);
            if index == 0 || self.entered.contains(&chain[0]) {
                self.lower_chain(chain);
            } else {
                // Only reachable through something unsupported, or not at all: its address is all that is needed.
                self.emit(Inst::Trap { kind: TrapKind::Unreachable });
            }
            let end = self.function.insts.len() as u32;
            self.function.blocks.push(Block { insts: start..end });
        }
        self.resolve_edges();
    }

    fn bind_parameters(&mut self, global: Global<'m>) -> Result<(), Unsupported> {
        for param in global.params() {
            let layout = self.layout(param.ty())?;
            let scalars = layout.leaves.iter().map(|_| Operand::reg(self.fresh())).collect();
            self.values.insert(param, scalars);
        }
        Ok(())
    }

    fn lower_chain(&mut self, chain: &[BasicBlock<'m>]) {
        let (before, mut is_located) = (self.loc, false);
        for (index, block) in chain.iter().enumerate() {
            let previous = std::mem::replace(&mut self.source_block, *block);
            let continued_from = (index > 0).then_some(previous);
            for instruction in block.instructions() {
                if instruction.is_debug() {
                    self.name_variable(instruction);
                    continue;
                }
                if let Some(loc) = instruction.debug_loc() {
                    self.loc = self.module.locate(loc);
                    is_located = true;
                } else if !is_located && instruction.opcode() == Opcode::LLVMBr {
                    // Where branches of the source meet. The line before it in the source is that of one of them only, and must
                    // not be covered when another comes by.
                    self.loc = NOWHERE;
                }
                self.emit_marks(instruction);
                match self.lower_instruction(instruction, continued_from) {
                    Ok(Flow::Next) => {}
                    Ok(Flow::Ended) => {
                        if !is_located {
                            self.loc = before;
                        }
                        return;
                    }
                    Err(unsupported) => return self.emit_unsupported(unsupported),
                }
            }
        }
        // Every LLVM block ends in a terminator, and only a jump to the chain's next block falls through.
        self.emit(Inst::Trap { kind: TrapKind::Unreachable });
    }

    /// What comes into scope and goes out of it before an instruction. No line of the source says so.
    fn emit_marks(&mut self, instruction: Instruction<'m>) {
        let marks = Rc::clone(&self.marks);
        for (alloca, mark) in marks.before(instruction) {
            if let Ok(variable) = self.scalar(*alloca) {
                self.emit_unlocated(match mark {
                    Mark::Start => Inst::ScopeStart { variable },
                    Mark::End => Inst::ScopeEnd { variable },
                });
            }
        }
    }

    fn emit_unlocated(&mut self, inst: Inst) {
        let loc = std::mem::replace(&mut self.loc, NOWHERE);
        self.emit(inst);
        self.loc = loc;
    }

    /// A variable of an inner block is out of scope when its function is entered.
    pub fn starts_out_of_scope(&mut self, alloca: Instruction<'m>, variable: Operand) {
        if self.marks.is_scoped(alloca) {
            self.emit_unlocated(Inst::ScopeEnd { variable });
        }
    }

    fn lower_instruction(
        &mut self,
        instruction: Instruction<'m>,
        continued_from: Option<BasicBlock<'m>>,
    ) -> Lowered {
        if self.module.unevaluated.contains(&instruction.value()) {
            // Only the question itself has an answer: no, unless a literal was asked about.
            if instruction.opcode() == Opcode::LLVMCall && is_literal(instruction.operand(0)) {
                let yes = self.int(1, 1);
                return self.bind(instruction, yes);
            }
            let layout = self.layout(instruction.ty())?;
            let zeros = self.module.zeros(&layout);
            return self.bind(instruction, zeros);
        }
        match instruction.opcode() {
            Opcode::LLVMPHI => self.lower_phi(instruction, continued_from),

            Opcode::LLVMAdd
            | Opcode::LLVMSub
            | Opcode::LLVMMul
            | Opcode::LLVMUDiv
            | Opcode::LLVMSDiv
            | Opcode::LLVMURem
            | Opcode::LLVMSRem
            | Opcode::LLVMShl
            | Opcode::LLVMLShr
            | Opcode::LLVMAShr
            | Opcode::LLVMAnd
            | Opcode::LLVMOr
            | Opcode::LLVMXor => self.lower_binary(instruction),
            Opcode::LLVMFAdd | Opcode::LLVMFSub | Opcode::LLVMFMul | Opcode::LLVMFDiv | Opcode::LLVMFRem => {
                self.lower_float_binary(instruction)
            }
            Opcode::LLVMFNeg => self.lower_float_negation(instruction),
            Opcode::LLVMICmp => self.lower_compare(instruction),
            Opcode::LLVMFCmp => self.lower_float_compare(instruction),
            Opcode::LLVMSelect => self.lower_select(instruction),
            Opcode::LLVMTrunc
            | Opcode::LLVMZExt
            | Opcode::LLVMSExt
            | Opcode::LLVMPtrToInt
            | Opcode::LLVMIntToPtr
            | Opcode::LLVMFPToUI
            | Opcode::LLVMFPToSI
            | Opcode::LLVMUIToFP
            | Opcode::LLVMSIToFP
            | Opcode::LLVMFPTrunc
            | Opcode::LLVMFPExt => self.lower_cast(instruction),
            Opcode::LLVMBitCast => self.lower_bitcast(instruction),
            Opcode::LLVMFreeze => self.lower_freeze(instruction),

            Opcode::LLVMAlloca => self.lower_alloca(instruction),
            Opcode::LLVMLoad => self.lower_load(instruction),
            Opcode::LLVMStore => self.lower_store(instruction),
            Opcode::LLVMGetElementPtr => self.lower_gep(instruction),
            Opcode::LLVMFence => Ok(Flow::Next),
            Opcode::LLVMAtomicRMW => self.lower_atomic_update(instruction),
            Opcode::LLVMAtomicCmpXchg => self.lower_compare_exchange(instruction),
            Opcode::LLVMVAArg => self.lower_va_arg(instruction),

            Opcode::LLVMExtractValue => self.lower_extract_value(instruction),
            Opcode::LLVMInsertValue => self.lower_insert_value(instruction),
            Opcode::LLVMExtractElement => self.lower_extract_element(instruction),
            Opcode::LLVMInsertElement => self.lower_insert_element(instruction),
            Opcode::LLVMShuffleVector => self.lower_shuffle(instruction),

            Opcode::LLVMCall | Opcode::LLVMInvoke => self.lower_call(instruction),

            Opcode::LLVMRet => self.lower_return(instruction),
            Opcode::LLVMBr => self.lower_branch(instruction),
            Opcode::LLVMSwitch => self.lower_switch(instruction),
            Opcode::LLVMIndirectBr => self.lower_indirect_branch(instruction),
            Opcode::LLVMUnreachable => self.end(Inst::Trap { kind: TrapKind::Unreachable }),

            other => Err(Unsupported(format!("instruction {}", opcode_name(other)))),
        }
    }

    // What the families build on.

    pub fn layout(&mut self, ty: Type<'m>) -> Result<Rc<Layout>, Unsupported> {
        self.module.layouts.of(ty)
    }

    pub fn fresh(&mut self) -> Reg {
        let reg = Reg(self.function.registers);
        self.function.registers += 1;
        reg
    }

    pub fn emit(&mut self, inst: Inst) {
        self.function.insts.push(inst);
        self.function.locs.push(self.loc);
    }

    /// Emits a terminator.
    pub fn end(&mut self, terminator: Inst) -> Lowered {
        debug_assert!(terminator.is_terminator());
        self.emit(terminator);
        Ok(Flow::Ended)
    }

    fn emit_unsupported(&mut self, unsupported: Unsupported) {
        // LLVM's notation for a constant can be as long as a program.
        let text = match unsupported.0.char_indices().nth(MAX_TEXT) {
            Some((end, _)) => format!("{}...", &unsupported.0[..end]),
            None => unsupported.0,
        };
        let what = self.module.text(text);
        self.emit(Inst::Unsupported { what });
    }

    pub fn bind(&mut self, instruction: Instruction<'m>, scalars: impl Into<Scalars>) -> Lowered {
        self.values.insert(instruction.value(), scalars.into());
        Ok(Flow::Next)
    }

    /// The scalars that hold a value.
    pub fn scalars(&mut self, value: Value<'m>) -> Result<Scalars, Unsupported> {
        if let Some(scalars) = self.values.get(&value) {
            return Ok(scalars.clone());
        }
        match value.kind() {
            // Its definition was cut off by something unsupported, which dominates us: this is never executed.
            ValueKind::Instruction => {
                let layout = self.layout(value.ty())?;
                Ok(self.module.zeros(&layout))
            }
            _ => self.module.constant(value),
        }
    }

    /// The one scalar of a value whose type has one.
    pub fn scalar(&mut self, value: Value<'m>) -> Result<Operand, Unsupported> {
        match *self.scalars(value)? {
            [only] => Ok(only),
            _ => Err(Unsupported(format!("scalar use of type {}", value.ty().text()))),
        }
    }

    pub fn int(&mut self, width: bowline_ir::Width, value: u128) -> Operand {
        Operand::constant(self.module.int(width, value))
    }

    /// The value of an operand that is an integer constant.
    pub fn known_int(&self, operand: Operand) -> Option<u128> {
        operand.as_const().and_then(|id| self.module.int_value(id))
    }
}

/// LLVM's name of an instruction.
pub fn opcode_name(opcode: Opcode) -> String {
    format!("{opcode:?}").trim_start_matches("LLVM").to_ascii_lowercase()
}
