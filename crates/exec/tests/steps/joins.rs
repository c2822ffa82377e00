//! Several states as one, with the verbs of `exec::join` only.

use crate::suite::whole;
use bowline_exec::join::Shape;
use bowline_exec::{Decision, Executor, State};
use bowline_expr::{Evaluator, ExprId, Model, Pool};
use bowline_ir::{Reg, Width};
use bowline_lab::{AtLoop, Lab};
use bowline_memory::{Kind, Located, ObjectId, Value};
use bowline_solver::Path;
use std::ops::ControlFlow;

/// Two states that differ in one condition.
struct Two {
    executor: Executor,
    root: Path,
    condition: ExprId,
    yes: State,
    no: State,
}

const AT_LOOP: &str = "
variable @note, 16 bytes
function @main() -> i32 {
    %c = call @__VERIFIER_nondet_uchar()
    %w = zero_extend i8 %c to i64
    jump head with %i = 0, %k = 5
head:
    %more = compare ult i8 %i, %c
    branch %more then body else end
body:
    %next = add i8 %i, 1
    %twice = mul i8 %k, 2
    jump head with %i = %next, %k = %twice
end:
    %r = zero_extend i8 %k to i32
    return %r
}";

/// `%c`, which the joined state chooses by.
const INPUT: Reg = Reg(0);

impl Two {
    fn new() -> Self {
        let AtLoop { mut executor, state, .. } = Lab::new(&whole(AT_LOOP)).at_loop("main", 0);
        let mut yes = state;
        let root = yes.path.clone();
        let pool = executor.pool_mut();
        let input = yes.register(INPUT).to_expr(pool, 8);
        let ten = pool.constant(10, 8);
        let condition = pool.ult(input, ten);
        let Decision::Both(no) = executor.decide(&mut yes, condition) else { panic!("both are possible") };
        Self { executor, root, condition, yes, no: *no }
    }

    /// Joins the two, the choice being by their condition, and all of `live` registers.
    fn join(&mut self, live: &[(usize, Width)]) -> State {
        assert!(self.executor.fits(&self.yes, &self.no) && self.executor.fits(&self.no, &self.yes));
        let mut shape = ByCondition(self.condition);
        let joined = self.executor.join(&[&self.yes, &self.no], live, &self.root, &mut shape);
        assert_eq!(joined.condition, Pool::TRUE);
        joined.state
    }

    /// A value of a state for each value of the input.
    fn values(&mut self, value: Value) -> Vec<u128> {
        let symbol = self.yes.inputs.iter().next().expect("one input").symbol;
        let pool = self.executor.pool_mut();
        (0..=255)
            .map(|byte| match value {
                Value::Int(word) => word.into(),
                Value::Expr(expr) => {
                    let mut model = Model::new();
                    model.set_byte(symbol, 0, byte);
                    Evaluator::new().eval(pool, &model, expr)
                }
            })
            .collect()
    }

    fn note(&self) -> (ObjectId, u64) {
        let program = self.executor.program();
        let (id, _) =
            program.module.globals.iter_ids().find(|(_, global)| global.name == "note").expect("@note");
        let at = program.global_address(id);
        let Located::Object { id, .. } = self.yes.memory.locate(at) else { panic!("@note is alive") };
        (id, at)
    }

    fn store(&mut self, in_yes: bool, at: u64, bytes: u32, value: u64) {
        let state = if in_yes { &mut self.yes } else { &mut self.no };
        let flow = self.executor.write_checked(state, Value::Int(at), bytes, Value::Int(value));
        assert_eq!(flow, ControlFlow::Continue(()));
    }
}

struct ByCondition(ExprId);

impl Shape for ByCondition {
    fn condition(&mut self, _: &mut Pool) -> ExprId {
        Pool::TRUE
    }

    fn value(&mut self, pool: &mut Pool, own: &[ExprId]) -> ExprId {
        pool.ite(self.0, own[0], own[1])
    }
}

/// What is chosen where the input is below ten, and elsewhere.
fn split(yes: u128, no: u128) -> Vec<u128> {
    (0..256).map(|byte| if byte < 10 { yes } else { no }).collect()
}

#[test]
fn registers_that_differ_are_chosen() {
    let mut two = Two::new();
    two.yes.set(Reg(3), Value::Int(77));
    let no = two.no.register(Reg(3));
    let joined = two.join(&[(3, 8)]);
    let expected: Vec<u128> =
        two.values(no).iter().enumerate().map(|(byte, own)| if byte < 10 { 77 } else { *own }).collect();
    assert_eq!(two.values(joined.register(Reg(3))), expected);
}

#[test]
fn registers_that_are_the_same_stay_as_they_are() {
    let mut two = Two::new();
    let joined = two.join(&[(0, 8), (3, 8)]);
    assert_eq!(joined.register(INPUT), two.yes.register(INPUT));
    assert_eq!(joined.register(Reg(3)), two.yes.register(Reg(3)));
}

#[test]
fn registers_that_are_dead_are_those_of_the_first() {
    let mut two = Two::new();
    two.yes.set(Reg(3), Value::Int(77));
    let joined = two.join(&[]);
    assert_eq!(joined.register(Reg(3)), Value::Int(77));
}

#[test]
fn bytes_that_differ_are_chosen() {
    let mut two = Two::new();
    let (note, at) = two.note();
    two.store(true, at + 1, 1, 3);
    two.store(false, at + 2, 4, 0x01020304);
    let joined = two.join(&[]);
    let word = joined.memory.read(two.executor.pool_mut(), note, 0, 8);
    assert_eq!(two.values(word), split(0x300, 0x0102_0304_0000));
}

#[test]
fn the_path_is_the_one_that_both_continue() {
    let mut two = Two::new();
    let joined = two.join(&[]);
    assert_eq!(joined.path.len(), two.root.len());
    assert!(joined.id != two.yes.id && joined.id != two.no.id);
}

#[test]
fn states_at_different_places_do_not_fit() {
    let mut two = Two::new();
    two.no.frame.position += 1;
    assert!(!two.executor.fits(&two.yes, &two.no));
}

#[test]
fn states_with_different_inputs_do_not_fit() {
    let mut two = Two::new();
    two.executor.fresh_input(&mut two.no, "more", 1);
    assert!(!two.executor.fits(&two.yes, &two.no));
}

#[test]
fn an_object_that_one_freed_keeps_them_apart() {
    let mut two = Two::new();
    let (note, _) = two.note();
    two.no.memory.free(note);
    assert!(!two.executor.fits(&two.yes, &two.no));
}

#[test]
fn an_object_that_one_never_made_comes_along() {
    let mut two = Two::new();
    let ControlFlow::Continue((object, at)) =
        two.executor.make_object(&mut two.no, Value::Int(4), 8, Kind::Heap)
    else {
        panic!("an object of four bytes")
    };
    two.store(false, at, 4, 99);
    let joined = two.join(&[]);
    let word = joined.memory.read(two.executor.pool_mut(), object, 0, 4);
    let values = two.values(word);
    assert!(values[10..].iter().all(|value| *value == 99), "where the path is that of the one who made it");
}

#[test]
fn objects_of_different_sizes_keep_them_apart() {
    let mut two = Two::new();
    for (is_yes, size) in [(true, 4), (false, 5)] {
        let state = if is_yes { &mut two.yes } else { &mut two.no };
        assert!(two.executor.make_object(state, Value::Int(size), 8, Kind::Heap).is_continue());
    }
    assert!(!two.executor.fits(&two.yes, &two.no));
}

#[test]
fn the_same_store_means_that_only_paths_differ() {
    let mut two = Two::new();
    assert!(two.executor.same_store(&two.yes, &two.no, &[(0, 8), (3, 8)]));
    two.yes.set(Reg(3), Value::Int(77));
    assert!(!two.executor.same_store(&two.yes, &two.no, &[(0, 8), (3, 8)]));
    assert!(two.executor.same_store(&two.yes, &two.no, &[(0, 8)]), "a register that is dead tells nothing");
    let (_, at) = two.note();
    two.store(true, at, 1, 1);
    assert!(!two.executor.same_store(&two.yes, &two.no, &[(0, 8)]));
}

#[test]
fn a_joined_state_has_the_costs_of_the_dearest() {
    let mut two = Two::new();
    two.no.depth += 5;
    two.yes.instructions += 7;
    let joined = two.join(&[]);
    assert_eq!((joined.depth, joined.instructions), (two.no.depth, two.yes.instructions));
}
