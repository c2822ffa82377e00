//! Questions must not cost more the longer a path is or the more bytes there are, where what is asked has little to do with them.
//!
//! The limits are generous, for a loaded machine; each was missed by far while the work grew with the square of the size.

use bowline_expr::{ExprId, Pool, SymId};
use bowline_solver::{Branch, Checks, Path, Solver, SolverConfig};
use std::time::{Duration, Instant};

fn word(pool: &mut Pool, symbol: SymId) -> ExprId {
    let bytes: Vec<ExprId> = (0..4).map(|at| pool.input_byte(symbol, at)).collect();
    let lower = bytes.into_iter().reduce(|low, high| pool.concat(high, low));
    lower.expect("there are four bytes")
}

/// Takes the side of each condition on which it holds.
fn follow(pool: &mut Pool, count: u32, mut condition: impl FnMut(&mut Pool, u32) -> ExprId) -> Duration {
    let config = SolverConfig { checks: Checks::Off, ..SolverConfig::default() };
    let mut solver = Solver::new(config).expect("no second solver is needed");
    let mut path = Path::new();
    let start = Instant::now();
    for step in 0..count {
        let condition = condition(pool, step);
        match solver.branch(pool, &path, condition) {
            Branch::Both { then_model, .. } => path.assume(pool, condition, then_model),
            other => panic!("step {step}: {other:?}"),
        }
    }
    start.elapsed()
}

#[test]
fn a_loop_up_to_an_unknown_number() {
    let mut pool = Pool::new();
    let symbol = pool.symbol("n", 0, 4);
    let n = word(&mut pool, symbol);
    for signed in [false, true] {
        let spent = follow(&mut pool, 20_000, |pool, step| {
            let step = pool.constant(step.into(), 32);
            if signed { pool.slt(step, n) } else { pool.ult(step, n) }
        });
        assert!(spent < Duration::from_secs(4), "{spent:?}");
    }
}

#[test]
fn a_switch_of_many_cases() {
    let mut pool = Pool::new();
    let symbol = pool.symbol("x", 0, 4);
    let x = word(&mut pool, symbol);
    let spent = follow(&mut pool, 20_000, |pool, step| {
        let case = pool.constant(u128::from(step.wrapping_mul(2_654_435_761)), 32);
        pool.ne(x, case)
    });
    assert!(spent < Duration::from_secs(4), "{spent:?}");
}
