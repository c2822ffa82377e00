//! Lines and branches per file and function.

use super::source::Shown;
use super::words::{count, percent};
use crate::load::Results;
use bowline_engine::report::{FileCoverageReport, FunctionCoverageReport, Ratio};
use maud::{Markup, html};

/// Functions listed per file.
const MOST_FUNCTIONS: usize = 300;

pub fn section(results: &Results, shown: &Shown) -> Markup {
    let coverage = &results.report.coverage;
    html! {
        p {
            "A line counts when it has code; it is covered when any path executed some of it. A branch is one side of a "
            "condition or one target of a switch. The C library is not counted."
        }
        @if coverage.files.is_empty() { p.empty { "The program has no debug information, so no line is known." } }
        @for (name, file) in &coverage.files { (file_of(results, shown, name, file)) }
    }
}

fn file_of(results: &Results, shown: &Shown, name: &str, file: &FileCoverageReport) -> Markup {
    html! {
        details.file open[results.report.coverage.files.len() <= 4] {
            summary {
                span.name title=(name) { (results.short_name(name)) } " " (meter(file.lines)) " "
                span.figures { (count(file.lines.hit)) " of " (count(file.lines.total)) " lines, "
                    (count(file.branches.hit)) " of " (count(file.branches.total)) " branches" }
            }
            @if let Some(id) = shown.file_id(name) { p { a href={ "#" (id) } { "annotated source" } } }
            table {
                thead { tr { th { "Function" } th { "Line" } th.number { "Lines" } th.number { "Branches" } th { "Covered" } } }
                tbody {
                    @for function in file.functions.iter().take(MOST_FUNCTIONS) { (function_row(results, shown, name, function)) }
                }
            }
            @if file.functions.len() > MOST_FUNCTIONS { p.empty { (file.functions.len() - MOST_FUNCTIONS) " more are in run.json." } }
        }
    }
}

fn function_row(results: &Results, shown: &Shown, file: &str, function: &FunctionCoverageReport) -> Markup {
    html! {
        tr class=[(!function.entered).then_some("never")] {
            td { code { (function.name) } @if !function.entered { " " span.badge.plain { "never entered" } } }
            td { (shown.line_link(results, file, function.line)) }
            td.number { (function.lines.hit) " of " (function.lines.total) }
            td.number { (function.branches.hit) " of " (function.branches.total) }
            td { (meter(function.lines)) }
        }
    }
}

fn meter(ratio: Ratio) -> Markup {
    let share = if ratio.total > 0 { ratio.hit as f64 / ratio.total as f64 * 100.0 } else { 0.0 };
    html! {
        span.meter role="img" aria-label={ (percent(ratio.hit, ratio.total)) " of lines" } {
            span style={ "width:" (format!("{share:.1}")) "%" } {}
        }
        span.percent { (percent(ratio.hit, ratio.total)) }
    }
}
