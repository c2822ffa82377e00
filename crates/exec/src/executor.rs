//! The executor: what computes, what keeps books, and what is plugged in.
//!
//! What happens to a state is in the files of the instruction families; the main loop is in [`crate::step`]. A family reports through
//! [`Flow`]: go on, or this path ends. New states are collected in the [`Split`] of the current step.
//!
//! Strategies outside this crate use the verbs in [`crate::ops`]; the fields are nobody else's.

use crate::hooks::{Host, LoopStrategy, NoHost, StopAtUnknowns, Unknowns};
use crate::loops::LoopStrategies;
use crate::probe::Border;
use crate::{
    Books, Bug, BugKind, Ending, ExecConfig, KnownInputs, LostKind, Program, StackEntry, State, StateId,
};
use bowline_base::{FxHashMap, FxHashSet};
use bowline_expr::{Marker, Pool, SymId};
use bowline_ir::{EdgeId, FuncId, Operand, SourceLoc};
use bowline_memory::{ObjectId, Value};
use bowline_solver::Solver;
use std::ops::ControlFlow;
use std::rc::Rc;

/// The result of part of an instruction: a value, or the end of the path.
pub type Flow<T = ()> = ControlFlow<Ending, T>;

/// States that came out of one step beside the one that was run.
#[derive(Default)]
pub struct Split {
    pub running: Vec<State>,
    pub ended: Vec<(State, Ending)>,
    /// The solver was interrupted: the slice is over, before more questions go without an answer.
    cut: bool,
}

impl Split {
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.running.is_empty() && self.ended.is_empty() && !self.cut
    }

    pub(crate) fn cut_short(&mut self) {
        self.cut = true;
    }

    pub(crate) fn is_cut_short(&self) -> bool {
        self.cut
    }
}

/// Why [`Executor::run`] came back.
pub enum Outcome {
    /// The slice is used up, or `split` holds new states; the state can go on.
    Running {
        split: Split,
    },
    /// A loop strategy takes the state out of circulation; hand it over with [`Executor::hold`].
    Held {
        by: Holder,
        split: Split,
    },
    Ended {
        ending: Ending,
        split: Split,
    },
}

impl Outcome {
    pub(crate) fn take_split(&mut self) -> Split {
        let (Outcome::Running { split } | Outcome::Held { split, .. } | Outcome::Ended { split, .. }) = self;
        std::mem::take(split)
    }
}

/// Who takes a state out of circulation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Holder {
    /// A loop strategy, by its place in the order.
    Strategy(usize),
    /// The probe that is under way: the state is at the border of the region.
    Probe,
}

/// Where a state is after it took an edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Moved {
    On,
    Held(Holder),
}

/// Executes states of one program. Owns the worker's expressions and solver.
pub struct Executor {
    // What computes.
    pub(crate) program: Rc<Program>,
    pub(crate) pool: Pool,
    pub(crate) solver: Solver,
    pub(crate) config: ExecConfig,
    /// What keeps books.
    pub(crate) books: Books,
    // What is plugged in.
    /// Taken out while it runs, so that it can be given the executor.
    pub(crate) unknowns: Option<Box<dyn Unknowns>>,
    pub(crate) host: Box<dyn Host>,
    pub(crate) loops: LoopStrategies,
    /// Inputs that are not unknown: of a program that runs with one test.
    pub(crate) known: Option<KnownInputs>,
    // The step under way.
    pub(crate) split: Split,
    /// States that a strategy sends along an edge, when it is done.
    pub(crate) departing: Vec<(State, EdgeId)>,
    /// Edges need attention: strategies are plugged in, or a probe is under way.
    pub(crate) watches_edges: bool,
    pub(crate) border: Option<Border>,
    /// Who takes the state out of circulation that is at a mark of the program's.
    pub(crate) holder: Option<Holder>,
    /// Functions that are used as values, once somebody asked.
    pub(crate) address_taken: Option<Vec<FuncId>>,
    /// Windows of lazily made objects, by the word of the caller's memory that points to them.
    pub(crate) lazy_windows: FxHashMap<(SymId, u64), u32>,
    /// Paths with sizes above a capacity, and which these are: for when nothing else is left.
    pub(crate) put_off: Vec<(State, String)>,
    /// How many of them have been taken up.
    pub(crate) put_off_taken: usize,
    /// Books for the next probe.
    pub(crate) spare_books: Option<Box<Books>>,
    next_state: u32,
    next_auxiliary: u32,
}

impl Executor {
    pub fn new(program: Rc<Program>, pool: Pool, solver: Solver, config: ExecConfig) -> Self {
        let books = Books::new(&program);
        Self {
            program,
            pool,
            solver,
            config,
            books,
            unknowns: Some(Box::new(StopAtUnknowns)),
            host: Box::new(NoHost),
            loops: LoopStrategies::default(),
            known: None,
            split: Split::default(),
            departing: Vec::new(),
            watches_edges: false,
            border: None,
            holder: None,
            address_taken: None,
            lazy_windows: FxHashMap::default(),
            put_off: Vec::new(),
            put_off_taken: 0,
            spare_books: None,
            next_state: 1,
            next_auxiliary: 0,
        }
    }

    pub fn with_unknowns(mut self, unknowns: Box<dyn Unknowns>) -> Self {
        self.unknowns = Some(unknowns);
        self
    }

    /// The real file system as this run saw it.
    pub fn host(&self) -> &dyn Host {
        &*self.host
    }

    pub fn with_host(mut self, host: Box<dyn Host>) -> Self {
        self.host = host;
        self
    }

    /// A further way to deal with loops, asked after those that are there already.
    pub fn with_loop_strategy(mut self, strategy: Box<dyn LoopStrategy>) -> Self {
        self.loops.push(strategy);
        self.watches_edges = true;
        self
    }

    /// An id for a state that is made of others.
    pub fn fresh_state_id(&mut self) -> StateId {
        let id = StateId(self.next_state);
        self.next_state += 1;
        id
    }

    /// A number that no other auxiliary symbol of the run has.
    pub(crate) fn fresh_auxiliary(&mut self) -> u32 {
        self.next_auxiliary += 1;
        self.next_auxiliary
    }

    #[inline]
    pub(crate) fn operand(&self, program: &Program, state: &State, operand: Operand) -> Value {
        match operand.as_reg() {
            Some(reg) => state.register(reg),
            None => program.constants[operand.as_const().map_or(0, |id| id.0 as usize)],
        }
    }

    /// The source line a state is at.
    pub fn location(&self, state: &State) -> SourceLoc {
        self.program.module.functions[state.frame.function].locs[state.frame.position as usize]
    }

    /// The line to show to the user: the innermost one outside our own C library.
    pub fn user_location(&self, state: &State) -> SourceLoc {
        self.user_entry(state).loc
    }

    /// The innermost call outside our own C library.
    pub(crate) fn user_entry(&self, state: &State) -> StackEntry {
        // Asked at every fork: frames are looked at only as far as needed, a stack may have a hundred thousand.
        let own = |entry: &StackEntry| !self.program.module.runtime_functions.contains(&entry.function);
        let mut entries = self.entries(state).peekable();
        let innermost = entries.peek().cloned();
        entries.find(own).or(innermost).expect("a state is in a function")
    }

    pub(crate) fn stack(&self, state: &State) -> Vec<StackEntry> {
        self.entries(state).collect()
    }

    fn entries(&self, state: &State) -> impl Iterator<Item = StackEntry> {
        let functions = &self.program.module.functions;
        state
            .frames()
            .enumerate()
            // The callers' positions are already past their calls.
            .map(|(depth, frame)| (frame, frame.position.saturating_sub(u32::from(depth > 0))))
            .map(|(frame, position)| StackEntry {
                function: frame.function,
                loc: functions[frame.function].locs.get(position as usize).copied().unwrap_or(NOWHERE),
            })
    }

    pub fn lose(&mut self, kind: LostKind, what: impl Into<String>, state: &State) {
        let loc = self.user_location(state);
        self.books.lost.add(kind, what, loc);
    }

    /// Records a loss that ends the path.
    pub(crate) fn lost_path(&mut self, kind: LostKind, what: impl Into<String>, state: &State) -> Ending {
        self.lose(kind, what, state);
        Ending::Lost
    }

    pub(crate) fn bug(&self, state: &State, kind: BugKind, message: impl Into<String>) -> Ending {
        let stack = self.stack(state);
        Ending::Bug(Bug { kind, message: message.into(), stack, object: None, further: Vec::new() })
    }

    /// A bug that is about an object.
    pub(crate) fn bug_of(
        &self,
        state: &State,
        kind: BugKind,
        message: impl Into<String>,
        object: ObjectId,
    ) -> Ending {
        let stack = self.stack(state);
        Ending::Bug(Bug { kind, message: message.into(), stack, object: Some(object), further: Vec::new() })
    }

    /// Frees expressions that none of the given states needs; returns how many are left.
    pub fn collect_garbage<'a>(&mut self, states: impl Iterator<Item = &'a State>) -> usize {
        debug_assert!(self.departing.is_empty(), "states depart within a step");
        let (program, loops, put_off) = (&self.program, &self.loops, &self.put_off);
        let mut seen = FxHashSet::default();
        let marker: Marker = self.pool.collect(|marker| {
            program.mark(marker);
            for state in states {
                state.mark(&mut seen, marker);
            }
            put_off.iter().for_each(|(state, _)| state.mark(&mut seen, marker));
            loops.mark(&mut seen, marker);
        });
        self.solver.retain(&|id| marker.is_marked(id));
        self.pool.len()
    }
}

pub(crate) const NOWHERE: SourceLoc = SourceLoc { file: bowline_ir::FileId(0), line: 0, column: 0 };
