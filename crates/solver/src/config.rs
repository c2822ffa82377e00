//! Everything about a solver that can be chosen.

use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// How a [`crate::Solver`] works. Plain data; the default is what a run uses.
#[derive(Clone, Debug)]
pub struct SolverConfig {
    /// For one question to a back end; 10 s.
    pub time_limit: Duration,
    /// Steps of the search in Bitwuzla for one question, as it counts them; none. Unlike the clock's, this limit is the same in each run.
    pub step_limit: Option<u64>,
    /// MiB by which the process may grow during one question to a back end; 2048.
    pub memory_limit_mb: u64,
    pub checks: Checks,
    pub layers: LayerSwitches,
    /// Seed of the back end's random choices.
    pub seed: u32,
    /// Raised from outside (Ctrl-C) to stop a running question; later ones that reach a back end are unknown, too.
    pub interrupt: Arc<AtomicBool>,
    /// The back end starts afresh after encoding this many terms: learned clauses are worth keeping, but not all
    /// for ever. 200,000.
    pub restart_after_terms: usize,
    /// What decides at the bottom of the chain.
    pub main_solver: MainSolver,
    /// Questions with bounded terms go to Z3 as they are, instead of being taken apart: for measuring. No.
    pub whole_quantifiers: bool,
    /// The Z3 program, asked for second opinions under [`Checks::Full`]; "z3".
    pub second_solver: String,
    /// Where questions are written to; none.
    pub log: Option<QueryLog>,
}

/// A directory of questions as SMT-LIB scripts.
#[derive(Clone, Debug)]
pub struct QueryLog {
    /// Made if it is missing; must be empty.
    pub directory: PathBuf,
    pub which: LoggedQueries,
    /// Files that are written at most.
    pub most: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LoggedQueries {
    /// Every question that enters the chain.
    All,
    /// Those that no layer answered.
    BackEnd,
}

impl Default for SolverConfig {
    fn default() -> Self {
        Self {
            time_limit: Duration::from_secs(10),
            step_limit: None,
            memory_limit_mb: 2048,
            checks: Checks::Cheap,
            layers: LayerSwitches::default(),
            seed: 0,
            interrupt: Arc::default(),
            restart_after_terms: 200_000,
            main_solver: MainSolver::Bitwuzla,
            whole_quantifiers: false,
            second_solver: "z3".to_string(),
            log: None,
        }
    }
}

/// The back end of a chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MainSolver {
    /// In process, incremental.
    Bitwuzla,
    /// A process per solver, a script per question: for comparison.
    Z3,
}

/// How far answers are mistrusted. A back end's model is evaluated against its question at every level.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Checks {
    Off,
    /// Every model, whichever layer it came from, is evaluated against the whole path and the question.
    Cheap,
    /// Also every "unsatisfiable" is asked of a second solver.
    Full,
}

/// Each layer can be left out, for measurement and for finding the one that errs.
#[derive(Clone, Debug)]
pub struct LayerSwitches {
    /// The path's own model may already answer.
    pub own_model: bool,
    /// The parts of a disjunction one by one.
    pub either: bool,
    /// Exact sets of values per input byte.
    pub domains: bool,
    /// Only the constraints that share inputs with the question, transitively.
    pub slicing: bool,
    /// What the path fixes is put into the question.
    pub known: bool,
    /// Earlier answers to the same question, and unsatisfiable cores of it.
    pub cache: bool,
    /// Comparisons of words as bounds on differences.
    pub order: bool,
    /// Small changes to the path's model.
    pub repair: bool,
    /// Merged values case by case.
    pub cases: bool,
}

impl Default for LayerSwitches {
    fn default() -> Self {
        Self {
            own_model: true,
            either: true,
            domains: true,
            slicing: true,
            known: true,
            cache: true,
            order: true,
            repair: true,
            cases: true,
        }
    }
}

impl LayerSwitches {
    /// The layers that can be left out, in the order a question passes them.
    pub const NAMES: [&'static str; 9] =
        ["own-model", "either", "domains", "slice", "cache", "known", "order", "repair", "cases"];

    /// The back end alone.
    pub fn none() -> Self {
        let mut none = Self::default();
        for name in Self::NAMES {
            none.set(name, false);
        }
        none
    }

    /// Switches one layer; false if there is none of that name.
    pub fn set(&mut self, name: &str, on: bool) -> bool {
        let switch = self.switch(name);
        let known = switch.is_some();
        if let Some(switch) = switch {
            *switch = on;
        }
        known
    }

    /// The layers that are left out.
    pub fn off(&self) -> impl Iterator<Item = &'static str> {
        let mut switches = self.clone();
        Self::NAMES.into_iter().filter(move |name| switches.switch(name).is_some_and(|on| !*on))
    }

    fn switch(&mut self, name: &str) -> Option<&mut bool> {
        Some(match name {
            "own-model" => &mut self.own_model,
            "either" => &mut self.either,
            "domains" => &mut self.domains,
            "slice" => &mut self.slicing,
            "known" => &mut self.known,
            "cache" => &mut self.cache,
            "order" => &mut self.order,
            "repair" => &mut self.repair,
            "cases" => &mut self.cases,
            _ => return None,
        })
    }
}

impl FromStr for LayerSwitches {
    type Err = String;

    /// `-cache,-order`: all but these; `none,+slice`: only this one. Read from left to right.
    fn from_str(text: &str) -> Result<Self, String> {
        let mut layers = Self::default();
        for part in text.split(',') {
            let known = match part {
                "all" => {
                    layers = Self::default();
                    true
                }
                "none" => {
                    layers = Self::none();
                    true
                }
                _ => match (part.strip_prefix('-'), part.strip_prefix('+')) {
                    (Some(name), _) => layers.set(name, false),
                    (_, Some(name)) => layers.set(name, true),
                    _ => false,
                },
            };
            if !known {
                let names = Self::NAMES.join(", ");
                return Err(format!(
                    "`{part}` is not `all`, `none`, or + or - with the name of a layer ({names})"
                ));
            }
        }
        Ok(layers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layers_are_switched_by_name() {
        let without: LayerSwitches = "-cache,-order".parse().expect("two names");
        assert!(!without.cache && !without.order && without.slicing && without.domains);
        let only: LayerSwitches = "none,+slice".parse().expect("one name");
        assert!(only.slicing && !only.own_model && !only.known);
        for wrong in ["", "cache", "-", "-cash", "all,-", "+", "none;+slice"] {
            let error = wrong.parse::<LayerSwitches>().expect_err(wrong);
            assert!(LayerSwitches::NAMES.iter().all(|name| error.contains(name)), "{error}");
        }
    }
}
