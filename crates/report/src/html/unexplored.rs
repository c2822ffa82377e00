//! What the run says nothing about, and why.

use super::source::Shown;
use super::summary::{is_complete, pending};
use super::words::{count, plural};
use crate::load::Results;
use bowline_engine::report::LostReport;
use maud::{Markup, html};
use std::collections::BTreeMap;

/// Rows per reason; `run.json` has all.
const MOST_ROWS: usize = 100;

pub fn section(results: &Results, shown: &Shown) -> Markup {
    let report = &results.report;
    let mut by_kind: BTreeMap<&str, Vec<&LostReport>> = BTreeMap::new();
    for loss in &report.lost {
        by_kind.entry(&loss.kind).or_default().push(loss);
    }
    let alive = pending(results);
    html! {
        @if is_complete(results) {
            p { "Nothing. Every path was followed to its end, and no value was guessed." }
            p.empty { "This holds within the options of the run: allocations of unknown size have at most "
                (report.config.capacity) " bytes, and inputs are those that the program asked for." }
        }
        @if alive > 0 {
            h3 { "Paths that were still alive" }
            p { (plural(alive, "path was", "paths were")) " not followed to the end because the run was stopped ("
                code { (report.stop.name()) } "). " @if report.config.max_time_s.is_some() { "A longer " code { "--max-time" } " gets further." } }
        }
        @for (kind, losses) in &by_kind {
            h3 { (title(kind)) }
            p { (explanation(kind)) }
            table {
                thead { tr { th { "Where" } th { "What" } th.number { "Times" } } }
                tbody {
                    @for loss in losses.iter().take(MOST_ROWS) {
                        tr {
                            td { (shown.link(results, &loss.file, loss.line)) }
                            td { (loss.what) }
                            td.number { (count(loss.count)) }
                        }
                    }
                }
            }
            @if losses.len() > MOST_ROWS { p.empty { (losses.len() - MOST_ROWS) " more are in run.json." } }
        }
        (never_entered(results, shown))
    }
}

fn title(kind: &str) -> &str {
    match kind {
        "capacity" => "Sizes above the capacity",
        "concretised" => "Values that were guessed",
        "limit" => "Paths cut by a limit",
        "opaque" => "Parts without bitcode",
        "resolutions" => "Pointers with too many targets",
        "solver-unknown" => "Questions without an answer",
        "unknown-function" => "Functions without a definition",
        "unsupported" => "Things that are not supported",
        other => other,
    }
}

fn explanation(kind: &str) -> &'static str {
    match kind {
        "capacity" => {
            "An allocation of unknown size was only explored up to the capacity; a larger --capacity, or --capacity-at for one line, goes further."
        }
        "concretised" => {
            "A path went on with one of several possible values; behaviour for the others was not seen."
        }
        "limit" => "A limit of the run kept a path from going both ways, or on.",
        "opaque" => "A part of the program came without bitcode, so that nothing in it could be followed.",
        "resolutions" => "A pointer may point to more objects than the limit; the rest was left out.",
        "solver-unknown" => {
            "The solver did not answer in time, so that one side of a branch was not followed; --max-solver-time gives it longer."
        }
        "unknown-function" => "Paths end where such a function is called: add the file that defines it.",
        "unsupported" => "Paths end here.",
        _ => "",
    }
}

/// Functions that no path entered: what a person would look at next.
fn never_entered(results: &Results, shown: &Shown) -> Markup {
    let mut names = Vec::new();
    for (file, coverage) in &results.report.coverage.files {
        for function in coverage.functions.iter().filter(|function| !function.entered) {
            names.push((file, function));
        }
    }
    html! {
        @if !names.is_empty() {
            h3 { "Functions that were never entered" }
            p { (plural(names.len() as u64, "function", "functions")) ". Either no input leads there, or the run did not get that far." }
            details open[names.len() <= 20] {
                summary { "The functions" }
                ul.functions {
                    @for (file, function) in names.iter().take(500) {
                        li { code { (function.name) } " " span.place { (shown.link(results, file, function.line)) } }
                    }
                }
                @if names.len() > 500 { p.empty { (names.len() - 500) " more are in run.json." } }
            }
        }
    }
}
