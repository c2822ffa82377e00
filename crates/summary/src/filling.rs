//! What a run leaves in objects that it writes to at places that move.
//!
//! The places of a [stream](crate::stores::Stream) are affine in the iteration number, so a place tells which iteration wrote it, and the bytes are one
//! formula over it. Streams to one object have the same stride. Where two of them meet, the one that is behind comes by later, and what it
//! leaves stays: streams are written in that order. Streams side by side are the bytes of one number.
//!
//! An iteration may read an object that the loop writes to where no earlier iteration has been: `s[i] = toupper(s[i])`, `s[i] = s[i + 1]`. What
//! it finds there was there before the run. Where an earlier iteration may have been, there is no run.

use crate::closed::Closed;
use crate::run::{MOST, set_word};
use crate::stores::{Stream, Target};
use bowline_exec::{Executor, State};
use bowline_expr::substitute::Substitution;
use bowline_expr::{ExprId, INDEX_WIDTH, Model, Pool, SymId};
use bowline_memory::{Object, ObjectId, Rows, Value};
use bowline_solver::Verdict;

/// New parts of an expression.
const MAX_PARTS: usize = 20_000;
/// Bytes of one number.
const MAX_BYTES: usize = 8;

/// The number of an iteration as an unknown of few bits, so that sums with it are known not to wrap around.
pub(crate) struct Number {
    symbol: SymId,
    narrow: ExprId,
    pub wide: ExprId,
}

impl Number {
    pub fn new(executor: &mut Executor, bits: u16) -> Self {
        let (symbol, narrow) = executor.auxiliary_word("iteration", bits);
        let wide = executor.pool_mut().zero_extend(narrow, INDEX_WIDTH);
        Self { symbol, narrow, wide }
    }

    /// Gives it a value in a model.
    pub fn set(&self, model: &mut Model, value: u64) {
        set_word(model, self.symbol, value, 4);
    }

    /// An expression with another number in place of this one, which is as small.
    pub fn put(&self, pool: &mut Pool, expr: ExprId, number: ExprId) -> Option<ExprId> {
        let mut put_in = Substitution::new();
        let low = pool.truncate(number, pool.width(self.narrow));
        // Where only low bits matter, rules have left bytes of the unknown, and neither of the two words.
        let bits = 8 * pool.symbol_info(self.symbol).size as u16;
        let bytes = pool.truncate(number, bits);
        put_in.replace_word(pool, self.symbol, bytes);
        put_in.replace(self.narrow, low);
        put_in.replace(self.wide, number);
        put_in.apply(pool, expr, MAX_PARTS)
    }

    /// `first + step * number`, where an expression is that.
    pub fn affine(&self, executor: &mut Executor, state: &State, expr: ExprId) -> Option<Affine> {
        let pool = executor.pool_mut();
        let (zero, one) = (pool.constant(0, INDEX_WIDTH), pool.constant(1, INDEX_WIDTH));
        let (first, second) = (self.put(pool, expr, zero)?, self.put(pool, expr, one)?);
        let step = pool.sub(second, first);
        let way = pool.mul(step, self.wide);
        let expected = pool.add(first, way);
        let affine = Affine { first, step: pool.as_const(step)? as u64 as i64 };
        let differs = pool.ne(expected, expr);
        let is_equal =
            differs == Pool::FALSE || matches!(executor.check(&state.path, differs), Verdict::Unsat);
        is_equal.then_some(affine)
    }
}

/// `first + step * number`
#[derive(Clone, Copy)]
pub(crate) struct Affine {
    pub first: ExprId,
    pub step: i64,
}

/// Streams whose bytes lie side by side.
struct Group {
    /// By their places among the target's, the lowest byte first.
    streams: Vec<usize>,
    /// Where the first iteration writes the lowest byte.
    first: ExprId,
}

/// What a run leaves in one object.
pub(crate) struct Filling<'r> {
    target: &'r Target,
    object: ObjectId,
    step: i64,
    /// In the order in which they are to be written.
    groups: Vec<Group>,
}

impl<'r> Filling<'r> {
    /// For all objects that a phase writes to; nothing where the places are not understood.
    pub fn all(
        executor: &mut Executor,
        state: &State,
        closed: &Closed<'r>,
        number: &Number,
    ) -> Option<Vec<Self>> {
        closed
            .phase
            .targets
            .iter()
            .filter(|target| target.appended.is_none())
            .map(|target| Self::of(executor, state, closed, number, target))
            .collect()
    }

    fn of(
        executor: &mut Executor,
        state: &State,
        closed: &Closed<'r>,
        number: &Number,
        target: &'r Target,
    ) -> Option<Self> {
        let object = closed.relation.written[target.to].object;
        let values = closed.deciding(executor.pool_mut(), number.wide)?;
        let places: Vec<ExprId> = target.streams.iter().map(|stream| stream.at).collect();
        let mut affine = |exprs: &[ExprId]| -> Option<Vec<Affine>> {
            let exprs = closed.instance(executor.pool_mut(), &values, exprs)?;
            exprs.into_iter().map(|expr| number.affine(executor, state, expr)).collect()
        };
        let places = affine(&places)?;
        let reads = affine(&target.reads)?;
        let pool = executor.pool_mut();
        let Some(lead) = places.first().copied() else {
            return Some(Self { target, object, step: 1, groups: Vec::new() });
        };
        if lead.step == 0 || places.iter().any(|place| place.step != lead.step) {
            return None;
        }
        let distances = places
            .iter()
            .map(|place| distance(pool, lead.first, place.first))
            .collect::<Option<Vec<i64>>>()?;
        for read in &reads {
            let there = distance(pool, lead.first, read.first)?;
            if distances.iter().any(|place| may_have_been(place - there, lead.step, read.step)) {
                return None;
            }
        }
        let groups = groups(&target.streams, &places, &distances, lead.step)?;
        Some(Self { target, object, step: lead.step, groups })
    }

    /// Writes it; false where that is refused, perhaps with some of it done.
    pub fn write(
        &self,
        executor: &mut Executor,
        state: &mut State,
        closed: &Closed<'_>,
        number: &Number,
        count: ExprId,
    ) -> bool {
        self.groups
            .iter()
            .all(|group| self.write_group(executor, state, closed, number, count, group).is_some())
    }

    fn write_group(
        &self,
        executor: &mut Executor,
        state: &mut State,
        closed: &Closed<'_>,
        number: &Number,
        count: ExprId,
        group: &Group,
    ) -> Option<()> {
        let pool = executor.pool_mut();
        let mut value = None;
        for &stream in &group.streams {
            let byte = byte_at(pool, state, closed, number.wide, self.object, &self.target.streams[stream])?;
            value = Some(value.map_or(byte, |low| pool.concat(byte, low)));
        }
        let variable = pool.auxiliary("row", 0, 8);
        let row = pool.input_word(variable, 8);
        // Rows go up, whichever way the iterations go.
        let (iteration, offset) = match self.step > 0 {
            true => (row, group.first),
            false => {
                let one = pool.constant(1, INDEX_WIDTH);
                let last = pool.sub(count, one);
                let step = pool.constant(self.step as u64 as u128, INDEX_WIDTH);
                let way = pool.mul(step, last);
                (pool.sub(last, row), pool.add(group.first, way))
            }
        };
        let value = number.put(pool, value?, iteration)?;
        let (stride, bytes) = (self.step.unsigned_abs(), group.streams.len() as u32);
        let offset = Value::from_expr(pool, offset);
        let capacity = state.memory.object(self.object).map_or(0, Object::capacity);
        let most_rows = (capacity / stride + 1).min(MOST as u64);
        let rows = Rows { count, stride, bytes, variable, value };
        executor.write_rows(state, (self.object, offset), rows, most_rows).then_some(())
    }
}

/// What iteration `t` leaves at the place of a stream: what its path writes there, or what is there.
fn byte_at(
    pool: &mut Pool,
    state: &State,
    closed: &Closed<'_>,
    t: ExprId,
    object: ObjectId,
    stream: &Stream,
) -> Option<ExprId> {
    let values = closed.deciding(pool, t)?;
    let demands = closed.demands_at(pool, t)?;
    let mut byte = None;
    if stream.bytes.contains(&None) {
        let at = closed.instance(pool, &values, &[stream.at])?.pop()?;
        byte = Some(state.memory.read_at(pool, object, at, 1).to_expr(pool, 8));
    }
    for (&demand, written) in demands.iter().zip(&stream.bytes) {
        let Some(written) = written else { continue };
        let written = closed.instance(pool, &values, &[*written])?.pop()?;
        byte = Some(match byte {
            None => written,
            Some(others) => pool.ite(demand, written, others),
        });
    }
    byte
}

/// How far one place is behind another, if that is known.
pub(crate) fn distance(pool: &mut Pool, from: ExprId, to: ExprId) -> Option<i64> {
    let distance = pool.sub(to, from);
    pool.as_const(distance).map(|distance| distance as u64 as i64)
}

/// May an earlier iteration have written where one reads? Writes are `ahead` of reads in the same iteration.
fn may_have_been(ahead: i64, step: i64, read_step: i64) -> bool {
    match read_step {
        // Iterations ago.
        _ if read_step == step => ahead % step == 0 && ahead / step > 0,
        // The iteration that writes there.
        0 => ahead % step == 0 && -ahead / step >= 0,
        _ => true,
    }
}

/// Bytes side by side together, in the order in which they are to be written: what comes by last is last.
fn groups(streams: &[Stream], places: &[Affine], distances: &[i64], step: i64) -> Option<Vec<Group>> {
    let mut order: Vec<usize> = (0..streams.len()).collect();
    order.sort_by_key(|&stream| distances[stream]);
    let writers =
        |stream: usize| -> Vec<bool> { streams[stream].bytes.iter().map(Option::is_some).collect() };
    let most = MAX_BYTES.min(step.unsigned_abs() as usize);
    let mut groups: Vec<Group> = Vec::new();
    for pair in order.windows(2) {
        if distances[pair[0]] == distances[pair[1]] {
            return None;
        }
    }
    for stream in order {
        match groups.last_mut() {
            Some(group)
                if group.streams.len() < most
                    && group.streams.last().is_some_and(|&last| {
                        distances[last] + 1 == distances[stream] && writers(last) == writers(stream)
                    }) =>
            {
                group.streams.push(stream);
            }
            _ => groups.push(Group { streams: vec![stream], first: places[stream].first }),
        }
    }
    if step > 0 {
        groups.reverse();
    }
    Some(groups)
}
