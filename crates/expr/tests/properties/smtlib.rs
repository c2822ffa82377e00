//! A script read back means what was written.

use crate::reference::World;
use bowline_expr::{Evaluator, Model, Pool, smtlib};

/// The expressions of a script, asserted equal to their value under a model, hold under that model after reading.
fn round_trip(world: &mut World) {
    let picked: Vec<_> = world.terms.iter().rev().take(12).cloned().collect();
    for i in 0..world.models.len() {
        let constraints: Vec<_> = picked
            .iter()
            .map(|term| {
                let value = world.pool.constant(term.values[i], term.width);
                // Through a sum with an unsimplifiable term, so that the term itself is what is written.
                let square = world.pool.mul(term.id, term.id);
                let expected = world.pool.mul(value, value);
                let square = world.pool.eq(square, expected);
                let same = world.pool.eq(term.id, value);
                world.pool.and(same, square)
            })
            .collect();
        let text = smtlib::script(&world.pool, &constraints, None);
        let mut pool = Pool::new();
        let script = smtlib::parse(&text, &mut pool).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(script.assertions.len(), constraints.len());
        let symbol = pool.symbol("data", 0, world.inputs[i].len() as u64);
        let mut model = Model::new();
        world.inputs[i].iter().enumerate().for_each(|(at, &byte)| model.set_byte(symbol, at as u64, byte));
        let mut evaluator = Evaluator::new();
        for &assertion in &script.assertions {
            assert!(evaluator.holds(&pool, &model, assertion), "{text}");
        }
        // And not everything holds everywhere.
        let wrong = world.pool.not(constraints[0]);
        let text = smtlib::script(&world.pool, &constraints[1..], Some(wrong));
        let mut pool = Pool::new();
        let script = smtlib::parse(&text, &mut pool).unwrap_or_else(|error| panic!("{error}\n{text}"));
        pool.symbol("data", 0, world.inputs[i].len() as u64);
        let question = script.assertions[script.assertions.len() - 1];
        assert!(!evaluator.holds(&pool, &model, question), "{text}");
    }
}

#[test]
fn what_is_written_can_be_read() {
    for seed in 0..150 {
        let mut world = World::random(seed, 6, [128, 64, 33][seed as usize % 3]);
        for i in 0..3 {
            world.byte(i);
        }
        world.table(&[1, 0, 3, 200, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]);
        for _ in 0..50 {
            world.random_step(true);
        }
        round_trip(&mut world);
    }
}

#[test]
fn other_spellings_are_understood() {
    let text = r#"
        ; a comment
        (set-logic QF_ABV)
        (set-info :source |anything at all|)
        (declare-fun x () (_ BitVec 8))
        (declare-const a (Array (_ BitVec 64) (_ BitVec 8)))
        (assert (let ((y (bvadd x #x01)) (z (_ bv3 8))) (let ((y (bvmul y z))) (and (bvugt y z) (distinct y x)))))
        (assert (=> (= x (select a (_ bv2 64))) (not (bvsge x #b00000001))))
        (check-sat)"#;
    let mut pool = Pool::new();
    let script = smtlib::parse(text, &mut pool).expect("valid");
    let (x, a) = (pool.symbol("x", 0, 1), pool.symbol("a", 0, u64::MAX));
    let mut evaluator = Evaluator::new();
    for value in 0..=255u8 {
        let mut model = Model::new();
        model.set_byte(x, 0, value);
        model.set_byte(a, 2, 7);
        let y = value.wrapping_add(1).wrapping_mul(3);
        assert_eq!(evaluator.holds(&pool, &model, script.assertions[0]), y > 3 && y != value);
        assert_eq!(evaluator.holds(&pool, &model, script.assertions[1]), value != 7 || (value as i8) < 1);
    }
}

#[test]
fn bad_texts_are_refused_with_a_line() {
    let cases = [
        ("(assert", 1, "ends"),
        ("\n)", 2, "too many"),
        ("(frobnicate)", 1, "unknown command"),
        ("(assert (bvult #x00 #x0))", 1, "does not apply"),
        ("(assert\n(= x #x00))", 2, "unknown name x"),
        ("(assert #x00)", 1, "truth value"),
        ("(assert (= ((_ extract 8 0) #x00) #x00))", 1, "does not apply"),
        ("(declare-const x Int)", 1, "sort"),
        ("(assert (= (_ bv300 8) #x00))", 1, "bad literal"),
        ("(set-info :a \"open", 1, "does not end"),
        ("word", 1, "in parentheses"),
        ("(assert (= #x #b))", 1, "bad literal"),
        ("(declare-const x (_ BitVec 64)) (assert (= (concat x x x) x))", 1, "128"),
    ];
    for (text, line, message) in cases {
        let error = smtlib::parse(text, &mut Pool::new()).expect_err(text);
        assert!(error.line == line && error.message.contains(message), "{text}: {error}");
    }
    let deep = "(".repeat(1_000_000);
    assert!(smtlib::parse(&deep, &mut Pool::new()).is_err());
}
