//! Bounded terms against enumeration.

use crate::bounded_trees::{Condition, Inputs, Maker, Number, World, universal};
use bowline_base::Rng;
use bowline_expr::substitute::Substitution;
use bowline_expr::{BoundedOp, Evaluator, ExprId, INDEX_WIDTH, Model, Node, Pool, SupportCache, smtlib};

/// Models that each term is tried with.
const MODELS: usize = 12;

fn has_bounded_term(pool: &Pool, id: ExprId) -> bool {
    !pool.levels_of(id).is_plain()
}

#[test]
fn the_value_of_a_term_is_what_enumeration_gives() {
    let (mut bounded, mut nested, mut evaluator) = (0, 0, Evaluator::new());
    for seed in 0..6_000 {
        let mut rng = Rng::new(seed);
        let tree = universal(&mut rng);
        let mut world = World::new();
        let term = world.condition(&tree, 0);
        bounded += usize::from(has_bounded_term(&world.pool, term));
        nested += usize::from(
            world.pool.outermost(term).into_iter().any(|one| {
                matches!(world.pool.node(one), Node::Bounded { body, .. } if !world.pool.outermost(body).is_empty())
            }),
        );
        for _ in 0..MODELS {
            let inputs = Inputs::random(&mut rng);
            let model = world.model(&inputs);
            let expected = inputs.holds(&tree, &[]);
            assert_eq!(evaluator.holds(&world.pool, &model, term), expected, "seed {seed}: {tree:?}");
        }
    }
    assert!(bounded > 2_000 && nested > 200, "{bounded} bounded, {nested} nested");
}

#[test]
fn rules_do_not_change_what_a_term_means() {
    let mut evaluator = Evaluator::new();
    for seed in 0..2_000 {
        let mut rng = Rng::new(seed);
        let tree = universal(&mut rng);
        let mut world = World::new();
        // The same tree without any rule.
        let mut pool = std::mem::take(&mut world.pool);
        let term = pool.plainly(|pool| {
            std::mem::swap(pool, &mut world.pool);
            let term = world.condition(&tree, 0);
            std::mem::swap(pool, &mut world.pool);
            term
        });
        world.pool = pool;
        for _ in 0..MODELS {
            let inputs = Inputs::random(&mut rng);
            let model = world.model(&inputs);
            let expected = inputs.holds(&tree, &[]);
            assert_eq!(evaluator.holds(&world.pool, &model, term), expected, "seed {seed}: {tree:?}");
        }
    }
}

#[test]
fn instances_expansions_and_failures_are_those_of_the_numbers() {
    let (mut instances, mut failing, mut evaluator) = (0, 0, Evaluator::new());
    for seed in 0..1_500 {
        let mut rng = Rng::new(seed);
        let tree = universal(&mut rng);
        let mut world = World::new();
        let term = world.condition(&tree, 0);
        // Counts are at most 9, and how many of those at most that.
        let expanded = world.pool.expanded(term, 10).expect("a small term");
        assert!(!has_bounded_term(&world.pool, expanded));
        let outermost = world.pool.outermost(term);
        for _ in 0..MODELS {
            let inputs = Inputs::random(&mut rng);
            let model = world.model(&inputs);
            assert_eq!(
                evaluator.holds(&world.pool, &model, expanded),
                inputs.holds(&tree, &[]),
                "seed {seed}"
            );
            for &one in &outermost {
                let Node::Bounded { op: BoundedOp::ForAll, count, .. } = world.pool.node(one) else {
                    continue;
                };
                let count = evaluator.eval(&world.pool, &model, count) as u64;
                let mut broken = Vec::new();
                for number in 0..count {
                    let at = world.pool.constant(number.into(), INDEX_WIDTH);
                    let instance = world.pool.instance(one, at).expect("a small body");
                    instances += 1;
                    if !evaluator.holds(&world.pool, &model, instance) {
                        broken.push(number);
                    }
                }
                failing += broken.len();
                assert_eq!(
                    evaluator.numbers_where(&world.pool, &model, one, false, 100),
                    broken,
                    "seed {seed}"
                );
                let most = broken.len() / 2;
                broken.truncate(most);
                assert_eq!(
                    evaluator.numbers_where(&world.pool, &model, one, false, most),
                    broken,
                    "seed {seed}"
                );
                assert_eq!(
                    evaluator.holds(&world.pool, &model, one),
                    evaluator_says(&mut evaluator, &world, &model, one)
                );
            }
        }
    }
    assert!(instances > 10_000 && failing > 2_000, "{instances} instances, {failing} of which do not hold");
}

fn evaluator_says(evaluator: &mut Evaluator, world: &World, model: &Model, one: ExprId) -> bool {
    evaluator.numbers_where(&world.pool, model, one, false, 1).is_empty()
}

#[test]
fn inputs_may_be_replaced_inside_terms() {
    let mut evaluator = Evaluator::new();
    let mut changed = 0;
    for seed in 0..1_000 {
        let mut rng = Rng::new(seed);
        let tree = universal(&mut rng);
        let mut world = World::new();
        let term = world.condition(&tree, 0);
        let inputs = Inputs::random(&mut rng);
        let mut known = Substitution::new();
        let limit = world.pool.input_byte(world.limit, 0);
        let value = world.pool.constant(inputs.limit.into(), 8);
        known.replace(limit, value);
        let made = known.apply(&mut world.pool, term, 10_000).expect("a small term");
        changed += usize::from(made != term);
        let mut model = world.model(&inputs);
        model.set_byte(world.limit, 0, inputs.limit ^ 5);
        assert_eq!(
            evaluator.holds(&world.pool, &model, made),
            inputs.holds(&tree, &[]),
            "seed {seed}: {tree:?}"
        );
    }
    assert!(changed > 500, "only {changed} depend on the limit");
}

#[test]
fn terms_are_written_and_read_back() {
    let mut evaluator = Evaluator::new();
    let (mut same, mut all) = (0, 0);
    for seed in 0..1_000 {
        let mut rng = Rng::new(seed);
        let tree = universal(&mut rng);
        let mut world = World::new();
        let term = world.condition(&tree, 0);
        if !has_bounded_term(&world.pool, term) {
            continue;
        }
        let text = smtlib::script(&world.pool, &[], Some(term));
        let read = smtlib::parse(&text, &mut world.pool).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let [back] = read.assertions[..] else { panic!("one assertion in {text}") };
        all += 1;
        same += usize::from(back == term);
        for _ in 0..MODELS {
            let inputs = Inputs::random(&mut rng);
            let model = world.model(&inputs);
            assert_eq!(
                evaluator.holds(&world.pool, &model, back),
                inputs.holds(&tree, &[]),
                "seed {seed}\n{text}"
            );
        }
    }
    // Reads that may lie beyond the end of the text come back guarded.
    assert!(same > 100 && all > 300, "{same} of {all} came back as they were");
}

#[test]
fn terms_survive_a_collection_and_are_interned() {
    let mut world = World::new();
    let tree = Condition::ForAll(Number::Limit.into(), Condition::Is(Number::Variable(0), b'a').into());
    let term = world.condition(&tree, 0);
    let garbage = world.condition(
        &Condition::ForAll(Number::Limit.into(), Condition::Is(Number::Variable(0), b'b').into()),
        0,
    );
    assert_ne!(term, garbage);
    world.pool.collect(|marker| marker.mark(term));
    assert_eq!(world.condition(&tree, 0), term);
    let Node::Bounded { count, body, .. } = world.pool.node(term) else { panic!("{term} is bounded") };
    assert!(world.pool.levels_of(count).is_plain() && !world.pool.levels_of(body).is_closed());
    // A condition on the text of unknown places depends on all of it.
    assert_eq!(SupportCache::new().of(&world.pool, term).len(), 2);
    let other = world.pool.auxiliary("another name", 7, 8);
    let (word, array) = (world.pool.input_word(other, 8), world.pool.input(world.text));
    let byte = world.pool.select(array, word);
    let a = world.pool.constant(b'a'.into(), 8);
    let body = world.pool.eq(byte, a);
    assert_eq!(
        world.pool.for_all(count, other, body),
        Some(term),
        "the name of the variable does not matter"
    );
}

#[test]
fn what_would_be_captured_or_nests_too_deep_is_refused() {
    let mut world = World::new();
    let tree = Condition::ForAll(Number::Limit.into(), Condition::Is(Number::Variable(0), b'a').into());
    let term = world.condition(&tree, 0);
    let Node::Bounded { body, .. } = world.pool.node(term) else { panic!("{term} is bounded") };
    // The body of the term, with its free variable, in place of something inside another term of the same level.
    let limit = world.pool.input_byte(world.limit, 0);
    let open = world.pool.zero_extend(body, 8);
    let mut capture = Substitution::new();
    capture.replace(limit, open);
    assert_eq!(capture.apply(&mut world.pool, term, 1_000), None);
    let mut deep = world.condition(&Condition::Is(Number::Plus(Number::Variable(0).into(), 1), b'a'), 9);
    let count = world.number(&Number::Limit, 0);
    let array = world.pool.input(world.text);
    for place in 0.. {
        // Each body depends on its own variable.
        let symbol = world.variable(place);
        let at = world.pool.input_word(symbol, 8);
        let (byte, b) = (world.pool.select(array, at), world.pool.constant(b'b'.into(), 8));
        let is = world.pool.eq(byte, b);
        let body = world.pool.or(is, deep);
        match world.pool.for_all(count, symbol, body) {
            Some(made) => deep = made,
            None => {
                assert_eq!(place, bowline_expr::bounded::MAX_LEVELS.into());
                break;
            }
        }
    }
}

#[test]
fn large_counts_cost_what_their_numbers_do() {
    let mut pool = Pool::new();
    let (text, limit) = (pool.symbol("text", 0, 1 << 20), pool.symbol("limit", 0, 4));
    let j = pool.auxiliary("j", 0, 8);
    let (count, at, array) = (pool.input_word(limit, 4), pool.input_word(j, 8), pool.input(text));
    let (count, byte) = (pool.zero_extend(count, 64), pool.select(array, at));
    let a = pool.constant(b'a'.into(), 8);
    let is_a = pool.eq(byte, a);
    let (all, many) = (pool.for_all(count, j, is_a), pool.how_many(count, j, is_a));
    let (all, many) = (all.expect("one level"), many.expect("one level"));
    let mut model = Model::new();
    (0..200_000).for_each(|at| model.set_byte(text, at, b'a'));
    for (number, expected) in [(200_000u32, true), (200_001, false), (u32::MAX, false)] {
        for (place, byte) in (0..).zip(number.to_le_bytes()) {
            model.set_byte(limit, place, byte);
        }
        let mut evaluator = Evaluator::new();
        assert_eq!(evaluator.holds(&pool, &model, all), expected);
        assert_eq!(evaluator.eval(&pool, &model, many), 200_000);
    }
}

/// What must disappear, disappears.
#[test]
fn limits_of_counters_need_no_bounded_term() {
    let mut world = World::new();
    let int = |number: Number| Box::new(number);
    let j = || Number::Variable(0);
    let below = Condition::Below(j(), Number::Limit);
    let as_int = Condition::BelowAsInt(Number::Plus(int(j()), 1), Number::Limit);
    let differs = Condition::Not(Condition::Equal(Number::Plus(int(j()), 3), Number::Limit).into());
    let above = Condition::Below(Number::Limit, Number::Plus(int(j()), 5));
    for body in [below, as_int, differs, above] {
        let text = format!("{body:?}");
        let both = Condition::And(body.into(), Condition::Is(Number::Constant(0), b'a').into());
        let tree = Condition::ForAll(Number::Plus(int(Number::Limit), 1).into(), both.into());
        let term = world.condition(&tree, 0);
        assert!(
            !has_bounded_term(&world.pool, term),
            "{text}: {}",
            bowline_expr::print::text(&world.pool, term)
        );
    }
}

/// Long ranges are decided by intervals: the answer is that of going through them.
#[test]
fn long_ranges_are_decided_as_single_numbers_are() {
    let (mut evaluator, mut held) = (Evaluator::new(), 0);
    for seed in 0..800 {
        let mut rng = Rng::new(seed);
        let mut world = World::new();
        let body = Maker { rng: &mut rng }.condition(1, 1);
        let count = 300 + rng.below(400);
        let many = Condition::ForAll(Number::Constant(count).into(), body.clone().into());
        let not =
            Condition::ForAll(Number::Constant(count).into(), Condition::Not(body.clone().into()).into());
        let number = Number::HowMany(Number::Constant(count).into(), body.into());
        let (many_id, not_id, number_id) =
            (world.condition(&many, 0), world.condition(&not, 0), world.number(&number, 0));
        for _ in 0..3 {
            let inputs = Inputs::random(&mut rng);
            let model = world.model(&inputs);
            assert_eq!(
                evaluator.holds(&world.pool, &model, many_id),
                inputs.holds(&many, &[]),
                "seed {seed}"
            );
            assert_eq!(evaluator.holds(&world.pool, &model, not_id), inputs.holds(&not, &[]), "seed {seed}");
            let expected = inputs.number(&number, &[]);
            assert_eq!(evaluator.eval(&world.pool, &model, number_id), expected.into(), "seed {seed}");
            held += expected;
        }
    }
    assert!(held > 1_000, "{held}");
}

/// The character before, by an index of 32 bits that is -1 at first: what a body looks at is told from bytes and from comparisons of the number.
#[test]
fn bodies_that_look_at_characters_are_decided_by_these() {
    let mut pool = Pool::new();
    let text = pool.symbol("text", 0, 700);
    let j = pool.auxiliary("j", 0, 8);
    let (number, array) = (pool.input_word(j, 8), pool.input(text));
    let narrow = pool.truncate(number, 32);
    let (zero, one) = (pool.constant(0, 32), pool.constant(1, 32));
    let before = pool.sub(narrow, one);
    let before = pool.sign_extend(before, 64);
    let (here, before) = (pool.select(array, number), pool.select(array, before));
    let [cr, lf] = [b'\r', b'\n'].map(|byte| pool.constant(byte.into(), 8));
    let (is_lf, is_cr) = (pool.eq(here, lf), pool.eq(before, cr));
    let is_first = pool.eq(narrow, zero);
    let is_second = pool.or(is_first, is_cr);
    let body = pool.and(is_lf, is_second);
    let count = pool.constant(650, 64);
    let many = pool.how_many(count, j, body).expect("one level");
    let mut evaluator = Evaluator::new();
    for seed in 0..40 {
        let mut rng = Rng::new(seed);
        let mut bytes: Vec<u8> = (0..700).map(|_| b"\r\n\0"[rng.below(3) as usize]).collect();
        bytes[0] = b'\n';
        let mut model = Model::new();
        (0..).zip(&bytes).for_each(|(at, &byte)| model.set_byte(text, at, byte));
        let is_one = |at: usize| bytes[at] == b'\n' && (at == 0 || bytes[at - 1] == b'\r');
        let expected = (0..650).filter(|&at| is_one(at)).count();
        assert_eq!(evaluator.eval(&pool, &model, many), expected as u128, "seed {seed}");
    }
}
