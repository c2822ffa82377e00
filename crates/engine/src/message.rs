//! The text of a bug, like a good compiler's: what, where with an excerpt of the source, the values that matter, how it got
//! there, with which input, and whether it happens natively.
//!
//! A message is text in tones, without anything that a terminal obeys; whoever shows it decides what a tone looks like. Files get it plain.

use crate::excerpt;
use crate::inputs;
use crate::ktest::Ktest;
use crate::report::{BugReport, FrameReport, NoteReport, ValueReport};
use crate::visible::visible;
use std::fs;

/// Lines of source before and after the one in question.
const CONTEXT: u32 = 1;

/// What calls a program is no part of it.
const START: &str = "__bowline_start";

/// What a piece of text is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tone {
    Plain,
    /// A position in the source, a name that stands out.
    Strong,
    /// What is wrong.
    Bad,
    Good,
    /// What points into an excerpt.
    Pointer,
    /// Line numbers, headings.
    Quiet,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Message {
    pub pieces: Vec<(Tone, String)>,
}

impl Message {
    fn add(&mut self, tone: Tone, text: impl Into<String>) {
        self.pieces.push((tone, visible(&text.into()).into_owned()));
    }

    fn line(&mut self, text: impl Into<String>) {
        self.add(Tone::Plain, text.into() + "\n");
    }

    pub fn plain(&self) -> String {
        self.pieces.iter().map(|(_, text)| text.as_str()).collect()
    }
}

/// The lines of a file; none where it cannot be read.
pub struct Source {
    lines: Vec<String>,
}

impl Source {
    pub fn read(file: &str) -> Self {
        let bytes = if file.is_empty() { Vec::new() } else { fs::read(file).unwrap_or_default() };
        let lines = String::from_utf8_lossy(&bytes).lines().map(str::to_string).collect();
        Self { lines }
    }

    pub fn line(&self, number: u32) -> Option<&str> {
        self.lines.get((number as usize).checked_sub(1)?).map(String::as_str)
    }
}

/// `reproduce` is a command; `amounts_to` what it comes to for a program without a harness.
pub fn bug_message(bug: &BugReport, input: &Ktest, reproduce: &str, amounts_to: Option<&str>) -> Message {
    let mut out = Message::default();
    out.add(Tone::Strong, format!("{}: ", position(&bug.file, bug.line, bug.column, &bug.function)));
    out.add(Tone::Bad, bug.kind.as_str());
    out.line(format!(": {}", bug.message));
    add_excerpt(&mut out, &Source::read(&bug.file), bug.line, bug.column);
    if !bug.values.is_empty() {
        let told: Vec<String> = bug.values.iter().map(value_text).collect();
        out.line(format!("  {}", told.join(", ")));
    }
    for note in &bug.notes {
        add_note(&mut out, note);
    }
    add_stack(&mut out, bug);
    out.add(Tone::Quiet, format!("  input, {} in all\n", inputs::bytes(input.size())));
    for line in inputs::brief(input) {
        out.line(format!("    {line}"));
    }
    add_verdict(&mut out, bug);
    out.add(Tone::Quiet, "  reproduce: ");
    out.line(reproduce);
    if let Some(command) = amounts_to {
        out.add(Tone::Quiet, "  which amounts to: ");
        out.line(command);
    }
    out
}

/// As compilers write it.
pub fn position(file: &str, line: u32, column: u32, function: &str) -> String {
    match (line, column) {
        (0, _) => format!("in {function}"),
        (line, 0) => format!("{file}:{line}"),
        (line, column) => format!("{file}:{line}:{column}"),
    }
}

fn add_excerpt(out: &mut Message, source: &Source, line: u32, column: u32) {
    for (number, text) in excerpt::around(&source.lines, line, CONTEXT) {
        out.add(Tone::Quiet, format!("{number:>6} | "));
        out.line(text.trim_end());
        if number == line && column > 0 && column as usize <= text.len() {
            out.add(Tone::Quiet, "       | ");
            let below = excerpt::indent_to(text, column);
            out.add(Tone::Pointer, format!("{below}^{}\n", "~".repeat(excerpt::extent(text, column))));
        }
    }
}

fn value_text(value: &ValueReport) -> String {
    match &value.range {
        Some(range) => format!("`{}` is {} ({range} on this path)", value.name, value.value),
        None => format!("`{}` is {}", value.name, value.value),
    }
}

/// With the line itself, which is all that is needed to know it again.
fn add_note(out: &mut Message, note: &NoteReport) {
    out.line(format!("  {} at {}:{}", note.text, note.file, note.line));
    if let Some(text) = Source::read(&note.file).line(note.line) {
        out.add(Tone::Quiet, format!("{:>6} | ", note.line));
        out.line(text.trim_end());
    }
}

fn add_stack(out: &mut Message, bug: &BugReport) {
    out.add(Tone::Quiet, "  stack\n");
    let (inner, outer) = match bug.stack_left_out {
        0 => (bug.stack.as_slice(), &[][..]),
        _ => bug.stack.split_at(bug.stack.len() / 2),
    };
    let is_start = |frame: &FrameReport| frame.function.starts_with(START);
    for (number, frame) in inner.iter().enumerate().filter(|(_, frame)| !is_start(frame)) {
        out.line(frame_line(number, frame));
    }
    if bug.stack_left_out > 0 {
        out.line(format!("    ... {} more calls", bug.stack_left_out));
    }
    let outer = (inner.len() + bug.stack_left_out..).zip(outer);
    for (number, frame) in outer.filter(|(_, frame)| !is_start(frame)) {
        out.line(frame_line(number, frame));
    }
}

fn frame_line(number: usize, frame: &FrameReport) -> String {
    let arguments: Vec<String> =
        frame.arguments.iter().map(|argument| format!("{} = {}", argument.name, argument.value)).collect();
    let place = match frame.line {
        0 => String::new(),
        line => format!(" at {}:{line}", frame.file),
    };
    format!("    #{number} {}({}){place}", frame.function, arguments.join(", "))
}

fn add_verdict(out: &mut Message, bug: &BugReport) {
    match (bug.confirmed, &bug.native_elsewhere) {
        (true, None) => out.add(Tone::Good, "  confirmed natively: "),
        (true, Some(place)) => {
            out.add(Tone::Good, format!("  confirmed natively, at another line ({place}): "))
        }
        (false, _) => out.add(Tone::Bad, "  not confirmed natively: "),
    }
    out.line(bug.native.as_str());
    for what in &bug.refused {
        out.line(format!("  the sandbox refused {what}"));
    }
    if bug.count > 1 {
        out.line(format!("  found on {} paths; this is the smallest input", bug.count));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_caret_stands_below_its_column() {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let file = directory.path().join("a.c");
        fs::write(&file, "one\ntwo\n\tthree[4] = 1;\nfour\nfive\n").expect("written");
        let shown = |line, column| {
            let mut out = Message::default();
            add_excerpt(&mut out, &Source::read(&file.to_string_lossy()), line, column);
            out.plain()
        };
        let expected = "     2 | two\n     3 | \tthree[4] = 1;\n       | \t^~~~~~~~\n     4 | four\n";
        assert_eq!(shown(3, 2), expected);
        assert_eq!(shown(99, 1), "");
    }

    #[test]
    fn a_missing_source_leaves_the_excerpt_out() {
        let mut out = Message::default();
        add_excerpt(&mut out, &Source::read("missing.c"), 1, 1);
        assert_eq!(out.plain(), "");
        assert_eq!(position("", 0, 0, "f"), "in f");
    }
}
