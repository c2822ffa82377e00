//! The joiner: opens contexts, keeps their trees, closes them.

use crate::combine::{Combination, Method, suffix};
use crate::config::{MergeConfig, MergeOn};
use crate::context::{Context, ContextId, Region};
use crate::group;
use crate::measure::measure;
use crate::race::{Races, other};
use crate::stats::MergeReport;
use crate::tree::{NodeId, Tree};
use crate::validate;
use bowline_base::{FxHashMap, FxHashSet};
use bowline_exec::hooks::{Crossing, Fork, Join};
use bowline_exec::{Ending, Executor, Lane, State, StateId};
use bowline_expr::{ExprId, Marker, Pool, Support, SupportCache};
use bowline_ir::{BlockId, EdgeId, FuncId, LoopCrossing, Width, cfg::Cfg, liveness::Liveness};
use std::cell::RefCell;
use std::rc::Rc;
use std::time::Instant;

/// Registers, by number, with their widths.
type LiveRegisters = Rc<[(usize, Width)]>;

/// See the crate documentation.
pub struct LoopMerger {
    config: MergeConfig,
    contexts: FxHashMap<ContextId, Context>,
    next_context: u32,
    /// The innermost context of each state inside one, and its leaf there.
    places: FxHashMap<StateId, (ContextId, NodeId)>,
    /// Inputs that the size of some object depends on.
    tainted: FxHashSet<Support>,
    /// Contexts whose last state has left or ended.
    finished: Vec<ContextId>,
    /// States to put into circulation.
    ready: Vec<State>,
    /// Per function: the live registers, with their widths, at each block that was an exit.
    live: FxHashMap<(FuncId, BlockId), LiveRegisters>,
    races: Races,
    report: Rc<RefCell<MergeReport>>,
}

impl LoopMerger {
    /// The joiner, and the report it keeps, which can still be read when the joiner is the executor's.
    pub fn new(config: MergeConfig) -> (Self, Rc<RefCell<MergeReport>>) {
        let report = Rc::new(RefCell::new(MergeReport::default()));
        let merger = Self {
            config,
            contexts: FxHashMap::default(),
            next_context: 0,
            places: FxHashMap::default(),
            tainted: FxHashSet::default(),
            finished: Vec::new(),
            ready: Vec::new(),
            live: FxHashMap::default(),
            races: Races::default(),
            report: Rc::clone(&report),
        };
        (merger, report)
    }

    /// Do states wait for each other at the start of an iteration?
    fn iterates(&self) -> bool {
        self.config.incremental
    }

    fn opens(&self, pool: &Pool, condition: ExprId) -> bool {
        match self.config.on {
            MergeOn::Any => true,
            MergeOn::Size => !self.tainted.is_empty() && self.is_tainted(pool, condition),
        }
    }

    fn is_tainted(&self, pool: &Pool, condition: ExprId) -> bool {
        // Not kept between calls: after a collection ids mean something else.
        let support = SupportCache::new().of(pool, condition);
        support.iter().any(|one| match one {
            Support::Byte(symbol, _) => {
                self.tainted.contains(one) || self.tainted.contains(&Support::Whole(*symbol))
            }
            Support::Whole(_) => self.tainted.contains(one),
        })
    }

    fn open(&mut self, state: &State, fork: &Fork<'_>, region: Region) -> (ContextId, NodeId) {
        let parent = self.places.get(&state.id).copied();
        let id = ContextId(self.next_context);
        self.next_context += 1;
        self.contexts.insert(id, Context::new(region, state, parent, fork.before.clone()));
        self.report.borrow_mut().of(region.function, region.loop_id).contexts += 1;
        self.places.insert(state.id, (id, Tree::ROOT));
        (id, Tree::ROOT)
    }

    /// The context of a state, unless that was given up or the state has left its frame by other ways.
    fn place_of(&mut self, state: &State) -> Option<(ContextId, NodeId)> {
        let &(id, node) = self.places.get(&state.id)?;
        let serial = self.contexts.get(&id).map(|context| context.region.serial);
        if serial.is_some_and(|serial| state.frames().any(|frame| frame.serial == serial)) {
            return Some((id, node));
        }
        self.leave(state.id);
        None
    }

    /// A state is no longer inside: it ended, escaped, or was parked.
    fn leave(&mut self, id: StateId) {
        let Some((context_id, _)) = self.places.remove(&id) else { return };
        if let Some(context) = self.contexts.get_mut(&context_id) {
            context.inside.remove(&id);
            if context.inside.is_empty() {
                self.finished.push(context_id);
            }
        }
    }

    /// A loop that was too much once is not tried again.
    fn was_given_up(&self, region: Region) -> bool {
        let report = self.report.borrow();
        report.loops.get(&(region.function, region.loop_id)).is_some_and(|stats| stats.given_up > 0)
    }

    /// Past a limit: everybody goes on alone, also in the contexts around.
    fn give_up(&mut self, id: ContextId) {
        let Some(context) = self.contexts.remove(&id) else { return };
        let Region { function, loop_id, .. } = context.region;
        self.report.borrow_mut().of(function, loop_id).given_up += 1;
        for member in &context.inside {
            self.places.remove(member);
        }
        let parent = context.parent;
        self.ready.extend(context.into_held());
        if let Some((parent, _)) = parent {
            self.give_up(parent);
        }
    }

    /// All states of a context have left or wait to start another iteration: those with the same store become one, and
    /// they go on.
    fn next_iteration(&mut self, executor: &mut Executor, id: ContextId) {
        let Some(context) = self.contexts.get_mut(&id) else { return };
        let waiting = std::mem::take(&mut context.waiting);
        let (region, region_lane) = (context.region, context.lane);
        let Some(live) = waiting.first().map(|(_, state)| self.live_registers(executor, state)) else {
            return;
        };
        for group in group::split(
            waiting,
            |state| group::registers_key(state, &live),
            |group, state| group::same_store(&group[0].1, state, &live),
        ) {
            let Some(context) = self.contexts.get_mut(&id) else { return };
            let nodes: Vec<NodeId> = group.iter().map(|(node, _)| *node).collect();
            let collapsed = match nodes[..] {
                [_] => None,
                _ => context.tree.collapse(&mut executor.pool, &nodes),
            };
            match collapsed {
                None => {
                    for (node, state) in group {
                        context.inside.insert(state.id);
                        self.places.insert(state.id, (id, node));
                        self.ready.push(state);
                    }
                }
                Some((node, path, condition)) => {
                    let members: Vec<&State> = group.iter().map(|(_, state)| state).collect();
                    let condition = match self.config.naive {
                        true => {
                            let pool = &mut executor.pool;
                            let suffixes: Vec<ExprId> =
                                members.iter().map(|state| suffix(pool, &state.path, &path)).collect();
                            pool.any(suffixes)
                        }
                        false => condition,
                    };
                    let mut merged = members[0].clone();
                    merged.id = executor.fresh_state_id();
                    let model = Rc::clone(members[0].path.model());
                    merged.path = path.clone();
                    merged.path.assume(&mut executor.pool, condition, model);
                    executor.absorb(&mut merged, &members);
                    context.inside.insert(merged.id);
                    self.places.insert(merged.id, (id, node));
                    let mut report = self.report.borrow_mut();
                    let away = members.len() as u64 - 1;
                    report.merged_away += away;
                    self.races.removed(region_lane, away);
                    report.of(region.function, region.loop_id).joined_inside += away;
                    if self.config.validate {
                        let pool = &mut executor.pool;
                        let suffixes = members.iter().map(|state| suffix(pool, &state.path, &path)).collect();
                        let method = Method::Naive;
                        let combination =
                            Combination { method, members: &members, suffixes, values: Vec::new() };
                        let found = validate::violations(executor, &path, &combination, condition);
                        report.violations.extend(found);
                    }
                    self.ready.push(merged);
                }
            }
        }
    }

    /// Closes a context: its parked states become one per group.
    fn finish(&mut self, executor: &mut Executor, id: ContextId) {
        let Some(mut context) = self.contexts.remove(&id) else { return };
        let started = Instant::now();
        let parked = std::mem::take(&mut context.parked);
        let waiting = parked.len() as u64;
        // Only states at the same exit are compatible.
        let mut results: Vec<(State, ExprId)> = Vec::new();
        for group in group::split(parked, group::place_key, group::fits) {
            results.extend(self.combine(executor, &context, group));
        }
        let Region { function, loop_id, .. } = context.region;
        {
            let mut report = self.report.borrow_mut();
            report.merged_away += waiting - results.len() as u64;
            let stats = report.of(function, loop_id);
            stats.states_in += waiting;
            stats.states_out += results.len() as u64;
            stats.time += started.elapsed();
        }
        self.races.removed(context.lane, waiting - results.len() as u64);
        self.hand_over(executor, &context, results);
    }

    /// Results go on in the context around, as leaves below the leaf that opened this one.
    fn hand_over(&mut self, executor: &mut Executor, context: &Context, results: Vec<(State, ExprId)>) {
        let Some((parent_id, leaf)) = context.parent.filter(|(parent, _)| self.contexts.contains_key(parent))
        else {
            self.ready.extend(results.into_iter().map(|(state, _)| state));
            return;
        };
        // What no result covers has ended inside.
        let covered = executor.pool.any(results.iter().map(|(_, condition)| *condition));
        let rest = executor.pool.not(covered);
        let Some(parent) = self.contexts.get_mut(&parent_id) else { return };
        parent.inside.remove(&context.opener);
        let mut escaped = Vec::new();
        parent.tree.set_path(leaf, &context.root);
        for (state, condition) in results {
            let node = parent.tree.add_child(leaf, condition);
            if is_outside(executor, &state, parent.region) {
                escaped.push((node, state));
            } else {
                parent.inside.insert(state.id);
                self.places.insert(state.id, (parent_id, node));
                self.ready.push(state);
            }
        }
        if rest != Pool::FALSE {
            parent.tree.add_child(leaf, rest);
        }
        parent.parked.extend(escaped);
        if parent.inside.is_empty() {
            self.finished.push(parent_id);
        }
    }

    /// One state of a group, with the condition under which a path of the context is among its members. All of them, where one
    /// would be too large.
    fn combine(
        &mut self,
        executor: &mut Executor,
        context: &Context,
        group: Vec<(NodeId, State)>,
    ) -> Vec<(State, ExprId)> {
        let members: Vec<&State> = group.iter().map(|(_, state)| state).collect();
        let pool = &mut executor.pool;
        let suffixes = members.iter().map(|state| suffix(pool, &state.path, &context.root)).collect();
        let leaves = group.iter().enumerate().map(|(member, (node, _))| (*node, member)).collect();
        let method = match self.config.naive {
            true => Method::Naive,
            false => Method::Tree(context.tree.subtree(&leaves)),
        };
        let mut combination = Combination { method, members: &members, suffixes, values: Vec::new() };
        let constraint = combination.constraint(pool);
        if let [alone] = members[..] {
            return vec![(alone.clone(), constraint)];
        }
        let mut merged = members[0].clone();
        merged.id = executor.fresh_state_id();
        let live = self.live_registers(executor, &merged);
        combination.registers(executor, &live, &mut merged);
        combination.memory(executor, &mut merged);
        let pool = &executor.pool;
        let constraints = measure(pool, [constraint]);
        let values = measure(pool, combination.values.iter().map(|(value, _)| *value));
        let Region { function, loop_id, .. } = context.region;
        let mut report = self.report.borrow_mut();
        let stats = report.of(function, loop_id);
        if constraints.shared + values.shared > self.config.limits.expressions {
            stats.given_up += 1;
            let conditions = std::mem::take(&mut combination.suffixes);
            return group.into_iter().map(|(_, state)| state).zip(conditions).collect();
        }
        stats.constraints_before += measure(pool, combination.suffixes.iter().copied());
        stats.constraints += constraints;
        stats.values_before +=
            measure(pool, combination.values.iter().flat_map(|(_, own)| own.iter().copied()));
        stats.values += values;
        merged.path = context.root.clone();
        merged.path.assume(&mut executor.pool, constraint, Rc::clone(members[0].path.model()));
        executor.absorb(&mut merged, &members);
        if self.config.validate {
            let found = validate::violations(executor, &context.root, &combination, constraint);
            report.violations.extend(found);
        }
        vec![(merged, constraint)]
    }

    /// A state that is in no race opens a context: its twin goes alone.
    fn start_race(&mut self, executor: &mut Executor, state: &mut State, fork: &mut Fork<'_>) {
        let mut twin = executor.twin(state, fork.before);
        let lane = self.races.start(2);
        twin.lane = Some(other(lane));
        self.ready.push(twin);
        state.lane = Some(lane);
        if let Some((sibling, _)) = &mut fork.other {
            sibling.lane = Some(lane);
        }
    }

    /// The states of a lane go back into circulation, from which they will be taken.
    fn dissolve(&mut self, lane: Lane) {
        let contexts: Vec<ContextId> = self
            .contexts
            .iter()
            .filter(|(_, context)| context.lane == Some(lane))
            .map(|(id, _)| *id)
            .collect();
        for context in contexts.iter().filter_map(|id| self.contexts.remove(id)) {
            for member in &context.inside {
                self.places.remove(member);
            }
            self.ready.extend(context.into_held());
        }
    }

    fn live_registers(&mut self, executor: &Executor, state: &State) -> LiveRegisters {
        let module = &executor.program().module;
        let function = &module.functions[state.frame.function];
        let block = function.block_of(state.frame.position);
        let entry = self.live.entry((state.frame.function, block)).or_insert_with(|| {
            let liveness = Liveness::of(function, &Cfg::of(function));
            let widths = bowline_ir::widths::of(function, module);
            let live = liveness.live_in(block).filter_map(|reg| {
                let register = reg.0 as usize;
                widths[register].map(|width| (register, width))
            });
            live.collect()
        });
        Rc::clone(entry)
    }
}

/// The innermost loop that a state is in, looking through the calls it is in.
fn region_of(executor: &Executor, state: &State) -> Option<Region> {
    let functions = &executor.program().module.functions;
    state.frames().enumerate().find_map(|(depth, frame)| {
        // Callers stand behind their calls.
        let position = frame.position.saturating_sub(u32::from(depth > 0));
        let function = &functions[frame.function];
        let loop_id = function.loops.innermost(function.block_of(position))?;
        let region = Region { function: frame.function, loop_id, serial: frame.serial };
        function.loops.loops[loop_id].reducible.then_some(region)
    })
}

/// Has a state left the loop of a region? (It is still in the region's frame, at the start of a block.)
fn is_outside(executor: &Executor, state: &State, region: Region) -> bool {
    let function = &executor.program().module.functions[region.function];
    state.frame.serial == region.serial
        && !function.loops.loops[region.loop_id].contains(function.block_of(state.frame.position))
}

impl Join for LoopMerger {
    fn forked(&mut self, executor: &mut Executor, state: &mut State, mut fork: Fork<'_>) {
        if fork.other.is_some() {
            self.races.added(state.lane);
        }
        if state.lane.is_some_and(|lane| lane.alone) {
            return;
        }
        let mut place = self.place_of(state);
        if fork.other.is_some() {
            let region = region_of(executor, state);
            let current = place.and_then(|(id, _)| self.contexts.get(&id)).map(|context| context.region);
            if let Some(region) = region.filter(|region| Some(*region) != current)
                && !fork.for_good
                && !self.was_given_up(region)
                && self.opens(&executor.pool, fork.asked)
            {
                if self.config.race && state.lane.is_none() {
                    self.start_race(executor, state, &mut fork);
                }
                place = Some(self.open(state, &fork, region));
            }
            let Some((id, node)) = place else { return };
            let Some(context) = self.contexts.get_mut(&id) else { return };
            context.tree.set_path(node, fork.before);
            let own = context.tree.add_child(node, fork.condition);
            self.places.insert(state.id, (id, own));
            if let Some((other, condition)) = fork.other {
                let sibling = context.tree.add_child(node, condition);
                context.inside.insert(other.id);
                self.places.insert(other.id, (id, sibling));
            }
            let states = context.inside.len() + context.parked.len() + context.waiting.len();
            let limits = &self.config.limits;
            if states > limits.states || context.started.elapsed() > limits.time {
                self.give_up(id);
            }
        } else if let Some((id, node)) = place
            && let Some(context) = self.contexts.get_mut(&id)
        {
            context.tree.set_path(node, fork.before);
            let own = context.tree.add_child(node, fork.condition);
            let rest = executor.pool.not(fork.condition);
            context.tree.add_child(node, rest);
            self.places.insert(state.id, (id, own));
        }
    }

    fn sized(&mut self, executor: &mut Executor, size: ExprId) {
        self.tainted.extend(SupportCache::new().of(&executor.pool, size).iter().copied());
    }

    fn reduced(&mut self, executor: &mut Executor, whole: ExprId, part: ExprId) {
        // A byte of a text of unknown length is one also where the path knows that the text is long enough.
        let pool = &executor.pool;
        if self.is_tainted(pool, whole) && !self.is_tainted(pool, part) {
            self.tainted.extend(SupportCache::new().of(pool, part).iter().copied());
        }
    }

    fn crossed(
        &mut self,
        executor: &mut Executor,
        state: &mut State,
        _: EdgeId,
        crossing: LoopCrossing,
    ) -> Crossing {
        let Some((id, _)) = self.place_of(state) else { return Crossing::Continue };
        let Some(context) = self.contexts.get(&id) else { return Crossing::Continue };
        let region = context.region;
        // Also a state that never forks may take long.
        if context.started.elapsed() > self.config.limits.time {
            self.give_up(id);
            return Crossing::Continue;
        }
        let parks = match crossing {
            LoopCrossing::Exit(_) => is_outside(executor, state, region),
            LoopCrossing::Back(loop_id) => {
                self.iterates() && region.loop_id == loop_id && region.serial == state.frame.serial
            }
            _ => false,
        };
        if parks { Crossing::Park } else { Crossing::Continue }
    }

    fn park(&mut self, executor: &mut Executor, state: State) {
        let Some(&(id, node)) = self.places.get(&state.id) else {
            self.ready.push(state);
            return;
        };
        self.leave(state.id);
        match self.contexts.get_mut(&id) {
            Some(context) if is_outside(executor, &state, context.region) => {
                context.parked.push((node, state))
            }
            Some(context) => context.waiting.push((node, state)),
            None => self.ready.push(state),
        }
    }

    fn ended(&mut self, state: &State, _: &Ending) {
        self.races.removed(state.lane, 1);
        self.leave(state.id);
    }

    fn released(&mut self, executor: &mut Executor) -> Vec<State> {
        while let Some(id) = self.finished.pop() {
            // A state may have come in after the last one had left.
            match self.contexts.get(&id) {
                Some(context) if !context.inside.is_empty() => {}
                Some(context) if !context.waiting.is_empty() => self.next_iteration(executor, id),
                _ => self.finish(executor, id),
            }
        }
        std::mem::take(&mut self.ready)
    }

    fn superseded(&mut self) -> Vec<Lane> {
        let lanes = self.races.take_superseded();
        for &lane in &lanes {
            self.dissolve(lane);
        }
        lanes
    }

    fn preferred(&self) -> Option<StateId> {
        // The youngest context first: it stands in the way of those around it.
        let youngest = self.contexts.iter().max_by_key(|(id, _)| **id)?;
        youngest.1.inside.last().copied()
    }

    fn parked(&self) -> Vec<&State> {
        self.contexts.values().flat_map(Context::held).chain(&self.ready).collect()
    }

    fn mark(&self, seen: &mut FxHashSet<usize>, marker: &mut Marker) {
        for context in self.contexts.values() {
            context.tree.mark(marker);
            context.root.mark(marker);
        }
        for state in self.parked() {
            state.mark(seen, marker);
        }
    }
}
