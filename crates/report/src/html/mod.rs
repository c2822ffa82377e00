//! One self-contained page: no network, no fonts or scripts from elsewhere, readable in light and dark.
//!
//! Everything essential is plain HTML and SVG; the only script moves and explains the picture of the execution tree.
//! Templates escape whatever comes from the program under test. Sizes are bounded: see [`source`] and [`tree`].

mod bugs;
mod chart;
mod costs;
mod coverage;
mod loops;
mod options;
mod source;
mod summary;
mod timeline;
mod tree;
mod unexplored;
mod words;

use crate::load::Results;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use source::Shown;

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("tree.js");

/// A part of the page.
struct Section {
    id: &'static str,
    title: &'static str,
    /// Beside the title in the table of contents.
    note: String,
    body: Markup,
}

/// The parts of the page, in their order.
fn sections(results: &Results, shown: &Shown) -> Vec<Section> {
    let report = &results.report;
    let section = |id, title, note, body| Section { id, title, note, body };
    let none = String::new;
    let covered = words::percent(report.coverage.lines.hit, report.coverage.lines.total);
    let time = words::seconds(report.stats.wall_s);
    vec![
        section("summary", "Summary", none(), summary::section(results)),
        section("bugs", "Bugs", report.bugs.len().to_string(), bugs::section(results, shown)),
        section("unexplored", "What was not explored", none(), unexplored::section(results, shown)),
        section("coverage", "Coverage", covered, coverage::section(results, shown)),
        section("timeline", "Timeline", none(), timeline::section(results)),
        section("costs", "Where time went", time, costs::section(results, shown)),
        section("tree", "Execution tree", none(), tree::section(results, shown)),
        section("source", "Annotated source", none(), source::section(results, shown)),
        section("options", "Options of the run", none(), options::section(results)),
    ]
}

/// The whole page.
pub fn page(results: &Results) -> String {
    let sections = sections(results, &Shown::choose(results));
    let name = summary::program_name(results);
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                // Nothing is fetched, whatever a source file may contain.
                meta http-equiv="Content-Security-Policy"
                    content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:";
                link rel="icon" href="data:,";
                title { "Bowline: " (name) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                a.skip href="#summary" { "Skip to the summary" }
                header {
                    p.brand { "Bowline" }
                    h1 { (name) }
                }
                nav aria-label="Contents" {
                    ol {
                        @for section in &sections {
                            li {
                                a href={ "#" (section.id) } { (section.title) }
                                @if !section.note.is_empty() { span.note { (section.note) } }
                            }
                        }
                    }
                }
                main {
                    @for section in &sections {
                        section id=(section.id) aria-labelledby={ (section.id) "-title" } {
                            h2 id={ (section.id) "-title" } { (section.title) }
                            (section.body)
                        }
                    }
                }
                footer { "Made by bowline " (env!("CARGO_PKG_VERSION")) " from " code { (results.out.display()) } }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    }
    .into_string()
}
