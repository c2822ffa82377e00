//! The back end's memory is bounded, and given back when it starts afresh. Alone in its file: other tests would disturb what
//! is measured.

use bowline_expr::Pool;
use bowline_solver::{LayerSwitches, Path, Solver, SolverConfig, Verdict};

fn resident_mb() -> f64 {
    let text = std::fs::read_to_string("/proc/self/statm").expect("Linux");
    let pages: f64 = text.split_whitespace().nth(1).and_then(|pages| pages.parse().ok()).expect("a number");
    pages * 4096.0 / (1024.0 * 1024.0)
}

/// Asks many questions that have little in common; how far memory grew over the second half of them, and how often the back
/// end started afresh.
fn growth(restart_after_terms: usize) -> (f64, u64) {
    let config =
        SolverConfig { layers: LayerSwitches::none(), restart_after_terms, ..SolverConfig::default() };
    let mut solver = Solver::new(config).expect("no second solver is needed");
    let mut pool = Pool::new();
    let input = pool.symbol("in", 0, 8);
    let mut number = pool.input_byte(input, 0);
    for at in 1..3 {
        let byte = pool.input_byte(input, at);
        number = pool.concat(byte, number);
    }
    let mut before = 0.0;
    let rounds = 80;
    for round in 0..rounds {
        if round == rounds / 2 {
            before = resident_mb();
        }
        let width = pool.width(number);
        let (factor, offset) =
            (pool.constant(0x9e_3779 + 2 * round, width), pool.constant((round << 8) + 77, width));
        let product = pool.mul(number, factor);
        let mixed = pool.xor(product, offset);
        let rest = pool.urem(mixed, offset);
        let limit = pool.constant(30, width);
        let (small, other) = (pool.ult(rest, limit), pool.ult(limit, number));
        let question = pool.and(small, other);
        assert!(matches!(solver.check(&mut pool, &Path::new(), question), Verdict::Sat(_)));
        // As the engine does: nothing of this question is needed any more.
        let marker = pool.collect(|marker| marker.mark(number));
        solver.retain(&|id| marker.is_marked(id));
    }
    (resident_mb() - before, solver.stats().restarts)
}

#[test]
fn the_back_end_gives_its_memory_back() {
    let (bounded, restarts) = growth(100);
    let (unbounded, none) = growth(usize::MAX);
    println!("{bounded:.0} MiB with {restarts} restarts, {unbounded:.0} MiB with {none}");
    assert!(restarts > 5 && none == 0);
    assert!(bounded < 25.0, "grew by {bounded} MiB in spite of {restarts} restarts");
    assert!(
        unbounded > 2.0 * bounded,
        "only {unbounded} MiB are kept without restarts, {bounded} MiB with them"
    );
}
