//! From a loop to a model of its rounds: runs, inference, refutation.

use super::bench::{Bench, Reference};
use super::{Cut, Declined, Input, Rounds, Trust, content};
use crate::invariant::Known;
use crate::state::Context;
use bowline_base::Rng;
use bowline_infer::{Config, Inference, Model, NoModel, Range};
use bowline_ir::{FuncId, LoopId};
use serde::{Deserialize, Serialize};

/// Lengths of texts that are tried.
const LENGTHS: Range = Range { low: 0, high: 4200 };
/// Numbers that are tried, as far as their width has them.
const NUMBERS: Range = Range { low: -16, high: 2000 };
/// Texts up to this length are tried with all contents.
const VERIFIED: u64 = 4;
/// Numbers beside them.
const SMALL: [i64; 6] = [-1, 0, 1, 2, 3, 5];
/// Combinations of both.
const MOST_COMBINATIONS: usize = 150;
/// How often a model may be refuted.
const REFUTATIONS: usize = 3;

pub(super) fn rounds(
    context: &mut Context<'_>,
    bench: &mut Option<Bench>,
    function: FuncId,
    loop_id: LoopId,
    known: &Known,
) -> Result<Rounds, Declined> {
    let cut = Cut::of(context.module, context.facts, function, loop_id)?;
    let reference = reference(known).ok_or(Declined::Cut("no value moves by the same in every round"))?;
    if bench.is_none() {
        *bench = Bench::new(context.module);
    }
    let bench = bench.as_mut().ok_or(Declined::Cut("the program cannot be laid out"))?;
    // A loop that does not end on some negative numbers may still be known for the others.
    let mut last = Err(Declined::Refuted);
    for least in [NUMBERS.low, 0] {
        let ranges = ranges(&cut, least);
        let key = content::key(context.module, &cut, reference, &ranges);
        let store = &context.segments.repository.store;
        last = match store.get::<Response>(&key) {
            Some(response) => Ok(response),
            None => measured(bench, &cut, reference, &ranges).inspect(|response| store.put(&key, response)),
        };
        if !matches!(last, Err(Declined::Model(NoModel::FailsMostly))) {
            break;
        }
    }
    let Response { model, ranges, runs, trust } = last?;
    let text = words(context, &cut, &model, &ranges, runs, trust);
    Ok(Rounds { cut, model, ranges, runs, trust, text })
}

/// A value that tells the number of rounds.
fn reference(known: &Known) -> Option<Reference> {
    known.phis.iter().zip(&known.steps).find_map(|(&(reg, width), step)| {
        let step = (*step)?;
        let unused = 128 - u32::from(width);
        let step = ((step << unused) as i128 >> unused) as i64;
        (step != 0 && width <= 64).then_some(Reference { reg, width, step })
    })
}

fn ranges(cut: &Cut, least: i64) -> Vec<Range> {
    cut.varying()
        .map(|input| match input {
            Input::Number { width: 1, .. } => Range { low: 0, high: 1 },
            Input::Number { width, .. } => {
                let most = (1i64 << (width - 1).min(32)) - 1;
                Range { low: least.max(-most), high: NUMBERS.high.min(most) }
            }
            _ => LENGTHS,
        })
        .collect()
}

/// What is kept of a measurement.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Response {
    model: Model,
    ranges: Vec<Range>,
    runs: usize,
    trust: Trust,
}

fn measured(
    bench: &mut Bench,
    cut: &Cut,
    reference: Reference,
    ranges: &[Range],
) -> Result<Response, Declined> {
    let mut inference = Inference::new(ranges.to_vec(), Config::default());
    let mut rng = Rng::new(1);
    for _ in 0..REFUTATIONS {
        let inferred = inference
            .infer(&mut |inputs| bench.run(cut, reference, inputs, &mut rng))
            .map_err(Declined::Model)?;
        if !inferred.failures.is_empty() {
            return Err(Declined::Model(NoModel::FailsMostly));
        }
        match refutation(bench, cut, reference, &inferred.model, ranges) {
            Ok(trust) => {
                let (ranges, runs) = (ranges.to_vec(), inferred.runs);
                return Ok(Response { model: inferred.model, ranges, runs, trust });
            }
            Err((inputs, output)) => inference.correct(inputs, output),
        }
    }
    Err(Declined::Refuted)
}

/// Inputs that a model is wrong about, or how far it is right.
fn refutation(
    bench: &mut Bench,
    cut: &Cut,
    reference: Reference,
    model: &Model,
    ranges: &[Range],
) -> Result<Trust, (Vec<i64>, i64)> {
    let (combinations, mut trust) = combinations(cut, ranges);
    for inputs in combinations {
        let Some(possible) = bench.possible(cut, reference, &inputs) else {
            trust = Trust::Measured;
            continue;
        };
        let expected = model.eval(&inputs);
        if let Some(wrong) = possible.into_iter().find(|rounds| expected != Some((*rounds).into())) {
            return Err((inputs, wrong));
        }
    }
    Ok(trust)
}

/// Short texts with small numbers; where that is too much, evenly chosen ones of them, and then nothing is verified by it.
fn combinations(cut: &Cut, ranges: &[Range]) -> (Vec<Vec<i64>>, Trust) {
    let choices: Vec<Vec<i64>> = cut
        .varying()
        .zip(ranges)
        .map(|(input, range)| match input {
            Input::Text { .. } => (0..=VERIFIED as i64).collect(),
            _ => SMALL.iter().copied().filter(|value| range.contains(*value)).collect(),
        })
        .collect();
    let all: usize = choices.iter().map(Vec::len).product();
    let stride = all.div_ceil(MOST_COMBINATIONS).max(1);
    let trust = if stride == 1 { Trust::VerifiedUpTo(VERIFIED) } else { Trust::Measured };
    let chosen = (0..all)
        .step_by(stride)
        .map(|mut number| {
            choices
                .iter()
                .map(|some| {
                    let at = number % some.len();
                    number /= some.len();
                    some[at]
                })
                .collect()
        })
        .collect();
    (chosen, trust)
}

/// `the loop at a.c:7 makes Len(s) rounds (verified up to 4; 53 runs with n from 0 to 2000)`.
fn words(
    context: &Context<'_>,
    cut: &Cut,
    model: &Model,
    ranges: &[Range],
    runs: usize,
    trust: Trust,
) -> String {
    let function = &context.module.functions[cut.function];
    let place = context.module.describe(function.loops.loops[cut.loop_id].line);
    let name = |input: Input| {
        let own = function.variables.iter().find(|variable| variable.reg == input.reg());
        let name = own.map(|variable| variable.name.clone());
        let name = name.unwrap_or_else(|| format!("value {}", input.reg().0));
        if matches!(input, Input::Text { .. }) { format!("Len({name})") } else { name }
    };
    let names: Vec<String> = cut.varying().map(name).collect();
    let measured: Vec<String> = names
        .iter()
        .zip(ranges)
        .map(|(name, range)| format!("{name} from {} to {}", range.low, range.high))
        .collect();
    let measured = if measured.is_empty() { String::new() } else { format!(" with {}", measured.join(", ")) };
    format!("the loop at {place} makes {} rounds ({trust}; {runs} runs{measured})", model.text(&names))
}
