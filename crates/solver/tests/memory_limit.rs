//! A question stops at its memory limit. Memory is that of the whole process, so this test has one of its own.

use bowline_expr::Pool;
use bowline_solver::{Path, Solver, SolverConfig, Unknown, UnknownReason, Verdict};

#[test]
fn the_memory_limit_stops() {
    let config = SolverConfig { memory_limit_mb: 0, ..SolverConfig::default() };
    let mut solver = Solver::new(config).expect("the solvers are installed where the tests run");
    let mut pool = Pool::new();
    // Is there a way to write a large semiprime as a product? Nobody can say quickly.
    let input = pool.symbol("factors", 0, 16);
    let [a, b] = [0, 8].map(|from| {
        let bytes: Vec<_> = (from..from + 8).map(|at| pool.input_byte(input, at)).collect();
        bytes.into_iter().reduce(|number, byte| pool.concat(number, byte)).expect("eight bytes")
    });
    let (wide_a, wide_b) = (pool.zero_extend(a, 128), pool.zero_extend(b, 128));
    let product = pool.mul(wide_a, wide_b);
    let semiprime = pool.constant(13_054_099_467_106_833_851 * 11_249_831_591_592_214_823, 128);
    let one = pool.constant(1, 64);
    let (equal, proper_a, proper_b) = (pool.eq(product, semiprime), pool.ult(one, a), pool.ult(one, b));
    let question = pool.all([equal, proper_a, proper_b]);
    let verdict = solver.check(&mut pool, &Path::new(), question);
    let stopped = matches!(verdict, Verdict::Unknown(Unknown { reason: UnknownReason::MemoryLimit }));
    assert!(stopped, "{verdict:?}");
}
