//! Counters say how often each path is taken, and a text that has the characters for that may have them in an order in which the paths are not taken; or
//! only the counters are known. So the characters are laid out anew: iteration by iteration, with the values that it really has, a path that is still to be taken and can be, those first
//! that stay away from the limits of others.

use super::flow::Walk;
use super::letters::{Alphabet, BEHIND, Letters, Text, letters};
use super::texts::Counted;
use crate::relation::Relation;
use crate::run::set_word;
use bowline_base::FxHashMap;
use bowline_exec::{Executor, State};
use bowline_expr::{ExprId, INDEX_WIDTH, Model, SymId};
use bowline_solver::Verdict;

/// Iterations that are laid out.
const MAX_ITERATIONS: u64 = 1 << 14;

/// One iteration.
struct Taken {
    /// The letters.
    at: usize,
    /// In the relation.
    path: usize,
    bytes: Vec<u8>,
}

/// What is tried.
#[derive(Clone, Copy)]
pub(super) struct Order {
    /// Paths that move sums towards limits come last where there is a choice, or else first.
    raising_last: bool,
    /// In the end what is not counted is set once more.
    resets: bool,
}

impl Order {
    pub const ALL: [Self; 4] = [
        Self { raising_last: true, resets: false },
        Self { raising_last: false, resets: false },
        Self { raising_last: true, resets: true },
        Self { raising_last: false, resets: true },
    ];
}

/// A text on which the paths can be taken as often as counters say.
pub(super) struct Ordered {
    pub model: Model,
    pub iterations: u64,
    /// Characters more than counted.
    pub longer: u64,
}

/// No such text was found.
pub(super) enum Stuck {
    /// A path, by its number in the flow, can be taken no more than so often.
    After(usize, u64),
    Otherwise,
}

/// The way along a text, one iteration behind the other.
struct Layout<'l> {
    state: &'l State,
    counted: &'l Counted<'l>,
    walk: &'l Walk,
    text: Text,
    letters: Vec<Letters>,
    /// Other characters for each, where iterations before have looked at the first of these.
    others: FxHashMap<(usize, Vec<u8>), Option<Vec<u8>>>,
    /// What the unknowns are after an iteration on each path of the relation.
    nexts: Vec<Vec<ExprId>>,
    /// The text so far, and what the unknowns are now.
    model: Model,
    distance: u32,
    /// What iterations have looked at behind that.
    seen: Vec<u8>,
    iterations: u64,
}

/// The characters of a model, or such as its counters ask for, in an order in which these are true, if one is found.
pub(super) fn in_order(
    executor: &mut Executor,
    state: &State,
    counted: &Counted<'_>,
    alphabet: &mut Alphabet,
    model: &Model,
    order: Order,
) -> Result<Ordered, Stuck> {
    let [walk] = &counted.flow.walks[..] else { return Err(Stuck::Otherwise) };
    let text = Text::of(executor, counted, walk, model).ok_or(Stuck::Otherwise)?;
    let mut letters =
        letters(executor, state, counted, alphabet, walk, &text, model).ok_or(Stuck::Otherwise)?;
    let sign = if order.raising_last { 1 } else { -1 };
    letters.sort_by_key(|one| sign * one.raises);
    let nexts = (0..counted.relation.back.len()).map(|path| next_unknowns(executor, counted.relation, path));
    let nexts = nexts.collect();
    let mut start = model.clone();
    for (unknown, &value) in counted.relation.unknowns.iter().zip(&counted.start) {
        let value = executor.eval_in(model, value);
        put(executor, &mut start, unknown.symbol, value);
    }
    let mut layout = Layout {
        state,
        counted,
        walk,
        text,
        letters,
        others: FxHashMap::default(),
        nexts,
        model: start,
        distance: 0,
        seen: Vec::new(),
        iterations: 0,
    };
    while let Some(waiting) = layout.letters.iter().find(|one| one.left > 0) {
        let stuck = Stuck::After(waiting.number, waiting.taken);
        let next = layout.next(executor).ok_or(stuck)?;
        layout.take(executor, next);
    }
    if order.resets {
        let last = layout.reset(executor).ok_or(Stuck::Otherwise)?;
        layout.take(executor, last);
    }
    let length = counted.length(executor.pool_mut(), walk);
    let length = executor.eval_in(model, length) as u32;
    // What stands behind the text goes on doing so.
    let Layout { text, model: mut laid_out, distance, iterations, .. } = layout;
    for at in 0..BEHIND {
        let Some((from, to)) = text.place(length + at).zip(text.place(distance + at)) else { break };
        laid_out.set_byte(text.symbol, to, model.byte(text.symbol, from));
    }
    let mut ordered = model.clone();
    ordered.take_input(text.symbol, &laid_out);
    Ok(Ordered { model: ordered, iterations, longer: distance.saturating_sub(length).into() })
}

impl Layout<'_> {
    /// What is taken next: a path that is still to be taken, or else one that makes room for these, like `column = 0`.
    fn next(&mut self, executor: &mut Executor) -> Option<Taken> {
        if self.iterations == MAX_ITERATIONS {
            return None;
        }
        let wanted = (0..self.letters.len()).find_map(|at| match self.letters[at].left {
            0 => None,
            _ => self.fitting(executor, at),
        });
        wanted.or_else(|| self.reset(executor))
    }

    /// A path that changes a value which is not counted.
    fn reset(&mut self, executor: &mut Executor) -> Option<Taken> {
        (0..self.letters.len()).find_map(|at| {
            let taken = self.fitting(executor, at)?;
            self.resets(executor, taken.path).then_some(taken)
        })
    }

    /// How a path can be taken here. Its characters are written.
    fn fitting(&mut self, executor: &mut Executor, at: usize) -> Option<Taken> {
        let is_free = |bytes: &[u8]| bytes.iter().zip(&self.seen).all(|(byte, seen)| byte == seen);
        let free = self.letters[at].any_of.iter().filter(|bytes| is_free(bytes));
        let free: Vec<Vec<u8>> = free.cloned().collect();
        let free = if free.is_empty() { vec![self.other(executor, at)?] } else { free };
        free.into_iter().find_map(|bytes| {
            if !self.text.write(&mut self.model, self.distance, &bytes) {
                return None;
            }
            let back = &self.counted.relation.back;
            let mut paths = self.letters[at].paths.iter();
            let path = *paths.find(|path| executor.eval_in(&self.model, back[**path].condition) == 1)?;
            Some(Taken { at, path, bytes })
        })
    }

    /// Characters for a path that begin with what iterations before have looked at.
    fn other(&mut self, executor: &mut Executor, at: usize) -> Option<Vec<u8>> {
        let key = (at, self.seen.clone());
        if let Some(known) = self.others.get(&key) {
            return known.clone();
        }
        let found = self.asked(executor, at);
        self.others.insert(key, found.clone());
        found
    }

    fn asked(&self, executor: &mut Executor, at: usize) -> Option<Vec<u8>> {
        let Self { state, counted, walk, text, seen, .. } = self;
        let one = &self.letters[at];
        let start = executor.eval_in(&self.state.path.model().clone(), counted.start[walk.index]);
        let here = executor.pool_mut().constant(self.distance.into(), INDEX_WIDTH);
        let demands = walk.demands[one.number];
        let mut asked = vec![counted.demanded_from(executor.pool_mut(), walk, demands, Some(start), here)?];
        for (place, &byte) in (self.distance..).zip(seen) {
            let place = text.place(place)?;
            let pool = executor.pool_mut();
            let (there, byte) = (pool.input_byte(text.symbol, place), pool.constant(byte.into(), 8));
            asked.push(pool.eq(there, byte));
        }
        let asked = executor.pool_mut().all(asked);
        let Verdict::Sat(model) = executor.check(&state.path, asked) else { return None };
        text.read(&model, self.distance, one.any_of.last()?.len() as u32)
    }

    /// Does a path change a value that is not counted?
    fn resets(&self, executor: &mut Executor, path: usize) -> bool {
        let unknowns = &self.counted.relation.unknowns;
        let open = (0..unknowns.len()).filter(|&place| self.counted.flow.steps[place].is_none());
        open.into_iter().any(|place| {
            executor.eval_in(&self.model, unknowns[place].unknown)
                != executor.eval_in(&self.model, self.nexts[path][place])
        })
    }

    fn take(&mut self, executor: &mut Executor, Taken { at, path, bytes }: Taken) {
        self.text.write(&mut self.model, self.distance, &bytes);
        let values: Vec<u128> =
            self.nexts[path].iter().map(|&next| executor.eval_in(&self.model, next)).collect();
        for (unknown, value) in self.counted.relation.unknowns.iter().zip(values) {
            put(executor, &mut self.model, unknown.symbol, value);
        }
        let one = &mut self.letters[at];
        self.distance += one.stride;
        let mut seen = bytes;
        seen.extend(self.seen.iter().skip(seen.len()));
        self.seen = seen.split_off(one.stride as usize);
        one.left = one.left.saturating_sub(1);
        one.taken += 1;
        self.iterations += 1;
    }
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
