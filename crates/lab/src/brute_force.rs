//! An exploration against runs on all inputs.

use crate::{Explored, Lab};
use bowline_exec::{BugKind, Ending, ExecConfig, Executor, KnownInputs, Outcome, State};
use std::collections::BTreeSet;

/// How a run ends, as far as it is compared.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Verdict {
    Exited(u64),
    Bug(BugKind, u32),
    Infeasible,
}

pub(crate) fn verdict(ending: &Ending) -> Verdict {
    match ending {
        Ending::Exited { status } => Verdict::Exited(*status),
        Ending::Bug(bug) => Verdict::Bug(bug.kind, bug.stack[0].loc.line),
        Ending::Infeasible | Ending::Untaken => Verdict::Infeasible,
        Ending::Silent | Ending::Lost => panic!("a path that is given up cannot be compared"),
    }
}

/// Runs of a program in which nothing is unknown.
pub struct ConcreteRuns {
    /// Taken out only to be given other inputs.
    executor: Option<Executor>,
    start: State,
}

impl ConcreteRuns {
    pub fn new(text: &str, config: ExecConfig) -> Self {
        let Lab { executor, start, .. } = Lab::configured(text, config);
        Self { executor: Some(executor), start }
    }

    /// As a program was explored.
    pub(crate) fn like(explored: &Explored, text: &str) -> Self {
        Self::new(text, explored.executor.config().clone())
    }

    /// With inputs of a byte each and one name, in the order in which the program makes them.
    pub fn run(&mut self, name: &str, inputs: &[u8]) -> Ending {
        let known = KnownInputs::new(inputs.iter().map(|byte| (name.to_string(), vec![*byte])));
        let executor = self.executor.take().map(|executor| executor.with_known_inputs(known));
        let executor = self.executor.insert(executor.expect("put back after each run"));
        let mut state = self.start.clone();
        loop {
            if let Outcome::Ended { ending, .. } = executor.run(&mut state, 1_000_000) {
                let misfit = executor.known_inputs().and_then(KnownInputs::misfit);
                assert_eq!(misfit, None, "the program makes other inputs");
                return ending;
            }
        }
    }
}

/// Demands that an exploration found exactly the endings that the program has over all values of `count` inputs of a byte each, all
/// called `name`, and that each path's own inputs end as it says.
///
/// For explorations in which the status of a path is the same for all of its inputs.
pub fn agrees_with_brute_force(text: &str, name: &str, count: usize, explored: &Explored) {
    assert_eq!(explored.lost(), Vec::<String>::new(), "only what lost nothing can be compared");
    let mut runs = ConcreteRuns::like(explored, text);
    let mut all: BTreeSet<Verdict> = BTreeSet::new();
    for number in 0..1u64 << (8 * count) {
        all.insert(verdict(&runs.run(name, &number.to_le_bytes()[..count])));
    }
    all.remove(&Verdict::Infeasible);
    let mut found: BTreeSet<Verdict> = explored.ends.iter().map(|end| verdict(&end.ending)).collect();
    found.remove(&Verdict::Infeasible);
    assert_eq!(found, all);
    for end in explored.ends.iter().filter(|end| end.ending != Ending::Infeasible) {
        let inputs: Vec<u8> = explored.inputs(end).into_iter().map(|input| input[0]).collect();
        assert_eq!(verdict(&runs.run(name, &inputs)), verdict(&end.ending), "with inputs {inputs:?}");
    }
}
