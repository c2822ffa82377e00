//! Bitwuzla, in process and incremental: the main back end.
//!
//! Nothing is ever asserted. Conditions are assumptions, so one session serves all paths of a run and what it learned on
//! one helps on the others. It starts afresh when it has translated many terms, because it never forgets any.

use super::encode::{Encoder, NotEncoded, bottom};
use super::ffi::{Session, Status, Term};
use super::{Backend, Limits, Outcome};
use crate::config::SolverConfig;
use crate::verdict::UnknownReason;
use bowline_base::FxHashSet;
use bowline_expr::{ExprId, Model, Node, Pool, Support, SymId};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

pub struct BitwuzlaBackend {
    session: Session,
    encoder: Encoder,
    seed: u32,
    interrupt: Arc<AtomicBool>,
    restart_after_terms: usize,
    restarts: u64,
    /// Effort of the sessions before this one, and of putting questions to all of them.
    spent: u64,
    /// Expressions of the question that is put.
    counted: FxHashSet<ExprId>,
}

/// Instructions of a program that could be executed in the time that a question takes at least, and for each of its expressions, which are prepared
/// again for each question: measured once, roughly.
const PER_QUESTION: u64 = 2_000;
const PER_EXPRESSION: u64 = 60;

impl BitwuzlaBackend {
    pub fn new(config: &SolverConfig) -> Self {
        Self::with(config.seed, Arc::clone(&config.interrupt), config.restart_after_terms)
    }

    fn with(seed: u32, interrupt: Arc<AtomicBool>, restart_after_terms: usize) -> Self {
        Self {
            session: Session::new(seed, Arc::clone(&interrupt)),
            encoder: Encoder::default(),
            seed,
            interrupt,
            restart_after_terms,
            restarts: 0,
            spent: 0,
            counted: FxHashSet::default(),
        }
    }

    fn restart(&mut self) {
        self.spent += self.session.search_effort();
        self.session = Session::new(self.seed, self.interrupt.clone());
        self.encoder.new_session();
        self.restarts += 1;
    }

    /// Different expressions that conditions consist of.
    fn expressions(&mut self, pool: &Pool, conditions: &[ExprId]) -> u64 {
        self.counted.clear();
        let mut pending = conditions.to_vec();
        while let Some(id) = pending.pop() {
            if self.counted.insert(id) {
                pool.node(id).for_each_child(|child| pending.push(child));
            }
        }
        self.counted.len() as u64
    }

    fn encode_all(&mut self, pool: &Pool, conditions: &[ExprId]) -> Result<Vec<Term>, NotEncoded> {
        let encode = |&condition| self.encoder.encode(&mut self.session, pool, condition);
        conditions.iter().map(encode).collect()
    }

    /// Each round of the loop turns at least one more input into an array, so it ends.
    fn terms(&mut self, pool: &Pool, conditions: &[ExprId]) -> Result<Vec<Term>, UnknownReason> {
        loop {
            match self.encode_all(pool, conditions) {
                Ok(terms) => return Ok(terms),
                Err(NotEncoded::NeedsNewSession) => self.restart(),
                Err(NotEncoded::Interrupted) => return Err(UnknownReason::Interrupted),
                Err(NotEncoded::NotPlain) => return Err(UnknownReason::Gaveup),
            }
        }
    }

    fn model(&mut self, pool: &Pool, conditions: &[ExprId], support: &[Support]) -> Model {
        let mut model = Model::new();
        let mut any_whole = false;
        for &part in support {
            match part {
                Support::Byte(symbol, index) => {
                    self.read_byte(pool, symbol, index.into(), &mut model);
                }
                Support::Whole(_) => any_whole = true,
            }
        }
        if any_whole {
            self.read_unknown_places(pool, conditions, &mut model);
        }
        model
    }

    /// Of an input read at unknown places only those places matter that the conditions read under this model.
    fn read_unknown_places(&mut self, pool: &Pool, conditions: &[ExprId], model: &mut Model) {
        let mut seen: FxHashSet<ExprId> = FxHashSet::default();
        let mut pending: Vec<ExprId> = conditions.to_vec();
        while let Some(id) = pending.pop() {
            if !seen.insert(id) {
                continue;
            }
            let node = pool.node(id);
            node.for_each_child(|child| pending.push(child));
            if let Node::Select(array, index) = node
                && let Node::Input(symbol) = pool.node(bottom(pool, array))
                && let Some(index) = self.encoder.known(index)
                && let Some(at) = self.session.value(index)
            {
                self.read_byte(pool, symbol, at, model);
            }
        }
    }

    /// Copies the value of one byte, if it is one of the input's and the conditions spoke of it.
    fn read_byte(&mut self, pool: &Pool, symbol: SymId, at: u64, model: &mut Model) {
        let term = self.encoder.byte(symbol, at).or_else(|| {
            let array = self.encoder.array(symbol)?;
            let index = self.session.constant(at.into(), bowline_expr::INDEX_WIDTH);
            Some(self.session.select(array, index))
        });
        if at < pool.symbol_info(symbol).size
            && let Some(value) = term.and_then(|term| self.session.value(term))
        {
            model.set_byte(symbol, at, value as u8);
        }
    }
}

impl Backend for BitwuzlaBackend {
    fn name(&self) -> &'static str {
        "bitwuzla"
    }

    fn check(&mut self, pool: &Pool, conditions: &[ExprId], support: &[Support], limits: Limits) -> Outcome {
        if self.session.terms_made() > self.restart_after_terms {
            self.restart();
        }
        let terms = match self.terms(pool, conditions) {
            Ok(terms) => terms,
            Err(reason) => return Outcome::Unknown(reason),
        };
        self.spent += PER_QUESTION + PER_EXPRESSION * self.expressions(pool, conditions);
        match self.session.check(&terms, limits) {
            Status::Sat => Outcome::Sat(self.model(pool, conditions, support)),
            Status::Unsat => {
                let needed = |(&id, &term): (&ExprId, &Term)| self.session.in_core(term).then_some(id);
                Outcome::Unsat(conditions.iter().zip(&terms).filter_map(needed).collect())
            }
            Status::Unknown(reason) => Outcome::Unknown(reason),
        }
    }

    fn retain(&mut self, keep: &dyn Fn(ExprId) -> bool) {
        self.encoder.retain(keep);
    }

    fn fresh(&self) -> Option<Box<dyn Backend>> {
        Some(Box::new(Self::with(self.seed, Arc::clone(&self.interrupt), self.restart_after_terms)))
    }

    fn restarts(&self) -> u64 {
        self.restarts
    }

    fn effort(&self) -> u64 {
        self.spent + self.session.search_effort()
    }
}
