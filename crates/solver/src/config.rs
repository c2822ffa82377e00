//! Everything about a solver that can be chosen.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// How a [`crate::Solver`] works. Plain data; the default is what a run uses.
#[derive(Clone, Debug)]
pub struct SolverConfig {
    /// For one question to a back end; 10 s.
    pub time_limit: Duration,
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
    /// The Z3 program, asked for second opinions under [`Checks::Full`]; "z3".
    pub second_solver: String,
}

impl Default for SolverConfig {
    fn default() -> Self {
        Self {
            time_limit: Duration::from_secs(10),
            memory_limit_mb: 2048,
            checks: Checks::Cheap,
            layers: LayerSwitches::default(),
            seed: 0,
            interrupt: Arc::default(),
            restart_after_terms: 200_000,
            main_solver: MainSolver::Bitwuzla,
            second_solver: "z3".to_string(),
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
    /// Exact sets of values per input byte.
    pub domains: bool,
    /// Only the constraints that share inputs with the question, transitively.
    pub slicing: bool,
    /// Earlier answers to the same question, and unsatisfiable cores of it.
    pub cache: bool,
    /// Models of recent answers may satisfy this question as well.
    pub recent_models: bool,
    /// Small changes to the path's model that make a comparison come out as asked.
    pub repair: bool,
}

impl Default for LayerSwitches {
    fn default() -> Self {
        Self { own_model: true, domains: true, slicing: true, cache: true, recent_models: true, repair: true }
    }
}

impl LayerSwitches {
    /// The back end alone.
    pub fn none() -> Self {
        Self {
            own_model: false,
            domains: false,
            slicing: false,
            cache: false,
            recent_models: false,
            repair: false,
        }
    }
}
