//! Rewriting keeps the meaning of expressions, and every rule is exercised.

use crate::idioms;
use crate::reference::World;
use bowline_expr::rules::{self, RuleInfo};
use bowline_expr::{Pool, Width};
use std::collections::BTreeMap;

type Fired = BTreeMap<&'static RuleInfo, u64>;

fn count(fired: &mut Fired, pool: &mut Pool) {
    for rule in pool.fired_rules() {
        *fired.entry(rule).or_default() += 1;
    }
}

/// One construction or idiom.
fn advance(world: &mut World, arrays: bool, fired: &mut Fired) {
    idioms::advance(world, arrays);
    count(fired, &mut world.pool);
}

fn explore(mut world: World, steps: u32, arrays: bool, fired: &mut Fired) {
    for i in 0..3 {
        world.byte(i);
    }
    if arrays {
        let bytes: Vec<u8> = (0..5).map(|_| world.rng.next_u64() as u8).collect();
        world.table(&bytes);
    }
    for _ in 0..steps {
        advance(&mut world, arrays, fired);
    }
}

#[test]
fn rules_keep_meaning() {
    let mut fired = Fired::new();
    for seed in 0..2000 {
        let max_width = [128, 64, 32, 16][seed as usize % 4];
        explore(World::random(seed, 8, max_width), 60, true, &mut fired);
    }
    let rare: Vec<_> =
        rules::all().into_iter().filter(|rule| fired.get(rule).copied().unwrap_or(0) < 20).collect();
    for rule in &rare {
        println!("{rule:?} {}", fired.get(rule).copied().unwrap_or(0));
    }
    assert!(rare.is_empty(), "rules that fire too rarely to be tested: {rare:?}");
}

/// For every term over small widths, every value of every variable.
#[test]
fn rules_are_exhaustively_right_at_small_widths() {
    let mut fired = Fired::new();
    for seed in 0..2500 {
        let bits = 1 + seed as u32 % 3;
        let mut world = World::exhaustive(seed, bits, 8);
        for i in 0..3 {
            let byte = world.byte(i);
            world.extract(&byte, 0, bits as Width);
        }
        explore_small(&mut world, bits as Width, &mut fired);
    }
    let of_arrays = |rule: &RuleInfo| {
        ["select", "store"].contains(&rule.operator)
            || ["extract_table_bit", "eq_read_over_constants"].contains(&rule.name)
    };
    let rare: Vec<_> = rules::all()
        .into_iter()
        .filter(|rule| !of_arrays(rule) && fired.get(rule).copied().unwrap_or(0) < 10)
        .collect();
    assert!(rare.is_empty(), "rules that fire too rarely to be tested: {rare:?}");
}

fn explore_small(world: &mut World, bits: Width, fired: &mut Fired) {
    world.terms.retain(|term| term.width == bits);
    world.max_width = 4 + world.below(3) as Width;
    for _ in 0..40 {
        advance(world, false, fired);
    }
}
