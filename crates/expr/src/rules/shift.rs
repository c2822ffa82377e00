//! Shifts. A shift by a constant is a slice: `x << 8` is `x[..] ++ 0`, which shows bytes as bytes.

use super::choice::fold_choice;
use super::{ANY, CHOICE, CONST, Pair, rules};
use crate::{ExprId, Pool, Width};

rules! {
    SHL_RULES: Pair, "shl", ORDERED = [
        shl_constant(ANY, CONST),
        shift_zero(CONST, ANY),
        fold_choice(CONST, CHOICE),
    ];
    LSHR_RULES: Pair, "lshr", ORDERED = [
        lshr_constant(ANY, CONST),
        shift_zero(CONST, ANY),
        fold_choice(CONST, CHOICE),
    ];
    ASHR_RULES: Pair, "ashr", ORDERED = [
        ashr_constant(ANY, CONST),
        shift_zero(CONST, ANY),
        fold_choice(CONST, CHOICE),
    ];
}

/// The distance of a shift by a constant, if it leaves any bit.
fn distance(on: &Pair) -> Option<Width> {
    let by = on.constant();
    (by < u128::from(on.width)).then_some(by as Width)
}

/// match: `x << c`
/// result: `x[0..width - c] ++ 0`; 0 if everything is shifted out
fn shl_constant(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    Some(match distance(on) {
        None => pool.constant(0, on.width),
        Some(0) => on.a,
        Some(by) => {
            let kept = pool.extract(on.a, 0, on.width - by);
            let zeros = pool.constant(0, by);
            pool.concat(kept, zeros)
        }
    })
}

/// match: `x >>u c`
/// result: `zext(x[c..])`; 0 if everything is shifted out
fn lshr_constant(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    Some(match distance(on) {
        None => pool.constant(0, on.width),
        Some(by) => {
            let kept = pool.extract(on.a, by, on.width - by);
            pool.zero_extend(kept, on.width)
        }
    })
}

/// match: `x >>s c`
/// result: `sext(x[c..])`, of the sign bit alone if everything is shifted out
fn ashr_constant(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    let by = distance(on).unwrap_or(on.width - 1);
    let kept = pool.extract(on.a, by, on.width - by);
    Some(pool.sign_extend(kept, on.width))
}

/// match: `0 << x`, `0 >> x`
/// result: 0
fn shift_zero(pool: &mut Pool, on: &Pair) -> Option<ExprId> {
    (pool.as_const(on.a) == Some(0)).then_some(on.a)
}
