//! The values of one word of input bytes, exactly: a range in both senses of signs, and values in it that are excluded.
//!
//! Loops and switches ask about one number again and again: `0 < n`, `1 < n`, ..., `x != 10`, `x != 20`. Each of these comparisons with a
//! constant narrows the range or takes out one value, so what they say together has a size that does not grow with the first kind, and a question
//! about the word needs none of them one by one.
//!
//! Copies are shared between paths, so excluded values are kept in sorted runs of falling length that copies have in common; two runs of
//! about one length become one, as in a log-structured merge tree (O'Neil et al., 1996): each value is moved a logarithmic number of times.

use bowline_expr::{BinaryOp, ExprId, Literal, Pool, Range};
use std::rc::Rc;

/// A comparison of a word with a constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WordFact {
    pub word: ExprId,
    op: BinaryOp,
    holds: bool,
    constant: u128,
    /// The word is the left side.
    is_left: bool,
}

impl WordFact {
    /// What a condition says, if it is a comparison of a word of more than one and at most eight bytes with a constant.
    pub fn of(pool: &Pool, condition: ExprId) -> Option<Self> {
        let (op, holds, a, b) = Literal::new(condition, true).comparison(pool)?;
        if !(9..=64).contains(&pool.width(a)) {
            return None;
        }
        match (pool.as_const(a), pool.as_const(b)) {
            (None, Some(constant)) => Some(Self { word: a, op, holds, constant, is_left: true }),
            (Some(constant), None) => Some(Self { word: b, op, holds, constant, is_left: false }),
            _ => None,
        }
    }

    /// What is left of a range where the comparison holds; nothing where it cannot.
    fn narrowed(self, range: Range, width: u16) -> Option<Range> {
        let constant = Range::within(width, (self.constant, self.constant));
        let (a, b) = if self.is_left { (range, constant) } else { (constant, range) };
        if Range::truth(self.op, a, b) == Some(!self.holds) {
            return None;
        }
        let (a, b) = Range::compared(self.op, self.holds, a, b);
        Some(if self.is_left { a } else { b })
    }

    /// The one value that the comparison excludes.
    fn excluded(self) -> Option<u128> {
        (self.op == BinaryOp::Eq && !self.holds).then_some(self.constant)
    }
}

/// See the module documentation.
#[derive(Clone, Debug)]
pub struct WordDomain {
    pub word: ExprId,
    width: u16,
    range: Range,
    excluded: Excluded,
    /// How many constraints it expresses.
    pub constraints: u32,
}

impl WordDomain {
    /// All values.
    pub fn new(word: ExprId, width: u16) -> Self {
        Self { word, width, range: Range::whole(width), excluded: Excluded::default(), constraints: 0 }
    }

    /// Takes a constraint into account, which is one on this word and does not contradict the others.
    pub fn restrict(&mut self, fact: WordFact) {
        self.constraints += 1;
        self.range = fact.narrowed(self.range, self.width).unwrap_or(self.range);
        if let Some(value) = fact.excluded() {
            self.excluded.insert(value as u64);
        }
    }

    /// A value for which a question holds, not far from `now`; nothing if there is none.
    pub fn value(&self, question: WordFact, now: u128) -> Option<u128> {
        let range = question.narrowed(self.range, self.width)?;
        let without = question.excluded();
        let pieces = range.pieces().into_iter().flatten();
        let values = pieces.flat_map(|piece| self.near(piece, now, without)).flatten();
        values.min_by_key(|&value| distance(self.width, value, now))
    }

    /// Values of an interval that are not excluded, nor `without`: the first from below and the first from above of both the interval and
    /// `now`.
    fn near(&self, (low, high): (u128, u128), now: u128, without: Option<u128>) -> [Option<u128>; 4] {
        let up = |from: u128| {
            let free = self.excluded.free_above(from as u64, high as u64)?;
            match without {
                Some(without) if without == free.into() => {
                    (without < high).then(|| self.excluded.free_above(free + 1, high as u64))?
                }
                _ => Some(free),
            }
        };
        let down = |from: u128| {
            let free = self.excluded.free_below(from as u64, low as u64)?;
            match without {
                Some(without) if without == free.into() => {
                    (without > low).then(|| self.excluded.free_below(free - 1, low as u64))?
                }
                _ => Some(free),
            }
        };
        let now = now.clamp(low, high);
        [up(low), down(high), up(now), down(now)].map(|value| value.map(u128::from))
    }
}

/// How far two numbers are apart, around the end of the range if that is shorter.
fn distance(width: u16, a: u128, b: u128) -> u128 {
    let mask = bowline_expr::fold::mask(width);
    (a.wrapping_sub(b) & mask).min(b.wrapping_sub(a) & mask)
}

/// A set of values that shares most of itself with its copies.
#[derive(Clone, Debug, Default)]
struct Excluded {
    /// Sorted and without common values; each at least twice as long as the next.
    runs: Vec<Rc<[u64]>>,
}

/// Values that are looked at one by one before a search for the next one that is free.
const ONE_BY_ONE: u64 = 4;

impl Excluded {
    fn insert(&mut self, value: u64) {
        if self.contains(value) {
            return;
        }
        let mut added = vec![value];
        while let Some(shorter) = self.runs.pop_if(|run| run.len() < 2 * added.len()) {
            added.extend(shorter.iter());
            // Two sorted runs, which the sort recognises.
            added.sort();
        }
        self.runs.push(added.into());
    }

    fn contains(&self, value: u64) -> bool {
        self.runs.iter().any(|run| run.binary_search(&value).is_ok())
    }

    /// How many values lie in an interval, both ends included.
    fn count(&self, low: u64, high: u64) -> u64 {
        let of = |run: &Rc<[u64]>| {
            run.partition_point(|&value| value <= high) - run.partition_point(|&value| value < low)
        };
        self.runs.iter().map(of).sum::<usize>() as u64
    }

    /// The least value of `from..=high` that is not in the set.
    fn free_above(&self, from: u64, high: u64) -> Option<u64> {
        let near = high.min(from.saturating_add(ONE_BY_ONE));
        if let Some(free) = (from..=near).find(|&value| !self.contains(value)) {
            return Some(free);
        }
        let all = |length: u64| self.count(from, from + length) > length;
        Some(from + self.first_short(high - from, all)?)
    }

    /// The largest value of `low..=from` that is not in the set.
    fn free_below(&self, from: u64, low: u64) -> Option<u64> {
        let near = low.max(from.saturating_sub(ONE_BY_ONE));
        if let Some(free) = (near..=from).rev().find(|&value| !self.contains(value)) {
            return Some(free);
        }
        let all = |length: u64| self.count(from - length, from) > length;
        Some(from - self.first_short(from - low, all)?)
    }

    /// The least length up to `most` at which not `all` values are in the set.
    fn first_short(&self, most: u64, all: impl Fn(u64) -> bool) -> Option<u64> {
        let size: usize = self.runs.iter().map(|run| run.len()).sum();
        // `short` is the shortest length that is known not to be all in the set, `full` the longest that is.
        let (mut full, mut short) = (0, most.min(size as u64));
        if all(short) {
            return None;
        }
        while short - full > 1 {
            let middle = full + (short - full) / 2;
            if all(middle) { full = middle } else { short = middle }
        }
        Some(short)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bowline_base::Rng;
    use bowline_expr::fold;

    const OPS: [BinaryOp; 5] = [BinaryOp::Eq, BinaryOp::Ult, BinaryOp::Ule, BinaryOp::Slt, BinaryOp::Sle];

    fn holds(fact: WordFact, width: u16, value: u128) -> bool {
        let (a, b) = if fact.is_left { (value, fact.constant) } else { (fact.constant, value) };
        (fold::binary(fact.op, width, a, b) == 1) == fact.holds
    }

    /// Words of six bits, so that all values can be tried; many inequalities, so that few are left.
    #[test]
    fn answers_are_those_of_trying_all() {
        const WIDTH: u16 = 6;
        let (mut no, mut yes) = (0, 0);
        for seed in 0..300 {
            let mut rng = Rng::new(seed);
            let fact = |rng: &mut Rng| {
                let op = if rng.below(4) > 0 { BinaryOp::Eq } else { OPS[rng.below(5) as usize] };
                let holds = op != BinaryOp::Eq && rng.bool();
                let (constant, is_left) = (rng.below(64).into(), rng.bool());
                WordFact { word: ExprId(7), op, holds, constant, is_left }
            };
            let mut domain = WordDomain::new(ExprId(7), WIDTH);
            let mut left: Vec<u128> = (0..64).collect();
            for _ in 0..60 {
                let mut question = fact(&mut rng);
                question.holds ^= rng.below(3) == 0;
                let now = left[rng.below(left.len() as u64) as usize];
                let answer = domain.value(question, now);
                let possible = |&value: &u128| holds(question, WIDTH, value);
                assert_eq!(answer.is_some(), left.iter().any(possible), "seed {seed}: {question:?}");
                match answer {
                    None => no += 1,
                    Some(value) => {
                        yes += 1;
                        assert!(
                            left.contains(&value) && possible(&value),
                            "seed {seed}: {value} {question:?}"
                        );
                    }
                }
                let next = fact(&mut rng);
                if left.iter().any(|&value| holds(next, WIDTH, value)) {
                    left.retain(|&value| holds(next, WIDTH, value));
                    domain.restrict(next);
                }
            }
        }
        assert!(no > 2000 && yes > 2000, "{no} {yes}");
    }

    #[test]
    fn many_excluded_values_are_cheap_and_shared() {
        let mut excluded = Excluded::default();
        let mut copies = Vec::new();
        for value in 0..10_000u64 {
            excluded.insert(value * 3 % 10_007);
            copies.push(excluded.clone());
        }
        assert!(excluded.runs.len() < 15, "{} runs", excluded.runs.len());
        let mut runs: Vec<(*const u64, usize)> =
            copies.iter().flat_map(|copy| copy.runs.iter().map(|run| (run.as_ptr(), run.len()))).collect();
        runs.sort_unstable();
        runs.dedup();
        let kept: usize = runs.iter().map(|(_, length)| length).sum();
        assert!(kept < 10_000 * 16, "10,000 copies keep {kept} values");
        let free = (0..).find(|&value| !excluded.contains(value));
        assert_eq!(excluded.free_above(0, u64::MAX), free);
        assert_eq!(excluded.free_above(0, free.unwrap_or(0) - 1), None);
    }
}
