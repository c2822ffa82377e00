//! Arrays written by formulas, against what their bytes are one by one.

use bowline_base::Rng;
use bowline_expr::formula::Stretch;
use bowline_expr::substitute::Substitution;
use bowline_expr::{Evaluator, ExprId, INDEX_WIDTH, Model, Node, Pool, SymId, smtlib};

/// Bytes of the text; what is read goes a little beyond.
const SIZE: u64 = 12;
const MODELS: usize = 6;

/// A number that may be unknown.
#[derive(Clone, Debug)]
enum Number {
    Constant(u64),
    /// A byte of the other input.
    Unknown(u64),
}

#[derive(Clone, Debug)]
enum Array {
    Text,
    Table,
    Store(Box<Array>, Number, Number),
    /// New bytes from one place on, so many of them.
    Over(Box<Array>, Number, Number, Box<New>),
}

#[derive(Clone, Debug)]
enum New {
    Fill(Number),
    Copy(Array, Number),
    /// The bytes of `3 * j + c`, two for each `j`.
    Words(u64),
    /// For how many `j` up to the distance the text has a byte below a limit; its bytes may be wider than one.
    Counted(Number),
}

struct World {
    pool: Pool,
    text: SymId,
    numbers: SymId,
}

/// What the inputs are.
struct Inputs {
    text: Vec<u8>,
    numbers: Vec<u8>,
}

fn number(rng: &mut Rng) -> Number {
    match rng.below(3) {
        0 => Number::Unknown(rng.below(5)),
        _ => Number::Constant(rng.below(SIZE)),
    }
}

fn array(rng: &mut Rng, depth: u32) -> Array {
    if depth == 0 || rng.below(8) == 0 {
        return if rng.bool() { Array::Text } else { Array::Table };
    }
    let below = array(rng, depth - 1).into();
    if rng.below(4) == 0 {
        return Array::Store(below, number(rng), number(rng));
    }
    let new = match rng.below(6) {
        0 => New::Fill(number(rng)),
        1 => New::Words(rng.below(300)),
        2 => New::Counted(number(rng)),
        _ => New::Copy(array(rng, depth - 1), number(rng)),
    };
    Array::Over(below, number(rng), number(rng), new.into())
}

impl Inputs {
    fn random(rng: &mut Rng) -> Self {
        let text = (0..SIZE).map(|_| rng.below(12) as u8).collect();
        Self { text, numbers: (0..5).map(|_| rng.below(SIZE + 2) as u8).collect() }
    }

    fn number(&self, number: &Number) -> u64 {
        match *number {
            Number::Constant(value) => value,
            Number::Unknown(at) => self.numbers[at as usize].into(),
        }
    }

    fn text(&self, at: u64) -> u8 {
        self.text.get(at as usize).copied().unwrap_or(0)
    }

    fn byte(&self, array: &Array, at: u64) -> u8 {
        match array {
            Array::Text => self.text(at),
            Array::Table => b"table".get(at as usize).copied().unwrap_or(0),
            Array::Store(older, place, byte) if self.number(place) == at => {
                let _ = older;
                self.number(byte) as u8
            }
            Array::Store(older, ..) => self.byte(older, at),
            Array::Over(old, from, count, new) => {
                let distance = at.wrapping_sub(self.number(from));
                match distance < self.number(count) {
                    true => self.new_byte(new, distance),
                    false => self.byte(old, at),
                }
            }
        }
    }

    fn new_byte(&self, new: &New, distance: u64) -> u8 {
        match new {
            New::Fill(byte) => self.number(byte) as u8,
            New::Copy(source, from) => self.byte(source, distance + self.number(from)),
            New::Words(c) => ((3 * (distance / 2) + c) >> (8 * (distance % 2))) as u8,
            New::Counted(limit) => {
                let limit = self.number(limit) as u8;
                (0..=distance).filter(|&at| self.text(at) < limit).count() as u8
            }
        }
    }
}

impl World {
    fn new() -> Self {
        let mut pool = Pool::new();
        let (text, numbers) = (pool.symbol("text", 0, SIZE), pool.symbol("numbers", 0, 5));
        Self { pool, text, numbers }
    }

    fn model(&self, inputs: &Inputs) -> Model {
        let mut model = Model::new();
        (0..).zip(&inputs.text).for_each(|(at, byte)| model.set_byte(self.text, at, *byte));
        (0..).zip(&inputs.numbers).for_each(|(at, byte)| model.set_byte(self.numbers, at, *byte));
        model
    }

    fn constant(&mut self, value: u64) -> ExprId {
        self.pool.constant(value.into(), INDEX_WIDTH)
    }

    fn number(&mut self, number: &Number) -> ExprId {
        match *number {
            Number::Constant(value) => self.constant(value),
            Number::Unknown(at) => {
                let byte = self.pool.input_byte(self.numbers, at);
                self.pool.zero_extend(byte, INDEX_WIDTH)
            }
        }
    }

    fn byte_of(&mut self, number: &Number) -> ExprId {
        let wide = self.number(number);
        self.pool.truncate(wide, 8)
    }

    /// Nothing where it is refused.
    fn array(&mut self, tree: &Array) -> Option<ExprId> {
        match tree {
            Array::Text => Some(self.pool.input(self.text)),
            Array::Table => Some(self.pool.table(b"table")),
            Array::Store(older, place, byte) => {
                let (older, place, byte) = (self.array(older)?, self.number(place), self.byte_of(byte));
                Some(self.pool.store(older, place, byte))
            }
            Array::Over(old, from, count, new) => {
                let (old, from, count) = (self.array(old)?, self.number(from), self.number(count));
                let stretch = Stretch { from, count, most: u64::MAX };
                self.over(old, stretch, new)
            }
        }
    }

    fn over(&mut self, old: ExprId, stretch: Stretch, new: &New) -> Option<ExprId> {
        let kept = |pool: &mut Pool, index: ExprId| Some(pool.select(old, index));
        match new {
            New::Fill(byte) => {
                let byte = self.byte_of(byte);
                self.pool.overwritten(stretch, &[old, byte], |_, _| Some(byte), kept)
            }
            New::Copy(source, from) => {
                let (source, from) = (self.array(source)?, self.number(from));
                let new = |pool: &mut Pool, distance| {
                    let at = pool.add(distance, from);
                    Some(pool.select(source, at))
                };
                self.pool.overwritten(stretch, &[old, source, from], new, kept)
            }
            New::Words(c) => {
                let new = |pool: &mut Pool, distance| {
                    let two = pool.constant(2, INDEX_WIDTH);
                    let (row, place) = (pool.udiv(distance, two), pool.urem(distance, two));
                    let (three, c) = (pool.constant(3, INDEX_WIDTH), pool.constant((*c).into(), INDEX_WIDTH));
                    let product = pool.mul(three, row);
                    let word = pool.add(product, c);
                    let (low, high) = (pool.extract(word, 0, 8), pool.extract(word, 8, 8));
                    let zero = pool.constant(0, INDEX_WIDTH);
                    let first = pool.eq(place, zero);
                    Some(pool.ite(first, low, high))
                };
                self.pool.overwritten(stretch, &[old], new, kept)
            }
            New::Counted(limit) => {
                let (byte, variable) = self.counted(limit)?;
                let new = |pool: &mut Pool, distance| pool.with_number(byte, variable, distance);
                self.pool.overwritten(stretch, &[old, byte], new, kept)
            }
        }
    }

    /// How many bytes of the text up to a place, an unknown in place of which is returned, too.
    fn counted(&mut self, limit: &Number) -> Option<(ExprId, SymId)> {
        let limit = self.byte_of(limit);
        let (place, j) = (self.pool.auxiliary("place", 0, 8), self.pool.auxiliary("j", 0, 8));
        let (last, at, text) =
            (self.pool.input_word(place, 8), self.pool.input_word(j, 8), self.pool.input(self.text));
        let one = self.constant(1);
        let count = self.pool.add(last, one);
        let byte = self.pool.select(text, at);
        let below = self.pool.ult(byte, limit);
        let many = self.pool.how_many(count, j, below)?;
        Some((self.pool.truncate(many, 8), place))
    }

    fn plainly<R>(&mut self, build: impl FnOnce(&mut Self) -> R) -> R {
        let mut pool = std::mem::take(&mut self.pool);
        let made = pool.plainly(|pool| {
            std::mem::swap(pool, &mut self.pool);
            let made = build(self);
            std::mem::swap(pool, &mut self.pool);
            made
        });
        self.pool = pool;
        made
    }
}

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
