//! Symcretes: values that a source gives, under questions that ask for others.

use bowline_expr::{ExprId, Pool};
use bowline_solver::{Branch, Path, Solver, SolverConfig, Source, Symcrete, UnknownReason, Verdict};
use std::cell::Cell;
use std::rc::Rc;

/// A function of its arguments that counts how often it is asked.
struct Function<F> {
    function: F,
    calls: Rc<Cell<u32>>,
}

impl<F: Fn(&[u128]) -> Option<u32>> Source for Function<F> {
    fn name(&self) -> &str {
        "function"
    }

    fn value(&self, args: &[u128]) -> Option<Vec<u8>> {
        self.calls.set(self.calls.get() + 1);
        Some((self.function)(args)?.to_le_bytes().to_vec())
    }
}

struct Bench {
    pool: Pool,
    solver: Solver,
    path: Path,
    symbols: u32,
}

impl Bench {
    fn new() -> Self {
        let solver = Solver::new(SolverConfig::default()).expect("no second solver is asked for");
        Self { pool: Pool::new(), solver, path: Path::new(), symbols: 0 }
    }

    fn input(&mut self, name: &str, bytes: u64) -> ExprId {
        let symbol = self.pool.symbol(name, 0, bytes);
        self.pool.input_word(symbol, bytes)
    }

    /// The unknown of four bytes that a function of some words is, and how often the function was asked.
    fn add(
        &mut self,
        args: &[ExprId],
        function: impl Fn(&[u128]) -> Option<u32> + 'static,
    ) -> (ExprId, Rc<Cell<u32>>) {
        self.symbols += 1;
        let symbol = self.pool.auxiliary("result", self.symbols, 4);
        let calls = Rc::new(Cell::new(0));
        let source = Function { function, calls: Rc::clone(&calls) };
        let symcrete = Symcrete::new(Box::new(source), args.to_vec(), symbol, 4);
        assert!(self.solver.add_symcrete(&self.pool, &mut self.path, symcrete));
        (self.pool.input_word(symbol, 4), calls)
    }

    fn equals(&mut self, word: ExprId, value: u128) -> ExprId {
        let constant = self.pool.constant(value, self.pool.width(word));
        self.pool.eq(word, constant)
    }

    fn check(&mut self, question: ExprId) -> Verdict {
        self.solver.check(&mut self.pool, &self.path, question)
    }

    /// The values of some words under a model of the path and a question.
    fn values(&mut self, question: ExprId, words: &[ExprId]) -> Option<Vec<u128>> {
        match self.check(question) {
            Verdict::Sat(model) => {
                Some(words.iter().map(|word| self.solver.eval_in(&self.pool, &model, *word)).collect())
            }
            _ => None,
        }
    }
}

fn square(args: &[u128]) -> Option<u32> {
    Some((args[0] as u32).wrapping_mul(args[0] as u32))
}

#[test]
fn a_symcrete_has_the_value_of_its_present_arguments() {
    let mut bench = Bench::new();
    let x = bench.input("x", 1);
    let (_, calls) = bench.add(&[x], |args| Some(args[0] as u32 + 7));
    let symcrete = Rc::clone(&bench.path.symcretes()[0]);
    assert_eq!(bench.path.current(&symcrete), 7u32.to_le_bytes());
    assert_eq!(calls.get(), 1);
}

#[test]
fn a_question_about_other_inputs_asks_no_source() {
    let mut bench = Bench::new();
    let (x, y) = (bench.input("x", 4), bench.input("y", 4));
    let (result, calls) = bench.add(&[x], square);
    let question = bench.equals(y, 77);
    assert_eq!(bench.values(question, &[y, result]), Some(vec![77, 0]));
    assert_eq!(calls.get(), 1);
}

#[test]
fn a_monotonous_function_is_reached_step_by_step() {
    let mut bench = Bench::new();
    let x = bench.input("x", 4);
    let limit = bench.pool.constant(30_000, 32);
    let small = bench.pool.ult(x, limit);
    let model = bench.path.model().clone();
    bench.path.assume(&mut bench.pool, small, model);
    let (result, _) = bench.add(&[x], square);
    let question = bench.equals(result, 12_345 * 12_345);
    assert_eq!(bench.values(question, &[x]), Some(vec![12_345]));
}

#[test]
fn a_function_of_a_byte_is_known_when_all_were_tried() {
    let mut bench = Bench::new();
    let x = bench.input("x", 1);
    let (result, calls) = bench.add(&[x], |args| Some((args[0] as u32).wrapping_mul(0x9e37_79b9)));
    let reached = bench.equals(result, u128::from(200u32.wrapping_mul(0x9e37_79b9)));
    assert_eq!(bench.values(reached, &[x]), Some(vec![200]));
    let missed = bench.equals(result, 5);
    assert!(matches!(bench.check(missed), Verdict::Unsat));
    assert!(calls.get() <= 257, "{}", calls.get());
    assert!(matches!(bench.solver.branch(&mut bench.pool, &bench.path, missed), Branch::Never));
    assert!(calls.get() <= 257, "what is known is not asked for again");
}

#[test]
fn what_no_call_gives_is_unknown_and_never_unsatisfiable() {
    let mut bench = Bench::new();
    let x = bench.input("x", 8);
    let scramble = |args: &[u128]| Some(((args[0] as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as u32);
    let (result, _) = bench.add(&[x], scramble);
    let question = bench.equals(result, 0x1234_5678);
    match bench.check(question) {
        Verdict::Unknown(unknown) => assert_eq!(unknown.reason, UnknownReason::Unreached),
        Verdict::Sat(model) => {
            let args = [bench.solver.eval_in(&bench.pool, &model, x)];
            assert_eq!(scramble(&args), Some(0x1234_5678), "found by luck");
        }
        Verdict::Unsat => panic!("there is such a number"),
    }
    assert_eq!(bench.solver.unreached(), "function");
}

#[test]
fn values_go_through_several_symcretes() {
    let mut bench = Bench::new();
    let x = bench.input("x", 1);
    let (first, _) = bench.add(&[x], |args| Some(args[0] as u32 * 3));
    let (second, _) = bench.add(&[first], |args| Some(args[0] as u32 + 1));
    let question = bench.equals(second, 61);
    assert_eq!(bench.values(question, &[x, first]), Some(vec![20, 60]));
    let missed = bench.equals(second, 60);
    assert!(matches!(bench.check(missed), Verdict::Unsat));
}

#[test]
fn arguments_without_a_value_are_left_out_and_then_nothing_is_excluded() {
    let mut bench = Bench::new();
    let x = bench.input("x", 1);
    let (result, _) = bench.add(&[x], |args| (args[0] < 3).then_some(args[0] as u32));
    let reached = bench.equals(result, 2);
    assert_eq!(bench.values(reached, &[x]), Some(vec![2]));
    let missed = bench.equals(result, 9);
    assert!(matches!(bench.check(missed), Verdict::Unknown(_)), "9 has no value, so nobody knows");
}

#[test]
fn the_answer_keeps_what_other_constraints_demand() {
    let mut bench = Bench::new();
    let (x, y) = (bench.input("x", 1), bench.input("y", 1));
    let (result, _) = bench.add(&[x], square);
    let low = bench.pool.truncate(result, 8);
    let tied = bench.pool.eq(low, y);
    let model = bench.path.model().clone();
    bench.path.assume(&mut bench.pool, tied, model);
    let question = bench.equals(y, 144);
    let found = bench.values(question, &[x, y, result]).expect("12 will do, and others");
    assert_eq!((found[1], square(&found[..1])), (144, Some(found[2] as u32)));
    assert_eq!(found[2] & 0xff, 144);
}
