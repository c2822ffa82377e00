//! Counters say how often each path is taken, and a text that has the characters for that may have them in an order in which the paths are not taken; or
//! only the counters are known. So the characters are laid out anew: iteration by iteration, with the values that it really has, a path that is still to be taken and can be, those first
//! that stay away from the limits of others.

use super::flow::Walk;
use super::texts::Counted;
use crate::relation::Relation;
use crate::run::set_word;
use bowline_exec::{Executor, State};
use bowline_expr::{ExprId, INDEX_WIDTH, Model, Pool, Support, SupportCache, SymId};
use bowline_solver::Verdict;

/// Iterations that are laid out.
const MAX_ITERATIONS: u64 = 1 << 14;

/// A text that an index walks over, one byte of an input behind the other.
struct Text {
    symbol: SymId,
    /// Of the character where the index starts.
    first: u32,
    goes_down: bool,
}

/// The characters with which a path is taken.
struct Letters {
    path: usize,
    bytes: Vec<u8>,
    left: u64,
    /// How far it moves sums towards limits.
    raises: i128,
}

/// A model with the characters of another one in an order in which its counters are true, if one is found.
pub(super) fn in_order(
    executor: &mut Executor,
    state: &State,
    counted: &Counted<'_>,
    model: &Model,
    raising_last: bool,
) -> Option<Model> {
    let [walk] = &counted.flow.walks[..] else { return None };
    let text = Text::of(executor, counted, walk, model)?;
    let mut letters = letters(executor, state, counted, walk, &text, model)?;
    let sign = if raising_last { 1 } else { -1 };
    letters.sort_by_key(|one| sign * one.raises);
    let relation = counted.relation;
    let mut laid_out = model.clone();
    // What the unknowns are is a part of the model on the way.
    for (unknown, &start) in relation.unknowns.iter().zip(&counted.start) {
        let value = executor.eval_in(model, start);
        put(executor, &mut laid_out, unknown.symbol, value);
    }
    let nexts: Vec<Vec<ExprId>> =
        letters.iter().map(|one| next_unknowns(executor, relation, one.path)).collect();
    let mut distance = 0;
    while letters.iter().any(|one| one.left > 0) {
        let taken = (0..letters.len()).find(|&at| {
            let one = &letters[at];
            text.write(&mut laid_out, distance, &one.bytes);
            one.left > 0 && executor.eval_in(&laid_out, relation.back[one.path].condition) == 1
        })?;
        let values: Vec<u128> = nexts[taken].iter().map(|&next| executor.eval_in(&laid_out, next)).collect();
        for (unknown, value) in relation.unknowns.iter().zip(values) {
            put(executor, &mut laid_out, unknown.symbol, value);
        }
        distance += letters[taken].bytes.len() as u32;
        letters[taken].left -= 1;
    }
    let mut ordered = model.clone();
    ordered.take_input(text.symbol, &laid_out);
    Some(ordered)
}

/// What the unknowns are after an iteration.
fn next_unknowns(executor: &mut Executor, relation: &Relation, path: usize) -> Vec<ExprId> {
    let nexts = relation.unknowns.iter().zip(&relation.back[path].next);
    nexts.map(|(unknown, &next)| Relation::unknown_of(executor.pool_mut(), unknown, next)).collect()
}

fn put(executor: &Executor, model: &mut Model, symbol: SymId, value: u128) {
    let bytes = executor.pool().symbol_info(symbol).size;
    set_word(model, symbol, value as u64, bytes.min(8) as usize);
}

impl Text {
    /// Where each character that is looked at is one of an input.
    fn of(executor: &mut Executor, counted: &Counted<'_>, walk: &Walk, model: &Model) -> Option<Self> {
        let start = executor.eval_in(model, counted.start[walk.index]);
        let mut supports = SupportCache::new();
        let mut first = |executor: &mut Executor, distance: u64| -> Option<(SymId, u32)> {
            let at = executor.pool_mut().constant(distance.into(), INDEX_WIDTH);
            let mut bytes = Vec::new();
            for &demanded in walk.demands.iter().filter(|demanded| **demanded != Pool::TRUE) {
                let demanded = counted.demanded_from(executor.pool_mut(), walk, demanded, Some(start), at)?;
                for support in supports.of(executor.pool(), demanded).iter() {
                    let Support::Byte(symbol, offset) = *support else { return None };
                    bytes.push((symbol, offset));
                }
            }
            if walk.goes_down { bytes.into_iter().max() } else { bytes.into_iter().min() }
        };
        let (here, next) = (first(executor, 0)?, first(executor, 1)?);
        let expected = if walk.goes_down { here.1.checked_sub(1)? } else { here.1 + 1 };
        (next == (here.0, expected)).then_some(Self {
            symbol: here.0,
            first: here.1,
            goes_down: walk.goes_down,
        })
    }

    fn place(&self, distance: u32) -> Option<u32> {
        if self.goes_down { self.first.checked_sub(distance) } else { self.first.checked_add(distance) }
    }

    fn write(&self, model: &mut Model, distance: u32, bytes: &[u8]) {
        for (at, &byte) in (distance..).zip(bytes) {
            if let Some(place) = self.place(at) {
                model.set_byte(self.symbol, place.into(), byte);
            }
        }
    }

    fn read(&self, model: &Model, distance: u32, bytes: u32) -> Option<Vec<u8>> {
        (distance..distance + bytes).map(|at| Some(model.byte(self.symbol, self.place(at)?.into()))).collect()
    }
}

/// For each path that is taken the characters at some place where its demands hold, or could.
fn letters(
    executor: &mut Executor,
    state: &State,
    counted: &Counted<'_>,
    walk: &Walk,
    text: &Text,
    model: &Model,
) -> Option<Vec<Letters>> {
    let start = executor.eval_in(model, counted.start[walk.index]);
    let length = counted.length(executor.pool_mut(), walk);
    let length = executor.eval_in(model, length) as u64;
    let mut found = Vec::new();
    for (number, &counter) in counted.counters.iter().enumerate() {
        let left = executor.eval_in(model, counter) as u64;
        if left == 0 {
            continue;
        }
        let stride = walk.strides[number] as u32;
        let demanded_at = |executor: &mut Executor, distance: u64| {
            let at = executor.pool_mut().constant(distance.into(), INDEX_WIDTH);
            counted.demanded_from(executor.pool_mut(), walk, walk.demands[number], Some(start), at)
        };
        let mut places = 0..length.min(MAX_ITERATIONS);
        let place = places.find(|&distance| {
            let there = demanded_at(executor, distance);
            there.is_some_and(|there| executor.eval_in(model, there) == 1)
        });
        let bytes = match place {
            Some(place) => text.read(model, place as u32, stride)?,
            None => [0, length / 2].into_iter().find_map(|distance| {
                let there = demanded_at(executor, distance)?;
                let Verdict::Sat(model) = executor.check(&state.path, there) else { return None };
                text.read(&model, distance as u32, stride)
            })?,
        };
        let raises = counted.flow.bounds.iter().map(|bound| bound.moves.by[number]).sum();
        found.push(Letters { path: counted.flow.paths[number], bytes, left, raises });
    }
    (found.iter().map(|one| one.left).sum::<u64>() <= MAX_ITERATIONS).then_some(found)
}
