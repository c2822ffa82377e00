//! How the run went over time.

use super::chart::{self, Series};
use crate::load::Results;
use bowline_engine::report::SampleReport;
use maud::{Markup, html};

pub fn section(results: &Results) -> Markup {
    let samples = &results.report.timeline;
    let of = |title, unit, value: fn(&SampleReport) -> f64| {
        let points = samples.iter().map(|sample| (sample.elapsed_s, value(sample))).collect();
        chart::line(&Series { title, points, unit })
    };
    let (first, last) = (samples.first(), samples.last());
    let long_enough =
        first.zip(last).is_some_and(|(first, last)| samples.len() > 2 && last.elapsed_s > first.elapsed_s);
    html! {
        @if long_enough {
            div.charts {
                (of("Covered lines", "", |sample| sample.covered_lines as f64))
                (of("Paths ended", "", |sample| sample.paths as f64))
                (of("Paths alive", "", |sample| sample.live_states as f64))
                (of("Bugs", "", |sample| sample.bugs as f64))
                (of("Instructions", "", |sample| sample.instructions as f64))
                (of("Questions to the solver", "", |sample| sample.queries as f64))
                (of("Time in the solver", " s", |sample| sample.solver_s))
                (of("Memory", " MiB", |sample| sample.memory_mb as f64))
            }
        } @else {
            p.empty { "The exploration was over before there was anything to draw." }
        }
    }
}
