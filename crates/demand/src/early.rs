//! What a pointer is made from, as far as the block tells that the path is in: looked up before the path comes there.
//!
//! Where a write stands before a load of the same pointer, both are known to be one only if it is said of both what they are made from. Registers have one definition, so
//! what an instruction further up in the block computes may be put in at once; what it loads only if nothing in between may write there.
//!
//! Not looked through: other blocks, calls that may write there.

use crate::facts::FunctionFacts;
use crate::state::{Context, Pointer, Root, State};
use bowline_exec::terms::{binary_expr, cast_expr};
use bowline_expr::ExprId;
use bowline_ir::def_use::Definition;
use bowline_ir::{Inst, Operand, Position, Width};

/// Instructions one behind the other.
const DEEPEST: u32 = 8;

impl State {
    /// A pointer operand of the instruction that is stepped over.
    pub(crate) fn place(&mut self, context: &mut Context<'_>, operand: Operand) -> Pointer {
        self.place_to(context, operand, DEEPEST)
    }

    fn place_to(&mut self, context: &mut Context<'_>, operand: Operand, depth: u32) -> Pointer {
        let Some((at, inst)) = self.above(context, operand).filter(|_| depth > 0) else {
            return self.pointer(context, operand);
        };
        match inst {
            Inst::Copy { a, .. } => self.place_to(context, a, depth - 1),
            Inst::Offset { base, index, scale, .. } => {
                let from = self.place_to(context, base, depth - 1);
                let index = self.value_to(context, index, 64, depth - 1);
                let pool = &mut context.pool;
                let scale = pool.constant(i128::from(scale) as u64 as u128, 64);
                let moved = pool.mul(index, scale);
                Pointer { offset: pool.add(from.offset, moved), ..from }
            }
            Inst::Load { width: 64, dst, address } => {
                let from = self.place_to(context, address, depth - 1);
                if !self.is_kept(context, (at, address), from) {
                    return self.pointer(context, operand);
                }
                let symbol = self.load_from(context, dst, 64, from);
                // What was there may be known by now.
                match self.cells.iter().any(|cell| cell.symbol == symbol) {
                    true => {
                        let offset = context.pool.constant(0, 64);
                        Pointer { root: Root::Cell(symbol), object: None, offset }
                    }
                    false => self.pointer(context, operand),
                }
            }
            _ => self.pointer(context, operand),
        }
    }

    fn value_to(&mut self, context: &mut Context<'_>, operand: Operand, width: Width, depth: u32) -> ExprId {
        let Some((_, inst)) = self.above(context, operand).filter(|_| depth > 0) else {
            return self.operand(context, operand, width);
        };
        match inst {
            Inst::Copy { a, .. } => self.value_to(context, a, width, depth - 1),
            Inst::Cast { op, from, to, a, .. } => {
                let x = self.value_to(context, a, from, depth - 1);
                match cast_expr(&mut context.pool, op, to, x) {
                    Some(value) => value,
                    None => self.operand(context, operand, width),
                }
            }
            Inst::Binary { op, width, a, b, .. } => {
                let x = self.value_to(context, a, width, depth - 1);
                let y = self.value_to(context, b, width, depth - 1);
                binary_expr(&mut context.pool, op, x, y)
            }
            _ => self.operand(context, operand, width),
        }
    }

    /// The instruction further up in the block that defines an operand.
    fn above(&self, context: &Context<'_>, operand: Operand) -> Option<(Position, Inst)> {
        let function = &context.module.functions[self.function];
        let facts: &FunctionFacts = context.facts.function(self.function);
        let reg = operand.as_reg()?;
        let Definition::Inst(at) = facts.def_use.sole_definition(reg)? else { return None };
        let start = function.blocks[self.block].insts.start;
        (start..self.before).contains(&at).then(|| (at, function.insts[at as usize]))
    }

    /// Does memory hold what a load found there, before and behind the instruction that is stepped over?
    fn is_kept(&self, context: &Context<'_>, (load, address): (Position, Operand), from: Pointer) -> bool {
        let (module, points_to) = (context.module, &context.facts.points_to);
        let function = &module.functions[self.function];
        let class = points_to.operand(module, self.function, address);
        let hits = |to: Operand| class.meets(points_to.operand(module, self.function, to));
        function.insts[load as usize + 1..=self.before as usize].iter().all(|inst| match *inst {
            Inst::Store { address: to, .. } | Inst::MemSet { to, .. } | Inst::MemCopy { to, .. } => !hits(to),
            Inst::Call { call } => {
                let site = &function.calls[call];
                let targets = context.facts.calls.targets(module, site);
                !targets.is_empty()
                    && targets.iter().all(|target| {
                        // What the library writes is told by its arguments.
                        !module.functions[*target].is_declaration()
                            && !self.may_reach(context, from, context.facts.effects(*target))
                    })
            }
            Inst::VaStart { .. }
            | Inst::VaCopy { .. }
            | Inst::ScopeStart { .. }
            | Inst::StackRestore { .. } => false,
            _ => true,
        })
    }
}
