//! Where time went: parts of the run, solver layers, functions, loops.

use super::loops;
use super::source::Shown;
use super::words::{count, percent, seconds};
use crate::load::Results;
use bowline_engine::report::FunctionCostReport;
use maud::{Markup, html};

/// Rows of a table; `run.json` has all.
const MOST_ROWS: usize = 25;

pub fn section(results: &Results, shown: &Shown) -> Markup {
    let stats = &results.report.stats;
    let parts = [
        ("loading", stats.load_s),
        ("executing", (stats.explore_s - stats.solver_s).max(0.0)),
        ("solving", stats.solver_s.min(stats.explore_s)),
        ("confirming natively", stats.confirm_s),
    ];
    let whole: f64 = parts.iter().map(|(_, time)| time).sum();
    let share = |time: f64| if whole > 0.0 { time / whole * 100.0 } else { 0.0 };
    html! {
        div.stack-bar role="img" aria-label={ @for (name, time) in &parts { (name) " " (seconds(*time)) ", " } } {
            @for (index, (_, time)) in parts.iter().enumerate() {
                @if *time > 0.0 { span class={ "part-" (index) } style={ "width:" (format!("{:.2}", share(*time))) "%" } {} }
            }
        }
        ul.legend {
            @for (index, (name, time)) in parts.iter().enumerate() {
                li { span class={ "key part-" (index) } {} (name) " " strong { (seconds(*time)) } }
            }
        }
        h3 { "Functions" }
        (functions(results, shown))
        h3 { "Loops" }
        (loops::merged(results, shown))
        (loops::closed(results, shown))
        h3 { "Solver layers" }
        p { "A question passes the layers until one answers it; only what reaches the back end is really solved." }
        (layers(results))
    }
}

fn functions(results: &Results, shown: &Shown) -> Markup {
    let stats = &results.report.stats;
    let mut costs: Vec<&FunctionCostReport> = stats.functions.iter().collect();
    let weight = |cost: &FunctionCostReport| {
        let part = |part: f64, whole: f64| if whole > 0.0 { part / whole } else { 0.0 };
        let executing = (stats.explore_s - stats.solver_s).max(0.0);
        cost.solver_s + executing * part(cost.instructions as f64, stats.instructions as f64)
    };
    costs.sort_by(|a, b| weight(b).total_cmp(&weight(a)));
    html! {
        p { "Each without the functions it calls; solver time belongs to the function that asked." }
        @if costs.is_empty() { p.empty { "Nothing was executed." } } @else {
            table {
                thead { tr { th { "Function" } th { "Where" } th.number { "Instructions" } th.number { "Solver" } th.number { "Share of solver" } } }
                tbody {
                    @for cost in costs.iter().take(MOST_ROWS) {
                        tr {
                            td { code { (cost.name) } }
                            td { @if cost.library { "C library" } @else { (shown.link(results, &cost.file, cost.line)) } }
                            td.number { (count(cost.instructions)) }
                            td.number { (seconds(cost.solver_s)) }
                            td.number { (percent((cost.solver_s * 1e6) as u64, (stats.solver_s * 1e6) as u64)) }
                        }
                    }
                }
            }
            @if costs.len() > MOST_ROWS { p.empty { (costs.len() - MOST_ROWS) " more are in run.json." } }
        }
    }
}

fn layers(results: &Results) -> Markup {
    let stats = &results.report.stats;
    html! {
        table {
            thead { tr { th { "Layer" } th.number { "Asked" } th.number { "Answered" } th.number { "Time" } th.number { "Share" } } }
            tbody {
                @for (name, layer) in &stats.layers {
                    tr {
                        td { code { (name) } }
                        td.number { (count(layer.asked)) }
                        td.number { (count(layer.hits)) }
                        td.number { (seconds(layer.time_s)) }
                        td.number { (percent((layer.time_s * 1e6) as u64, (stats.solver_s * 1e6) as u64)) }
                    }
                }
            }
        }
    }
}
