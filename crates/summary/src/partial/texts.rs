//! What a text and counters have to do with each other, for some iterations from a given state.
//!
//! * **Characters.** What a path demands of the text where the index stands (a character or several in a row, to be one, none of some, or of a class) holds at so many
//!   places, at least, as the path was taken, in the part of the text that its bounds leave. Demands on several texts are counted one by one.
//! * **Nothing else.** Each character that was walked over is one of those that a path which was taken walks over.
//! * **Bounds** as in [`ranges`](super::ranges).

use super::flow::{Bound, Flow, Walk};
use super::ranges::Limit;
use crate::relation::Relation;
use crate::run::BITS;
use bowline_exec::Executor;
use bowline_expr::{ExprId, INDEX_WIDTH, Pool, SymId, fold};

/// Characters of one iteration that are looked at one by one.
const MAX_STRIDE: i128 = 8;

/// Iterations from a state, by how often each path was taken.
pub(super) struct Counted<'f> {
    pub relation: &'f Relation,
    pub flow: &'f Flow,
    /// What the unknowns are at the start.
    pub start: Vec<ExprId>,
    /// For each path.
    pub counters: Vec<ExprId>,
    /// A character's distance from the start, in the bodies of bounded terms.
    distance: SymId,
}

/// The part of a text in which a path is taken.
struct Part {
    from: ExprId,
    to: ExprId,
}

impl<'f> Counted<'f> {
    pub fn new(executor: &mut Executor, relation: &'f Relation, flow: &'f Flow, start: Vec<ExprId>) -> Self {
        let counters = flow.paths.iter().map(|_| {
            let (_, narrow) = executor.auxiliary_word("k", BITS);
            executor.pool_mut().zero_extend(narrow, INDEX_WIDTH)
        });
        let counters = counters.collect();
        let distance = executor.pool_mut().auxiliary("distance", 0, 8);
        Self { relation, flow, start, counters, distance }
    }

    /// What an unknown is afterwards; nothing where counting does not tell.
    pub fn value(&self, pool: &mut Pool, place: usize) -> Option<ExprId> {
        let steps = self.flow.steps[place].as_ref()?;
        let way = self.sum(pool, steps);
        let width = pool.width(self.start[place]);
        let way = if width <= INDEX_WIDTH { pool.truncate(way, width) } else { pool.sign_extend(way, width) };
        Some(pool.add(self.start[place], way))
    }

    /// What is said of the counters and of the texts; without these only of how many characters there are. Nothing where it gets too large.
    pub fn condition(&self, pool: &mut Pool, has_texts: bool) -> Option<ExprId> {
        let mut parts = Vec::new();
        for (path, &fixed) in self.flow.fixed.iter().enumerate() {
            let fixed = self.at_start(pool, fixed)?;
            let unused = self.is_unused(pool, path);
            parts.push(pool.or(unused, fixed));
        }
        for bound in &self.flow.bounds {
            parts.push(self.balance(pool, bound)?);
        }
        for walk in &self.flow.walks {
            parts.push(self.walked(pool, walk, has_texts)?);
        }
        Some(pool.all(parts))
    }

    /// A text, as far as it was walked over.
    fn walked(&self, pool: &mut Pool, walk: &Walk, has_texts: bool) -> Option<ExprId> {
        let length = self.length(pool, walk);
        let mut said = Vec::new();
        let mut walks_over = Vec::new();
        for path in 0..self.counters.len() {
            let part = self.part(pool, walk, path, length)?;
            said.push(self.occurs(pool, walk, path, &part, has_texts)?);
            if !has_texts {
                continue;
            }
            if walk.strides[path] > MAX_STRIDE {
                walks_over.push(Pool::TRUE);
            }
            for behind in 0..walk.strides[path].min(MAX_STRIDE) {
                walks_over.push(self.walks_over(pool, walk, path, &part, behind)?);
            }
        }
        if has_texts {
            let any = pool.any(walks_over);
            said.push(pool.for_all(length, self.distance, any)?);
        }
        Some(pool.all(said))
    }

    /// What a path demands is there as often as it was taken, in its part of the text; or there is room for it.
    fn occurs(
        &self,
        pool: &mut Pool,
        walk: &Walk,
        path: usize,
        part: &Part,
        has_texts: bool,
    ) -> Option<ExprId> {
        let room = pool.sub(part.to, part.from);
        let number = pool.input_word(self.distance, 8);
        let there = match has_texts {
            true => {
                let at = pool.add(part.from, number);
                self.demanded_at(pool, walk, walk.demands[path], at)?
            }
            false => Pool::TRUE,
        };
        let places = match there {
            Pool::TRUE => room,
            _ => pool.how_many(room, self.distance, there)?,
        };
        if walk.strides[path] > 0 {
            return Some(pool.ule(self.counters[path], places));
        }
        // It may be taken often at one place, which may be the one behind the text.
        let unused = self.is_unused(pool, path);
        let zero = pool.constant(0, INDEX_WIDTH);
        let any = pool.ult(zero, places);
        Some(if has_texts { pool.or(unused, any) } else { Pool::TRUE })
    }

    /// A path which was taken, so far before, walks over the character.
    fn walks_over(
        &self,
        pool: &mut Pool,
        walk: &Walk,
        path: usize,
        part: &Part,
        behind: i128,
    ) -> Option<ExprId> {
        let number = pool.input_word(self.distance, 8);
        let behind = pool.constant(behind as u128, INDEX_WIDTH);
        let at = pool.sub(number, behind);
        let demanded = self.demanded_at(pool, walk, walk.demands[path], at)?;
        let (is_far, is_near) = (pool.ule(part.from, at), pool.ult(at, part.to));
        let unused = self.is_unused(pool, path);
        let used = pool.not(unused);
        Some(pool.all([used, is_far, is_near, demanded]))
    }

    /// How much of a text was walked over.
    pub fn length(&self, pool: &mut Pool, walk: &Walk) -> ExprId {
        self.sum(pool, &walk.strides)
    }

    /// What is demanded of a text at a distance from the start.
    fn demanded_at(&self, pool: &mut Pool, walk: &Walk, demanded: ExprId, at: ExprId) -> Option<ExprId> {
        self.demanded_from(pool, walk, demanded, None, at)
    }

    /// The same, where it may be known what the start is.
    pub fn demanded_from(
        &self,
        pool: &mut Pool,
        walk: &Walk,
        demanded: ExprId,
        known: Option<u128>,
        at: ExprId,
    ) -> Option<ExprId> {
        let width = pool.width(self.start[walk.index]);
        let start = known.map_or(self.start[walk.index], |known| pool.constant(known, width));
        let at = if width <= INDEX_WIDTH { pool.truncate(at, width) } else { pool.zero_extend(at, width) };
        let mut values: Vec<Option<ExprId>> = self.start.iter().copied().map(Some).collect();
        values[walk.index] = Some(if walk.goes_down { pool.sub(start, at) } else { pool.add(start, at) });
        self.relation.instance(pool, &values, &[], &[demanded])?.pop()
    }

    /// Where a path can have been taken: within the text, and within its bounds.
    fn part(&self, pool: &mut Pool, walk: &Walk, path: usize, length: ExprId) -> Option<Part> {
        let mut part = Part { from: pool.constant(0, INDEX_WIDTH), to: length };
        for bound in self.flow.bounds.iter().filter(|bound| bound.moves.of_path[path]) {
            let slack = self.slack(pool, bound)?;
            let end = self.limit(pool, &bound.moves.end(&walk.strides), slack, 1);
            part.to = smaller(pool, part.to, end);
            // Greater than what is rounded down.
            let begin = self.limit(pool, &bound.moves.begin(&walk.strides), slack, 0);
            let one = pool.constant(1, INDEX_WIDTH);
            let begin = pool.add(begin, one);
            part.from = larger(pool, part.from, begin);
        }
        part.from = smaller(pool, part.from, length);
        part.to = larger(pool, part.to, part.from);
        Some(part)
    }

    /// A limit on distances, rounded up or down.
    fn limit(&self, pool: &mut Pool, limit: &Limit, slack: ExprId, up: i128) -> ExprId {
        let by = constant(pool, limit.by);
        let slack = pool.mul(slack, by);
        let others = self.sum(pool, &limit.times);
        let sum = pool.add(slack, others);
        if limit.over == 1 {
            return sum;
        }
        let rounding = constant(pool, up * (limit.over - 1));
        let sum = pool.add(sum, rounding);
        // What is negative says nothing either way: no distance is.
        let zero = pool.constant(0, INDEX_WIDTH);
        let is_negative = pool.slt(sum, zero);
        let over = constant(pool, limit.over);
        let quotient = pool.udiv(sum, over);
        let below = constant(pool, -1);
        pool.ite(is_negative, below, quotient)
    }

    /// How far a bound's sum may have moved in the end.
    fn balance(&self, pool: &mut Pool, bound: &Bound) -> Option<ExprId> {
        let Some(beyond) = bound.moves.balance() else { return Some(Pool::TRUE) };
        let slack = self.slack(pool, bound)?;
        let beyond = constant(pool, beyond);
        let most = pool.add(slack, beyond);
        let moved = self.sum(pool, &bound.moves.by);
        let is_within = pool.sle(moved, most);
        let of_path = bound.moves.of_path.iter().enumerate().filter(|(_, has_it)| **has_it);
        let unused: Vec<ExprId> = of_path.map(|(path, _)| self.is_unused(pool, path)).collect();
        let none = pool.all(unused);
        Some(pool.or(none, is_within))
    }

    /// How far a bound's sum may move, from the start.
    fn slack(&self, pool: &mut Pool, bound: &Bound) -> Option<ExprId> {
        let values: Vec<Option<ExprId>> = self.start.iter().copied().map(Some).collect();
        let sides = self.relation.instance(pool, &values, &[], &[bound.low, bound.high])?;
        let [low, high] = sides[..] else { return None };
        let wide = |pool: &mut Pool, side: ExprId| match (pool.width(side), bound.is_signed) {
            (INDEX_WIDTH.., _) => pool.truncate(side, INDEX_WIDTH),
            (_, true) => pool.sign_extend(side, INDEX_WIDTH),
            (_, false) => pool.zero_extend(side, INDEX_WIDTH),
        };
        let (low, high) = (wide(pool, low), wide(pool, high));
        let slack = pool.sub(high, low);
        let more = constant(pool, i128::from(!bound.is_strict));
        Some(pool.add(slack, more))
    }

    /// A path was never taken.
    pub fn is_unused(&self, pool: &mut Pool, path: usize) -> ExprId {
        let zero = pool.constant(0, INDEX_WIDTH);
        pool.eq(self.counters[path], zero)
    }

    fn at_start(&self, pool: &mut Pool, expr: ExprId) -> Option<ExprId> {
        let values: Vec<Option<ExprId>> = self.start.iter().copied().map(Some).collect();
        self.relation.instance(pool, &values, &[], &[expr])?.pop()
    }

    /// The sum of so many times each counter.
    fn sum(&self, pool: &mut Pool, times: &[i128]) -> ExprId {
        let mut sum = pool.constant(0, INDEX_WIDTH);
        for (&counter, &times) in self.counters.iter().zip(times).filter(|(_, times)| **times != 0) {
            let times = constant(pool, times);
            let part = pool.mul(counter, times);
            sum = pool.add(sum, part);
        }
        sum
    }
}

fn constant(pool: &mut Pool, value: i128) -> ExprId {
    pool.constant(value as u128 & fold::mask(INDEX_WIDTH), INDEX_WIDTH)
}

fn smaller(pool: &mut Pool, a: ExprId, b: ExprId) -> ExprId {
    let is_first = pool.slt(a, b);
    pool.ite(is_first, a, b)
}

fn larger(pool: &mut Pool, a: ExprId, b: ExprId) -> ExprId {
    let is_first = pool.slt(b, a);
    pool.ite(is_first, a, b)
}
