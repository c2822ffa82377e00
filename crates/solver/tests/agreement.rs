//! Random formulas through the whole chain, through the chain without one of its layers, and through the back ends
//! alone: all agree, and every model satisfies what it is a model of.

mod common;

use bowline_expr::{Evaluator, ExprId, Model, Pool};
use bowline_solver::{
    Branch, Checks, LayerSwitches, MainSolver, Path, Solver, SolverConfig, SolverError, Verdict,
};
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

/// The whole chain, and the chain without each of its layers in turn.
fn chains() -> Vec<Solver> {
    let leave_out: [fn(&mut LayerSwitches); 7] = [
        |_| {},
        |layers| layers.own_model = false,
        |layers| layers.domains = false,
        |layers| layers.slicing = false,
        |layers| layers.cache = false,
        |layers| layers.repair = false,
        |layers| layers.recent_models = false,
    ];
    leave_out
        .map(|change| {
            let mut layers = LayerSwitches::default();
            change(&mut layers);
            solver_with(layers)
        })
        .into()
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
