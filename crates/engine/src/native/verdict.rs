//! Is what a native run did what was predicted for its input?
//!
//! Only what the sanitizers wrote down and how the program ended counts, never what it printed. A bug is shown if they saw an error of
//! its kind *at its place*: a program that crashes somewhere else shows another bug.

use super::Sanitizer;
use super::findings::{Call, Finding};
use super::lines::absolute;
use super::run::{NativeExit, NativeRun, REPLAY_EXITS, SANITIZER_EXIT};
use crate::report::{BugReport, FrameReport};
use bowline_exec::BugKind;
use std::fs;
use std::path::Path;

const SIGSEGV: i32 = 11;

/// What a test is expected to do.
#[derive(Clone, Copy, Debug)]
pub enum Prediction<'a> {
    /// Ends by itself, with this status where it is known.
    Exit(Option<u64>),
    /// Shows this bug.
    Bug(&'a BugReport),
    /// Anything: the path was not followed to its end.
    Open,
}

/// Where an error was seen of which a bug was predicted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shown {
    /// At the bug's line, or without any place to compare.
    Here,
    /// The bug's line called what failed, or was called from there: `file:line`.
    Near(String),
}

impl Prediction<'_> {
    /// `directory` is what names of files are relative to.
    pub fn is_met_by(&self, run: &NativeRun, directory: &Path) -> bool {
        match self {
            Prediction::Open => true,
            Prediction::Bug(bug) => shows(bug, run, directory).is_some(),
            Prediction::Exit(status) => match run.exit {
                // A process has only eight bits of status.
                NativeExit::Code(code) => match status {
                    Some(status) => (status & 0xff) as i32 == code && run.fatal().is_none(),
                    None => code != SANITIZER_EXIT && !REPLAY_EXITS.contains(&code),
                },
                _ => false,
            },
        }
    }
}

/// Which build shows a bug.
pub fn sanitizer_for(bug: &BugReport) -> Sanitizer {
    match bug.known_kind() {
        Some(BugKind::UninitialisedRead) => Sanitizer::Memory,
        _ => Sanitizer::Address,
    }
}

/// Did the run show this bug? None if not.
pub fn shows(bug: &BugReport, run: &NativeRun, directory: &Path) -> Option<Shown> {
    let kind = bug.known_kind()?;
    let counts = |finding: &&Finding| !finding.is_fatal || run.fatal() == Some(*finding);
    let of_kind = run.findings.iter().filter(counts).filter(|finding| is_kind(kind, finding));
    let mut near = None;
    for shown in of_kind.filter_map(|finding| fits(bug, kind, finding, directory)) {
        match shown {
            Shown::Here => return Some(shown),
            shown => near = Some(shown),
        }
    }
    // Nobody can say where when there is no stack left to say it on.
    let overflowed = kind == BugKind::StackOverflow && run.exit == NativeExit::Signal(SIGSEGV);
    // Nor where a program that does not end is.
    let hangs = kind == BugKind::Hang && run.exit == NativeExit::TimedOut;
    near.or((overflowed || hangs).then_some(Shown::Here))
}

/// Does a run that does not show a bug end with an error of its kind all the same?
pub fn fails_elsewhere(bug: &BugReport, run: &NativeRun) -> bool {
    let shows_kind = |kind| run.fatal().is_some_and(|finding| is_kind(kind, finding));
    bug.known_kind().is_some_and(shows_kind)
}

/// Does an error have the kind of a bug?
fn is_kind(kind: BugKind, finding: &Finding) -> bool {
    let says = |marks: &[&str]| finding.says(marks);
    let segv = || says(&["AddressSanitizer: SEGV", "AddressSanitizer: BUS"]);
    let trap = || says(&["Sanitizer: ILL", "Sanitizer: TRAP"]);
    match kind {
        // A wrong address may hit anything, also an object that is no more.
        BugKind::OutOfBoundsRead | BugKind::OutOfBoundsWrite => {
            says(&[
                "-buffer-overflow",
                "-buffer-underflow",
                "out of bounds for type",
                "heap-use-after-free",
                "stack-use-after-return",
                "stack-use-after-scope",
                "use-after-poison",
                "unknown-crash",
                "negative-size-param",
                "memcpy-param-overlap",
            ]) || segv()
        }
        // A copy or a fill that goes wrong in several ways is reported for the first that the sanitizer looks at.
        BugKind::NullDereference => {
            segv() || says(&["unknown-crash", "negative-size-param", "memcpy-param-overlap"])
        }
        BugKind::UseAfterFree => {
            says(&["heap-use-after-free", "stack-use-after-return", "stack-use-after-scope"])
        }
        // Of a wild address the allocator cannot even read what it keeps before a block.
        BugKind::InvalidFree if segv() => true,
        BugKind::DoubleFree | BugKind::InvalidFree => says(&[
            "attempting double-free",
            "attempting free on address",
            "bad-free",
            "attempting to call malloc_usable_size",
            "heap-use-after-free",
        ]),
        BugKind::ReadOnlyWrite => segv(),
        BugKind::DivisionByZero => {
            says(&["division by zero", "AddressSanitizer: FPE", "cannot be represented in type"])
        }
        BugKind::ShiftOutOfRange => says(&["shift exponent"]),
        BugKind::Assertion => says(&["Sanitizer: ABRT"]),
        // Also `__builtin_trap`.
        BugKind::Abort => says(&["Sanitizer: ABRT"]) || trap(),
        // Also a computed goto to where no label is.
        BugKind::Unreachable => says(&["unreachable program point"]) || trap() || finding.is_jump,
        BugKind::StackOverflow => says(&["AddressSanitizer: stack-overflow"]) || segv(),
        // The processor itself refuses the division of the smallest number by -1.
        BugKind::SignedOverflow => {
            says(&["signed integer overflow", "cannot be represented in type", "AddressSanitizer: FPE"])
        }
        BugKind::UninitialisedRead => says(&["use-of-uninitialized-value"]),
        BugKind::LargeAllocation => says(&["allocation-size-too-big", "exceeds maximum supported size"]),
        BugKind::MemoryLeak => finding.is_leak(),
        // No sanitizer says so: the run is still there when its time is up.
        BugKind::Hang => false,
    }
}

/// Is an error at the place of a bug? Code without lines has no places.
fn fits(bug: &BugReport, kind: BugKind, finding: &Finding, directory: &Path) -> Option<Shown> {
    let is_at = |call: &Call, file: &str, line: u32| {
        line == call.line && is_same_file(directory, Path::new(file), &call.file)
    };
    if bug.line == 0 {
        return Some(Shown::Here);
    }
    if kind == BugKind::StackOverflow {
        // In any of its functions. Where the sanitizer does not know it for one, a crash in another function is another bug.
        let is_known = finding.says(&["AddressSanitizer: stack-overflow"]);
        let is_within = |call: &Call| bug.stack.iter().any(|frame| frame.function == call.function);
        return (is_known || finding.calls.first().is_none_or(is_within)).then_some(Shown::Here);
    }
    if finding.is_jump {
        let is_caller = |call: &Call| callers(bug).any(|frame| is_at(call, &frame.file, frame.line));
        return finding.calls.first().is_none_or(is_caller).then_some(Shown::Here);
    }
    let innermost = finding.calls.first()?;
    if is_at(innermost, &bug.file, bug.line) {
        return Some(Shown::Here);
    }
    if finding.has_history() {
        return finding.calls.iter().any(|call| is_at(call, &bug.file, bug.line)).then_some(Shown::Here);
    }
    let called = finding.calls.iter().any(|call| is_at(call, &bug.file, bug.line));
    let calls = bug.stack.iter().any(|frame| is_at(innermost, &frame.file, frame.line));
    (called || calls).then(|| Shown::Near(format!("{}:{}", innermost.file.display(), innermost.line)))
}

/// The frames of the program of which one comes first where a bug is a jump to nowhere. Whoever jumped is missing: that is the bug's own
/// frame, unless it called a function of the C library that jumped; and that may have left no trace of its caller either.
fn callers(bug: &BugReport) -> impl Iterator<Item = &FrameReport> {
    let within =
        bug.stack.iter().take_while(|frame| (&frame.file, frame.line) != (&bug.file, bug.line)).count();
    let callers = bug.stack.iter().skip(within.max(1)).take(if within == 0 { 1 } else { 2 });
    callers.filter(|frame| frame.line > 0)
}

/// The same file, however it is spelled. A name that leads nowhere is relative to where a unit was compiled.
fn is_same_file(directory: &Path, ours: &Path, theirs: &Path) -> bool {
    if theirs.is_relative() && !directory.join(theirs).exists() {
        return ours.ends_with(theirs);
    }
    let (ours, theirs) = (absolute(directory, ours), absolute(directory, theirs));
    ours == theirs
        || matches!((fs::canonicalize(ours), fs::canonicalize(theirs)), (Ok(ours), Ok(theirs)) if ours == theirs)
}

/// One line about what the run did: the sanitizer's own words where it spoke.
pub fn summary(run: &NativeRun) -> String {
    if let Some(finding) = run.fatal() {
        // What the program says of its own assertion is more than that it was aborted.
        let assertion = finding.says(&["Sanitizer: ABRT"]).then(|| line_with(run, "Assertion `")).flatten();
        return assertion.unwrap_or_else(|| finding.summary());
    }
    match run.exit {
        NativeExit::Code(code) if REPLAY_EXITS.contains(&code) => {
            line_with(run, "replay: ").unwrap_or_else(|| format!("exits with status {code}"))
        }
        NativeExit::Code(code) => match run.findings.first() {
            Some(finding) => finding.summary(),
            None => format!("exits with status {code}"),
        },
        NativeExit::Signal(signal) => format!("is ended by signal {signal}{}", signal_name(signal)),
        NativeExit::TimedOut => "still runs after 10 seconds".to_string(),
    }
}

fn line_with(run: &NativeRun, mark: &str) -> Option<String> {
    run.printed.lines().rev().find(|line| line.contains(mark)).map(|line| line.trim().to_string())
}

fn signal_name(signal: i32) -> &'static str {
    match signal {
        4 => " (illegal instruction)",
        5 => " (trap)",
        6 => " (abort)",
        7 => " (bus error)",
        8 => " (arithmetic)",
        9 => " (killed)",
        SIGSEGV => " (segmentation fault)",
        _ => "",
    }
}

#[cfg(test)]
#[path = "verdict/tests.rs"]
mod tests;
