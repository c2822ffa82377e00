//! Questions must not cost more the longer a path is or the more bytes there are, where what is asked has little to do with them.
//!
//! The limits are generous, for a loaded machine; each was missed by far while the work grew with the square of the size.

use bowline_expr::{ExprId, INDEX_WIDTH, Pool, SymId};
use bowline_solver::{Branch, Checks, Path, Solver, SolverConfig, Verdict};
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

/// The byte of a table at an unknown place, and at places of elements of four bytes.
fn element(pool: &mut Pool, table: ExprId, number: ExprId, size: u32) -> Vec<ExprId> {
    let number = pool.zero_extend(number, INDEX_WIDTH);
    let shift = pool.constant(size.ilog2().into(), INDEX_WIDTH);
    let start = pool.shl(number, shift);
    let byte = |at: u32| {
        let at = pool.constant(at.into(), INDEX_WIDTH);
        let index = pool.add(start, at);
        pool.select(table, index)
    };
    (0..size).map(byte).collect()
}

/// What the values of a table say about places is found out without a lemma per place: numbers below 8,192 whose element is 5 end in 5,
/// where element `k` is `k % 256`; and for an element without any pattern there is one place.
#[test]
fn large_tables_are_read_at_unknown_places() {
    for (size, scatter) in [(1, false), (4, false), (1, true), (4, true)] {
        let mut solver = Solver::new(SolverConfig::default()).expect("no second solver is needed");
        let mut pool = Pool::new();
        let symbol = pool.symbol("k", 0, 4);
        let k = word(&mut pool, symbol);
        let value = |place: u32| if scatter { place.wrapping_mul(0x9e37_79b1) >> 7 } else { place % 256 };
        let bytes: Vec<u8> =
            (0..8192).flat_map(|place| value(place).to_le_bytes().into_iter().take(size as usize)).collect();
        let table = pool.table(&bytes);
        let end = pool.constant(8192, 32);
        let inside = pool.ult(k, end);
        let read = element(&mut pool, table, k, size);
        let wanted = value(4101).to_le_bytes();
        let found = read.iter().zip(wanted).map(|(&byte, value)| (byte, pool.constant(value.into(), 8)));
        let found: Vec<(ExprId, ExprId)> = found.collect();
        let found: Vec<ExprId> = found.into_iter().map(|(byte, value)| pool.eq(byte, value)).collect();
        let found = pool.all(found);
        let mut path = Path::new();
        for condition in [inside, found] {
            match solver.check(&mut pool, &path, condition) {
                Verdict::Sat(model) => path.assume(&mut pool, condition, model),
                other => panic!("elements of {size} bytes: {other:?}"),
            }
        }
        let places: Vec<u32> = (0..8192)
            .filter(|&place| value(place).to_le_bytes()[..size as usize] == wanted[..size as usize])
            .collect();
        let start = Instant::now();
        let low = pool.extract(k, 0, 8);
        let five = pool.constant(5, 8);
        let elsewhere = match scatter {
            false => pool.ne(low, five),
            true => {
                let others = places.iter().map(|&place| {
                    let place = pool.constant(place.into(), 32);
                    pool.ne(k, place)
                });
                let others: Vec<ExprId> = others.collect();
                pool.all(others)
            }
        };
        let verdict = solver.check(&mut pool, &path, elsewhere);
        assert!(matches!(verdict, Verdict::Unsat), "elements of {size} bytes: {verdict:?}");
        assert!(start.elapsed() < Duration::from_secs(5), "elements of {size} bytes: {:?}", start.elapsed());
    }
}
