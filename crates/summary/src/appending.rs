//! What a run leaves in objects that it appends to: `out[used++] = c` on some paths, `used` being counted.
//!
//! The stores of an iteration lie in the room that it adds: between `scale` times what `used` had grown to before it and after it. So a place
//! tells which iteration wrote it: the one before which the room was not enough, and after which it is. How many iterations there are after
//! which it still is not is its number: a count whose condition compares a count.

use crate::closed::Closed;
use crate::filling::{Affine, Number, distance};
use crate::run::MOST;
use crate::stores::{Appended, Target};
use bowline_exec::{Executor, State};
use bowline_expr::{ExprId, INDEX_WIDTH, Pool};
use bowline_memory::{Object, ObjectId, Rows, Value};

/// Objects up to this many bytes: sums of places in them have no more than the bits of a [`Number`].
const MAX_CAPACITY: u64 = 1 << 28;

/// A byte that a path writes.
struct Byte {
    /// Where in the room that the iteration adds.
    at: u64,
    /// Over the unknowns.
    value: ExprId,
}

/// What a run appends to one object.
pub(crate) struct Appending<'r> {
    appended: &'r Appended,
    object: ObjectId,
    /// Where the first byte goes.
    first: ExprId,
    /// Bytes for each one that the place grows by.
    scale: u64,
    /// What each path writes; later ones overwrite earlier ones.
    bytes: Vec<Vec<Byte>>,
    /// Every path writes all the bytes that the place grows by.
    is_full: bool,
}

impl<'r> Appending<'r> {
    /// For all objects that a phase appends to; nothing where the places are not understood.
    pub fn all(
        executor: &mut Executor,
        state: &State,
        closed: &Closed<'r>,
        number: &Number,
    ) -> Option<Vec<Self>> {
        let targets = closed.phase.targets.iter();
        let appended = targets.filter_map(|target| Some((target, target.appended.as_ref()?)));
        appended
            .map(|(target, appended)| Self::of(executor, state, closed, number, target, appended))
            .collect()
    }

    fn of(
        executor: &mut Executor,
        state: &State,
        closed: &Closed<'r>,
        number: &Number,
        target: &'r Target,
        appended: &'r Appended,
    ) -> Option<Self> {
        let object = closed.relation.written[target.to].object;
        let capacity = state.memory.object(object).map(Object::capacity)?;
        if capacity > MAX_CAPACITY {
            return None;
        }
        // The place after it has grown by a number.
        let pool = executor.pool_mut();
        let start = closed.start[appended.place];
        let width = pool.width(start);
        let grown = if width <= INDEX_WIDTH {
            pool.truncate(number.wide, width)
        } else {
            pool.zero_extend(number.wide, width)
        };
        let mut values = vec![None; closed.start.len()];
        values[appended.place] = Some(pool.add(start, grown));
        let mut places: Vec<Vec<(Affine, ExprId)>> = Vec::new();
        for stores in &appended.stores {
            let mut of_path = Vec::new();
            for store in stores {
                let at = closed.instance(executor.pool_mut(), &values, &[store.at])?.pop()?;
                of_path.push((number.affine(executor, state, at)?, store.byte));
            }
            places.push(of_path);
        }
        let (lead, _) = *places.iter().flatten().next()?;
        let scale = u64::try_from(lead.step).ok().filter(|&scale| scale > 0)?;
        let pool = executor.pool_mut();
        let mut distances = Vec::new();
        for (place, _) in places.iter().flatten() {
            (place.step == lead.step).then_some(())?;
            distances.push((distance(pool, lead.first, place.first)?, place.first));
        }
        let (least, first) = *distances.iter().min_by_key(|(distance, _)| *distance)?;
        let mut bytes = Vec::new();
        for (of_path, &step) in places.iter().zip(&appended.steps) {
            let mut own = Vec::new();
            for (place, value) in of_path {
                let at = (distance(pool, lead.first, place.first)? - least) as u64;
                (at < scale * step).then_some(())?;
                own.push(Byte { at, value: *value });
            }
            bytes.push(own);
        }
        let is_full = |(bytes, step): (&Vec<Byte>, &u64)| {
            (0..scale * step).all(|at| bytes.iter().any(|byte| byte.at == at))
        };
        // What is left out between stores keeps what it has, which must be something.
        let is_full = bytes.iter().zip(&appended.steps).all(is_full);
        let known = is_full || !state.memory.uninitialised(object, 0, capacity);
        known.then_some(Self { appended, object, first, scale, bytes, is_full })
    }

    /// Writes it; nothing where that is refused.
    pub fn write(
        &self,
        executor: &mut Executor,
        state: &mut State,
        closed: &Closed<'_>,
        count: ExprId,
    ) -> Option<()> {
        let pool = executor.pool_mut();
        let variable = pool.auxiliary("row", 0, 8);
        let row = pool.input_word(variable, 8);
        let value = self.byte_at(pool, state, closed, count, row)?;
        let total = self.room(pool, closed, count)?;
        let offset = Value::from_expr(pool, self.first);
        let capacity = state.memory.object(self.object).map_or(0, Object::capacity);
        let rows = Rows { count: total, stride: 1, bytes: 1, variable, value };
        let most_rows = (capacity + 1).min(MOST as u64);
        executor.write_rows(state, (self.object, offset), rows, most_rows).then_some(())
    }

    /// How many bytes `t` iterations add.
    fn room(&self, pool: &mut Pool, closed: &Closed<'_>, t: ExprId) -> Option<ExprId> {
        let steps: Vec<ExprId> = (self.appended.steps.iter())
            .map(|&step| pool.constant(u128::from(step * self.scale), INDEX_WIDTH))
            .collect();
        closed.way(pool, &steps, t)
    }

    /// The byte that is there after `count` iterations, `row` bytes behind the first.
    fn byte_at(
        &self,
        pool: &mut Pool,
        state: &State,
        closed: &Closed<'_>,
        count: ExprId,
        row: ExprId,
    ) -> Option<ExprId> {
        let variable = pool.auxiliary("writer", 0, 8);
        let one = pool.constant(1, INDEX_WIDTH);
        let behind = {
            let number = pool.input_word(variable, 8);
            pool.add(number, one)
        };
        let so_far = self.room(pool, closed, behind)?;
        let before = pool.ule(so_far, row);
        let writer = pool.how_many(count, variable, before)?;
        let within = {
            let room = self.room(pool, closed, writer)?;
            pool.sub(row, room)
        };
        // Where nothing is left out, whoever comes to a byte writes it: it does not depend on what was there, which may be unknown.
        let mut byte = match self.is_full {
            true => pool.constant(0, 8),
            false => {
                let place = pool.add(self.first, row);
                state.memory.read_at(pool, self.object, place, 1).to_expr(pool, 8)
            }
        };
        let values = closed.deciding(pool, writer)?;
        let demands = closed.demands_at(pool, writer)?;
        for (&demand, bytes) in demands.iter().zip(&self.bytes) {
            for Byte { at, value } in bytes {
                let written = closed.instance(pool, &values, &[*value])?.pop()?;
                let at = pool.constant((*at).into(), INDEX_WIDTH);
                let here = {
                    let here = pool.eq(within, at);
                    pool.and(demand, here)
                };
                byte = pool.ite(here, written, byte);
            }
        }
        Some(byte)
    }
}
