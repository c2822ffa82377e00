//! The light pipeline for code that we compiled ourselves.
//!
//! Local variables become registers and loops get a canonical shape. Nothing else: passes that simplify more also
//! assume that the program has no undefined behaviour, and delete what we look for. `simplifycfg` turns a store
//! through NULL into `unreachable`, `sroa` drops accesses beyond the end of a local array; neither is used, and merging
//! straight-line blocks is left to the lowering.
//!
//! Loops come first: once variables are registers, `loop-simplify` takes a loop with a `continue` in it for two, one inside the other.
//! The jumps that it adds have the line of what comes behind them. Where that is the store to a variable that becomes a register, the jump on
//! one way out of a loop would be all that is left of the line, not covered by those who leave another way; so added jumps have no line.
//!
//! `mem2reg` itself would turn a read of an uninitialised variable into `undef`; such reads are found first (see
//! [`crate::initialised`]) and kept in memory. Functions that call `setjmp` are left alone: their variables must
//! survive a `longjmp` in memory.

use crate::error::Error;
use crate::initialised::keep_uninitialised_reads;
use crate::llvm::{Global, Module, Opcode};
use crate::lower::scope::mark_named_outside;

/// The mark of functions that went through it, and are otherwise as clang made them without optimisation. Those that call `setjmp` have none: they come
/// back to places that control flow does not tell of.
pub const PLAIN_MARK: &str = "bowline-plain";

const LOOPS: &str = "function(loop-simplify)";
const VARIABLES: &str = "function(mem2reg)";

pub fn run_light_pipeline(module: &mut Module<'_>) -> Result<(), Error> {
    module.describe_variables_by_calls();
    let nodes = module.debug_nodes();
    for function in module.functions().into_iter().filter(|function| !function.is_declaration()) {
        mark_named_outside(function, &nodes);
    }
    drop(nodes);
    module.describe_variables_by_records();
    for function in module.functions() {
        if function.is_declaration() {
            continue;
        }
        if calls_setjmp(function) {
            function.add_attribute("noinline");
            function.add_attribute("optnone");
        } else {
            function.add_mark(PLAIN_MARK);
            keep_uninitialised_reads(function);
        }
    }
    let written = module.blocks();
    module.run_passes(LOOPS).map_err(Error::Internal)?;
    module.forget_lines_of_jumps_beside(&written);
    module.run_passes(VARIABLES).map_err(Error::Internal)
}

fn calls_setjmp(function: Global<'_>) -> bool {
    function.blocks().into_iter().any(|block| {
        block.instructions().any(|instruction| {
            instruction.opcode() == Opcode::LLVMCall
                && (instruction.call_has_attribute("returns_twice")
                    || instruction.callee().name() == "llvm.eh.sjlj.setjmp")
        })
    })
}
