//! What constructions cost. Run with `cargo test --release -p bowline-expr -- --ignored --nocapture`.

use crate::clock::Clock;
use bowline_expr::{ExprId, Pool};

const ROUNDS: u64 = 2_000_000;

/// Nanoseconds per call of `build`, which makes one of a few thousand different terms.
fn cost(name: &str, mut build: impl FnMut(u64) -> ExprId) -> f64 {
    let clock = Clock::start();
    let mut sum = 0u64;
    for i in 0..ROUNDS {
        sum = sum.wrapping_add(u64::from(build(i).0));
    }
    let nanoseconds = clock.elapsed().as_nanos() as f64 / ROUNDS as f64;
    println!("{name:24} {nanoseconds:6.1} ns   ({sum})");
    nanoseconds
}

#[test]
#[ignore = "a measurement: meaningful in release builds on a quiet machine"]
fn constructions_on_input_bytes_are_cheap() {
    let mut pool = Pool::new();
    let symbol = pool.symbol("data", 0, 256);
    let bytes: Vec<ExprId> = (0..256).map(|i| pool.input_byte(symbol, i)).collect();
    let words: Vec<ExprId> = bytes
        .chunks(4)
        .map(|b| {
            b.iter()
                .fold(None, |low, &high| {
                    Some(match low {
                        None => high,
                        Some(low) => pool.concat(high, low),
                    })
                })
                .unwrap_or(Pool::FALSE)
        })
        .collect();
    let wide: Vec<ExprId> = bytes.iter().map(|&b| pool.zero_extend(b, 32)).collect();
    let sums: Vec<ExprId> = wide.windows(2).map(|w| pool.add(w[0], w[1])).collect();
    let limits: Vec<ExprId> = (0..256).map(|i| pool.constant(i, 8)).collect();
    let limits32: Vec<ExprId> = (0..256).map(|i| pool.constant(i, 32)).collect();
    let at = |i: u64| (i & 255) as usize;
    let few = |i: u64| (i >> 8 & 15) as usize;
    let costs = [
        cost("constant", |i| pool.constant(u128::from(i & 1023), 32)),
        cost("input_byte", |i| pool.input_byte(symbol, i & 255)),
        cost("zext(byte)", |i| pool.zero_extend(bytes[at(i)], 32)),
        cost("byte == c", |i| pool.eq(bytes[at(i)], limits[few(i)])),
        cost("zext(byte) == c", |i| pool.eq(wide[at(i)], limits32[few(i)])),
        cost("byte <u c", |i| pool.ult(bytes[at(i)], limits[few(i) | 2])),
        cost("byte <u byte", |i| pool.ult(bytes[at(i)], bytes[few(i)])),
        cost("byte ++ byte", |i| pool.concat(bytes[at(i)], bytes[few(i)])),
        cost("word[8..16]", |i| pool.extract(words[at(i) >> 2], 8, 8)),
        cost("sum[8..16]", |i| pool.extract(sums[at(i) % 255], 8, 8)),
        cost("sum + c", |i| pool.add(sums[at(i) % 255], limits32[few(i) | 1])),
        cost("sum + byte", |i| pool.add(sums[at(i) % 255], wide[few(i)])),
        cost("not(byte == c)", |i| pool.ne(bytes[at(i)], limits[few(i)])),
    ];
    assert!(costs.iter().all(|&cost| cost < 400.0), "{costs:?}");
}
