//! What an exploration found becomes part of the report: bugs are confirmed and described, coverage is written.

use crate::attention;
use crate::bug_report::{bug_report, bug_text, write_bug};
use crate::config::{Confirm, Method, RunConfig};
use crate::confirm::{Confirmation, Confirmer};
use crate::coverage::SourceCoverage;
use crate::error::Error;
use crate::explore::Explored;
use crate::fuzz::crashes;
use crate::harness::HarnessKind;
use crate::ktest::Ktest;
use crate::message::Message;
use crate::native::{BuildSpec, Prediction, summary};
use crate::output::Output;
use crate::patience::Patience;
use crate::profile;
use crate::report::{
    BugReport, ConfigReport, LayerReport, LostReport, ProgramReport, RunReport, Stats, TestOutcome,
    TestReport,
};
use crate::testcase::program_name;
use crate::tree;
use bowline_exec::Executor;
use bowline_ir::{Module, SourceLoc};
use std::collections::HashMap;
use std::ffi::OsStr;
use std::mem::take;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// What there is to say at the end of a run.
pub struct Findings {
    /// Of each bug.
    pub messages: Vec<Message>,
    /// The first thing that could not be done. The others were done all the same: what is not on disk is at least told.
    pub failure: Option<Error>,
}

impl Findings {
    pub fn note(&mut self, done: Result<(), Error>) {
        if let Err(error) = done {
            self.failure.get_or_insert(error);
        }
    }
}

/// Everything an exploration found, confirmed as configured; writes the bugs' folders and the coverage.
pub fn fill_in(
    report: &mut RunReport,
    config: &RunConfig,
    output: &Output,
    explored: &mut Explored,
    sandbox: Option<Method>,
) -> Findings {
    let failure = explored.failure.take();
    let (tests, timeline) = (take(&mut explored.tests), take(&mut explored.timeline));
    let Explored { executor, stop, paths, alive, exit_statuses, bugs, peak_states, notes, .. } = &*explored;
    let mut findings = Findings { messages: Vec::with_capacity(bugs.len()), failure };
    let module = &executor.program().module;
    let coverage = SourceCoverage::new(module, &executor.books().coverage);
    findings.note(output.write("coverage.lcov", coverage.lcov().as_bytes()));
    report.stop = *stop;
    report.paths = *paths;
    report.alive = alive.clone();
    report.exit_statuses = exit_statuses.clone();
    report.notes = notes.clone();
    report.coverage = coverage.report();
    report.lost = executor
        .books()
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
    report.warnings = executor.books().warnings.clone();
    report.warnings.extend(attention::false_assumptions(executor));
    report.attention = attention::look(executor, report);
    report.warnings.extend(executor.solver().stats().log_failure.clone());
    report.stats = stats(executor, *peak_states);
    report.tests = tests;
    report.timeline = timeline;
    findings.note(write_tree(output, executor));
    report.program.read = files_below(&report.program.directory, &executor.host().used());

    let patience = Patience::begin(config);
    let spec = BuildSpec { patience: patience.clone(), ..build_spec(&report.program, &report.config) };
    let mut confirmer = Confirmer::new(spec, report.config.optional_checks().memory_leak, sandbox);
    if let Ok(confirmer) = &mut confirmer {
        let others = if config.confirm == Confirm::All { read_tests(report, output) } else { Vec::new() };
        confirmer.expect(bugs.iter().map(|found| &found.input.ktest).chain(&others));
    }
    for (number, found) in (1..).zip(bugs) {
        let mut bug = bug_report(module, number, found);
        let confirmation = match (config.confirm.wants_bugs(), &mut confirmer) {
            (true, Ok(confirmer)) => confirmer.confirm(&bug, &found.input.ktest),
            (true, Err(why)) => Confirmation::not_run(&why.to_string()),
            (false, _) => Confirmation::not_run("not run"),
        };
        bug.set_confirmation(&confirmation);
        let message = bug_text(output.root(), &report.program, &bug, &found.input.ktest);
        findings.note(write_bug(output, &bug, &found.input.ktest, &message, &confirmation));
        findings.messages.push(message);
        report.bugs.push(bug);
    }
    if let Some(fuzzed) = &explored.fuzzed {
        let confirmer = confirmer.as_mut().ok().filter(|_| config.confirm.wants_bugs());
        crashes::fill_in(report, &mut findings, output, fuzzed, confirmer);
    }
    match confirmer {
        Ok(mut confirmer) => {
            if config.confirm == Confirm::All {
                findings.note(check_tests(report, output, &mut confirmer, &patience));
            }
            report.sandbox = confirmer.sandbox().map(|method| method.name().to_string());
        }
        Err(error) => findings.note(Err(error)),
    }
    findings
}

fn write_tree(output: &Output, executor: &Executor) -> Result<(), Error> {
    let tree = tree::report(&executor.books().paths, &executor.program().module);
    let text = serde_json::to_vec(&tree).map_err(|error| Error::Internal(error.to_string()))?;
    output.write("tree.json", &text)
}

/// Those of the paths that are below a directory, relative to it.
fn files_below(directory: &Path, paths: &[Vec<u8>]) -> Vec<PathBuf> {
    let real = directory.canonicalize().unwrap_or_else(|_| directory.to_path_buf());
    let below = paths.iter().filter_map(|path| Path::new(OsStr::from_bytes(path)).strip_prefix(&real).ok());
    below.filter(|path| !path.as_os_str().is_empty()).map(Path::to_path_buf).collect()
}

/// What a native build of this program needs.
pub fn build_spec(program: &ProgramReport, config: &ConfigReport) -> BuildSpec {
    BuildSpec {
        files: program.files.clone(),
        directory: program.directory.clone(),
        entry: program.entry.clone(),
        harness: program.harness,
        name: program_name(&program.files),
        args: program.args.clone(),
        world: program.world.clone(),
        read: program.read.clone(),
        cflags: config.cflags.clone(),
        allow_read: config.allow_read.clone(),
        libraries: config.native_libs.clone(),
        lines: None,
        large_allocation_mb: config.large_allocation.map(|bytes| bytes >> 20),
        signed_overflow: config.optional_checks().signed_overflow,
        malloc_may_fail: config.malloc_may_fail,
        patience: Patience::default(),
        drivers: Vec::new(),
        setup: program.setup.clone(),
    }
}

/// What the run predicts for each test, by its file.
pub fn predictions(report: &RunReport) -> HashMap<&str, Prediction<'_>> {
    let bugs: HashMap<&str, &BugReport> =
        report.bugs.iter().filter_map(|bug| Some((bug.test.as_deref()?, bug))).collect();
    let prediction = |test: &TestReport| match test.outcome {
        TestOutcome::Exited if test.uninitialised => Prediction::Open,
        TestOutcome::Exited => Prediction::Exit(test.status),
        TestOutcome::Bug => match bugs.get(test.file.as_str()) {
            Some(bug) if bug.confirmed || !test.uninitialised => Prediction::Bug(bug),
            _ => Prediction::Open,
        },
        TestOutcome::Killed | TestOutcome::Pending => Prediction::Open,
    };
    report.tests.iter().map(|test| (test.file.as_str(), prediction(test))).collect()
}

/// What the tests that will be run hand over, where that decides what is built.
fn read_tests(report: &RunReport, output: &Output) -> Vec<Ktest> {
    if report.program.harness != HarnessKind::Function {
        return Vec::new();
    }
    let exits = report.tests.iter().filter(|test| test.outcome == TestOutcome::Exited);
    exits.filter_map(|test| Ktest::read(&output.root().join(&test.file)).ok()).collect()
}

fn check_tests(
    report: &mut RunReport,
    output: &Output,
    confirmer: &mut Confirmer,
    patience: &Patience,
) -> Result<(), Error> {
    let predictions = predictions(report);
    let mut checked = Vec::with_capacity(report.tests.len());
    for test in &report.tests {
        let prediction = predictions.get(test.file.as_str()).copied().unwrap_or(Prediction::Open);
        checked.push(match prediction {
            Prediction::Open => (None, None),
            _ if let Some(why) = patience.end() => (None, Some(why.to_string())),
            Prediction::Bug(_) => {
                let bug = report.bugs.iter().find(|bug| bug.test.as_deref() == Some(&test.file));
                (bug.map(|bug| bug.confirmed), bug.map(|bug| bug.native.clone()))
            }
            Prediction::Exit(_) => {
                let input = Ktest::read(&output.root().join(&test.file))?;
                match confirmer.check(prediction, &input) {
                    Ok((agrees, run)) => (Some(agrees), (!agrees).then(|| summary(&run))),
                    Err(_) if let Some(why) = patience.end() => (None, Some(why.to_string())),
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

fn stats(executor: &Executor, peak_states: usize) -> Stats {
    let solver = executor.solver().stats();
    Stats {
        instructions: executor.books().stats.instructions,
        forks: executor.books().stats.forks,
        queries: solver.queries,
        solver_s: solver.time.as_secs_f64(),
        solver_effort: solver.effort,
        max_live_states: peak_states as u64,
        solver_restarts: solver.restarts,
        solver_confirmed: solver.confirmed,
        solver_disagreements: solver.disagreements,
        layers: LayerReport::all(solver),
        functions: profile::report(executor),
        ..Stats::default()
    }
}

pub fn file_of(module: &Module, loc: SourceLoc) -> String {
    module.files.get(loc.file).filter(|_| loc.line > 0).cloned().unwrap_or_default()
}
