//! A question that is too hard stops: at its time limit, or when it is interrupted.

mod factoring;

use bowline_expr::{INDEX_WIDTH, Pool};
use bowline_solver::{
    LayerSwitches, MainSolver, Path, Solver, SolverConfig, Unknown, UnknownReason, Verdict,
};
use factoring::factoring;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

fn ask(config: SolverConfig) -> (Verdict, Duration) {
    let mut solver = Solver::new(config).expect("the solvers are installed where the tests run");
    let mut pool = Pool::new();
    let question = factoring(&mut pool);
    let start = Instant::now();
    let verdict = solver.check(&mut pool, &Path::new(), question);
    (verdict, start.elapsed())
}

fn reason(verdict: &Verdict) -> Option<UnknownReason> {
    match verdict {
        Verdict::Unknown(Unknown { reason }) => Some(*reason),
        _ => None,
    }
}

#[test]
fn the_time_limit_stops_both_back_ends() {
    for main_solver in [MainSolver::Bitwuzla, MainSolver::Z3] {
        let time_limit = Duration::from_secs(1);
        let (verdict, spent) = ask(SolverConfig { time_limit, main_solver, ..SolverConfig::default() });
        assert_eq!(reason(&verdict), Some(UnknownReason::TimeLimit), "{main_solver:?}");
        // Generous, for a loaded machine; the question itself would take for ever.
        assert!(spent < time_limit * 3, "{main_solver:?} took {spent:?}");
    }
}

/// The same number of steps is the same answer, whatever the clock says.
#[test]
fn a_limit_of_steps_stops_a_search() {
    let config = |steps| SolverConfig { step_limit: Some(steps), ..SolverConfig::default() };
    let (verdict, spent) = ask(config(2_000));
    assert_eq!(reason(&verdict), Some(UnknownReason::StepLimit));
    assert!(spent < Duration::from_secs(5), "{spent:?}");
}

#[test]
fn an_interrupt_stops_the_running_question_and_later_ones() {
    for main_solver in [MainSolver::Bitwuzla, MainSolver::Z3] {
        let interrupt = Arc::new(AtomicBool::new(false));
        let raised = interrupt.clone();
        let ctrl_c = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(300));
            raised.store(true, Ordering::Relaxed);
        });
        let config = SolverConfig {
            interrupt: interrupt.clone(),
            time_limit: Duration::from_secs(60),
            layers: LayerSwitches::none(),
            main_solver,
            ..SolverConfig::default()
        };
        let (verdict, spent) = ask(config.clone());
        ctrl_c.join().expect("the thread only sleeps");
        assert_eq!(reason(&verdict), Some(UnknownReason::Interrupted), "{main_solver:?}");
        assert!(spent < Duration::from_secs(3), "{main_solver:?} took {spent:?}");
        let (verdict, spent) = ask(config);
        assert_eq!(reason(&verdict), Some(UnknownReason::Interrupted), "{main_solver:?}");
        assert!(spent < Duration::from_secs(1), "{main_solver:?} took {spent:?}");
    }
}

/// A read at an unknown place below 200,000 stores: a question that is large before any back end sees it.
#[test]
fn an_interrupt_is_noticed_while_a_large_question_is_prepared() {
    let mut pool = Pool::new();
    let (bytes, place) = (pool.symbol("bytes", 0, 200_000), pool.symbol("place", 0, 3));
    let mut array = pool.table(&[]);
    for at in 0..200_000u32 {
        let (index, byte) = (pool.constant(at.into(), INDEX_WIDTH), pool.input_byte(bytes, at.into()));
        array = pool.store(array, index, byte);
    }
    let parts = [0, 1, 2].map(|at| pool.input_byte(place, at));
    let word = parts.into_iter().reduce(|low, high| pool.concat(high, low)).expect("there are parts");
    let index = pool.zero_extend(word, INDEX_WIDTH);
    let (read, square) = (pool.select(array, index), pool.mul(index, index));
    let (wanted, root) = (pool.constant(77, 8), pool.constant(1_000_003, INDEX_WIDTH));
    let (found, at_root) = (pool.eq(read, wanted), pool.eq(square, root));
    let question = pool.and(found, at_root);
    let config = SolverConfig { time_limit: Duration::from_secs(60), ..SolverConfig::default() };
    let interrupt = config.interrupt.clone();
    let ctrl_c = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(200));
        interrupt.store(true, Ordering::Relaxed);
        Instant::now()
    });
    let mut solver = Solver::new(config).expect("no second solver is needed");
    let verdict = solver.check(&mut pool, &Path::new(), question);
    let raised = ctrl_c.join().expect("the thread only sleeps");
    assert_eq!(reason(&verdict), Some(UnknownReason::Interrupted), "{verdict:?}");
    assert!(raised.elapsed() < Duration::from_secs(4), "{:?}", raised.elapsed());
}
