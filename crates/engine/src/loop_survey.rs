//! `bowline loops`: what each loop of a program does.
//!
//! A loop is understood where it is met with unknown values. So the program is explored for a short time with `--loops summary`, from where it starts; then,
//! as long as there is time, functions with loops that were not met are explored on their own, with unknown arguments. What is left is told as
//! not met. Nothing that was found on the way is reported or kept: that is what `bowline run` is for.

use crate::closed_loops::{NOT_MET, counts};
use crate::conduct::run;
use crate::config::{Confirm, Limits, LoopMode, RunConfig, TestPolicy, World};
use crate::error::Error;
use crate::report::{ClosedLoopReport, LoopCounts};
use crate::run::all_loops;
use crate::scratch::{Purpose, Scratch};
use serde::Serialize;
use std::time::{Duration, Instant};

/// For a function on its own.
const EACH: Duration = Duration::from_secs(2);

/// All loops of a program, in the order of their places.
#[derive(Clone, Debug, Default, Serialize)]
pub struct LoopSurvey {
    pub counts: LoopCounts,
    pub loops: Vec<ClosedLoopReport>,
}

/// Explores a program for its loops. With an entry only from there; `time` is for the program, and as much again for functions on their own.
pub fn loops(config: &RunConfig, time: Duration) -> Result<LoopSurvey, Error> {
    let mut loops = match explored(config, time) {
        Ok(loops) => loops,
        // A library: there are only functions on their own.
        Err(Error::Harness(_)) if config.entry.is_none() => all_loops(config)?,
        Err(error) => return Err(error),
    };
    if config.entry.is_none() {
        let begin = Instant::now();
        for function in waiting(&loops) {
            if begin.elapsed() >= time {
                break;
            }
            let alone = RunConfig {
                entry: Some(function.clone()),
                args: Vec::new(),
                world: World::default(),
                ..config.clone()
            };
            match explored(&alone, EACH.min(time)) {
                Ok(found) => take_over(&mut loops, found),
                Err(error) if error.is_users() => note(&mut loops, &function, &error),
                Err(error) => return Err(error),
            }
        }
    }
    Ok(LoopSurvey { counts: counts(&loops), loops })
}

/// All loops, after an exploration.
fn explored(config: &RunConfig, time: Duration) -> Result<Vec<ClosedLoopReport>, Error> {
    let place = Scratch::new(Purpose::Loops)?;
    let finished = run(&RunConfig {
        out: Some(place.path().join("out")),
        loops: LoopMode::Summary,
        list_loops: true,
        tests: TestPolicy::None,
        confirm: Confirm::None,
        no_pending_tests: true,
        limits: Limits { max_time: Some(time), ..config.limits.clone() },
        ..config.clone()
    })?;
    finished.failure.map_or(Ok(finished.report.stats.closed_loops), Err)
}

/// Functions with loops that were not met, each once.
fn waiting(loops: &[ClosedLoopReport]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for one in loops.iter().filter(|one| one.understood == NOT_MET) {
        if !names.contains(&one.function) {
            names.push(one.function.clone());
        }
    }
    names
}

/// Loops that were met now take the place of what was not known of them.
fn take_over(loops: &mut [ClosedLoopReport], found: Vec<ClosedLoopReport>) {
    for new in found.into_iter().filter(|one| one.understood != NOT_MET) {
        let is_it = |one: &&mut ClosedLoopReport| {
            one.understood == NOT_MET
                && (&one.file, one.line, &one.function) == (&new.file, new.line, &new.function)
        };
        if let Some(old) = loops.iter_mut().find(is_it) {
            *old = new;
        }
    }
}

/// Says why a function could not be explored on its own.
fn note(loops: &mut [ClosedLoopReport], function: &str, error: &Error) {
    for one in loops.iter_mut().filter(|one| one.understood == NOT_MET && one.function == function) {
        one.declined = Some(format!("it is not called, and cannot be on its own: {error}"));
    }
}
