//! Paths that a program itself wants joined: those between `klee_open_merge` and `klee_close_merge`.
//!
//! A path that opens a stretch is the root of it; the paths that fork from it are inside until they close it. There they wait, and when nobody is inside
//! any more those that fit each other become one. Stretches nest. A path that ends inside just leaves.
//!
//! Values are chosen by whole path suffixes: programs mark stretches of a few paths. Does not go together with [`crate::LoopMerger`], which knows
//! nothing of states that others join.

use crate::shape::{Naive, suffix};
use crate::stats::MergeReport;
use crate::validate;
use bowline_base::{FxHashMap, FxHashSet};
use bowline_exec::hooks::{Crossing, Fork, LoopStrategy, MergeMark};
use bowline_exec::{Ending, Executor, State, StateId};
use bowline_expr::{ExprId, Marker};
use bowline_ir::{EdgeId, LoopCrossing, Width};
use bowline_solver::Path;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

struct Stretch {
    /// The path of whoever opened it.
    root: Path,
    inside: BTreeSet<StateId>,
    parked: Vec<State>,
}

/// See the module documentation.
pub struct MarkedMerger {
    /// By number; a stretch has a larger one than those around it.
    stretches: BTreeMap<u32, Stretch>,
    next: u32,
    /// The stretches that a state is in, innermost last.
    seats: FxHashMap<StateId, Vec<u32>>,
    /// The stretch that a state has just closed.
    closing: FxHashMap<StateId, u32>,
    /// States to put into circulation.
    ready: Vec<State>,
    /// Prove every merge with the solver.
    validate: bool,
    report: Rc<RefCell<MergeReport>>,
}

impl MarkedMerger {
    /// The strategy, and the report it keeps, which can still be read when the strategy is the executor's.
    pub fn new(validate: bool) -> (Self, Rc<RefCell<MergeReport>>) {
        let report = Rc::new(RefCell::new(MergeReport::default()));
        let merger = Self {
            stretches: BTreeMap::new(),
            next: 0,
            seats: FxHashMap::default(),
            closing: FxHashMap::default(),
            ready: Vec::new(),
            validate,
            report: Rc::clone(&report),
        };
        (merger, report)
    }

    fn open(&mut self, state: &State) {
        let stretch =
            Stretch { root: state.path.clone(), inside: BTreeSet::from([state.id]), parked: Vec::new() };
        self.stretches.insert(self.next, stretch);
        self.seats.entry(state.id).or_default().push(self.next);
        self.next += 1;
    }

    /// A state takes no part in any stretch any more.
    fn leave(&mut self, id: StateId) -> Vec<u32> {
        let seat = self.seats.remove(&id).unwrap_or_default();
        for stretch in &seat {
            if let Some(stretch) = self.stretches.get_mut(stretch) {
                stretch.inside.remove(&id);
            }
        }
        seat
    }

    fn take_seat(&mut self, id: StateId, seat: Vec<u32>) {
        for stretch in &seat {
            if let Some(stretch) = self.stretches.get_mut(stretch) {
                stretch.inside.insert(id);
            }
        }
        self.seats.insert(id, seat);
    }

    /// The states that closed a stretch become one for each group that fits.
    fn finish(&mut self, executor: &mut Executor, stretch: Stretch) {
        let mut groups: Vec<Vec<State>> = Vec::new();
        for state in stretch.parked {
            let fits = |group: &&mut Vec<State>| group.iter().all(|member| executor.fits(member, &state));
            match groups.iter_mut().find(fits) {
                Some(group) => group.push(state),
                None => groups.push(vec![state]),
            }
        }
        for group in groups {
            let state = self.join(executor, &stretch.root, group);
            self.ready.push(state);
        }
    }

    fn join(&mut self, executor: &mut Executor, root: &Path, mut group: Vec<State>) -> State {
        if group.len() == 1 {
            return group.remove(0);
        }
        let members: Vec<&State> = group.iter().collect();
        let suffixes: Vec<ExprId> =
            members.iter().map(|state| suffix(executor.pool_mut(), &state.path, root)).collect();
        let registers = all_registers(executor, members[0]);
        let mut shape = Naive { suffixes: suffixes.clone() };
        let mut joined = executor.join(&members, &registers, root, &mut shape);
        executor.joined(&mut joined.state, &members);
        if self.validate {
            let findings = validate::validate(executor, root, &suffixes, &joined);
            self.report.borrow_mut().add(findings);
        }
        self.report.borrow_mut().merged_away += group.len() as u64 - 1;
        // They are in the same stretches around, as what forked from one path is.
        let seats: Vec<Vec<u32>> = group.iter().map(|state| self.leave(state.id)).collect();
        self.take_seat(joined.state.id, seats.into_iter().next().unwrap_or_default());
        joined.state
    }
}

/// In the middle of a block nobody has asked which are live.
fn all_registers(executor: &Executor, state: &State) -> Vec<(usize, Width)> {
    let module = &executor.program().module;
    let widths = bowline_ir::widths::of(&module.functions[state.frame.function], module);
    widths.iter().enumerate().filter_map(|(register, width)| Some((register, (*width)?))).collect()
}

impl LoopStrategy for MarkedMerger {
    fn forked(&mut self, _: &mut Executor, state: &mut State, fork: Fork<'_>) {
        if let (Some((other, _)), Some(seat)) = (fork.other, self.seats.get(&state.id).cloned()) {
            self.take_seat(other.id, seat);
        }
    }

    fn marked(&mut self, _: &mut Executor, state: &mut State, mark: MergeMark) -> Crossing {
        match mark {
            MergeMark::Open => {
                self.open(state);
                Crossing::Pass
            }
            MergeMark::Close => {
                let Some(stretch) = self.seats.get_mut(&state.id).and_then(Vec::pop) else {
                    return Crossing::Pass;
                };
                if let Some(stretch) = self.stretches.get_mut(&stretch) {
                    stretch.inside.remove(&state.id);
                }
                self.closing.insert(state.id, stretch);
                Crossing::Hold
            }
        }
    }

    fn crossed(&mut self, _: &mut Executor, _: &mut State, _: EdgeId, _: LoopCrossing) -> Crossing {
        Crossing::Pass
    }

    fn hold(&mut self, _: &mut Executor, state: State) {
        let stretch = self.closing.remove(&state.id).and_then(|stretch| self.stretches.get_mut(&stretch));
        match stretch {
            Some(stretch) => stretch.parked.push(state),
            None => self.ready.push(state),
        }
    }

    fn ended(&mut self, state: &State, _: &Ending) {
        self.leave(state.id);
    }

    fn released(&mut self, executor: &mut Executor) -> Vec<State> {
        let done = |stretch: &Stretch| stretch.inside.is_empty();
        while let Some(number) =
            self.stretches.iter().find(|(_, stretch)| done(stretch)).map(|(number, _)| *number)
        {
            if let Some(stretch) = self.stretches.remove(&number) {
                self.finish(executor, stretch);
            }
        }
        std::mem::take(&mut self.ready)
    }

    /// Whoever stands in the way of others goes first.
    fn preferred(&self) -> Option<StateId> {
        let (_, youngest) = self.stretches.last_key_value()?;
        youngest.inside.last().copied()
    }

    fn held(&self) -> Vec<&State> {
        self.stretches.values().flat_map(|stretch| &stretch.parked).chain(&self.ready).collect()
    }

    fn mark(&self, seen: &mut FxHashSet<usize>, marker: &mut Marker) {
        self.stretches.values().for_each(|stretch| stretch.root.mark(marker));
        self.held().into_iter().for_each(|state| state.mark(seen, marker));
    }
}
