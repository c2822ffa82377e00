//! Looking for inputs step by step, where a symcrete stands between them and what is asked for.
//!
//! A solver that is asked for other arguments gives any, and learns nothing from the value that came of them. But sources are rarely without any order: a
//! logarithm grows with its argument. So from the path's own inputs, words are changed by steps that grow as long as they help, and what helps is what
//! brings the conditions nearer to holding: by how much two numbers differ.
//!
//! It finds or it does not; nothing follows from not finding.

use crate::concretise::Relaxing;
use crate::solver::Solver;
use bowline_expr::{BinaryOp, ExprId, Model, Node, Pool, Support, SymId, fold};

/// Longer paths are not looked at step by step.
const MOST_CONDITIONS: usize = 400;
/// Words that are changed.
const MOST_WORDS: usize = 16;
/// Calls that one walk may make.
const MOST_CALLS: usize = 200;
/// Inputs that are few enough to try them all.
const FEW: u128 = 300;
/// Models that are tried; those with known values cost no call.
const MOST_TRIES: usize = 1500;
/// Conditions are looked into down to here.
const MOST_DEPTH: u32 = 6;

/// Some bytes of an input, side by side, as a number.
#[derive(Clone, Copy)]
struct Word {
    symbol: SymId,
    at: u64,
    bytes: u64,
}

impl Word {
    fn of(self, model: &Model) -> u64 {
        (0..self.bytes)
            .rev()
            .fold(0, |word, place| word << 8 | u64::from(model.byte(self.symbol, self.at + place)))
    }

    fn put(self, model: &mut Model, value: u64) {
        (0..self.bytes)
            .for_each(|place| model.set_byte(self.symbol, self.at + place, (value >> (8 * place)) as u8));
    }
}

struct Walk<'s, 'w, 'p> {
    solver: &'s mut Solver,
    work: &'w mut Relaxing<'p>,
    conditions: Vec<ExprId>,
    tries: usize,
    /// Calls that are to be left.
    spared: usize,
}

/// Inputs under which everything holds, with values that the sources gave.
pub(crate) fn walk(solver: &mut Solver, pool: &mut Pool, work: &mut Relaxing<'_>) -> Option<Model> {
    let mut conditions: Vec<ExprId> = work.path.constraints().collect();
    conditions.push(work.question);
    if conditions.len() > MOST_CONDITIONS {
        return None;
    }
    let words = words(solver, pool, work);
    let spared = work.calls().saturating_sub(MOST_CALLS);
    let mut walk = Walk { solver, work, conditions, tries: MOST_TRIES, spared };
    let mut model = Model::clone(walk.work.path.model());
    let mut distance = walk.distance(pool, &model);
    loop {
        let before = distance;
        for &word in &words {
            let (better, nearer) = walk.along(pool, model, distance, word)?;
            if nearer == 0.0 {
                return Some(better);
            }
            (model, distance) = (better, nearer);
        }
        if distance >= before {
            return None;
        }
    }
}

/// Tries all inputs, where they are one number and the path leaves it few values. If none will do, the solver knows all of them afterwards.
pub(crate) fn sweep(solver: &mut Solver, pool: &mut Pool, work: &mut Relaxing<'_>) -> Option<Model> {
    let words = words(solver, pool, work);
    // A word is followed by its bytes.
    let (&word, singles) = words.split_first()?;
    let expected = if word.bytes > 1 { word.bytes } else { 0 };
    if singles.len() as u64 != expected || singles.iter().any(|single| single.bytes > 1) {
        return None;
    }
    let first = pool.input_byte(word.symbol, word.at);
    let whole = (1..word.bytes).fold(first, |whole, place| {
        let byte = pool.input_byte(word.symbol, word.at + place);
        pool.concat(byte, whole)
    });
    let (low, high) = work.path.interval(pool, whole);
    if high - low >= FEW {
        return None;
    }
    (low..=high).find_map(|value| {
        let mut model = Model::clone(work.path.model());
        word.put(&mut model, value as u64);
        let model = solver.recomputed(pool, work, &model)?;
        solver.is_answer(pool, work, &model).then_some(model)
    })
}

/// The inputs that relaxed symcretes depend on, also through other symcretes, as words.
fn words(solver: &mut Solver, pool: &Pool, work: &Relaxing<'_>) -> Vec<Word> {
    let mut pending: Vec<ExprId> =
        work.relaxed().flat_map(|symcrete| symcrete.args().iter().copied()).collect();
    let mut seen: Vec<SymId> = Vec::new();
    let mut bytes: Vec<(SymId, u64)> = Vec::new();
    while let Some(expr) = pending.pop() {
        for support in solver.facts.support(pool, expr).iter() {
            let (Support::Byte(symbol, _) | Support::Whole(symbol)) = *support;
            let of = work.path.symcretes().iter().find(|symcrete| symcrete.symbol() == symbol);
            match (of, *support) {
                (Some(_), _) if seen.contains(&symbol) => {}
                (Some(symcrete), _) => {
                    seen.push(symbol);
                    pending.extend(symcrete.args());
                }
                (None, Support::Byte(symbol, at)) => bytes.push((symbol, at.into())),
                (None, Support::Whole(_)) => {}
            }
        }
    }
    bytes.sort_unstable_by_key(|(symbol, at)| (symbol.0, *at));
    bytes.dedup();
    let mut words: Vec<Word> = Vec::new();
    for (symbol, at) in bytes {
        match words.last_mut() {
            Some(last) if last.symbol == symbol && last.at + last.bytes == at && at % 8 != 0 => {
                last.bytes += 1
            }
            _ => words.push(Word { symbol, at, bytes: 1 }),
        }
    }
    // Text is changed character by character, numbers as a whole.
    let single = |word: &Word| {
        (word.at..word.at + word.bytes).map(|at| Word { at, bytes: 1, ..*word }).collect::<Vec<_>>()
    };
    let singles: Vec<Word> = words.iter().filter(|word| word.bytes > 1).flat_map(single).collect();
    words.extend(singles);
    words.truncate(MOST_WORDS);
    words
}

impl Walk<'_, '_, '_> {
    /// As near as one word brings it: in both directions, by steps that double as long as they help, and halve when they do not.
    fn along(
        &mut self,
        pool: &mut Pool,
        mut model: Model,
        mut distance: f64,
        word: Word,
    ) -> Option<(Model, f64)> {
        let mask = fold::mask(8 * word.bytes as u16) as u64;
        for start in [1i64, -1] {
            let mut step = start;
            let mut is_growing = true;
            while step != 0 && distance > 0.0 {
                let mut next = model.clone();
                word.put(&mut next, word.of(&model).wrapping_add(step as u64) & mask);
                let (next, nearer) = self.tried(pool, &next)?;
                if nearer < distance {
                    (model, distance) = (next, nearer);
                    step = if is_growing { step.wrapping_mul(2) } else { step };
                } else {
                    // The very first step may just be too small to be felt.
                    is_growing = is_growing && step.unsigned_abs() < 1 << 4;
                    step = if is_growing { step * 2 } else { step / 2 };
                }
            }
        }
        Some((model, distance))
    }

    /// A model with values that the sources give, and how far from an answer it is. None when there is nothing left to try with.
    fn tried(&mut self, pool: &mut Pool, model: &Model) -> Option<(Model, f64)> {
        self.tries = self.tries.checked_sub(1)?;
        if self.work.calls() <= self.spared {
            return None;
        }
        Some(match self.solver.recomputed(pool, self.work, model) {
            Some(model) => {
                let distance = self.distance(pool, &model);
                (model, distance)
            }
            None => (model.clone(), f64::INFINITY),
        })
    }

    fn distance(&mut self, pool: &Pool, model: &Model) -> f64 {
        let conditions = std::mem::take(&mut self.conditions);
        let sum =
            conditions.iter().map(|&condition| self.missing(pool, model, condition, true, MOST_DEPTH)).sum();
        self.conditions = conditions;
        sum
    }

    /// How much is missing until a condition is as wanted: zero exactly when it is.
    fn missing(&mut self, pool: &Pool, model: &Model, condition: ExprId, wanted: bool, depth: u32) -> f64 {
        if (self.solver.eval_in(pool, model, condition) == 1) == wanted {
            return 0.0;
        }
        let Node::Binary(op, a, b) = pool.node(condition) else { return 1.0 };
        if depth == 0 {
            return 1.0;
        }
        match op {
            BinaryOp::Xor if b == Pool::TRUE => self.missing(pool, model, a, !wanted, depth - 1),
            BinaryOp::And | BinaryOp::Or if pool.width(a) == 1 => {
                let parts = [a, b].map(|part| self.missing(pool, model, part, wanted, depth - 1));
                match (op == BinaryOp::And) == wanted {
                    true => parts[0] + parts[1],
                    false => parts[0].min(parts[1]),
                }
            }
            _ if op.is_comparison() => {
                let (x, y) = (self.solver.eval_in(pool, model, a), self.solver.eval_in(pool, model, b));
                let width = pool.width(a);
                let apart = match op {
                    BinaryOp::Slt | BinaryOp::Sle => fold::signed(x, width).abs_diff(fold::signed(y, width)),
                    BinaryOp::Eq => {
                        x.abs_diff(y).min(fold::signed(x, width).abs_diff(fold::signed(y, width)))
                    }
                    _ => x.abs_diff(y),
                };
                // Of one condition among many, never nothing.
                (2.0 + apart as f64).ln()
            }
            _ => 1.0,
        }
    }
}
