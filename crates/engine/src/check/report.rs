//! `check.json`, as `docs/check.md` describes it. Fields may be added, never renamed or removed within a version.

use crate::error::Error;
use crate::findings::file_of;
use bowline_demand::segment::Told;
use bowline_demand::{Answer, Query, Verdict};
use bowline_ir::{Module, SourceLoc};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

pub const VERSION: u32 = 1;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CheckReport {
    pub version: u32,
    pub files: Vec<PathBuf>,
    /// Where relative names are relative to.
    pub directory: PathBuf,
    pub queries: Vec<QueryReport>,
    /// Loops, then calls, that were to be run because no proof got past them, in the order of the program.
    pub segments: Vec<SegmentReport>,
    pub totals: Totals,
    /// What the exploration for evidence has to say: how it ended, or why there was none.
    pub evidence: String,
    /// Places where it contradicts a proof: a mistake in Bowline.
    pub disagreements: Vec<PlaceReport>,
    pub wall_s: f64,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct QueryReport {
    /// `write`, `read` or `branch`.
    pub kind: String,
    pub file: String,
    pub line: u32,
    pub column: u32,
    pub function: String,
    /// Of a call: the argument that is accessed through, from 0 on.
    pub argument: u32,
    /// `safe`, `vulnerable`, `infeasible` or `unknown`.
    pub verdict: String,
    pub reason: String,
    /// One word for the reason of `unknown`; empty otherwise.
    pub cause: String,
    /// The places that lead there, of one path.
    pub path: Vec<PlaceReport>,
    /// What must hold at the start of that path.
    pub condition: Option<String>,
    /// The function that the path starts in.
    pub start: Option<String>,
    /// Where that is `main`: a number of arguments, with the program's name, that leads there.
    pub argc: Option<u32>,
    /// The longest text among them, where lengths matter.
    pub longest: Option<u64>,
    /// A native run showed it.
    pub confirmed: bool,
    /// What the native run said, or why there was none.
    pub native: String,
    /// The test of the exploration that shows it, relative to the output directory.
    pub test: Option<String>,
    /// What the answer rests on.
    pub models: Vec<String>,
    /// What was not followed to the program's start, and taken for possible.
    #[serde(default)]
    pub assumes: Option<String>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlaceReport {
    pub file: String,
    pub line: u32,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SegmentReport {
    /// `loop` or `call`.
    pub kind: String,
    pub file: String,
    pub line: u32,
    pub function: String,
    /// The function that a call calls.
    pub called: Option<String>,
    /// How many rounds the loop makes, or what the call does, in words; nothing where it was declined.
    pub model: Option<String>,
    /// `constant`, `simple linear`, `multiple linear`, `polynomial` or `piecewise linear`; of calls also `bounds`, `effects` and `no effect`.
    pub form: Option<String>,
    /// `measured`, or `verified up to N`.
    pub trust: Option<String>,
    pub runs: u64,
    /// Why there is no model.
    pub declined: Option<String>,
}

impl SegmentReport {
    pub(crate) fn new(module: &Module, told: &Told) -> Self {
        let response = told.response.as_ref();
        Self {
            kind: if told.called.is_some() { "call" } else { "loop" }.to_string(),
            file: file_of(module, told.loc),
            line: told.loc.line,
            function: module.functions[told.function].name.clone(),
            called: told.called.map(|called| module.functions[called].name.clone()),
            model: response.ok().map(|summary| summary.text.clone()),
            form: response.ok().map(|summary| summary.form.to_string()),
            trust: response.ok().map(|summary| summary.trust.to_string()),
            runs: response.map_or(0, |summary| summary.runs as u64),
            declined: response.err().cloned(),
        }
    }
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Totals {
    pub queries: u64,
    /// Accesses at a known place within their object: no query.
    pub trivial: u64,
    pub safe: u64,
    pub vulnerable: u64,
    pub confirmed: u64,
    pub infeasible: u64,
    pub unknown: u64,
    /// By cause.
    pub unknown_by_cause: BTreeMap<String, u64>,
    /// Segments by kind: how many were asked about, and how many have a model.
    pub segments: BTreeMap<String, SegmentTotals>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SegmentTotals {
    pub asked: u64,
    pub analysed: u64,
    /// Of these, found right for all small inputs.
    pub verified: u64,
}

impl CheckReport {
    pub(crate) fn new(
        files: &[PathBuf],
        module: &Module,
        asked: &[Query],
        answers: &[Answer],
        trivial: u64,
    ) -> Self {
        let queries = asked.iter().zip(answers).map(|(query, answer)| one(module, query, answer)).collect();
        Self {
            version: VERSION,
            files: files.to_vec(),
            directory: std::env::current_dir().unwrap_or_default(),
            queries,
            segments: Vec::new(),
            totals: Totals { trivial, ..Totals::default() },
            evidence: String::new(),
            disagreements: Vec::new(),
            wall_s: 0.0,
        }
    }

    /// Counts, and puts what deserves attention first: confirmed, then vulnerable.
    pub(crate) fn finish(&mut self, time: Duration) {
        self.wall_s = time.as_secs_f64();
        let rank = |query: &QueryReport| match (query.verdict.as_str(), query.confirmed) {
            ("vulnerable", true) => 0,
            ("vulnerable", false) if query.models.is_empty() && query.assumes.is_none() => 1,
            // What rests on a measurement alone comes last.
            ("vulnerable", false) => 2,
            _ => 3,
        };
        self.queries.sort_by_key(rank);
        let totals = &mut self.totals;
        for segment in &self.segments {
            let of_kind = totals.segments.entry(segment.kind.clone()).or_default();
            of_kind.asked += 1;
            of_kind.analysed += u64::from(segment.model.is_some());
            of_kind.verified += u64::from(segment.trust.as_ref().is_some_and(|trust| trust != "measured"));
        }
        totals.queries = self.queries.len() as u64;
        for query in &self.queries {
            match query.verdict.as_str() {
                "safe" => totals.safe += 1,
                "vulnerable" => totals.vulnerable += 1,
                "infeasible" => totals.infeasible += 1,
                _ => {
                    totals.unknown += 1;
                    *totals.unknown_by_cause.entry(query.cause.clone()).or_default() += 1;
                }
            }
            totals.confirmed += u64::from(query.confirmed);
        }
    }

    /// As it stands in `check.json`.
    pub fn to_json(&self) -> Result<Vec<u8>, Error> {
        let mut text = serde_json::to_vec_pretty(self).map_err(|error| Error::Internal(error.to_string()))?;
        text.push(b'\n');
        Ok(text)
    }
}

fn one(module: &Module, query: &Query, answer: &Answer) -> QueryReport {
    let place = |loc: &SourceLoc| PlaceReport { file: file_of(module, *loc), line: loc.line };
    let cause = match &answer.verdict {
        Verdict::Unknown(why) => why.name().to_string(),
        _ => String::new(),
    };
    QueryReport {
        kind: query.kind.name().to_string(),
        file: file_of(module, query.loc),
        line: query.loc.line,
        column: query.loc.column,
        function: module.functions[query.function].name.clone(),
        argument: query.argument,
        verdict: answer.verdict.name().to_string(),
        reason: answer.reason.clone(),
        cause,
        path: answer.path.iter().map(place).collect(),
        condition: answer.condition.clone(),
        start: answer.start.map(|id| module.functions[id].name.clone()),
        argc: answer.argc,
        longest: answer.longest,
        confirmed: false,
        native: String::new(),
        test: None,
        models: answer.models.clone(),
        assumes: answer.assumes.clone(),
    }
}
