//! Arrays written by formulas, against what their bytes are one by one.

use crate::formula_arrays::{Inputs, Number, SIZE, World, array, number};
use bowline_base::Rng;
use bowline_expr::formula::Stretch;
use bowline_expr::substitute::Substitution;
use bowline_expr::{Evaluator, ExprId, Model, Node, Pool, smtlib};

const MODELS: usize = 6;

/// Calls `check` with reads of random arrays: a world, the array, the read, and what it is under a model.
fn for_reads(
    seeds: std::ops::Range<u64>,
    mut check: impl FnMut(&mut World, u64, ExprId, ExprId, &[(Model, u8)]),
) {
    for seed in seeds {
        let mut rng = Rng::new(seed);
        let depth = 1 + rng.below(4) as u32;
        let (tree, place) = (array(&mut rng, depth), number(&mut rng));
        let mut world = World::new();
        let Some(array) = world.array(&tree) else { continue };
        let index = world.number(&place);
        let read = world.pool.select(array, index);
        let mut values = Vec::new();
        for _ in 0..MODELS {
            let inputs = Inputs::random(&mut rng);
            values.push((world.model(&inputs), inputs.byte(&tree, inputs.number(&place))));
        }
        check(&mut world, seed, array, read, &values);
    }
}

fn agrees(pool: &Pool, read: ExprId, values: &[(Model, u8)], what: &str) {
    let mut evaluator = Evaluator::new();
    for (model, byte) in values {
        let value = evaluator.eval(pool, model, read);
        assert_eq!(value, u128::from(*byte), "{what}: {}", bowline_expr::print::text(pool, read));
    }
}

fn reads_formula(pool: &Pool, id: ExprId) -> bool {
    let (mut stack, mut seen) = (vec![id], std::collections::HashSet::new());
    while let Some(id) = stack.pop() {
        if seen.insert(id) {
            if matches!(pool.node(id), Node::Formula { .. }) {
                return true;
            }
            pool.node(id).for_each_child(|child| stack.push(child));
        }
    }
    false
}

#[test]
fn a_read_is_what_was_written() {
    let (mut formulas, mut all) = (0, 0);
    for_reads(0..6_000, |world, seed, array, read, values| {
        all += 1;
        formulas += usize::from(reads_formula(&world.pool, array));
        agrees(&world.pool, read, values, &format!("seed {seed}"));
        // The place is known, or one byte: nothing is left of the formula.
        assert!(!reads_formula(&world.pool, read), "seed {seed}");
    });
    assert!(all > 5_500 && formulas > 3_500, "{formulas} formulas in {all} arrays");
}

#[test]
fn a_read_that_was_left_is_evaluated_and_resolved() {
    let mut left = 0;
    for seed in 0..3_000 {
        let mut rng = Rng::new(seed);
        let depth = 1 + rng.below(3) as u32;
        let (tree, place) = (array(&mut rng, depth), number(&mut rng));
        let mut world = World::new();
        // Without rules nothing is put in, and formulas nest.
        let Some(read) = world.plainly(|world| {
            let array = world.array(&tree)?;
            let index = world.number(&place);
            Some(world.pool.select(array, index))
        }) else {
            continue;
        };
        left += usize::from(reads_formula(&world.pool, read));
        let resolved = world.pool.resolved(read, 100_000).expect("small arrays");
        assert!(!reads_formula(&world.pool, resolved), "seed {seed}");
        let expanded = world.pool.expanded(read, SIZE + 20).expect("small arrays");
        assert!(world.pool.levels_of(expanded).is_plain(), "seed {seed}");
        for _ in 0..MODELS {
            let inputs = Inputs::random(&mut rng);
            let values = [(world.model(&inputs), inputs.byte(&tree, inputs.number(&place)))];
            agrees(&world.pool, read, &values, &format!("seed {seed}, as it is"));
            agrees(&world.pool, resolved, &values, &format!("seed {seed}, resolved"));
        }
    }
    assert!(left > 1_500, "only {left} reads were left");
}

#[test]
fn formulas_are_read_in_bounded_terms() {
    let mut evaluator = Evaluator::new();
    let (mut held, mut all) = (0, 0);
    for seed in 0..2_000 {
        let mut rng = Rng::new(seed);
        let depth = 1 + rng.below(3) as u32;
        let tree = array(&mut rng, depth);
        let limit = rng.below(12) as u8;
        let plain = rng.below(3) == 0;
        let mut world = World::new();
        let build = |world: &mut World| {
            let array = world.array(&tree)?;
            let j = world.pool.auxiliary("number", 0, 8);
            let (at, count) = (world.pool.input_word(j, 8), world.number(&Number::Unknown(0)));
            let byte = world.pool.select(array, at);
            let limit = world.pool.constant(limit.into(), 8);
            let is_least = world.pool.ule(limit, byte);
            Some((world.pool.for_all(count, j, is_least)?, world.pool.how_many(count, j, is_least)?))
        };
        let made = if plain { world.plainly(build) } else { build(&mut world) };
        let Some((all_are, how_many)) = made else { continue };
        let expanded = world.pool.expanded(how_many, SIZE + 20).expect("small arrays");
        for _ in 0..MODELS {
            let inputs = Inputs::random(&mut rng);
            let model = world.model(&inputs);
            let count = inputs.number(&Number::Unknown(0));
            let expected = (0..count).filter(|&at| inputs.byte(&tree, at) >= limit).count() as u64;
            let what = format!("seed {seed}, plainly {plain}: {tree:?}");
            assert_eq!(evaluator.holds(&world.pool, &model, all_are), expected == count, "{what}");
            assert_eq!(evaluator.eval(&world.pool, &model, how_many), expected.into(), "{what}");
            assert_eq!(evaluator.eval(&world.pool, &model, expanded), expected.into(), "{what}");
            held += usize::from(expected == count);
            all += 1;
        }
    }
    assert!(all > 9_000 && held > 1_000, "{held} of {all} held");
}

#[test]
fn formulas_are_written_and_read_back() {
    let mut formulas = 0;
    for seed in 0..1_000 {
        let mut rng = Rng::new(seed);
        let (tree, place) = (array(&mut rng, 2), number(&mut rng));
        let mut world = World::new();
        let Some(read) = world.plainly(|world| {
            let array = world.array(&tree)?;
            let index = world.number(&place);
            Some(world.pool.select(array, index))
        }) else {
            continue;
        };
        let zero = world.pool.constant(3, 8);
        let question = world.pool.plainly(|pool| pool.ult(read, zero));
        let script = smtlib::script(&world.pool, &[], Some(question));
        formulas += usize::from(script.contains("lambda"));
        let back =
            smtlib::parse(&script, &mut world.pool).unwrap_or_else(|error| panic!("{error}\n{script}"));
        let mut evaluator = Evaluator::new();
        for _ in 0..MODELS {
            let inputs = Inputs::random(&mut rng);
            let expected = inputs.byte(&tree, inputs.number(&place)) < 3;
            let model = world.model(&inputs);
            assert_eq!(
                evaluator.holds(&world.pool, &model, back.assertions[0]),
                expected,
                "{seed}\n{script}"
            );
        }
    }
    assert!(formulas > 400, "only {formulas} scripts have a formula");
}

#[test]
fn parts_of_a_formula_are_replaced_and_kept() {
    for_reads(0..1_500, |world, seed, array, _, values| {
        let index = world.number(&Number::Unknown(1));
        let read = world.pool.plainly(|pool| pool.select(array, index));
        world.pool.collect(|marker| marker.mark(read));
        let mut evaluator = Evaluator::new();
        for (model, _) in values {
            // One unknown becomes what it is under the model.
            let (byte, value) = (world.pool.input_byte(world.numbers, 0), model.byte(world.numbers, 0));
            let value = world.pool.constant(value.into(), 8);
            let mut known = Substitution::new();
            known.replace(byte, value);
            let made = known.apply(&mut world.pool, read, 10_000).expect("a small expression");
            let (before, after) =
                (evaluator.eval(&world.pool, model, read), evaluator.eval(&world.pool, model, made));
            assert_eq!(before, after, "seed {seed}");
        }
    });
}

/// A copy of a copy of a copy, a thousand times over: each is one expression, a read stays small, and what is too much is refused.
#[test]
fn many_copies_end_in_an_answer_or_a_refusal() {
    let mut world = World::new();
    let mut array = world.pool.input(world.text);
    let one = world.constant(1);
    let mut made = 0;
    for round in 0..1_000u64 {
        let (from, count) = (world.number(&Number::Unknown(round % 5)), world.constant(3));
        let stretch = Stretch { from, count, most: 3 };
        let source = array;
        let new = |pool: &mut Pool, distance| {
            let at = pool.add(distance, one);
            Some(pool.select(source, at))
        };
        let kept = |pool: &mut Pool, index: ExprId| Some(pool.select(source, index));
        let Some(next) = world.pool.overwritten(stretch, &[source, one], new, kept) else { break };
        array = next;
        made += 1;
    }
    assert!(made >= 16, "only {made} copies of copies");
    let mut evaluator = Evaluator::new();
    let inputs = Inputs::random(&mut Rng::new(5));
    let model = world.model(&inputs);
    let mut expected: Vec<u8> = (0..SIZE + 20).map(|at| inputs.text(at)).collect();
    for round in 0..made {
        let before = expected.clone();
        let from = usize::from(inputs.numbers[round as usize % 5]);
        (0..3).for_each(|i| expected[from + i] = before[1 + i]);
    }
    for at in 0..SIZE {
        let index = world.constant(at);
        let read = world.pool.select(array, index);
        assert_eq!(evaluator.eval(&world.pool, &model, read), expected[at as usize].into(), "at {at}");
    }
}
