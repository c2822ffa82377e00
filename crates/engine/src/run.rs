//! One run from the user's files to `run.json`.

use crate::bugs::FoundBug;
use crate::config::{Confirm, RunConfig, TestPolicy, UnknownsMode};
use crate::confirm::{Confirmation, Confirmer};
use crate::coverage::SourceCoverage;
use crate::error::Error;
use crate::explore::{Explored, Explorer};
use crate::ktest::Ktest;
use crate::native::{BuildSpec, Prediction, summary};
use crate::output::{self, Output, RUN_JSON};
use crate::report::{
    BugReport, ConfigReport, CoverageReport, FrameReport, LayerReport, LostReport, PathCounts, ProgramReport,
    RunReport, Stats, Stop, TestOutcome, TestReport, VERSION,
};
use crate::testcase::{TestWriter, test_name};
use crate::unresolved::unresolved;
use crate::watch::Watch;
use crate::{message, process};
use bowline_exec::{Executor, Program, SizeMode, StackEntry, State};
use bowline_expr::Pool;
use bowline_frontend::RuntimeMember;
use bowline_ir::{Module, SourceLoc};
use bowline_solver::Solver;
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::thread;
use std::time::Instant;
use tempfile::TempDir;

/// Deep structures of the program under test (recursion, long lists of frames) are walked by recursion in places.
const STACK_BYTES: usize = 1 << 30;

/// Calls that are reported of a deep recursion, from each end.
const STACK_ENDS: usize = 16;

/// A run that came to its end, whatever it found.
#[derive(Debug)]
pub struct Finished {
    pub out: PathBuf,
    pub report: RunReport,
}

/// Runs as configured. Nothing is left behind when the error is the user's.
pub fn run(config: &RunConfig) -> Result<Finished, Error> {
    thread::scope(|scope| {
        let builder = thread::Builder::new().name("explorer".to_string()).stack_size(STACK_BYTES);
        let handle = builder
            .spawn_scoped(scope, || run_here(config))
            .map_err(|error| Error::Internal(format!("no thread to run in: {error}")))?;
        handle.join().unwrap_or_else(|panic| Err(Error::Internal(panic_text(&*panic))))
    })
}

fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| text.to_string());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "a panic".to_string())
}

/// A program that can start.
struct Ready {
    executor: Executor,
    start: State,
}

fn run_here(config: &RunConfig) -> Result<Finished, Error> {
    let begin = Instant::now();
    if let Some(out) = &config.out {
        output::check_replaceable(out)?;
    }
    let args = program_arguments(config);
    let Ready { executor, start } = prepare(config, &args)?;
    let load_s = begin.elapsed().as_secs_f64();

    let output = Output::create(config.out.as_deref())?;
    let mut report = empty_report(config);
    // Until the end is reached, what a script finds is a run that failed.
    write_report(&output, &report)?;

    let exploring = Instant::now();
    let solver_interrupt = std::sync::Arc::clone(&config.solver.interrupt);
    let watch =
        Watch::begin(exploring, &config.limits, std::sync::Arc::clone(&config.interrupt), solver_interrupt);
    let searcher = bowline_search::make(&config.search, config.seed);
    let tests = TestWriter::new(output.root(), config.tests);
    let explorer = Explorer::new(executor, searcher, tests, config.limits.max_states, &args);
    let explored = explorer.explore(start, &watch, !config.no_pending_tests)?;
    drop(watch);
    let explore_s = exploring.elapsed().as_secs_f64();

    let confirming = Instant::now();
    fill_in(&mut report, config, &output, explored)?;
    report.stats = Stats {
        wall_s: begin.elapsed().as_secs_f64(),
        cpu_s: process::cpu_time().unwrap_or_default().as_secs_f64(),
        explore_s,
        load_s,
        confirm_s: confirming.elapsed().as_secs_f64(),
        peak_rss_mb: process::peak_resident_mb().unwrap_or_default(),
        ..report.stats
    };
    write_report(&output, &report)?;
    Ok(Finished { out: output.root().to_path_buf(), report })
}

/// Loads the program and makes its first state; every mistake of the user shows here.
fn prepare(config: &RunConfig, args: &[String]) -> Result<Ready, Error> {
    let headers = TempDir::with_prefix("bowline-include-")
        .and_then(|place| bowline_runtime::unpack(bowline_runtime::HEADERS, place.path()).map(|()| place))
        .map_err(Error::file("the temporary directory", "be written to"))?;
    let options = bowline_frontend::Options {
        include_dirs: vec![headers.path().to_path_buf()],
        cflags: config.compile.cflags.clone(),
        optimize: config.compile.optimize,
        runtime: runtime_members(),
        ..bowline_frontend::Options::default()
    };
    let loaded = bowline_frontend::load(&config.files, &options)?;
    let mut exec = config.exec.clone();
    // Optimised code contains shifts that were moved out of the branch that guards them.
    let is_optimised = config.compile.optimize.is_some() || loaded.sources.len() < config.files.len();
    exec.check_shifts &= !is_optimised;

    let mut pool = Pool::new();
    let program = Program::new(loaded.module, &mut pool)?;
    let missing = unresolved(&program);
    if !missing.globals.is_empty() {
        return Err(Error::UnresolvedGlobals(missing.globals));
    }
    let start = program.start(&mut pool, config.entry.as_deref(), args)?;
    if !missing.functions.is_empty() && config.unknowns == UnknownsMode::Error {
        return Err(Error::UnresolvedFunctions(missing.functions));
    }
    let solver = Solver::new(config.solver.clone())?;
    let executor = Executor::new(Rc::new(program), pool, solver, exec);
    Ok(Ready { executor, start })
}

fn runtime_members() -> Vec<RuntimeMember> {
    let member = |member: &bowline_runtime::Member| RuntimeMember {
        name: member.name.to_string(),
        bitcode: member.bitcode.to_vec(),
        symbols: member.symbols.iter().map(|symbol| symbol.to_string()).collect(),
    };
    bowline_runtime::MEMBERS.iter().map(member).collect()
}

/// `argv`: the program's name, then its arguments.
fn program_arguments(config: &RunConfig) -> Vec<String> {
    let name = config.files.first().and_then(|file| file.file_stem());
    let name = name.map_or_else(|| "program".to_string(), |name| name.to_string_lossy().into_owned());
    std::iter::once(name).chain(config.args.iter().cloned()).collect()
}

fn write_report(output: &Output, report: &RunReport) -> Result<(), Error> {
    let mut text = serde_json::to_vec_pretty(report).map_err(|error| Error::Internal(error.to_string()))?;
    text.push(b'\n');
    output.write(RUN_JSON, &text)
}

fn empty_report(config: &RunConfig) -> RunReport {
    RunReport {
        version: VERSION,
        program: ProgramReport {
            files: config.files.clone(),
            directory: std::env::current_dir().unwrap_or_default(),
            entry: config.entry.clone(),
            args: config.args.clone(),
        },
        config: config_report(config),
        stop: Stop::Error,
        paths: PathCounts::default(),
        bugs: Vec::new(),
        lost: Vec::new(),
        coverage: CoverageReport::default(),
        tests: Vec::new(),
        warnings: Vec::new(),
        stats: Stats::default(),
    }
}

fn config_report(config: &RunConfig) -> ConfigReport {
    let checks = config.exec.checks;
    let optional = [
        (checks.signed_overflow, "signed-overflow"),
        (checks.uninitialised_read, "uninitialised-read"),
        (checks.memory_leak, "memory-leak"),
    ];
    ConfigReport {
        search: config.search.to_string(),
        seed: config.seed,
        sizes: match config.exec.sizes {
            SizeMode::Max => "max",
            SizeMode::Eager => "eager",
            SizeMode::Lazy => "lazy",
        }
        .to_string(),
        capacity: config.exec.capacity,
        checks: optional.iter().filter(|(on, _)| *on).map(|(_, name)| name.to_string()).collect(),
        malloc_may_fail: config.exec.malloc_may_fail,
        cflags: config.compile.cflags.clone(),
        optimize: config.compile.optimize,
        tests: match config.tests {
            TestPolicy::All => "all",
            TestPolicy::New => "new",
            TestPolicy::Bugs => "bugs",
            TestPolicy::None => "none",
        }
        .to_string(),
        unknowns: match config.unknowns {
            UnknownsMode::Error => "error",
            UnknownsMode::Stop => "stop",
        }
        .to_string(),
        max_time_s: config.limits.max_time.map(|time| time.as_secs_f64()),
        max_memory_mb: config.limits.max_memory_mb,
        max_states: config.limits.max_states,
        max_depth: Some(config.exec.max_depth).filter(|depth| *depth > 0),
        max_solver_time_s: config.solver.time_limit.as_secs_f64(),
    }
}

/// Everything an exploration found, confirmed as configured; writes the bugs' folders and the coverage.
fn fill_in(
    report: &mut RunReport,
    config: &RunConfig,
    output: &Output,
    explored: Explored,
) -> Result<(), Error> {
    let Explored { executor, stop, paths, bugs, tests, peak_states } = explored;
    let module = &executor.program().module;
    let coverage = SourceCoverage::new(module, &executor.coverage);
    output.write("coverage.lcov", coverage.lcov().as_bytes())?;
    report.stop = stop;
    report.paths = paths;
    report.coverage = coverage.report();
    report.lost = executor
        .lost
        .iter()
        .map(|(entry, count)| LostReport {
            kind: entry.kind.name().to_string(),
            what: entry.what.clone(),
            file: file_of(module, entry.loc),
            line: entry.loc.line,
            count,
        })
        .collect();
    report.warnings = executor.warnings.clone();
    report.stats = stats(&executor, peak_states);
    report.tests = tests;

    let mut confirmer =
        Confirmer::new(build_spec(&report.program, &report.config), has_check(report, "memory-leak"))?;
    for (number, found) in (1..).zip(&bugs) {
        let confirmation = match config.confirm.wants_bugs() {
            true => confirmer.confirm(found.bug.kind.name(), &found.input),
            false => Confirmation { native: "not run".to_string(), ..Confirmation::default() },
        };
        let bug = bug_report(module, number, found, &confirmation);
        write_bug(output, &bug, found, &confirmation)?;
        report.bugs.push(bug);
    }
    if config.confirm == Confirm::All {
        check_tests(report, output, &mut confirmer)?;
    }
    Ok(())
}

fn has_check(report: &RunReport, name: &str) -> bool {
    report.config.checks.iter().any(|check| check == name)
}

/// What a native build of this program needs.
pub fn build_spec(program: &ProgramReport, config: &ConfigReport) -> BuildSpec {
    BuildSpec {
        files: program.files.clone(),
        directory: program.directory.clone(),
        entry: program.entry.clone(),
        args: program.args.clone(),
        cflags: config.cflags.clone(),
        signed_overflow: config.checks.iter().any(|check| check == "signed-overflow"),
    }
}

/// What the run predicts for each test, by its file.
pub fn predictions(report: &RunReport) -> HashMap<&str, Prediction<'_>> {
    let kinds: HashMap<&str, &str> =
        report.bugs.iter().filter_map(|bug| Some((bug.test.as_deref()?, bug.kind.as_str()))).collect();
    let prediction = |test: &TestReport| match test.outcome {
        TestOutcome::Exited => Prediction::Exit(test.status),
        TestOutcome::Bug => {
            kinds.get(test.file.as_str()).map_or(Prediction::Open, |kind| Prediction::Bug(kind))
        }
        TestOutcome::Killed | TestOutcome::Pending => Prediction::Open,
    };
    report.tests.iter().map(|test| (test.file.as_str(), prediction(test))).collect()
}

fn check_tests(report: &mut RunReport, output: &Output, confirmer: &mut Confirmer) -> Result<(), Error> {
    let predictions = predictions(report);
    let mut checked = Vec::with_capacity(report.tests.len());
    for test in &report.tests {
        let prediction = predictions.get(test.file.as_str()).copied().unwrap_or(Prediction::Open);
        checked.push(match prediction {
            Prediction::Open => (None, None),
            Prediction::Bug(_) => {
                let bug = report.bugs.iter().find(|bug| bug.test.as_deref() == Some(&test.file));
                (bug.map(|bug| bug.confirmed), bug.map(|bug| bug.native.clone()))
            }
            Prediction::Exit(_) => {
                let input = Ktest::read(&output.root().join(&test.file))?;
                match confirmer.check(prediction, &input) {
                    Ok((agrees, run)) => (Some(agrees), (!agrees).then(|| summary(&run))),
                    Err(why) => (Some(false), Some(why)),
                }
            }
        });
    }
    for (test, (agrees, native)) in report.tests.iter_mut().zip(checked) {
        test.agrees = agrees;
        test.native = native;
    }
    Ok(())
}

fn bug_report(module: &Module, number: usize, found: &FoundBug, confirmation: &Confirmation) -> BugReport {
    let kind = found.bug.kind.name();
    let file = file_of(module, found.place.loc);
    let line = found.place.loc.line;
    let name =
        Path::new(&file).file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let frame = |entry: &StackEntry| FrameReport {
        function: module.functions[entry.function].name.clone(),
        file: file_of(module, entry.loc),
        line: entry.loc.line,
    };
    let stack = &found.bug.stack;
    let left_out = stack.len().saturating_sub(2 * STACK_ENDS);
    let (inner, outer) = stack.split_at(stack.len().min(STACK_ENDS));
    let shown = inner.iter().chain(&outer[left_out..]);
    BugReport {
        kind: kind.to_string(),
        message: found.bug.message.clone(),
        line,
        column: found.place.loc.column,
        function: module.functions[found.place.function].name.clone(),
        stack: shown.map(frame).collect(),
        stack_left_out: left_out,
        test: found.test.map(test_name),
        folder: format!("bugs/{number:03}-{kind}-{name}-{line}"),
        file,
        confirmed: confirmation.confirmed,
        native: confirmation.native.clone(),
        count: found.count,
    }
}

fn write_bug(
    output: &Output,
    bug: &BugReport,
    found: &FoundBug,
    confirmation: &Confirmation,
) -> Result<(), Error> {
    let folder = output.root().join(&bug.folder);
    fs::create_dir_all(&folder).map_err(Error::file(&folder, "create"))?;
    let test = output.root().join(bug.test.as_deref().unwrap_or_default());
    let reproduce = format!("bowline replay {}", test.display());
    let text = message::bug_message(bug, &found.input, &reproduce);
    output.write(&format!("{}/message.txt", bug.folder), text.as_bytes())?;
    if !confirmation.log.is_empty() {
        output.write(&format!("{}/native.log", bug.folder), confirmation.log.as_bytes())?;
    }
    Ok(())
}

fn stats(executor: &Executor, peak_states: usize) -> Stats {
    let solver = executor.solver.stats();
    let layer = |layer: &bowline_solver::LayerStats| {
        let report =
            LayerReport { asked: layer.asked, hits: layer.answered, time_s: layer.time.as_secs_f64() };
        (layer.name.to_string(), report)
    };
    Stats {
        instructions: executor.stats.instructions,
        forks: executor.stats.forks,
        queries: solver.queries,
        solver_s: solver.time.as_secs_f64(),
        max_live_states: peak_states as u64,
        layers: solver.layers.iter().map(layer).collect(),
        ..Stats::default()
    }
}

fn file_of(module: &Module, loc: SourceLoc) -> String {
    module.files.get(loc.file).filter(|_| loc.line > 0).cloned().unwrap_or_default()
}
