//! The registers that matter at the start of a block, computed once per block.

use crate::{Executor, State};
use bowline_base::FxHashMap;
use bowline_ir::{BlockId, FuncId, Width, cfg::Cfg, liveness::Liveness};
use std::rc::Rc;

/// Registers, by number, with their widths.
pub type Registers = Rc<[(usize, Width)]>;

#[derive(Default)]
/// See the module documentation.
pub struct LiveRegisters {
    known: FxHashMap<(FuncId, BlockId), Registers>,
}

impl LiveRegisters {
    /// Those that are live where a state stands, which is the start of a block.
    pub fn at(&mut self, executor: &Executor, state: &State) -> Registers {
        let module = &executor.program().module;
        let function = &module.functions[state.frame.function];
        let block = function.block_of(state.frame.position);
        let entry = self.known.entry((state.frame.function, block)).or_insert_with(|| {
            let liveness = Liveness::of(function, &Cfg::of(function));
            let widths = bowline_ir::widths::of(function, module);
            let live = liveness.live_in(block).filter_map(|reg| {
                let register = reg.0 as usize;
                widths[register].map(|width| (register, width))
            });
            live.collect()
        });
        Rc::clone(entry)
    }
}
