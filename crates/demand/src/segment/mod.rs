//! Loops and calls that are run because they cannot be read: *segments*, as in the paper.
//!
//! What a query needs of a loop is how many rounds it makes ([`Rounds`]); what each round adds is proved elsewhere ([`crate::invariant`]). A
//! request is the loop with what it reads ([`cut`]): numbers, texts, buffers. It is run alone on chosen values ([`bench`]), and from what it
//! does a model is inferred in exact integers ([`measure`]): a polynomial of the numbers and of the texts' lengths, or several in pieces. Then the
//! executor tries to *refute* it, on all contents of short texts. What a model says is then put into the query ([`apply`]). Functions
//! without a body are run natively ([`library`]). What was learned is kept in the [`repository`].
//!
//! A model that was measured is no proof. It speaks only of the ranges it was measured in (elsewhere the loop stays unknown), every answer names
//! the models that it rests on, and whoever reads a model reads how far it was verified.
//!
//! Assumed of what is run alone: its texts and buffers are apart, and buffers are large enough.
//!
//! Deliberately absent: loops that call functions which touch memory or have no body, that follow pointers in memory, compare pointers, or read
//! anything but bytes. Each is a reason to [decline](Declined).

pub(crate) mod apply;
mod apply_call;
mod bench;
mod content;
mod cut;
pub mod library;
mod measure;
mod repository;

pub use bowline_infer::Trust;
pub use cut::{Cut, Input};
pub use library::{Founder, Laboratory, MeasuredCall};
pub use repository::Repository;

use crate::invariant::Known;
use crate::state::Context;
use bowline_infer::{Model, NoModel, Range};
use bowline_ir::{FuncId, LoopId, SourceLoc};
use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

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

/// What became of a segment that was asked about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Told {
    pub function: FuncId,
    pub loc: SourceLoc,
    /// The function that was called there; nothing for a loop.
    pub called: Option<FuncId>,
    /// The error says why there is no model.
    pub response: Result<Summary, String>,
}

/// A model as people are told of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Summary {
    pub text: String,
    pub form: &'static str,
    pub trust: Trust,
    pub runs: usize,
}

/// Measurements while questions are answered.
#[derive(Default)]
pub struct Segments {
    repository: Repository,
    bench: Option<bench::Bench>,
    founder: Option<Arc<Founder>>,
    laboratory: Option<Box<dyn Laboratory>>,
    /// Models that the answer under way has used.
    used: BTreeSet<String>,
    is_on: bool,
}

impl Segments {
    pub(crate) fn new(repository: Repository, founder: Option<Arc<Founder>>) -> Self {
        Self { repository, founder, ..Self::default() }
    }

    /// A new answer begins, which may rest on measurements or not.
    pub(crate) fn begin(&mut self, is_on: bool) {
        self.is_on = is_on;
        self.used.clear();
    }

    /// Are measurements made for this answer?
    pub(crate) fn is_on(&self) -> bool {
        self.is_on
    }

    pub(crate) fn uses(&mut self, model: &str) {
        self.used.insert(model.to_string());
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
        if let Some(told) = context.segments.repository.rounds(key) {
            return told.ok();
        }
        let mut bench = context.segments.bench.take();
        let rounds = measure::rounds(context, &mut bench, function, loop_id, known).map(Arc::new);
        context.segments.bench = bench;
        context.segments.repository.insert_rounds(key, rounds.clone());
        rounds.ok()
    }
}
