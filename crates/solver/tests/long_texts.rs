//! Questions about long texts that are not a matter of one class of characters each.

use bowline_expr::{Evaluator, ExprId, INDEX_WIDTH, Pool, SymId};
use bowline_solver::{Path, Solver, SolverConfig, Verdict};

const SIZE: u64 = 4_000;

/// A text, and a number of its characters that is not known.
struct Subject {
    pool: Pool,
    array: ExprId,
    length: ExprId,
    variable: SymId,
    number: ExprId,
}

impl Subject {
    fn new() -> Self {
        let mut pool = Pool::new();
        let (text, k) = (pool.symbol("text", 0, SIZE), pool.auxiliary("k", 0, 2));
        let variable = pool.auxiliary("j", 0, 8);
        let (array, length) = (pool.input(text), pool.input_word(k, 2));
        let (length, number) = (pool.zero_extend(length, INDEX_WIDTH), pool.input_word(variable, 8));
        Self { pool, array, length, variable, number }
    }

    fn is(&mut self, place: ExprId, character: u8) -> ExprId {
        let (read, character) =
            (self.pool.select(self.array, place), self.pool.constant(character.into(), 8));
        self.pool.eq(read, character)
    }

    fn constant(&mut self, value: u64) -> ExprId {
        self.pool.constant(value.into(), INDEX_WIDTH)
    }

    fn for_all(&mut self, count: ExprId, body: ExprId) -> ExprId {
        self.pool.for_all(count, self.variable, body).expect("one level")
    }

    fn ask(&mut self, conditions: &[ExprId]) -> (Solver, Verdict) {
        let mut solver = Solver::new(SolverConfig::default()).expect("a solver");
        let question = self.pool.all(conditions.to_vec());
        let verdict = solver.check(&mut self.pool, &Path::new(), question);
        (solver, verdict)
    }
}

/// How many newlines follow no carriage return depends on two characters for each number.
#[test]
fn pairs_are_counted_without_writing_them_out() {
    let mut subject = Subject::new();
    let newline = subject.is(subject.number, b'\n');
    let (zero, one) = (subject.constant(0), subject.constant(1));
    let before = subject.pool.sub(subject.number, one);
    let (returned, is_first) = (subject.is(before, b'\r'), subject.pool.eq(subject.number, zero));
    let not_first = subject.pool.not(is_first);
    let returned = subject.pool.and(not_first, returned);
    let alone = {
        let not = subject.pool.not(returned);
        subject.pool.and(newline, not)
    };
    let count = subject.pool.how_many(subject.length, subject.variable, alone).expect("one level");
    // Each of them is two characters afterwards, and each other character is one.
    let grown = subject.pool.add(subject.length, count);
    let (wanted, most) = (subject.constant(3_001), subject.constant(SIZE));
    let (is_wanted, fits) = (subject.pool.eq(grown, wanted), subject.pool.ule(subject.length, most));
    let (solver, verdict) = subject.ask(&[fits, is_wanted]);
    let Verdict::Sat(model) = verdict else { panic!("{verdict:?}") };
    let mut evaluator = Evaluator::new();
    assert!(
        evaluator.holds(&subject.pool, &model, is_wanted) && evaluator.holds(&subject.pool, &model, fits)
    );
    assert_eq!(solver.stats().quantifiers.given_up, 0);
}

/// One stretch is a part of the other, and each leaves characters that the other does not.
#[test]
fn stretches_overlap() {
    let mut subject = Subject::new();
    let symbol = subject.pool.auxiliary("from", 0, 2);
    let from = subject.pool.input_word(symbol, 2);
    let from = subject.pool.zero_extend(from, INDEX_WIDTH);
    let letters = [b'a', b'b'].map(|letter| subject.is(subject.number, letter));
    let either = subject.pool.or(letters[0], letters[1]);
    let all = subject.for_all(subject.length, either);
    let place = subject.pool.add(from, subject.number);
    let others = [b'b', b'c'].map(|letter| subject.is(place, letter));
    let other = subject.pool.or(others[0], others[1]);
    let rest = subject.pool.sub(subject.length, from);
    let behind = subject.for_all(rest, other);
    let (long, most) = (subject.constant(2_000), subject.constant(SIZE));
    let (is_long, fits) = (subject.pool.ule(long, subject.length), subject.pool.ule(subject.length, most));
    let (ten, within) = (subject.constant(10), subject.pool.ule(from, subject.length));
    let early = subject.pool.ule(from, ten);
    let conditions = [all, behind, is_long, fits, within, early];
    let (_, verdict) = subject.ask(&conditions);
    let Verdict::Sat(model) = verdict else { panic!("{verdict:?}") };
    let mut evaluator = Evaluator::new();
    assert!(conditions.iter().all(|&id| evaluator.holds(&subject.pool, &model, id)));
}

/// The number that breaks one term is one that another term says something about.
#[test]
fn what_breaks_one_term_may_break_another() {
    let mut subject = Subject::new();
    let mark = subject.is(subject.number, b'?');
    let no_mark = subject.pool.not(mark);
    let none = subject.for_all(subject.length, no_mark);
    let some = subject.pool.not(none);
    let symbol = subject.pool.auxiliary("from", 0, 2);
    let from = subject.pool.input_word(symbol, 2);
    let from = subject.pool.zero_extend(from, INDEX_WIDTH);
    let place = subject.pool.add(from, subject.number);
    let mark_behind = subject.is(place, b'?');
    let no_mark_behind = subject.pool.not(mark_behind);
    let rest = subject.pool.sub(subject.length, from);
    let none_behind = subject.for_all(rest, no_mark_behind);
    let (zero, most) = (subject.constant(0), subject.constant(SIZE));
    let (all_behind, fits) = (subject.pool.eq(from, zero), subject.pool.ule(subject.length, most));
    let within = subject.pool.ule(from, subject.length);
    let (solver, verdict) = subject.ask(&[some, none_behind, all_behind, within, fits]);
    assert!(matches!(verdict, Verdict::Unsat), "{verdict:?}");
    assert_eq!(solver.stats().quantifiers.given_up, 0);
    let (_, verdict) = subject.ask(&[some, none_behind, within, fits]);
    assert!(matches!(verdict, Verdict::Sat(_)), "the mark may be before");
}
