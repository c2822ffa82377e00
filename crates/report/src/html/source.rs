//! Sources with their coverage, line by line, and links to them.
//!
//! What is shown is bounded ([`MOST_LINES`], [`MOST_BYTES`]): files with bugs come first, then those that were executed most. Of a
//! file that does not fit as a whole only the surroundings of executed lines and of bugs are shown.

use super::words::plural;
use crate::load::Results;
use bowline_engine::lcov::Line;
use maud::{Markup, PreEscaped, html};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Over all files.
const MOST_LINES: usize = 20_000;
const MOST_BYTES: usize = 1_500_000;
/// Longer files are shown in parts.
const WHOLE_FILE: usize = 3_000;
/// Around what is shown of a file in parts.
const CONTEXT: u32 = 3;
/// Of one line; generated code has endless ones.
const MOST_WIDTH: usize = 400;

/// Which lines of which files are on the page, and under which names.
pub struct Shown {
    files: BTreeMap<String, ShownFile>,
}

struct ShownFile {
    id: String,
    lines: BTreeSet<u32>,
}

impl Shown {
    pub fn choose(results: &Results) -> Self {
        let mut marked: BTreeMap<&str, BTreeSet<u32>> = BTreeMap::new();
        for bug in &results.report.bugs {
            marked.entry(&bug.file).or_default().insert(bug.line);
            for frame in bug.stack.iter().filter(|frame| results.lines.contains_key(&frame.file)) {
                marked.entry(&frame.file).or_default().insert(frame.line);
            }
        }
        let hits = |file: &str| {
            results.lines.get(file).map_or(0, |lines| lines.values().filter(|line| line.hit).count())
        };
        let mut order: Vec<&String> =
            results.lines.keys().filter(|file| results.sources.contains_key(*file)).collect();
        order.sort_by_key(|file| (!marked.contains_key(file.as_str()), std::cmp::Reverse(hits(file))));
        let (mut lines_left, mut bytes_left) = (MOST_LINES, MOST_BYTES);
        let mut files = BTreeMap::new();
        for (number, file) in order.into_iter().enumerate() {
            let source = &results.sources[file];
            let marks = marked.get(file.as_str());
            let mut lines = match source.len() <= WHOLE_FILE.min(lines_left) {
                true => (1..=source.len() as u32).collect(),
                false => surroundings(&results.lines[file], marks, source.len() as u32),
            };
            let bytes = |lines: &BTreeSet<u32>| {
                lines.iter().map(|line| source[*line as usize - 1].len().min(MOST_WIDTH)).sum()
            };
            let mut size: usize = bytes(&lines);
            while lines.len() > lines_left || size > bytes_left {
                // Too much even so: what is left of the budget, from the top.
                let keep = (lines.len() / 2).min(lines_left);
                lines = lines.into_iter().take(keep).collect();
                size = bytes(&lines);
            }
            if lines.is_empty() {
                continue;
            }
            lines_left -= lines.len();
            bytes_left -= size;
            files.insert(file.clone(), ShownFile { id: format!("f{number}"), lines });
        }
        Self { files }
    }

    pub fn file_id(&self, file: &str) -> Option<&str> {
        self.files.get(file).map(|shown| shown.id.as_str())
    }

    /// `file:line`, as a link where the line is on the page.
    pub fn link(&self, results: &Results, file: &str, line: u32) -> Markup {
        let text = match (file, line) {
            ("", _) => return html! { span.unknown { "no line known" } },
            (file, 0) => results.short_name(file).into_owned(),
            (file, line) => format!("{}:{line}", results.short_name(file)),
        };
        self.anchor(file, line, &text)
    }

    /// Only the number.
    pub fn line_link(&self, _: &Results, file: &str, line: u32) -> Markup {
        self.anchor(file, line, &line.to_string())
    }

    fn anchor(&self, file: &str, line: u32, text: &str) -> Markup {
        match self.files.get(file).filter(|shown| shown.lines.contains(&line)) {
            Some(shown) => html! { a href={ "#" (shown.id) "-" (line) } { (text) } },
            None => html! { (text) },
        }
    }
}

/// Lines that were executed or matter otherwise, with some around them.
fn surroundings(lines: &BTreeMap<u32, Line>, marks: Option<&BTreeSet<u32>>, last: u32) -> BTreeSet<u32> {
    let hit = lines.iter().filter(|(_, line)| line.hit).map(|(number, _)| *number);
    let around = |line: u32| line.saturating_sub(CONTEXT).max(1)..=(line + CONTEXT).min(last);
    hit.chain(marks.into_iter().flatten().copied()).flat_map(around).collect()
}

pub fn section(results: &Results, shown: &Shown) -> Markup {
    let unreadable: Vec<&String> =
        results.lines.keys().filter(|file| !results.sources.contains_key(*file)).collect();
    let left_out: Vec<&String> = results
        .lines
        .keys()
        .filter(|file| results.sources.contains_key(*file) && !shown.files.contains_key(*file))
        .collect();
    let only_one = shown.files.len() == 1;
    html! {
        p.key {
            span.sample.y { "executed" } span.sample.p { "executed, but not every branch was taken" }
            span.sample.n { "not executed" } span.sample.b { "a bug" }
        }
        @for (name, file) in &shown.files {
            details.source id=(file.id) open[only_one] {
                summary { span.name title=(name) { (results.short_name(name)) } " " span.figures { (counts(results, name)) } }
                (lines_of(results, name, file))
            }
        }
        @if shown.files.is_empty() { p.empty { "No source could be read." } }
        @if !left_out.is_empty() {
            p.empty { (plural(left_out.len() as u64, "file is", "files are")) " left out to keep this page small: " (names(results, &left_out)) }
        }
        @if !unreadable.is_empty() {
            p.empty { "Not readable when this page was made: " (names(results, &unreadable)) }
        }
    }
}

fn names(results: &Results, files: &[&String]) -> String {
    let some: Vec<_> = files.iter().take(30).map(|file| results.short_name(file)).collect();
    let more = if files.len() > some.len() { ", ..." } else { "" };
    format!("{}{more}", some.join(", "))
}

fn counts(results: &Results, name: &str) -> String {
    let lines = &results.lines[name];
    let hit = lines.values().filter(|line| line.hit).count();
    format!("{hit} of {} lines", lines.len())
}

/// Written by hand: this is most of the page, and each byte per line counts.
fn lines_of(results: &Results, name: &str, file: &ShownFile) -> Markup {
    let source = &results.sources[name];
    let coverage = &results.lines[name];
    let mut bugs: BTreeMap<u32, Vec<(usize, &str)>> = BTreeMap::new();
    for (number, bug) in (1..).zip(&results.report.bugs) {
        if bug.file == name {
            bugs.entry(bug.line).or_default().push((number, &bug.kind));
        }
    }
    let mut out = String::from("<pre class=code>");
    let mut expected = 1;
    for &number in &file.lines {
        if number != expected {
            let _ = write!(out, "<span class=gap style=\"counter-set:l {}\">  ⋮\n</span>", number - 1);
        }
        expected = number + 1;
        let line = coverage.get(&number);
        let class = match line {
            Some(line) if line.is_partial() => " class=p",
            Some(line) if line.hit => " class=y",
            Some(_) => " class=n",
            None => "",
        };
        let _ = write!(out, "<span id={}-{number}{class}", file.id);
        if let Some(line) = line.filter(|line| line.is_partial()) {
            let _ = write!(out, " title=\"{} of {} branches taken\"", line.taken, line.targets);
        }
        out.push('>');
        escape(&mut out, &source[number as usize - 1]);
        for (bug, kind) in bugs.get(&number).into_iter().flatten() {
            let _ = write!(out, "  <a class=b href=\"#bug-{bug}\">");
            escape(&mut out, kind);
            out.push_str("</a>");
        }
        out.push_str("\n</span>");
    }
    out.push_str("</pre>");
    PreEscaped(out)
}

/// What HTML takes for markup, and what no page may contain.
fn escape(out: &mut String, text: &str) {
    for c in text.chars().take(MOST_WIDTH) {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\t' => out.push('\t'),
            c if c.is_control() => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_of_a_source_stays_text() {
        let mut out = String::new();
        escape(&mut out, "if (a<b && c) \"</pre><script>\"\u{1b}");
        assert_eq!(out, "if (a&lt;b &amp;&amp; c) &quot;&lt;/pre&gt;&lt;script&gt;&quot;\u{fffd}");
    }

    #[test]
    fn surroundings_stay_within_the_file() {
        let hit = Line { hit: true, ..Line::default() };
        let lines = BTreeMap::from([(2, hit), (50, Line::default()), (99, hit)]);
        let shown: Vec<u32> = surroundings(&lines, None, 100).into_iter().collect();
        assert_eq!(shown, [1, 2, 3, 4, 5, 96, 97, 98, 99, 100]);
    }
}
