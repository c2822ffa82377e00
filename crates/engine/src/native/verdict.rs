//! Is what a native run did what was predicted for its input?

use super::Sanitizer;
use super::run::{NativeExit, NativeRun, REPLAY_EXITS, SANITIZER_EXIT};

const SIGABRT: i32 = 6;
const SIGFPE: i32 = 8;
const SIGSEGV: i32 = 11;
const SIGILL: i32 = 4;
const SIGTRAP: i32 = 5;
const SIGBUS: i32 = 7;

/// What a test is expected to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Prediction<'a> {
    /// Ends by itself, with this status where it is known.
    Exit(Option<u64>),
    /// Shows a bug of this kind.
    Bug(&'a str),
    /// Anything: the path was not followed to its end.
    Open,
}

impl Prediction<'_> {
    pub fn is_met_by(&self, run: &NativeRun) -> bool {
        match self {
            Prediction::Open => true,
            Prediction::Bug(kind) => shows(kind, run),
            Prediction::Exit(status) => match run.exit {
                // A process has only eight bits of status.
                NativeExit::Code(code) => match status {
                    Some(status) => (status & 0xff) as i32 == code,
                    None => code != SANITIZER_EXIT && !REPLAY_EXITS.contains(&code),
                },
                _ => false,
            },
        }
    }
}

/// Which build shows bugs of a kind.
pub fn sanitizer_for(kind: &str) -> Sanitizer {
    if kind == "uninitialised-read" { Sanitizer::Memory } else { Sanitizer::Address }
}

/// Did the run show a bug of this kind?
pub fn shows(kind: &str, run: &NativeRun) -> bool {
    let says = |marks: &[&str]| marks.iter().any(|mark| run.output.contains(mark));
    let died = |signals: &[i32]| matches!(run.exit, NativeExit::Signal(signal) if signals.contains(&signal));
    let segv = || says(&["AddressSanitizer: SEGV", "AddressSanitizer: BUS"]) || died(&[SIGSEGV, SIGBUS]);
    match kind {
        // A wrong address may hit anything, also an object that is no more.
        "out-of-bounds-read" | "out-of-bounds-write" => {
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
            ]) || segv()
        }
        "null-dereference" => says(&["null pointer"]) || segv(),
        "use-after-free" => says(&["heap-use-after-free", "stack-use-after-return", "stack-use-after-scope"]),
        "double-free" | "invalid-free" => says(&[
            "attempting double-free",
            "attempting free on address",
            "bad-free",
            "attempting to call malloc_usable_size",
            "heap-use-after-free",
        ]),
        "read-only-write" => segv(),
        "division-by-zero" => {
            says(&["division by zero", "AddressSanitizer: FPE", "cannot be represented in type"])
                || died(&[SIGFPE])
        }
        "shift-out-of-range" => says(&["shift exponent"]),
        "assertion" => died(&[SIGABRT]),
        // Also `__builtin_trap`.
        "abort" => {
            died(&[SIGABRT, SIGILL, SIGTRAP]) || says(&["AddressSanitizer: ILL", "AddressSanitizer: TRAP"])
        }
        "unreachable" => {
            says(&["unreachable program point", "AddressSanitizer: ILL", "AddressSanitizer: TRAP"])
                || died(&[SIGILL, SIGTRAP])
        }
        "stack-overflow" => says(&["AddressSanitizer: stack-overflow"]) || segv(),
        "signed-overflow" => says(&["signed integer overflow", "cannot be represented in type"]),
        "uninitialised-read" => says(&["use-of-uninitialized-value"]),
        "hang" => run.exit == NativeExit::TimedOut,
        "large-allocation" => says(&["allocation-size-too-big", "exceeds maximum supported size"]),
        "memory-leak" => says(&["detected memory leaks"]),
        _ => false,
    }
}

/// One line about what the run did: the sanitizer's own words where it spoke, without addresses, which differ each time.
pub fn summary(run: &NativeRun) -> String {
    if let Some(report) = sanitizer_report(&run.output) {
        return report;
    }
    const MARKS: [&str; 3] = ["runtime error:", "Assertion `", "replay: "];
    for mark in MARKS {
        if let Some(line) = run.output.lines().find(|line| line.contains(mark)) {
            return line.trim().to_string();
        }
    }
    match run.exit {
        NativeExit::Code(code) => format!("exits with status {code}"),
        NativeExit::Signal(signal) => format!("is ended by signal {signal}{}", signal_name(signal)),
        NativeExit::TimedOut => "still runs after 10 seconds".to_string(),
    }
}

/// Where in the program's own source the run failed: file and line, where its output says so.
pub fn place(run: &NativeRun) -> Option<(String, u32)> {
    let mut lines = run.output.lines();
    let is_report = |line: &str| line.contains("ERROR: ") || line.contains("WARNING: ");
    let frame = lines.find(|line| is_report(line)).and_then(|_| lines.find_map(source_frame));
    let position = match frame {
        Some(frame) => frame.split_once(' ')?.1,
        None => {
            let marks = [": runtime error:", ": Assertion `"];
            run.output.lines().find_map(|line| marks.iter().find_map(|mark| line.split_once(mark)))?.0
        }
    };
    // `assert` also says the program's name and the function.
    position.split(' ').find_map(|word| {
        let (file, numbers) = word.split_once(':')?;
        let line = numbers.split(':').next()?.parse().ok()?;
        Some((file.to_string(), line))
    })
}

/// `AddressSanitizer: heap-buffer-overflow in parse a.c:12:3`
fn sanitizer_report(output: &str) -> Option<String> {
    const TOOLS: [&str; 3] = ["AddressSanitizer: ", "LeakSanitizer: ", "MemorySanitizer: "];
    const ADDRESSES: [&str; 5] = [" on address 0x", " on unknown address", " on 0x", ": 0x", " (pc 0x"];
    let mut lines = output.lines();
    let error = lines.by_ref().find_map(|line| {
        let is_report = line.contains("ERROR: ") || line.contains("WARNING: ");
        let start = TOOLS.iter().find_map(|tool| line.find(tool)).filter(|_| is_report)?;
        Some(&line[start..])
    })?;
    let end = ADDRESSES.iter().filter_map(|mark| error.find(mark)).min().unwrap_or(error.len());
    let place = lines.find_map(source_frame).map_or_else(String::new, |frame| format!(" in {frame}"));
    Some(format!("{}{place}", error[..end].trim_end_matches([':', ' '])))
}

/// Function and position of a line such as `    #1 0x5581 in parse a.c:12:3`, unless it is in the sanitizer itself.
fn source_frame(line: &str) -> Option<&str> {
    let (_, frame) = line.trim_start().strip_prefix('#')?.split_once(" in ")?;
    let (_, position) = frame.split_once(' ')?;
    let is_source = position.contains(':') && !position.starts_with('(');
    let is_ours = ["compiler-rt", "/support/replay/"].iter().any(|part| position.contains(part));
    (is_source && !is_ours).then_some(frame)
}

fn signal_name(signal: i32) -> &'static str {
    match signal {
        SIGABRT => " (abort)",
        SIGFPE => " (arithmetic)",
        SIGSEGV => " (segmentation fault)",
        SIGILL => " (illegal instruction)",
        SIGTRAP => " (trap)",
        SIGBUS => " (bus error)",
        9 => " (killed)",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(exit: NativeExit, output: &str) -> NativeRun {
        NativeRun { exit, output: output.to_string(), sanitizer: Sanitizer::Address }
    }

    #[test]
    fn a_report_of_another_kind_confirms_nothing() {
        let overflow =
            run(NativeExit::Code(86), "==1==ERROR: AddressSanitizer: heap-buffer-overflow on address");
        assert!(shows("out-of-bounds-read", &overflow));
        for kind in ["use-after-free", "double-free", "division-by-zero", "assertion", "memory-leak", "abort"]
        {
            assert!(!shows(kind, &overflow), "{kind}");
        }
        let quiet = run(NativeExit::Code(0), "");
        for kind in ["out-of-bounds-write", "null-dereference", "assertion", "uninitialised-read", "nonsense"]
        {
            assert!(!shows(kind, &quiet), "{kind}");
        }
    }

    #[test]
    fn statuses_are_compared_as_the_system_keeps_them() {
        let exit = run(NativeExit::Code(255), "");
        assert!(Prediction::Exit(Some(u64::from(u32::MAX))).is_met_by(&exit));
        assert!(!Prediction::Exit(Some(0)).is_met_by(&exit));
        assert!(Prediction::Exit(None).is_met_by(&exit));
        assert!(!Prediction::Exit(None).is_met_by(&run(NativeExit::Signal(SIGABRT), "")));
        assert!(!Prediction::Exit(None).is_met_by(&run(NativeExit::Code(SANITIZER_EXIT), "")));
    }

    #[test]
    fn the_summary_is_the_sanitizers_own_line_and_the_same_each_time() {
        let text = "output\n==77==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x602 at pc 0x4f bp 0x7f\n\
                    READ of size 1 at 0x602 thread T0\n    #0 0x4f in strlen (/tmp/x/program+0x4f)\n    \
                    #1 0x5f in f a.c:3:5\n    #2 0x6f in main a.c:9:1\n";
        let crash = run(NativeExit::Code(86), text);
        assert_eq!(summary(&crash), "AddressSanitizer: heap-buffer-overflow in f a.c:3:5");
        assert_eq!(place(&crash), Some(("a.c".to_string(), 3)));
        let divide = run(NativeExit::Code(86), "x\nd/b.c:6:12: runtime error: division by zero\n");
        assert_eq!(place(&divide), Some(("d/b.c".to_string(), 6)));
        let assertion = run(NativeExit::Signal(6), "program: c.c:9: int main(void): Assertion `a' failed.\n");
        assert_eq!(place(&assertion), Some(("c.c".to_string(), 9)));
        assert_eq!(place(&run(NativeExit::Signal(11), "")), None);
        let leak = run(NativeExit::Code(86), "==1==ERROR: LeakSanitizer: detected memory leaks\n");
        assert_eq!(summary(&leak), "LeakSanitizer: detected memory leaks");
        assert_eq!(summary(&run(NativeExit::Code(3), "x")), "exits with status 3");
    }
}
