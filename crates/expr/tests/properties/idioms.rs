//! Random constructions that together make every rule fire.

use crate::reference::World;
use bowline_expr::{BinaryOp, Width};

/// One construction or idiom.
pub fn advance(world: &mut World, arrays: bool) {
    match world.rng.below(17) {
        0..=3 => idiom(world),
        4 | 5 => aimed(world),
        6 if arrays && world.rng.bool() => ended_text(world),
        6 => further_on(world),
        _ => world.random_step(arrays),
    }
}

/// Idioms of C programs, with whatever terms there are.
fn idiom(world: &mut World) {
    use BinaryOp::*;
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
    match world.rng.below(10) {
        8 => {
            // Sums and differences that share operands.
            let z = world.some_term(narrow);
            let c = world.some_constant(narrow);
            let operands = [x, y, z, c];
            let mut inner = Vec::new();
            for _ in 0..3 {
                let op = [Add, Sub, Sub, Mul, And, Or, Xor][world.below(7)];
                let (p, q) = (world.below(4), world.below(4));
                inner.push(world.binary(op, &operands[p], &operands[q]));
            }
            for _ in 0..4 {
                let op = [Add, Sub, Sub, Mul, And, Or, Xor, Eq][world.below(8)];
                let (p, q) = (world.below(3), world.below(4));
                let (p, q) =
                    if world.rng.bool() { (&inner[p], &operands[q]) } else { (&operands[q], &inner[p]) };
                world.binary(op, p, q);
            }
            let (p, q) = (world.below(3), world.below(3));
            let op = [Eq, Sub, Xor, Add][world.below(4)];
            world.binary(op, &inner[p], &inner[q]);
            let zero = world.constant(0, narrow);
            world.binary(Eq, &inner[p], &zero);
        }
        9 => {
            // Concatenations of four parts of equal width, with gaps.
            let part = (width / 4).max(1);
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
            let arms: [_; 4] = std::array::from_fn(|_| world.some_constant(narrow));
            let p = world.ite(&c, &arms[0], &arms[1]);
            let q = world.ite(&c, &arms[2], &arms[3]);
            world.binary(Eq, &p, &q);
        }
        0 => {
            world.binary(compare, &shifted, &j);
            world.binary(compare, &j, &shifted);
        }
        1 => {
            world.binary(compare, &wide, &j);
            world.binary(compare, &j, &wide);
            world.binary(compare, &wide, &other);
        }
        2 => {
            let op = [Add, Sub, Mul, And, Or, Xor][world.below(6)];
            let result = world.binary(op, &wide, &other);
            let cut = 1 + world.below(usize::from(width)) as Width;
            world.extract(&result, 0, cut);
        }
        3 => {
            let by = world.constant(u128::from(narrow), width);
            let up = world.zext(&x, width);
            let up = world.binary(Shl, &up, &by);
            let low = world.zext(&y, width);
            let op = [Or, Add, Xor][world.below(3)];
            world.binary(op, &up, &low);
        }
        4 => {
            let c = world.some_term(1);
            let d = world.some_term(1);
            let first = world.ite(&c, &wide, &other);
            let second =
                if world.rng.bool() { world.ite(&d, &wide, &other) } else { world.ite(&d, &other, &wide) };
            world.ite(&c, &first, &second);
            world.ite(&d, &wide, &second);
            world.ite(&d, &first, &other);
            let limited = world.ite(&c, &k, &wide);
            world.binary(compare, &limited, &j);
            world.binary(compare, &j, &limited);
        }
        5 => {
            let op = [UDiv, URem, SDiv, SRem][world.below(4)];
            world.binary(op, &wide, &k);
            world.binary(op, &wide, &other);
        }
        6 => {
            let equal = world.binary(Eq, &x, &y);
            let (first, second) = if world.rng.bool() { (x, y) } else { (y, x) };
            world.ite(&equal, &first, &second);
            let c = world.some_constant(narrow);
            let d = world.some_constant(narrow);
            let mut p = world.binary(Eq, &first, &c);
            let mut q = world.binary(Eq, &first, &d);
            if world.rng.bool() {
                p = world.not(&p);
            }
            if world.rng.bool() {
                q = world.not(&q);
            }
            let op = [And, Or][world.below(2)];
            world.binary(op, &p, &q);
        }
        _ => {
            // Taken apart and put together again.
            let at = 1 + world.below(usize::from(width) - 1) as Width;
            let term = [shifted, world.some_term(width)][world.below(2)].clone();
            let term = if world.rng.bool() { world.binary(And, &term, &j) } else { term };
            let low = world.extract(&term, 0, at);
            let high = world.extract(&term, at, width - at);
            let whole = world.concat(&high, &low);
            world.binary(compare, &whole, &j);
            world.binary(compare, &j, &whole);
        }
    }
}

/// Shapes that chance alone finds too seldom.
fn aimed(world: &mut World) {
    use BinaryOp::*;
    let width = 3 + world.below(usize::from(world.max_width) - 2) as Width;
    let x = world.some_term(width);
    let y = world.some_term(width);
    let sparse = world.constant(u128::MAX / 3, width);
    let dense = world.constant(u128::MAX / 5 * 3, width);
    let odd = world.constant(5, width);
    match world.rng.below(8) {
        0 => {
            let difference = world.binary(Sub, &x, &y);
            world.binary(Sub, &difference, &x);
            world.binary(Sub, &x, &difference);
            world.binary(Add, &difference, &y);
        }
        1 => {
            let op = [Mul, And, Or, Xor][world.below(4)];
            let third = world.constant(3, width);
            let (c, d) = if op == Mul { (&odd, &third) } else { (&sparse, &dense) };
            let inner = world.binary(op, &x, c);
            world.binary(op, &inner, d);
            let value = world.some_constant(width);
            world.binary(Eq, &inner, &value);
        }
        2 => {
            let not = world.not(&x);
            for (outer, inner) in [(And, Or), (Or, And), (And, And), (Or, Or)] {
                let inner = world.binary(inner, &not, &y);
                world.binary(outer, &inner, &x);
            }
        }
        3 => {
            let cut = 1 + world.below(usize::from(width) - 2) as Width;
            let shift = world.constant(u128::from(cut), width);
            let up = world.binary(Shl, &x, &shift);
            let low = world.extract(&y, 0, cut);
            let high = world.extract(&y, 0, width - cut);
            let parts = world.concat(&high, &low);
            let op = [Or, Xor][world.below(2)];
            world.binary(op, &up, &parts);
        }
        4 => {
            let (p, q) = (world.binary(And, &x, &sparse), world.binary(And, &y, &sparse));
            let positive = world.binary(URem, &x, &odd);
            let op = [Slt, Sle, SDiv, SRem, Ult, Ule][world.below(6)];
            let (p, q) = (world.binary(LShr, &p, &q), world.binary(LShr, &q, &positive));
            world.binary(op, &p, &q);
            let third = world.constant(3, width);
            let (p, q) = (world.binary(UDiv, &x, &third), world.binary(URem, &y, &third));
            world.binary(op, &p, &q);
            let top = world.constant(1 << (width - 1), width);
            let large = world.binary(Or, &y, &top);
            world.binary(op, &p, &large);
            world.binary(op, &large, &p);
        }
        5 => {
            let condition = world.some_term(1);
            let (k, a, b) =
                (world.some_constant(width), world.some_constant(width), world.some_constant(width));
            let choice = world.ite(&condition, &a, &b);
            let op = BinaryOp::ALL[world.below(BinaryOp::ALL.len())];
            world.binary(op, &k, &choice);
            world.binary(op, &choice, &k);
        }
        6 => {
            let z = world.some_term(width);
            let op = [Add, Xor][world.below(2)];
            let (p, q) = (world.binary(op, &x, &y), world.binary(op, &x, &z));
            world.binary(Eq, &p, &q);
            world.binary(Eq, &p, &x);
            let cut = 1 + world.below(usize::from(width) - 1) as Width;
            let pieces = [&x, &y].map(|term| {
                let (low, high) = (world.extract(term, 0, cut), world.extract(term, 0, width - cut));
                world.concat(&high, &low)
            });
            world.binary(Eq, &pieces[0], &pieces[1]);
        }
        _ => {
            // The highest bit of the mask is not the one below it, so that the slices differ in kind.
            let spread = world.binary(And, &x, &sparse);
            let cut =
                if world.rng.bool() { width - 1 } else { 1 + world.below(usize::from(width) - 1) as Width };
            let low = world.extract(&spread, 0, cut);
            let high = world.extract(&spread, cut, width - cut);
            world.concat(&high, &low);
        }
    }
}

/// A text with constants stored into it, such as its end, and a comparison of what is read from it.
fn ended_text(world: &mut World) {
    let mut text = world.some_array();
    for _ in 0..1 + world.below(2) {
        let (at, byte) = (world.some_index(), world.some_constant(8));
        text = world.store(&text, &at, &byte);
    }
    let place = world.some_index();
    let (read, byte) = (world.select(&text, &place), world.some_constant(8));
    world.binary(BinaryOp::Eq, &read, &byte);
}

/// Places in a text, and places further on.
fn further_on(world: &mut World) {
    use BinaryOp::*;
    let width = 3 + world.below(usize::from(world.max_width) - 2) as Width;
    let narrow = 1 + world.below(usize::from(width) - 2) as Width;
    let (x, y) = (world.some_term(narrow), world.some_term(narrow));
    let (at, by) = (world.zext(&x, width), world.zext(&y, width));
    let (one, two) = (world.constant(1, width), world.constant(2, width));
    let next = world.binary(Add, &at, &one);
    let further = world.binary(Add, &at, &by);
    let last = world.binary(Add, &further, &two);
    let op = [Ult, Ule][world.below(2)];
    for (a, b) in [(&at, &next), (&at, &further), (&next, &last), (&further, &next)] {
        world.binary(op, a, b);
        world.binary(op, b, a);
    }
    let any = world.some_term(width);
    for c in [world.constant(u128::MAX, width), world.some_constant(width)] {
        let wrapped = world.binary(Add, &any, &c);
        world.binary(op, &any, &wrapped);
        world.binary(op, &wrapped, &any);
    }
}
