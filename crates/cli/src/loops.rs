//! `bowline loops`

use crate::args::LoopsOptions;
use crate::{NOTHING_FOUND, run, world};
use bowline_engine::config::CompileConfig;
use bowline_engine::report::{ClosedLoopReport, LoopCounts};
use bowline_engine::visible::visible_line;
use bowline_engine::{Error, LoopSurvey, RunConfig, half_of_memory_mb};

pub fn loops(options: &LoopsOptions) -> Result<u8, Error> {
    run::set_panic_hook(false);
    let mut config = RunConfig {
        files: options.files.clone(),
        args: options.args.clone(),
        entry: options.entry.clone(),
        world: world::unknown_surroundings(&options.world)?,
        allow_read: options.read.allow_read.clone(),
        compile: CompileConfig {
            cflags: run::compiler_flags(&options.compile),
            optimize: options.compile.optimize,
        },
        ..RunConfig::default()
    };
    config.limits.max_memory_mb = half_of_memory_mb();
    let survey = bowline_engine::loops(&config, options.max_time)?;
    if options.json {
        let text = serde_json::to_string_pretty(&survey);
        println!("{}", text.map_err(|error| Error::Internal(error.to_string()))?);
    } else {
        print(&survey);
    }
    Ok(NOTHING_FOUND)
}

fn print(survey: &LoopSurvey) {
    for one in &survey.loops {
        println!("{}", visible_line(&head(one)));
        for line in &one.words {
            println!("    {}", visible_line(line));
        }
    }
    println!("{}", totals(survey.loops.len(), &survey.counts));
}

/// `parse.c:17: skip: exact`
fn head(one: &ClosedLoopReport) -> String {
    let place = format!("{}:{}: {}", one.file, one.line, one.function);
    match (one.understood.as_str(), &one.declined) {
        ("runs", _) => format!("{place}: in runs of rounds with a closed form, others are executed"),
        ("partial", _) => {
            format!("{place}: partial: paths are counted, to find with; iterations are executed")
        }
        ("not met", None) => format!("{place}: not met with unknown values"),
        ("not met", Some(why)) => format!("{place}: not met: {why}"),
        ("declined", Some(why)) => format!("{place}: declined: {why}"),
        (understood, _) => format!("{place}: {understood}"),
    }
}

/// `5 loops: 3 exact, 1 in runs, 1 declined`
fn totals(all: usize, counts: &LoopCounts) -> String {
    let LoopCounts { met, exact, runs, partial, declined } = counts;
    let declined: u64 = declined.values().sum();
    let not_met = all as u64 - met;
    let parts = [
        (*exact, "exact"),
        (*runs, "in runs"),
        (*partial, "partial"),
        (declined, "declined"),
        (not_met, "not met"),
    ];
    let told: Vec<String> =
        parts.iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("{count} {what}")).collect();
    match all {
        0 => "no loops".to_string(),
        1 => format!("1 loop: {}", told.join(", ")),
        _ => format!("{all} loops: {}", told.join(", ")),
    }
}
