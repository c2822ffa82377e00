//! Paths that do not come to an end, as far as one can tell: they have been executed for longer than a limit.
//!
//! What counts is the time of executing instructions, not that of the solver: a path of hard questions is no endless loop. A path that
//! a state forked off has spent what was spent before the fork.
//!
//! Where it happens is the innermost loop of the innermost call of the program that is in one, so that one loop is one
//! bug, wherever in it the time was up. That need not be the loop that does not end: it may be one inside of that.

use crate::executor::Flow;
use crate::{Bug, BugKind, Ending, Executor, StackEntry, State};
use bowline_ir::SourceLoc;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// When a slice began.
#[derive(Clone, Copy)]
pub(crate) struct SliceStart {
    at: Instant,
    solver: Duration,
}

impl Executor {
    /// Nothing where paths may take any time.
    #[inline]
    pub(crate) fn slice_start(&self) -> Option<SliceStart> {
        self.config.max_path_time?;
        Some(SliceStart { at: Instant::now(), solver: self.solver.stats().time })
    }

    /// Adds a slice to the time of a path, which is over if that is too long.
    pub(crate) fn check_path_time(&mut self, state: &mut State, start: SliceStart) -> Flow {
        let solver = self.solver.stats().time - start.solver;
        state.busy += start.at.elapsed().saturating_sub(solver);
        match self.config.max_path_time {
            Some(most) if state.busy > most => ControlFlow::Break(self.hang(state, most)),
            _ => ControlFlow::Continue(()),
        }
    }

    fn hang(&self, state: &State, most: Duration) -> Ending {
        let message = format!(
            "the path does not end: {} instructions and more than {} s of execution",
            state.instructions,
            most.as_secs_f64()
        );
        let mut stack = self.stack(state);
        if let Some((depth, line)) = self.innermost_loop(state) {
            stack.drain(..depth);
            stack[0] = StackEntry { loc: line, ..stack[0].clone() };
        }
        Ending::Bug(Bug { kind: BugKind::Hang, message, stack, object: None, further: Vec::new() })
    }

    /// The depth of the innermost call of the program that is in a loop, and where that loop is.
    fn innermost_loop(&self, state: &State) -> Option<(usize, SourceLoc)> {
        let module = &self.program.module;
        let own = |function| !module.runtime_functions.contains(&function);
        state.frames().enumerate().filter(|(_, frame)| own(frame.function)).find_map(|(depth, frame)| {
            let function = &module.functions[frame.function];
            let position = frame.position.saturating_sub(u32::from(depth > 0));
            let block = function.block_of(position);
            let around = function.loops.loops.iter().filter(|around| around.contains(block));
            around.max_by_key(|around| around.depth).map(|innermost| (depth, innermost.line))
        })
    }
}
