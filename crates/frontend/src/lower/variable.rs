//! Names and types of variables for registers, for messages and for the table of types.

use super::function::FunctionLowering;
use super::source::NOWHERE;
use crate::llvm::{Instruction, TypeKind};
use bowline_ir::c_type::{BasicKind, CType, CTypes};
use bowline_ir::{CTypeId, FloatKind, Variable, VariableSort};

impl<'m> FunctionLowering<'_, 'm> {
    /// Keeps what a call of `llvm.dbg.value` or `llvm.dbg.declare` says, where one register is all of the variable.
    pub fn name_variable(&mut self, call: Instruction<'m>) {
        let Some(description) = call.description(&self.module.debug_nodes) else { return };
        let variable = description.variable;
        let nodes = &self.module.debug_nodes;
        self.described.name(variable, |number| nodes.is_parameter(variable, number));
        let Some(value) = description.value else { return };
        let Some(scalars) = self.values.get(&value) else { return };
        let [operand] = **scalars else { return };
        let Some(reg) = operand.as_reg() else { return };
        let width = match value.ty().kind() {
            TypeKind::Integer(width) if width <= 64 => width as u16,
            TypeKind::Float(kind) if kind.width() <= 64 => kind.width(),
            TypeKind::Pointer { .. } => 64,
            _ => return,
        };
        let types = &mut self.module.out.types;
        let ty = variable.ty().map(|ty| self.module.types.read(types, Some(ty)));
        let sort = ty.map_or(VariableSort::Other, |ty| sort_of(types, ty));
        let loc = variable.loc().map_or(NOWHERE, |loc| self.module.locate(loc));
        let in_memory = description.is_address;
        self.described.variables.push(ty);
        self.function.variables.push(Variable { reg, width, in_memory, name: variable.name(), sort, loc });
    }
}

fn sort_of(types: &CTypes, ty: CTypeId) -> VariableSort {
    match types.resolve(ty) {
        CType::Pointer(_) => VariableSort::Pointer,
        CType::Enum(_) => VariableSort::Signed,
        CType::Basic(basic) => match basic.kind {
            BasicKind::Signed => VariableSort::Signed,
            BasicKind::Unsigned | BasicKind::Bool => VariableSort::Unsigned,
            BasicKind::Float(Some(FloatKind::Single | FloatKind::Double)) => VariableSort::Float,
            BasicKind::Float(_) | BasicKind::Complex => VariableSort::Other,
        },
        _ => VariableSort::Other,
    }
}
