//! Loops: what merging did with them, and what was understood of them.

use super::source::Shown;
use super::words::{count, seconds};
use crate::load::Results;
use bowline_engine::report::{ClosedLoopReport, LoopReport};
use maud::{Markup, html};

/// Rows of a table; `run.json` has all.
const MOST_ROWS: usize = 25;

/// What merging did with loops.
pub fn merged(results: &Results, shown: &Shown) -> Markup {
    let loops: &[LoopReport] = &results.report.stats.loops;
    html! {
        @if loops.is_empty() {
            p.empty { "No loop was merged" @if results.report.config.loops == "fork" { ": " code { "--loops merge" } " was not asked for" } "." }
        } @else {
            table {
                thead { tr {
                    th { "Loop" } th { "Function" } th.number { "Gathered" } th.number { "Paths in" } th.number { "Paths out" }
                    th.number { "Given up" } th.number { "Time" } th { "Decision" }
                } }
                tbody {
                    @for one in loops.iter().take(MOST_ROWS) {
                        tr {
                            td { (shown.link(results, &one.file, one.line)) }
                            td { code { (one.function) } }
                            td.number { (count(one.contexts)) }
                            td.number { (count(one.states_in)) }
                            td.number { (count(one.states_out)) }
                            td.number { (count(one.given_up)) }
                            td.number { (seconds(one.time_s)) }
                            td { (one.decision) }
                        }
                    }
                }
            }
        }
    }
}

/// What was understood of loops (`--loops summary`); nothing where none was looked at.
pub fn closed(results: &Results, shown: &Shown) -> Markup {
    let loops: &[ClosedLoopReport] = &results.report.stats.closed_loops;
    html! {
        @if !loops.is_empty() {
            p { "Loops in closed form: " code { "j" } " is a round, counted from 0, and " code { "at0" } " what " code { "at" } " was before the first." }
            table {
                thead { tr { th { "Loop" } th { "Function" } th { "Understood" } th.number { "Paths" } th.number { "Runs" } th { "What it does" } } }
                tbody {
                    @for one in loops.iter().take(MOST_ROWS) {
                        tr {
                            td { (shown.link(results, &one.file, one.line)) }
                            td { code { (one.function) } }
                            td { (one.understood) }
                            td.number { (count(one.paths as u64)) }
                            td.number { (count(one.runs)) }
                            td {
                                @for line in &one.words { p { (line) } }
                                @if let Some(why) = one.declined.as_ref().filter(|_| one.words.is_empty()) { (why) }
                            }
                        }
                    }
                }
            }
            @if loops.len() > MOST_ROWS { p.empty { (loops.len() - MOST_ROWS) " more are in run.json." } }
        }
    }
}
