//! The loop strategy: where a state stands at the header of a loop, runs instead of iterations.
//!
//! A loop is looked at once something has forked in it: loops over known values are simply executed. What an iteration does is learned once for
//! each activation of the loop, and handed down to the states that fork from the one it was learned from.
//!
//! States at the header of a loop that is understood [wait](crate::waiting) for their turn to take [steps](crate::steps) there.

use crate::asking::Asking;
use crate::faults::{LoopKey, Site};
use crate::partial::Scouts;
use crate::phase::{Phase, phases};
use crate::relation::Relation;
use crate::report::SummaryReport;
use crate::steps::Step;
use crate::waiting::Waiting;
use crate::words::words;
use bowline_base::{FxHashMap, FxHashSet};
use bowline_exec::hooks::{Crossing, Effort, Fork, LoopStrategy};
use bowline_exec::probe::{Budget, Region, Stopped};
use bowline_exec::{Ending, Executor, Lane, LiveRegisters, State, StateId, Way};
use bowline_expr::Marker;
use bowline_ir::{EdgeId, FuncId, LoopCrossing, LoopId};
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
    /// Steps of a path at a header before it executes an iteration as it is. A step is a run, or the question whether one can begin.
    pub steps: usize,
    /// Prove every run with the solver, up to a bound.
    pub validate: bool,
    /// Work of the run before scouts are sent behind loops that are more than one phase; never without it. What they find is explored beside everything
    /// else, so some inputs are then on two paths.
    pub scouts: Option<u64>,
}

impl Default for SummaryConfig {
    fn default() -> Self {
        Self {
            budget: Budget { paths: 48, instructions: 50_000, queries: 600 },
            refusals: 3,
            depth: 4,
            steps: 64,
            validate: false,
            scouts: Some(500_000),
        }
    }
}

/// Times that a loop's first iteration is tried when it is entered.
const TRIED: u32 = 3;
/// Times that a loop is learned again for one path.
const MAX_RELEARNED: u32 = 8;

/// Shared with the strategy while the executor owns that.
pub type SharedReport = Rc<RefCell<SummaryReport>>;

/// A loop of an activation of a function.
pub(crate) type Activation = (u32, LoopId);

/// What is known of a loop in one activation.
pub(crate) struct Understood {
    pub relation: Rc<Relation>,
    pub phases: Vec<Phase>,
    /// For each phase: a run of it was too long to count once, and is not counted again.
    pub too_long: Vec<Cell<bool>>,
    /// Times that it was learned again because iterations that it leaves out had changed something else.
    relearned: u32,
}

impl Understood {
    fn new(relation: Rc<Relation>, phases: Vec<Phase>, relearned: u32) -> Self {
        let too_long = vec![Cell::new(false); phases.len()];
        Self { relation, phases, too_long, relearned }
    }

    /// Are all of its iterations of one phase?
    pub fn is_one_phase(&self) -> bool {
        self.phases.len() == 1 && self.is_whole()
    }

    /// Is every path back to the header in a phase?
    fn is_whole(&self) -> bool {
        let is_in_phase = |path| self.phases.iter().any(|phase| phase.paths.contains(&path));
        self.relation.is_complete() && (0..self.relation.back.len()).all(is_in_phase)
    }
}

/// What is known to a state.
#[derive(Clone, Default)]
struct Seat {
    loops: Vec<(Activation, Rc<Understood>)>,
    /// Runs that it took, and iterations as they are.
    steps: u64,
}

/// See the module documentation.
pub struct Summaries {
    pub(crate) config: SummaryConfig,
    /// Loops in which something forked.
    forking: FxHashSet<LoopKey>,
    /// How often others were entered.
    entered: FxHashMap<LoopKey, u32>,
    /// Bugs in their bodies that some state was found to be before.
    pub(crate) met: FxHashMap<LoopKey, FxHashSet<Site>>,
    seats: FxHashMap<StateId, Seat>,
    live: LiveRegisters,
    waiting: Waiting<Step>,
    /// Those whose turn it is, as long as they are in the iteration that they execute as it is.
    going: FxHashSet<StateId>,
    /// Some state was run since others were asked for.
    has_run: bool,
    /// Work that was done for states that go this way: what other lanes do meanwhile is nothing that those who wait have had.
    worked: u64,
    /// The state that is about to be held only lets others go first.
    lets_pass: bool,
    pub(crate) scouts: Scouts,
    pub(crate) report: SharedReport,
}

impl Summaries {
    pub fn new(config: SummaryConfig) -> (Self, SharedReport) {
        let report = SharedReport::default();
        let this = Self {
            config,
            forking: FxHashSet::default(),
            entered: FxHashMap::default(),
            met: FxHashMap::default(),
            seats: FxHashMap::default(),
            live: LiveRegisters::default(),
            waiting: Waiting::default(),
            going: FxHashSet::default(),
            has_run: false,
            worked: 0,
            lets_pass: false,
            scouts: Scouts::default(),
            report: Rc::clone(&report),
        };
        (this, report)
    }

    /// What is known of a loop that a state stands at the header of; learned where it is not.
    pub(crate) fn understood(
        &mut self,
        executor: &mut Executor,
        state: &mut State,
        of: LoopId,
    ) -> Option<Rc<Understood>> {
        let activation = (state.frame.serial, of);
        let seat = self.seats.entry(state.id).or_default();
        let at = seat.loops.iter().position(|(known, _)| *known == activation);
        let live = self.live.at(executor, state);
        let (mut changed, mut relearned) = (None, 0);
        if let Some(at) = at {
            let known = &seat.loops[at].1;
            changed = known.relation.changed_by(state, &live);
            relearned = known.relearned + 1;
            match changed.is_some() && relearned <= MAX_RELEARNED {
                true => drop(seat.loops.remove(at)),
                false => return changed.is_none().then(|| Rc::clone(known)),
            }
        }
        let key = (state.frame.function, of);
        let refusals = self.report.borrow().loops.get(&key).map_or(0, |one| one.refusals);
        if refusals >= self.config.refusals {
            return None;
        }
        let learned = Relation::learn(executor, state, of, &live, self.config.budget, changed);
        if let Err(crate::Declined::TooLarge(_)) = &learned
            && self.asks_for_scouts(key)
            && let Some(sketch) = Relation::sketch(executor, state, of, &live)
        {
            self.ask_for_scouts(executor, state, of, &Rc::new(sketch));
        }
        let learned = learned.and_then(|relation| {
            let relation = Rc::new(relation);
            let phases = phases(&mut Asking::new(executor, state), &relation);
            match phases.is_empty() {
                true => {
                    self.ask_for_scouts(executor, state, of, &relation);
                    Err(crate::Declined::NoClosedForm)
                }
                false => Ok(Understood::new(relation, phases, relearned)),
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
                one.is_whole = understood.is_whole() && (one.is_whole || one.learned == 0);
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

    /// A state waits for its turn.
    pub(crate) fn wait(&mut self, state: State, step: Step) {
        let steps = self.seats.get(&state.id).map_or(0, |seat| seat.steps);
        self.waiting.push(state, steps, step);
    }

    /// A state took a run, or is about to execute an iteration as it is.
    pub(crate) fn count_step(&mut self, state: &State) {
        if let Some(seat) = self.seats.get_mut(&state.id) {
            seat.steps += 1;
        }
    }

    /// A state that split off knows what the other one knows.
    pub(crate) fn share_seat(&mut self, from: StateId, to: StateId) {
        if let Some(seat) = self.seats.get(&from).cloned() {
            self.seats.insert(to, seat);
        }
    }

    /// Is a loop worth a look? Where it is entered for the first few times, its first iteration is tried: what forks in the middle of it would take
    /// each of its paths as it is, and then what follows on each of them.
    fn forks(&mut self, executor: &mut Executor, state: &State, of: LoopId, crossing: LoopCrossing) -> bool {
        let key = (state.frame.function, of);
        if self.forking.contains(&key) {
            return true;
        }
        let entered = self.entered.entry(key).or_default();
        if crossing.entered().is_none() || *entered == TRIED {
            return false;
        }
        *entered += 1;
        let program = Rc::clone(executor.program());
        let function = &program.module.functions[state.frame.function];
        let Some(region) = Region::iteration(state.frame.function, function, of) else { return false };
        let budget = Budget { paths: 1, instructions: 2_000, queries: 20 };
        let forks = executor.probe(state, &region, &[], budget).stopped == Some(Stopped::Paths);
        if forks {
            self.forking.insert(key);
        }
        forks
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

/// Is a state in a lane of a race in which something else is done about loops?
fn goes_another_way(state: &State) -> bool {
    state.lane.is_some_and(|lane| lane.way != Way::Runs)
}

impl LoopStrategy for Summaries {
    fn forked(&mut self, executor: &mut Executor, state: &mut State, fork: Fork<'_>) {
        let Some((other, _)) = fork.other else { return };
        if goes_another_way(state) {
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
            self.going.remove(&state.id);
        }
        let Some(of) = crossing.entered().or(crossing.repeated()) else { return Crossing::Pass };
        if self.scouts.goes_straight(state, of) {
            return Crossing::Pass;
        }
        if goes_another_way(state) || !self.forks(executor, state, of, crossing) {
            return Crossing::Pass;
        }
        if let Some(twin) = executor.race(state) {
            self.share_seat(state.id, twin.id);
            self.wait(twin, Step::first(of));
            return Crossing::Pass;
        }
        if self.understood(executor, state, of).is_none() {
            self.going.remove(&state.id);
            // The state lets scouts go first.
            self.lets_pass = self.scouts_are_due(executor);
            return if self.lets_pass { Crossing::Hold } else { Crossing::Pass };
        }
        self.count_step(state);
        self.going.remove(&state.id);
        Crossing::Hold
    }

    fn hold(&mut self, executor: &mut Executor, state: State) {
        let function = &executor.program().module.functions[state.frame.function];
        match function.loops.innermost(function.block_of(state.frame.position)) {
            Some(of) if std::mem::take(&mut self.lets_pass) => self.wait(state, Step::declined(of)),
            Some(of) => self.wait(state, Step::first(of)),
            None => unreachable!("a state is held at the header of a loop only"),
        }
    }

    fn ran(&mut self, state: &State, effort: Effort) {
        self.has_run = true;
        if !goes_another_way(state) {
            self.worked += effort.instructions + effort.solver;
        }
    }

    fn ended(&mut self, state: &State, _: &Ending) {
        self.seats.remove(&state.id);
        self.going.remove(&state.id);
        self.scouts.forget(state.id);
    }

    fn released(&mut self, executor: &mut Executor) -> Vec<State> {
        let sent = self.send_scouts(executor);
        if !sent.is_empty() {
            return sent;
        }
        // Who is not at a header any more may have been dropped: if nobody runs, those who wait go on all the same.
        let has_run = std::mem::take(&mut self.has_run);
        if !executor.is_turn_of(Way::Runs) || !self.going.is_empty() && has_run {
            return Vec::new();
        }
        while let Some((state, step)) = self.waiting.pop(self.worked) {
            let before = executor.work();
            let going = self.step(executor, state, step);
            self.worked += executor.work() - before;
            if !going.is_empty() {
                self.going = going.iter().map(|state| state.id).collect();
                return going;
            }
        }
        Vec::new()
    }

    fn waits_for_turn(&self) -> Option<Way> {
        let waits = self.going.is_empty() && self.waiting.states().next().is_some();
        waits.then_some(Way::Runs)
    }

    fn give_back(&mut self, lane: Lane) -> Vec<State> {
        self.waiting.take_lane(lane)
    }

    fn urgent(&self) -> Option<StateId> {
        self.scouts.first()
    }

    fn held(&self) -> Vec<&State> {
        self.waiting.states().collect()
    }

    fn mark(&self, seen: &mut FxHashSet<usize>, marker: &mut Marker) {
        for (_, understood) in self.seats.values().flat_map(|seat| &seat.loops) {
            if seen.insert(Rc::as_ptr(understood) as usize) {
                understood.relation.mark(seen, marker);
                understood.phases.iter().for_each(|phase| phase.mark(marker));
            }
        }
        self.waiting.states().for_each(|state| state.mark(seen, marker));
        self.scouts.mark(seen, marker);
    }
}
