//! A question stops at its memory limit. Memory is that of the whole process, so this test has one of its own.

mod factoring;

use bowline_expr::Pool;
use bowline_solver::{Path, Solver, SolverConfig, Unknown, UnknownReason, Verdict};
use factoring::factoring;

#[test]
fn the_memory_limit_stops() {
    let config = SolverConfig { memory_limit_mb: 0, ..SolverConfig::default() };
    let mut solver = Solver::new(config).expect("the solvers are installed where the tests run");
    let mut pool = Pool::new();
    let question = factoring(&mut pool);
    let verdict = solver.check(&mut pool, &Path::new(), question);
    let stopped = matches!(verdict, Verdict::Unknown(Unknown { reason: UnknownReason::MemoryLimit }));
    assert!(stopped, "{verdict:?}");
}
