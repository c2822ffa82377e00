//! Random formulas through the whole chain, through the chain without one of its layers, and through the back ends
//! alone: all agree, and every model satisfies what it is a model of.

mod common;

use bowline_expr::{Evaluator, ExprId, Model, Pool};
use bowline_solver::{Branch, LayerSwitches, Path, Solver, SolverConfig, Verdict};
use common::Generator;

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

#[test]
fn the_chain_agrees_with_the_back_end() {
    for seed in 0..150 {
        let mut solvers = [LayerSwitches::none(), LayerSwitches::default()].map(solver_with);
        walk(seed, |pool, path, question| agree(pool, path, question, &mut solvers));
    }
}
