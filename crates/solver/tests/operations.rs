//! Unique values, extrema and enumerations against brute force; collections in the middle of a run.

mod common;

use bowline_expr::{Evaluator, ExprId, Marker, Model, Pool, SymId};
use bowline_solver::{Branch, Path, Solver, SolverConfig, Verdict};
use common::Generator;
use std::collections::BTreeSet;

fn solver() -> Solver {
    Solver::new(SolverConfig::default()).expect("no second solver is needed")
}

/// All values of `e` under the constraints, by trying every value of the two bytes of `input`.
fn brute_force(pool: &Pool, input: SymId, constraints: &[ExprId], e: ExprId) -> BTreeSet<u128> {
    let mut evaluator = Evaluator::new();
    let mut values = BTreeSet::new();
    for bytes in 0..=u16::MAX {
        let mut model = Model::new();
        let [low, high] = bytes.to_le_bytes();
        model.set_byte(input, 0, low);
        model.set_byte(input, 1, high);
        if constraints.iter().all(|&constraint| evaluator.holds(pool, &model, constraint)) {
            values.insert(evaluator.eval(pool, &model, e));
        }
    }
    values
}

#[test]
fn extrema_and_enumerations_match_brute_force() {
    let (mut unique, mut several) = (0, 0);
    for seed in 0..60 {
        let mut pool = Pool::new();
        let mut generator = Generator::new(&mut pool, seed);
        // Two bytes, so that all assignments can be tried.
        let input = pool.symbol("pair", 0, 2);
        (generator.scalars, generator.array) = ((input, 2), (input, 2));
        let mut solver = solver();
        let mut path = Path::new();
        for _ in 0..3 {
            let condition = generator.condition(&mut pool, 2);
            if let Verdict::Sat(model) = solver.check(&mut pool, &path, condition) {
                path.assume(&mut pool, condition, model);
            }
        }
        let width = [1, 3, 8, 16, 32, 64, 128][generator.below(7)];
        let e = generator.bits(&mut pool, width, 3);
        let constraints: Vec<ExprId> = path.constraints().collect();
        let expected = brute_force(&pool, input, &constraints, e);
        let mut evaluator = Evaluator::new();
        let mut has = |pool: &Pool, model: &Model, value: u128| {
            assert!(constraints.iter().all(|&constraint| evaluator.holds(pool, model, constraint)));
            assert_eq!(evaluator.eval(pool, model, e), value);
        };

        let (least, model) = solver.minimum(&mut pool, &path, e).expect("small questions are easy");
        assert_eq!(Some(&least), expected.first(), "seed {seed}");
        has(&pool, &model, least);
        let (greatest, model) = solver.maximum(&mut pool, &path, e).expect("small questions are easy");
        assert_eq!(Some(&greatest), expected.last(), "seed {seed}");
        has(&pool, &model, greatest);

        let only = solver.unique(&mut pool, &path, e).expect("small questions are easy");
        assert_eq!(only, if expected.len() == 1 { expected.first().copied() } else { None }, "seed {seed}");
        match only {
            Some(_) => unique += 1,
            None => several += 1,
        }

        let limit = 12;
        let (values, complete) = solver.values(&mut pool, &path, e, limit).expect("small questions are easy");
        let found: BTreeSet<u128> = values.iter().map(|(value, _)| *value).collect();
        assert_eq!(found.len(), values.len(), "seed {seed}: a value twice");
        assert!(found.is_subset(&expected), "seed {seed}");
        assert_eq!(complete, expected.len() <= limit, "seed {seed}");
        assert_eq!(found.len(), expected.len().min(limit), "seed {seed}");
        for (value, model) in &values {
            has(&pool, model, *value);
        }
    }
    assert!(unique > 3 && several > 15, "{unique} unique, {several} with several values");
}

/// Collections free ids, which then name other expressions. Every answer must be that of a solver without a past.
#[test]
fn answers_survive_collections() {
    let mut pool = Pool::new();
    let mut generator = Generator::new(&mut pool, 7);
    let mut old = solver();
    let mut paths = vec![Path::new()];
    let mut reused = 0;
    for round in 0..60 {
        let before = pool.id_bound();
        for _ in 0..6 {
            let at = generator.below(paths.len());
            let path = paths[at].clone();
            let question = generator.condition(&mut pool, 3);
            reused += usize::from((question.0 as usize) < before);
            let mut fresh = solver();
            let expected = matches!(fresh.check(&mut pool, &path, question), Verdict::Sat(_));
            match old.check(&mut pool, &path, question) {
                Verdict::Sat(_) => assert!(expected, "round {round}"),
                Verdict::Unsat => assert!(!expected, "round {round}"),
                Verdict::Unknown(unknown) => panic!("round {round}: {unknown}"),
            }
            if let Branch::Both { then_model, .. } = old.branch(&mut pool, &path, question) {
                let mut longer = path;
                longer.assume(&mut pool, question, then_model);
                paths.push(longer);
            }
        }
        while paths.len() > 4 {
            let victim = generator.below(paths.len());
            paths.swap_remove(victim);
        }
        let marker = pool.collect(|marker: &mut Marker| paths.iter().for_each(|path| path.mark(marker)));
        old.retain(&|id| marker.is_marked(id));
    }
    assert_eq!(old.stats().disagreements, 0);
    assert!(reused > 50, "only {reused} questions had a used id");
}
