//! The operand of `__builtin_constant_p` is not evaluated, but clang computes it all the same, without optimisation even
//! with loads. What only serves such a question is left out: a bad load in it is no bug.

use crate::llvm::{Instruction, Module, Opcode, Value, ValueKind};
use bowline_base::FxHashSet;

/// The instructions that are used by nothing but `llvm.is.constant`, directly or through each other.
pub fn unevaluated<'m>(module: &'m Module<'_>) -> FxHashSet<Value<'m>> {
    let questions: FxHashSet<Value<'m>> = module
        .functions()
        .into_iter()
        .filter(|function| function.name().starts_with("llvm.is.constant."))
        .flat_map(|function| function.value().users())
        .collect();
    let mut found = questions.clone();
    let mut pending: Vec<Value<'m>> = questions.into_iter().collect();
    while let Some(user) = pending.pop() {
        let Some(instruction) = user.as_instruction() else { continue };
        for operand in instruction.operands() {
            let is_new = operand.as_instruction().is_some_and(is_harmless) && !found.contains(&operand);
            if is_new && operand.users().iter().all(|user| found.contains(user)) {
                found.insert(operand);
                pending.push(operand);
            }
        }
    }
    found
}

/// Is it written out in the program?
pub fn is_literal(value: Value<'_>) -> bool {
    matches!(value.kind(), ValueKind::Integer | ValueKind::Float | ValueKind::Null | ValueKind::Zero)
}

/// Does it do nothing but compute a value in its place?
fn is_harmless(instruction: Instruction<'_>) -> bool {
    match instruction.opcode() {
        Opcode::LLVMLoad => !instruction.is_volatile(),
        Opcode::LLVMGetElementPtr
        | Opcode::LLVMTrunc
        | Opcode::LLVMZExt
        | Opcode::LLVMSExt
        | Opcode::LLVMAdd
        | Opcode::LLVMSub
        | Opcode::LLVMMul
        | Opcode::LLVMAnd
        | Opcode::LLVMOr
        | Opcode::LLVMXor
        | Opcode::LLVMShl
        | Opcode::LLVMLShr
        | Opcode::LLVMAShr
        | Opcode::LLVMUDiv
        | Opcode::LLVMSDiv
        | Opcode::LLVMURem
        | Opcode::LLVMSRem
        | Opcode::LLVMICmp => true,
        _ => false,
    }
}
