//! A small program with states to search among, and a statistical test of choices.

use crate::{Searcher, View};
use bowline_base::FxHashMap;
use bowline_exec::{Coverage, ExecConfig, Executor, Outcome, Program, State, StateId};
use bowline_expr::Pool;
use bowline_ir::builder::FunctionBuilder;
use bowline_ir::{CallSite, Callee, FuncId, Function, Inst, Module, Reg};
use bowline_solver::{Solver, SolverConfig};
use std::rc::Rc;

/// The program is, one instruction each:
/// ```text
/// main: 0 copy, 1 call called, 2 to 6 copy, 7 return
/// called: 0 copy, 1 copy, 2 return
/// elsewhere: 0 return          (never called)
/// of_the_library: 0 return     (never called, part of our C library)
/// ```
pub(crate) struct World {
    program: Rc<Program>,
    /// After each number of instructions: the coverage, and the state.
    history: Vec<(Coverage, State)>,
}

pub(crate) const MAIN: FuncId = FuncId(0);

/// Where the program is in the middle of `called`.
pub(crate) const IN_CALLED: usize = 3;

fn straight(name: &str, copies: [usize; 2], callee: Option<FuncId>) -> Function {
    let mut builder = FunctionBuilder::new(name, &[], &[]);
    let register = builder.reg();
    let copy = Inst::Copy { width: 32, dst: register, a: Reg(0).into() };
    (0..copies[0]).for_each(|_| builder.push(copy));
    if let Some(callee) = callee {
        builder.call(CallSite {
            callee: Callee::Direct(callee),
            args: Vec::new(),
            passed: Vec::new(),
            results: Vec::new(),
            no_return: false,
        });
    }
    (0..copies[1]).for_each(|_| builder.push(copy));
    builder.ret(&[]);
    builder.finish()
}

/// Runs a state to its end, one instruction after the other.
fn record(executor: &mut Executor, mut state: State) -> Vec<(Coverage, State)> {
    let mut history = vec![(executor.books().coverage.clone(), state.clone())];
    loop {
        let outcome = executor.run(&mut state, 1);
        history.push((executor.books().coverage.clone(), state.clone()));
        if !matches!(outcome, Outcome::Running { .. }) {
            return history;
        }
    }
}

impl World {
    pub(crate) fn new() -> Self {
        let mut module = Module::default();
        let functions = [
            straight("main", [1, 5], Some(FuncId(1))),
            straight("called", [2, 0], None),
            straight("elsewhere", [0, 0], None),
            straight("of_the_library", [0, 0], None),
        ];
        for function in functions {
            let name = function.name.clone();
            let id = module.functions.push(function);
            module.by_name.insert(name, id);
        }
        module.runtime_functions.insert(FuncId(3));
        let mut pool = Pool::new();
        let program = Rc::new(Program::new(module, &mut pool).expect("the program fits"));
        let start = program.start_main(&mut pool, "main", &[]).expect("there is a main");
        let solver = Solver::new(SolverConfig::default()).expect("the solver starts");
        let mut executor = Executor::new(Rc::clone(&program), pool, solver, ExecConfig::default());
        let history = record(&mut executor, start);
        Self { program, history }
    }

    /// Nothing has run yet.
    pub(crate) fn view(&self) -> View<'_> {
        self.view_after(0)
    }

    /// The first instructions have run; at most all of them.
    pub(crate) fn view_after(&self, instructions: usize) -> View<'_> {
        let at = instructions.min(self.history.len() - 1);
        View { coverage: &self.history[at].0, program: &self.program }
    }

    /// A state before the first instruction.
    pub(crate) fn state(&self, id: u32) -> State {
        self.state_after(id, 0)
    }

    /// A state that has run so many instructions.
    pub(crate) fn state_after(&self, id: u32, instructions: usize) -> State {
        let mut state = self.history[instructions].1.clone();
        state.id = StateId(id);
        state
    }

    pub(crate) fn add(&self, searcher: &mut dyn Searcher, parent: Option<u32>, ids: &[u32]) {
        self.add_with(searcher, parent, ids, |_| {});
    }

    pub(crate) fn add_with(
        &self,
        searcher: &mut dyn Searcher,
        parent: Option<u32>,
        ids: &[u32],
        change: impl Fn(&mut State),
    ) {
        let mut states: Vec<State> = ids.iter().map(|id| self.state(*id)).collect();
        states.iter_mut().for_each(change);
        let states: Vec<&State> = states.iter().collect();
        searcher.added(parent.map(StateId), &states, &self.view());
    }
}

/// Choices must come out as often as expected, within five standard deviations, and nothing else may come out.
pub(crate) fn expect_chances(shares: &[(u32, f64)], mut choose: impl FnMut() -> Option<StateId>) {
    let rounds = 10_000;
    let mut seen = FxHashMap::<u32, u32>::default();
    for _ in 0..rounds {
        *seen.entry(choose().expect("there is something to choose").0).or_default() += 1;
    }
    for (id, share) in shares {
        let count = f64::from(seen.remove(id).unwrap_or(0));
        let (mean, deviation) =
            (share * f64::from(rounds), (share * (1.0 - share) * f64::from(rounds)).sqrt());
        assert!(
            (count - mean).abs() <= 5.0 * deviation + 1e-6,
            "state {id}: {count} times instead of {mean}"
        );
    }
    assert!(seen.is_empty(), "unexpected: {seen:?}");
}
