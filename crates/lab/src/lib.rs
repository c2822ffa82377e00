//! Small programs in the IR's text form, explored in process: for tests of execution and of strategies.
//!
//! ```
//! use bowline_lab::Lab;
//! let explored = Lab::new(
//!     "declare @__VERIFIER_nondet_uchar() -> i8
//!      function @main() -> i32 {
//!          %c = call @__VERIFIER_nondet_uchar()
//!          %is = compare ult i8 %c, 10
//!          branch %is then small else large
//!      small:
//!          return 1
//!      large:
//!          return 2
//!      }",
//! )
//! .explore();
//! assert_eq!(explored.statuses(), [1, 2]);
//! ```
//!
//! * [`Lab::explore`] runs every path to its end, depth first, with whatever strategies are [plugged in](Lab::plug).
//! * [`Lab::at_loop`] runs to a loop and hands out the state that enters it, for probes.
//! * [`agrees_with_brute_force`] compares an exploration with runs on *all* inputs of a byte each; [`predicts`] does so input by input, also
//!   where a path's status depends on the input.
//!
//! Everything that is wrong with a text or a run is a panic: this crate is for tests only.

mod at_loop;
mod brute_force;
mod prediction;

pub use at_loop::AtLoop;
pub use brute_force::{ConcreteRuns, agrees_with_brute_force};
pub use prediction::{all_bytes, predicts, predicts_over_and_over};

use bowline_exec::hooks::LoopStrategy;
use bowline_exec::{BugKind, Ending, ExecConfig, Executor, Outcome, Program, Split, State, StateId};
use bowline_expr::Pool;
use bowline_solver::{Solver, SolverConfig};
use std::rc::Rc;

/// Instructions after which a path of a test is taken for endless.
const MOST_INSTRUCTIONS: u64 = 10_000_000;

/// A program that is ready to run.
pub struct Lab {
    pub executor: Executor,
    pub start: State,
    collects: bool,
}

/// How a path ended.
pub struct End {
    pub ending: Ending,
    pub state: State,
}

/// All paths of a program.
pub struct Explored {
    pub executor: Executor,
    pub ends: Vec<End>,
}

impl Lab {
    /// A program whose `main` takes nothing and returns a status.
    pub fn new(text: &str) -> Self {
        Self::configured(text, ExecConfig::default())
    }

    pub fn configured(text: &str, config: ExecConfig) -> Self {
        let module = bowline_ir::read(text).unwrap_or_else(|error| panic!("{error}"));
        let mut pool = Pool::new();
        let program = Program::new(module, &mut pool).expect("a program that can be laid out");
        let start = program.start_main(&mut pool, "main", &["lab".to_string()]).expect("a main");
        let solver = Solver::new(SolverConfig::default()).expect("a solver");
        Self { executor: Executor::new(Rc::new(program), pool, solver, config), start, collects: false }
    }

    /// Expressions that nobody needs are freed after every turn.
    pub fn collecting(mut self) -> Self {
        self.collects = true;
        self
    }

    /// A further strategy. States may then be joined, whether or not it does that.
    pub fn plug(mut self, strategy: impl LoopStrategy + 'static) -> Self {
        self.executor = self.executor.with_loop_strategy(Box::new(strategy));
        self.start.may_join = true;
        self
    }

    /// Runs every path to its end: first the state that somebody waits for, else the youngest.
    pub fn explore(self) -> Explored {
        self.explore_by(|open, preferred| {
            let at = open.iter().position(|state| Some(state.id) == preferred);
            at.unwrap_or(open.len() - 1)
        })
    }

    /// Runs every path to its end, in any order: `choose` gives the place of the state that goes next, and is told whom somebody waits for.
    pub fn explore_by(self, mut choose: impl FnMut(&[State], Option<StateId>) -> usize) -> Explored {
        let Lab { executor, start, collects } = self;
        let mut explored = Explored { executor, ends: Vec::new() };
        let mut open = vec![start];
        loop {
            if open.is_empty() {
                open.extend(explored.executor.released());
            }
            if open.is_empty() {
                break;
            }
            let executor = &explored.executor;
            let next = choose(&open, executor.urgent().or_else(|| executor.preferred()));
            let state = open.swap_remove(next);
            explored.turn(state, &mut open);
            if collects {
                let ended = explored.ends.iter().map(|end| &end.state);
                explored.executor.collect_garbage(open.iter().chain(ended));
            }
        }
        assert_eq!(explored.executor.held().count(), 0, "states wait for nothing");
        explored
    }
}

impl Explored {
    /// Runs a state for a while.
    fn turn(&mut self, mut state: State, open: &mut Vec<State>) {
        assert!(state.instructions < MOST_INSTRUCTIONS, "a path does not end");
        match self.executor.run(&mut state, 10_000) {
            Outcome::Running { split } => {
                open.push(state);
                self.sort_out(split, open);
            }
            Outcome::Held { by, split } => {
                self.sort_out(split, open);
                self.executor.hold(by, state);
            }
            Outcome::Ended { ending, split } => {
                self.sort_out(split, open);
                self.end(state, ending);
            }
        }
        open.extend(self.executor.released());
        for lane in self.executor.superseded() {
            open.extend(self.executor.released());
            open.retain(|state| state.lane != Some(lane));
        }
    }

    fn sort_out(&mut self, split: Split, open: &mut Vec<State>) {
        open.extend(split.running);
        for (state, ending) in split.ended {
            self.end(state, ending);
        }
    }

    fn end(&mut self, state: State, ending: Ending) {
        self.executor.tell_end(&state, &ending);
        self.executor.record_end(&state, &ending);
        self.executor.end_seeds(&state, &ending);
        self.ends.push(End { ending, state });
    }

    /// The statuses that the program can end with, each once, sorted.
    pub fn statuses(&self) -> Vec<u64> {
        let mut all: Vec<u64> = self
            .ends
            .iter()
            .filter_map(|end| match end.ending {
                Ending::Exited { status } => Some(status),
                _ => None,
            })
            .collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// The bugs that the program has, each kind at each line once, sorted.
    pub fn bugs(&self) -> Vec<(BugKind, u32)> {
        let mut all: Vec<(BugKind, u32)> = self
            .ends
            .iter()
            .filter_map(|end| match &end.ending {
                Ending::Bug(bug) => Some((bug.kind, bug.stack[0].loc.line)),
                _ => None,
            })
            .collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// What was given up, as people are told.
    pub fn lost(&self) -> Vec<String> {
        let lost = &self.executor.books().lost;
        lost.iter().map(|(entry, _)| format!("{}: {}", entry.kind.name(), entry.what)).collect()
    }

    /// The values that a path's own model gives to its inputs, in the order in which they were made.
    pub fn inputs(&self, end: &End) -> Vec<Vec<u8>> {
        let model = end.state.path.model();
        let size = |symbol| self.executor.pool().symbol_info(symbol).size;
        end.state.inputs.iter().map(|input| model.first(input.symbol, size(input.symbol))).collect()
    }
}
