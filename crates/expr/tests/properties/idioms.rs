//! Idioms of C programs, with whatever terms there are.

use crate::aimed::aimed;
use crate::reference::{Term, World};
use bowline_expr::BinaryOp::{self, *};
use bowline_expr::Width;

/// One construction or idiom: together they make every rule fire.
pub fn advance(world: &mut World, arrays: bool) {
    match world.rng.below(16) {
        0..=3 => idiom(world),
        4 | 5 => aimed(world),
        _ => world.random_step(arrays),
    }
}

/// What an idiom is made of.
struct Parts {
    narrow: Width,
    width: Width,
    x: Term,
    y: Term,
    /// `x` and `y`, both with or both without sign, in the larger width.
    wide: Term,
    other: Term,
    k: Term,
    j: Term,
    /// `wide + k`
    shifted: Term,
    compare: BinaryOp,
}

impl Parts {
    fn random(world: &mut World) -> Self {
        let max = world.max_width;
        let width = [max, max.min(32), max.min(16)][world.below(3)];
        let narrow = 1 + world.below(usize::from(width) - 1) as Width;
        let x = world.some_term(narrow);
        let y = world.some_term(narrow);
        let signed = world.rng.bool();
        let wide = if signed { world.sext(&x, width) } else { world.zext(&x, width) };
        let other = if signed { world.sext(&y, width) } else { world.zext(&y, width) };
        let k = world.some_constant(width);
        let j = world.some_constant(width);
        let compare = [Eq, Ult, Ule, Slt, Sle][world.below(5)];
        let shifted = world.binary(Add, &wide, &k);
        Self { narrow, width, x, y, wide, other, k, j, shifted, compare }
    }
}

fn idiom(world: &mut World) {
    let idioms: [fn(&mut World, &Parts); 10] = [
        shifted_against_constant,
        widened_against_constant,
        low_part_of_wide_arithmetic,
        put_side_by_side,
        nested_choices,
        divisions,
        choices_and_sets_of_equalities,
        taken_apart_and_put_together,
        sums_that_share_operands,
        parts_with_gaps,
    ];
    let of = Parts::random(world);
    idioms[world.below(idioms.len())](world, &of);
}

/// A range that does not start at zero: `x + k < j`.
fn shifted_against_constant(world: &mut World, of: &Parts) {
    world.binary(of.compare, &of.shifted, &of.j);
    world.binary(of.compare, &of.j, &of.shifted);
}

/// A small type promoted to a larger one and compared.
fn widened_against_constant(world: &mut World, of: &Parts) {
    world.binary(of.compare, &of.wide, &of.j);
    world.binary(of.compare, &of.j, &of.wide);
    world.binary(of.compare, &of.wide, &of.other);
}

/// Arithmetic on promoted values, stored in a small type.
fn low_part_of_wide_arithmetic(world: &mut World, of: &Parts) {
    let op = [Add, Sub, Mul, And, Or, Xor][world.below(6)];
    let result = world.binary(op, &of.wide, &of.other);
    let cut = 1 + world.below(usize::from(of.width)) as Width;
    world.extract(&result, 0, cut);
}

/// `(x << 8) | y`.
fn put_side_by_side(world: &mut World, of: &Parts) {
    let by = world.constant(u128::from(of.narrow), of.width);
    let up = world.zext(&of.x, of.width);
    let up = world.binary(Shl, &up, &by);
    let low = world.zext(&of.y, of.width);
    let op = [Or, Add, Xor][world.below(3)];
    world.binary(op, &up, &low);
}

/// Choices of choices, and limits: `c ? k : x`.
fn nested_choices(world: &mut World, of: &Parts) {
    let c = world.some_term(1);
    let d = world.some_term(1);
    let first = world.ite(&c, &of.wide, &of.other);
    let second = if world.rng.bool() {
        world.ite(&d, &of.wide, &of.other)
    } else {
        world.ite(&d, &of.other, &of.wide)
    };
    world.ite(&c, &first, &second);
    world.ite(&d, &of.wide, &second);
    world.ite(&d, &first, &of.other);
    let limited = world.ite(&c, &of.k, &of.wide);
    world.binary(of.compare, &limited, &of.j);
    world.binary(of.compare, &of.j, &limited);
}

/// Quotients and remainders of promoted values.
fn divisions(world: &mut World, of: &Parts) {
    let op = [UDiv, URem, SDiv, SRem][world.below(4)];
    world.binary(op, &of.wide, &of.k);
    world.binary(op, &of.wide, &of.other);
}

/// `x == y ? x : y`, and several values that something is or is not.
fn choices_and_sets_of_equalities(world: &mut World, of: &Parts) {
    let equal = world.binary(Eq, &of.x, &of.y);
    let (first, second) = if world.rng.bool() { (&of.x, &of.y) } else { (&of.y, &of.x) };
    world.ite(&equal, first, second);
    let c = world.some_constant(of.narrow);
    let d = world.some_constant(of.narrow);
    let mut p = world.binary(Eq, first, &c);
    let mut q = world.binary(Eq, first, &d);
    if world.rng.bool() {
        p = world.not(&p);
    }
    if world.rng.bool() {
        q = world.not(&q);
    }
    let op = [And, Or][world.below(2)];
    world.binary(op, &p, &q);
}

/// Taken apart and put together again.
fn taken_apart_and_put_together(world: &mut World, of: &Parts) {
    let at = 1 + world.below(usize::from(of.width) - 1) as Width;
    let term = [of.shifted.clone(), world.some_term(of.width)][world.below(2)].clone();
    let term = if world.rng.bool() { world.binary(And, &term, &of.j) } else { term };
    let low = world.extract(&term, 0, at);
    let high = world.extract(&term, at, of.width - at);
    let whole = world.concat(&high, &low);
    world.binary(of.compare, &whole, &of.j);
    world.binary(of.compare, &of.j, &whole);
}

/// Sums and differences that share operands.
fn sums_that_share_operands(world: &mut World, of: &Parts) {
    let z = world.some_term(of.narrow);
    let c = world.some_constant(of.narrow);
    let operands = [of.x.clone(), of.y.clone(), z, c];
    let mut inner = Vec::new();
    for _ in 0..3 {
        let op = [Add, Sub, Sub, Mul, And, Or, Xor][world.below(7)];
        let (p, q) = (world.below(4), world.below(4));
        inner.push(world.binary(op, &operands[p], &operands[q]));
    }
    for _ in 0..4 {
        let op = [Add, Sub, Sub, Mul, And, Or, Xor, Eq][world.below(8)];
        let (p, q) = (world.below(3), world.below(4));
        let (p, q) = if world.rng.bool() { (&inner[p], &operands[q]) } else { (&operands[q], &inner[p]) };
        world.binary(op, p, q);
    }
    let (p, q) = (world.below(3), world.below(3));
    let op = [Eq, Sub, Xor, Add][world.below(4)];
    world.binary(op, &inner[p], &inner[q]);
    let zero = world.constant(0, of.narrow);
    world.binary(Eq, &inner[p], &zero);
}

/// Concatenations of parts of equal width, with gaps, and choices between constants.
fn parts_with_gaps(world: &mut World, of: &Parts) {
    let part = (of.width / 4).max(1);
    let parts: [_; 4] = std::array::from_fn(|_| match world.rng.below(3) {
        0 => world.constant(0, part),
        1 => world.some_constant(part),
        _ => world.some_term(part),
    });
    let mut whole = Vec::new();
    for _ in 0..2 {
        let [p, q, r] = std::array::from_fn(|_| world.below(4));
        let low = world.concat(&parts[p], &parts[q]);
        whole.push(world.concat(&parts[r], &low));
    }
    let op = [Eq, Or, Xor, And, Add, Ult][world.below(6)];
    world.binary(op, &whole[0], &whole[1]);
    let c = world.some_term(1);
    let arms: [_; 4] = std::array::from_fn(|_| world.some_constant(of.narrow));
    let p = world.ite(&c, &arms[0], &arms[1]);
    let q = world.ite(&c, &arms[2], &arms[3]);
    world.binary(Eq, &p, &q);
}
