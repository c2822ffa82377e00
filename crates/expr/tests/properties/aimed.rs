//! Shapes that chance alone finds too seldom.

use crate::reference::{Term, World};
use bowline_expr::BinaryOp::{self, *};
use bowline_expr::Width;

/// What a shape is made of.
struct Parts {
    width: Width,
    x: Term,
    y: Term,
    /// Every second bit.
    sparse: Term,
    dense: Term,
    odd: Term,
}

pub fn aimed(world: &mut World) {
    let shapes: [fn(&mut World, &Parts); 8] = [
        differences,
        constants_in_a_row,
        complements,
        shift_beside_concatenation,
        signs_that_are_known,
        constants_beside_choices,
        equal_sums_and_pieces,
        slices_of_masks,
    ];
    let width = 3 + world.below(usize::from(world.max_width) - 2) as Width;
    let of = Parts {
        width,
        x: world.some_term(width),
        y: world.some_term(width),
        sparse: world.constant(u128::MAX / 3, width),
        dense: world.constant(u128::MAX / 5 * 3, width),
        odd: world.constant(5, width),
    };
    shapes[world.below(shapes.len())](world, &of);
}

/// `(x - y) - x` and the like.
fn differences(world: &mut World, of: &Parts) {
    let difference = world.binary(Sub, &of.x, &of.y);
    world.binary(Sub, &difference, &of.x);
    world.binary(Sub, &of.x, &difference);
    world.binary(Add, &difference, &of.y);
}

/// `(x & c) & d`, and what equality says about it.
fn constants_in_a_row(world: &mut World, of: &Parts) {
    let op = [Mul, And, Or, Xor][world.below(4)];
    let third = world.constant(3, of.width);
    let (c, d) = if op == Mul { (&of.odd, &third) } else { (&of.sparse, &of.dense) };
    let inner = world.binary(op, &of.x, c);
    world.binary(op, &inner, d);
    let value = world.some_constant(of.width);
    world.binary(Eq, &inner, &value);
}

/// `(~x | y) & x` and the like.
fn complements(world: &mut World, of: &Parts) {
    let not = world.not(&of.x);
    for (outer, inner) in [(And, Or), (Or, And), (And, And), (Or, Or)] {
        let inner = world.binary(inner, &not, &of.y);
        world.binary(outer, &inner, &of.x);
    }
}

/// `(x << n) | concat(y, y)`.
fn shift_beside_concatenation(world: &mut World, of: &Parts) {
    let cut = 1 + world.below(usize::from(of.width) - 2) as Width;
    let shift = world.constant(u128::from(cut), of.width);
    let up = world.binary(Shl, &of.x, &shift);
    let low = world.extract(&of.y, 0, cut);
    let high = world.extract(&of.y, 0, of.width - cut);
    let parts = world.concat(&high, &low);
    let op = [Or, Xor][world.below(2)];
    world.binary(op, &up, &parts);
}

/// Signed operations on values whose highest bits are known.
fn signs_that_are_known(world: &mut World, of: &Parts) {
    let (p, q) = (world.binary(And, &of.x, &of.sparse), world.binary(And, &of.y, &of.sparse));
    let positive = world.binary(URem, &of.x, &of.odd);
    let op = [Slt, Sle, SDiv, SRem, Ult, Ule][world.below(6)];
    let (p, q) = (world.binary(LShr, &p, &q), world.binary(LShr, &q, &positive));
    world.binary(op, &p, &q);
    let third = world.constant(3, of.width);
    let (p, q) = (world.binary(UDiv, &of.x, &third), world.binary(URem, &of.y, &third));
    world.binary(op, &p, &q);
    let top = world.constant(1 << (of.width - 1), of.width);
    let large = world.binary(Or, &of.y, &top);
    world.binary(op, &p, &large);
    world.binary(op, &large, &p);
}

/// Any operation on a constant and a choice of constants; orders of a constant and a choice with one, plus another.
fn constants_beside_choices(world: &mut World, of: &Parts) {
    let condition = world.some_term(1);
    let (k, a, b) =
        (world.some_constant(of.width), world.some_constant(of.width), world.some_constant(of.width));
    let choice = world.ite(&condition, &a, &b);
    let op = BinaryOp::ALL[world.below(BinaryOp::ALL.len())];
    world.binary(op, &k, &choice);
    world.binary(op, &choice, &k);
    let end = world.ite(&condition, &a, &of.x);
    let moved = world.binary(Add, &end, &b);
    world.binary(Ult, &moved, &k);
    world.binary(Ult, &k, &moved);
}

/// Equality of sums with a common operand, and of concatenations.
fn equal_sums_and_pieces(world: &mut World, of: &Parts) {
    let z = world.some_term(of.width);
    let op = [Add, Xor][world.below(2)];
    let (p, q) = (world.binary(op, &of.x, &of.y), world.binary(op, &of.x, &z));
    world.binary(Eq, &p, &q);
    world.binary(Eq, &p, &of.x);
    let cut = 1 + world.below(usize::from(of.width) - 1) as Width;
    let pieces = [&of.x, &of.y].map(|term| {
        let (low, high) = (world.extract(term, 0, cut), world.extract(term, 0, of.width - cut));
        world.concat(&high, &low)
    });
    world.binary(Eq, &pieces[0], &pieces[1]);
}

/// Slices of `x & mask`.
fn slices_of_masks(world: &mut World, of: &Parts) {
    // The highest bit of the mask is not the one below it, so that the slices differ in kind.
    let spread = world.binary(And, &of.x, &of.sparse);
    let cut =
        if world.rng.bool() { of.width - 1 } else { 1 + world.below(usize::from(of.width) - 1) as Width };
    let low = world.extract(&spread, 0, cut);
    let high = world.extract(&spread, cut, of.width - cut);
    world.concat(&high, &low);
}
