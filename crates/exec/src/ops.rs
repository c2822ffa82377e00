//! The verbs of strategies: what code outside this crate may do with states.
//!
//! | verb | what it does |
//! |---|---|
//! | [`decide`](Executor::decide), [`assume`](Executor::assume), [`assume_with`](Executor::assume_with), [`concretise`](Executor::concretise) | one-bit conditions and values of a path |
//! | [`read_checked`](Executor::read_checked), [`write_checked`](Executor::write_checked) | memory, with every check that the program's own loads and stores get |
//! | [`write_rows`](Executor::write_rows) | one formula over a range of an object; that the range is in bounds is the strategy's business |
//! | [`make_object`](Executor::make_object), [`make_object_of_any_size`](Executor::make_object_of_any_size), [`auxiliary_value`](Executor::auxiliary_value), [`fresh_input`](Executor::fresh_input) | new objects, unknowns of our own, inputs of the program |
//! | [`follow_edge`](Executor::follow_edge), [`send_behind`](Executor::send_behind), [`let_run`](Executor::let_run), [`end_path`](Executor::end_path) | along an edge of its function; states that a strategy made: behind an exit of a loop, on from where they are, to their end |
//! | [`eval`](Executor::eval), [`check`](Executor::check), [`least`](Executor::least), [`most`](Executor::most), [`values`](Executor::values) | questions about a path, which change nothing |
//! | [`join`](Executor::join), [`joined`](Executor::joined), [`twin`](Executor::twin) | several states as one, one as several |
//! | [`probe`](Executor::probe) | a piece of the program from a general state, without a trace |
//!
//! Verbs that can fail or split work like instructions do: a [`Flow`] that breaks is the end of the path; siblings that must do the same for other
//! targets are put aside and execute the *instruction* of the state again. A strategy therefore acts before it changes the state.

use crate::access::Intent;
use crate::executor::Flow;
use crate::fork::Decision;
use crate::probe::Trace;
use crate::sizes::Capacity;
use crate::step::Here;
use crate::{Books, Ending, ExecConfig, Executor, Program, State, Way};
use bowline_expr::{ExprId, Model, Pool, SymId};
use bowline_ir::{EdgeId, Width};
use bowline_memory::{Kind, ObjectId, Rows, Value};
use bowline_solver::{Path, Solver, Symcrete, Unknown, Verdict};
use std::ops::ControlFlow;
use std::rc::Rc;

/// What an expression costs that is asked for, with the rules that are tried on it, in instructions of a program.
const WORK_PER_EXPRESSION: u64 = 4;

/// A value that an expression can have on a path, with inputs for which it does.
pub type Witnessed = (u128, Rc<Model>);

impl Executor {
    pub fn program(&self) -> &Rc<Program> {
        &self.program
    }

    pub fn pool(&self) -> &Pool {
        &self.pool
    }

    pub fn pool_mut(&mut self) -> &mut Pool {
        &mut self.pool
    }

    /// For its statistics: questions go through the verbs.
    pub fn solver(&self) -> &Solver {
        &self.solver
    }

    /// All that was done so far, probes included, counted instead of timed: in instructions of a program that could have been executed meanwhile, roughly.
    /// So who shares the time by it decides alike in every run.
    pub fn work(&self) -> u64 {
        self.books.stats.instructions
            + self.solver.stats().effort
            + self.pool.requests() * WORK_PER_EXPRESSION
    }

    /// The work that lanes share.
    pub fn shared_work(&self) -> u64 {
        self.work() - self.books.aside
    }

    /// Where ways take turns, it is this one's from now on; or else nobody's.
    pub fn begin_turn(&mut self, of: Option<Way>) {
        self.books.turn = of;
    }

    /// May states that go this way do something now?
    pub fn is_turn_of(&self, way: Way) -> bool {
        self.books.turn.is_none_or(|turn| turn == way)
    }

    /// Work that was just done is no lane's.
    pub fn put_aside(&mut self, work: u64) {
        self.books.aside += work;
    }

    pub fn config(&self) -> &ExecConfig {
        &self.config
    }

    pub fn books(&self) -> &Books {
        &self.books
    }

    /// Tells the user something that is no bug and no loss.
    pub fn warn(&mut self, text: impl Into<String>) {
        self.books.warnings.push(text.into());
    }

    /// Other paths have explored what a state would.
    pub fn supersede(&mut self, state: &State) {
        self.books.paths.supersede(state);
    }

    /// The value of an expression under the path's model.
    pub fn eval(&mut self, path: &Path, expr: ExprId) -> u128 {
        self.solver.eval(&self.pool, path, expr)
    }

    /// What is asked for guesses must not make other questions harder: they are put to a session of their own, between two calls of this.
    pub fn swap_sessions(&mut self) {
        self.solver.swap_sessions();
    }

    /// The value of an expression under a model.
    pub fn eval_in(&mut self, model: &Model, expr: ExprId) -> u128 {
        self.solver.eval_in(&self.pool, model, expr)
    }

    /// Assumes a condition with a model that satisfies it and agrees with the path's own in all that the path speaks of: it has values for
    /// unknowns of our own that are new. No question is asked. False where the model does not satisfy the condition.
    pub fn assume_with(&mut self, state: &mut State, condition: ExprId, model: Rc<Model>) -> bool {
        if self.eval_in(&model, condition) != 1 {
            return false;
        }
        // Whoever brings unknowns along writes values of them.
        state.has_choices = true;
        self.narrow(state, condition, model);
        true
    }

    /// A state has executed what a [trace](crate::probe::Trace) lists, without executing it.
    pub fn cover(&mut self, state: &mut State, trace: &Trace) {
        for &(function, position) in &trace.instructions {
            if self.books.coverage.touch(function, position) {
                let loc = self.program.module.functions[function].locs[position as usize];
                self.note_new(state, function, loc);
            }
        }
        for &(function, edge) in &trace.edges {
            if self.books.coverage.touch_edge(function, edge) {
                state.covered_new = true;
            }
        }
    }

    /// Would [`Executor::cover`] tell anything new?
    pub fn is_covered(&self, trace: &Trace) -> bool {
        let coverage = &self.books.coverage;
        trace.instructions.iter().all(|&(function, position)| coverage.is_covered(function, position))
            && trace.edges.iter().all(|&(function, edge)| coverage.is_edge_covered(function, edge))
    }

    /// Does a condition hold? Where both are possible the state goes on where it does, and a sibling executes the current instruction again, which must not have done
    /// anything yet, where it does not.
    pub fn holds_here(&mut self, state: &mut State, condition: ExprId) -> bool {
        match self.decide(state, condition) {
            Decision::Yes => true,
            Decision::No => false,
            Decision::Both(other) => {
                self.again(*other);
                true
            }
        }
    }

    /// Can this hold on the path?
    pub fn check(&mut self, path: &Path, question: ExprId) -> Verdict {
        self.solver.check(&mut self.pool, path, question)
    }

    pub fn least(&mut self, path: &Path, expr: ExprId) -> Result<Witnessed, Unknown> {
        self.solver.minimum(&mut self.pool, path, expr)
    }

    pub fn most(&mut self, path: &Path, expr: ExprId) -> Result<Witnessed, Unknown> {
        self.solver.maximum(&mut self.pool, path, expr)
    }

    /// Up to so many values of an expression on the path, and whether those are all.
    pub fn values(
        &mut self,
        path: &Path,
        expr: ExprId,
        at_most: usize,
    ) -> Result<(Vec<Witnessed>, bool), Unknown> {
        self.solver.values(&mut self.pool, path, expr, at_most)
    }

    /// What a load of so many bytes gives.
    pub fn read_checked(&mut self, state: &mut State, address: Value, bytes: u32) -> Flow<Value> {
        let target = self.access(state, address, Value::Int(u64::from(bytes)), Intent::Read)?;
        ControlFlow::Continue(self.read(state, target, bytes))
    }

    /// What a store of so many bytes does.
    pub fn write_checked(&mut self, state: &mut State, address: Value, bytes: u32, value: Value) -> Flow {
        let target = self.access(state, address, Value::Int(u64::from(bytes)), Intent::Write)?;
        self.write(state, target, bytes, value);
        ControlFlow::Continue(())
    }

    /// Writes rows of equal form, of which there are at most so many, from an offset of an object on: what a loop with `out[j] = value(j)` writes in
    /// all its iterations. Nothing is checked: the strategy has seen to it that every row lies inside the object, which is alive and may be
    /// written. Of rows that go down, the strategy writes the last one first. False, and nothing done, where formulas nest too deep.
    pub fn write_rows(
        &mut self,
        state: &mut State,
        (object, offset): (ObjectId, Value),
        rows: Rows,
        most_rows: u64,
    ) -> bool {
        let done = state.memory.write_rows(&mut self.pool, (object, offset), rows, most_rows);
        if done {
            state.note_choices(Value::from_expr(&self.pool, rows.count));
        }
        done
    }

    /// A new object, with its address. What becomes of a size that is not known is the run's choice (`--sizes`).
    pub fn make_object(
        &mut self,
        state: &mut State,
        size: Value,
        align: u64,
        kind: Kind,
    ) -> Flow<(ObjectId, u64)> {
        let (object, base, _) = self.allocate(state, size, align, kind)?;
        ControlFlow::Continue((object, base))
    }

    /// A new object whose size nothing bounds, whatever the run does with sizes: it only is at least what the path says, such as the bytes that an access
    /// needs (assume that first). `size` has 64 bits; contents are kept where they are written. The object is zero until then.
    ///
    /// ```text
    /// let size = executor.fresh_input(state, "size", 8);             // or an auxiliary value
    /// let enough = pool.ule(accessed, size);  executor.assume(state, enough);
    /// let (object, base) = executor.make_object_of_any_size(state, size, 16, Kind::Input)?;
    /// ```
    pub fn make_object_of_any_size(
        &mut self,
        state: &mut State,
        size: ExprId,
        align: u64,
        kind: Kind,
    ) -> Flow<(ObjectId, u64)> {
        let no_choice = Capacity { bytes: 0, is_chosen: false, is_limit: false };
        let (size, capacity) = self.size_without_bound(state, size, no_choice)?;
        let (object, base, _) = self.allocate_sized(state, size, capacity, align, kind)?;
        ControlFlow::Continue((object, base))
    }

    /// An unknown of our own, which is no input and never part of a test: different from all others.
    pub fn auxiliary_value(&mut self, name: &str, width: Width) -> ExprId {
        self.auxiliary_word(name, width).1
    }

    /// [`Executor::auxiliary_value`] with its symbol, so that models can be given values for it.
    pub fn auxiliary_word(&mut self, name: &str, width: Width) -> (SymId, ExprId) {
        let bytes = u64::from(width.div_ceil(8));
        let symbol = self.auxiliary(name, bytes);
        let whole = self.pool.input_word(symbol, bytes);
        (symbol, self.pool.truncate(whole, width))
    }

    /// The same, as so many bytes.
    pub fn auxiliary(&mut self, name: &str, bytes: u64) -> SymId {
        let number = self.fresh_auxiliary();
        self.pool.auxiliary(name, number, bytes)
    }

    /// Adds an unknown whose values come from elsewhere to a path. False, and nothing done, where there is no value for its present arguments.
    pub fn add_symcrete(&mut self, state: &mut State, symcrete: Symcrete) -> bool {
        self.solver.add_symcrete(&self.pool, &mut state.path, symcrete)
    }

    /// The value of an expression under the path's model.
    pub fn value_now(&mut self, state: &State, expr: ExprId) -> u128 {
        self.solver.eval(&self.pool, &state.path, expr)
    }

    /// Moves a state along an edge of the function it is in; nobody is told.
    pub fn follow_edge(&mut self, state: &mut State, edge: EdgeId) {
        let program = Rc::clone(&self.program);
        self.move_along(state, Here::of(&program, state), edge);
    }

    /// A state that a strategy made goes on from where it is.
    pub fn let_run(&mut self, state: State) {
        self.split.running.push(state);
    }

    /// A state that a strategy made is at its end.
    pub fn end_path(&mut self, state: State, ending: Ending) {
        self.split.ended.push((state, ending));
    }
}
