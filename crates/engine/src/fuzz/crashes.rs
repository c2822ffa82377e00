//! Bugs from the inputs that ended the fuzzer, after the exploration.
//!
//! Most of them the exploration has found as well, if only by following them. The others are run natively like every bug, made smaller as long as
//! the same error shows at the same place, and reported with what the sanitizer says: kind, place and calls. What does not happen again, in a
//! process of its own, is no bug; the report of the fuzzer names it.

use super::{Crash, Fuzzed};
use crate::bug_report::{bug_text, write_bug};
use crate::confirm::{Confirmation, Confirmer};
use crate::error::Error;
use crate::exchange::raw;
use crate::findings::Findings;
use crate::journal::Event;
use crate::ktest::Ktest;
use crate::native::findings::{Call, Finding};
use crate::native::{NativeRun, shows, summary};
use crate::output::Output;
use crate::report::{BugReport, CrashReport, FrameReport, FuzzReport, RunReport, TestOutcome, TestReport};
use crate::testcase::test_name;
use bowline_exec::BugKind;
use std::borrow::Cow;
use std::path::Path;

/// Native runs for making one input smaller, at most.
const MOST_RUNS: usize = 80;

/// Adds what the fuzzer did to the report, and bugs that only it found.
pub fn fill_in(
    report: &mut RunReport,
    findings: &mut Findings,
    output: &Output,
    fuzzed: &Fuzzed,
    confirmer: Option<&mut Confirmer>,
) {
    let mut told = FuzzReport::of(fuzzed);
    if let Some(confirmer) = confirmer {
        for crash in &fuzzed.told.crashes {
            let (entry, added) = judge(report, output, crash, confirmer);
            match added {
                Ok(Some(message)) => findings.messages.push(message),
                Ok(None) => {}
                Err(error) => findings.note(Err(error)),
            }
            told.crashes.push(entry);
        }
    }
    report.fuzz = Some(told);
}

type Added = Result<Option<crate::message::Message>, Error>;

/// What a crash is; a new bug is reported.
fn judge(
    report: &mut RunReport,
    output: &Output,
    crash: &Crash,
    confirmer: &mut Confirmer,
) -> (CrashReport, Added) {
    let mut entry =
        CrashReport { text: crash.finding.summary(), size: crash.input.len(), ..CrashReport::default() };
    let Ok(run) = confirmer.observe(&raw::fuzzer_test(&crash.input)) else { return (entry, Ok(None)) };
    let directory = report.program.directory.clone();
    if let Some(known) = report.bugs.iter().find(|bug| shows(bug, &run, &directory).is_some()) {
        (entry.bug, entry.explored) = (Some(known.folder.clone()), true);
        return (entry, Ok(None));
    }
    let Some((kind, finding)) =
        run.fatal().and_then(|finding| Some((kind_of(finding, &run)?, finding.clone())))
    else {
        return (entry, Ok(None));
    };
    let is_same = |run: &NativeRun| {
        let same = |other: &Finding| other.text == finding.text && place(other) == place(&finding);
        run.fatal().is_some_and(same)
    };
    let smallest = smaller(&crash.input, MOST_RUNS, |bytes| {
        confirmer.observe(&raw::fuzzer_test(bytes)).is_ok_and(|run| is_same(&run))
    });
    entry.size = smallest.len();
    let input = raw::fuzzer_test(&smallest);
    let confirmation = match confirmer.observe(&input) {
        Ok(run) => Confirmation {
            confirmed: true,
            native: summary(&run),
            log: run.output(),
            elsewhere: None,
            refused: run.refused,
        },
        Err(why) => Confirmation::not_run(&why),
    };
    let mut bug = bug_report(report, kind, &finding);
    bug.set_confirmation(&confirmation);
    entry.bug = Some(bug.folder.clone());
    let kept = keep(report, output, bug, &input, &confirmation);
    (entry, kept.map(Some))
}

/// Where it happened, as far as the sanitizer tells.
fn place(finding: &Finding) -> Option<(&Path, u32)> {
    finding.calls.first().map(|call| (call.file.as_path(), call.line))
}

/// Writes a bug with its test, as the exploration does.
fn keep(
    report: &mut RunReport,
    output: &Output,
    mut bug: BugReport,
    input: &Ktest,
    confirmation: &Confirmation,
) -> Result<crate::message::Message, Error> {
    let file = test_name(report.tests.len() as u32 + 1);
    output.write(&file, &input.encode())?;
    let test = TestReport {
        file: file.clone(),
        outcome: TestOutcome::Bug,
        status: None,
        uninitialised: false,
        new_lines: None,
        agrees: Some(confirmation.confirmed),
        native: None,
    };
    output.tell(&Event::Test(Cow::Borrowed(&test)))?;
    report.tests.push(test);
    bug.test = Some(file);
    let message = bug_text(output.root(), &report.program, &bug, input);
    let written = write_bug(output, &bug, input, &message, confirmation);
    report.bugs.push(bug);
    written.map(|()| message)
}

fn bug_report(report: &RunReport, kind: BugKind, finding: &Finding) -> BugReport {
    let directory = &report.program.directory;
    let name_of = |call: &Call| {
        let below = call.file.strip_prefix(directory).unwrap_or(&call.file);
        below.to_string_lossy().into_owned()
    };
    let first = finding.calls.first();
    let file = first.map(name_of).unwrap_or_default();
    let line = first.map_or(0, |call| call.line);
    let short =
        Path::new(&file).file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let column = first.and_then(|call| call.position.rsplit(':').next()?.parse().ok()).unwrap_or(0);
    let frame = |call: &Call| FrameReport {
        function: call.function.clone(),
        file: name_of(call),
        line: call.line,
        arguments: Vec::new(),
    };
    BugReport {
        kind: kind.name().to_string(),
        message: format!("{}; found by the fuzzer", finding.text),
        line,
        column,
        function: first.map(|call| call.function.clone()).unwrap_or_default(),
        stack: finding.calls.iter().map(frame).collect(),
        stack_left_out: 0,
        test: None,
        folder: format!("bugs/{:03}-{}-{short}-{line}", report.bugs.len() + 1, kind.name()),
        file,
        confirmed: false,
        native: String::new(),
        native_elsewhere: None,
        refused: Vec::new(),
        count: 1,
        sizes: None,
        values: Vec::new(),
        notes: Vec::new(),
    }
}

/// What the exploration would call an error; none where it looks for no such thing.
fn kind_of(finding: &Finding, run: &NativeRun) -> Option<BugKind> {
    let says = |marks: &[&str]| finding.says(marks);
    let writes = run.report.contains("WRITE of size") || run.report.contains("caused by a WRITE");
    let beyond = if writes { BugKind::OutOfBoundsWrite } else { BugKind::OutOfBoundsRead };
    Some(match () {
        () if says(&["heap-use-after-free", "stack-use-after-return", "stack-use-after-scope"]) => {
            BugKind::UseAfterFree
        }
        () if says(&["attempting double-free"]) => BugKind::DoubleFree,
        () if says(&["attempting free on address", "bad-free", "attempting to call malloc_usable_size"]) => {
            BugKind::InvalidFree
        }
        () if says(&["stack-overflow"]) => BugKind::StackOverflow,
        () if says(&[
            "-buffer-overflow",
            "-buffer-underflow",
            "unknown-crash",
            "negative-size-param",
            "use-after-poison",
        ]) =>
        {
            beyond
        }
        () if finding.is_jump => BugKind::Unreachable,
        () if says(&["SEGV", "BUS"]) && run.report.contains("points to the zero page") => {
            BugKind::NullDereference
        }
        () if says(&["SEGV", "BUS"]) => beyond,
        () if says(&["division by zero", "AddressSanitizer: FPE"]) => BugKind::DivisionByZero,
        () if says(&["shift exponent"]) => BugKind::ShiftOutOfRange,
        () if says(&["signed integer overflow", "cannot be represented in type"]) => BugKind::SignedOverflow,
        () if says(&["unreachable program point"]) => BugKind::Unreachable,
        () if says(&["Sanitizer: ABRT"]) && run.printed.contains("Assertion `") => BugKind::Assertion,
        () if says(&["Sanitizer: ABRT", "Sanitizer: ILL", "Sanitizer: TRAP"]) => BugKind::Abort,
        () if says(&["allocation-size-too-big", "exceeds maximum supported size"]) => {
            BugKind::LargeAllocation
        }
        () => return None,
    })
}

/// The smallest input that is found by leaving parts out, with so many tries, half of it first, then quarters, and so on.
fn smaller(input: &[u8], mut tries: usize, mut shows: impl FnMut(&[u8]) -> bool) -> Vec<u8> {
    let mut best = input.to_vec();
    let mut part = best.len().div_ceil(2);
    while part > 0 && tries > 0 {
        let mut at = 0;
        while at < best.len() && tries > 0 {
            let end = (at + part).min(best.len());
            let shorter = [&best[..at], &best[end..]].concat();
            tries -= 1;
            match shows(&shorter) {
                true => best = shorter,
                false => at = end,
            }
        }
        part = if part == 1 { 0 } else { part.div_ceil(2) };
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_that_do_not_matter_are_left_out() {
        let has_both = |bytes: &[u8]| bytes.contains(&7) && bytes.contains(&9);
        let mut input = vec![0; 40];
        (input[3], input[31]) = (7, 9);
        assert_eq!(smaller(&input, 200, has_both), [7, 9]);
        assert_eq!(smaller(&input, 0, has_both), input, "no tries");
        assert!(smaller(&[], 9, |_| true).is_empty());
    }

    #[test]
    fn errors_have_the_kinds_of_bugs() {
        let kind = |report: &str| {
            let findings = crate::native::findings::read_findings(
                report,
                &crate::native::findings::Foreign { support: Path::new("/none"), directory: Path::new("/") },
            );
            let run = NativeRun {
                exit: crate::native::NativeExit::Code(crate::native::run::SANITIZER_EXIT),
                printed: String::new(),
                findings,
                report: report.to_string(),
                refused: Vec::new(),
            };
            run.fatal().and_then(|finding| kind_of(finding, &run))
        };
        let told = |what: &str| format!("==7==ERROR: AddressSanitizer: {what}\n");
        let overflow =
            told("heap-buffer-overflow on address 0x1 at pc 0x2") + "WRITE of size 1 at 0x1 thread T0\n";
        assert_eq!(kind(&overflow), Some(BugKind::OutOfBoundsWrite));
        assert_eq!(kind(&overflow.replace("WRITE", "READ")), Some(BugKind::OutOfBoundsRead));
        let null =
            told("SEGV on unknown address 0x0 (pc 0x5)") + "==7==Hint: address points to the zero page.\n";
        assert_eq!(kind(&null), Some(BugKind::NullDereference));
        assert_eq!(kind(&told("ABRT on unknown address 0x0")), Some(BugKind::Abort));
        assert_eq!(kind(&told("stack-overflow on address 0x0")), Some(BugKind::StackOverflow));
        assert_eq!(kind("/a.c:3:4: runtime error: division by zero\n"), Some(BugKind::DivisionByZero));
        assert_eq!(kind(&told("something new")), None);
    }
}
