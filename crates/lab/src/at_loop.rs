//! A program at the entry of one of its loops.

use crate::Lab;
use bowline_exec::hooks::{Crossing, LoopStrategy};
use bowline_exec::probe::Region;
use bowline_exec::{Executor, Outcome, State};
use bowline_ir::{EdgeId, FuncId, LoopCrossing, LoopId, Reg, Width};

/// A state that has just entered a loop.
pub struct AtLoop {
    pub executor: Executor,
    pub state: State,
    pub function: FuncId,
    pub loop_id: LoopId,
}

/// Stops whoever enters a loop of a function.
struct Stop {
    function: FuncId,
    loop_id: LoopId,
}

impl LoopStrategy for Stop {
    fn crossed(
        &mut self,
        _: &mut Executor,
        state: &mut State,
        _: EdgeId,
        crossing: LoopCrossing,
    ) -> Crossing {
        let here = state.frame.function == self.function && crossing.entered() == Some(self.loop_id);
        if here { Crossing::Hold } else { Crossing::Pass }
    }
}

impl Lab {
    /// The first state that enters the given loop of a function: loops are numbered from the outside in, from first to last.
    pub fn at_loop(self, function: &str, number: u32) -> AtLoop {
        let loop_id = LoopId(number);
        let function =
            self.executor.program().module.function_named(function).expect("a function of that name");
        let Lab { mut executor, start, .. } = self.plug(Stop { function, loop_id });
        let mut open = vec![start];
        while let Some(mut state) = open.pop() {
            match executor.run(&mut state, 10_000) {
                Outcome::Held { .. } => return AtLoop { executor, state, function, loop_id },
                Outcome::Running { split } => {
                    open.extend(split.running);
                    open.push(state);
                }
                Outcome::Ended { split, .. } => open.extend(split.running),
            }
        }
        panic!("no path enters that loop")
    }
}

impl AtLoop {
    pub fn iteration(&self) -> Region {
        let function = &self.executor.program().module.functions[self.function];
        Region::iteration(self.function, function, self.loop_id).expect("a loop with one entry")
    }

    pub fn whole_loop(&self) -> Region {
        let function = &self.executor.program().module.functions[self.function];
        Region::whole_loop(self.function, function, self.loop_id).expect("a loop with one entry")
    }

    /// The registers that an edge back to the header sets, with their widths: what an iteration hands to the next.
    pub fn carried(&self) -> Vec<(Reg, Width)> {
        let module = &self.executor.program().module;
        let function = &module.functions[self.function];
        let widths = bowline_ir::widths::of(function, module);
        let latches = &function.loops.loops[self.loop_id].latches;
        let mut carried: Vec<(Reg, Width)> = latches
            .iter()
            .flat_map(|latch| &function.edges[*latch].moves)
            .map(|(reg, _)| (*reg, widths[reg.0 as usize].expect("a register that is moved to has a width")))
            .collect();
        carried.sort_unstable();
        carried.dedup();
        carried
    }
}
