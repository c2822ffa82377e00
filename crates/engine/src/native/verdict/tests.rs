use super::super::findings::{Foreign, read_findings};
use super::*;
use crate::report::FrameReport;

fn run(exit: NativeExit, printed: &str, report: &str) -> NativeRun {
    NativeRun {
        exit,
        printed: printed.to_string(),
        findings: read_findings(
            report,
            &Foreign { support: Path::new("/support"), directory: Path::new("/home") },
        ),
        report: report.to_string(),
        refused: Vec::new(),
    }
}

fn bug(kind: &str, file: &str, line: u32) -> BugReport {
    let frame =
        |line| FrameReport { function: "f".to_string(), file: file.to_string(), line, arguments: Vec::new() };
    BugReport {
        kind: kind.to_string(),
        message: String::new(),
        file: file.to_string(),
        line,
        column: 1,
        function: "f".to_string(),
        stack: vec![frame(line), frame(50)],
        stack_left_out: 0,
        test: None,
        folder: String::new(),
        confirmed: false,
        native: String::new(),
        count: 1,
        sizes: None,
        values: Vec::new(),
        notes: Vec::new(),
        native_elsewhere: None,
        refused: Vec::new(),
    }
}

const OVERFLOW: &str = "==1==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x1\n    #0 0x1 in f /a.c:3:5\n    #1 0x2 in main /a.c:9:1\n";

fn shown(bug: &BugReport, run: &NativeRun) -> Option<Shown> {
    shows(bug, run, Path::new("/home"))
}

#[test]
fn a_report_of_another_kind_confirms_nothing() {
    let overflow = run(NativeExit::Code(SANITIZER_EXIT), "", OVERFLOW);
    assert_eq!(shown(&bug("out-of-bounds-read", "/a.c", 3), &overflow), Some(Shown::Here));
    for kind in ["use-after-free", "double-free", "division-by-zero", "assertion", "memory-leak", "abort"] {
        assert_eq!(shown(&bug(kind, "/a.c", 3), &overflow), None, "{kind}");
    }
    let quiet = run(NativeExit::Code(0), "", "");
    for kind in ["out-of-bounds-write", "null-dereference", "assertion", "uninitialised-read", "nonsense"] {
        assert_eq!(shown(&bug(kind, "/a.c", 3), &quiet), None, "{kind}");
    }
}

#[test]
fn printed_words_and_survived_errors_confirm_nothing() {
    let words = run(NativeExit::Code(SANITIZER_EXIT), OVERFLOW, "");
    assert_eq!(shown(&bug("out-of-bounds-read", "/a.c", 3), &words), None);
    let survived = run(NativeExit::Code(0), "", OVERFLOW);
    assert_eq!(shown(&bug("out-of-bounds-read", "/a.c", 3), &survived), None);
}

#[test]
fn the_place_must_fit() {
    let overflow = run(NativeExit::Code(SANITIZER_EXIT), "", OVERFLOW);
    let near = Some(Shown::Near("/a.c:3".to_string()));
    assert_eq!(shown(&bug("out-of-bounds-read", "../x/../a.c", 3), &overflow), Some(Shown::Here));
    assert_eq!(shown(&bug("out-of-bounds-read", "/a.c", 9), &overflow), near, "it called what failed");
    assert_eq!(shown(&bug("out-of-bounds-read", "/a.c", 4), &overflow), None);
    assert_eq!(shown(&bug("out-of-bounds-read", "/b.c", 3), &overflow), None);
    assert_eq!(shown(&bug("out-of-bounds-read", "", 0), &overflow), Some(Shown::Here), "there are no lines");
    let outer = run(
        NativeExit::Code(SANITIZER_EXIT),
        "",
        "==1==ERROR: AddressSanitizer: SEGV on unknown address 0x1\n    #0 0x1 in memcpy (/lib/c.so+0x1)\n    #1 0x1 in g /a.c:50:5\n",
    );
    let near = Some(Shown::Near("/a.c:50".to_string()));
    assert_eq!(shown(&bug("out-of-bounds-read", "/a.c", 7), &outer), near, "what failed called it");
}

#[test]
fn a_jump_to_nowhere_is_placed_by_its_callers() {
    let jump = |caller: &str| {
        let report = format!(
            "==1==ERROR: AddressSanitizer: SEGV on unknown address 0x0 (pc 0x0 bp 0x7)\n==1==Hint: pc points to the zero page.\n    \
             #0 0x0  (<unknown module>)\n    #1 0x1 in g {caller}\n"
        );
        run(NativeExit::Code(SANITIZER_EXIT), "", &report)
    };
    assert_eq!(shown(&bug("null-dereference", "/a.c", 3), &jump("/a.c:50:2")), Some(Shown::Here));
    assert_eq!(shown(&bug("null-dereference", "/a.c", 3), &jump("/a.c:51:2")), None);
    // `qsort` jumped, which line 3 had called.
    let mut library = bug("null-dereference", "/a.c", 3);
    library.stack.splice(0..0, bug("", "libc/qsort.c", 20).stack);
    for (caller, expected) in
        [("/a.c:3:2", Some(Shown::Here)), ("/a.c:50:2", Some(Shown::Here)), ("/a.c:4:2", None)]
    {
        assert_eq!(shown(&library, &jump(caller)), expected, "{caller}");
    }
}

#[test]
fn statuses_are_compared_as_the_system_keeps_them() {
    let is_met = |prediction: Prediction<'_>, run: &NativeRun| prediction.is_met_by(run, Path::new("/home"));
    let exit = run(NativeExit::Code(255), "", "");
    assert!(is_met(Prediction::Exit(Some(u64::from(u32::MAX))), &exit));
    assert!(!is_met(Prediction::Exit(Some(0)), &exit));
    assert!(is_met(Prediction::Exit(None), &exit));
    assert!(!is_met(Prediction::Exit(None), &run(NativeExit::Signal(6), "", "")));
    assert!(!is_met(Prediction::Exit(None), &run(NativeExit::Code(SANITIZER_EXIT), "", "")));
}

#[test]
fn the_summary_is_the_sanitizers_own_line_and_the_same_each_time() {
    assert_eq!(
        summary(&run(NativeExit::Code(SANITIZER_EXIT), "output\n", OVERFLOW)),
        "AddressSanitizer: heap-buffer-overflow in f /a.c:3:5"
    );
    let abort = "==1==ERROR: AddressSanitizer: ABRT on unknown address 0x1\n    #0 0x1 in main /c.c:9:1\n";
    let assertion = "program: c.c:9: int main(void): Assertion `a' failed.";
    assert_eq!(summary(&run(NativeExit::Code(SANITIZER_EXIT), assertion, abort)), assertion);
    assert_eq!(
        summary(&run(NativeExit::Code(SANITIZER_EXIT), "", abort)),
        "AddressSanitizer: ABRT in main /c.c:9:1"
    );
    assert_eq!(summary(&run(NativeExit::Code(3), "x replay: y", "")), "exits with status 3");
    assert_eq!(summary(&run(NativeExit::Code(77), "x\nreplay: y\n", "")), "replay: y");
}

#[test]
fn a_stack_overflows_in_one_of_its_functions() {
    let bug = bug("stack-overflow", "/a.c", 3);
    let crash = |what: &str, function: &str| {
        let report = format!(
            "==1==ERROR: AddressSanitizer: {what} on address 0x1 (pc 0x2)\n    #0 0x1 in {function} /a.c:7:5\n"
        );
        run(NativeExit::Code(SANITIZER_EXIT), "", &report)
    };
    assert_eq!(shown(&bug, &crash("stack-overflow", "other")), Some(Shown::Here));
    assert_eq!(shown(&bug, &crash("SEGV", "f")), Some(Shown::Here));
    assert_eq!(shown(&bug, &crash("SEGV", "other")), None, "a crash somewhere else");
}

#[test]
fn a_goto_to_nowhere_is_a_jump_to_nowhere() {
    let jump = "==1==ERROR: AddressSanitizer: SEGV on unknown address 0x0 (pc 0x0)\n==1==Hint: pc points to the zero page.\n    \
                #0 0x0  (<unknown module>)\n    #1 0x1 in f /a.c:50:1\n";
    let jump = run(NativeExit::Code(SANITIZER_EXIT), "", jump);
    assert_eq!(shown(&bug("unreachable", "/a.c", 3), &jump), Some(Shown::Here));
    let crash = jump.report.replace("==1==Hint: pc points to the zero page.\n", "");
    assert_eq!(
        shown(&bug("unreachable", "/a.c", 3), &run(NativeExit::Code(SANITIZER_EXIT), "", &crash)),
        None
    );
}

#[test]
fn names_of_undefined_behaviour_are_those_of_the_unit() {
    let shift = "part/b.c:6:12: runtime error: shift exponent 33 is too large\n";
    let found = run(NativeExit::Code(SANITIZER_EXIT), "", shift);
    assert_eq!(shown(&bug("shift-out-of-range", "/built/part/b.c", 6), &found), Some(Shown::Here));
    assert_eq!(shown(&bug("shift-out-of-range", "/built/b.c", 6), &found), None);
}
