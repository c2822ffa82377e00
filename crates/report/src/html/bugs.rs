//! Each bug on one screen: what, where, how it got there, with which input, and how to see it again.

use super::source::Shown;
use super::words::plural;
use crate::kinds;
use crate::load::Results;
use bowline_engine::excerpt;
use bowline_engine::inputs;
use bowline_engine::ktest::{Ktest, KtestObject};
use bowline_engine::report::{BugReport, FrameReport, SizesReport, ValueReport};
use maud::{Markup, html};

/// Lines of source around the one in question.
const CONTEXT: u32 = 4;
/// Bugs that are shown in full.
const MOST: usize = 200;
/// Of an input, and of what a native run printed; the output directory has all of it.
const MOST_INPUT: u64 = 2048;
const MOST_LOG: usize = 6000;
const PER_ROW: usize = 16;

pub fn section(results: &Results, shown: &Shown) -> Markup {
    let bugs = &results.report.bugs;
    html! {
        @if bugs.is_empty() { p { "None was found on the paths that were explored." } }
        @if bugs.len() > 1 {
            table {
                thead { tr { th { "Where" } th { "Kind" } th { "Natively" } th.number { "Paths" } } }
                tbody {
                    @for (number, bug) in (1..).zip(bugs) {
                        tr {
                            td { a href={ "#bug-" (number) } { (place(results, bug)) } }
                            td { (bug.kind) }
                            td { (state(bug)) }
                            td.number { (super::words::count(bug.count)) }
                        }
                    }
                }
            }
        }
        @for (index, bug) in bugs.iter().enumerate().take(MOST) { (one(results, shown, index, bug)) }
        @if bugs.len() > MOST { p.empty { (plural((bugs.len() - MOST) as u64, "more bug is", "more bugs are")) " in run.json." } }
    }
}

fn place(results: &Results, bug: &BugReport) -> String {
    match bug.line {
        0 => bug.function.clone(),
        line => format!("{}:{line}", results.short_name(&bug.file)),
    }
}

fn state(bug: &BugReport) -> &'static str {
    if bug.confirmed { "confirmed" } else { "not confirmed" }
}

fn one(results: &Results, shown: &Shown, index: usize, bug: &BugReport) -> Markup {
    let number = index + 1;
    let kind = kinds::find(&bug.kind);
    let class = if bug.confirmed { "badge sure" } else { "badge unsure" };
    html! {
        article.bug id={ "bug-" (number) } aria-labelledby={ "bug-" (number) "-title" } {
            h3 id={ "bug-" (number) "-title" } {
                span.kind { (kind.map_or(bug.kind.as_str(), |kind| kind.title)) }
                " " span class=(class) { (state(bug)) }
            }
            p.message { (bug.message) }
            p.where { (shown.link(results, &bug.file, bug.line)) " in " code { (bug.function) } }
            @if let Some(source) = results.sources.get(&bug.file) { (excerpt_of(source, bug)) }
            @if !bug.values.is_empty() {
                ul.values { @for value in &bug.values { li { code { (value.name) } " is " (value.value) (range_words(value)) } } }
            }
            @for note in &bug.notes { p.note { (note.text) " at " (shown.link(results, &note.file, note.line)) } }
            @if let Some(sizes) = &bug.sizes { p { "Happens for objects of " (size_words(sizes)) "." } }
            div.columns {
                div {
                    h4 { "Calls" }
                    (stack(results, shown, bug))
                }
                div {
                    h4 { "Input" }
                    @match results.inputs.get(index).and_then(Option::as_ref) {
                        Some(input) => (input_of(input)),
                        None => p.empty { "No test file was written for it." },
                    }
                }
            }
            h4 { "Native run" }
            p {
                (bug.native)
                @if let Some(place) = &bug.native_elsewhere { " (seen at another line: " (place) ")" }
                @if bug.count > 1 { " (found on " (plural(bug.count, "path", "paths")) ")" }
            }
            @if let Some(log) = results.logs.get(index).and_then(Option::as_ref).filter(|log| !log.trim().is_empty()) {
                details { summary { "What it printed" } pre.log { (tail(log)) } }
            }
            @if let Some(test) = &bug.test {
                p { "See it again: " code.command { "bowline replay " (results.out.join(test).display()) } }
            }
            @if let Some(kind) = kind {
                details {
                    summary { "What this means" }
                    p { (kind.meaning) " " (kind.advice) }
                    @if let Some(cwe) = kind.cwe { p { "CWE-" (cwe) } }
                }
            }
        }
    }
}

fn excerpt_of(source: &[String], bug: &BugReport) -> Markup {
    html! {
        pre.excerpt {
            @for (number, text) in excerpt::around(source, bug.line, CONTEXT) {
                @let class = if number == bug.line { "at" } else { "near" };
                span class=(class) { span.n { (format!("{number:>5} ")) } (text) "\n" }
                @if number == bug.line && bug.column > 0 {
                    span.caret { "      " (excerpt::indent_to(text, bug.column)) "^\n" }
                }
            }
        }
    }
}

/// ` (5 to 6 on this path)`
fn range_words(value: &ValueReport) -> String {
    value.range.as_ref().map_or_else(String::new, |range| format!(" ({range} on this path)"))
}

/// `(text = `message` + 6, length = 8)`; nothing where no argument is known.
fn arguments(frame: &FrameReport) -> String {
    let known: Vec<String> =
        frame.arguments.iter().map(|one| format!("{} = {}", one.name, one.value)).collect();
    if known.is_empty() { String::new() } else { format!("({})", known.join(", ")) }
}

fn size_words(sizes: &SizesReport) -> String {
    let range = |(low, high): &(u64, u64)| match low == high {
        true => plural(*low, "byte", "bytes"),
        false => format!("{low} to {high} bytes"),
    };
    let ranges: Vec<String> = sizes.ranges.iter().map(range).collect();
    let others = if sizes.exact { "" } else { ", perhaps also of others" };
    format!("{}{others}", ranges.join(", "))
}

fn stack(results: &Results, shown: &Shown, bug: &BugReport) -> Markup {
    let split = if bug.stack_left_out > 0 { bug.stack.len() / 2 } else { bug.stack.len() };
    let (inner, outer) = bug.stack.split_at(split);
    let line = |frame: &FrameReport| {
        html! { li { code { (frame.function) (arguments(frame)) } " " span.place { (shown.link(results, &frame.file, frame.line)) } } }
    };
    html! {
        ol.stack start="0" {
            @for frame in inner { (line(frame)) }
            @if bug.stack_left_out > 0 {
                li.left-out value=(inner.len() + bug.stack_left_out - 1) { (plural(bug.stack_left_out as u64, "more call", "more calls")) }
            }
            @for frame in outer { (line(frame)) }
        }
    }
}

fn input_of(input: &Ktest) -> Markup {
    html! {
        @if input.objects.is_empty() { p.empty { "It needs none." } }
        @for object in &input.objects { (object_of(object)) }
    }
}

fn object_of(object: &KtestObject) -> Markup {
    let length = object.bytes.len();
    let bytes = &object.bytes.first(MOST_INPUT)[..];
    html! {
        div.input {
            p { code { (object.name) } ", " (plural(length, "byte", "bytes")) }
            pre.hex {
                @for (row, chunk) in bytes.chunks(PER_ROW).enumerate() {
                    span.n { (format!("{:04x}  ", row * PER_ROW)) }
                    (format!("{:<47}  ", hex(chunk))) span.text { (visible(chunk)) } "\n"
                }
            }
            @if (bytes.len() as u64) < length { p.empty { "cut after " (bytes.len()) " bytes" } }
            @if !bytes.is_empty() && bytes.len() <= 256 { p { "as a C string " code.command { (inputs::c_string(bytes)) } } }
        }
    }
}

fn hex(bytes: &[u8]) -> String {
    let digits: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    digits.join(" ")
}

fn visible(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| if (b' '..=b'~').contains(byte) { char::from(*byte) } else { '·' }).collect()
}

fn tail(log: &str) -> &str {
    let mut start = log.len().saturating_sub(MOST_LOG);
    while !log.is_char_boundary(start) {
        start += 1;
    }
    &log[start..]
}
