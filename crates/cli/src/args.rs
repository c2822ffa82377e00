//! The command line as clap sees it: the commands, and the options of those that start something.

mod check;
mod choices;
mod entry;
mod fuzz;
mod loops;
mod repository;
mod results;

pub use check::{Asked, CheckOptions, Segments};
pub use choices::{
    BackEnd, CheckLevel, Confirm, EntryAliases, EntryGlobals, EntryPointers, Fresh, LargerSizes, LogWhich,
    Loops, MergeLoops, MergeOn, OptionalCheck, Sizes, Tests, Unknowns,
};
pub use entry::EntryOptions;
pub use fuzz::FuzzOptions;
pub use loops::LoopsOptions;
pub use repository::RepositoryOptions;
pub use results::{ReplayOptions, ReportOptions, TestFormat, TestsCommand, TestsOptions};

use crate::confinement::{ReadOptions, SandboxOptions};
use crate::help;
use crate::units::{
    LARGEST_CAPACITY, MemoryLimit, parse_bytes_as_mb, parse_memory_limit, parse_site_capacity, parse_time,
};
use bowline_engine::{CHILD_COMMAND, LayerSwitches, SUPERVISOR_COMMAND, SiteCapacity, Strategy};
use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;
use std::time::Duration;

/// Explores what a C program can do with any input, and reports memory errors and failed assertions, each with an input
/// that was run natively.
#[derive(Parser, Debug)]
#[command(name = "bowline", version, after_help = help::BOWLINE)]
pub struct CommandLine {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand, Debug)]
pub enum Command {
    /// Explore a program: follow its paths, report bugs, write an input for each path that is worth one
    #[command(after_long_help = help::RUN)]
    Run(Box<RunOptions>),
    /// Run one test of an earlier run natively, or all of them
    #[command(after_long_help = help::REPLAY)]
    Replay(ReplayOptions),
    /// Make one HTML page of a run: bugs, coverage, timeline, where time went, what was not explored
    #[command(after_long_help = help::REPORT)]
    Report(ReportOptions),
    /// Answer for every write and every branch whether it can go wrong, or both ways: without a harness
    #[command(after_long_help = help::CHECK)]
    Check(Box<CheckOptions>),
    /// Tell what each loop of a program does, in closed form
    #[command(after_long_help = help::LOOPS)]
    Loops(Box<LoopsOptions>),
    /// Look at test files
    Tests(TestsOptions),
    /// Ask the solver what SMT-LIB scripts ask, such as those of --log-queries
    #[command(after_long_help = help::SOLVE)]
    Solve(SolveOptions),
    /// Compile and link like clang-19; what comes out also carries bitcode, so that it can be explored
    #[command(name = "cc", override_usage = "bowline cc ARGS", after_help = help::CC)]
    Cc,
    /// The same for C++, like clang++-19
    #[command(name = "c++", override_usage = "bowline c++ ARGS", after_help = help::CC)]
    Cxx,
    /// Print a script with which a shell completes commands and options
    #[command(after_help = help::COMPLETIONS)]
    Completions(CompletionsOptions),
    /// Print the manual page, or write the pages of all commands to a directory
    #[command(after_help = help::MAN)]
    Man(ManOptions),
    /// Print the version
    Version,
    /// Make the native calls of a run; started by the run itself
    #[command(name = CHILD_COMMAND, hide = true)]
    NativeChild { libraries: Vec<PathBuf> },
    /// Supervise a native run; started by the run itself
    #[command(name = SUPERVISOR_COMMAND, hide = true)]
    NativeRun { plan: PathBuf },
}

#[derive(Args, Debug)]
pub struct RunOptions {
    /// C sources (.c), LLVM bitcode (.bc), textual IR (.ll), and executables, objects and archives built with
    /// `bowline cc`, linked together
    #[arg(required = true, value_name = "FILES")]
    pub files: Vec<PathBuf>,

    /// Arguments of the program
    #[arg(last = true, value_name = "ARGS")]
    pub args: Vec<String>,

    /// Start with this function: main, LLVMFuzzerTestOneInput, or any other one, whose arguments are then unknown [default:
    /// main or LLVMFuzzerTestOneInput, what there is]
    #[arg(long, value_name = "FUNCTION")]
    pub entry: Option<String>,

    /// Directory for results; replaced if it is of an earlier run [default: the next free bowline-out-N]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,

    /// Say nothing but bugs and errors
    #[arg(long, short)]
    pub quiet: bool,

    /// Print the contents of run.json on standard output at the end, and nothing else there
    #[arg(long, conflicts_with = "show_output")]
    pub json: bool,

    /// Show a backtrace when Bowline itself fails
    #[arg(long, hide = true)]
    pub debug: bool,

    #[command(flatten)]
    pub function: EntryOptions,
    #[command(flatten)]
    pub world: WorldOptions,
    #[command(flatten)]
    pub read: ReadOptions,
    #[command(flatten)]
    pub exploration: ExplorationOptions,
    #[command(flatten, next_help_heading = UNKNOWN_FUNCTIONS)]
    pub kept: RepositoryOptions,
    #[command(flatten)]
    pub limits: LimitOptions,
    #[command(flatten)]
    pub memory: MemoryOptions,
    #[command(flatten)]
    pub compile: CompileOptions,
    #[command(flatten)]
    pub results: ResultOptions,
    #[command(flatten)]
    pub solver: SolverOptions,
    #[command(flatten)]
    pub log: LogOptions,
}

/// Options of several values are flat lists here, one group of values after the other.
#[derive(Args, Debug)]
#[command(next_help_heading = "Inputs of plain programs")]
pub struct WorldOptions {
    /// From MIN to MAX unknown arguments of up to LEN characters, behind those that are given; may be repeated
    #[arg(long, num_args = 3, value_names = ["MIN", "MAX", "LEN"], value_parser = clap::value_parser!(u64).range(..=MOST_BYTES))]
    pub sym_args: Vec<u64>,

    /// Standard input is up to N unknown bytes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MOST_BYTES))]
    pub sym_stdin: Option<u64>,

    /// There is a file of up to N unknown bytes; may be repeated
    #[arg(long, num_args = 2, value_names = ["NAME", "N"])]
    pub sym_file: Vec<String>,

    /// An environment variable has up to N unknown characters; may be repeated
    #[arg(long, num_args = 2, value_names = ["NAME", "N"])]
    pub sym_env: Vec<String>,
}

/// The heading of options that two groups share.
const UNKNOWN_FUNCTIONS: &str = "Unknown functions";

/// Largest unknown argument, file, ...
pub const MOST_BYTES: u64 = 1 << 20;

#[derive(Args, Debug)]
#[command(next_help_heading = "Exploration")]
pub struct ExplorationOptions {
    /// Which path goes next: new-code, dfs, bfs, random-state, random-path, to-end, nurs:covnew, nurs:md2u, nurs:depth, nurs:icnt,
    /// nurs:qc, or several with commas between them to take turns [default: new-code]
    #[arg(long, value_name = "STRATEGY", default_value = "default", hide_default_value = true)]
    pub search: Strategy,

    /// Seed of every random choice
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,

    /// For tests of Bowline itself: perturb by this seed what must not matter
    #[arg(long, value_name = "SEED", hide = true)]
    pub chaos: Option<u64>,

    /// Inputs to follow first: tests (.ktest), files of a fuzzer's corpus, or directories of these; may be repeated
    #[arg(long, value_name = "PATH")]
    pub seeds: Vec<PathBuf>,

    #[command(flatten)]
    pub fuzz: FuzzOptions,

    /// Bugs to look for that are not looked for by default; uninitialised-read is, unless fresh memory is zero
    #[arg(long, value_name = "LIST", value_enum, value_delimiter = ',')]
    pub check: Vec<OptionalCheck>,

    /// Bugs not to look for, such as uninitialised-read
    #[arg(long, value_name = "LIST", value_enum, value_delimiter = ',')]
    pub no_check: Vec<OptionalCheck>,

    /// What a call of a function is that no file defines and that is not in the C library
    #[arg(long, value_enum, value_name = "MODE", default_value = "native", help_heading = UNKNOWN_FUNCTIONS)]
    pub unknowns: Unknowns,

    /// Shared library with functions to call natively, beside the host's C library; may be repeated
    #[arg(long, value_name = "FILE", help_heading = UNKNOWN_FUNCTIONS)]
    pub native_lib: Vec<PathBuf>,

    /// How far the run checks itself while it goes
    #[arg(long, value_enum, value_name = "LEVEL", default_value = "off")]
    pub checks: CheckLevel,
}

#[derive(Args, Debug)]
#[command(next_help_heading = "Limits")]
pub struct LimitOptions {
    /// Stop after this time, such as 30s, 5m, 1h [default: no limit]
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub max_time: Option<Duration>,

    /// Stop when this much memory is in use, such as 500M, 2G, or none for no limit [default: half of the machine's]
    #[arg(long, value_name = "SIZE", value_parser = parse_memory_limit)]
    pub max_memory: Option<MemoryLimit>,

    /// Stop when this many paths are alive [default: no limit]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub max_states: Option<u64>,

    /// Stop when this many tests are written [default: no limit]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub max_tests: Option<u64>,

    /// Stop when this many bugs are found [default: no limit]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub stop_after: Option<u64>,

    /// Report a path that is executed for longer than this, the solver's time aside (hang), and end it [default: no limit]
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub max_path_time: Option<Duration>,

    /// After this many forks a path goes only one way [default: no limit]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub max_depth: Option<u64>,

    /// Give up on a question to the solver after this time [default: 10s]
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub max_solver_time: Option<Duration>,

    /// Give up on a native call after this time [default: 1s]
    #[arg(long, value_name = "TIME", value_parser = parse_time, help_heading = UNKNOWN_FUNCTIONS)]
    pub max_native_time: Option<Duration>,
}

#[derive(Args, Debug)]
#[command(next_help_heading = "Sizes and loops")]
pub struct MemoryOptions {
    /// What an allocation of unknown size does
    #[arg(long, value_enum, value_name = "MODE", default_value = "lazy")]
    pub sizes: Sizes,

    /// What is in memory that the program has not written yet
    #[arg(long, value_enum, value_name = "WHAT", default_value = "unknown")]
    pub fresh: Fresh,

    /// What happens to the paths that leave a loop over unknown sizes
    #[arg(long, value_enum, value_name = "MODE", default_value = "fork")]
    pub loops: Loops,

    /// Which forks in a loop make its paths wait for each other
    #[arg(long, value_enum, value_name = "WHICH", default_value = "size")]
    pub merge_on: MergeOn,

    /// Which loops are merged
    #[arg(long, value_enum, value_name = "WHICH", default_value = "small")]
    pub merge_loops: MergeLoops,

    /// Merge paths only where they leave a loop, not at the start of each iteration: for comparison
    #[arg(long)]
    pub merge_at_exits_only: bool,

    /// Paths that may wait for each other in one loop; with more they go on unmerged [default: 10000]
    #[arg(long, value_name = "N")]
    pub merge_max_paths: Option<usize>,

    /// Time after which the paths that wait for each other go on unmerged, here and later [default: a sixth of --max-time, or 60s]
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub merge_max_time: Option<Duration>,

    /// Expressions that a merged path may consist of; where it would be more, paths go on unmerged [default: 1000000]
    #[arg(long, value_name = "N")]
    pub merge_max_size: Option<u64>,

    /// Largest size in bytes that an allocation of unknown size may have [default: what the program checks before, if that is
    /// at most 64 KiB, or else 64 more than the smallest size]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=LARGEST_CAPACITY))]
    pub capacity: Option<u64>,

    /// Another capacity for the allocations at one line, such as parse.c:41=500; may be given several times
    #[arg(long, value_name = "FILE:LINE=N", value_parser = parse_site_capacity)]
    pub capacity_at: Vec<SiteCapacity>,

    /// What becomes of sizes above the capacity, with lazy sizes [default: last with --max-time, or else lost]
    #[arg(long, value_enum, value_name = "WHAT")]
    pub larger_sizes: Option<LargerSizes>,

    /// Let malloc also return NULL
    #[arg(long)]
    pub malloc_may_fail: bool,

    /// Report allocations of more than this, such as 500M, 2G (large-allocation) [default: none]
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes_as_mb)]
    pub large_allocation: Option<u64>,
}

#[derive(Args, Debug)]
#[command(next_help_heading = "Compiling")]
pub struct CompileOptions {
    /// Directory to search for headers
    #[arg(short = 'I', value_name = "DIR")]
    pub include: Vec<PathBuf>,

    /// Macro to define
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    pub define: Vec<String>,

    /// More flags for the compiler, separated by blanks
    #[arg(long, value_name = "FLAGS", allow_hyphen_values = true)]
    pub cflags: Option<String>,

    /// Let the compiler optimise (0 to 3); by default only what keeps every bug visible
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=3))]
    pub optimize: Option<u8>,
}

#[derive(Args, Debug)]
#[command(next_help_heading = "Results")]
pub struct ResultOptions {
    /// Paths that get a test file
    #[arg(long, value_enum, value_name = "WHICH", default_value = "new")]
    pub tests: Tests,

    /// At a limit, write no tests for paths that are still alive
    #[arg(long)]
    pub no_pending_tests: bool,

    /// What is run natively afterwards, under sanitizers
    #[arg(long, value_enum, value_name = "WHICH", default_value = "bugs")]
    pub confirm: Confirm,

    /// The same as --confirm none
    #[arg(long, conflicts_with = "confirm")]
    pub no_confirm: bool,

    #[command(flatten)]
    pub sandbox: SandboxOptions,

    /// Show what the program prints
    #[arg(long)]
    pub show_output: bool,
}

#[derive(Args, Debug)]
#[command(next_help_heading = "Solver (for measurement)")]
pub struct SolverOptions {
    /// Layers of the solver: all, none, -NAME leaves one out, +NAME takes it in; several with commas between them
    #[arg(long, value_name = "LIST", default_value = "all", allow_hyphen_values = true)]
    pub solver_layers: LayerSwitches,

    /// What decides when no layer does
    #[arg(long, value_enum, value_name = "SOLVER", default_value = "bitwuzla")]
    pub back_end: BackEnd,

    /// Start the back end afresh for every question, so that nothing it learned is used again
    #[arg(long)]
    pub fresh_back_end: bool,

    /// Hand questions about all numbers below a count to Z3 as they are, instead of taking them apart
    #[arg(long)]
    pub z3_quantifiers: bool,
}

#[derive(Args, Debug)]
#[command(next_help_heading = "Log of queries")]
pub struct LogOptions {
    /// Write the questions to the solver to this directory, as SMT-LIB 2 with the answer and the time
    #[arg(long, value_name = "DIR")]
    pub log_queries: Option<PathBuf>,

    /// Which questions are written
    #[arg(long, value_enum, value_name = "WHICH", default_value = "all", requires = "log_queries")]
    pub log_which: LogWhich,

    /// Write at most so many
    #[arg(long, value_name = "N", default_value_t = 100_000, requires = "log_queries")]
    pub log_max: u64,
}

#[derive(Args, Debug)]
pub struct SolveOptions {
    /// Scripts, or directories of .smt2 files; all are asked of one solver, one after the other
    #[arg(required = true, value_name = "FILES")]
    pub files: Vec<PathBuf>,

    /// Print the inputs of a satisfying assignment
    #[arg(long)]
    pub model: bool,

    /// Print only the totals, as JSON: answers, and questions and time per layer
    #[arg(long, conflicts_with = "model")]
    pub totals: bool,

    /// Give up on a question after this time [default: 10s]
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub max_solver_time: Option<Duration>,

    /// How far the answers are checked; full asks a second solver
    #[arg(long, value_enum, value_name = "LEVEL", default_value = "cheap")]
    pub checks: CheckLevel,

    #[command(flatten)]
    pub solver: SolverOptions,
}

#[derive(Args, Debug)]
pub struct CompletionsOptions {
    pub shell: clap_complete::Shell,
}

#[derive(Args, Debug)]
pub struct ManOptions {
    /// Directory for the pages; made if there is none
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
}
