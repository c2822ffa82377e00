//! What a question can be answered with. "Not known" is an answer with a reason, never a guess.

use bowline_expr::Model;
use std::fmt;
use std::path::PathBuf;
use std::rc::Rc;

/// The answer to "can all of this hold at once?".
#[derive(Clone, Debug)]
pub enum Verdict {
    /// Yes: under this model, which satisfies the whole path and the question.
    Sat(Rc<Model>),
    Unsat,
    Unknown(Unknown),
}

/// The answer to "which sides of this condition can the path take?".
#[derive(Clone, Debug)]
pub enum Branch {
    Always,
    Never,
    Both {
        then_model: Rc<Model>,
        else_model: Rc<Model>,
    },
    /// One side holds under the path's model; whether the other is possible is not known.
    Undecided {
        holds: bool,
        unknown: Unknown,
    },
}

/// A question that could not be decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unknown {
    pub reason: UnknownReason,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnknownReason {
    TimeLimit,
    /// Of steps that are counted.
    StepLimit,
    MemoryLimit,
    /// The back end ended without an answer and without reaching a limit of ours.
    Gaveup,
    /// The interrupt flag was raised.
    Interrupted,
    /// Two solvers, or a solver and the evaluator, contradict each other: one of them is broken. The answer was
    /// dropped; [`crate::SolverStats::disagreements`] counts these.
    Disagreement,
    /// A symcrete's source gave no value that would do, within a budget (`concretise.rs`).
    Unreached,
}

impl From<UnknownReason> for Unknown {
    fn from(reason: UnknownReason) -> Self {
        Self { reason }
    }
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.reason {
            UnknownReason::TimeLimit => "the solver's time limit per query was reached",
            UnknownReason::StepLimit => "the solver's limit of steps per query was reached",
            UnknownReason::MemoryLimit => "the solver's memory limit was reached",
            UnknownReason::Gaveup => "the solver gave up",
            UnknownReason::Interrupted => "interrupted",
            UnknownReason::Unreached => "no call gave such a value",
            UnknownReason::Disagreement => "the solver's answer did not survive its check",
        })
    }
}

/// Why a [`crate::Solver`] could not be made.
#[derive(Debug)]
pub enum SolverError {
    /// Full checks need a second solver, which is not there.
    SecondSolverMissing { program: String, cause: std::io::Error },
    /// Questions cannot be written where they are to be.
    Log { directory: PathBuf, why: String },
}

impl fmt::Display for SolverError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolverError::SecondSolverMissing { program, cause } => write!(
                f,
                "full checks ask a second solver, but `{program}` does not start ({cause}); \
                 install Z3 or choose cheaper checks"
            ),
            SolverError::Log { directory, why } => {
                write!(f, "{}: cannot hold a log of queries: {why}", directory.display())
            }
        }
    }
}

impl std::error::Error for SolverError {}
