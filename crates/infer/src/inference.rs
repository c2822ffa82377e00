//! From runs to a model: which inputs are tried, and when a model is believed.
//!
//! 1. Borders of ranges and random inputs are run until the model that fits does not change any more.
//! 2. Where it has pieces, further runs close in on the borders between them.
//! 3. Fresh inputs must be predicted. One that is not is learned from, and it starts over, a few times.
//!
//! A run that fails (a crash, a hang, a forbidden call) has no output. Such inputs are kept and reported: the model says nothing about them.

use crate::fit::{Fit, Point, Stretch, fit};
use crate::model::{Feature, Model};
use crate::sample::{Range, inputs};
use bowline_base::Rng;
use std::fmt;

/// What became of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    Value(i64),
    Failed,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Config {
    /// Runs to learn from; fewer where the model is stable earlier.
    pub tests: usize,
    /// Fresh runs that a model must predict before it is believed.
    pub held_out: usize,
    /// How often a model may be wrong about fresh runs.
    pub rounds: usize,
    /// Segments with more inputs are declined.
    pub most_inputs: usize,
    pub seed: u64,
}

impl Default for Config {
    fn default() -> Self {
        Self { tests: 100, held_out: 40, rounds: 8, most_inputs: 10, seed: 0 }
    }
}

/// A model and what it rests on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inferred {
    pub model: Model,
    /// Runs with an output.
    pub runs: usize,
    /// Those of them that were predicted before they were run.
    pub predicted: usize,
    /// Inputs on which the segment fails.
    pub failures: Vec<Vec<i64>>,
}

/// Why there is no model.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum NoModel {
    TooManyInputs,
    /// An input can have no value at all.
    EmptyRange,
    /// It fails on too many inputs to learn anything.
    FailsMostly,
    /// No model fits the runs.
    NothingFits,
    /// Models fit, and fail on fresh inputs again and again.
    Unstable,
}

impl fmt::Display for NoModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NoModel::TooManyInputs => "it has too many inputs",
            NoModel::EmptyRange => "an input has no possible value",
            NoModel::FailsMostly => "it fails on most inputs",
            NoModel::NothingFits => "no model fits what it gives",
            NoModel::Unstable => "models fit some runs and fail on others",
        })
    }
}

/// Runs between two looks at the model.
const BATCH: usize = 10;
/// Looks at the model in a row that find it unchanged before learning ends.
const STABLE: usize = 3;
/// Runs in a stretch that had too few.
const DENSER: usize = 6;
/// Inputs tried to land between two pieces.
const TRIES: usize = 16;

/// What was learned about a segment so far.
pub struct Inference {
    config: Config,
    ranges: Vec<Range>,
    rng: Rng,
    points: Vec<Point>,
    failures: Vec<Vec<i64>>,
    predicted: usize,
}

impl Inference {
    pub fn new(ranges: Vec<Range>, config: Config) -> Self {
        let rng = Rng::new(config.seed);
        Self { config, ranges, rng, points: Vec::new(), failures: Vec::new(), predicted: 0 }
    }

    /// Infers a model of what `run` gives.
    pub fn infer(&mut self, run: &mut dyn FnMut(&[i64]) -> Outcome) -> Result<Inferred, NoModel> {
        if self.ranges.len() > self.config.most_inputs {
            return Err(NoModel::TooManyInputs);
        }
        if self.ranges.iter().any(|range| range.low > range.high) {
            return Err(NoModel::EmptyRange);
        }
        self.learn(run)?;
        for _ in 0..self.config.rounds {
            let model = self.sharpened(run)?;
            if self.predicts(&model, run) {
                let Self { points, failures, predicted, .. } = self;
                return Ok(Inferred {
                    model,
                    runs: points.len(),
                    predicted: *predicted,
                    failures: failures.clone(),
                });
            }
        }
        Err(NoModel::Unstable)
    }

    /// What the segment gives on some inputs is known from elsewhere, and a model was wrong about it.
    pub fn correct(&mut self, inputs: Vec<i64>, output: i64) {
        self.points.push(Point { inputs, output });
    }

    fn learn(&mut self, run: &mut dyn FnMut(&[i64]) -> Outcome) -> Result<(), NoModel> {
        let mut stable = 0;
        let mut last = None;
        for number in 0..self.config.tests {
            let inputs = inputs(&self.ranges, number, &mut self.rng);
            self.observe(inputs, run);
            if (number + 1) % BATCH != 0 || self.failures.len() > self.points.len() {
                continue;
            }
            let model = fit(&self.points);
            stable =
                if matches!(model, Fit::Model(_)) && last.as_ref() == Some(&model) { stable + 1 } else { 0 };
            last = Some(model);
            if stable == STABLE {
                break;
            }
        }
        if self.failures.len() > self.points.len() { Err(NoModel::FailsMostly) } else { Ok(()) }
    }

    /// Runs the segment and keeps what it gives.
    fn observe(&mut self, inputs: Vec<i64>, run: &mut dyn FnMut(&[i64]) -> Outcome) -> Option<i64> {
        match run(&inputs) {
            Outcome::Value(output) => {
                self.points.push(Point { inputs, output });
                Some(output)
            }
            Outcome::Failed => {
                self.failures.push(inputs);
                None
            }
        }
    }

    /// A model that fits all runs, with borders between its pieces that runs on both sides show.
    fn sharpened(&mut self, run: &mut dyn FnMut(&[i64]) -> Outcome) -> Result<Model, NoModel> {
        // Each turn halves a gap, or looks closer at a piece.
        for _ in 0..64 * self.config.rounds {
            let model = match fit(&self.points) {
                Fit::Model(model) => model,
                Fit::Thin(stretches) => {
                    self.densify(&stretches, run)?;
                    continue;
                }
                Fit::Nothing => return Err(NoModel::NothingFits),
            };
            let Model::Pieces { feature, lower, .. } = &model else { return Ok(model) };
            let feature = *feature;
            let gap = lower.iter().find_map(|&(_, largest)| {
                let next =
                    self.points.iter().map(|point| feature.eval(&point.inputs)).filter(|&at| at > largest);
                next.min().filter(|next| next - largest > 1).map(|next| (largest, next))
            });
            let Some((largest, next)) = gap else { return Ok(model) };
            let between = self.at_feature(feature, largest + (next - largest) / 2);
            let found = between.is_some_and(|inputs| self.observe(inputs, run).is_some());
            if !found {
                // Nothing can be between: the border may lie anywhere there.
                return Ok(model);
            }
        }
        Err(NoModel::Unstable)
    }

    /// More runs where there were too few; the more promising a stretch, the more.
    fn densify(
        &mut self,
        stretches: &[Stretch],
        run: &mut dyn FnMut(&[i64]) -> Outcome,
    ) -> Result<(), NoModel> {
        let mut runs = 0;
        for (rank, stretch) in stretches.iter().enumerate() {
            for _ in 0..DENSER.div_ceil(rank + 1) {
                let width = (stretch.high - stretch.low).min(u64::MAX.into()) as u64;
                let at = stretch.low + i128::from(self.rng.below(width.saturating_add(1).max(1)));
                if let Some(inputs) = self.at_feature(stretch.feature, at) {
                    runs += usize::from(self.observe(inputs, run).is_some());
                }
            }
        }
        let most = 10 * self.config.tests;
        if runs == 0 || self.points.len() > most { Err(NoModel::NothingFits) } else { Ok(()) }
    }

    /// Inputs for which a feature has a value.
    fn at_feature(&mut self, feature: Feature, value: i128) -> Option<Vec<i64>> {
        let put =
            |range: Range, value: i128| i64::try_from(value).ok().filter(|&value| range.contains(value));
        for _ in 0..TRIES {
            let number = usize::MAX;
            let mut inputs = inputs(&self.ranges, number, &mut self.rng);
            let moved = match feature {
                Feature::Input(at) => put(self.ranges[at], value).map(|value| (at, value)),
                Feature::Difference(a, b) => put(self.ranges[a], value + i128::from(inputs[b]))
                    .map(|value| (a, value))
                    .or_else(|| put(self.ranges[b], i128::from(inputs[a]) - value).map(|value| (b, value))),
            };
            if let Some((at, value)) = moved {
                inputs[at] = value;
                return Some(inputs);
            }
        }
        None
    }

    /// Does a model tell beforehand what fresh runs give? All of them are learned from.
    fn predicts(&mut self, model: &Model, run: &mut dyn FnMut(&[i64]) -> Outcome) -> bool {
        let mut right = 0;
        for _ in 0..self.config.held_out {
            let inputs = inputs(&self.ranges, usize::MAX, &mut self.rng);
            let expected = model.eval(&inputs);
            let Some(output) = self.observe(inputs, run) else { continue };
            if expected != Some(output.into()) {
                self.predicted = 0;
                return false;
            }
            right += 1;
        }
        self.predicted += right;
        true
    }
}
