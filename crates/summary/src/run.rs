//! A run: `k` iterations of one phase in one step, for an unknown `k`, until no path of the phase can be taken.
//!
//! The condition of a run: each of the `k` iterations takes a path of the phase, and the next one does not, or must not be looked at with this run (a
//! counted value could wrap around, or [`MOST`] iterations are reached). So a state at the header takes exactly one run of a phase, perhaps of no
//! iteration; the `k` for given inputs is found by counting and not by asking.

use crate::appending::Appending;
use crate::closed::Closed;
use crate::counter::Counter;
use crate::filling::{Filling, Number};
use crate::last::Last;
use crate::limits::Limits;
use crate::phase::{Form, Phase};
use crate::relation::Relation;
use bowline_exec::{Executor, State};
use bowline_expr::{ExprId, INDEX_WIDTH, Model, Pool, SymId};
use bowline_memory::{Memory, ObjectId};
use std::rc::Rc;

/// Bits of `k`: few enough to keep sums with a small signed `int` from wrapping around.
pub(crate) const BITS: u16 = 30;
/// Iterations of one run.
pub(crate) const MOST: u128 = (1 << BITS) - 1;
/// A run that a state can take.
pub(crate) struct Run {
    /// How many iterations, and the unknown that tells.
    count: ExprId,
    pub symbol: SymId,
    /// What the unknowns of the relation are before the run, and what the names say that are in there.
    pub start: Vec<ExprId>,
    pub named: ExprId,
    /// Each of them takes a path of the phase.
    pub condition: ExprId,
    /// The next one does not.
    pub ends: ExprId,
    /// Satisfies the condition and the path; nothing where that is to be asked.
    pub model: Option<Rc<Model>>,
    /// What each unknown is afterwards.
    pub values: Vec<ExprId>,
    /// The memory afterwards, but for the unknowns in it, where the phase writes at places that move.
    pub memory: Option<Memory>,
    /// For each path of the phase: some iteration takes it.
    pub takes: Vec<ExprId>,
}

impl Run {
    /// The run of a phase from a state at the header; nothing where it gets too large.
    pub fn of(executor: &mut Executor, state: &State, relation: &Relation, phase: &Phase) -> Option<Self> {
        let mut own = Model::clone(state.path.model());
        let mut start = start_of(executor, state, relation);
        let named = named(executor, &mut own, &mut start);
        let contents = contents_of(executor, state, relation, phase)?;
        let (symbol, narrow) = executor.auxiliary_word("k", BITS);
        let count = executor.pool_mut().zero_extend(narrow, INDEX_WIDTH);
        let closed = Closed::new(executor, (&state.path, &own), relation, phase, start, contents)?;
        let pool = executor.pool_mut();
        let variable = pool.auxiliary("iteration", 0, 8);
        let number = pool.input_word(variable, 8);
        let demanded = closed.demanded_at(pool, number)?;
        let all = closed.demanded_of_all(pool, count)?;
        let limits = Limits::of(pool, &closed, count)?;
        let goes_on = {
            let demanded = closed.demanded_at(pool, count)?;
            pool.and(demanded, limits.next)
        };
        let most = pool.constant(MOST, INDEX_WIDTH);
        let is_most = pool.eq(count, most);
        let stops = {
            let stops = pool.not(goes_on);
            pool.or(stops, is_most)
        };
        let condition = pool.all([named, all, limits.so_far]);
        let values = closed.values_at(pool, count)?;
        let takes =
            (0..phase.paths.len()).map(|path| closed.takes(pool, path, count)).collect::<Option<Vec<_>>>()?;
        let memory = match phase.targets.is_empty() {
            true => None,
            false => Some(filled(executor, state, &closed, count)?),
        };
        let counted = Counter { executor, own: &own, closed: &closed, demanded, variable }.count();
        let mut model = counted.map(|counted| {
            let mut model = own;
            set_word(&mut model, symbol, counted, 4);
            model
        });
        let start = closed.start.clone();
        let mut run = Self {
            count,
            symbol,
            start,
            named,
            condition,
            ends: stops,
            model: None,
            values: Vec::new(),
            memory,
            takes,
        };
        for (at, value) in values.into_iter().enumerate() {
            let value = match (&phase.forms[at], value) {
                (Form::Latest(set), _) => run.latest(executor, &closed, at, set, counted, &mut model)?,
                (_, value) => value?,
            };
            run.values.push(value);
        }
        run.model = model.map(Rc::new);
        Some(run)
    }

    /// The value that the last iteration that set it left; adds to the condition which one that is.
    fn latest(
        &mut self,
        executor: &mut Executor,
        closed: &Closed<'_>,
        at: usize,
        set: &[Option<ExprId>],
        counted: Option<u64>,
        model: &mut Option<Model>,
    ) -> Option<ExprId> {
        let setting: Vec<bool> = set.iter().map(Option::is_some).collect();
        let last = Last::of(executor, closed, &setting, self.count)?;
        if let (Some(counted), Some(model)) = (counted, model) {
            last.find(executor, model, counted);
        }
        let pool = executor.pool_mut();
        self.condition = pool.and(self.condition, last.condition);
        let demands = closed.demands_at(pool, last.number)?;
        let values = closed.deciding(pool, last.number)?;
        let mut value = closed.start[at];
        let mut chosen = None;
        for (demand, set) in demands.iter().zip(set) {
            let Some(set) = set else { continue };
            let [left] = closed.instance(pool, &values, &[*set])?[..] else { return None };
            let left = Relation::unknown_of(pool, &closed.relation.unknowns[at], left);
            chosen = Some(match chosen {
                None => left,
                Some(others) => pool.ite(*demand, left, others),
            });
        }
        if let Some(chosen) = chosen {
            let is_some = pool.ult(last.number, self.count);
            value = pool.ite(is_some, chosen, value);
        }
        Some(value)
    }
}

/// The memory of a state after `count` iterations of a phase that writes at places that move.
fn filled(executor: &mut Executor, state: &State, closed: &Closed<'_>, count: ExprId) -> Option<Memory> {
    let number = Number::new(executor, bits_of_places(state, closed));
    let fillings = Filling::all(executor, state, closed, &number)?;
    let appendings = Appending::all(executor, state, closed, &number)?;
    let mut trial = state.clone();
    let done = fillings.iter().all(|filling| filling.write(executor, &mut trial, closed, &number, count))
        && appendings.iter().all(|appending| appending.write(executor, &mut trial, closed, count).is_some());
    done.then_some(trial.memory)
}

/// Bits that tell the iterations of a run apart which write: each writes within its object, a byte and more behind the one before, so that their number
/// is bounded by what objects hold.
fn bits_of_places(state: &State, closed: &Closed<'_>) -> u16 {
    let room = closed.phase.targets.iter().map(|target| {
        let object = closed.relation.written[target.to].object;
        let step = target.appended.as_ref().and_then(|one| one.steps.iter().max().copied()).unwrap_or(0);
        state.memory.object(object).map_or(u64::MAX, |object| object.capacity().saturating_add(step))
    });
    let most = room.max().unwrap_or(u64::MAX);
    (65 - most.leading_zeros() as u16).min(BITS)
}

/// What the unknowns of a relation are in a state at the header.
pub(crate) fn start_of(executor: &mut Executor, state: &State, relation: &Relation) -> Vec<ExprId> {
    relation
        .unknowns
        .iter()
        .map(|unknown| {
            let value = executor.value_at(state, unknown.place);
            let value = value.to_expr(executor.pool_mut(), unknown.place.width());
            Relation::unknown_of(executor.pool_mut(), unknown, value)
        })
        .collect()
}

pub(crate) fn set_word(model: &mut Model, symbol: SymId, value: u64, bytes: usize) {
    for (at, byte) in (0..).zip(&value.to_le_bytes()[..bytes]) {
        model.set_byte(symbol, at, *byte);
    }
}

/// Gives names to values with bounded terms in them, so that terms that are made of them do not nest: unknowns of our own, which the condition that
/// is returned says to be equal.
fn named(executor: &mut Executor, own: &mut Model, values: &mut [ExprId]) -> ExprId {
    let mut equal = Pool::TRUE;
    for value in values {
        let width = executor.pool().width(*value);
        if executor.pool().levels_of(*value).is_plain() || width > 64 {
            continue;
        }
        let known = executor.eval_in(own, *value) as u64;
        let (symbol, name) = executor.auxiliary_word("start", width);
        set_word(own, symbol, known, usize::from(width.div_ceil(8)));
        let pool = executor.pool_mut();
        let is_equal = pool.eq(name, *value);
        equal = pool.and(equal, is_equal);
        *value = name;
    }
    equal
}

/// What the objects that a phase writes to and reads hold; nothing at all where what was never written could be read.
fn contents_of(
    executor: &mut Executor,
    state: &State,
    relation: &Relation,
    phase: &Phase,
) -> Option<Vec<Option<ExprId>>> {
    let mut contents = vec![None; relation.written.len()];
    for target in phase.targets.iter().filter(|target| !target.reads.is_empty()) {
        let object = relation.written[target.to].object;
        let capacity = state.memory.object(object)?.capacity();
        if state.memory.uninitialised(object, 0, capacity) {
            return None;
        }
        contents[target.to] = Some(array_of(executor.pool_mut(), state, object)?);
    }
    Some(contents)
}

/// The contents of an object as an array.
fn array_of(pool: &mut Pool, state: &State, object: ObjectId) -> Option<ExprId> {
    let variable = pool.auxiliary("place", 0, 8);
    let place = pool.input_word(variable, 8);
    let byte = state.memory.read_at(pool, object, place, 1).to_expr(pool, 8);
    pool.formula(variable, byte)
}

/// The condition that a phase's first iteration is taken, from a state at the header.
pub(crate) fn begins(
    executor: &mut Executor,
    state: &State,
    relation: &Relation,
    phase: &Phase,
) -> Option<ExprId> {
    let values: Vec<Option<ExprId>> = start_of(executor, state, relation).into_iter().map(Some).collect();
    let conditions: Vec<ExprId> = phase.paths.iter().map(|&path| relation.back[path].condition).collect();
    let contents = contents_of(executor, state, relation, phase)?;
    let pool = executor.pool_mut();
    let conditions = relation.instance(pool, &values, &contents, &conditions)?;
    Some(pool.any(conditions))
}
