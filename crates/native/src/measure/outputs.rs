//! From runs to what is known of everything that a call does.

use super::bench::{Bench, Came, Contents, Observation};
use super::roles::{Role, Roles};
use super::small;
use bowline_infer::call::{CallModel, Gives, Request, Returns, Written, bound};
use bowline_infer::{Config, Inference, Model, Outcome, Polynomial, Range, Trust};

/// How often a model may be wrong about small inputs.
const REFUTATIONS: usize = 3;
/// Runs that bounds must hold for, beside the small ones.
const BOUNDED: usize = 150;
/// Numbers that are written out and read back.
const NUMERALS: usize = 60;
const NUMERAL: Range = Range { low: -1_000_000, high: 1_000_000 };

/// One number that a run gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Output {
    Result,
    Errno,
    Extent(usize),
    Word(usize, usize),
}

impl Output {
    fn of(self, seen: &Observation) -> Option<i64> {
        match (self, seen.came) {
            (Output::Result, Came::Number(value)) => Some(value),
            (Output::Result, Came::Inside { offset, .. }) => Some(offset),
            (Output::Result, _) => None,
            (Output::Errno, _) => seen.errno.map(i64::from),
            (Output::Extent(argument), _) => Some(seen.extents[argument]),
            (Output::Word(argument, index), _) => seen.words[argument].get(index).copied(),
        }
    }
}

/// A run, and what it did.
type Seen = Vec<(Vec<i64>, Observation)>;

struct Synthesis<'a> {
    bench: &'a mut Bench,
    request: &'a Request,
    roles: &'a Roles,
    small: Seen,
    trust: Trust,
    runs: usize,
}

/// The error says why nothing is known.
pub fn model(bench: &mut Bench, request: &Request, roles: &Roles, survey: Seen) -> Result<CallModel, String> {
    let cases = small::cases(roles);
    let mut small = Vec::new();
    for (inputs, contents) in cases.list {
        let seen = bench.run(request, roles, &inputs, &contents)?;
        small.push((inputs, seen));
    }
    let runs = survey.len() + small.len();
    let mut all = survey;
    all.extend(small.iter().cloned());
    let mut synthesis = Synthesis { bench, request, roles, small, trust: cases.trust, runs };
    let remembers = all.iter().any(|(_, seen)| seen.remembers);
    let returns = synthesis.returns(&all, remembers)?;
    let errno = match all.iter().any(|(_, seen)| seen.errno.is_some()) {
        true => Some(synthesis.exactly(Output::Errno).map_or(Gives::Anything, Gives::Exactly)),
        false => None,
    };
    let written = synthesis.written(&all);
    let Synthesis { trust, runs, .. } = synthesis;
    let (inputs, ranges) = (roles.inputs(), roles.ranges());
    // Who measures knows what NULL does.
    let refuses_null = Vec::new();
    Ok(CallModel { inputs, ranges, returns, errno, written, refuses_null, remembers, runs, trust })
}

impl Synthesis<'_> {
    fn returns(&mut self, all: &Seen, remembers: bool) -> Result<Returns, String> {
        if self.request.result == 0 {
            return Ok(Returns::Nothing);
        }
        let into: Vec<Option<usize>> = all
            .iter()
            .map(|(_, seen)| match seen.came {
                Came::Inside { argument, .. } => Some(argument),
                _ => None,
            })
            .collect();
        let Some(argument) = into.iter().flatten().next().copied() else {
            let gives = match remembers {
                // What it gives is no function of what it is given.
                true => Gives::Anything,
                false => self.number(),
            };
            return Ok(Returns::Number(gives));
        };
        let is_null = |seen: &Observation| seen.came == Came::Number(0);
        let or_null = all.iter().any(|(_, seen)| is_null(seen));
        let is_clear =
            all.iter().zip(&into).all(|((_, seen), into)| *into == Some(argument) || is_null(seen));
        if !is_clear {
            return Err("it returns pointers into several of its arguments".to_string());
        }
        let exact = if or_null || remembers { None } else { self.exactly(Output::Result) };
        let offset = match exact {
            Some(model) => Gives::Exactly(model),
            None => self.between(Output::Result),
        };
        Ok(Returns::Inside { argument, offset, or_null })
    }

    /// What a result that is a number is.
    fn number(&mut self) -> Gives {
        if let Some(model) = self.exactly(Output::Result) {
            return Gives::Exactly(model);
        }
        let texts: Vec<usize> = self.roles.texts().collect();
        let numerals =
            texts.into_iter().find(|text| [10, 16, 8].into_iter().any(|base| self.reads_back(*text, base)));
        match numerals {
            Some(argument) => Gives::Written { argument, numbers: NUMERAL },
            None => self.between(Output::Result),
        }
    }

    /// Are numbers that a text spells what the function gives?
    fn reads_back(&mut self, text: usize, base: u32) -> bool {
        let ranges = self.roles.ranges();
        let texts: Vec<usize> = self.roles.texts().collect();
        (0..NUMERALS).all(|number| {
            let at = bowline_infer::inputs(&[NUMERAL], number, &mut self.bench.rng)[0];
            let inputs = bowline_infer::inputs(&ranges, usize::MAX, &mut self.bench.rng);
            let contents = texts
                .iter()
                .map(|one| if *one == text { numeral(at, base) } else { b"a".to_vec() })
                .collect();
            self.runs += 1;
            let ran = self.bench.run(self.request, self.roles, &inputs, &Contents::These(contents));
            ran.is_ok_and(|seen| seen.came == Came::Number(at))
        })
    }

    /// A model of an output that fits all runs, fresh ones, and all small inputs.
    fn exactly(&mut self, output: Output) -> Option<Model> {
        let mut inference = Inference::new(self.roles.ranges(), Config::default());
        for _ in 0..REFUTATIONS {
            let (bench, request, roles) = (&mut *self.bench, self.request, self.roles);
            let mut run = |inputs: &[i64]| {
                let ran = bench.run(request, roles, inputs, &Contents::Random);
                let value = ran.ok().and_then(|seen| output.of(&seen));
                value.map_or(Outcome::Failed, Outcome::Value)
            };
            let inferred = inference.infer(&mut run).ok().filter(|inferred| inferred.failures.is_empty())?;
            let is_wrong = |(inputs, seen): &&(Vec<i64>, Observation)| {
                inferred.model.eval(inputs) != output.of(seen).map(i128::from)
            };
            let wrong: Vec<_> = self.small.iter().filter(is_wrong).collect();
            if wrong.is_empty() {
                self.runs += inferred.runs;
                return Some(inferred.model);
            }
            for (inputs, seen) in wrong {
                inference.correct(inputs.clone(), output.of(seen)?);
            }
        }
        None
    }

    /// Bounds of an output that depends on what texts hold.
    fn between(&mut self, output: Output) -> Gives {
        let ranges = self.roles.ranges();
        let mut points: Vec<(Vec<i64>, i64)> = Vec::new();
        for number in 0..BOUNDED {
            let inputs = bowline_infer::inputs(&ranges, number, &mut self.bench.rng);
            let ran = self.bench.run(self.request, self.roles, &inputs, &Contents::Random);
            points.extend(ran.ok().and_then(|seen| output.of(&seen)).map(|value| (inputs, value)));
        }
        self.runs += points.len();
        points
            .extend(self.small.iter().filter_map(|(inputs, seen)| Some((inputs.clone(), output.of(seen)?))));
        let low = tightest(&points, ranges.len(), |bound, value| bound <= value, std::cmp::Reverse);
        let high = tightest(&points, ranges.len(), |bound, value| bound >= value, |sum| sum);
        let reaches_all = match (&low, &high) {
            (Some(low), Some(high)) => self.reaches_all(output, low, high),
            _ => false,
        };
        match (low, high) {
            (None, None) => Gives::Anything,
            (low, high) => Gives::Between { low, high, reaches_all },
        }
    }

    /// Is every number between two bounds given for some contents, as far as all small texts tell?
    fn reaches_all(&self, output: Output, low: &Polynomial, high: &Polynomial) -> bool {
        if self.trust == Trust::Measured {
            return false;
        }
        self.small.iter().all(|(inputs, _)| {
            let (Some(low), Some(high)) = (low.eval(inputs), high.eval(inputs)) else { return false };
            let is_given = |value: i128| {
                self.small
                    .iter()
                    .any(|(other, seen)| other == inputs && output.of(seen).map(i128::from) == Some(value))
            };
            (low..=high).all(is_given)
        })
    }

    /// What is written behind pointers.
    fn written(&mut self, all: &Seen) -> Vec<Written> {
        let pointers: Vec<usize> = self.roles.pointers().collect();
        let mut list = Vec::new();
        for argument in pointers {
            let is_written = |(_, seen): &(Vec<i64>, Observation)| seen.extents[argument] > 0;
            if !all.iter().any(is_written) {
                continue;
            }
            let words = match self.roles.list[argument] {
                Role::Words { count, .. } => {
                    (0..usize::from(count)).map(|index| self.exactly(Output::Word(argument, index))).collect()
                }
                _ => Vec::new(),
            };
            let bytes = match self.exactly(Output::Extent(argument)) {
                Some(model) => Gives::Exactly(model),
                None => self.between(Output::Extent(argument)),
            };
            list.push(Written { argument, bytes, words });
        }
        list
    }
}

/// How often a number must be given before it is taken for a bound.
const OFTEN: usize = 3;

/// The bound that holds for all points and comes closest to them: an input or nothing, with a small number, or a number that is given often.
fn tightest<K: Ord>(
    points: &[(Vec<i64>, i64)],
    inputs: usize,
    holds: impl Fn(i128, i128) -> bool,
    key: impl Fn(i128) -> K,
) -> Option<Polynomial> {
    let inputs = std::iter::once(None).chain((0..inputs).map(Some));
    let often = points
        .iter()
        .map(|(_, value)| *value)
        .filter(|value| points.iter().filter(|(_, other)| other == value).count() >= OFTEN);
    let extremes = [often.clone().min(), often.max()];
    let candidates = inputs
        .flat_map(|input| (-1..=1).map(move |more| bound(input, more)))
        .chain(extremes.into_iter().flatten().map(|value| bound(None, value)));
    let fits = |candidate: &Polynomial| {
        points
            .iter()
            .all(|(inputs, value)| candidate.eval(inputs).is_some_and(|bound| holds(bound, (*value).into())))
    };
    let sum =
        |candidate: &Polynomial| points.iter().filter_map(|(inputs, _)| candidate.eval(inputs)).sum::<i128>();
    candidates.filter(fits).min_by_key(|candidate| key(sum(candidate)))
}

fn numeral(value: i64, base: u32) -> Vec<u8> {
    let sign = if value < 0 { "-" } else { "" };
    let size = value.unsigned_abs();
    match base {
        16 => format!("{sign}{size:x}"),
        8 => format!("{sign}{size:o}"),
        _ => format!("{sign}{size}"),
    }
    .into_bytes()
}
