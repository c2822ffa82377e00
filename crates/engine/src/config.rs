//! Everything about a run that can be chosen. Plain data; defaults are those of the command line.

pub use crate::world::World;
pub use bowline_confine::Method;
use bowline_exec::ExecConfig;
pub use bowline_merge::{MergeLimits, MergeLoops, MergeOn, SmallLoops};
pub use bowline_native::NativeConfig;
use bowline_search::Strategy;
use bowline_solver::SolverConfig;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

#[derive(Clone, Debug, Default)]
pub struct RunConfig {
    /// C sources, bitcode and textual IR, in any mix.
    pub files: Vec<PathBuf>,
    /// The function to start with; what the kind of harness says if none.
    pub entry: Option<String>,
    /// A function without parameters that is called before it.
    pub entry_setup: Option<String>,
    /// The program's arguments, without its own name.
    pub args: Vec<String>,
    /// Inputs to follow first: tests, files of a fuzzer's corpus, directories of these.
    pub seeds: Vec<PathBuf>,
    /// What the program finds around it that is unknown.
    pub world: World,
    /// Where results go; the next free `bowline-out-N` if none.
    pub out: Option<PathBuf>,
    pub compile: CompileConfig,
    pub search: Strategy,
    /// Of every random choice; 0.
    pub seed: u64,
    pub limits: Limits,
    pub tests: TestPolicy,
    /// At a limit or an interrupt: no tests for paths that are still alive. Off: such tests are written.
    pub no_pending_tests: bool,
    pub confirm: Confirm,
    pub unknowns: UnknownsMode,
    /// Of calls of the real functions.
    pub native: NativeConfig,
    /// Where responses about segments are kept for later runs; nowhere if none.
    pub repository: Option<PathBuf>,
    /// Files and directories that the program may read, beside what is below the working directory and what `files` and
    /// `args` name.
    pub allow_read: Vec<PathBuf>,
    /// What native runs are locked in by; the best that there is if none.
    pub sandbox: Option<Method>,
    /// Whether a fuzzer runs beside the exploration.
    pub fuzz: FuzzMode,
    /// What happens where loops multiply paths.
    pub loops: LoopMode,
    /// Also tell of loops that were not met.
    pub list_loops: bool,
    pub merge_on: MergeOn,
    pub merge_loops: MergeLoops,
    /// Not at the start of an iteration: for comparison.
    pub merge_at_exits_only: bool,
    pub merge_limits: MergeLimits,
    pub exec: ExecConfig,
    pub solver: SolverConfig,
    /// For tests: a seed by which everything that must not matter is perturbed.
    pub chaos: Option<u64>,
    /// Raised from outside to end the run cleanly.
    pub interrupt: Arc<AtomicBool>,
}

/// Whether a fuzzer runs the harness natively beside the exploration. Only libFuzzer harnesses can be fuzzed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum FuzzMode {
    #[default]
    Never,
    /// After a while, where there are several cores or a limit of time; see [`crate::fuzz`].
    Auto,
    /// From the start.
    Always,
}

/// What happens to the paths that leave a loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum LoopMode {
    /// They stay apart.
    #[default]
    Fork,
    /// They become one per exit, built from their whole paths: for comparison.
    MergeNaive,
    /// They become one per exit, built from the tree of their forks.
    Merge,
    /// They become a few per exit, each a formula with a counter where they follow a pattern.
    Pattern,
    /// Iterations are taken many at a time, where what they do has a closed form.
    Summary,
    /// Both: apart and as `Merge`, in turns, until one of the two has explored everything.
    Auto,
}

impl LoopMode {
    pub const fn name(self) -> &'static str {
        match self {
            LoopMode::Fork => "fork",
            LoopMode::MergeNaive => "merge-naive",
            LoopMode::Merge => "merge",
            LoopMode::Pattern => "pattern",
            LoopMode::Summary => "summary",
            LoopMode::Auto => "auto",
        }
    }
}

/// How C is compiled.
#[derive(Clone, Debug, Default)]
pub struct CompileConfig {
    /// Passed to the compiler as they are, also for the native build.
    pub cflags: Vec<String>,
    /// `-ON` and the code as it comes out of it; by default no optimisation, only what keeps every bug.
    pub optimize: Option<u8>,
}

/// When to stop. None by default.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// For the exploration; loading and confirmation have limits of their own, see [`Limits::aside`].
    pub max_time: Option<Duration>,
    /// Resident memory of the process in MiB.
    pub max_memory_mb: Option<u64>,
    /// Paths alive at once.
    pub max_states: Option<usize>,
    /// Test files; bugs get theirs all the same.
    pub max_tests: Option<usize>,
    /// Distinct bugs.
    pub stop_after: Option<usize>,
}

/// What loading and confirmation may take each, however short the exploration is to be.
const LEAST_ASIDE: Duration = Duration::from_secs(60);

impl Limits {
    /// The time that loading may take, and as much again for confirmation; no limit where the exploration has none.
    pub fn aside(&self) -> Option<Duration> {
        self.max_time.map(|time| time.max(LEAST_ASIDE))
    }
}

/// Which paths get a test file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TestPolicy {
    /// Every path that ends, and bugs.
    All,
    /// Paths that cover something new, and bugs.
    #[default]
    New,
    Bugs,
    None,
}

/// What is run natively after the exploration.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Confirm {
    #[default]
    Bugs,
    /// Bugs and every other test: do they do what was predicted?
    All,
    None,
}

/// What a call of a function without a definition is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum UnknownsMode {
    /// A call of the real function, in a child process.
    #[default]
    Native,
    /// The same, but what it gave stays open: it is called again when a branch asks for another result.
    Symcrete,
    /// What running the function on chosen inputs has told; as `Native` where that is not enough.
    Infer,
    /// It returns anything and changes nothing.
    Symbolic,
    /// The end of the path, listed as lost.
    Stop,
    /// A mistake in the command line, found before the run.
    Error,
}

impl UnknownsMode {
    const ALL: [Self; 6] =
        [Self::Native, Self::Symcrete, Self::Infer, Self::Symbolic, Self::Stop, Self::Error];

    /// The inverse of [`UnknownsMode::name`].
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mode| mode.name() == name)
    }

    pub const fn name(self) -> &'static str {
        match self {
            UnknownsMode::Native => "native",
            UnknownsMode::Symcrete => "symcrete",
            UnknownsMode::Infer => "infer",
            UnknownsMode::Symbolic => "symbolic",
            UnknownsMode::Stop => "stop",
            UnknownsMode::Error => "error",
        }
    }
}
