//! Running a region with books of its own.

use super::{Border, Budget, General, Leaf, LeafEnd, Place, Probed, Ran, Region, Stopped, Trace};
use crate::executor::Split;
use crate::hooks::{LoopStrategy, StopAtUnknowns, Unknowns};
use crate::loops::LoopStrategies;
use crate::seeds::Seeds;
use crate::{Books, Coverage, Executor, KnownInputs, Lost, Outcome, PathTree, State};
use bowline_expr::Model;
use bowline_memory::Value;
use bowline_solver::{Path, SolverStats};
use std::rc::Rc;

/// Instructions that a path of a probe runs before it is looked whether it is still in the region.
const SLICE: u64 = 2_000;

/// What belongs to the run, while a probe is under way.
struct Aside {
    books: Books,
    strategies: LoopStrategies,
    unknowns: Option<Box<dyn Unknowns>>,
    split: Split,
    border: Option<Border>,
    show_output: bool,
    /// Values that the region takes are still the run's.
    known: Option<KnownInputs>,
    solver: SolverStats,
}

impl Executor {
    /// All paths through a region, from a state that stands at its entry and in which the given places are unknown.
    pub fn probe(
        &mut self,
        from: &State,
        region: &Region,
        general: &[(Place, General)],
        budget: Budget,
    ) -> Probed {
        self.probe_within(from, region, general, budget, None)
    }

    /// [`Executor::probe`] with a strategy of its own, which is told of everything inside the region, and may end paths.
    pub fn probe_within(
        &mut self,
        from: &State,
        region: &Region,
        general: &[(Place, General)],
        budget: Budget,
        within: Option<Box<dyn LoopStrategy>>,
    ) -> Probed {
        let mut start = self.trial(from);
        let aside = self.set_aside(region, start.frame.serial);
        within.into_iter().for_each(|strategy| self.plug_in_for_probe(strategy));
        let unknowns = self.generalise(&mut start, general);
        let (leaves, stopped) = self.explore_region(&start, budget);
        let lost = self.take_up(aside);
        Probed { start, unknowns, leaves, stopped, lost }
    }

    /// One path through a region, with the given values in some places and a model's for everything else that is unknown (without
    /// one, the path's).
    pub fn run_region(
        &mut self,
        from: &State,
        region: &Region,
        values: &[(Place, Value)],
        model: Option<Rc<Model>>,
        instructions: u64,
    ) -> Ran {
        let mut state = self.trial(from);
        state.forking_off = true;
        if let Some(model) = model {
            state.path = Path::new();
            state.path.adopt_model(model);
        }
        let aside = self.set_aside(region, state.frame.serial);
        for &(place, value) in values {
            self.put_at(&mut state, place, value);
        }
        let last = state.instructions + instructions;
        let mut end = None;
        while end.is_none() && state.instructions < last {
            let slice = SLICE.min(last - state.instructions);
            let outcome = self.run(&mut state, slice);
            end = self.end_of_turn(&state, &outcome);
        }
        let lost = self.take_up(aside);
        Ran { end, state, lost }
    }

    /// [`Executor::run_region`] with what was executed on the way.
    pub fn trace_region(
        &mut self,
        from: &State,
        region: &Region,
        values: &[(Place, Value)],
        model: Option<Rc<Model>>,
        instructions: u64,
    ) -> (Ran, Trace) {
        let mut books = self.spare_books.take().unwrap_or_else(|| Box::new(Books::new(&self.program)));
        books.coverage = Coverage::new(&self.program.module);
        self.spare_books = Some(books);
        let ran = self.run_region(from, region, values, model, instructions);
        let trace = self.spare_books.as_ref().map(|books| books.coverage.trace()).unwrap_or_default();
        (ran, trace)
    }

    /// A copy of a state to try things out with.
    fn trial(&mut self, from: &State) -> State {
        let mut trial = from.clone();
        trial.id = self.fresh_state_id();
        trial.seeds = Seeds::default();
        trial.lane = None;
        // A copy of unknown length is one path, not one per length.
        trial.may_join = true;
        trial.has_choices = true;
        trial.forking_off = false;
        trial.depth = 0;
        trial.path_node = PathTree::ROOT;
        // Nobody reads its bugs for their sizes.
        trial.unknown_sizes = Default::default();
        trial
    }

    fn set_aside(&mut self, region: &Region, serial: u32) -> Aside {
        let mut books = self.spare_books.take().unwrap_or_else(|| Box::new(Books::new(&self.program)));
        books.lost = Lost::default();
        books.paths = PathTree::default();
        std::mem::swap(&mut self.books, &mut books);
        // Objects refer to sites by number.
        std::mem::swap(&mut self.books.sites, &mut books.sites);
        let aside = Aside {
            books: *books,
            strategies: self.without_strategies(),
            unknowns: self.unknowns.replace(Box::new(StopAtUnknowns)),
            split: std::mem::take(&mut self.split),
            border: self.border.replace(Border::new(region, serial)),
            show_output: std::mem::replace(&mut self.config.show_output, false),
            known: self.known.clone(),
            solver: self.solver.stats().clone(),
        };
        self.watches_edges = true;
        aside
    }

    /// Goes on with the run; what the probe lost.
    fn take_up(&mut self, aside: Aside) -> Lost {
        let Aside { books, strategies, unknowns, split, border, show_output, known, solver } = aside;
        let mut own = std::mem::replace(&mut self.books, books);
        std::mem::swap(&mut self.books.sites, &mut own.sites);
        self.unknowns = unknowns;
        self.split = split;
        self.border = border;
        self.config.show_output = show_output;
        self.known = known;
        self.solver.restore_stats(solver);
        self.restore_strategies(strategies);
        let lost = std::mem::take(&mut own.lost);
        self.spare_books = Some(Box::new(own));
        lost
    }

    fn explore_region(&mut self, start: &State, budget: Budget) -> (Vec<Leaf>, Option<Stopped>) {
        let root = start.path.len();
        let asked = self.solver.stats().queries;
        let mut left = budget.instructions;
        let mut open = vec![start.clone()];
        let mut leaves = Vec::new();
        while let Some(mut state) = open.pop() {
            let stopped = match () {
                () if left == 0 => Some(Stopped::Instructions),
                () if self.solver.stats().queries - asked > budget.queries => Some(Stopped::Queries),
                () => None,
            };
            if stopped.is_some() {
                return (leaves, stopped);
            }
            let before = state.instructions;
            let mut outcome = self.run(&mut state, SLICE.min(left));
            left = left.saturating_sub(state.instructions.saturating_sub(before).max(1));
            let end = self.end_of_turn(&state, &outcome);
            let split = outcome.take_split();
            if split.is_cut_short() {
                return (leaves, Some(Stopped::Interrupted));
            }
            open.extend(split.running);
            let ended = split.ended.into_iter().map(|(state, ending)| (state, LeafEnd::Ended(ending)));
            let held = self.border.as_mut().map(Border::take_held).unwrap_or_default();
            for (state, end) in ended.chain(held) {
                leaves.push(self.leaf(state, end, root));
            }
            match end {
                Some(end) => leaves.push(self.leaf(state, end, root)),
                None => open.push(state),
            }
            if leaves.len() + open.len() > budget.paths {
                return (leaves, Some(Stopped::Paths));
            }
        }
        (leaves, None)
    }

    /// How a state left the region in a turn, if it did.
    fn end_of_turn(&mut self, state: &State, outcome: &Outcome) -> Option<LeafEnd> {
        let border = self.border.as_mut()?;
        match outcome {
            Outcome::Ended { ending, .. } => {
                Some(border.end_of(state).unwrap_or_else(|| LeafEnd::Ended(ending.clone())))
            }
            // No strategy is plugged in, so it is the probe that holds.
            Outcome::Held { .. } => Some(border.end_of(state).unwrap_or(LeafEnd::Escaped)),
            Outcome::Running { .. } => (!border.is_around(state)).then_some(LeafEnd::Escaped),
        }
    }

    fn leaf(&mut self, state: State, end: LeafEnd, root: usize) -> Leaf {
        let added: Vec<_> = state.path.constraints().skip(root).collect();
        Leaf { end, condition: self.pool.all(added), state }
    }
}
