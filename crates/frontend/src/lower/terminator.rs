//! Branches, switches, computed gotos and returns.

use super::Unsupported;
use super::function::{Flow, FunctionLowering, Lowered, PendingEdge};
use crate::llvm::{BasicBlock, Instruction, Value};
use bowline_base::FxHashMap;
use bowline_ir::{Edge, EdgeId, Inst, LoopCrossing, SwitchTable};

impl<'m> FunctionLowering<'_, 'm> {
    /// To be asked before the first edge is made: an edge that no terminator names is not allowed.
    fn check_can_leave(&self) -> Result<(), Unsupported> {
        match self.cannot_leave.get(&self.source_block) {
            Some(unsupported) => Err(unsupported.clone()),
            None => Ok(()),
        }
    }

    /// A new edge from the end of the current block.
    fn edge_to(&mut self, to: BasicBlock<'m>) -> EdgeId {
        let target = self.plan.ids[&to];
        let edge = self.function.edges.push(Edge {
            from: self.block,
            to: target,
            moves: Vec::new(),
            crossing: LoopCrossing::NONE,
        });
        self.entered.insert(to);
        self.pending_edges.push(PendingEdge { edge, from: self.source_block, to });
        edge
    }

    /// Goes to a block that control reaches in any case: falls through if it continues the chain.
    pub fn go_to(&mut self, to: BasicBlock<'m>) -> Lowered {
        if !self.plan.ids.contains_key(&to) {
            return Ok(Flow::Next);
        }
        self.check_can_leave()?;
        let edge = self.edge_to(to);
        self.end(Inst::Jump { edge })
    }

    pub fn lower_branch(&mut self, branch: Instruction<'m>) -> Lowered {
        let targets = branch.successors();
        match targets[..] {
            [then_block, else_block] if then_block != else_block => {
                let cond = self.scalar(branch.condition())?;
                self.check_can_leave()?;
                let then_edge = self.edge_to(then_block);
                let else_edge = self.edge_to(else_block);
                self.end(Inst::Branch { cond, then_edge, else_edge })
            }
            [only, ..] => self.go_to(only),
            [] => Err(Unsupported("branch to nowhere".to_string())),
        }
    }

    pub fn lower_switch(&mut self, switch: Instruction<'m>) -> Lowered {
        // Operands: the value, the default block, then pairs of case value and block; blocks are also successors.
        let condition = switch.operand(0);
        let width = self.layout(condition.ty())?.leaves[0].width;
        let value = self.scalar(condition)?;
        let targets = switch.successors();
        self.check_can_leave()?;
        let mut edges: FxHashMap<BasicBlock<'m>, EdgeId> = FxHashMap::default();
        let mut edge_for = |lowering: &mut Self, to: BasicBlock<'m>| match edges.get(&to) {
            Some(edge) => *edge,
            None => {
                let edge = lowering.edge_to(to);
                edges.insert(to, edge);
                edge
            }
        };
        let default = edge_for(self, targets[0]);
        let mut cases = Vec::with_capacity(targets.len() - 1);
        for (index, target) in targets.iter().enumerate().skip(1) {
            let case = switch
                .operand(2 * index as u32)
                .integer()
                .ok_or_else(|| Unsupported("switch on something other than an integer".to_string()))?;
            cases.push((case, edge_for(self, *target)));
        }
        cases.sort_by_key(|(case, _)| *case);
        let table = self.function.switches.push(SwitchTable { cases, default: Some(default) });
        self.end(Inst::Switch { value, width, table })
    }

    pub fn lower_indirect_branch(&mut self, branch: Instruction<'m>) -> Lowered {
        let address = self.scalar(branch.operand(0))?;
        self.check_can_leave()?;
        let mut cases = Vec::new();
        let mut targets = branch.successors();
        targets.sort_by_key(|target| self.plan.ids[target]);
        targets.dedup();
        for target in targets {
            let block = self.plan.ids[&target];
            cases.push((u128::from(block.0), self.edge_to(target)));
        }
        let table = self.function.switches.push(SwitchTable { cases, default: None });
        self.end(Inst::IndirectJump { address, table })
    }

    pub fn lower_return(&mut self, ret: Instruction<'m>) -> Lowered {
        let first = self.function.operands.len() as u32;
        let value: Option<Value<'m>> = (ret.operand_count() > 0).then(|| ret.operand(0));
        if let Some(value) = value {
            let scalars = self.scalars(value)?;
            self.function.operands.extend_from_slice(&scalars);
        }
        let count = self.function.operands.len() as u32 - first;
        self.end(Inst::Return { first, count })
    }
}
