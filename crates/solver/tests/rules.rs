//! Every rewrite rule, proved: random constructions make each rule fire, and a solver is asked for an input on which the
//! rule's answer differs from what it was given. Bitwuzla answers all of these questions, Z3 a sample.
//!
//! Both sides of a question are built without rules, so neither a rule nor the evaluator has a part in its own proof.

#[path = "../../expr/tests/properties/aimed.rs"]
mod aimed;
#[path = "../../expr/tests/properties/idioms.rs"]
mod idioms;
#[expect(dead_code, reason = "shared with the tests of expressions, which use all of it")]
#[path = "../../expr/tests/properties/reference.rs"]
mod reference;

use bowline_expr::rules::{self, Firing};
use bowline_expr::{ExprId, INDEX_WIDTH, Pool, SupportCache, Width};
use bowline_solver::SolverConfig;
use bowline_solver::backend::bitwuzla::BitwuzlaBackend;
use bowline_solver::backend::z3::Z3Backend;
use bowline_solver::backend::{Backend, Limits, Outcome};
use reference::World;
use std::collections::BTreeMap;
use std::time::Duration;

/// Examples proved of each rule.
const EXAMPLES: u32 = 6;
/// One question in so many is also asked of Z3.
const SAMPLE: usize = 8;
/// Worlds after which it is clear that some rule never fires.
const MOST_WORLDS: u64 = 3_000;

/// Holds where the rule's answer is not what it was given.
fn difference(pool: &mut Pool, firing: &Firing) -> ExprId {
    let Firing { matched, answer, .. } = *firing;
    if pool.width(matched) > 0 {
        return pool.plainly(|pool| pool.ne(matched, answer));
    }
    // Arrays differ where a read at some place does.
    let place = pool.symbol("place", 0, u64::from(INDEX_WIDTH / 8));
    pool.plainly(|pool| {
        let mut index = pool.input_byte(place, 0);
        for at in 1..u64::from(INDEX_WIDTH / 8) {
            let byte = pool.input_byte(place, at);
            index = pool.concat(index, byte);
        }
        let (before, after) = (pool.select(matched, index), pool.select(answer, index));
        pool.ne(before, after)
    })
}

fn ask(backend: &mut dyn Backend, pool: &Pool, question: ExprId) -> Outcome {
    let support = SupportCache::default().of(pool, question);
    backend.check(
        pool,
        &[question],
        &support,
        Limits { time: Duration::from_secs(5), memory_mb: 1024, steps: u64::MAX },
    )
}

/// An example without inputs proves nothing, except of arrays, whose constants a solver sees as stores.
fn says_something(pool: &Pool, firing: &Firing) -> bool {
    let of_array = matches!(firing.rule.operator, "select" | "store");
    of_array || !SupportCache::default().of(pool, firing.matched).is_empty()
}

#[test]
fn every_rule_is_proved() {
    let all = rules::all();
    let config = SolverConfig::default();
    let mut z3 = Z3Backend::new(&config).expect("z3 is installed where the tests run");
    let (mut proved, mut asked) = (BTreeMap::new(), 0);
    for seed in 0..MOST_WORLDS {
        if all.iter().all(|rule| proved.get(rule).is_some_and(|&examples| examples >= EXAMPLES)) {
            break;
        }
        let mut bitwuzla = BitwuzlaBackend::new(&config);
        let mut world = World::random(seed, 4, 4 + (seed % 5) as Width);
        for at in 0..3 {
            world.byte(at);
        }
        world.table(&[seed as u8, 7, 7, 0, 200]);
        for _ in 0..60 {
            idioms::advance(&mut world, true);
            for firing in world.pool.firings() {
                let examples = proved.entry(firing.rule).or_insert(0);
                if *examples >= EXAMPLES || !says_something(&world.pool, &firing) {
                    continue;
                }
                let question = difference(&mut world.pool, &firing);
                let about = format!("seed {seed}: {firing:?}");
                match ask(&mut bitwuzla, &world.pool, question) {
                    Outcome::Unsat(_) => *examples += 1,
                    Outcome::Sat(model) => panic!("{about} is wrong under {model:?}"),
                    // Too hard at this size; another example will do.
                    Outcome::Unknown(_) => continue,
                }
                asked += 1;
                if asked % SAMPLE == 0 {
                    let second = ask(&mut z3, &world.pool, question);
                    assert!(!matches!(second, Outcome::Sat(_)), "{about} is wrong for Z3: {second:?}");
                }
            }
        }
    }
    let missing: Vec<_> = all.iter().filter(|rule| proved.get(*rule).is_none_or(|&n| n < EXAMPLES)).collect();
    assert!(missing.is_empty(), "{} rules lack a proof: {missing:?}", missing.len());
    println!("{} rules proved, {asked} questions", all.len());
}
