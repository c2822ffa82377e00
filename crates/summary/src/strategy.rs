//! The loop strategy: where a state stands at the header of a loop, runs instead of iterations.
//!
//! A loop is looked at once something has forked in it: loops over known values are simply executed. What an iteration does is learned once for
//! each activation of the loop, and handed down to the states that fork from the one it was learned from.

use crate::asking::Asking;
use crate::phase::{Phase, phases};
use crate::relation::Relation;
use crate::report::SummaryReport;
use crate::run::{Run, begins};
use crate::words::words;
use bowline_base::{FxHashMap, FxHashSet};
use bowline_exec::hooks::{Crossing, Fork, LoopStrategy};
use bowline_exec::probe::{Budget, Place, Unknown};
use bowline_exec::{Decision, Ending, Executor, LiveRegisters, State, StateId};
use bowline_expr::Marker;
use bowline_ir::{EdgeId, FuncId, LoopCrossing, LoopId};
use bowline_memory::Value;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// How loops are looked at.
#[derive(Clone, Debug)]
pub struct SummaryConfig {
    /// What learning an iteration may cost.
    pub budget: Budget,
    /// A loop that was declined so often in a row is left alone.
    pub refusals: u64,
    /// Calls around a fork whose loops are looked at.
    pub depth: usize,
    /// Steps of a state at a header, and of what splits off from it, before they all execute an iteration as it is: other states want their turn. A
    /// step is a run, or the question whether one can begin.
    pub steps: usize,
    /// Effort of the solver for these, likewise.
    pub effort: u64,
    /// Prove every run with the solver, up to a bound.
    pub validate: bool,
}

impl Default for SummaryConfig {
    fn default() -> Self {
        Self {
            budget: Budget { paths: 48, instructions: 50_000, queries: 600 },
            refusals: 3,
            depth: 4,
            steps: 256,
            effort: 200_000,
            validate: false,
        }
    }
}

/// Shared with the strategy while the executor owns that.
pub type SharedReport = Rc<RefCell<SummaryReport>>;

/// A loop of an activation of a function.
type Activation = (u32, LoopId);

/// What is known of a loop in one activation.
struct Understood {
    relation: Relation,
    phases: Vec<Phase>,
    /// For each phase: a run of it was too long to count once, and is not counted again.
    too_long: Vec<Cell<bool>>,
}

impl Understood {
    fn new(relation: Relation, phases: Vec<Phase>) -> Self {
        let too_long = vec![Cell::new(false); phases.len()];
        Self { relation, phases, too_long }
    }
}

/// What is known to a state.
#[derive(Clone, Default)]
struct Seat {
    loops: Vec<(Activation, Rc<Understood>)>,
}

/// How far a state at a header is with taking runs.
#[derive(Clone, Copy)]
struct Step {
    /// The phase that is looked at next.
    phase: usize,
    /// The phase that its last run was of: it cannot come next.
    ended: Option<usize>,
}

/// What is left to do at a header.
struct Rest {
    /// States that split off, and how far they are.
    states: Vec<(State, Step)>,
    /// See [`SummaryConfig::steps`].
    steps: usize,
    /// The solver's effort, when that is over.
    until: u64,
}

/// See the module documentation.
pub struct Summaries {
    config: SummaryConfig,
    /// Loops in which something forked.
    forking: FxHashSet<(FuncId, LoopId)>,
    seats: FxHashMap<StateId, Seat>,
    live: LiveRegisters,
    report: SharedReport,
}

impl Summaries {
    pub fn new(config: SummaryConfig) -> (Self, SharedReport) {
        let report = SharedReport::default();
        let this = Self {
            config,
            forking: FxHashSet::default(),
            seats: FxHashMap::default(),
            live: LiveRegisters::default(),
            report: Rc::clone(&report),
        };
        (this, report)
    }

    /// What is known of a loop that a state stands at the header of; learned where it is not.
    fn understood(&mut self, executor: &mut Executor, state: &State, of: LoopId) -> Option<Rc<Understood>> {
        let activation = (state.frame.serial, of);
        let known = self.seats.get(&state.id).and_then(|seat| {
            seat.loops
                .iter()
                .find(|(known, _)| *known == activation)
                .map(|(_, understood)| Rc::clone(understood))
        });
        if known.is_some() {
            return known;
        }
        let key = (state.frame.function, of);
        let refusals = self.report.borrow().loops.get(&key).map_or(0, |one| one.refusals);
        if refusals >= self.config.refusals {
            return None;
        }
        let live = self.live.at(executor, state);
        let learned = Relation::learn(executor, state, of, &live, self.config.budget).and_then(|relation| {
            let phases = phases(&mut Asking::new(executor, state), &relation);
            match phases.is_empty() {
                true => Err(crate::Declined::NoClosedForm),
                false => Ok(Understood::new(relation, phases)),
            }
        });
        let words = match &learned {
            Ok(Understood { relation, phases, .. }) if !self.is_told(key) => {
                words(executor, state, of, relation, phases)
            }
            _ => Vec::new(),
        };
        let mut report = self.report.borrow_mut();
        let one = report.loops.entry(key).or_default();
        one.words.extend(words);
        match learned {
            Ok(understood) => {
                let is_in_phase = |path| understood.phases.iter().any(|phase| phase.paths.contains(&path));
                let is_whole = (0..understood.relation.back.len()).all(is_in_phase);
                one.is_whole = is_whole && (one.is_whole || one.learned == 0);
                one.learned += 1;
                one.refusals = 0;
                one.phases = one.phases.max(understood.phases.len());
                one.paths = one.paths.max(understood.relation.back.len());
                let understood = Rc::new(understood);
                let seat = self.seats.entry(state.id).or_default();
                seat.loops.push((activation, Rc::clone(&understood)));
                Some(understood)
            }
            Err(reason) => {
                one.declined = Some(reason);
                one.refusals += 1;
                None
            }
        }
    }

    /// Has what a loop does been put in words?
    fn is_told(&self, of: (FuncId, LoopId)) -> bool {
        self.report.borrow().loops.get(&of).is_some_and(|one| !one.words.is_empty())
    }

    /// Lets a state that stands at the header of a loop take the runs that can come next. It, and what splits off on the way, then executes an
    /// iteration as it is.
    fn take_runs(&mut self, executor: &mut Executor, state: &mut State, of: LoopId) {
        let Some(understood) = self.understood(executor, state, of) else { return };
        let until = executor.solver().stats().effort + self.config.effort;
        let mut rest = Rest { states: Vec::new(), steps: self.config.steps, until };
        self.advance(executor, state, &understood, of, Step { phase: 0, ended: None }, &mut rest);
        while let Some((mut other, step)) = rest.states.pop() {
            self.advance(executor, &mut other, &understood, of, step, &mut rest);
            executor.let_run(other);
        }
    }

    /// Goes on with one state until no phase can come next, or no step is left; siblings go on from where they split off.
    fn advance(
        &mut self,
        executor: &mut Executor,
        state: &mut State,
        understood: &Understood,
        of: LoopId,
        mut step: Step,
        rest: &mut Rest,
    ) {
        let Understood { relation, phases, too_long } = understood;
        while let Some(phase) = phases.get(step.phase) {
            let without_it = Step { phase: step.phase + 1, ..step };
            if step.ended == Some(step.phase) {
                step = without_it;
                continue;
            }
            if rest.steps == 0 || executor.solver().stats().effort > rest.until {
                return;
            }
            rest.steps -= 1;
            if phases.len() > 1 {
                let begins = begins(executor, state, relation, phase);
                match begins.map_or(Decision::No, |begins| executor.decide(state, begins)) {
                    Decision::No => {
                        step = without_it;
                        continue;
                    }
                    Decision::Yes => {}
                    Decision::Both(other) => {
                        self.share_seat(state.id, other.id);
                        rest.states.push((*other, without_it));
                    }
                }
            }
            // Where there is no run, the phase's paths are taken one iteration at a time.
            if too_long[step.phase].get() {
                return;
            }
            let Some(run) = self.take_run(executor, state, of, understood, step.phase) else { return };
            let siblings = cover(executor, state, relation, phase, &run);
            siblings.iter().for_each(|sibling| self.share_seat(state.id, sibling.id));
            if phases.len() == 1 {
                siblings.into_iter().for_each(|sibling| executor.let_run(sibling));
                return;
            }
            step = Step { phase: 0, ended: Some(step.phase) };
            rest.states.extend(siblings.into_iter().map(|sibling| (sibling, step)));
        }
    }

    /// Moves a state by a run; nothing where that is not possible.
    fn take_run(
        &mut self,
        executor: &mut Executor,
        state: &mut State,
        of: LoopId,
        understood: &Understood,
        phase: usize,
    ) -> Option<Run> {
        let Understood { relation, phases, too_long } = understood;
        let (phase, too_long) = (&phases[phase], &too_long[phase]);
        // What is put there counts as written, also by a run of no iteration.
        let is_unwritten = |unknown: &Unknown| match unknown.place {
            Place::Cell { object, offset, bytes } => state.memory.uninitialised(object, offset, bytes.into()),
            Place::Register(..) => false,
        };
        if relation.unknowns.iter().any(is_unwritten) {
            return None;
        }
        let run = Run::of(executor, state, relation, phase)?;
        let Some(model) = run.model.clone() else {
            too_long.set(true);
            return None;
        };
        if self.config.validate {
            let mut proofs = std::mem::take(&mut self.report.borrow_mut().proofs);
            proofs.add(executor, state, relation, phase, &run);
            self.report.borrow_mut().proofs = proofs;
        }
        if executor.eval_in(&model, run.condition) == 0 || executor.eval_in(&model, run.ends) == 0 {
            debug_assert!(false, "a run was counted wrongly");
            return None;
        }
        executor.assume_with(state, run.condition, Rc::clone(&model));
        // How long it is bounds its length: what that decides need not be said again.
        let ends = state.path.simplified(executor.pool_mut(), run.ends);
        executor.assume_with(state, ends, model);
        if let Some(memory) = &run.memory {
            state.memory = memory.clone();
        }
        for (unknown, &value) in relation.unknowns.iter().zip(&run.values) {
            let value = Relation::place_of(executor.pool_mut(), unknown, value);
            let value = Value::from_expr(executor.pool(), value);
            executor.put_at(state, unknown.place, value);
        }
        self.report.borrow_mut().loops.entry((state.frame.function, of)).or_default().runs += 1;
        Some(run)
    }

    /// A state that split off knows what the other one knows.
    fn share_seat(&mut self, from: StateId, to: StateId) {
        if let Some(seat) = self.seats.get(&from).cloned() {
            self.seats.insert(to, seat);
        }
    }

    /// The loops around a fork are worth a look from now on.
    fn note_fork(&mut self, executor: &Executor, state: &State) {
        let functions = &executor.program().module.functions;
        for (depth, frame) in state.frames().take(self.config.depth).enumerate() {
            // Callers stand behind their calls.
            let position = frame.position.saturating_sub(u32::from(depth > 0));
            let function = &functions[frame.function];
            let mut around = function.loops.innermost(function.block_of(position));
            while let Some(id) = around {
                self.forking.insert((frame.function, id));
                around = function.loops.loops[id].parent;
            }
        }
    }
}

/// Is a state in the lane of a race in which loops are merged instead?
fn is_merging(state: &State) -> bool {
    state.lane.is_some_and(|lane| !lane.alone)
}

/// A state that took a run has executed the paths that it took. Where one of them was never executed before, those of its inputs that take it
/// are told from the others, which are returned: a test is to show it.
fn cover(
    executor: &mut Executor,
    state: &mut State,
    relation: &Relation,
    phase: &Phase,
    run: &Run,
) -> Vec<State> {
    let mut siblings: Vec<State> = Vec::new();
    for (&path, &takes) in phase.paths.iter().zip(&run.takes) {
        let trace = &relation.back[path].trace;
        let mut more = Vec::new();
        for one in std::iter::once(&mut *state).chain(&mut siblings) {
            if executor.is_covered(trace) {
                break;
            }
            match executor.decide(one, takes) {
                Decision::No => continue,
                Decision::Yes => {}
                Decision::Both(other) => more.push(*other),
            }
            executor.cover(one, trace);
        }
        siblings.extend(more);
    }
    siblings
}

impl LoopStrategy for Summaries {
    fn forked(&mut self, executor: &mut Executor, state: &mut State, fork: Fork<'_>) {
        let Some((other, _)) = fork.other else { return };
        if is_merging(state) {
            return;
        }
        self.note_fork(executor, state);
        self.share_seat(state.id, other.id);
    }

    fn crossed(
        &mut self,
        executor: &mut Executor,
        state: &mut State,
        _: EdgeId,
        crossing: LoopCrossing,
    ) -> Crossing {
        if let Some(left) = crossing.left
            && let Some(seat) = self.seats.get_mut(&state.id)
        {
            let serial = state.frame.serial;
            let function = &executor.program().module.functions[state.frame.function];
            let inside = |id: LoopId| function.loops.loops[left].depth <= function.loops.loops[id].depth;
            seat.loops.retain(|((of, id), _)| *of != serial || !inside(*id));
        }
        let Some(of) = crossing.entered().or(crossing.repeated()) else { return Crossing::Pass };
        if is_merging(state) || !self.forking.contains(&(state.frame.function, of)) {
            return Crossing::Pass;
        }
        self.take_runs(executor, state, of);
        Crossing::Pass
    }

    fn ended(&mut self, state: &State, _: &Ending) {
        self.seats.remove(&state.id);
    }

    fn mark(&self, _: &mut FxHashSet<usize>, marker: &mut Marker) {
        let mut seen: FxHashSet<*const Understood> = FxHashSet::default();
        for (_, understood) in self.seats.values().flat_map(|seat| &seat.loops) {
            if seen.insert(Rc::as_ptr(understood)) {
                understood.relation.mark(marker);
                understood.phases.iter().for_each(|phase| phase.mark(marker));
            }
        }
    }
}
