//! `run.json`: everything a script needs to know about a run. The format is versioned and described in
//! `docs/run-json.md`; fields may be added, never renamed or removed within a version.

mod bug;
mod config;
mod fuzz;
mod loops;
mod tree;

pub use bug::{BugReport, FrameReport, NoteReport, SizesReport, ValueReport};
pub use config::{ConfigReport, EntryReport};
pub use fuzz::{CrashReport, FuzzReport};
pub use loops::{ClosedLoopReport, ExpressionSize, LoopCounts, LoopReport, QuantifierReport, StageReport};
pub use tree::{TreeNodeReport, TreeReport};

use crate::error::Error;
use crate::harness::HarnessKind;
use crate::world::World;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::PathBuf;

pub const VERSION: u32 = 1;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RunReport {
    pub version: u32,
    pub program: ProgramReport,
    pub config: ConfigReport,
    pub stop: Stop,
    pub paths: PathCounts,
    /// Where the paths were that were alive when the run stopped: the lines with most of them.
    #[serde(default)]
    pub alive: Vec<AliveReport>,
    /// How many paths ended with which exit status, under their own models.
    #[serde(default)]
    pub exit_statuses: BTreeMap<u64, u64>,
    pub bugs: Vec<BugReport>,
    pub lost: Vec<LostReport>,
    pub coverage: CoverageReport,
    pub tests: Vec<TestReport>,
    /// Inputs that were followed first; null without `--seeds`.
    #[serde(default)]
    pub seeds: Option<SeedsReport>,
    /// The fuzzer beside the exploration; null where there was none.
    #[serde(default)]
    pub fuzz: Option<FuzzReport>,
    /// What must be known before the run is believed to have explored anything.
    #[serde(default)]
    pub attention: Vec<AttentionReport>,
    /// What native runs were locked in by: `bubblewrap`, `namespaces`, or `none`; null when there were none.
    #[serde(default)]
    pub sandbox: Option<String>,
    /// What the program asked to be shown.
    pub warnings: Vec<String>,
    /// What the run has to say about itself: tests that were not written, proofs that were not finished.
    #[serde(default)]
    pub notes: Vec<String>,
    pub stats: Stats,
    /// How the exploration went, at most some hundred samples.
    #[serde(default)]
    pub timeline: Vec<SampleReport>,
}

impl RunReport {
    /// As it stands in `run.json`.
    pub fn to_json(&self) -> Result<Vec<u8>, Error> {
        let mut text = serde_json::to_vec_pretty(self).map_err(|error| Error::Internal(error.to_string()))?;
        text.push(b'\n');
        Ok(text)
    }

    /// Takes over where the exploration stood at a moment: the last that is known of one that told nothing more. Earlier moments change nothing.
    pub(crate) fn stood_at(&mut self, paths: PathCounts, sample: SampleReport, total_lines: u64) {
        if sample.elapsed_s < self.stats.explore_s {
            return;
        }
        self.paths = paths;
        self.coverage.lines = Ratio { hit: sample.covered_lines, total: total_lines };
        let stats = &mut self.stats;
        stats.explore_s = sample.elapsed_s;
        stats.instructions = sample.instructions;
        stats.queries = sample.queries;
        stats.solver_s = sample.solver_s;
        stats.max_live_states = stats.max_live_states.max(sample.live_states);
    }
}

/// Why a run that came to its end explored less than it seems.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AttentionKind {
    /// The program ended before the harness was called.
    HarnessNotEntered,
    /// No input satisfies the assumptions.
    ContradictoryAssumption,
    /// There is one path, whatever the input.
    NothingUnknown,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AttentionReport {
    pub kind: AttentionKind,
    /// What is the matter, and what to do.
    pub text: String,
}

/// Where an exploration stood at one moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SampleReport {
    /// Since the exploration began.
    pub elapsed_s: f64,
    pub instructions: u64,
    /// That ended.
    pub paths: u64,
    pub live_states: u64,
    pub covered_lines: u64,
    pub bugs: u64,
    pub queries: u64,
    pub solver_s: f64,
    pub memory_mb: u64,
}

/// Why the exploration ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stop {
    /// Every path was followed to its end; what was left out of paths is in `lost`.
    Exhausted,
    MaxTime,
    MaxMemory,
    MaxStates,
    /// As many tests as were wanted.
    MaxTests,
    /// As many bugs as were wanted.
    StopAfter,
    Interrupted,
    Error,
}

impl Stop {
    pub const fn name(self) -> &'static str {
        match self {
            Stop::Exhausted => "exhausted",
            Stop::MaxTime => "max-time",
            Stop::MaxMemory => "max-memory",
            Stop::MaxStates => "max-states",
            Stop::MaxTests => "max-tests",
            Stop::StopAfter => "stop-after",
            Stop::Interrupted => "interrupted",
            Stop::Error => "error",
        }
    }
}

/// What was run; enough to build it again for a replay.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct ProgramReport {
    /// As given.
    pub files: Vec<PathBuf>,
    /// Where relative names are relative to.
    pub directory: PathBuf,
    pub entry: Option<String>,
    /// A function that was called before.
    #[serde(default)]
    pub setup: Option<String>,
    #[serde(default)]
    pub harness: HarnessKind,
    pub args: Vec<String>,
    /// What of its surroundings is unknown.
    #[serde(default)]
    pub world: World,
    /// Existing files and directories below `directory` that the program read, relative to it; native runs get copies.
    #[serde(default)]
    pub read: Vec<PathBuf>,
}

/// How paths ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PathCounts {
    pub completed: u64,
    pub bugs: u64,
    /// An assumption could not hold.
    pub infeasible: u64,
    /// Given up; the reasons are in `lost`.
    pub killed: u64,
    pub merged: u64,
    /// Dropped because other paths had explored what they would (`--loops auto`).
    #[serde(default)]
    pub superseded: u64,
    /// Not followed to their ends when the run stopped.
    #[serde(default)]
    pub alive: u64,
}

/// A line at which paths were when the run stopped.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AliveReport {
    pub file: String,
    pub line: u32,
    /// Of them, as far as they were looked at.
    pub count: u64,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct LostReport {
    pub kind: String,
    pub what: String,
    pub file: String,
    pub line: u32,
    pub count: u64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ratio {
    pub hit: u64,
    pub total: u64,
}

impl Ratio {
    pub fn add(&mut self, part: Ratio) {
        self.hit += part.hit;
        self.total += part.total;
    }
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct CoverageReport {
    pub lines: Ratio,
    pub branches: Ratio,
    pub files: BTreeMap<String, FileCoverageReport>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct FileCoverageReport {
    pub lines: Ratio,
    pub branches: Ratio,
    #[serde(default)]
    pub functions: Vec<FunctionCoverageReport>,
    /// Lines that were not reached although their block was entered: every path ended before.
    #[serde(default)]
    pub cut_short: Vec<u32>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct FunctionCoverageReport {
    pub name: String,
    pub line: u32,
    pub entered: bool,
    pub lines: Ratio,
    pub branches: Ratio,
}

/// How the path of a test went on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TestOutcome {
    Exited,
    Bug,
    /// The path was given up; what a native run does beyond that point is not known.
    Killed,
    /// The path was alive when the run stopped.
    Pending,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TestReport {
    pub file: String,
    pub outcome: TestOutcome,
    /// The exit status, where it is known.
    pub status: Option<u64>,
    /// Whether its path depends on bytes that nobody wrote: then nobody can predict what a native run does.
    #[serde(default)]
    pub uninitialised: bool,
    /// Lines that its path was the first to execute; null where that was not counted.
    #[serde(default)]
    pub new_lines: Option<u32>,
    /// Whether a native run did what was predicted; null when none was made.
    pub agrees: Option<bool>,
    /// What the native run did, where that was not what was predicted.
    pub native: Option<String>,
}

/// What became of the seeds. The figures are those of the moment when the last had been followed; zero when the run
/// stopped before.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct SeedsReport {
    pub given: usize,
    /// Followed to the end of a path.
    pub used: usize,
    pub skipped: Vec<SkippedSeedReport>,
    /// Paths that had ended.
    pub paths: u64,
    pub lines: u64,
    pub branches: u64,
    pub elapsed_s: f64,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SkippedSeedReport {
    pub file: String,
    pub why: String,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Stats {
    /// From the start of loading to the end of confirmation.
    pub wall_s: f64,
    pub cpu_s: f64,
    /// Exploration alone.
    pub explore_s: f64,
    pub load_s: f64,
    pub confirm_s: f64,
    pub peak_rss_mb: u64,
    pub instructions: u64,
    pub forks: u64,
    pub merges: u64,
    pub queries: u64,
    pub solver_s: f64,
    /// Of its back end, counted: in instructions that could have been executed meanwhile.
    #[serde(default)]
    pub solver_effort: u64,
    /// Times the back end started afresh.
    #[serde(default)]
    pub solver_restarts: u64,
    /// "Unsatisfiable" answers that a second solver confirmed.
    #[serde(default)]
    pub solver_confirmed: u64,
    /// Answers that did not survive their check and were dropped.
    #[serde(default)]
    pub solver_disagreements: u64,
    /// Paths alive at once, at most.
    pub max_live_states: u64,
    pub layers: BTreeMap<String, LayerReport>,
    pub loops: Vec<LoopReport>,
    /// Loops that were looked at for a closed form (`--loops summary`).
    #[serde(default)]
    pub closed_loops: Vec<ClosedLoopReport>,
    #[serde(default)]
    pub loop_counts: LoopCounts,
    /// Questions with conditions for all numbers below a count.
    #[serde(default)]
    pub quantifiers: QuantifierReport,
    /// The functions that cost most, C library included.
    #[serde(default)]
    pub functions: Vec<FunctionCostReport>,
}

/// What one function cost, without those it calls.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct FunctionCostReport {
    pub name: String,
    pub file: String,
    pub line: u32,
    /// Part of Bowline's C library.
    pub library: bool,
    pub instructions: u64,
    /// For questions that its instructions asked.
    pub solver_s: f64,
}

/// One layer of the chain of solvers.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct LayerReport {
    pub asked: u64,
    /// Questions that went no further.
    pub hits: u64,
    pub time_s: f64,
}

impl LayerReport {
    pub fn all(stats: &bowline_solver::SolverStats) -> BTreeMap<String, Self> {
        let one = |layer: &bowline_solver::LayerStats| {
            let report = Self { asked: layer.asked, hits: layer.answered, time_s: layer.time.as_secs_f64() };
            (layer.name.to_string(), report)
        };
        stats.layers.iter().map(one).collect()
    }
}
