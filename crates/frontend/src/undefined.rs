//! What LLVM calls undefined, as a read of memory that nobody wrote.
//!
//! `undef` stands where a value was never set: the result of a function that ends without a `return`, a variable of optimised code on the way on which
//! nothing was assigned. The executor knows such values already, as bytes of a variable that was never written, so each use of one becomes a read of
//! such a variable, placed where the use is: nothing is made on paths that do not get there.
//!
//! Two uses may see different values, as LLVM allows; two ways from one block to the same `phi` see one. `poison` and undefined lanes and fields of aggregates stay
//! zero: code that has a meaning does not look at them.

use crate::llvm::{Global, Instruction, Module, Opcode, TypeKind, Value, ValueKind};
use bowline_base::FxHashMap;

pub fn read_undefined_values(module: &mut Module<'_>) {
    for function in module.functions().into_iter().filter(|function| !function.is_declaration()) {
        read_in(function);
    }
}

fn read_in(function: Global<'_>) {
    let uses: Vec<(Instruction<'_>, u32)> = function
        .blocks()
        .into_iter()
        .flat_map(|block| block.instructions())
        .flat_map(|user| (0..user.operand_count()).map(move |index| (user, index)))
        .filter(|(user, index)| is_undefined_scalar(user.operand(*index)))
        .collect();
    // By the instruction in front of which it stands, and by type: a block may lead to a phi several times.
    let mut reads = FxHashMap::default();
    for (user, index) in uses {
        let before = match user.opcode() {
            Opcode::LLVMPHI => user.incoming(index).0.terminator(),
            _ => Some(user),
        };
        let Some(before) = before else { continue };
        let ty = user.operand(index).ty();
        let read = *reads
            .entry((before.value(), user.value(), ty))
            .or_insert_with(|| function.add_variable(ty).map(|variable| variable.load_before(ty, before)));
        if let Some(read) = read {
            user.set_operand(index, read);
        }
    }
}

fn is_undefined_scalar(value: Value<'_>) -> bool {
    value.kind() == ValueKind::Undefined
        && !value.is_poison()
        && matches!(value.ty().kind(), TypeKind::Integer(_) | TypeKind::Pointer { .. } | TypeKind::Float(_))
}
