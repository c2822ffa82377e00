//! One self-contained page: no network, no fonts or scripts from elsewhere, readable in light and dark.
//!
//! Everything essential is plain HTML and SVG; the only script moves and explains the picture of the execution tree.
//! Templates escape whatever comes from the program under test. Sizes are bounded: see [`source`] and [`tree`].

mod bugs;
mod chart;
mod costs;
mod coverage;
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

/// The whole page.
pub fn page(results: &Results) -> String {
    let shown = Shown::choose(results);
    let report = &results.report;
    let sections = [
        Section { id: "summary", title: "Summary", note: String::new(), body: summary::section(results) },
        Section {
            id: "bugs",
            title: "Bugs",
            note: report.bugs.len().to_string(),
            body: bugs::section(results, &shown),
        },
        Section {
            id: "unexplored",
            title: "What was not explored",
            note: String::new(),
            body: unexplored::section(results, &shown),
        },
        Section {
            id: "coverage",
            title: "Coverage",
            note: words::percent(report.coverage.lines.hit, report.coverage.lines.total),
            body: coverage::section(results, &shown),
        },
        Section { id: "timeline", title: "Timeline", note: String::new(), body: timeline::section(results) },
        Section {
            id: "costs",
            title: "Where time went",
            note: words::seconds(report.stats.wall_s),
            body: costs::section(results, &shown),
        },
        Section {
            id: "tree",
            title: "Execution tree",
            note: String::new(),
            body: tree::section(results, &shown),
        },
        Section {
            id: "source",
            title: "Annotated source",
            note: String::new(),
            body: source::section(results, &shown),
        },
        Section {
            id: "options",
            title: "Options of the run",
            note: String::new(),
            body: options::section(results),
        },
    ];
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
