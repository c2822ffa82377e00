//! What an exploration says about single inputs, where a path's status may depend on them: paths that were joined.

use crate::brute_force::{Verdict, verdict};
use crate::{ConcreteRuns, End, Explored};
use bowline_exec::{Ending, Lane};
use bowline_expr::{Evaluator, Model};
use bowline_memory::Value;

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
    assert_eq!(explored.lost(), Vec::<String>::new(), "only what lost nothing can be compared");
    let mut runs = ConcreteRuns::like(explored, text);
    for input in inputs {
        let actual = verdict(&runs.run(name, input));
        let mut lanes: Vec<Option<Lane>> = Vec::new();
        for end in &explored.ends {
            let Some(predicted) = explored.verdict_for(end, input) else { continue };
            assert_eq!(predicted, actual, "with inputs {input:?}");
            assert!(!lanes.contains(&end.state.lane), "two paths for inputs {input:?}");
            lanes.push(end.state.lane);
        }
        // An assumption that does not hold ends the path before it is confined to the rest.
        assert!(
            !lanes.is_empty() || actual == Verdict::Infeasible,
            "no path for inputs {input:?}: {actual:?}"
        );
        assert!(lanes.len() < 2 || !lanes.contains(&None), "a path beside the race for inputs {input:?}");
    }
}

impl Explored {
    /// How a path says that an input ends; nothing where the input is not of that path.
    fn verdict_for(&self, end: &End, input: &[u8]) -> Option<Verdict> {
        let pool = self.executor.pool();
        let mut model = Model::new();
        for (made, byte) in end.state.inputs.iter().zip(input) {
            model.set_byte(made.symbol, 0, *byte);
        }
        let mut evaluator = Evaluator::new();
        if !end.state.path.constraints().all(|constraint| evaluator.holds(pool, &model, constraint)) {
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
