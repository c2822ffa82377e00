//! Loops that are run because they cannot be read: *segments*, as in the paper.
//!
//! What a query needs of a loop is how many rounds it makes ([`Rounds`]); what each round adds is proved elsewhere ([`crate::invariant`]). A
//! request is the loop with what it reads ([`cut`]): numbers, texts, buffers. It is run alone on chosen values ([`bench`]), and from what it
//! does a model is inferred in exact integers ([`measure`]): a polynomial of the numbers and of the texts' lengths, or several in pieces. Then the
//! executor tries to *refute* it, on all contents of short texts. What a model says is then put into the query ([`apply`]).
//!
//! A model that was measured is no proof. It speaks only of the ranges it was measured in (elsewhere the loop stays unknown), every answer names
//! the models that it rests on, and whoever reads a model reads how far it was verified.
//!
//! Assumed of what is run alone: its texts and buffers are apart, and buffers are large enough.
//!
//! Deliberately absent: loops that call functions which touch memory or have no body, that follow pointers in memory, compare pointers, or read
//! anything but bytes. Each is a reason to [decline](Declined).

pub(crate) mod apply;
mod bench;
mod cut;
mod measure;

pub use cut::{Cut, Input};

use crate::invariant::Known;
use crate::state::Context;
use bowline_base::FxHashMap;
use bowline_infer::{Model, NoModel, Range};
use bowline_ir::{FuncId, LoopId};
use std::collections::BTreeSet;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// How far a model can be relied on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Trust {
    /// It predicted runs that it was not made from.
    Measured,
    /// The executor found it right for all contents of texts up to this length, with small numbers.
    VerifiedUpTo(u64),
}

impl fmt::Display for Trust {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trust::Measured => f.write_str("measured"),
            Trust::VerifiedUpTo(length) => write!(f, "verified up to {length}"),
        }
    }
}

/// How many rounds a loop makes, by what it finds at its entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rounds {
    pub cut: Cut,
    /// Of the inputs that vary, in their order: numbers, and the lengths of texts.
    pub model: Model,
    pub ranges: Vec<Range>,
    pub runs: usize,
    pub trust: Trust,
    /// In words.
    pub text: String,
}

/// Why there is no model of a loop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Declined {
    /// It cannot be run alone, and why.
    Cut(&'static str),
    Model(NoModel),
    /// The executor keeps finding inputs that models are wrong about.
    Refuted,
}

impl fmt::Display for Declined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Declined::Cut(why) => f.write_str(why),
            Declined::Model(why) => write!(f, "{why}"),
            Declined::Refuted => f.write_str("models that fit are refuted"),
        }
    }
}

/// What became of a loop that was asked about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Told {
    pub function: FuncId,
    pub loop_id: LoopId,
    pub rounds: Result<Arc<Rounds>, Declined>,
}

type Measured = FxHashMap<(FuncId, LoopId), Result<Arc<Rounds>, Declined>>;

/// What is known of the loops of a program, for all who answer questions about it: what is measured does not depend on who does it.
#[derive(Clone, Default)]
pub struct Repository(Arc<Mutex<Measured>>);

impl Repository {
    fn get(&self, key: (FuncId, LoopId)) -> Option<Result<Arc<Rounds>, Declined>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&key).cloned()
    }

    fn insert(&self, key: (FuncId, LoopId), rounds: Result<Arc<Rounds>, Declined>) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(key, rounds);
    }

    /// All loops that were asked about, in the order of the program.
    pub fn told(&self) -> Vec<Told> {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut told: Vec<Told> = all
            .iter()
            .map(|(&(function, loop_id), rounds)| Told { function, loop_id, rounds: rounds.clone() })
            .collect();
        told.sort_unstable_by_key(|told| (told.function, told.loop_id));
        told
    }
}

/// Measurements while questions are answered.
#[derive(Default)]
pub struct Segments {
    repository: Repository,
    bench: Option<bench::Bench>,
    /// Models that the answer under way has used.
    used: BTreeSet<String>,
    is_on: bool,
}

impl Segments {
    pub(crate) fn new(repository: Repository) -> Self {
        Self { repository, ..Self::default() }
    }

    /// A new answer begins, which may rest on measurements or not.
    pub(crate) fn begin(&mut self, is_on: bool) {
        self.is_on = is_on;
        self.used.clear();
    }

    pub(crate) fn uses(&mut self, rounds: &Rounds) {
        self.used.insert(rounds.text.clone());
    }

    /// What the answer rests on.
    pub(crate) fn used(&self) -> Vec<String> {
        self.used.iter().cloned().collect()
    }

    /// How many rounds a loop makes, where that can be measured.
    pub(crate) fn rounds(
        context: &mut Context<'_>,
        function: FuncId,
        loop_id: LoopId,
        known: &Known,
    ) -> Option<Arc<Rounds>> {
        if !context.segments.is_on {
            return None;
        }
        let key = (function, loop_id);
        if let Some(told) = context.segments.repository.get(key) {
            return told.ok();
        }
        let mut bench = context.segments.bench.take();
        let rounds = measure::rounds(context, &mut bench, function, loop_id, known).map(Arc::new);
        context.segments.bench = bench;
        context.segments.repository.insert(key, rounds.clone());
        rounds.ok()
    }
}
