//! The verdict and the figures that matter first.

use super::words::{count, percent, plural, seconds};
use crate::load::Results;
use bowline_engine::report::Stop;
use maud::{Markup, html};
use std::path::Path;

pub fn program_name(results: &Results) -> String {
    let name = |file: &Path| file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    match results.report.program.files.as_slice() {
        [] => "a program".to_string(),
        [one] => name(one),
        [first, rest @ ..] => format!("{} and {} more", name(first), rest.len()),
    }
}

/// Nothing was left out.
pub fn is_complete(results: &Results) -> bool {
    results.report.stop == Stop::Exhausted && results.report.lost.is_empty()
}

pub fn section(results: &Results) -> Markup {
    let report = &results.report;
    let (stats, paths) = (&report.stats, &report.paths);
    let confirmed = report.bugs.iter().filter(|bug| bug.confirmed).count() as u64;
    let (class, found) = match report.bugs.len() as u64 {
        0 if report.stop == Stop::Error => ("bad", "The run did not come to its end".to_string()),
        0 if is_complete(results) => ("good", "No bug, and nothing was left out".to_string()),
        0 => ("open", "No bug found so far".to_string()),
        bugs => ("bad", plural(bugs, "bug found", "bugs found")),
    };
    let ended = paths.completed + paths.bugs + paths.killed;
    html! {
        div.verdict.(class) {
            p.found { (found) }
            p { (how_it_ended(results)) }
        }
        div.cards {
            (card("Bugs", &count(report.bugs.len() as u64), &format!("{confirmed} confirmed natively")))
            (card("Paths", &count(ended), &path_note(results)))
            (card("Lines covered", &percent(report.coverage.lines.hit, report.coverage.lines.total),
                &format!("{} of {}", count(report.coverage.lines.hit), count(report.coverage.lines.total))))
            (card("Branches taken", &percent(report.coverage.branches.hit, report.coverage.branches.total),
                &format!("{} of {}", count(report.coverage.branches.hit), count(report.coverage.branches.total))))
            (card("Time", &seconds(stats.wall_s), &format!("{} exploring", seconds(stats.explore_s))))
            (card("Solver", &seconds(stats.solver_s), &plural(stats.queries, "question", "questions")))
            (card("Memory", &format!("{} MiB", count(stats.peak_rss_mb)), "at most"))
            (card("Tests", &count(report.tests.len() as u64), "inputs in tests/"))
        }
        @for note in &report.notes { p { "Note: " (note) "." } }
        @if !report.attention.is_empty() {
            h3 { "Attention" }
            ul { @for attention in &report.attention { li { (attention.text) } } }
        }
        @if !report.warnings.is_empty() {
            h3 { "Warnings" }
            ul { @for warning in &report.warnings { li { (warning) } } }
        }
    }
}

fn card(title: &str, value: &str, note: &str) -> Markup {
    html! { div.card { p.label { (title) } p.value { (value) } p.detail { (note) } } }
}

fn path_note(results: &Results) -> String {
    let paths = &results.report.paths;
    let mut parts = vec![format!("{} ended normally", count(paths.completed))];
    for (number, what) in
        [(paths.merged, "merged"), (paths.killed, "given up"), (paths.infeasible, "infeasible")]
    {
        if number > 0 {
            parts.push(format!("{} {what}", count(number)));
        }
    }
    parts.join(", ")
}

/// One or two sentences about how far the result reaches.
fn how_it_ended(results: &Results) -> Markup {
    let report = &results.report;
    let losses = report.lost.len() as u64;
    html! {
        @match report.stop {
            Stop::Exhausted if losses == 0 => {
                "Every path was followed to its end. The result holds for every input that the program was given, with "
                "allocations of unknown size up to " (report.config.capacity) " bytes."
            }
            Stop::Exhausted => {
                "Every path was followed, except for "
                a href="#unexplored" { (plural(losses, "thing that was", "things that were")) " left out" } "."
            }
            Stop::MaxTime => { "Stopped by the time limit" (rest(results)) }
            Stop::MaxMemory => { "Stopped by the memory limit" (rest(results)) }
            Stop::MaxStates => { "Stopped by the limit on paths alive at once" (rest(results)) }
            Stop::MaxTests => { "Stopped when as many tests were written as were wanted" (rest(results)) }
            Stop::StopAfter => { "Stopped when as many bugs were found as were wanted" (rest(results)) }
            Stop::Interrupted => { "Stopped by the user" (rest(results)) }
            Stop::Error => { "The run failed, or goes on while this report was made; what follows may be incomplete." }
        }
    }
}

fn rest(results: &Results) -> Markup {
    let alive = pending(results);
    html! {
        @if alive > 0 { ", with " (plural(alive, "path", "paths")) " still alive" }
        ". What is reported is true; what is not reported may still exist: see "
        a href="#unexplored" { "what was not explored" } "."
    }
}

/// Paths that were alive at the end.
pub fn pending(results: &Results) -> u64 {
    match results.report.stop {
        Stop::Exhausted => 0,
        _ => results.report.timeline.last().map_or(0, |sample| sample.live_states),
    }
}
