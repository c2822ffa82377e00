//! A bug that was found, as it is reported: its entry in `run.json` and its folder.

use crate::bugs::FoundBug;
use crate::command_line::amounts_to;
use crate::confirm::Confirmation;
use crate::error::Error;
use crate::excerpt;
use crate::findings::file_of;
use crate::inputs;
use crate::journal::Event;
use crate::ktest::Ktest;
use crate::message::{Message, Source, bug_message};
use crate::object_sizes;
use crate::output::Output;
use crate::report::{BugReport, FrameReport, NoteReport, ProgramReport, ValueReport};
use crate::testcase::test_name;
use bowline_exec::{BugKind, NamedValue, Range, StackEntry, told_depths};
use bowline_ir::{Module, SourceLoc};
use std::borrow::Cow;
use std::fs;
use std::path::Path;

/// Before it was run natively.
pub fn bug_report(module: &Module, number: usize, found: &FoundBug) -> BugReport {
    let kind = found.bug.kind.name();
    let file = file_of(module, found.place.loc);
    let line = found.place.loc.line;
    let name =
        Path::new(&file).file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let stack = &found.bug.stack;
    let told = told_depths(stack.len()).map(|depth| &stack[depth]).zip(&found.explanation.arguments);
    let frame = |(entry, arguments): (&StackEntry, &Vec<NamedValue>)| FrameReport {
        function: module.functions[entry.function].name.clone(),
        file: file_of(module, entry.loc),
        line: entry.loc.line,
        arguments: arguments.iter().map(|value| value_report(value, "")).collect(),
    };
    let sizes = found.sizes.report();
    let mut message = match &sizes {
        Some(sizes) => format!("{}; {}", found.bug.message, object_sizes::phrase(sizes)),
        None => found.bug.message.clone(),
    };
    if found.input.uninitialised && found.bug.kind != BugKind::UninitialisedRead {
        message.push_str("; whether that happens depends on bytes that were never written");
    }
    let source = Source::read(&file);
    let text = source.line(line).unwrap_or_default();
    let values = found.explanation.values.iter();
    BugReport {
        kind: kind.to_string(),
        message,
        line,
        column: found.place.loc.column,
        function: module.functions[found.place.function].name.clone(),
        stack: told.map(frame).collect(),
        stack_left_out: stack.len() - told_depths(stack.len()).count(),
        test: found.test.map(test_name),
        folder: format!("bugs/{number:03}-{kind}-{name}-{line}"),
        file,
        confirmed: false,
        native: String::new(),
        native_elsewhere: None,
        refused: Vec::new(),
        count: found.count,
        sizes,
        values: values.map(|value| value_report(value, text)).collect(),
        notes: notes(module, found),
    }
}

impl BugReport {
    pub fn set_confirmation(&mut self, confirmation: &Confirmation) {
        self.confirmed = confirmation.confirmed;
        self.native = confirmation.native.clone();
        self.native_elsewhere = confirmation.elsewhere.clone();
        self.refused = confirmation.refused.clone();
    }
}

/// A value by the name that its line calls it.
fn value_report(value: &NamedValue, text: &str) -> ValueReport {
    let known = value.names.iter().find(|name| excerpt::has_word(text, name));
    let range = |range: &Range| match range.is_dense {
        true => format!("{} to {}", range.low, range.high),
        false => format!("between {} and {}", range.low, range.high),
    };
    ValueReport {
        name: known.or(value.names.first()).cloned().unwrap_or_default(),
        value: value.value.clone(),
        range: value.range.as_ref().map(range),
    }
}

fn notes(module: &Module, found: &FoundBug) -> Vec<NoteReport> {
    let story = &found.explanation.object;
    let note = |text: String, loc: SourceLoc| NoteReport { text, file: file_of(module, loc), line: loc.line };
    let entry = |verb: &str, entry: &StackEntry| {
        note(format!("{verb} in {}", module.functions[entry.function].name), entry.loc)
    };
    let declared = story.declared.as_ref().map(|(name, loc)| note(format!("`{name}` is declared"), *loc));
    let made = story.made_at.as_ref().map(|made| entry("the object was allocated", made));
    let freed = story.freed_at.as_ref().map(|freed| entry("the object was freed", freed));
    [declared, made, freed].into_iter().flatten().filter(|note| note.line > 0).collect()
}

/// What there is to say about a bug, in its folder and on a terminal.
pub fn bug_text(root: &Path, program: &ProgramReport, bug: &BugReport, input: &Ktest) -> Message {
    let test = match &bug.test {
        Some(test) => root.join(test),
        None => root.join(&bug.folder).join("input.ktest"),
    };
    let reproduce = format!("bowline replay {}", test.display());
    bug_message(bug, input, &reproduce, amounts_to(program, input).as_deref())
}

/// The bug's folder, then its line in the journal.
pub fn write_bug(
    output: &Output,
    bug: &BugReport,
    input: &Ktest,
    message: &Message,
    confirmation: &Confirmation,
) -> Result<(), Error> {
    let folder = output.root().join(&bug.folder);
    fs::create_dir_all(&folder).map_err(Error::file(&folder, "create"))?;
    let file = |name: &str| format!("{}/{name}", bug.folder);
    output.write(&file("input.ktest"), &input.encode())?;
    output.write(&file("message.txt"), message.plain().as_bytes())?;
    output.write(&file("input.txt"), inputs::describe(input).as_bytes())?;
    if !confirmation.log.is_empty() {
        output.write(&file("native.log"), confirmation.log.as_bytes())?;
    }
    output.tell(&Event::Bug(Box::new(Cow::Borrowed(bug))))
}
