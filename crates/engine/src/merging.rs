//! Merging of loops, as a part of a run: the loop strategies that the configuration asks for, and its report.

use crate::config::{LoopMode, RunConfig};
use crate::error::Error;
use crate::lanes::Shares;
use crate::report::{ExpressionSize, LoopReport, QuantifierReport, StageReport};
use bowline_exec::{Executor, State, Way};
use bowline_merge::{
    Fallbacks, Form, LoopMerger, LoopStats, MarkedMerger, Measure, MergeConfig, MergeLimits, MergeLoops,
    MergeOn, MergeReport, SmallLoops,
};
use bowline_solver::{Checks, QuantifierStats, Stage, StageStats};
use bowline_summary::{Proofs, Summaries, SummaryConfig};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Duration;

/// Shared with the strategy while the executor owns that.
pub type SharedReport = Rc<RefCell<MergeReport>>;

/// What the strategies of a run tell in the end.
#[derive(Default)]
pub struct LoopReports {
    pub merged: SharedReport,
    pub closed: bowline_summary::SharedReport,
}

/// Plugs in the loop strategies of the configuration. Where loops are not merged, marks of the program's own are honoured; the run starts with `start`.
pub fn plug_in(executor: Executor, config: &RunConfig, start: &mut State) -> (Executor, LoopReports) {
    let has_marks = executor.program().module.function_named("klee_open_merge").is_some();
    let validate = config.solver.checks == Checks::Full;
    match config.loops {
        LoopMode::Fork if has_marks => {
            let (merger, merged) = MarkedMerger::new(validate);
            start.may_join = true;
            let executor = executor.with_loop_strategy(Box::new(merger));
            return (executor, LoopReports { merged, ..LoopReports::default() });
        }
        LoopMode::Fork => return (executor, LoopReports::default()),
        LoopMode::Summary | LoopMode::Auto => {
            let (summaries, closed) = Summaries::new(SummaryConfig { validate, ..SummaryConfig::default() });
            let race: &[Way] =
                if config.loops == LoopMode::Auto { &[Way::Runs, Way::Plain] } else { &[Way::Runs] };
            let (merger, merged) = LoopMerger::new(beside_summaries(config, race, validate));
            start.may_join = true;
            let executor = executor.with_loop_strategy(Box::new(summaries));
            return (executor.with_loop_strategy(Box::new(merger)), LoopReports { merged, closed });
        }
        LoopMode::MergeNaive | LoopMode::Merge | LoopMode::Pattern => {}
    }
    let (merger, report) = LoopMerger::new(MergeConfig {
        form: match config.loops {
            LoopMode::MergeNaive => Form::Naive,
            LoopMode::Pattern => Form::Pattern,
            _ => Form::Tree,
        },
        race: &[],
        on: config.merge_on,
        loops: config.merge_loops,
        incremental: !config.merge_at_exits_only,
        by_registers: false,
        limits: config.merge_limits,
        validate,
    });
    start.may_join = true;
    (executor.with_loop_strategy(Box::new(merger)), LoopReports { merged: report, ..LoopReports::default() })
}

/// How loops are merged in the lane beside the one of summaries: states stay apart by what their registers hold, so that what a loop counts is
/// known on each path of it. A loop of many short runs has few such states and too many sequences of runs; a long run is a single step there and
/// one state after the other here.
fn beside_summaries(config: &RunConfig, race: &'static [Way], validate: bool) -> MergeConfig {
    MergeConfig {
        form: Form::Tree,
        on: MergeOn::Any,
        loops: MergeLoops::Small(SmallLoops {
            blocks: 64,
            callee_blocks: 32,
            products: usize::MAX,
            ..SmallLoops::default()
        }),
        race,
        incremental: true,
        by_registers: true,
        // The other lane has its share of the time whatever this one costs.
        limits: MergeLimits { time: Duration::MAX, ..config.merge_limits },
        validate,
    }
}

/// Where a loop is one run, nothing need be merged.
const RUNS_FIRST: u64 = 4_000_000;
/// A program with few paths is explored as it is.
const PLAIN_FIRST: u64 = 1_000_000;
/// States that may be joined are far from their end when they are so many.
const CROWD: usize = 1_024;
/// Work in which a way is expected to cover something new, or it gets less.
const RECENT: u64 = 1_000_000;

/// How the ways to deal with loops share the work.
pub fn shares(loops: LoopMode) -> Shares {
    match loops {
        LoopMode::Summary => Shares {
            home: Way::Joined,
            first: Some((Way::Runs, RUNS_FIRST)),
            crowd: Some(CROWD),
            thriving: None,
        },
        LoopMode::Auto => Shares {
            home: Way::Plain,
            first: Some((Way::Plain, PLAIN_FIRST)),
            crowd: Some(CROWD),
            thriving: Some(RECENT),
        },
        LoopMode::Fork | LoopMode::MergeNaive | LoopMode::Merge | LoopMode::Pattern => {
            Shares { home: Way::Joined, first: None, crowd: None, thriving: None }
        }
    }
}

/// How questions with bounded terms were answered.
pub fn quantifier_report(stats: &QuantifierStats) -> QuantifierReport {
    let QuantifierStats {
        asked,
        refuted_at_once,
        refuted_later,
        model_at_once,
        model_later,
        mended_at_once,
        mended_later,
        given_up,
        rounds,
        stages,
        time,
    } = *stats;
    let stages = Stage::NAMES.into_iter().zip(stages).map(|(name, stage)| {
        let StageStats { entered, answered, time } = stage;
        (name.to_string(), StageReport { entered, answered, time_s: time.as_secs_f64() })
    });
    QuantifierReport {
        asked,
        refuted_at_once,
        refuted_later,
        model_at_once,
        model_later,
        mended_at_once,
        mended_later,
        given_up,
        rounds,
        stages: stages.collect(),
        time_s: time.as_secs_f64(),
    }
}

/// What is to be said of proofs that `--checks full` did not finish.
pub fn unproved(report: &MergeReport) -> Option<String> {
    match report.findings.unproved {
        0 => None,
        1 => Some("1 proof that a merge is right was not finished in time".to_string()),
        several => Some(format!("{several} proofs that merges are right were not finished in time")),
    }
}

/// A summary that is wrong is our fault; proofs that were not finished are worth a word.
pub fn proofs_of_summaries(proofs: &Proofs) -> Result<Option<String>, Error> {
    if let Some(violation) = proofs.violations.first() {
        return Err(Error::Internal(format!("a summary is wrong: {violation}")));
    }
    Ok(match proofs.unproved {
        0 => None,
        1 => Some("1 proof that a summary is right was not finished or not possible".to_string()),
        several => {
            Some(format!("{several} proofs that summaries are right were not finished or not possible"))
        }
    })
}

/// The loops that were merged, those with the most paths first. A merge that validation refuted is our fault.
pub fn loop_reports(executor: &Executor, report: &MergeReport) -> Result<Vec<LoopReport>, Error> {
    if let Some(violation) = report.findings.violations.first() {
        return Err(Error::Internal(format!("a merge is wrong: {violation}")));
    }
    let module = &executor.program().module;
    let mut loops: Vec<LoopReport> = report
        .loops
        .iter()
        .map(|(&(function, id), stats)| {
            let body = &module.functions[function];
            let loc = body.loops.loops[id].line;
            LoopReport {
                function: body.name.clone(),
                file: module.files.get(loc.file).cloned().unwrap_or_default(),
                line: loc.line,
                contexts: stats.contexts,
                states_in: stats.states_in,
                states_out: stats.states_out,
                joined_inside: stats.joined_inside,
                given_up: stats.given_up,
                decision: decision(stats),
                patterns: stats.patterns,
                pattern_members: stats.pattern_members,
                formula_words: stats.formula_words,
                fallbacks: fallbacks(&stats.fallbacks),
                constraints_before: size(stats.constraints_before),
                constraints: size(stats.constraints),
                values_before: size(stats.values_before),
                values: size(stats.values),
                time_s: stats.time.as_secs_f64(),
            }
        })
        .collect();
    let order = |one: &LoopReport| {
        (std::cmp::Reverse(one.states_in), one.file.clone(), one.line, one.function.clone())
    };
    loops.sort_by_key(order);
    Ok(loops)
}

/// What was decided about a loop in the end.
fn decision(stats: &LoopStats) -> String {
    match (&stats.left_alone, stats.given_up) {
        (Some(why), _) => format!("left alone: {why}"),
        (None, 0) => "merged".to_string(),
        (None, _) => "left alone: past a limit".to_string(),
    }
}

/// Those that happened, by name.
fn fallbacks(counts: &Fallbacks) -> BTreeMap<String, u64> {
    let Fallbacks { ambiguous, too_many_patterns, too_long, no_repetition, no_formula, no_value } = *counts;
    let all = [
        ("ambiguous", ambiguous),
        ("too-many-patterns", too_many_patterns),
        ("too-long", too_long),
        ("no-repetition", no_repetition),
        ("no-formula", no_formula),
        ("no-value", no_value),
    ];
    all.into_iter().filter(|(_, count)| *count > 0).map(|(why, count)| (why.to_string(), count)).collect()
}

fn size(measure: Measure) -> ExpressionSize {
    ExpressionSize { nodes: measure.shared, written_out: measure.written_out }
}
