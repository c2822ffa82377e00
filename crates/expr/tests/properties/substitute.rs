//! A part that is replaced by a constant makes the expression what it is under models where the part has that value.

use crate::idioms;
use crate::reference::{Term, World};
use bowline_expr::substitute::Substitution;
use bowline_expr::{Evaluator, ExprId};

fn some(world: &mut World) -> Term {
    let place = world.below(world.terms.len());
    world.terms[place].clone()
}

#[test]
fn replacing_a_part_by_its_value_keeps_the_value() {
    let (mut simpler, mut refused) = (0, 0);
    for seed in 0..150 {
        let mut world = World::random(seed, 8, 32);
        for at in 0..4 {
            world.byte(at);
        }
        world.table(&[3, 1, 4, 1, 5]);
        for _ in 0..60 {
            idioms::advance(&mut world, true);
        }
        let mut evaluator = Evaluator::new();
        for _ in 0..20 {
            let models = world.models.len();
            let (model, mut substitution) = (world.below(models), Substitution::new());
            for _ in 0..2 {
                // The bytes come first; other parts are seldom part of another term.
                let part = match world.rng.bool() {
                    true => world.terms[world.rng.below(4) as usize].clone(),
                    false => some(&mut world),
                };
                let value = world.pool.constant(part.values[model], part.width);
                substitution.replace(part.id, value);
            }
            let whole = some(&mut world);
            let Some(made) = substitution.apply(&mut world.pool, whole.id, 200) else {
                refused += 1;
                continue;
            };
            let value = evaluator.eval(&world.pool, &world.models[model], made);
            assert_eq!(value, whole.values[model], "seed {seed}: {} became {made}", whole.id);
            simpler += usize::from(made != whole.id);
        }
    }
    assert!(simpler > 100, "only {simpler} replacements had an effect, {refused} were too large");
}

#[test]
fn deep_expressions_need_no_stack() {
    let mut pool = bowline_expr::Pool::new();
    let symbol = pool.symbol("in", 0, 100_001);
    let mut sum = pool.input_byte(symbol, 0);
    let first: ExprId = sum;
    for at in 1..100_001 {
        let byte = pool.input_byte(symbol, at);
        let product = pool.mul(sum, byte);
        sum = pool.xor(product, byte);
    }
    let zero = pool.constant(0, 8);
    let mut substitution = Substitution::new();
    substitution.replace(first, zero);
    assert!(substitution.apply(&mut pool, sum, 10_000_000).is_some_and(|made| made != sum));
    let mut substitution = Substitution::new();
    substitution.replace(first, zero);
    assert_eq!(substitution.apply(&mut pool, sum, 1000), None);
}
