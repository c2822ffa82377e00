//! What each function cost: instructions executed in it, and solver time that they asked for.
//!
//! Costs are charged when execution moves to another function, by comparing counters that exist anyway; no clock is read.

use bowline_base::id::Id;
use bowline_ir::FuncId;
use std::time::Duration;

#[derive(Clone, Copy, Default, Debug)]
pub struct FunctionCost {
    /// In the function itself, not in those it calls.
    pub instructions: u64,
    pub solver: Duration,
}

#[derive(Clone, Debug)]
pub struct Profile {
    functions: Vec<FunctionCost>,
    /// Whom the time since the marks belongs to.
    at: usize,
    instructions: u64,
    solver: Duration,
}

impl Profile {
    pub(crate) fn new(functions: usize) -> Self {
        // One more, so that a program without functions has something to charge.
        let functions = vec![FunctionCost::default(); functions + 1];
        Self { functions, at: 0, instructions: 0, solver: Duration::ZERO }
    }

    /// A state with so many instructions behind it goes on in `function`; nothing before belongs to anybody.
    #[inline]
    pub(crate) fn resume(&mut self, function: FuncId, instructions: u64, solver: Duration) {
        (self.at, self.instructions, self.solver) = (function.index(), instructions, solver);
    }

    /// Charges what happened since the last call to the function of that call; what follows is `function`'s.
    #[inline]
    pub(crate) fn enter(&mut self, function: FuncId, instructions: u64, solver: Duration) {
        self.charge(instructions, solver);
        self.at = function.index();
    }

    #[inline]
    pub(crate) fn charge(&mut self, instructions: u64, solver: Duration) {
        let cost = &mut self.functions[self.at];
        cost.instructions += instructions - self.instructions;
        // Most moves ask nothing, and durations are not free.
        if solver != self.solver {
            cost.solver += solver - self.solver;
            self.solver = solver;
        }
        self.instructions = instructions;
    }

    pub fn of(&self, function: FuncId) -> FunctionCost {
        self.functions[function.index()]
    }
}
