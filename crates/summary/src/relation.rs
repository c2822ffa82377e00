//! What one iteration of a loop does, from any state at its header.
//!
//! The header state is made general in everything that some iteration changes: registers that are live at the header, words of memory, and
//! the whole contents of objects that are written at places that move. Which those are is found by probing: what a path back to the header has
//! changed is made general for the next probe, until nothing is new. What a path writes at places that move is a list of [`Store`]s.
//!
//! The relation holds for every state at the header of the same activation of the loop that continues the path of the state it was learned from:
//! whatever is not general does not change in the loop. Where [inner loops](crate::inner) were not followed to their end, the iterations that were left
//! out may have changed something else: then a state is compared with the one that the relation was learned from.

use crate::Declined;
use crate::faults::Fault;
use crate::flags;
use crate::inner::{InnerLoops, is_small};
use bowline_base::FxHashSet;
use bowline_exec::hooks::LoopStrategy;
use bowline_exec::probe::{Budget, General, LeafEnd, Place, Probed, Region, Stopped, Trace, Unknown};
use bowline_exec::{Ending, Executor, Registers, State};
use bowline_expr::substitute::Substitution;
use bowline_expr::{ExprId, Marker, Pool, Support, SupportCache, SymId};
use bowline_ir::{LoopId, Reg};
use bowline_memory::{Object, ObjectId, Size, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Probes until nothing new changes.
const MAX_PROBES: usize = 8;
/// Values that a loop may change: sets of them are bits of a word.
pub(crate) const MAX_PLACES: usize = 64;
/// New nodes that an instance of a condition or a value may have.
const MAX_INSTANCE: usize = 20_000;
/// Iterations of inner loops that a probe follows, and how many times the budget it may cost: to their end, fewer and fewer where that is too much, and
/// then more for what is left of small loops, as the last.
const INNER: [(Option<u32>, u32); 4] = [(None, 1), (Some(2), 1), (Some(1), 1), (Some(1), 4)];
/// What a look at some of the paths may cost.
const SKETCHED: Budget = Budget { paths: 256, instructions: 50_000, queries: 1_000 };
/// Instructions that one iteration may take when it is traced.
const TRACED: u64 = 100_000;

/// Some of the values that a loop changes, a bit for each.
pub(crate) type Places = u64;

/// See the module documentation.
pub(crate) struct Relation {
    /// What changes, and the unknowns in place of it.
    pub unknowns: Vec<Unknown>,
    /// Objects that are written at places that move.
    pub written: Vec<Written>,
    /// The paths back to the header.
    pub back: Vec<BackPath>,
    /// The paths that end as bugs.
    pub faults: Vec<Fault>,
    changing: Changing,
    /// The state that it was learned from, where some paths back to the header are left out.
    base: Option<Box<State>>,
}

/// An object that is written at places that move.
pub(crate) struct Written {
    pub object: ObjectId,
    /// Unknown bytes in place of its contents: what reads of it depend on.
    pub contents: SymId,
}

/// One byte that a path writes at a place that moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Store {
    /// Which of the written objects.
    pub to: usize,
    /// The offset in it, over the unknowns.
    pub at: ExprId,
    /// Over the unknowns.
    pub byte: ExprId,
}

/// One path back to the header.
pub(crate) struct BackPath {
    /// Over the unknowns.
    pub condition: ExprId,
    /// What each place holds afterwards, over the unknowns.
    pub next: Vec<ExprId>,
    /// What it writes at places that move, in this order.
    pub stores: Vec<Store>,
    /// What it executes.
    pub trace: Trace,
}

impl Relation {
    /// Learns what an iteration does from a state that stands at the header. What is `known` to change is general from the start.
    pub fn learn(
        executor: &mut Executor,
        state: &State,
        of: LoopId,
        live: &Registers,
        budget: Budget,
        known: Option<Changing>,
    ) -> Result<Self, Declined> {
        let program = Rc::clone(executor.program());
        let function = &program.module.functions[state.frame.function];
        let region = Region::iteration(state.frame.function, function, of).ok_or(Declined::NotReducible)?;
        let mut changing = known.unwrap_or_default();
        let is_small = is_small(&program.module.functions, function, of);
        let mut inner = if is_small { &INNER[..] } else { &INNER[..INNER.len() - 1] };
        for _ in 0..MAX_PROBES {
            let (most, times) = inner[0];
            let looked = changing.look(executor, state, &region, budget.times(times), most)?;
            let Look { from, written, probed } = looked;
            match complete(executor, &probed, most.is_some()) {
                Err(Declined::TooLarge(_)) if inner.len() > 1 => {
                    inner = &inner[1..];
                    continue;
                }
                refused => refused?,
            }
            if !changing.add(&probed, live)? {
                let base = most.map(|_| Box::new(state.clone()));
                let mut relation = Self::of(executor, &from, &region, probed, written)?;
                flags::pin(executor, state, &mut relation);
                return Ok(Self { changing, base, ..relation });
            }
        }
        Err(Declined::ChangesTooMuch)
    }

    /// Some of what an iteration does, where it does too much for a relation. Good for guesses only.
    pub fn sketch(executor: &mut Executor, state: &State, of: LoopId, live: &Registers) -> Option<Self> {
        let program = Rc::clone(executor.program());
        let region =
            Region::iteration(state.frame.function, &program.module.functions[state.frame.function], of)?;
        let mut changing = Changing::default();
        for _ in 0..MAX_PROBES {
            let looked = changing.look(executor, state, &region, SKETCHED, Some(1)).ok()?;
            let Look { from, written, mut probed } = looked;
            probed.leaves.retain(|leaf| executor.fits_beside_memory(&probed.start, &leaf.state));
            if !changing.add(&probed, live).ok()? {
                let relation = Self::of(executor, &from, &region, probed, written).ok()?;
                return Some(Self { changing, base: Some(Box::new(state.clone())), ..relation });
            }
        }
        None
    }

    /// What is known to change, where this does not hold for a state at the header.
    pub fn changed_by(&self, state: &State, live: &Registers) -> Option<Changing> {
        let base = self.base.as_ref()?;
        let mut changing = self.changing.clone();
        match changing.add_difference(base, state, live) {
            Ok(()) => (changing != self.changing).then_some(changing),
            Err(_) => Some(self.changing.clone()),
        }
    }

    /// Does it have all paths back to the header?
    pub fn is_complete(&self) -> bool {
        self.base.is_none()
    }

    fn of(
        executor: &mut Executor,
        from: &State,
        region: &Region,
        probed: Probed,
        written: Vec<Written>,
    ) -> Result<Self, Declined> {
        let Probed { start, unknowns, leaves, .. } = probed;
        let mut back = Vec::new();
        let faults = leaves.iter().filter_map(Fault::of).collect();
        for leaf in leaves {
            if !matches!(leaf.end, LeafEnd::Back(_)) {
                continue;
            }
            let stores = stores_of(executor, &start, &leaf.state, &written)?;
            let next = unknowns
                .iter()
                .map(|unknown| {
                    let value = executor.value_at(&leaf.state, unknown.place);
                    value.to_expr(executor.pool_mut(), unknown.place.width())
                })
                .collect();
            let model = Rc::clone(leaf.state.path.model());
            let values: Vec<_> = unknowns.iter().map(|unknown| (unknown.place, unknown.value)).collect();
            let (_, trace) = executor.trace_region(from, region, &values, Some(model), TRACED);
            back.push(BackPath { condition: leaf.condition, next, stores, trace });
        }
        Ok(Self { unknowns, written, back, faults, changing: Changing::default(), base: None })
    }

    /// Names every expression that is kept.
    pub fn mark(&self, seen: &mut FxHashSet<usize>, marker: &mut Marker) {
        if let Some(base) = &self.base {
            base.mark(seen, marker);
        }
        for unknown in &self.unknowns {
            marker.mark(unknown.unknown);
            for value in [unknown.before, unknown.value] {
                if let Value::Expr(value) = value {
                    marker.mark(value);
                }
            }
        }
        self.faults.iter().for_each(|fault| marker.mark(fault.condition));
        for path in &self.back {
            marker.mark(path.condition);
            path.next.iter().for_each(|&next| marker.mark(next));
            for store in &path.stores {
                marker.mark(store.at);
                marker.mark(store.byte);
            }
        }
    }

    /// Which of the unknowns an expression depends on.
    pub fn dependence(&self, pool: &Pool, supports: &mut SupportCache, expr: ExprId) -> Places {
        let mut places = 0;
        for support in supports.of(pool, expr).iter() {
            let (Support::Byte(symbol, _) | Support::Whole(symbol)) = *support;
            if let Some(at) = self.unknowns.iter().position(|unknown| unknown.symbol == symbol) {
                places |= 1 << at;
            }
        }
        places
    }

    /// Does an expression depend on what objects hold that the loop writes to at places that move?
    pub fn reads_contents(&self, pool: &Pool, supports: &mut SupportCache, expr: ExprId) -> bool {
        supports.of(pool, expr).iter().any(|support| {
            let (Support::Byte(symbol, _) | Support::Whole(symbol)) = *support;
            self.written.iter().any(|written| written.contents == symbol)
        })
    }

    /// Expressions over the unknowns, for given values of these and contents of written objects; what is nothing stays unknown. Nothing where
    /// they get too large.
    pub fn instance(
        &self,
        pool: &mut Pool,
        values: &[Option<ExprId>],
        contents: &[Option<ExprId>],
        exprs: &[ExprId],
    ) -> Option<Vec<ExprId>> {
        let mut put_in = Substitution::new();
        for (written, contents) in self.written.iter().zip(contents) {
            if let Some(contents) = contents {
                let unknown = pool.input(written.contents);
                put_in.replace(unknown, *contents);
            }
        }
        for (unknown, value) in self.unknowns.iter().zip(values) {
            if let Some(value) = value {
                let bits = 8 * pool.symbol_info(unknown.symbol).size as u16;
                let whole = pool.zero_extend(*value, bits);
                put_in.replace_word(pool, unknown.symbol, whole);
            }
        }
        exprs.iter().map(|&expr| put_in.apply(pool, expr, MAX_INSTANCE)).collect()
    }

    /// What an unknown is where its place holds a value.
    pub fn unknown_of(pool: &mut Pool, unknown: &Unknown, value: ExprId) -> ExprId {
        match unknown.general {
            General::Anything => value,
            General::Moved => {
                let before = unknown.before.to_expr(pool, unknown.place.width());
                pool.sub(value, before)
            }
        }
    }

    /// What a place holds where its unknown is this.
    pub fn place_of(pool: &mut Pool, unknown: &Unknown, value: ExprId) -> ExprId {
        match unknown.general {
            General::Anything => value,
            General::Moved => {
                let before = unknown.before.to_expr(pool, unknown.place.width());
                pool.add(before, value)
            }
        }
    }
}

/// What a path writes at places that move.
fn stores_of(
    executor: &mut Executor,
    start: &State,
    leaf: &State,
    written: &[Written],
) -> Result<Vec<Store>, Declined> {
    let mut stores = Vec::new();
    for (to, written) in written.iter().enumerate() {
        let objects = start.memory.object(written.object).zip(leaf.memory.object(written.object));
        let (before, after) = objects.ok_or(Declined::Allocates)?;
        let made = after.stores_since(executor.pool_mut(), before).ok_or(Declined::MovingWrite)?;
        stores.extend(made.into_iter().map(|(at, byte)| Store { to, at, byte }));
    }
    Ok(stores)
}

/// Did a probe look at everything, but for what it cut off, and is all of it exact?
fn complete(executor: &Executor, probed: &Probed, may_cut: bool) -> Result<(), Declined> {
    match probed.stopped {
        Some(Stopped::Paths) => return Err(Declined::TooLarge("paths")),
        Some(Stopped::Instructions) => return Err(Declined::TooLarge("instructions")),
        Some(Stopped::Queries | Stopped::Interrupted) => return Err(Declined::TooLarge("questions")),
        None => {}
    }
    if let Some((entry, _)) = probed.lost.iter().next() {
        return Err(Declined::Lost(entry.what.clone()));
    }
    let mut back = probed.leaves.iter().filter(|leaf| matches!(leaf.end, LeafEnd::Back(_)));
    if back.any(|leaf| !executor.fits_beside_memory(&probed.start, &leaf.state)) {
        return Err(Declined::Asks);
    }
    let escapes = |end: &LeafEnd| match end {
        LeafEnd::Escaped => true,
        LeafEnd::Ended(Ending::Lost) => !may_cut,
        _ => false,
    };
    match probed.leaves.iter().any(|leaf| escapes(&leaf.end)) {
        true => Err(Declined::Lost("a path leaves by a jump out of the function".to_string())),
        false => Ok(()),
    }
}

/// What the paths back to the header change, as far as known.
#[derive(Clone, PartialEq, Eq, Default)]
pub(crate) struct Changing {
    registers: BTreeMap<Reg, u16>,
    bytes: BTreeMap<ObjectId, BTreeSet<u64>>,
    /// Objects that are written at places that move.
    moving: BTreeSet<ObjectId>,
}

/// One probe of an iteration.
struct Look {
    /// The state that was probed, and what it holds unknown contents for.
    from: State,
    written: Vec<Written>,
    probed: Probed,
}

impl Changing {
    /// Probes an iteration of a loop, with so many iterations of inner loops, from a state that is general in what is known to change.
    fn look(
        &self,
        executor: &mut Executor,
        state: &State,
        region: &Region,
        budget: Budget,
        inner: Option<u32>,
    ) -> Result<Look, Declined> {
        let (from, written) = self.with_unknown_contents(executor, state);
        let places = self.places(executor, &from);
        if places.len() > MAX_PLACES {
            return Err(Declined::ChangesTooMuch);
        }
        let inner = inner.map(|most| Box::new(InnerLoops::new(most)) as Box<dyn LoopStrategy>);
        let probed = executor.probe_within(&from, region, &places, budget, inner);
        Ok(Look { from, written, probed })
    }

    /// A copy of a state in which objects that are written at places that move hold anything.
    fn with_unknown_contents(&self, executor: &mut Executor, state: &State) -> (State, Vec<Written>) {
        let mut from = state.clone();
        let mut written = Vec::new();
        for &object in &self.moving {
            let Some(capacity) = state.memory.object(object).map(Object::capacity) else { continue };
            let contents = executor.auxiliary("contents", capacity);
            let array = executor.pool_mut().input(contents);
            from.memory.make_symbolic(executor.pool_mut(), object, array);
            written.push(Written { object, contents });
        }
        (from, written)
    }

    fn places(&self, executor: &mut Executor, state: &State) -> Vec<(Place, General)> {
        let mut places: Vec<Place> =
            self.registers.iter().map(|(&reg, &width)| Place::Register(reg, width)).collect();
        for (&object, bytes) in &self.bytes {
            for (offset, bytes) in bowline_exec::join::words(bytes) {
                places.push(Place::Cell { object, offset, bytes });
            }
        }
        places.into_iter().map(|place| (place, executor.natural_general(state, place))).collect()
    }

    /// Adds what the leaves of a probe have changed; false where nothing is new.
    fn add(&mut self, probed: &Probed, live: &Registers) -> Result<bool, Declined> {
        let before = self.clone();
        for leaf in probed.leaves.iter().filter(|leaf| matches!(leaf.end, LeafEnd::Back(_))) {
            self.add_difference(&probed.start, &leaf.state, live)?;
        }
        Ok(*self != before)
    }

    /// Adds what is different in a later state at the header.
    fn add_difference(&mut self, start: &State, later: &State, live: &Registers) -> Result<(), Declined> {
        for &(register, width) in live.iter() {
            let reg = Reg(register as u32);
            if later.register(reg) != start.register(reg) {
                self.registers.insert(reg, width);
            }
        }
        self.add_memory(start, later)
    }

    fn add_memory(&mut self, start: &State, leaf: &State) -> Result<(), Declined> {
        for id in start.memory.differing_objects(&leaf.memory) {
            let (Some(before), Some(after)) = (start.memory.object(id), leaf.memory.object(id)) else {
                return Err(Declined::Allocates);
            };
            if !before.has_shape_of(after) {
                return Err(Declined::Allocates);
            }
            if self.moving.contains(&id) {
                continue;
            }
            if after.is_written_elsewhere(before) {
                // What was taken for single bytes is part of it.
                self.bytes.remove(&id);
                self.moving.insert(id);
                continue;
            }
            let differing = after.differing_bytes(before).ok_or(Declined::MovingWrite)?;
            if differing.len() > 8 * MAX_PLACES {
                return Err(Declined::MovingWrite);
            }
            let bytes = self.bytes.entry(id).or_default();
            bytes.extend(&differing);
            // A variable changes as a whole, whichever of its bytes do so at first.
            if let Size::Known(size @ 1..=8) = before.size()
                && !differing.is_empty()
            {
                bytes.extend(0..size);
            }
        }
        Ok(())
    }
}
