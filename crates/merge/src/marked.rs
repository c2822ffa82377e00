//! Paths that a program itself wants joined: those between `klee_open_merge` and `klee_close_merge`.
//!
//! A path that opens a region is the root of it; the paths that fork from it are inside until they close it. There they wait, and when nobody is inside
//! any more those that fit each other become one. Regions nest. A path that ends inside just leaves.
//!
//! Values are chosen by whole path suffixes: programs mark regions of a few paths. Does not go together with [`crate::LoopMerger`], which knows
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

struct Region {
    /// The path of whoever opened it.
    root: Path,
    inside: BTreeSet<StateId>,
    parked: Vec<State>,
}

/// See the module documentation.
pub struct MarkedMerger {
    /// By number; a region has a larger one than those around it.
    regions: BTreeMap<u32, Region>,
    next: u32,
    /// The regions that a state is in, innermost last.
    seats: FxHashMap<StateId, Vec<u32>>,
    /// The region that a state has just closed.
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
            regions: BTreeMap::new(),
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
        let region =
            Region { root: state.path.clone(), inside: BTreeSet::from([state.id]), parked: Vec::new() };
        self.regions.insert(self.next, region);
        self.seats.entry(state.id).or_default().push(self.next);
        self.next += 1;
    }

    /// A state takes no part in any region any more.
    fn leave(&mut self, id: StateId) -> Vec<u32> {
        let seat = self.seats.remove(&id).unwrap_or_default();
        for region in &seat {
            if let Some(region) = self.regions.get_mut(region) {
                region.inside.remove(&id);
            }
        }
        seat
    }

    fn take_seat(&mut self, id: StateId, seat: Vec<u32>) {
        for region in &seat {
            if let Some(region) = self.regions.get_mut(region) {
                region.inside.insert(id);
            }
        }
        self.seats.insert(id, seat);
    }

    /// The states that closed a region become one for each group that fits.
    fn finish(&mut self, executor: &mut Executor, region: Region) {
        let mut groups: Vec<Vec<State>> = Vec::new();
        for state in region.parked {
            let fits = |group: &&mut Vec<State>| group.iter().all(|member| executor.fits(member, &state));
            match groups.iter_mut().find(fits) {
                Some(group) => group.push(state),
                None => groups.push(vec![state]),
            }
        }
        for group in groups {
            let state = self.join(executor, &region.root, group);
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
        // They are in the same regions around, as what forked from one path is.
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
                let Some(region) = self.seats.get_mut(&state.id).and_then(Vec::pop) else {
                    return Crossing::Pass;
                };
                if let Some(region) = self.regions.get_mut(&region) {
                    region.inside.remove(&state.id);
                }
                self.closing.insert(state.id, region);
                Crossing::Hold
            }
        }
    }

    fn crossed(&mut self, _: &mut Executor, _: &mut State, _: EdgeId, _: LoopCrossing) -> Crossing {
        Crossing::Pass
    }

    fn hold(&mut self, _: &mut Executor, state: State) {
        let region = self.closing.remove(&state.id).and_then(|region| self.regions.get_mut(&region));
        match region {
            Some(region) => region.parked.push(state),
            None => self.ready.push(state),
        }
    }

    fn ended(&mut self, state: &State, _: &Ending) {
        self.leave(state.id);
    }

    fn released(&mut self, executor: &mut Executor) -> Vec<State> {
        let done = |region: &Region| region.inside.is_empty();
        while let Some(number) =
            self.regions.iter().find(|(_, region)| done(region)).map(|(number, _)| *number)
        {
            if let Some(region) = self.regions.remove(&number) {
                self.finish(executor, region);
            }
        }
        std::mem::take(&mut self.ready)
    }

    /// Whoever stands in the way of others goes first.
    fn preferred(&self) -> Option<StateId> {
        let (_, youngest) = self.regions.last_key_value()?;
        youngest.inside.last().copied()
    }

    fn held(&self) -> Vec<&State> {
        self.regions.values().flat_map(|region| &region.parked).chain(&self.ready).collect()
    }

    fn mark(&self, seen: &mut FxHashSet<usize>, marker: &mut Marker) {
        self.regions.values().for_each(|region| region.root.mark(marker));
        self.held().into_iter().for_each(|state| state.mark(seen, marker));
    }
}
