//! Questions about paths with symcretes: an answer "satisfiable" comes with values that the sources really gave.
//!
//! The solver below takes a symcrete for an unknown like any other, so its "unsatisfiable" is right, but its model may pair arguments with a value that the
//! source would never give. Then (the paper of system 2, with the order of steps turned around: most questions have nothing to do with symcretes)
//!
//! 1. symcretes that the model moved are *bound*: arguments and value stay what they are now. Often there is a model all the same.
//! 2. If there is none, those among the bound that the unsatisfiable core names stand in the way: they are *relaxed*. A solver returns *some* core, so
//!    this may take several rounds. A core without any: truly unsatisfiable.
//! 3. Relaxed symcretes get the values that their sources give for the arguments of the model, earlier ones first, and the whole is checked once more.
//! 4. If that fails, what the sources gave is a *lemma* (for these arguments this value, which is simply true), and the solver is asked again for
//!    other arguments. Few inputs are tried all, and after some failures values are looked for step by step (`walk.rs`). Where the paper gives up after one try, this goes on until a budget is used up.
//!
//! Lemmas are facts, so "unsatisfiable" stays exact: a function of one byte that was called for all of them is known. What the budget leaves open is
//! [`UnknownReason::Unreached`], never "unsatisfiable".

use crate::layer::{Answer, Core};
use crate::path::Path;
use crate::solver::Solver;
use crate::symcrete::Symcrete;
use crate::verdict::UnknownReason;
use crate::walk;
use bowline_base::FxHashSet;
use bowline_expr::{ExprId, Model, Pool};
use std::rc::Rc;

/// Times that the solver is asked for one question.
const MOST_ROUNDS: usize = 400;
/// New values of sources for one question.
const MOST_CALLS: usize = 1500;
/// The same once a run has asked for many: somebody loops over what cannot be reached.
const FEWER_CALLS: usize = 12;
const MANY_CALLS: u64 = 20_000;
/// What the solver may spend on one question, as [`SolverStats::effort`](crate::SolverStats) counts.
const MOST_EFFORT: u64 = 1_500_000;
/// Tries with arguments of the solver's choice.
const MOST_FAILURES: usize = 40;
/// Tries that fail before values are looked for step by step, and again so many later.
const WALK_AFTER: usize = 4;
/// What is known of a relaxed symcrete is told to the solver up to here.
const MOST_LEMMAS: usize = 300;

/// What may happen to a symcrete while one question is answered.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stand {
    Untouched,
    Bound,
    Relaxed,
}

/// The state of one question.
pub(crate) struct Relaxing<'p> {
    pub path: &'p Path,
    pub question: ExprId,
    stands: Vec<Stand>,
    /// The path, with facts that are true for every model that keeps the invariant, or exclude arguments that no path can go on with.
    scope: Path,
    is_told: FxHashSet<ExprId>,
    /// No arguments had to be left out.
    is_exact: bool,
    calls: usize,
}

impl Solver {
    /// Adds a symcrete to a path, with the value for its present arguments. False, and nothing done, where its source has none.
    pub fn add_symcrete(&mut self, pool: &Pool, path: &mut Path, symcrete: Symcrete) -> bool {
        let args = self.args_of(pool, path.model(), &symcrete);
        let value = symcrete.known(&args).unwrap_or_else(|| symcrete.ask(&args).flatten());
        let Some(value) = value else { return false };
        let mut model = Model::clone(path.model());
        symcrete.put(&mut model, &value);
        path.push_symcrete(Rc::new(symcrete));
        path.adopt_model(Rc::new(model));
        true
    }

    /// The sources that the last question with the answer [`UnknownReason::Unreached`] was about, for messages.
    pub fn unreached(&self) -> &str {
        &self.unreached
    }

    pub(crate) fn ask_with_symcretes(
        &mut self,
        pool: &mut Pool,
        path: &Path,
        question: ExprId,
        own_model_fails: bool,
    ) -> Answer {
        let calls = if self.source_calls < MANY_CALLS { MOST_CALLS } else { FEWER_CALLS };
        let mut work = Relaxing::new(path, question, calls);
        let mut failures = 0;
        let before = self.stats().effort;
        for _ in 0..MOST_ROUNDS {
            let (scope, bindings) = self.scope(pool, &work);
            match self.ask_chain(pool, &scope, question, own_model_fails) {
                Answer::Unknown(reason) => return Answer::Unknown(reason),
                Answer::Unsat(core) => {
                    let core = core.listed(&scope, pool, &mut self.facts);
                    let mut blamed: Vec<usize> = bindings
                        .iter()
                        .filter(|(id, _)| core.contains(id))
                        .map(|(_, number)| *number)
                        .collect();
                    blamed.dedup();
                    match (blamed.is_empty(), work.is_exact) {
                        (false, _) => blamed.into_iter().for_each(|number| work.relax(pool, number)),
                        (true, true) => return Answer::Unsat(Core::Listed(path.constraints().collect())),
                        (true, false) => break,
                    }
                }
                Answer::Sat(model) => {
                    let astray = self.astray(pool, path, &model);
                    if astray.is_empty() {
                        return Answer::Sat(model);
                    }
                    let untouched = astray.iter().filter(|at| work.stands[**at] == Stand::Untouched);
                    let untouched: Vec<usize> = untouched.copied().collect();
                    if !untouched.is_empty() {
                        untouched.into_iter().for_each(|number| work.stands[number] = Stand::Bound);
                        continue;
                    }
                    if let Some(model) = self.recomputed(pool, &mut work, &model)
                        && self.is_answer(pool, &work, &model)
                    {
                        return Answer::Sat(Rc::new(model));
                    }
                    failures += 1;
                    if failures == 1
                        && let Some(model) = walk::sweep(self, pool, &mut work)
                    {
                        return Answer::Sat(Rc::new(model));
                    }
                    if failures % (8 * WALK_AFTER) == WALK_AFTER
                        && let Some(model) = walk::walk(self, pool, &mut work)
                    {
                        return Answer::Sat(Rc::new(model));
                    }
                    let is_long = self.stats().effort - before > MOST_EFFORT;
                    if is_long || work.calls == 0 || failures >= MOST_FAILURES {
                        break;
                    }
                }
            }
        }
        let mut names: Vec<&str> = work.relaxed().map(Symcrete::name).collect();
        names.sort_unstable();
        names.dedup();
        self.unreached = names.join(", ");
        Answer::Unknown(UnknownReason::Unreached)
    }

    /// The path with everything that holds in this round, and the constraints that bind symcretes.
    fn scope(&mut self, pool: &mut Pool, work: &Relaxing<'_>) -> (Path, Vec<(ExprId, usize)>) {
        let mut scope = work.scope.clone();
        let model = Rc::clone(work.path.model());
        let mut bindings = Vec::new();
        for (number, symcrete) in work.path.symcretes().iter().enumerate() {
            if work.stands[number] == Stand::Bound {
                let args = self.args_of(pool, &model, symcrete);
                let value = model.first(symcrete.symbol(), symcrete.bytes());
                let (same, gives) = (same_args(pool, symcrete, &args), gives(pool, symcrete, &value));
                let bound = pool.and(same, gives);
                let before = scope.len();
                scope.assume(pool, bound, Rc::clone(&model));
                bindings.extend(scope.constraints().skip(before).map(|constraint| (constraint, number)));
            }
        }
        (scope, bindings)
    }

    pub(crate) fn args_of(&mut self, pool: &Pool, model: &Model, symcrete: &Symcrete) -> Vec<u128> {
        symcrete.args().iter().map(|arg| self.eval_in(pool, model, *arg)).collect()
    }

    /// The symcretes whose value under a model is not known to be the one that their source gives.
    fn astray(&mut self, pool: &Pool, path: &Path, model: &Model) -> Vec<usize> {
        let mut astray = Vec::new();
        for (number, symcrete) in path.symcretes().iter().enumerate() {
            let args = self.args_of(pool, model, symcrete);
            let value = symcrete.known(&args).flatten();
            let is_right =
                value.is_some_and(|value| *value == *model.first(symcrete.symbol(), symcrete.bytes()));
            if !is_right {
                astray.push(number);
            }
        }
        astray
    }

    /// A model with the values that the sources give, earlier symcretes first. None where one gives nothing.
    pub(crate) fn recomputed(
        &mut self,
        pool: &mut Pool,
        work: &mut Relaxing<'_>,
        model: &Model,
    ) -> Option<Model> {
        let mut model = model.clone();
        if self.is_interrupted() {
            work.calls = 0;
            return None;
        }
        for (number, symcrete) in work.path.symcretes().iter().enumerate() {
            let args = self.args_of(pool, &model, symcrete);
            let value = match symcrete.known(&args) {
                Some(known) => known,
                None => {
                    work.calls = work.calls.checked_sub(1)?;
                    self.source_calls += 1;
                    symcrete.ask(&args).flatten()
                }
            };
            let Some(value) = value else {
                work.exclude(pool, number, &args);
                return None;
            };
            if *value != *model.first(symcrete.symbol(), symcrete.bytes()) {
                symcrete.put(&mut model, &value);
                work.relax(pool, number);
            }
            if work.stands[number] == Stand::Relaxed {
                work.tell(pool, number, &args, &value);
            }
        }
        Some(model)
    }

    /// Do the path and the question hold under a model?
    pub(crate) fn is_answer(&mut self, pool: &Pool, work: &Relaxing<'_>, model: &Model) -> bool {
        let mut conditions = std::iter::once(work.question).chain(work.path.constraints());
        conditions.all(|condition| self.eval_in(pool, model, condition) == 1)
    }
}

impl<'p> Relaxing<'p> {
    pub(crate) fn new(path: &'p Path, question: ExprId, calls: usize) -> Self {
        let stands = vec![Stand::Untouched; path.symcretes().len()];
        let scope = path.clone();
        Self { path, question, stands, scope, is_told: FxHashSet::default(), is_exact: true, calls }
    }

    /// Calls that are left.
    pub(crate) fn calls(&self) -> usize {
        self.calls
    }

    pub(crate) fn relaxed(&self) -> impl Iterator<Item = &'p Symcrete> {
        let relaxed =
            |(symcrete, stand): (&'p Rc<Symcrete>, &Stand)| (*stand == Stand::Relaxed).then_some(&**symcrete);
        let all: Vec<&'p Symcrete> =
            self.path.symcretes().iter().zip(&self.stands).filter_map(relaxed).collect();
        all.into_iter()
    }

    /// A symcrete may have another value; what is known of it is told.
    fn relax(&mut self, pool: &mut Pool, number: usize) {
        if self.stands[number] == Stand::Relaxed {
            return;
        }
        self.stands[number] = Stand::Relaxed;
        for (args, value) in self.path.symcretes()[number].all_known().into_iter().take(MOST_LEMMAS) {
            match value {
                Some(value) => self.tell(pool, number, &args, &value),
                None => self.exclude(pool, number, &args),
            }
        }
    }

    /// For these arguments this value.
    fn tell(&mut self, pool: &mut Pool, number: usize, args: &[u128], value: &[u8]) {
        let symcrete = &self.path.symcretes()[number];
        let (same, gives) = (same_args(pool, symcrete, args), gives(pool, symcrete, value));
        let differ = pool.not(same);
        let lemma = pool.or(differ, gives);
        self.add_fact(pool, lemma);
    }

    fn exclude(&mut self, pool: &mut Pool, number: usize, args: &[u128]) {
        self.is_exact = false;
        let same = same_args(pool, &self.path.symcretes()[number], args);
        let differ = pool.not(same);
        self.add_fact(pool, differ);
    }

    fn add_fact(&mut self, pool: &mut Pool, fact: ExprId) {
        if fact != Pool::TRUE && self.is_told.insert(fact) {
            self.scope.assume(pool, fact, Rc::clone(self.path.model()));
        }
    }
}

fn same_args(pool: &mut Pool, symcrete: &Symcrete, args: &[u128]) -> ExprId {
    let equal = |(arg, value): (&ExprId, &u128)| {
        let constant = pool.constant(*value, pool.width(*arg));
        pool.eq(*arg, constant)
    };
    let equal: Vec<ExprId> = symcrete.args().iter().zip(args).map(equal).collect();
    pool.all(equal)
}

fn gives(pool: &mut Pool, symcrete: &Symcrete, value: &[u8]) -> ExprId {
    let equal = |(at, byte): (u64, &u8)| {
        let (output, constant) =
            (pool.input_byte(symcrete.symbol(), at), pool.constant(u128::from(*byte), 8));
        pool.eq(output, constant)
    };
    let equal: Vec<ExprId> = (0..).zip(value).map(equal).collect();
    pool.all(equal)
}
