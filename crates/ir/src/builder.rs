//! Builds functions by hand, block by block: for tests of everything that works on the IR.
//!
//! Blocks may be filled in any order; [`FunctionBuilder::finish`] lays them out by id. The builder checks nothing
//! beyond what it needs itself: what it makes may be wrong on purpose, for tests of [`crate::verify`].

use crate::function::{Block, Edge, Function, LoopCrossing, Parameter, SourceLoc};
use crate::inst::{CallSite, Inst, Operand, Reg, ReturnedPart, SwitchTable, Width};
use crate::{BlockId, CallId, EdgeId, FileId};
use bowline_base::IdVec;

pub struct FunctionBuilder {
    function: Function,
    bodies: IdVec<BlockId, Vec<(Inst, SourceLoc)>>,
    current: BlockId,
    loc: SourceLoc,
}

impl FunctionBuilder {
    /// A function with parameters and results of the given widths; its entry block is the current one.
    pub fn new(name: &str, params: &[Width], results: &[Width]) -> Self {
        let parameter = |&width| Parameter { width, name: None, is_pointer: false };
        let function = Function {
            name: name.to_string(),
            params: params.iter().map(parameter).collect(),
            results: results.to_vec(),
            returned: ReturnedPart::one_by_one(results.len()),
            registers: params.len() as u32,
            ..Function::default()
        };
        let loc = SourceLoc { file: FileId(0), line: 0, column: 0 };
        Self { function, bodies: vec![Vec::new()].into(), current: Function::ENTRY, loc }
    }

    /// The function so far, to set what the builder has no method for.
    pub fn function(&mut self) -> &mut Function {
        &mut self.function
    }

    pub fn param(&self, index: u32) -> Operand {
        Reg(index).into()
    }

    /// A new register.
    pub fn reg(&mut self) -> Reg {
        self.function.registers += 1;
        Reg(self.function.registers - 1)
    }

    /// A new block, empty.
    pub fn block(&mut self) -> BlockId {
        self.bodies.push(Vec::new())
    }

    /// What follows goes to the end of this block.
    pub fn switch_to(&mut self, block: BlockId) {
        self.current = block;
    }

    /// What follows is from this line of the file with id 0.
    pub fn at_line(&mut self, line: u32) {
        self.loc.line = line;
    }

    pub fn push(&mut self, inst: Inst) {
        self.bodies[self.current].push((inst, self.loc));
    }

    /// An edge from the current block, for a terminator still to be pushed.
    pub fn edge(&mut self, to: BlockId, moves: &[(Reg, Operand)]) -> EdgeId {
        let crossing = LoopCrossing::NONE;
        self.function.edges.push(Edge { from: self.current, to, moves: moves.to_vec(), crossing })
    }

    pub fn call(&mut self, site: CallSite) -> CallId {
        let call = self.function.calls.push(site);
        self.push(Inst::Call { call });
        call
    }

    pub fn jump(&mut self, to: BlockId, moves: &[(Reg, Operand)]) -> EdgeId {
        let edge = self.edge(to, moves);
        self.push(Inst::Jump { edge });
        edge
    }

    pub fn branch(&mut self, cond: Operand, then: BlockId, otherwise: BlockId) -> (EdgeId, EdgeId) {
        let (then_edge, else_edge) = (self.edge(then, &[]), self.edge(otherwise, &[]));
        self.push(Inst::Branch { cond, then_edge, else_edge });
        (then_edge, else_edge)
    }

    /// A switch over edges made before with [`Self::edge`].
    pub fn switch(&mut self, value: Operand, width: Width, cases: &[(u128, EdgeId)], default: EdgeId) {
        let table =
            self.function.switches.push(SwitchTable { cases: cases.to_vec(), default: Some(default) });
        self.push(Inst::Switch { value, width, table });
    }

    pub fn ret(&mut self, values: &[Operand]) {
        let first = self.function.operands.len() as u32;
        self.function.operands.extend_from_slice(values);
        self.push(Inst::Return { first, count: values.len() as u32 });
    }

    pub fn finish(mut self) -> Function {
        for body in self.bodies.iter() {
            let start = self.function.insts.len() as u32;
            self.function.insts.extend(body.iter().map(|(inst, _)| *inst));
            self.function.locs.extend(body.iter().map(|(_, loc)| *loc));
            self.function.blocks.push(Block { insts: start..self.function.insts.len() as u32 });
        }
        self.function
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_filled_out_of_order_are_laid_out_by_id() {
        let mut builder = FunctionBuilder::new("f", &[32], &[32]);
        let (middle, end) = (builder.block(), builder.block());
        builder.switch_to(end);
        builder.ret(&[builder.param(0)]);
        builder.switch_to(Function::ENTRY);
        builder.jump(middle, &[]);
        builder.switch_to(middle);
        let copy = builder.reg();
        builder.push(Inst::Copy { width: 32, dst: copy, a: builder.param(0) });
        builder.jump(end, &[]);
        let function = builder.finish();
        assert_eq!(
            function.blocks.iter().map(|block| block.insts.clone()).collect::<Vec<_>>(),
            [0..1, 1..3, 3..4]
        );
        assert_eq!(function.insts[1], Inst::Copy { width: 32, dst: copy, a: Reg(0).into() });
        assert_eq!(
            function.edges.iter().map(|edge| (edge.from.0, edge.to.0)).collect::<Vec<_>>(),
            [(0, 1), (1, 2)]
        );
    }
}
