//! Names of variables for registers, for messages.

use super::function::FunctionLowering;
use super::source::NOWHERE;
use crate::llvm::{Instruction, TypeKind, TypeSort};
use bowline_ir::{Variable, VariableSort};

impl<'m> FunctionLowering<'_, 'm> {
    /// Keeps what a call of `llvm.dbg.value` or `llvm.dbg.declare` says, where one register is all of the variable.
    pub fn name_variable(&mut self, call: Instruction<'m>) {
        let Some(described) = call.described_variable(self.module.plain_expression) else { return };
        let Some(scalars) = self.values.get(&described.value) else { return };
        let [operand] = **scalars else { return };
        let Some(reg) = operand.as_reg() else { return };
        let width = match described.value.ty().kind() {
            TypeKind::Integer(width) if width <= 64 => width as u16,
            TypeKind::Float(kind) if kind.width() <= 64 => kind.width(),
            TypeKind::Pointer { .. } => 64,
            _ => return,
        };
        let sort = match described.sort {
            TypeSort::Signed => VariableSort::Signed,
            TypeSort::Unsigned => VariableSort::Unsigned,
            TypeSort::Pointer => VariableSort::Pointer,
            TypeSort::Float => VariableSort::Float,
            TypeSort::Other => VariableSort::Other,
        };
        let loc = described.loc.map_or(NOWHERE, |loc| self.module.locate(loc));
        let variable =
            Variable { reg, width, in_memory: described.is_address, name: described.name, sort, loc };
        self.function.variables.push(variable);
    }
}
