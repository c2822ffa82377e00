//! What all steps of a question share: the program with what is known of it, expressions, the solver, what was asked and measured, and the end of the time.

use crate::facts::Facts;
use crate::objects::Windows;
use crate::questions::Questions;
use crate::segment::Segments;
use bowline_expr::{ExprId, Pool};
use bowline_ir::{FuncId, Module, Position};
use bowline_solver::{Solver, SolverConfig, SolverError};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// The end of the time for all questions together.
pub struct Clock {
    pub until: Option<Instant>,
    pub interrupt: Arc<AtomicBool>,
}

impl Clock {
    pub fn is_over(&self) -> bool {
        self.interrupt.load(Ordering::Relaxed) || self.until.is_some_and(|until| Instant::now() >= until)
    }
}

/// What all steps need.
pub struct Context<'a> {
    pub module: &'a Module,
    pub facts: &'a Facts,
    pub pool: Pool,
    pub solver: Solver,
    pub(crate) questions: Questions,
    pub(crate) windows: Windows,
    pub segments: Segments,
    pub clock: Clock,
    /// What the solver was made with.
    pub config: SolverConfig,
}

impl<'a> Context<'a> {
    pub fn new(
        module: &'a Module,
        facts: &'a Facts,
        config: SolverConfig,
        until: Option<Instant>,
        segments: Segments,
    ) -> Result<Self, SolverError> {
        Ok(Self {
            module,
            facts,
            pool: Pool::new(),
            solver: Solver::new(config.clone())?,
            questions: Questions::default(),
            windows: Windows::default(),
            clock: Clock { until, interrupt: Arc::clone(&config.interrupt) },
            segments,
            config,
        })
    }

    /// The same program without anything that was asked or measured.
    pub fn apart(&self) -> Result<Self, SolverError> {
        Self::new(self.module, self.facts, self.config.clone(), self.clock.until, Segments::default())
    }

    /// A pool of its own for what comes.
    pub fn renew(&mut self) -> Result<(), SolverError> {
        self.solver = Solver::new(self.config.clone())?;
        self.pool = Pool::new();
        self.questions.forget();
        Ok(())
    }

    /// Can all of these hold at once? Yes, no, or nobody knows.
    pub fn possible(&mut self, conditions: &[ExprId]) -> Option<bool> {
        self.questions.possible(&mut self.pool, &mut self.solver, conditions)
    }

    /// `file:line`.
    pub fn place(&self, function: FuncId, at: Position) -> String {
        self.module.describe(self.module.functions[function].locs[at as usize])
    }
}
