//! Questions with bounded terms: every answer against the same question with the terms written out, and against enumeration where the
//! inputs are few.

#[expect(dead_code, reason = "shared with the tests of expressions, which use all of it")]
#[path = "../../expr/tests/properties/bounded_trees.rs"]
mod bounded_trees;

use bounded_trees::{Condition, Maker, Number, World, universal};
use bowline_base::Rng;
use bowline_expr::rules::{self, Firing, RuleInfo};
use bowline_expr::substitute::Substitution;
use bowline_expr::{Evaluator, ExprId, INDEX_WIDTH, Node, Pool};
use bowline_solver::{Path, Solver, SolverConfig, Verdict};
use std::collections::BTreeMap;

/// No count in these questions is larger.
const MOST: u64 = 300;

fn solver() -> Solver {
    Solver::new(SolverConfig::default()).expect("a solver")
}

/// A path with these constraints, if they can hold together; and whether that is known.
fn path_of(solver: &mut Solver, pool: &mut Pool, constraints: &[ExprId]) -> Option<Path> {
    let mut path = Path::new();
    for &constraint in constraints {
        match solver.check(pool, &path, constraint) {
            Verdict::Sat(model) => path.assume(pool, constraint, model),
            _ => return None,
        }
    }
    Some(path)
}

#[test]
fn answers_are_those_of_the_terms_written_out() {
    let (mut sat, mut unsat, mut unknown) = (0, 0, 0);
    for seed in 0..700 {
        let mut rng = Rng::new(seed);
        let mut world = World::new();
        let mut conditions: Vec<ExprId> = Vec::new();
        let small = Condition::Below(Number::Limit, Number::Constant(8));
        conditions.push(world.condition(&small, 0));
        for _ in 0..3 {
            let tree = match rng.below(3) {
                0 => Maker { rng: &mut rng }.condition(0, 2),
                _ => universal(&mut rng),
            };
            let tree = if rng.below(4) == 0 { Condition::Not(tree.into()) } else { tree };
            conditions.push(world.condition(&tree, 0));
        }
        let mut solver = solver();
        let (question, constraints) = conditions.split_last().expect("some conditions");
        let Some(path) = path_of(&mut solver, &mut world.pool, constraints) else { continue };
        let verdict = solver.check(&mut world.pool, &path, *question);
        let written_out: Vec<ExprId> =
            conditions.iter().map(|&id| world.pool.expanded(id, 10).expect("small")).collect();
        let whole = world.pool.all(written_out);
        let expected = self::solver().check(&mut world.pool, &Path::new(), whole);
        match (verdict, expected) {
            (Verdict::Sat(model), Verdict::Sat(_)) => {
                let mut evaluator = Evaluator::new();
                assert!(conditions.iter().all(|&id| evaluator.holds(&world.pool, &model, id)), "seed {seed}");
                sat += 1;
            }
            (Verdict::Unsat, Verdict::Unsat) => unsat += 1,
            (Verdict::Unknown(_), _) => unknown += 1,
            (verdict, expected) => panic!("seed {seed}: {verdict:?}, but {expected:?} written out"),
        }
    }
    assert!(sat > 200 && unsat > 20, "{sat} can hold, {unsat} cannot");
    assert!(unknown * 20 < sat + unsat, "{unknown} were not answered, {sat} and {unsat} were");
}

/// Every rule of bounded terms, proved: terms are written out, and a solver is asked for inputs on which the two sides differ.
#[test]
fn every_rule_of_bounded_terms_is_proved() {
    const EXAMPLES: u32 = 6;
    let all = rules::of_bounded_terms();
    let mut proved: BTreeMap<&RuleInfo, u32> = BTreeMap::new();
    for seed in 0..40_000 {
        let is_proved = |rule: &&RuleInfo| proved.get(*rule).is_some_and(|&examples| examples >= EXAMPLES);
        if all.iter().all(is_proved) {
            break;
        }
        let mut rng = Rng::new(seed);
        let mut world = World::new();
        world.pool.trace_rules();
        world.condition(&neighbours(&mut rng), 0);
        for firing in world.pool.firings() {
            let examples = proved.entry(firing.rule).or_insert(0);
            if !all.contains(&firing.rule) || *examples >= EXAMPLES {
                continue;
            }
            let question = difference(&mut world, firing);
            match solver().check(&mut world.pool, &Path::new(), question) {
                Verdict::Unsat => *examples += 1,
                Verdict::Sat(model) => panic!("seed {seed}: {firing:?} is wrong under {model:?}"),
                Verdict::Unknown(_) => {}
            }
        }
    }
    let missing: Vec<_> = all.iter().filter(|rule| proved.get(*rule).is_none_or(|&n| n < EXAMPLES)).collect();
    assert!(missing.is_empty(), "{} rules lack a proof: {missing:?}", missing.len());
}

/// Conditions that go together: for some numbers and the next one, for some and those behind them, for some and for more; or any.
fn neighbours(rng: &mut Rng) -> Condition {
    let at = |number: Number| Box::new(Condition::Is(number, b'a'));
    let all = |count: Number, body: Box<Condition>| Box::new(Condition::ForAll(count.into(), body));
    let number = || Number::Variable(0);
    let plus = |by| Number::Plus(number().into(), by);
    let some = 5 + rng.below(2);
    match rng.below(4) {
        0 => Condition::And(all(Number::Limit, at(number())), at(Number::Limit)),
        1 => Condition::And(
            all(Number::Constant(some), at(number())),
            all(Number::Constant(11 - some), at(plus(some))),
        ),
        2 => Condition::And(
            all(Number::Constant(some), at(plus(1))),
            all(Number::Constant(some + 2), at(plus(1))),
        ),
        _ => universal(rng),
    }
}

/// Holds where a rule's answer is not what it was given, for small counts. Variables of terms around are unknowns.
fn difference(world: &mut World, firing: Firing) -> ExprId {
    const MOST: u64 = 12;
    let pool = &mut world.pool;
    let mut free = Vec::new();
    for side in [firing.matched, firing.answer] {
        free_variables(pool, side, &mut free);
    }
    pool.plainly(|pool| {
        let most = pool.constant(9, INDEX_WIDTH);
        let mut closing = Substitution::new();
        let mut small = Pool::TRUE;
        for (number, variable) in (0..).zip(free) {
            let symbol = pool.auxiliary("free", number, 8);
            let word = pool.input_word(symbol, 8);
            let value = pool.truncate(word, pool.width(variable));
            closing.replace(variable, value);
            let fits = pool.ule(word, most);
            small = pool.and(small, fits);
        }
        let limit = pool.symbol("limit", 0, 1);
        let (limit, nine) = (pool.input_byte(limit, 0), pool.constant(9, 8));
        let fits = pool.ule(limit, nine);
        small = pool.and(small, fits);
        let [before, after] = [firing.matched, firing.answer].map(|side| {
            let closed = closing.apply(pool, side, 100_000).expect("a small term");
            pool.expanded(closed, MOST).expect("a small term")
        });
        let differ = pool.ne(before, after);
        pool.and(small, differ)
    })
}

fn free_variables(pool: &Pool, root: ExprId, found: &mut Vec<ExprId>) {
    let mut stack = vec![root];
    while let Some(id) = stack.pop() {
        let node = pool.node(id);
        if let Node::Bound(level) = node
            && pool.levels_of(root).is_free(level)
            && !found.contains(&id)
        {
            found.push(id);
        }
        if !pool.levels_of(id).is_closed() {
            node.for_each_child(|child| stack.push(child));
        }
    }
}

/// A text of unknown length up to [`MOST`], and a position in it behind which the text is something else.
struct Scan {
    pool: Pool,
    solver: Solver,
    path: Path,
    /// How many characters at the start are `a`.
    length: ExprId,
    text: ExprId,
}

impl Scan {
    fn new() -> Self {
        let mut pool = Pool::new();
        let (text, k) = (pool.symbol("text", 0, MOST), pool.auxiliary("k", 0, 2));
        let j = pool.auxiliary("j", 0, 8);
        let (array, length, number) = (pool.input(text), pool.input_word(k, 2), pool.input_word(j, 8));
        let length = pool.zero_extend(length, INDEX_WIDTH);
        let (read, a, most) = (
            pool.select(array, number),
            pool.constant(b'a'.into(), 8),
            pool.constant(MOST.into(), INDEX_WIDTH),
        );
        let is_a = pool.eq(read, a);
        let all = pool.for_all(length, j, is_a).expect("one level");
        let behind = pool.select(array, length);
        let ends = pool.ne(behind, a);
        let fits = pool.ult(length, most);
        let mut this = Self { pool, solver: solver(), path: Path::new(), length, text: array };
        for constraint in [fits, all, ends] {
            this.assume(constraint);
        }
        this
    }

    fn assume(&mut self, constraint: ExprId) {
        match self.solver.check(&mut self.pool, &self.path, constraint) {
            Verdict::Sat(model) => self.path.assume(&mut self.pool, constraint, model),
            other => panic!("{other:?}"),
        }
    }

    fn ask(&mut self, question: ExprId) -> Verdict {
        self.solver.check(&mut self.pool, &self.path, question)
    }

    fn number(&mut self, value: u64) -> ExprId {
        self.pool.constant(value.into(), INDEX_WIDTH)
    }
}

#[test]
fn lengths_are_found_without_going_through_them() {
    let mut scan = Scan::new();
    for wanted in [0, 1, 7, MOST - 1] {
        let wanted_length = scan.number(wanted);
        let question = scan.pool.eq(scan.length, wanted_length);
        let Verdict::Sat(model) = scan.ask(question) else { panic!("a text of {wanted} is possible") };
        let text = scan.pool.symbol("text", 0, MOST);
        let all_a = (0..wanted).all(|at| model.byte(text, at) == b'a');
        assert!(all_a && model.byte(text, wanted) != b'a');
    }
    let most = scan.number(MOST);
    let too_long = scan.pool.ule(most, scan.length);
    assert!(matches!(scan.ask(too_long), Verdict::Unsat));
    let rounds = scan.solver.stats().quantifiers.rounds;
    assert!(rounds < 40, "{rounds} questions for the back end");
}

#[test]
fn what_is_read_inside_is_what_the_term_says() {
    let mut scan = Scan::new();
    let place = scan.pool.symbol("place", 0, 2);
    let at = scan.pool.input_word(place, 2);
    let at = scan.pool.zero_extend(at, INDEX_WIDTH);
    let inside = scan.pool.ult(at, scan.length);
    scan.assume(inside);
    let (read, b) = (scan.pool.select(scan.text, at), scan.pool.constant(b'b'.into(), 8));
    let is_b = scan.pool.eq(read, b);
    assert!(matches!(scan.ask(is_b), Verdict::Unsat), "all characters before the end are a");
    let first = scan.solver.stats().quantifiers.refuted_later;
    assert_eq!(first, 0, "the place that is read is the number to look at");
    let core = scan.solver.core(&mut scan.pool, &scan.path, is_b).expect("an answer").expect("a core");
    let constraints: Vec<ExprId> = scan.path.constraints().collect();
    assert!(core.iter().all(|id| constraints.contains(id)) && core.len() < constraints.len(), "{core:?}");
    let not_a = scan.pool.not(is_b);
    assert!(matches!(scan.ask(not_a), Verdict::Sat(_)));
}

#[test]
fn a_term_may_be_broken_or_one_of_several() {
    let mut scan = Scan::new();
    // A second scan over the same text, for another character: either could be long, not both.
    let (k, j) = (scan.pool.auxiliary("k", 1, 2), scan.pool.auxiliary("j", 0, 8));
    let other = scan.pool.input_word(k, 2);
    let other = scan.pool.zero_extend(other, INDEX_WIDTH);
    let number = scan.pool.input_word(j, 8);
    let (read, b) = (scan.pool.select(scan.text, number), scan.pool.constant(b'b'.into(), 8));
    let is_b = scan.pool.eq(read, b);
    let all_b = scan.pool.for_all(other, j, is_b).expect("one level");
    let (five, zero) = (scan.number(5), scan.number(0));
    let (long, short) = (scan.pool.ult(five, other), scan.pool.ult(zero, scan.length));
    scan.assume(long);
    let both = scan.pool.and(all_b, short);
    assert!(matches!(scan.ask(both), Verdict::Unsat), "the first character is a or b");
    let not_all = scan.pool.not(all_b);
    let Verdict::Sat(model) = scan.ask(not_all) else { panic!("some character is not b") };
    assert!(!Evaluator::new().holds(&scan.pool, &model, all_b));
    let either = scan.pool.or(all_b, short);
    let Verdict::Sat(model) = scan.ask(either) else { panic!("one of the two") };
    assert!(Evaluator::new().holds(&scan.pool, &model, either));
}

#[test]
fn counts_are_reached_and_not_exceeded() {
    let mut pool = Pool::new();
    let (text, j) = (pool.symbol("text", 0, 40), pool.auxiliary("j", 0, 8));
    let (array, number, a) = (pool.input(text), pool.input_word(j, 8), pool.constant(b'a'.into(), 8));
    let read = pool.select(array, number);
    let is_a = pool.eq(read, a);
    let forty = pool.constant(40, INDEX_WIDTH);
    let count = pool.how_many(forty, j, is_a).expect("one level");
    let mut solver = solver();
    for wanted in [0u64, 3, 40] {
        let wanted_number = pool.constant(wanted.into(), INDEX_WIDTH);
        let question = pool.eq(count, wanted_number);
        let Verdict::Sat(model) = solver.check(&mut pool, &Path::new(), question) else {
            panic!("{wanted} are possible")
        };
        assert_eq!((0..40).filter(|&at| model.byte(text, at) == b'a').count() as u64, wanted);
    }
    let more = pool.ult(forty, count);
    assert!(matches!(solver.check(&mut pool, &Path::new(), more), Verdict::Unsat));
    // With a known text, there is nothing to choose.
    let mut path = Path::new();
    for at in 0..40 {
        let (byte, value) =
            (pool.input_byte(text, at), pool.constant(if at < 9 { b'a' } else { b'c' }.into(), 8));
        let is = pool.eq(byte, value);
        let Verdict::Sat(model) = solver.check(&mut pool, &path, is) else { panic!("each byte alone") };
        path.assume(&mut pool, is, model);
    }
    let (nine, ten) = (pool.constant(9, INDEX_WIDTH), pool.constant(10, INDEX_WIDTH));
    let (is_nine, is_ten) = (pool.eq(count, nine), pool.eq(count, ten));
    assert!(matches!(solver.check(&mut pool, &path, is_nine), Verdict::Sat(_)));
    assert!(matches!(solver.check(&mut pool, &path, is_ten), Verdict::Unsat));
}
