//! What became of loops.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What merging did with one loop.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct LoopReport {
    pub function: String,
    pub file: String,
    pub line: u32,
    /// How often states were gathered at its exits.
    pub contexts: u64,
    /// States that waited there, and states that went on.
    pub states_in: u64,
    pub states_out: u64,
    /// States that became another inside the loop, having the same store.
    pub joined_inside: u64,
    /// How often a limit ended the gathering.
    pub given_up: u64,
    /// `merged`, or `left alone` and why, or since when.
    #[serde(default)]
    pub decision: String,
    /// States with a counter, the states they were made of, and why others have none: by reason.
    #[serde(default)]
    pub patterns: u64,
    #[serde(default)]
    pub pattern_members: u64,
    /// Words of memory that became formulas over their places.
    #[serde(default)]
    pub formula_words: u64,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub fallbacks: BTreeMap<String, u64>,
    /// What the members' paths and differing values consisted of, and the merged ones.
    pub constraints_before: ExpressionSize,
    pub constraints: ExpressionSize,
    pub values_before: ExpressionSize,
    pub values: ExpressionSize,
    pub time_s: f64,
}

#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct ExpressionSize {
    /// Different expressions.
    pub nodes: u64,
    /// All occurrences, as if nothing were shared.
    pub written_out: f64,
}

/// A loop that was looked at for a closed form.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct ClosedLoopReport {
    pub function: String,
    pub file: String,
    pub line: u32,
    /// How often what an iteration does was learned, and how many runs of iterations were taken as one step.
    pub learned: u64,
    pub runs: u64,
    /// Paths through an iteration, and groups of them whose repetition has a closed form.
    pub paths: usize,
    pub phases: usize,
    /// Texts that counting its paths gave, and that were followed because something new happens on them.
    #[serde(default)]
    pub sent: u64,
    /// `exact` where all paths are in such groups, `runs` where some are executed one by one, `partial` where its paths were counted only, which
    /// decides nothing, `declined`; `not met` where it was never executed
    /// with unknown values (told by `bowline loops` only).
    pub understood: String,
    /// What it does, in words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub words: Vec<String>,
    /// Why it was declined the last time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub declined: Option<String>,
}

/// How many loops were met with unknown values, and what became of them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LoopCounts {
    pub met: u64,
    pub exact: u64,
    pub runs: u64,
    pub partial: u64,
    /// By reason.
    pub declined: BTreeMap<String, u64>,
}

/// How questions with bounded terms were answered that got as far as the back end.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct QuantifierReport {
    pub asked: u64,
    /// By the first instances, and by those that models asked for.
    pub refuted_at_once: u64,
    pub refuted_later: u64,
    /// A model of the instances satisfied the question as it was.
    pub model_at_once: u64,
    pub model_later: u64,
    /// A model of the instances did so after small changes.
    pub mended_at_once: u64,
    pub mended_later: u64,
    pub given_up: u64,
    /// Questions to the back end for all of them.
    pub rounds: u64,
    /// By name: `strip`, `evaluate`, `duplicate`, `repair`, `instantiate`.
    #[serde(default)]
    pub stages: BTreeMap<String, StageReport>,
    pub time_s: f64,
}

/// One step of answering them.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct StageReport {
    pub entered: u64,
    /// Questions that it answered.
    pub answered: u64,
    pub time_s: f64,
}
