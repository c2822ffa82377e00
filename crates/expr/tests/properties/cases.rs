//! What is told case by case is what the value itself would give.

use crate::reference::{Term, World, meaning};
use bowline_expr::{BinaryOp, Cases, Evaluator, INDEX_WIDTH, Node};

/// A random tree of choices over constants, with shared parts.
fn choice(world: &mut World, width: u16) -> Term {
    let mut parts: Vec<Term> = (0..3).map(|_| world.some_constant(width)).collect();
    for _ in 0..6 {
        let condition = world.some_term(1);
        let (a, b) = (world.below(parts.len()), world.below(parts.len()));
        let part = world.ite(&condition, &parts[a].clone(), &parts[b].clone());
        parts.push(part);
    }
    parts.pop().expect("there are parts")
}

#[test]
fn mapping_the_cases_is_computing_with_the_value() {
    let mut mapped = 0;
    for seed in 0..600 {
        let mut world = World::random(seed, 8, 32);
        for at in 0..4 {
            world.byte(at);
        }
        for _ in 0..20 {
            world.random_step(false);
        }
        let mut value = choice(&mut world, 16);
        for _ in 0..world.below(4) {
            let constant = world.some_constant(value.width);
            value = match world.below(4) {
                0 => world.binary(BinaryOp::Add, &value, &constant),
                1 => world.binary(BinaryOp::Sub, &constant, &value),
                2 => world.zext(&value, 32),
                _ => world.extract(&value, 0, 8),
            };
        }
        let Some(cases) = Cases::of(&world.pool, value.id, 100) else { continue };
        mapped += 1;
        // A function that no operation is: a multiple of the value, xor something.
        let (factor, noise) = (world.below(1000) as u128, 0x5a5a);
        let (width, pool) = (value.width, &mut world.pool);
        let answer =
            cases.map(pool, |pool, case| pool.constant(case.wrapping_mul(factor) ^ noise, INDEX_WIDTH));
        let mut evaluator = Evaluator::new();
        for (model, &own) in world.models.iter().zip(&value.values) {
            let expected = meaning(BinaryOp::Mul, INDEX_WIDTH, own, factor) ^ noise;
            assert_eq!(evaluator.eval(&world.pool, model, answer), expected, "seed {seed}, {width} bits");
        }
        if let Node::Ite(..) = world.pool.node(value.id) {
            assert!(
                Cases::of(&world.pool, value.id, 0).is_none(),
                "seed {seed}: one choice is more than none"
            );
        }
    }
    assert!(mapped > 100, "only {mapped} values had cases");
}

#[test]
fn what_is_no_choice_of_constants_has_no_cases() {
    let mut world = World::random(1, 8, 32);
    let (byte, condition) = (world.byte(0), world.some_term(1));
    let constant = world.some_constant(8);
    let open = world.ite(&condition, &constant, &byte);
    for term in [&byte, &constant, &open] {
        assert!(Cases::of(&world.pool, term.id, 100).is_none());
    }
}
