//! Collection keeps what is reachable as it was, and frees the rest for use.

use crate::reference::World;
use bowline_expr::{Evaluator, ExprId, Node, Pool};
use std::collections::HashSet;

fn reachable(pool: &Pool, roots: &[ExprId]) -> HashSet<ExprId> {
    let mut seen: HashSet<ExprId> = [Pool::FALSE, Pool::TRUE].into();
    let mut stack = roots.to_vec();
    stack.extend([Pool::FALSE, Pool::TRUE]);
    while let Some(id) = stack.pop() {
        seen.insert(id);
        pool.node(id).for_each_child(|child| {
            if seen.insert(child) {
                stack.push(child);
            }
        });
    }
    seen
}

#[test]
fn survivors_keep_their_meaning_and_slots_are_reused() {
    for seed in 0..40 {
        let mut world = World::random(seed, 8, 64);
        for i in 0..4 {
            world.byte(i);
        }
        for round in 0..6 {
            for _ in 0..60 {
                world.random_step(true);
            }
            let kept: Vec<_> = world.terms.iter().filter(|_| world.rng.below(5) == 0).cloned().collect();
            let arrays: Vec<_> = world.arrays.iter().filter(|_| world.rng.below(5) == 0).cloned().collect();
            let roots: Vec<ExprId> = kept.iter().map(|t| t.id).chain(arrays.iter().map(|a| a.id)).collect();
            let expected = reachable(&world.pool, &roots);
            let nodes: Vec<(ExprId, Node, u16)> =
                expected.iter().map(|&id| (id, world.pool.node(id), world.pool.width(id))).collect();
            let bound = world.pool.id_bound();
            let marker = world.pool.collect(|marker| roots.iter().for_each(|&id| marker.mark(id)));

            assert_eq!(world.pool.len(), expected.len());
            let marked: HashSet<ExprId> =
                (0..bound as u32).map(ExprId).filter(|&id| marker.is_marked(id)).collect();
            assert_eq!(marked, expected);
            for (id, node, width) in nodes {
                assert_eq!((world.pool.node(id), world.pool.width(id)), (node, width));
            }
            let mut evaluator = Evaluator::new();
            for term in &kept {
                for (model, &value) in world.models.iter().zip(&term.values) {
                    assert_eq!(evaluator.eval(&world.pool, model, term.id), value);
                }
            }
            world.terms = kept;
            world.arrays = arrays;
            if world.arrays.is_empty() {
                world.table(&[1, 2, 3]);
            }
            for i in 0..4 {
                world.byte(i);
            }
            let free = bound - world.pool.len();
            assert!(free > 0 || round == 0, "nothing was freed");
        }
    }
}

#[test]
fn freed_slots_are_used_before_new_ones() {
    let mut pool = Pool::new();
    let symbol = pool.symbol("data", 0, 1000);
    let keep = pool.input_byte(symbol, 0);
    for i in 1..500 {
        pool.input_byte(symbol, i);
    }
    let bound = pool.id_bound();
    pool.collect(|marker| marker.mark(keep));
    assert_eq!(pool.input_byte(symbol, 0), keep, "survivors are found again");
    for i in 1..500 {
        let byte = pool.input_byte(symbol, i);
        assert_eq!(pool.input_byte(symbol, i), byte, "interned once");
    }
    assert_eq!(pool.id_bound(), bound, "slots were reused");
    // What is freed twice in a row is not handed out twice.
    pool.collect(|marker| marker.mark(keep));
    pool.collect(|marker| marker.mark(keep));
    let ids: HashSet<ExprId> = (0..500).map(|i| pool.input_byte(symbol, i)).collect();
    assert_eq!(ids.len(), 500);
}

#[test]
fn tables_and_wide_constants_go_with_their_expressions() {
    let mut pool = Pool::new();
    let table = |pool: &mut Pool, round: u8, number: u8| pool.table(&[round, number, 1]);
    let wide = |round: u8, number: u8| (u128::from(round) << 100) + u128::from(number) + (1 << 90);
    let (kept_table, kept_constant) = (table(&mut pool, 0, 200), pool.constant(wide(0, 200), 128));
    for round in 1..20 {
        let made: Vec<ExprId> = (0..100).map(|number| table(&mut pool, round, number)).collect();
        for number in 0..100 {
            pool.constant(wide(round, number), 128);
        }
        let marker = pool.collect(|marker| {
            [kept_table, kept_constant, made[7]].into_iter().for_each(|id| marker.mark(id))
        });
        assert_eq!(pool.kept_values(), (2, 1), "round {round}");
        assert!(marker.is_marked(made[7]) && !marker.is_marked(made[8]));
        // What is left is what it was, although places of others are used again.
        assert_eq!(pool.as_const(kept_constant), Some(wide(0, 200)));
        let next = table(&mut pool, round, 250);
        let bytes = |id: ExprId| match pool.node(id) {
            Node::Table(table) => pool.table_bytes(table).to_vec(),
            other => panic!("{other:?} is no table"),
        };
        assert_eq!(bytes(kept_table), [0, 200, 1]);
        assert_eq!(bytes(made[7]), [round, 7, 1]);
        assert_eq!(bytes(next), [round, 250, 1]);
    }
    assert_eq!(table(&mut pool, 0, 200), kept_table, "survivors are found again");
    assert_eq!(pool.constant(wide(0, 200), 128), kept_constant);
}
