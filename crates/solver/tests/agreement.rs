//! Random formulas through the whole chain, through the chain without one of its layers, and through the back ends
//! alone: all agree, and every model satisfies what it is a model of.

mod common;

use bowline_base::Rng;
use bowline_expr::{BinaryOp, Evaluator, ExprId, Model, Pool, SymId};
use bowline_solver::{
    Branch, Checks, LayerSwitches, MainSolver, Path, Solver, SolverConfig, SolverError, Verdict,
};
use common::Generator;
use std::rc::Rc;

fn solver_with(layers: LayerSwitches) -> Solver {
    Solver::new(SolverConfig { layers, ..SolverConfig::default() }).expect("no second solver is needed")
}

fn holds_all(pool: &Pool, model: &Model, path: &Path, question: ExprId) -> bool {
    let mut evaluator = Evaluator::new();
    path.constraints().chain([question]).all(|condition| evaluator.holds(pool, model, condition))
}

/// Grows a random path, always along a feasible side, and calls `compare` with each question on the way.
fn walk(seed: u64, mut compare: impl FnMut(&mut Pool, &Path, ExprId)) {
    let mut guide = solver_with(LayerSwitches::none());
    let mut pool = Pool::new();
    let mut generator = Generator::new(&mut pool, seed);
    let mut path = Path::new();
    for _ in 0..8 {
        let depth = 1 + generator.below(3) as u32;
        let question = generator.condition(&mut pool, depth);
        compare(&mut pool, &path, question);
        match guide.branch(&mut pool, &path, question) {
            Branch::Both { then_model, else_model } => {
                if generator.rng.bool() {
                    path.assume(&mut pool, question, then_model);
                } else {
                    let negated = pool.not(question);
                    path.assume(&mut pool, negated, else_model);
                }
            }
            Branch::Always | Branch::Never => {}
            Branch::Undecided { unknown, .. } => panic!("seed {seed}: {unknown}"),
        }
    }
}

fn agree(pool: &mut Pool, path: &Path, question: ExprId, solvers: &mut [Solver]) {
    let answers: Vec<bool> = solvers
        .iter_mut()
        .map(|solver| match solver.check(pool, path, question) {
            Verdict::Sat(model) => {
                assert!(holds_all(pool, &model, path, question), "a model that is none");
                true
            }
            Verdict::Unsat => false,
            Verdict::Unknown(unknown) => panic!("{unknown}"),
        })
        .collect();
    assert!(answers.windows(2).all(|pair| pair[0] == pair[1]), "{answers:?}");
}

/// The whole chain, and the chain without each of its layers in turn.
fn chains() -> Vec<Solver> {
    let without = |name: &str| {
        let mut layers = LayerSwitches::default();
        assert!(layers.set(name, false));
        solver_with(layers)
    };
    let whole = solver_with(LayerSwitches::default());
    std::iter::once(whole).chain(LayerSwitches::NAMES.into_iter().map(without)).collect()
}

#[test]
fn every_chain_agrees_with_the_back_end() {
    for seed in 0..200 {
        let mut solvers = chains();
        solvers.push(solver_with(LayerSwitches::none()));
        walk(seed, |pool, path, question| agree(pool, path, question, &mut solvers));
        assert!(solvers.iter().all(|solver| solver.stats().disagreements == 0));
    }
}

/// Comparisons of words that overlap, and of their bytes, with constants and sometimes with each other: what domains of words are about.
fn word_comparison(pool: &mut Pool, rng: &mut Rng, input: SymId) -> ExprId {
    let bytes: Vec<ExprId> = (0..5).map(|at| pool.input_byte(input, at)).collect();
    let word = |pool: &mut Pool, rng: &mut Rng| {
        let first = [0, 0, 0, 1, 3][rng.below(5) as usize];
        pool.concat(bytes[first + 1], bytes[first])
    };
    let ops = [BinaryOp::Eq, BinaryOp::Ult, BinaryOp::Ule, BinaryOp::Slt, BinaryOp::Sle];
    let op = ops[rng.below(5) as usize];
    let (a, b) = match rng.below(12) {
        0 => (word(pool, rng), word(pool, rng)),
        1 => (bytes[rng.below(5) as usize], pool.constant(rng.below(256).into(), 8)),
        2 => {
            let (array, index) = (pool.input(input), pool.zero_extend(bytes[4], 64));
            (pool.select(array, index), bytes[0])
        }
        _ => {
            // Few values, near each other and near where signs change.
            let value = [0u128, 0x7ffc, 0xfffa][rng.below(3) as usize] + u128::from(rng.below(6));
            (word(pool, rng), pool.constant(value, 16))
        }
    };
    let (a, b) = if rng.bool() { (a, b) } else { (b, a) };
    let condition = pool.binary(op, a, b);
    if rng.below(3) > 0 { pool.not(condition) } else { condition }
}

#[test]
fn domains_of_words_agree_with_the_back_end() {
    let mut answered = 0;
    for seed in 3000..3200 {
        let mut rng = Rng::new(seed);
        let mut pool = Pool::new();
        let input = pool.symbol("words", 0, 5);
        let mut domains = LayerSwitches::none();
        assert!(domains.set("domains", true));
        let mut solvers = [solver_with(domains), solver_with(LayerSwitches::none())];
        let mut path = Path::new();
        for _ in 0..14 {
            let question = word_comparison(&mut pool, &mut rng, input);
            agree(&mut pool, &path, question, &mut solvers);
            if let Some(core) = solvers[0].core(&mut pool, &path, question).expect("no limit is reached") {
                let mut part = Path::new();
                core.iter().for_each(|&id| part.assume(&mut pool, id, path.model().clone()));
                let alone = solvers[1].check(&mut pool, &part, question);
                assert!(matches!(alone, Verdict::Unsat), "seed {seed}: no contradiction with the core");
            }
            if let Verdict::Sat(model) = solvers[0].check(&mut pool, &path, question) {
                path.assume(&mut pool, question, model);
            }
        }
        let stats = solvers[0].stats();
        answered +=
            stats.layers.iter().find(|layer| layer.name == "domains").map_or(0, |layer| layer.answered);
    }
    assert!(answered > 1500, "domains answered only {answered} questions");
}

#[test]
fn bitwuzla_and_z3_agree() {
    let z3 = || {
        let config = SolverConfig {
            layers: LayerSwitches::none(),
            main_solver: MainSolver::Z3,
            ..SolverConfig::default()
        };
        Solver::new(config).expect("z3 is installed where the tests run")
    };
    for seed in 1000..1040 {
        let mut solvers = [solver_with(LayerSwitches::none()), z3()];
        walk(seed, |pool, path, question| agree(pool, path, question, &mut solvers));
    }
}

#[test]
fn full_checks_find_nothing_to_object_to() {
    let mut confirmed = 0;
    for seed in 2000..2060 {
        let config = SolverConfig { checks: Checks::Full, ..SolverConfig::default() };
        let mut solvers = [Solver::new(config).expect("z3 is installed where the tests run")];
        walk(seed, |pool, path, question| agree(pool, path, question, &mut solvers));
        assert_eq!(solvers[0].stats().disagreements, 0);
        confirmed += solvers[0].stats().confirmed;
    }
    assert!(confirmed > 15, "the second solver only confirmed {confirmed} answers");
}

#[test]
fn a_core_contradicts_its_question_by_itself() {
    let mut found = 0;
    for seed in 3000..3100 {
        let (mut solver, mut judge) =
            (solver_with(LayerSwitches::default()), solver_with(LayerSwitches::none()));
        walk(seed, |pool, path, question| {
            let Some(core) = solver.core(pool, path, question).expect("random formulas are easy") else {
                return;
            };
            let constraints: Vec<ExprId> = path.constraints().collect();
            assert!(core.iter().all(|id| constraints.contains(id)), "a core outside the path");
            // The path's model satisfies the core, so a path of the core alone is a legal one.
            let mut alone = Path::new();
            for &constraint in &core {
                alone.assume(pool, constraint, path.model().clone());
            }
            assert!(matches!(judge.check(pool, &alone, question), Verdict::Unsat));
            found += 1;
        });
    }
    assert!(found > 50, "only {found} contradictions were met");
}

#[test]
fn a_missing_second_solver_matters_only_under_full_checks() {
    let config = |checks| SolverConfig {
        checks,
        second_solver: "no-such-solver".to_string(),
        ..SolverConfig::default()
    };
    assert!(Solver::new(config(Checks::Cheap)).is_ok());
    assert!(matches!(Solver::new(config(Checks::Full)), Err(SolverError::SecondSolverMissing { .. })));
}

/// Where the first zero is, as merged paths say it: one case per place, below a small computation.
fn position(pool: &mut Pool, rng: &mut Rng, input: SymId) -> ExprId {
    let zero = pool.constant(0, 8);
    let mut place = pool.constant(8, 16);
    for at in (0..8).rev() {
        let byte = pool.input_byte(input, at);
        let (found, here) = (pool.eq(byte, zero), pool.constant(at.into(), 16));
        place = pool.ite(found, here, place);
    }
    let (distance, factor) = (pool.constant(rng.below(4).into(), 16), pool.constant(4, 16));
    let moved = pool.sub(place, distance);
    if rng.bool() { moved } else { pool.mul(moved, factor) }
}

/// Words that are compared with each other and with constants near the ends of their range.
fn comparison(pool: &mut Pool, rng: &mut Rng, input: SymId) -> ExprId {
    let word = |pool: &mut Pool, rng: &mut Rng| {
        let at = 2 * rng.below(4);
        let (low, high) = (pool.input_byte(input, at), pool.input_byte(input, at + 1));
        pool.concat(high, low)
    };
    let (a, b) = (word(pool, rng), word(pool, rng));
    let b = match rng.below(4) {
        0 => pool.constant([0, 1, 0x7fff, 0x8000, 0xfffe, 0xffff, 5, 0x109][rng.below(8) as usize], 16),
        _ => b,
    };
    // Bounded words in small computations: what remains to be decided is often about one byte.
    let a = match rng.below(7) {
        2 => position(pool, rng, input),
        0 => {
            let (factor, offset) = (pool.constant(3, 16), pool.constant(1, 16));
            let product = pool.mul(a, factor);
            pool.add(product, offset)
        }
        1 => {
            let (table, index) = (pool.table(&[7, 1, 250, 9]), pool.zero_extend(a, 64));
            let byte = pool.select(table, index);
            pool.zero_extend(byte, 16)
        }
        _ => a,
    };
    let (a, b) = match rng.below(6) {
        0 => (pool.zero_extend(a, 64), pool.zero_extend(b, 64)),
        1 => (pool.sign_extend(a, 32), pool.sign_extend(b, 32)),
        _ => (a, b),
    };
    let (a, b) = if rng.bool() { (a, b) } else { (b, a) };
    use BinaryOp::{Eq, Sle, Slt, Ule, Ult};
    let op = [Eq, Slt, Sle, Slt, Ult, Ule][rng.below(6) as usize];
    let condition = pool.binary(op, a, b);
    if rng.bool() { pool.not(condition) } else { condition }
}

#[test]
fn comparisons_of_words_agree_and_have_cores() {
    for (name, least_share) in [("order", 20), ("known", 20), ("repair", 20), ("cases", 4)] {
        let (answered, asked) = answered_by(name);
        println!("{answered} of {asked} were answered by {name}");
        assert!(answered * 100 > asked * least_share, "only {answered} of {asked} by {name}");
    }
}

/// How many questions one layer by itself answers, of how many, after comparing all answers with those of the back end.
fn answered_by(name: &str) -> (u64, u64) {
    let (mut answered, mut asked) = (0, 0);
    for seed in 0..150 {
        let mut rng = Rng::new(seed);
        let mut pool = Pool::new();
        let input = pool.symbol("words", 0, 8);
        let mut path = Path::new();
        for at in [0, 2, 4] {
            let (low, high) = (pool.input_byte(input, at), pool.input_byte(input, at + 1));
            let (word, limit) = (pool.concat(high, low), pool.constant(0x40, 16));
            let bounded = pool.ult(word, limit);
            path.assume(&mut pool, bounded, Rc::default());
        }
        let mut chain = solver_with(format!("none,+slice,+{name}").parse().expect("names of layers"));
        let mut judge = solver_with(LayerSwitches::none());
        for _ in 0..14 {
            let question = comparison(&mut pool, &mut rng, input);
            let expected = judge.check(&mut pool, &path, question);
            match (expected, chain.check(&mut pool, &path, question)) {
                (Verdict::Sat(_), Verdict::Sat(model)) => {
                    assert!(holds_all(&pool, &model, &path, question), "seed {seed}");
                    path.assume(&mut pool, question, model);
                }
                (Verdict::Unsat, Verdict::Unsat) => {
                    let core = chain.core(&mut pool, &path, question).expect("decided just now");
                    let mut alone = Path::new();
                    for constraint in core.expect("a contradiction") {
                        alone.assume(&mut pool, constraint, path.model().clone());
                    }
                    let again = judge.check(&mut pool, &alone, question);
                    assert!(matches!(again, Verdict::Unsat), "seed {seed}: not a core");
                }
                (expected, found) => panic!("seed {seed}: {expected:?}, but {found:?}"),
            }
        }
        let layer = |name: &str| {
            chain
                .stats()
                .layers
                .iter()
                .find(|layer| layer.name == name)
                .map(|layer| (layer.answered, layer.asked))
        };
        let (hits, questions) = layer(name).expect("the layer is on");
        answered += hits;
        asked += questions;
    }
    (answered, asked)
}
