//! Deep expressions: nothing recurses, and time grows with the size.

use crate::clock::Clock;
use bowline_expr::{Evaluator, ExprId, INDEX_WIDTH, Model, Pool, SupportCache, print, smtlib};
use std::time::Duration;

const SIZE: u64 = 100_000;

/// Builds a chain of a length: the expression and the value it has when all input bytes are zero.
type Chain = fn(&mut Pool, u64) -> (ExprId, u128);

fn sums(pool: &mut Pool, length: u64) -> (ExprId, u128) {
    let symbol = pool.symbol("data", 0, length);
    let mut x = pool.constant(0, 32);
    for i in 0..length {
        let byte = pool.input_byte(symbol, i);
        let byte = pool.zero_extend(byte, 32);
        let one = pool.constant(1, 32);
        x = pool.add(x, byte);
        x = pool.add(x, one);
    }
    (x, u128::from(length))
}

fn products(pool: &mut Pool, length: u64) -> (ExprId, u128) {
    let symbol = pool.symbol("data", 0, 16);
    let mut x = pool.input_byte(symbol, 0);
    for i in 0..length {
        let byte = pool.input_byte(symbol, i % 16);
        let five = pool.constant(5, 8);
        x = pool.mul(x, byte);
        x = pool.xor(x, five);
    }
    (x, if length > 0 { 5 } else { 0 })
}

fn choices(pool: &mut Pool, length: u64) -> (ExprId, u128) {
    let symbol = pool.symbol("data", 0, length);
    let mut x = pool.constant(7, 32);
    for i in 0..length {
        let byte = pool.input_byte(symbol, i);
        let letter = pool.constant(u128::from(b'a'), 8);
        let here = pool.eq(byte, letter);
        let place = pool.constant(u128::from(i), 32);
        x = pool.ite(here, place, x);
    }
    let eleven = pool.constant(11, 32);
    (pool.eq(x, eleven), 0)
}

fn conditions(pool: &mut Pool, length: u64) -> (ExprId, u128) {
    let symbol = pool.symbol("data", 0, length);
    let mut x = Pool::FALSE;
    for i in 0..length {
        let byte = pool.input_byte(symbol, i);
        let limit = pool.constant(u128::from(i % 7 + 2), 8);
        let small = pool.ult(byte, limit);
        x = if i % 2 == 0 { pool.or(x, small) } else { pool.and(x, small) };
        x = pool.not(x);
    }
    // Every second step makes it true before the negation, whatever was before.
    let last_is_or = length % 2 == 1;
    let mut value = false;
    for i in 0..length {
        value = !(if i % 2 == 0 { true } else { value });
    }
    assert!(!last_is_or || !value);
    (x, u128::from(value))
}

fn stores(pool: &mut Pool, length: u64) -> (ExprId, u128) {
    let symbol = pool.symbol("data", 0, length);
    let mut array = pool.table(&[9]);
    for i in 0..length {
        let byte = pool.input_byte(symbol, i);
        let index = if i % 2 == 0 {
            pool.constant(u128::from(i) + 1, INDEX_WIDTH)
        } else {
            let wide = pool.zero_extend(byte, INDEX_WIDTH);
            let offset = pool.constant(u128::from(i), INDEX_WIDTH);
            pool.add(wide, offset)
        };
        array = pool.store(array, index, byte);
    }
    let at = pool.constant(0, INDEX_WIDTH);
    (pool.select(array, at), 9)
}

fn slices(pool: &mut Pool, length: u64) -> (ExprId, u128) {
    let symbol = pool.symbol("data", 0, 16);
    let mut x = pool.input_byte(symbol, 0);
    for i in 0..length {
        let y = pool.input_byte(symbol, i % 16);
        let wide = pool.concat(y, x);
        let three = pool.constant(3, 16);
        let product = pool.mul(wide, three);
        x = pool.extract(product, (i % 8 + 1) as u16, 8);
    }
    (x, 0)
}

/// Everything that walks an expression; the time it took.
fn walk(chain: Chain, length: u64) -> Duration {
    let mut pool = Pool::new();
    let clock = Clock::start();
    let (root, expected) = chain(&mut pool, length);
    assert_eq!(Evaluator::new().eval(&pool, &Model::new(), root), expected);
    let mut supports = SupportCache::new();
    assert!(!supports.of(&pool, root).is_empty());
    assert!(print::text(&pool, root).len() < 10_000);
    let width = pool.width(root);
    let value = pool.constant(expected, width);
    let condition = pool.eq(root, value);
    let text = smtlib::script(&pool, &[condition], None);
    let mut other = Pool::new();
    let script = smtlib::parse(&text, &mut other).unwrap_or_else(|error| panic!("{error}"));
    assert!(Evaluator::new().holds(&other, &Model::new(), script.assertions[0]));
    let before = pool.len();
    pool.collect(|marker| marker.mark(root));
    assert!(pool.len() <= before);
    clock.elapsed()
}

#[test]
fn chains_take_linear_time_and_no_stack() {
    let chains: [(&str, Chain); 6] = [
        ("sums", sums),
        ("products", products),
        ("choices", choices),
        ("conditions", conditions),
        ("stores", stores),
        ("slices", slices),
    ];
    for (name, chain) in chains {
        // A slow machine may spoil a measurement, but it does not make quadratic work linear.
        let ratio = || {
            let (half, whole) = (walk(chain, SIZE / 2), walk(chain, SIZE));
            let ratio = whole.as_secs_f64() / half.as_secs_f64();
            println!("{name:12} {half:8.1?} {whole:8.1?}  ratio {ratio:.2}");
            ratio
        };
        assert!(
            (0..5).any(|_| ratio() < 3.0),
            "{name}: twice the size always takes more than 3 times as long"
        );
    }
}

#[test]
fn small_expressions_are_cheap_in_a_large_pool() {
    let mut pool = Pool::new();
    let (_, _) = sums(&mut pool, SIZE);
    let symbol = pool.symbol("data", 0, SIZE);
    let byte = pool.input_byte(symbol, 1);
    let limit = pool.constant(10, 8);
    let condition = pool.ult(byte, limit);
    let (mut evaluator, model) = (Evaluator::new(), Model::new());
    assert!(evaluator.holds(&pool, &model, condition));
    let clock = Clock::start();
    for _ in 0..100_000 {
        assert!(evaluator.holds(&pool, &model, condition));
    }
    // Milliseconds; a walk over the pool each time would take minutes.
    assert!(clock.elapsed() < Duration::from_secs(2), "{:?}", clock.elapsed());
}
