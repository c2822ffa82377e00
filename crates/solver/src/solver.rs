//! The facade: the operations the rest of the engine uses, over the chain of layers.

use crate::chain;
use crate::config::SolverConfig;
use crate::facts::Facts;
use crate::layer::{Answer, Chain, Core, MAX_WORK, Query, Tools};
use crate::path::Path;
use crate::stats::{Books, SolverStats};
use crate::verdict::{Branch, SolverError, Unknown, Verdict};
use bowline_expr::{Evaluator, ExprId, Model, Pool};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Answers questions about paths. One per worker, for the expressions of one pool.
pub struct Solver {
    chain: Chain,
    pub(crate) facts: Facts,
    evaluator: Evaluator,
    books: Books,
    interrupt: Arc<AtomicBool>,
    /// Values that sources of symcretes were asked for while questions were answered.
    pub(crate) source_calls: u64,
    pub(crate) unreached: String,
}

impl Solver {
    pub fn new(config: SolverConfig) -> Result<Self, SolverError> {
        let mut books = Books::default();
        let chain = chain::assemble(&config, &mut books)?;
        let interrupt = config.interrupt;
        let (facts, evaluator) = (Facts::new(), Evaluator::new());
        Ok(Self { chain, facts, evaluator, books, interrupt, source_calls: 0, unreached: String::new() })
    }

    /// Can `question` hold on this path?
    pub fn check(&mut self, pool: &mut Pool, path: &Path, question: ExprId) -> Verdict {
        match self.ask(pool, path, question, false) {
            Answer::Sat(model) => Verdict::Sat(model),
            Answer::Unsat(_) => Verdict::Unsat,
            Answer::Unknown(reason) => Verdict::Unknown(reason.into()),
        }
    }

    /// Which sides of `condition` can the path take? One query at most: the path's model already decides one side.
    pub fn branch(&mut self, pool: &mut Pool, path: &Path, condition: ExprId) -> Branch {
        match condition {
            Pool::TRUE => return Branch::Always,
            Pool::FALSE => return Branch::Never,
            _ => {}
        }
        let holds = self.holds(pool, path, condition);
        let other = if holds { pool.not(condition) } else { condition };
        match (self.ask(pool, path, other, true), holds) {
            (Answer::Sat(model), true) => {
                Branch::Both { then_model: path.model().clone(), else_model: model }
            }
            (Answer::Sat(model), false) => {
                Branch::Both { then_model: model, else_model: path.model().clone() }
            }
            (Answer::Unsat(_), true) => Branch::Always,
            (Answer::Unsat(_), false) => Branch::Never,
            (Answer::Unknown(reason), holds) => Branch::Undecided { holds, unknown: reason.into() },
        }
    }

    /// The value of `e` under the path's model. No query.
    pub fn eval(&mut self, pool: &Pool, path: &Path, e: ExprId) -> u128 {
        self.evaluator.eval(pool, path.model(), e)
    }

    /// The value of `e` under a model.
    pub fn eval_in(&mut self, pool: &Pool, model: &Model, e: ExprId) -> u128 {
        self.evaluator.eval(pool, model, e)
    }

    /// Constraints of the path that contradict `question`; nothing when it can hold.
    pub fn core(
        &mut self,
        pool: &mut Pool,
        path: &Path,
        question: ExprId,
    ) -> Result<Option<Vec<ExprId>>, Unknown> {
        match self.ask(pool, path, question, false) {
            Answer::Sat(_) => Ok(None),
            Answer::Unsat(core) => Ok(Some(core.listed(path, pool, &mut self.facts).to_vec())),
            Answer::Unknown(reason) => Err(reason.into()),
        }
    }

    pub fn stats(&self) -> &SolverStats {
        &self.books.stats
    }

    /// Forgets what happened since the statistics were these, except for faults of ours.
    pub fn restore_stats(&mut self, earlier: SolverStats) {
        let SolverStats { disagreements, log_failure, .. } = std::mem::take(&mut self.books.stats);
        self.books.stats = SolverStats { disagreements, log_failure, ..earlier };
    }

    /// To be called after [`Pool::collect`], before any other question: drops everything that is remembered about
    /// collected expressions. Their ids will mean something else.
    pub fn retain(&mut self, keep: &dyn Fn(ExprId) -> bool) {
        self.facts.retain(keep);
        self.chain.retain(keep);
    }

    /// From now on another session of the back end is asked, until this is called again. A session learns from each question, and not only for the better:
    /// an input that was once read at unknown places is an array to it for ever.
    pub fn swap_sessions(&mut self) {
        self.chain.swap_sessions();
    }

    pub(crate) fn is_interrupted(&self) -> bool {
        self.interrupt.load(Ordering::Relaxed)
    }

    fn holds(&mut self, pool: &Pool, path: &Path, condition: ExprId) -> bool {
        match self.facts.byte_truth(pool, condition) {
            Some((byte, truth)) => truth.contains(path.model().byte(byte.symbol, byte.index.into())),
            None => self.evaluator.holds(pool, path.model(), condition),
        }
    }

    fn ask(&mut self, pool: &mut Pool, path: &Path, question: ExprId, own_model_fails: bool) -> Answer {
        match question {
            Pool::TRUE => return Answer::Sat(path.model().clone()),
            Pool::FALSE => return Answer::Unsat(Core::Listed(Rc::default())),
            _ => {}
        }
        self.books.stats.queries += 1;
        match path.symcretes().is_empty() {
            true => self.ask_chain(pool, path, question, own_model_fails),
            false => self.ask_with_symcretes(pool, path, question, own_model_fails),
        }
    }

    /// The layers' answer; to them a symcrete is an unknown like any other.
    pub(crate) fn ask_chain(
        &mut self,
        pool: &mut Pool,
        path: &Path,
        question: ExprId,
        own_model_fails: bool,
    ) -> Answer {
        let Self { chain, facts, evaluator, books, interrupt, .. } = self;
        evaluator.limit(Some(MAX_WORK));
        let mut tools = Tools { pool, facts, evaluator, books, interrupt };
        let answer = chain.ask(&mut tools, Query { path, question, own_model_fails, slice: None });
        self.evaluator.limit(None);
        answer
    }
}
