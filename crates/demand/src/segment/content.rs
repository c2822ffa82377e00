//! What a loop is, in words that two runs and two projects agree on: the key of its response.
//!
//! Everything that a run of the loop alone depends on is part of it: the instructions of its function and of all functions that they call, the constants that
//! are read, the inputs, the values that are tried. Not part of it: where in the source that is, and what else is in the program.

use super::Cut;
use super::bench::Reference;
use bowline_base::FxHashSet;
use bowline_infer::Range;
use bowline_ir::{Callee, Constant, FuncId, Initializer, Inst, Module, Operand};
use std::fmt::Write;

pub(super) fn key(module: &Module, cut: &Cut, reference: Reference, ranges: &[Range]) -> String {
    let mut key = format!(
        "loop {} of the first function\ninputs {:?}\nalphabet {:?}\nrounds by {reference:?}\nranges {ranges:?}\n",
        cut.loop_id, cut.inputs, cut.alphabet
    );
    let mut work = vec![cut.function];
    let mut seen: FxHashSet<FuncId> = FxHashSet::default();
    while let Some(id) = work.pop() {
        if !seen.insert(id) {
            continue;
        }
        let function = &module.functions[id];
        key += &body(module, id);
        let mut globals = Vec::new();
        let mut used = |operand: Operand| {
            if let Some(Constant::Global { global, .. }) = operand.as_const().map(|id| &module.constants[id])
            {
                globals.push(*global);
            }
        };
        for inst in &function.insts {
            inst.for_each_use(function, &mut used);
            if let Inst::Call { call } = inst
                && let Callee::Direct(called) = function.calls[*call].callee
            {
                work.push(called);
            }
        }
        for edge in function.edges.iter() {
            edge.moves.iter().for_each(|(_, source)| used(*source));
        }
        globals.sort_unstable();
        globals.dedup();
        for global in globals.into_iter().map(|id| &module.globals[id]).filter(|global| global.read_only) {
            let (name, size) = (&global.name, global.size);
            let _ = match &global.initializer {
                Initializer::Bytes { bytes, relocations } => {
                    writeln!(key, "constant {name} {size} {bytes:?} {relocations:?}")
                }
                other => writeln!(key, "constant {name} {size} {other:?}"),
            };
        }
    }
    key
}

/// A function without its number in this module and without places of the source.
fn body(module: &Module, id: FuncId) -> String {
    let text = module.text_of(id).to_string();
    let name = &module.functions[id].name;
    let mut body = format!("function {name}\n");
    for line in text.lines().skip(1) {
        body += line.rsplit_once(" !").map_or(line, |(what, _)| what);
        body.push('\n');
    }
    body
}
