//! Who waits for a run. The exploration has a thread of its own; the thread that asked for it passes on what it is told, and goes
//! on without the explorer when that does not stop.
//!
//! A run ends within its limits, whatever the program under test makes the explorer do: the [watch](crate::watch) asks it to stop,
//! then interrupts its solver, and then says here that it is stuck. What it had found by then is in the journal, and becomes the report.
//! The explorer's thread is left to itself: it cannot be ended from outside. It goes with the process, so whoever
//! calls [`run_observed`] should not go on for long after a report with the loss `unfinished`.

use crate::bug_report::bug_text;
use crate::config::RunConfig;
use crate::confirm::Confirmer;
use crate::error::Error;
use crate::findings::build_spec;
use crate::journal::seal;
use crate::ktest::Ktest;
use crate::message::Message;
use crate::native::BuildSpec;
use crate::output::{RUN_JSON, write_whole};
use crate::patience::Patience;
use crate::process;
use crate::progress::{NewBug, Observer, Progress, Unobserved};
use crate::replay::read_report;
use crate::report::{RunReport, Stop};
use crate::run::{Finished, run_here};
use crate::threads::on_large_stack;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, OnceLock};
use std::time::Instant;

/// What the explorer's thread tells.
pub(crate) enum News {
    Progress(Progress),
    Found(NewBug),
    Confirming(usize),
    Unconfined,
    /// It was asked to stop, for this reason, and does not.
    Stuck(Stop),
    Over(Box<Result<Finished, Error>>),
}

/// The end of the line at the explorer. That nobody listens any more is no concern of its.
#[derive(Clone)]
pub(crate) struct Line(Sender<News>);

impl Line {
    pub fn tell(&self, news: News) {
        let _ = self.0.send(news);
    }
}

impl Observer for Line {
    fn progress(&mut self, progress: &Progress) {
        self.tell(News::Progress(progress.clone()));
    }

    fn found(&mut self, bug: &NewBug) {
        self.tell(News::Found(bug.clone()));
    }

    fn confirming(&mut self, bugs: usize) {
        self.tell(News::Confirming(bugs));
    }

    fn unconfined(&mut self) {
        self.tell(News::Unconfined);
    }
}

/// Runs as configured. Nothing is left behind when the error is the user's.
pub fn run(config: &RunConfig) -> Result<Finished, Error> {
    run_observed(config, &mut Unobserved)
}

/// [`run`], which tells somebody how it goes.
pub fn run_observed(config: &RunConfig, observer: &mut dyn Observer) -> Result<Finished, Error> {
    let began = Instant::now();
    let out = Arc::new(OnceLock::new());
    let (sender, news) = channel();
    let explorer = {
        let (config, out) = (config.clone(), Arc::clone(&out));
        on_large_stack(move || {
            let line = Line(sender);
            match run_here(&config, &line, &out) {
                // Whoever waits does not wait until everything is freed: a million paths take their time.
                Ok((finished, _rest)) => line.tell(News::Over(Box::new(Ok(finished)))),
                Err(error) => line.tell(News::Over(Box::new(Err(error)))),
            }
        })?
    };
    let finished = match listen(&news, observer) {
        Some(Heard::Over(finished)) => *finished,
        Some(Heard::Stuck(stop, last)) => {
            let mut finished = without_explorer(config, out.get(), stop, &last)?;
            finished.report.stats.wall_s = began.elapsed().as_secs_f64();
            write_whole(&finished.out.join(RUN_JSON), &finished.report.to_json()?)?;
            return Ok(finished);
        }
        None => Err(explorer.failure()),
    };
    if let (Err(_), Some(out)) = (&finished, out.get()) {
        // Where even that fails, the journal has what was found.
        let _ = seal(out, Stop::Error);
    }
    finished
}

/// How it ended.
enum Heard {
    Over(Box<Result<Finished, Error>>),
    /// With what it last told.
    Stuck(Stop, Progress),
}

/// Nothing, when the explorer ended without a word.
fn listen(news: &Receiver<News>, observer: &mut dyn Observer) -> Option<Heard> {
    let mut last = Progress::default();
    loop {
        match news.recv().ok()? {
            News::Progress(progress) => {
                observer.progress(&progress);
                last = progress;
            }
            News::Found(bug) => observer.found(&bug),
            News::Confirming(bugs) => observer.confirming(bugs),
            News::Unconfined => observer.unconfined(),
            News::Stuck(stop) => return Some(Heard::Stuck(stop, last)),
            News::Over(finished) => return Some(Heard::Over(finished)),
        }
    }
}

/// The end of a run whose explorer does not answer: what is on disk is what there is, and what it last told.
fn without_explorer(
    config: &RunConfig,
    out: Option<&PathBuf>,
    stop: Stop,
    last: &Progress,
) -> Result<Finished, Error> {
    let Some(out) = out else { return Err(Error::NotLoaded(stop)) };
    // What follows may take its time, or fail: whatever happens, there is a report.
    seal(out, stop)?;
    let mut report = read_report(out)?;
    report.stood_at(last.paths, last.sample, last.total_lines);
    let confirming = Instant::now();
    let messages = confirm(config, out, &mut report)?;
    report.stats.confirm_s = confirming.elapsed().as_secs_f64();
    report.stats.peak_rss_mb = process::peak_resident_mb().unwrap_or_default();
    Ok(Finished { out: out.clone(), report, messages, failure: None })
}

/// Runs the bugs of a report natively, as configured. Returns what there is to say about each.
fn confirm(config: &RunConfig, out: &Path, report: &mut RunReport) -> Result<Vec<Message>, Error> {
    let patience = Patience::begin(config);
    let spec = BuildSpec { patience, ..build_spec(&report.program, &report.config) };
    let mut confirmer = Confirmer::new(spec, report.config.optional_checks().memory_leak, config.sandbox)?;
    let mut messages = Vec::with_capacity(report.bugs.len());
    for bug in &mut report.bugs {
        let folder = out.join(&bug.folder);
        let input = Ktest::read(&folder.join("input.ktest"))?;
        if config.confirm.wants_bugs() {
            let confirmation = confirmer.confirm(bug, &input);
            bug.set_confirmation(&confirmation);
        }
        let message = bug_text(out, &report.program, bug, &input);
        write_whole(&folder.join("message.txt"), message.plain().as_bytes())?;
        messages.push(message);
    }
    Ok(messages)
}
