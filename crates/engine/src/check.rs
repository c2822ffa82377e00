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
        step_limit: own.solver.step_limit,
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

/// How far a query is followed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Round {
    /// Within its function: that is quick, and answers many.
    Near,
    Accesses,
    Branches,
}

impl Round {
    const ALL: [Self; 3] = [Self::Near, Self::Accesses, Self::Branches];

    fn has(self, query: &Query) -> bool {
        match self {
            Round::Near => true,
            Round::Accesses => query.kind != Kind::Branch,
            Round::Branches => query.kind == Kind::Branch,
        }
    }
}

/// Answers in the order of the queries. All are first looked at nearby, so that a limit of time leaves no easy one behind, then accesses go before branches.
fn answer_all(
    config: &CheckConfig,
    module: &Module,
    facts: &Facts,
    (asked, limits): (&[Query], &Config),
    watcher: &dyn Watcher,
    begin: Instant,
) -> Result<Vec<Answer>, Error> {
    let mut answers: Vec<Option<Answer>> = vec![None; asked.len()];
    let done = AtomicUsize::new(0);
    for round in Round::ALL {
        let open: Vec<(usize, &Query)> = asked
            .iter()
            .enumerate()
            .filter(|(number, query)| answers[*number].is_none() && round.has(query))
            .collect();
        let told = || watcher.answered(1 + done.fetch_add(1, Ordering::Relaxed), asked.len());
        for (number, answer) in answer_round(config, module, facts, (&open, limits, round), &told, begin)? {
            answers[number] = Some(answer);
        }
    }
    Ok(answers.into_iter().map(|answer| answer.unwrap_or_else(no_time)).collect())
}

fn no_time() -> Answer {
    Answer::unknown(Reason::Limit(NO_TIME.to_string()))
}

/// A worker takes one function after the other: what it learned of a function's loops serves all of its queries, and the order of queries within it is
/// fixed.
fn answer_round(
    config: &CheckConfig,
    module: &Module,
    facts: &Facts,
    (open, limits, round): (&[(usize, &Query)], &Config, Round),
    told: &(dyn Fn() + Sync),
    begin: Instant,
) -> Result<Vec<(usize, Answer)>, Error> {
    let groups: Vec<&[(usize, &Query)]> = open.chunk_by(|a, b| a.1.function == b.1.function).collect();
    let answers: Mutex<Vec<(usize, Answer)>> = Mutex::new(Vec::new());
    let failure: Mutex<Option<Error>> = Mutex::new(None);
    let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
    let work = || {
        while let Some(group) = groups.get(next.fetch_add(1, Ordering::Relaxed)) {
            let is_over = || {
                stop.load(Ordering::Relaxed)
                    || config.run.interrupt.load(Ordering::Relaxed)
                    || begin.elapsed() >= config.max_time
            };
            match answer_group(module, facts, (group, limits, round), is_over, told) {
                Ok(some) => {
                    if let Ok(mut answers) = answers.lock() {
                        answers.extend(some);
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
    match failure.into_inner().unwrap_or_default() {
        Some(error) => Err(error),
        None => Ok(answers.into_inner().unwrap_or_default()),
    }
}

/// What is not answered is left out.
fn answer_group(
    module: &Module,
    facts: &Facts,
    (group, limits, round): (&[(usize, &Query)], &Config, Round),
    is_over: impl Fn() -> bool,
    told: impl Fn(),
) -> Result<Vec<(usize, Answer)>, Error> {
    let mut checker = Checker::new(module, facts, limits.clone())?;
    let mut answers = Vec::new();
    for (number, query) in group {
        let answer = match round {
            _ if is_over() => continue,
            Round::Near => checker.answer_nearby(query)?,
            Round::Accesses | Round::Branches => Some(checker.answer(query)?),
        };
        let Some(answer) = answer else { continue };
        debug_assert!(!matches!(answer.verdict, Verdict::Vulnerable) || answer.start.is_some());
        answers.push((*number, answer));
        told();
    }
    Ok(answers)
}
