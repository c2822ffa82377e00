//! The executor and its main loop.
//!
//! The loop keeps concrete work on machine words; whatever needs an expression, a check that may fail or a fork goes to the
//! file of its instruction family. A family reports through [`Flow`]: go on, or this path ends. New states are
//! collected in the [`Split`] of the current step.

use crate::history::Sites;
use crate::hooks::{Crossing, Host, Join, NoHost, NoJoin, StopAtUnknowns, Unknowns};
use crate::{
    Bug, BugKind, Coverage, Ending, ExecConfig, KnownInputs, Lost, LostKind, Profile, Program, SeedLog,
    StackEntry, State, StateId, Tree, arith,
};
use bowline_base::FxHashSet;
use bowline_expr::{Marker, Pool};
use bowline_ir::{EdgeId, Function, Inst, LoopCrossing, Operand, SourceLoc};
use bowline_memory::{ObjectId, Value};
use bowline_solver::Solver;
use std::ops::ControlFlow;
use std::rc::Rc;

/// The result of part of an instruction: a value, or the end of the path.
pub(crate) type Flow<T = ()> = ControlFlow<Ending, T>;

/// States that came out of one step beside the one that was run.
#[derive(Default)]
pub struct Split {
    pub running: Vec<State>,
    pub ended: Vec<(State, Ending)>,
    /// The solver was interrupted: the slice is over, before more questions go without an answer.
    cut: bool,
}

impl Split {
    fn is_empty(&self) -> bool {
        self.running.is_empty() && self.ended.is_empty() && !self.cut
    }

    pub(crate) fn cut_short(&mut self) {
        self.cut = true;
    }
}

/// Why [`Executor::run`] came back.
pub enum Outcome {
    /// The slice is used up, or `split` holds new states; the state can go on.
    Running {
        split: Split,
    },
    /// The state waits at a join; hand it to the joiner.
    Parked {
        split: Split,
    },
    Ended {
        ending: Ending,
        split: Split,
    },
}

#[derive(Clone, Copy, Debug, Default)]
pub struct ExecStats {
    pub instructions: u64,
    pub forks: u64,
}

/// Executes states of one program. Owns the worker's expressions and solver.
pub struct Executor {
    pub(crate) program: Rc<Program>,
    pub pool: Pool,
    pub solver: Solver,
    pub config: ExecConfig,
    pub lost: Lost,
    pub coverage: Coverage,
    pub stats: ExecStats,
    /// What each function cost.
    pub profile: Profile,
    /// Forks, merges and ends of paths.
    pub tree: Tree,
    /// What became of the inputs that are followed first.
    pub seeds: SeedLog,
    /// What the program asked to be shown (`klee_warning`).
    pub warnings: Vec<String>,
    /// Taken out while it runs, so that it can be given the executor.
    pub(crate) unknowns: Option<Box<dyn Unknowns>>,
    pub(crate) host: Box<dyn Host>,
    pub(crate) join: Option<Box<dyn Join>>,
    /// A joiner is plugged in: forks and loop borders need attention.
    pub(crate) joins: bool,
    /// The fork that is being made is one that its asker wants to last.
    pub(crate) forks_for_good: bool,
    /// Inputs that are not unknown: of a program that runs with one test.
    pub(crate) known: Option<KnownInputs>,
    pub(crate) split: Split,
    next_state: u32,
    pub(crate) sites: Sites,
}

impl Executor {
    pub fn new(program: Rc<Program>, pool: Pool, solver: Solver, config: ExecConfig) -> Self {
        let coverage = Coverage::new(&program.module);
        let profile = Profile::new(program.module.functions.len());
        Self {
            program,
            pool,
            solver,
            config,
            lost: Lost::default(),
            coverage,
            stats: ExecStats::default(),
            profile,
            tree: Tree::default(),
            seeds: SeedLog::default(),
            warnings: Vec::new(),
            unknowns: Some(Box::new(StopAtUnknowns)),
            host: Box::new(NoHost),
            join: Some(Box::new(NoJoin)),
            joins: false,
            forks_for_good: false,
            known: None,
            split: Split::default(),
            next_state: 1,
            sites: Sites::default(),
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

    pub fn with_join(mut self, join: Box<dyn Join>) -> Self {
        self.join = Some(join);
        self.joins = true;
        self
    }

    pub fn program(&self) -> &Rc<Program> {
        &self.program
    }

    /// A state that a joiner wants to go first.
    pub fn preferred_by_joiner(&self) -> Option<StateId> {
        if self.joins { self.join.as_ref()?.preferred() } else { None }
    }

    /// Runs a plugged-in joiner with the executor at hand.
    pub fn with_joiner<T>(&mut self, f: impl FnOnce(&mut dyn Join, &mut Executor) -> T) -> T {
        let mut join = self.join.take().expect("a joiner does not call itself through the executor");
        let result = f(&mut *join, self);
        self.join = Some(join);
        result
    }

    /// An id for a state that is made of others.
    pub fn fresh_state_id(&mut self) -> StateId {
        let id = StateId(self.next_state);
        self.next_state += 1;
        id
    }

    /// Advances a state by up to `budget` instructions; comes back early when anything happens.
    pub fn run(&mut self, state: &mut State, budget: u64) -> Outcome {
        let before = state.instructions;
        let flow = self.advance(state, budget);
        self.profile.charge(state.instructions, self.solver.stats().time);
        self.stats.instructions += state.instructions - before;
        let split = std::mem::take(&mut self.split);
        match flow {
            ControlFlow::Continue(Crossing::Continue) => Outcome::Running { split },
            ControlFlow::Continue(Crossing::Park) => Outcome::Parked { split },
            ControlFlow::Break(ending) => Outcome::Ended { ending, split },
        }
    }

    fn advance(&mut self, state: &mut State, budget: u64) -> Flow<Crossing> {
        let program = Rc::clone(&self.program);
        self.profile.resume(state.frame.function, state.instructions, self.solver.stats().time);
        if state.frame.registers.is_empty() && state.instructions == 0 && state.callers.is_none() {
            self.next_stage(state)?;
            self.profile.enter(state.frame.function, state.instructions, self.solver.stats().time);
        }
        let end = state.instructions + budget;
        // One turn per function activation; the inner loop stays within one function.
        loop {
            let function_id = state.frame.function;
            let function = &program.module.functions[function_id];
            let constants = program.constants.as_slice();
            let read = |state: &State, operand: Operand| match operand.as_reg() {
                Some(reg) => state.frame.registers[reg.0 as usize],
                None => constants[operand.as_const().map_or(0, |id| id.0 as usize)],
            };
            loop {
                if state.instructions >= end || !self.split.is_empty() {
                    return ControlFlow::Continue(Crossing::Continue);
                }
                state.instructions += 1;
                let position = state.frame.position;
                if self.coverage.touch(function_id, position) {
                    self.note_new(state, function.locs[position as usize]);
                }
                match function.insts[position as usize] {
                    Inst::Binary { op, width, wrapping, dst, a, b } => {
                        let (x, y) = (read(state, a), read(state, b));
                        match (x, y) {
                            (Value::Int(x), Value::Int(y))
                                if arith::is_defined(op, width, x, y)
                                    && !(wrapping.no_signed_wrap && self.config.checks.signed_overflow) =>
                            {
                                state.set(dst, Value::Int(arith::binary(op, width, x, y)));
                            }
                            _ => self.binary(state, op, width, wrapping, dst, x, y)?,
                        }
                    }
                    Inst::Compare { predicate, width, dst, a, b } => match (read(state, a), read(state, b)) {
                        (Value::Int(x), Value::Int(y)) => {
                            state.set(dst, Value::Int(u64::from(arith::compare(predicate, width, x, y))));
                        }
                        (x, y) => self.compare(state, predicate, width, dst, x, y),
                    },
                    Inst::Cast { op, from, to, dst, a } => {
                        let x = read(state, a);
                        match x {
                            Value::Int(word)
                                if to <= 64
                                    && let Some(result) = arith::cast(op, from, to, word) =>
                            {
                                state.set(dst, Value::Int(result));
                            }
                            _ => self.cast(state, op, from, to, dst, x)?,
                        }
                    }
                    Inst::Offset { dst, base, index, scale } => match (read(state, base), read(state, index))
                    {
                        (Value::Int(base), Value::Int(index)) => {
                            let distance = index.wrapping_mul(i64::from(scale) as u64);
                            state.set(dst, Value::Int(base.wrapping_add(distance)));
                        }
                        (base, index) => {
                            let sum = arith::offset_expr(&mut self.pool, base, index, scale);
                            state.set(dst, sum);
                        }
                    },
                    Inst::Copy { dst, a, .. } => {
                        let value = read(state, a);
                        state.set(dst, value);
                    }
                    Inst::Select { width, dst, cond, a, b } => match read(state, cond) {
                        Value::Int(cond) => {
                            let value = read(state, if cond & 1 == 1 { a } else { b });
                            state.set(dst, value);
                        }
                        Value::Expr(cond) => {
                            let (a, b) = (read(state, a), read(state, b));
                            let (a, b) = (a.to_expr(&mut self.pool, width), b.to_expr(&mut self.pool, width));
                            let value = self.pool.ite(cond, a, b);
                            state.set(dst, Value::from_expr(&self.pool, value));
                        }
                    },
                    Inst::Load { width, dst, address } => {
                        let address = read(state, address);
                        match address {
                            Value::Int(at)
                                if width <= 64
                                    && let Some(word) =
                                        state.memory.load_concrete(at, u32::from(width).div_ceil(8)) =>
                            {
                                state.set(dst, Value::Int(word & arith::mask(width)));
                            }
                            _ => self.load(state, width, dst, address)?,
                        }
                    }
                    Inst::Store { width, address, value } => match (read(state, address), read(state, value))
                    {
                        (Value::Int(at), Value::Int(word))
                            if width <= 64
                                && state.memory.store_concrete(at, u32::from(width).div_ceil(8), word) => {}
                        (address, value) => self.store(state, width, address, value)?,
                    },
                    Inst::Jump { edge } => match self.take_edge(state, &program, function, edge) {
                        Crossing::Continue => continue,
                        Crossing::Park => return ControlFlow::Continue(Crossing::Park),
                    },
                    Inst::Branch { cond, then_edge, else_edge } => {
                        let taken = match read(state, cond) {
                            Value::Int(cond) => {
                                if cond & 1 == 1 {
                                    then_edge
                                } else {
                                    else_edge
                                }
                            }
                            Value::Expr(cond) => {
                                self.branch(state, &program, function, cond, then_edge, else_edge)
                            }
                        };
                        match self.take_edge(state, &program, function, taken) {
                            Crossing::Continue => continue,
                            Crossing::Park => return ControlFlow::Continue(Crossing::Park),
                        }
                    }
                    Inst::Switch { value, width, table } => {
                        let table = &function.switches[table];
                        let taken = match read(state, value) {
                            Value::Int(value) => table.find(u128::from(value)),
                            Value::Expr(value) => {
                                Some(self.switch(state, &program, function, value, width, table))
                            }
                        };
                        let Some(edge) = taken else {
                            return ControlFlow::Break(self.lost_path(
                                LostKind::Unsupported,
                                "a switch without default",
                                state,
                            ));
                        };
                        match self.take_edge(state, &program, function, edge) {
                            Crossing::Continue => continue,
                            Crossing::Park => return ControlFlow::Continue(Crossing::Park),
                        }
                    }
                    Inst::IndirectJump { address, table } => {
                        let address = read(state, address);
                        let edge = self.indirect_jump(state, function, address, table)?;
                        match self.take_edge(state, &program, function, edge) {
                            Crossing::Continue => continue,
                            Crossing::Park => return ControlFlow::Continue(Crossing::Park),
                        }
                    }
                    Inst::Call { call } => {
                        self.call(state, &program, function, call)?;
                        break;
                    }
                    Inst::Return { first, count } => {
                        self.ret(state, &program, function, first, count)?;
                        break;
                    }
                    Inst::Trap { kind } => return self.trap(state, kind),
                    Inst::Unsupported { what } => {
                        let what = &program.module.texts[what];
                        return ControlFlow::Break(self.lost_path(LostKind::Unsupported, what, state));
                    }
                    inst => self.rare(state, &program, inst)?,
                }
                state.frame.position += 1;
            }
            self.profile.enter(state.frame.function, state.instructions, self.solver.stats().time);
        }
    }

    /// A state executes an instruction that no state executed before.
    #[cold]
    fn note_new(&mut self, state: &mut State, loc: SourceLoc) {
        state.covered_new = true;
        state.last_new_at = state.instructions;
        let is_own_code = self.program.module.runtime_functions.contains(&state.frame.function);
        if !is_own_code && self.coverage.touch_line(loc) {
            state.new_lines += 1;
        }
    }

    #[inline]
    pub(crate) fn operand(&self, program: &Program, state: &State, operand: Operand) -> Value {
        match operand.as_reg() {
            Some(reg) => state.register(reg),
            None => program.constants[operand.as_const().map_or(0, |id| id.0 as usize)],
        }
    }

    /// Moves a state along an edge: its phi moves, then the target block.
    #[inline]
    pub(crate) fn take_edge(
        &mut self,
        state: &mut State,
        program: &Program,
        function: &Function,
        id: EdgeId,
    ) -> Crossing {
        let edge = &function.edges[id];
        for &(reg, source) in &edge.moves {
            let value = self.operand(program, state, source);
            state.set(reg, value);
        }
        state.frame.position = function.blocks[edge.to].insts.start;
        if self.coverage.touch_edge(state.frame.function, id) {
            state.covered_new = true;
            state.last_new_at = state.instructions;
        }
        if self.joins && edge.crossing != LoopCrossing::None {
            let crossing = edge.crossing;
            return self.with_joiner(|join, executor| join.crossed(executor, state, id, crossing));
        }
        Crossing::Continue
    }

    /// The source line a state is at.
    pub fn location(&self, state: &State) -> SourceLoc {
        self.program.module.functions[state.frame.function].locs[state.frame.position as usize]
    }

    /// The line to show to the user: the innermost one outside our own C library.
    pub fn user_location(&self, state: &State) -> SourceLoc {
        let stack = self.stack(state);
        self.program.user_entry(&stack).loc
    }

    pub(crate) fn stack(&self, state: &State) -> Vec<StackEntry> {
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
            .collect()
    }

    pub fn lose(&mut self, kind: LostKind, what: impl Into<String>, state: &State) {
        let loc = self.user_location(state);
        self.lost.add(kind, what, loc);
    }

    /// Records a loss that ends the path.
    pub(crate) fn lost_path(&mut self, kind: LostKind, what: impl Into<String>, state: &State) -> Ending {
        self.lose(kind, what, state);
        Ending::Lost
    }

    pub(crate) fn bug(&self, state: &State, kind: BugKind, message: impl Into<String>) -> Ending {
        let stack = self.stack(state);
        Ending::Bug(Bug { kind, message: message.into(), stack, object_size: None, object: None })
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
        Ending::Bug(Bug { kind, message: message.into(), stack, object_size: None, object: Some(object) })
    }

    /// Frees expressions that none of the given states needs; returns how many are left.
    pub fn collect_garbage<'a>(&mut self, states: impl Iterator<Item = &'a State>) -> usize {
        let (program, join) = (&self.program, &self.join);
        let mut seen = FxHashSet::default();
        let marker: Marker = self.pool.collect(|marker| {
            program.mark(marker);
            for state in states {
                state.mark(&mut seen, marker);
            }
            if let Some(join) = join {
                join.mark(&mut seen, marker);
            }
        });
        self.solver.retain(&|id| marker.is_marked(id));
        self.pool.len()
    }
}

pub(crate) const NOWHERE: SourceLoc = SourceLoc { file: bowline_ir::FileId(0), line: 0, column: 0 };
