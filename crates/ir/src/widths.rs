//! The width of each register.
//!
//! An instruction states the width of what it defines; a register that is only moved to on edges has the width of what is moved.
//! Registers that nothing defines have none.

use crate::inst::{BinaryOp, Inst, Operand, Reg, Width};
use crate::{Function, Module};

/// Widths by register.
pub fn of(function: &Function, module: &Module) -> Vec<Option<Width>> {
    let mut widths = vec![None; function.registers as usize];
    for (register, parameter) in widths.iter_mut().zip(&function.params) {
        *register = Some(parameter.width);
    }
    for inst in &function.insts {
        if let Some((reg, width)) = defined(inst) {
            widths[reg.0 as usize] = Some(width);
        }
        if let Inst::Call { call } = inst {
            for &(reg, width) in &function.calls[*call].results {
                widths[reg.0 as usize] = Some(width);
            }
        }
    }
    // Moves may form chains through other moved registers, so go on while anything new is learned.
    let mut learned = true;
    while learned {
        learned = false;
        for &(reg, source) in function.edges.iter().flat_map(|edge| &edge.moves) {
            if widths[reg.0 as usize].is_none() {
                widths[reg.0 as usize] = operand_width(source, &widths, module);
                learned |= widths[reg.0 as usize].is_some();
            }
        }
    }
    widths
}

fn operand_width(operand: Operand, widths: &[Option<Width>], module: &Module) -> Option<Width> {
    match (operand.as_reg(), operand.as_const()) {
        (Some(reg), _) => widths[reg.0 as usize],
        (_, Some(id)) => Some(module.constants[id].width()),
        _ => None,
    }
}

/// The register an instruction defines, except for calls, and its width.
pub fn defined(inst: &Inst) -> Option<(Reg, Width)> {
    use BinaryOp::*;
    Some(match *inst {
        Inst::Binary {
            op: UAddOverflows | SAddOverflows | USubOverflows | SSubOverflows | UMulOverflows | SMulOverflows,
            dst,
            ..
        }
        | Inst::Compare { dst, .. }
        | Inst::FloatCompare { dst, .. }
        | Inst::FloatClass { dst, .. } => (dst, 1),
        Inst::Binary { width, dst, .. }
        | Inst::Unary { width, dst, .. }
        | Inst::Ternary { width, dst, .. }
        | Inst::Select { width, dst, .. }
        | Inst::Copy { width, dst, .. }
        | Inst::Load { width, dst, .. }
        | Inst::ObjectSize { width, dst, .. } => (dst, width),
        Inst::Cast { to, dst, .. } => (dst, to),
        Inst::FloatBinary { kind, dst, .. }
        | Inst::FloatUnary { kind, dst, .. }
        | Inst::FloatFma { kind, dst, .. } => (dst, kind.width()),
        Inst::Offset { dst, .. } | Inst::Alloca { dst, .. } | Inst::StackSave { dst } => (dst, 64),
        _ => return None,
    })
}
