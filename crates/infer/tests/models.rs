//! Functions that are known, inferred from their runs and compared with them on inputs that were not tried.

use bowline_base::Rng;
use bowline_infer::{
    Config, Feature, Inference, Inferred, Kind, Model, NoModel, Outcome, Polynomial, Range, Term,
};

fn infer(ranges: &[(i64, i64)], f: impl Fn(&[i64]) -> i64) -> Result<Inferred, NoModel> {
    let ranges = ranges.iter().map(|&(low, high)| Range { low, high }).collect();
    Inference::new(ranges, Config::default()).infer(&mut |inputs| Outcome::Value(f(inputs)))
}

/// Infers a function of a kind, and compares on many fresh inputs.
fn check(ranges: &[(i64, i64)], kind: Kind, f: impl Fn(&[i64]) -> i64) -> Model {
    let inferred = infer(ranges, &f).unwrap_or_else(|reason| panic!("{reason}"));
    assert_eq!(inferred.model.kind(), kind, "{:?}", inferred.model);
    let mut rng = Rng::new(99);
    for _ in 0..10_000 {
        let inputs: Vec<i64> =
            ranges.iter().map(|&(low, high)| low + rng.below((high - low) as u64 + 1) as i64).collect();
        assert_eq!(inferred.model.eval(&inputs), Some(f(&inputs).into()), "{inputs:?}: {:?}", inferred.model);
    }
    inferred.model
}

#[test]
fn constants_and_lines() {
    check(&[(0, 100)], Kind::Constant, |_| -7);
    check(&[(-50, 100), (0, 9)], Kind::SimpleLinear, |x| 3 * x[0] - 4);
    let model = check(&[(0, 1000), (0, 1000), (0, 5)], Kind::MultipleLinear, |x| 2 * x[0] + x[1] + 1);
    let names = ["b", "c", "d"].map(String::from);
    assert_eq!(model.text(&names), "2*b + c + 1");
}

#[test]
fn products_and_squares() {
    let model = check(&[(-30, 30), (0, 40), (0, 10)], Kind::Polynomial, |x| x[0] * x[0] + x[1] * x[2]);
    assert_eq!(model.text(&["b", "c", "d"].map(String::from)), "b*b + c*d");
}

#[test]
fn the_smaller_of_two_lengths() {
    // strncpy and its kin.
    let model = check(&[(0, 300), (0, 300)], Kind::Piecewise, |x| x[0].min(x[1]));
    let Model::Pieces { feature, .. } = model else { panic!("{model:?}") };
    assert_eq!(feature, Feature::Difference(0, 1));
}

#[test]
fn borders_are_exact() {
    check(&[(-1000, 100_000)], Kind::Piecewise, |x| if x[0] <= 41_234 { 3 } else { x[0] });
    check(&[(0, 255)], Kind::Piecewise, |x| match x[0] {
        0..=47 => -1,
        48..=57 => x[0] - 48,
        _ => -1,
    });
    check(&[(-500, 500), (0, 50)], Kind::Piecewise, |x| if x[0] > 0 { x[0] + x[1] } else { 3 });
    check(&[(-500, 500)], Kind::Piecewise, |x| x[0].abs());
}

#[test]
fn what_is_no_model_is_none() {
    assert_eq!(infer(&[(0, 1 << 30)], |x| x[0] ^ (x[0] >> 3)), Err(NoModel::NothingFits));
    assert!(infer(&[(0, 1 << 30)], |x| x[0] / 2).is_err(), "half of a number is no line");
    assert_eq!(infer(&[(5, 4)], |_| 0), Err(NoModel::EmptyRange));
    assert_eq!(infer(&[(0, 1); 11], |_| 0), Err(NoModel::TooManyInputs));
}

#[test]
fn failures_are_data() {
    let ranges = vec![Range { low: 0, high: 100 }];
    let mut inference = Inference::new(ranges.clone(), Config::default());
    let inferred = inference
        .infer(&mut |inputs| if inputs[0] == 0 { Outcome::Failed } else { Outcome::Value(inputs[0] + 1) })
        .expect("a line");
    assert!(!inferred.failures.is_empty() && inferred.failures.iter().all(|inputs| inputs[0] == 0));
    let mut inference = Inference::new(ranges, Config::default());
    assert_eq!(inference.infer(&mut |_| Outcome::Failed), Err(NoModel::FailsMostly));
}

#[test]
fn a_counterexample_makes_another_model() {
    // One input of a million is different: no test meets it.
    let odd = 345_678;
    let mut inference = Inference::new(vec![Range { low: 0, high: 1_000_000 }], Config::default());
    let mut run = |inputs: &[i64]| Outcome::Value(if inputs[0] == odd { 1 } else { 0 });
    let first = inference.infer(&mut run).expect("a constant");
    assert_eq!(first.model.kind(), Kind::Constant);
    inference.correct(vec![odd], 1);
    match inference.infer(&mut run) {
        Ok(second) => assert_eq!(second.model.eval(&[odd]), Some(1)),
        Err(reason) => assert!(matches!(reason, NoModel::NothingFits | NoModel::Unstable)),
    }
}

fn polynomial(rng: &mut Rng, count: usize) -> Polynomial {
    let terms = std::iter::once(Term::One).chain((0..count).map(Term::Input));
    let factors = terms.map(|term| (term, rng.below(100) as i64 - 50));
    Polynomial(factors.filter(|&(_, factor)| factor != 0).collect())
}

/// Whatever is made of two linear pieces is found again, exactly.
#[test]
fn two_pieces_come_back() {
    for seed in 0..200 {
        let mut rng = Rng::new(seed);
        let border = i128::from(rng.below(1800)) - 900;
        let lower = vec![(polynomial(&mut rng, 2), border)];
        let original = Model::Pieces { feature: Feature::Input(0), lower, last: polynomial(&mut rng, 2) };
        let ranges = vec![Range { low: -1000, high: 1000 }, Range { low: 0, high: 200 }];
        let mut inference = Inference::new(ranges, Config { seed, ..Config::default() });
        let eval = |inputs: &[i64]| original.eval(inputs).expect("small numbers") as i64;
        let inferred = inference.infer(&mut |inputs| Outcome::Value(eval(inputs)));
        let model = inferred.unwrap_or_else(|reason| panic!("{seed}: {reason}: {original:?}")).model;
        for first in -1000..=1000 {
            for second in [0, 1, 77, 200] {
                let inputs = [first, second];
                assert_eq!(
                    model.eval(&inputs),
                    Some(eval(&inputs).into()),
                    "{seed}: {original:?}, {model:?}"
                );
            }
        }
    }
}
