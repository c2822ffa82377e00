//! What a run ends with on the terminal.

use crate::colour;
use crate::say::say;
use bowline_engine::Finished;
use bowline_engine::message::position;
use bowline_engine::report::{
    AttentionKind, AttentionReport, BugReport, FuzzReport, LoopReport, LostReport, RunReport, SeedsReport,
    SkippedSeedReport, Stop, TestOutcome, TestReport,
};
use bowline_engine::visible::visible_line;

/// Losses shown; `run.json` has all.
const SHOWN_LOSSES: usize = 10;

/// Merged loops shown, those with the most paths first.
const SHOWN_LOOPS: usize = 10;

/// Tests shown that do not do natively what was predicted.
const SHOWN_TESTS: usize = 5;

/// Lines shown at which paths were when the run stopped.
const SHOWN_ALIVE: usize = 3;

/// Seeds shown that were not used to their ends.
const SHOWN_SEEDS: usize = 5;

pub fn print(finished: &Finished, quiet: bool) {
    let report = &finished.report;
    if quiet {
        report.bugs.iter().for_each(|bug| say!("{}", bug_line(bug)));
        return;
    }
    let coloured = colour::is_wanted(&std::io::stdout());
    for message in &finished.messages {
        // Escaped where it was made, but for colours.
        println!("{}", if coloured { colour::paint(message) } else { message.plain() });
    }
    for warning in &report.warnings {
        say!("warning: {}", visible_line(warning));
    }
    for note in &report.notes {
        say!("note: {note}");
    }
    if let Some(seeds) = &report.seeds {
        print_seeds(seeds);
    }
    if let Some(fuzz) = &report.fuzz {
        print_fuzz(fuzz);
    }
    for loss in report.lost.iter().take(SHOWN_LOSSES) {
        say!("not explored: {}", loss_line(loss));
    }
    if report.lost.len() > SHOWN_LOSSES {
        say!("not explored: {} more kinds of things, see run.json", report.lost.len() - SHOWN_LOSSES);
    }
    if let Some(line) = alive_line(report) {
        say!("{line}");
    }
    let (merged, left_alone): (Vec<&LoopReport>, Vec<&LoopReport>) =
        report.stats.loops.iter().partition(|one| one.contexts > 0);
    for one in merged.iter().take(SHOWN_LOOPS) {
        say!("{}", loop_line(one));
    }
    if merged.len() > SHOWN_LOOPS {
        say!("merged: {} more loops, see run.json", merged.len() - SHOWN_LOOPS);
    }
    if let Some(one) = left_alone.first() {
        say!("not merged: {} loops, such as that at {}: {}", left_alone.len(), place(one), one.decision);
    }
    print_disagreements(report);
    for AttentionReport { text, .. } in &report.attention {
        say!("attention: {text}");
    }
    say!("{}", verdict(report));
    say!("results are in {}", finished.out.display());
}

/// Tests that did something else natively than was predicted. Those of bugs say so themselves.
fn print_disagreements(report: &RunReport) {
    let disagrees = |test: &&TestReport| test.agrees == Some(false) && test.outcome != TestOutcome::Bug;
    let all: Vec<&TestReport> = report.tests.iter().filter(disagrees).collect();
    for test in all.iter().take(SHOWN_TESTS) {
        let native = test.native.as_deref().unwrap_or("does something else");
        let expected = test.status.map_or_else(String::new, |status| format!(" with status {status}"));
        say!("{} should end by itself{expected}; natively: {native}", test.file);
    }
    if all.len() > SHOWN_TESTS {
        say!("{} more tests do something else natively, see run.json", all.len() - SHOWN_TESTS);
    }
}

fn print_seeds(seeds: &SeedsReport) {
    for SkippedSeedReport { file, why } in seeds.skipped.iter().take(SHOWN_SEEDS) {
        say!("the seed {file} is not used to its end: {why}");
    }
    if seeds.skipped.len() > SHOWN_SEEDS {
        say!("{} more seeds are not used to their ends, see run.json", seeds.skipped.len() - SHOWN_SEEDS);
    }
    let SeedsReport { given, used, lines, branches, .. } = seeds;
    say!(
        "{used} of {given} seeds followed to their ends: {lines} lines and {branches} branches covered by then"
    );
}

/// Who found what. A fuzzer that never began because the run was over before is not worth a word.
fn print_fuzz(fuzz: &FuzzReport) {
    if let Some(note) = &fuzz.note {
        say!("note: {}", visible_line(note));
    }
    if fuzz.executions == 0 {
        return;
    }
    let FuzzReport { executions, received, given, followed, fuzzer_lines, engine_lines, .. } = fuzz;
    say!(
        "fuzzer: {executions} runs in {:.1} s of the processor, {received} inputs found ({followed} followed), {given} given to it; \
         lines first covered by its inputs {fuzzer_lines}, by the exploration {engine_lines}",
        fuzz.cpu_s
    );
    for crash in fuzz.crashes.iter().filter(|crash| crash.bug.is_none()) {
        say!("fuzzer: did not happen again in a run of its own: {}", visible_line(&crash.text));
    }
}

fn bug_line(bug: &BugReport) -> String {
    let confirmed = if bug.confirmed { "confirmed" } else { "not confirmed" };
    let times = if bug.count > 1 { format!(", on {} paths", bug.count) } else { String::new() };
    let place = position(&bug.file, bug.line, bug.column, &bug.function);
    visible_line(&format!("{place}: {}: {} [{confirmed}: {}{times}]", bug.kind, bug.message, bug.native))
}

fn loss_line(loss: &LostReport) -> String {
    let place = if loss.line > 0 { format!("{}:{}: ", loss.file, loss.line) } else { String::new() };
    visible_line(&format!("{place}{} ({}, {} times)", loss.what, loss.kind, loss.count))
}

/// What the run did not come to.
fn alive_line(report: &RunReport) -> Option<String> {
    let places: Vec<String> = report
        .alive
        .iter()
        .take(SHOWN_ALIVE)
        .map(|place| match place.line {
            0 => "places without a line".to_string(),
            line => format!("{}:{line}", place.file),
        })
        .collect();
    let at = if places.is_empty() { String::new() } else { format!(", mostly at {}", places.join(", ")) };
    match report.paths.alive {
        0 => None,
        1 => Some(format!("not explored: the rest of 1 path that was alive when the run stopped{at}")),
        count => {
            Some(format!("not explored: the rest of {count} paths that were alive when the run stopped{at}"))
        }
    }
}

fn place(one: &LoopReport) -> String {
    if one.line > 0 { format!("{}:{}", one.file, one.line) } else { one.function.clone() }
}

fn loop_line(one: &LoopReport) -> String {
    let (before, after) =
        (one.constraints_before.nodes + one.values_before.nodes, one.constraints.nodes + one.values.nodes);
    let inside =
        if one.joined_inside > 0 { format!(" and {} inside", one.joined_inside) } else { String::new() };
    let given_up = if one.given_up > 0 { format!(", {} given up", one.given_up) } else { String::new() };
    format!(
        "merged: the loop at {}, {} times: {} paths became {}{inside}; {before} expressions became {after}, {:.2} s{given_up}",
        place(one),
        one.contexts,
        one.states_in,
        one.states_out,
        one.time_s
    )
}

fn verdict(report: &RunReport) -> String {
    let found = match report.bugs.len() {
        0 => "no bug found".to_string(),
        1 => "1 bug found".to_string(),
        count => format!("{count} bugs found"),
    };
    let attention = report.attention.first().map(|attention| attention.kind);
    let how = match report.stop {
        Stop::Exhausted if attention == Some(AttentionKind::NothingUnknown) => {
            "the only path explored".to_string()
        }
        Stop::Exhausted if attention.is_some() => "nothing explored, see above".to_string(),
        Stop::Exhausted if report.lost.is_empty() => "every path explored".to_string(),
        Stop::Exhausted => "every path explored except for what is listed above".to_string(),
        stop => format!("stopped by {}", stop.name()),
    };
    let paths = &report.paths;
    let ended = paths.completed + paths.bugs + paths.killed;
    let lines = report.coverage.lines;
    format!(
        "{found}: {how}; {ended} paths, {} instructions, {} of {} lines covered, {:.2} s",
        report.stats.instructions, lines.hit, lines.total, report.stats.wall_s
    )
}
