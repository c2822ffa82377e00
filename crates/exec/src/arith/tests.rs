//! Terms against machine words, and both against exact arithmetic.

use super::*;
use bowline_base::Rng;
use bowline_expr::{Evaluator, Model};

fn interesting(rng: &mut Rng, width: Width) -> u64 {
    let value = match rng.below(6) {
        0 => 0,
        1 => 1,
        2 => u64::MAX,
        3 => 1 << (width - 1),
        4 => (1 << (width - 1)) - 1,
        _ => rng.next_u64() >> rng.below(64),
    };
    value & mask(width)
}

/// An input of `width` bits and a model that gives it `value`.
fn unknown(pool: &mut Pool, model: &mut Model, name: &str, value: u128, width: Width) -> ExprId {
    let symbol = pool.symbol(name, 0, 16);
    let mut all = pool.input_byte(symbol, 0);
    model.set_byte(symbol, 0, value as u8);
    for at in 1..16u64 {
        let byte = pool.input_byte(symbol, at);
        all = pool.concat(byte, all);
        model.set_byte(symbol, at, (value >> (8 * at)) as u8);
    }
    pool.truncate(all, width)
}

/// The symbolic term of every operation, evaluated, is what the concrete operation computes.
#[test]
fn terms_agree_with_machine_words() {
    let mut rng = Rng::new(3);
    let mut evaluator = Evaluator::new();
    for width in [1, 2, 3, 7, 8, 13, 16, 31, 32, 33, 63, 64] {
        let mut pool = Pool::new();
        for round in 0..60 {
            let (x, y) = (interesting(&mut rng, width), interesting(&mut rng, width));
            let mut model = Model::new();
            let a = unknown(&mut pool, &mut model, "a", u128::from(x), width);
            let b = unknown(&mut pool, &mut model, "b", u128::from(y), width);
            for op in BinaryOp::ALL {
                let term = binary_expr(&mut pool, op, a, b);
                let got = evaluator.eval(&pool, &model, term);
                assert_eq!(got, u128::from(binary(op, width, x, y)), "{op:?} {width} {x} {y} round {round}");
            }
            for op in [
                UnaryOp::PopCount,
                UnaryOp::LeadingZeros,
                UnaryOp::TrailingZeros,
                UnaryOp::BitReverse,
                UnaryOp::Abs,
            ] {
                let term = unary_expr(&mut pool, op, a);
                assert_eq!(
                    evaluator.eval(&pool, &model, term),
                    u128::from(unary(op, width, x)) & fold::mask(width),
                    "{op:?} {width} {x}"
                );
            }
        }
    }
}

#[test]
fn wide_overflow_agrees_with_exact_arithmetic() {
    let mut rng = Rng::new(9);
    let mut evaluator = Evaluator::new();
    let mut pool = Pool::new();
    for _ in 0..300 {
        let pick = |rng: &mut Rng| {
            let raw = u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64());
            match rng.below(5) {
                0 => 1 << 127,
                1 => u128::MAX,
                _ => raw >> rng.below(128),
            }
        };
        let (x, y) = (pick(&mut rng), pick(&mut rng));
        let mut model = Model::new();
        let a = unknown(&mut pool, &mut model, "a", x, 128);
        let b = unknown(&mut pool, &mut model, "b", y, 128);
        let (sx, sy) = (x as i128, y as i128);
        for (op, expected) in [
            (BinaryOp::UAddOverflows, x.checked_add(y).is_none()),
            (BinaryOp::USubOverflows, x.checked_sub(y).is_none()),
            (BinaryOp::UMulOverflows, x.checked_mul(y).is_none()),
            (BinaryOp::SAddOverflows, sx.checked_add(sy).is_none()),
            (BinaryOp::SSubOverflows, sx.checked_sub(sy).is_none()),
            (BinaryOp::SMulOverflows, sx.checked_mul(sy).is_none()),
        ] {
            let term = binary_expr(&mut pool, op, a, b);
            assert_eq!(evaluator.eval(&pool, &model, term) == 1, expected, "{op:?} {x:#x} {y:#x}");
        }
    }
}

#[test]
fn funnel_shifts_rotate() {
    let mut rng = Rng::new(4);
    let mut evaluator = Evaluator::new();
    let mut pool = Pool::new();
    for _ in 0..200 {
        let (x, y, z) = (rng.next_u64() as u32, rng.next_u64() as u32, rng.below(70) as u32);
        let mut model = Model::new();
        let a = unknown(&mut pool, &mut model, "a", u128::from(x), 32);
        let b = unknown(&mut pool, &mut model, "b", u128::from(y), 32);
        let c = unknown(&mut pool, &mut model, "c", u128::from(z), 32);
        let double = u64::from(x) << 32 | u64::from(y);
        let left = ternary_expr(&mut pool, TernaryOp::FunnelLeft, a, b, c);
        let right = ternary_expr(&mut pool, TernaryOp::FunnelRight, a, b, c);
        let expected_left = ((double << (z % 32)) >> 32) as u32;
        let expected_right = (double >> (z % 32)) as u32;
        assert_eq!(evaluator.eval(&pool, &model, left) as u32, expected_left);
        assert_eq!(evaluator.eval(&pool, &model, right) as u32, expected_right);
    }
}
