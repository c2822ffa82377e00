//! The text of a bug: what, where with an excerpt of the source, how it got there, with which input.

use crate::inputs;
use crate::ktest::Ktest;
use crate::report::{BugReport, FrameReport};
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// Lines of source before and after the one in question.
const CONTEXT: u32 = 2;

pub fn bug_message(bug: &BugReport, input: &Ktest, reproduce: &str) -> String {
    let mut out = String::new();
    let mut say = |text: String| {
        out.push_str(&text);
        out.push('\n');
    };
    say(format!("{}: {}", bug.kind, bug.message));
    say(format!("  at {}:{}:{} in {}", bug.file, bug.line, bug.column, bug.function));
    if let Some(excerpt) = excerpt(Path::new(&bug.file), bug.line, bug.column) {
        say(format!("\n{}", excerpt.trim_end()));
    }
    say("\ncalled by".to_string());
    let (inner, outer) = match bug.stack_left_out {
        0 => (bug.stack.as_slice(), &[][..]),
        _ => bug.stack.split_at(bug.stack.len() / 2),
    };
    for (number, frame) in inner.iter().enumerate() {
        say(frame_line(number, frame));
    }
    if bug.stack_left_out > 0 {
        say(format!("  ... {} more calls", bug.stack_left_out));
    }
    for (number, frame) in (inner.len() + bug.stack_left_out..).zip(outer) {
        say(frame_line(number, frame));
    }
    say(format!("\ninput\n{}", inputs::describe(input).trim_end()));
    say(format!("\nnatively: {}", bug.native));
    if bug.test.is_some() {
        say(format!("reproduce with: {reproduce}"));
    }
    out
}

fn frame_line(number: usize, frame: &FrameReport) -> String {
    format!("  #{number} {} at {}:{}", frame.function, frame.file, frame.line)
}

/// The line with its neighbours and a caret below the column; nothing where the source cannot be read.
pub fn excerpt(file: &Path, line: u32, column: u32) -> Option<String> {
    let text = String::from_utf8_lossy(&fs::read(file).ok()?).into_owned();
    let first = line.saturating_sub(CONTEXT).max(1);
    let mut out = String::new();
    let mut shown = false;
    for (number, content) in (1u32..).zip(text.lines()) {
        if number < first || number > line + CONTEXT {
            continue;
        }
        writeln!(out, "{number:>6} | {content}").ok()?;
        if number == line {
            shown = true;
            if column > 0 {
                // Tabs are kept, so that the caret stands below its column however wide they are.
                let before = content.chars().take(column as usize - 1);
                let blank: String = before.map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
                writeln!(out, "       | {blank}^").ok()?;
            }
        }
    }
    shown.then_some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_caret_stands_below_its_column() {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let file = directory.path().join("a.c");
        fs::write(&file, "one\ntwo\n\tthree[4]\nfour\nfive\nsix\n").expect("written");
        let expected = "     1 | one\n     2 | two\n     3 | \tthree[4]\n       | \t     ^\n     4 | four\n     5 | five\n";
        assert_eq!(excerpt(&file, 3, 7).as_deref(), Some(expected));
        assert_eq!(excerpt(&file, 99, 1), None);
        assert_eq!(excerpt(&directory.path().join("missing.c"), 1, 1), None);
    }
}
