//! What an exploration says about single inputs, where a path's status may depend on them: paths that were joined.

use crate::brute_force::{Verdict, verdict};
use crate::{ConcreteRuns, End, Explored};
use bowline_exec::{Ending, Lane};
use bowline_expr::{Evaluator, ExprId, Model, Pool, Support, SupportCache, SymId};
use bowline_memory::Value;
use std::collections::BTreeMap;

/// All inputs of so many bytes that are made of the given ones.
pub fn all_bytes(from: &[u8], count: usize) -> Vec<Vec<u8>> {
    (0..count).fold(vec![Vec::new()], |shorter, _| {
        let longer = |start: Vec<u8>| from.iter().map(move |byte| [&start[..], &[*byte]].concat());
        shorter.into_iter().flat_map(longer).collect()
    })
}

/// Demands that each of the inputs belongs to exactly one path, which ends as the program does with that input. An input is a number of
/// bytes that the program makes one after the other, all called `name`, and returns from `main` or has a bug.
///
/// Of a race, an input belongs to one path of the lane that won, and to at most one of the other.
pub fn predicts(text: &str, name: &str, inputs: &[Vec<u8>], explored: &Explored) {
    for (input, lanes) in predicted_in(text, name, inputs, explored) {
        let several = |lane: &Option<Lane>| lanes.iter().filter(|other| *other == lane).count() > 1;
        assert!(!lanes.iter().any(several), "two paths for inputs {input:?}");
        assert!(lanes.len() < 2 || !lanes.contains(&None), "a path beside the race for inputs {input:?}");
    }
}

/// The same, where an input may belong to several paths.
pub fn predicts_over_and_over(text: &str, name: &str, inputs: &[Vec<u8>], explored: &Explored) {
    predicted_in(text, name, inputs, explored);
}

/// The lanes of the paths that each input belongs to, all of which end as the program does with it.
fn predicted_in<'i>(
    text: &str,
    name: &str,
    inputs: &'i [Vec<u8>],
    explored: &Explored,
) -> Vec<(&'i [u8], Vec<Option<Lane>>)> {
    assert_eq!(explored.lost(), Vec::<String>::new(), "only what lost nothing can be compared");
    let mut runs = ConcreteRuns::like(explored, text);
    let lanes_of = |input: &'i Vec<u8>| {
        let actual = verdict(&runs.run(name, input));
        let mut lanes: Vec<Option<Lane>> = Vec::new();
        for end in &explored.ends {
            let Some(predicted) = explored.verdict_for(end, input) else { continue };
            assert_eq!(predicted, actual, "with inputs {input:?}");
            lanes.push(end.state.lane);
        }
        // An assumption that does not hold ends the path before it is confined to the rest.
        assert!(
            !lanes.is_empty() || actual == Verdict::Infeasible,
            "no path for inputs {input:?}: {actual:?}"
        );
        (&input[..], lanes)
    };
    inputs.iter().map(lanes_of).collect()
}

/// Values of unknowns of our own that are tried: more than the inputs of a test are long.
const OWN_VALUES: u8 = 9;

impl Explored {
    /// How a path says that an input ends; nothing where the input is not of that path. Unknowns of our own, such as the length of a run of
    /// a loop, are whatever the path demands with that input.
    fn verdict_for(&self, end: &End, input: &[u8]) -> Option<Verdict> {
        let pool = self.executor.pool();
        let mut model = Model::new();
        for (made, byte) in end.state.inputs.iter().zip(input) {
            model.set_byte(made.symbol, 0, *byte);
        }
        let mut evaluator = Evaluator::new();
        let mut by_unknown = own_unknowns(pool, end);
        let inputs_alone = by_unknown.remove(&None).unwrap_or_default();
        if !inputs_alone.iter().all(|constraint| evaluator.holds(pool, &model, *constraint)) {
            return None;
        }
        let unknowns: Vec<_> =
            by_unknown.into_iter().filter_map(|(symbol, all)| Some((symbol?, all))).collect();
        if !assigned(pool, &mut evaluator, &mut model, &unknowns) {
            return None;
        }
        Some(match (&end.ending, end.state.result_of_main()) {
            (Ending::Exited { .. }, Value::Expr(status)) => {
                Verdict::Exited(evaluator.eval(pool, &model, status) as u64)
            }
            (ending, _) => verdict(ending),
        })
    }
}

/// The constraints of a path by the newest unknown of our own in them.
fn own_unknowns(pool: &Pool, end: &End) -> BTreeMap<Option<SymId>, Vec<ExprId>> {
    let mut supports = SupportCache::new();
    let mut by_unknown: BTreeMap<Option<SymId>, Vec<ExprId>> = BTreeMap::new();
    for constraint in end.state.path.constraints() {
        let own = |part: &Support| {
            let (Support::Byte(symbol, _) | Support::Whole(symbol)) = *part;
            pool.symbol_info(symbol).is_auxiliary.then_some(symbol)
        };
        let all: Vec<SymId> = supports.of(pool, constraint).iter().filter_map(own).collect();
        for &symbol in &all {
            by_unknown.entry(Some(symbol)).or_default();
        }
        by_unknown.entry(all.into_iter().max()).or_default().push(constraint);
    }
    by_unknown
}

/// Finds values of the unknowns that satisfy all constraints: each holds as soon as its newest unknown has a value.
fn assigned(
    pool: &Pool,
    evaluator: &mut Evaluator,
    model: &mut Model,
    unknowns: &[(SymId, Vec<ExprId>)],
) -> bool {
    let Some(((symbol, constraints), rest)) = unknowns.split_first() else { return true };
    (0..OWN_VALUES).any(|value| {
        model.set_byte(*symbol, 0, value);
        constraints.iter().all(|&constraint| evaluator.holds(pool, model, constraint))
            && assigned(pool, evaluator, model, rest)
    })
}
