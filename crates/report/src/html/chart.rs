//! Line charts as inline SVG.

use super::words::{seconds, short};
use maud::{Markup, html};
use std::fmt::Write;

const WIDTH: f64 = 320.0;
const HEIGHT: f64 = 120.0;

pub struct Series<'a> {
    pub title: &'a str,
    /// Time and value, in order of time.
    pub points: Vec<(f64, f64)>,
    /// Behind values, such as ` MiB`.
    pub unit: &'a str,
}

/// A small chart with its last value beside the title. The vertical axis starts at 0.
pub fn line(series: &Series<'_>) -> Markup {
    let (last_time, last) = series.points.last().copied().unwrap_or_default();
    let most = series.points.iter().map(|(_, value)| *value).fold(0.0, f64::max);
    let at = |(time, value): &(f64, f64)| {
        let x = if last_time > 0.0 { time / last_time * WIDTH } else { 0.0 };
        let y = if most > 0.0 { HEIGHT - value / most * HEIGHT } else { HEIGHT };
        (x, y)
    };
    let mut path = String::new();
    for (index, point) in series.points.iter().enumerate() {
        let (x, y) = at(point);
        let _ = write!(path, "{}{x:.1} {y:.1}", if index == 0 { 'M' } else { 'L' });
    }
    let area = format!("{path}L{WIDTH} {HEIGHT}L0 {HEIGHT}Z");
    let say = |value: f64| format!("{}{}", short(value), series.unit);
    html! {
        figure.chart {
            figcaption { (series.title) span.value { (say(last)) } }
            svg viewBox="-2 -4 324 142" role="img"
                aria-label={ (series.title) ": " (say(last)) " after " (seconds(last_time)) ", at most " (say(most)) } {
                line.grid x1="0" y1="0" x2=(WIDTH) y2="0" {}
                line.grid x1="0" y1=(HEIGHT / 2.0) x2=(WIDTH) y2=(HEIGHT / 2.0) {}
                line.axis x1="0" y1=(HEIGHT) x2=(WIDTH) y2=(HEIGHT) {}
                path.area d=(area) {}
                path.line d=(path) {}
                text x="2" y="9" { (say(most)) }
                text x="0" y=(HEIGHT + 14.0) { "0 s" }
                text x=(WIDTH) y=(HEIGHT + 14.0) text-anchor="end" { (seconds(last_time)) }
            }
        }
    }
}
