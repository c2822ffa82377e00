//! `bowline check`: an answer for every access and every branch of a program, without a harness.
//!
//! Queries are answered backwards by [`bowline_demand`], on as many threads as are wanted: each takes a share that depends on the function alone, so that
//! answers do not depend on their number. What could not be proved is then looked for forwards ([`evidence`]): an error that the exploration
//! finds and a native run shows makes a query `vulnerable` and confirmed.

mod evidence;
mod laboratory;
mod measured;
mod report;

pub use report::{CheckReport, PlaceReport, QueryReport, SegmentReport, SegmentTotals, Totals, VERSION};

use crate::config::RunConfig;
use crate::error::Error;
use crate::output::write_whole;
use crate::run::load_to_read;
use crate::unknowns::store;
use bowline_demand::walk::NO_TIME;
use bowline_demand::{
    Answer, Checker, Config, Facts, Kind, Query, Reason, Repository, Selection, Verdict, queries,
};
use bowline_ir::Module;
use bowline_solver::SolverConfig;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

pub const CHECK_JSON: &str = "check.json";

/// What is checked, and how.
#[derive(Clone, Debug)]
pub struct CheckConfig {
    /// Files, flags of the compiler, limits of memory, interrupt: as for a run.
    pub run: RunConfig,
    pub kinds: Vec<Kind>,
    /// Only what is at this line.
    pub at: Option<(String, u32)>,
    /// For all queries together; what is left then is unknown.
    pub max_time: Duration,
    /// For the exploration that looks for evidence; none if zero.
    pub evidence_time: Duration,
    pub jobs: usize,
    /// Loops and calls that no proof gets past are run and measured.
    pub measures: bool,
    pub out: Option<PathBuf>,
}

/// Is told how many queries are answered.
pub trait Watcher: Sync {
    fn answered(&self, done: usize, all: usize);
}

/// Checks a program, writes `check.json` where that is wanted.
pub fn check(config: &CheckConfig, watcher: &dyn Watcher) -> Result<CheckReport, Error> {
    if let Some(out) = &config.out {
        prepare_output(out)?;
    }
    let begin = Instant::now();
    let module = load_to_read(&config.run)?;
    let facts = Facts::of(&module);
    let selection = Selection { kinds: config.kinds.clone(), at: config.at.clone() };
    let (asked, trivial) = queries(&module, &facts, &selection);
    if let (true, Some((file, line))) = (asked.is_empty() && trivial == 0, &config.at) {
        return Err(Error::Options(format!("--at {file}:{line}: there is nothing to ask at this line")));
    }
    let repository = Repository::new(store(&config.run));
    let limits = limits(config, &repository, begin);
    let answers = answer_all(config, &module, &facts, (&asked, &limits), watcher, begin)?;
    let mut report = CheckReport::new(&config.run.files, &module, &asked, &answers, trivial);
    report.segments = repository.told(&module).iter().map(|told| SegmentReport::new(&module, told)).collect();
    evidence::gather(config, &module, &facts, &mut report)?;
    report.finish(begin.elapsed());
    if let Some(out) = &config.out {
        std::fs::create_dir_all(out).map_err(Error::file(out, "create"))?;
        write_whole(&out.join(CHECK_JSON), &report.to_json()?)?;
    }
    Ok(report)
}

/// A directory that holds something else than an earlier check is left alone.
fn prepare_output(out: &Path) -> Result<(), Error> {
    let entries = match std::fs::read_dir(out) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
        Err(_) => return Err(Error::OutputExists(out.to_path_buf())),
    };
    let is_empty = entries.count() == 0;
    if is_empty || out.join(CHECK_JSON).exists() {
        return Ok(());
    }
    Err(Error::OutputExists(out.to_path_buf()))
}

/// What all who answer queries have in common.
fn limits(config: &CheckConfig, repository: &Repository, begin: Instant) -> Config {
    let own = Config::default();
    let solver = SolverConfig {
        interrupt: config.run.interrupt.clone(),
        restart_after_terms: own.solver.restart_after_terms,
        time_limit: own.solver.time_limit,
        ..config.run.solver.clone()
    };
    Config {
        solver,
        measures: config.measures,
        repository: repository.clone(),
        until: Some(begin + config.max_time),
        founder: config.measures.then(|| laboratory::founder(&config.run)),
        ..own
    }
}

/// Answers in the order of the queries. A worker takes one function after the other: what it learned of a function's loops serves all
/// of its queries, and the order of queries within it is fixed.
fn answer_all(
    config: &CheckConfig,
    module: &Module,
    facts: &Facts,
    (asked, limits): (&[Query], &Config),
    watcher: &dyn Watcher,
    begin: Instant,
) -> Result<Vec<Answer>, Error> {
    let groups: Vec<&[Query]> = asked.chunk_by(|a, b| a.function == b.function).collect();
    let answers: Mutex<Vec<(usize, Vec<Answer>)>> = Mutex::new(Vec::new());
    let failure: Mutex<Option<Error>> = Mutex::new(None);
    let (next, done, stop) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicBool::new(false));
    let work = || {
        while let Some((number, group)) = {
            let number = next.fetch_add(1, Ordering::Relaxed);
            groups.get(number).map(|group| (number, *group))
        } {
            let is_over = || {
                stop.load(Ordering::Relaxed)
                    || config.run.interrupt.load(Ordering::Relaxed)
                    || begin.elapsed() >= config.max_time
            };
            let answered = answer_group(module, facts, (group, limits), is_over, || {
                watcher.answered(1 + done.fetch_add(1, Ordering::Relaxed), asked.len());
            });
            match answered {
                Ok(some) => {
                    if let Ok(mut answers) = answers.lock() {
                        answers.push((number, some));
                    }
                }
                Err(error) => {
                    stop.store(true, Ordering::Relaxed);
                    if let Ok(mut failure) = failure.lock() {
                        failure.get_or_insert(error);
                    }
                }
            }
        }
    };
    thread::scope(|scope| {
        for _ in 1..config.jobs.max(1) {
            scope.spawn(work);
        }
        work();
    });
    if let Some(error) = failure.into_inner().unwrap_or_default() {
        return Err(error);
    }
    let mut answers = answers.into_inner().unwrap_or_default();
    answers.sort_by_key(|(number, _)| *number);
    Ok(answers.into_iter().flat_map(|(_, answers)| answers).collect())
}

fn answer_group(
    module: &Module,
    facts: &Facts,
    (group, limits): (&[Query], &Config),
    is_over: impl Fn() -> bool,
    told: impl Fn(),
) -> Result<Vec<Answer>, Error> {
    let mut checker = Checker::new(module, facts, limits.clone())?;
    let mut answers = Vec::new();
    for query in group {
        let answer = match is_over() {
            true => Answer::unknown(Reason::Limit(NO_TIME.to_string())),
            false => checker.answer(query)?,
        };
        debug_assert!(!matches!(answer.verdict, Verdict::Vulnerable) || answer.start.is_some());
        answers.push(answer);
        told();
    }
    Ok(answers)
}
