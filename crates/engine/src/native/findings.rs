//! What sanitizers wrote into their own log: each error with its kind and its calls.
//!
//! They write to a file that the program does not know of, so what it prints is never taken for their words.

use std::path::{Path, PathBuf};

/// One error that a sanitizer saw.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Finding {
    /// Its first line without addresses, which differ each time: `AddressSanitizer: heap-buffer-overflow`, or all of a
    /// line about undefined behaviour.
    pub text: String,
    /// It ended the program; of undefined behaviour only some does.
    pub is_fatal: bool,
    /// The program jumped to where no code is. Who jumped is not among the calls: only its callers are.
    pub is_jump: bool,
    /// The calls at that moment, innermost first, as far as they have lines in the program's own sources. Of leaks the calls of
    /// all allocations; of a value that was never written also those through which it came to where it matters.
    pub calls: Vec<Call>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    pub function: String,
    pub file: PathBuf,
    pub line: u32,
    /// `file:line:column` as it was written.
    pub position: String,
}

/// Undefined behaviour that is reported and goes on; see `build::sanitizer_flags`.
const GOES_ON: [&str; 2] = ["null pointer", "out of bounds for type"];

const ADDRESSES: [&str; 5] = [" on address 0x", " on unknown address", " on 0x", ": 0x", " (pc 0x"];

/// What is not the program's.
pub struct Foreign<'a> {
    /// The directory of our own sources.
    pub support: &'a Path,
    /// Where names of the program's are relative to; those of a C library with debug information are relative to nothing.
    pub directory: &'a Path,
}

impl Foreign<'_> {
    fn has(&self, file: &Path) -> bool {
        self.is_ours(file) || file.is_relative() && !self.directory.join(file).exists()
    }

    /// What is watched is the program or ours; its names are relative to where each unit was compiled.
    fn is_ours(&self, file: &Path) -> bool {
        file.starts_with(self.support) || file.components().any(|part| part.as_os_str() == "compiler-rt")
    }
}

pub fn read_findings(report: &str, foreign: &Foreign<'_>) -> Vec<Finding> {
    let mut findings: Vec<Finding> = Vec::new();
    // The calls of the error itself come first, then those of allocations and the like.
    let mut stacks = 0;
    let mut in_stack = false;
    for line in report.lines() {
        if let Some(text) = headline(line) {
            findings.push(Finding { text, is_fatal: true, is_jump: is_jump(line), ..Finding::default() });
            (stacks, in_stack) = (0, false);
        } else if let Some((position, what)) = line.split_once(": runtime error: ") {
            let is_fatal = !GOES_ON.iter().any(|mark| what.contains(mark));
            let calls = source_position(position).map(|(file, number)| Call {
                function: String::new(),
                file,
                line: number,
                position: position.to_string(),
            });
            let calls = calls.filter(|call| !foreign.is_ours(&call.file)).into_iter().collect();
            findings.push(Finding { text: line.trim().to_string(), is_fatal, is_jump: false, calls });
            (stacks, in_stack) = (1, false);
        } else if let Some(frame) = line.trim_start().strip_prefix('#') {
            stacks += usize::from(!in_stack);
            in_stack = true;
            let Some(finding) = findings.last_mut() else { continue };
            if stacks == 1 || finding.has_history() {
                finding.calls.extend(call(frame).filter(|call| !foreign.has(&call.file)));
            }
        } else {
            in_stack = false;
            if let Some(finding) = findings.last_mut() {
                finding.is_jump |= line.contains("Hint: pc points to ");
            }
        }
    }
    findings
}

impl Finding {
    pub fn says(&self, marks: &[&str]) -> bool {
        marks.iter().any(|mark| self.text.contains(mark))
    }

    pub fn is_leak(&self) -> bool {
        self.text.contains("detected memory leaks")
    }

    /// All calls that it tells are about the same thing.
    pub fn has_history(&self) -> bool {
        self.is_leak() || self.text.contains("use-of-uninitialized-value")
    }

    /// In one line, with the innermost call.
    pub fn summary(&self) -> String {
        match self.calls.first() {
            Some(call) if !call.function.is_empty() => {
                format!("{} in {} {}", self.text, call.function, call.position)
            }
            _ => self.text.clone(),
        }
    }
}

/// `==12==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x...`
fn headline(line: &str) -> Option<String> {
    let (start, rest) = line.split_once("==")?;
    let (process, rest) = rest.split_once("==")?;
    if !start.is_empty() || process.parse::<u32>().is_err() {
        return None;
    }
    let error = rest.strip_prefix("ERROR: ").or_else(|| rest.strip_prefix("WARNING: "))?;
    let tools =
        ["AddressSanitizer: ", "LeakSanitizer: ", "MemorySanitizer: ", "UndefinedBehaviorSanitizer: "];
    if !tools.iter().any(|tool| error.starts_with(tool)) {
        return None;
    }
    let end = ADDRESSES.iter().filter_map(|mark| error.find(mark)).min().unwrap_or(error.len());
    Some(error[..end].trim_end_matches([':', ' ']).to_string())
}

/// `SEGV on unknown address 0xfff0 (pc 0xfff0 bp ...`: what could not be read is the code itself.
fn is_jump(line: &str) -> bool {
    let after = |mark: &str| line.split_once(mark).and_then(|(_, rest)| rest.split_whitespace().next());
    // Of a division or an instruction that trapped the address is that of the code, too.
    let address = after("SEGV on unknown address ");
    address.is_some() && address == after("(pc ")
}

/// `1 0x5581 in parse a.c:12:3`
fn call(frame: &str) -> Option<Call> {
    let (_, rest) = frame.split_once(" in ")?;
    let (function, position) = rest.split_once(' ')?;
    let (file, line) = source_position(position)?;
    Some(Call { function: function.to_string(), file, line, position: position.to_string() })
}

/// `a.c:12:3` or `a.c:12`; nothing for places in libraries, which have no lines.
fn source_position(position: &str) -> Option<(PathBuf, u32)> {
    let (rest, last) = position.rsplit_once(':')?;
    let last: u32 = last.parse().ok()?;
    let (file, line) = match rest.rsplit_once(':').map(|(file, line)| (file, line.parse())) {
        Some((file, Ok(line))) => (file, line),
        _ => (rest, last),
    };
    (!file.is_empty() && !file.starts_with('(')).then(|| (PathBuf::from(file), line))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(report: &str) -> Vec<Finding> {
        read_findings(report, &Foreign { support: Path::new("/tmp/x/support"), directory: Path::new("/") })
    }

    #[test]
    fn the_calls_are_those_of_the_error() {
        let report = "==77==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x602 at pc 0x4f bp 0x7f\n\
                      READ of size 1 at 0x602 thread T0\n    #0 0x4f in strlen string/strlen.c:7:1\n    \
                      #1 0x5e in fill /tmp/x/support/replay/objects.h:9:1\n    #2 0x5f in f /a.c:3:5\n    #3 0x6f in main /a b.c:9\n\n\
                      0x602 is located 0 bytes after\nallocated by thread T0 here:\n    #0 0x4f in g a.c:40:2\n";
        let [found] = &read(report)[..] else { panic!("one finding") };
        assert_eq!(found.summary(), "AddressSanitizer: heap-buffer-overflow in f /a.c:3:5");
        let places: Vec<_> = found.calls.iter().map(|call| (call.file.to_str(), call.line)).collect();
        assert_eq!(places, [(Some("/a.c"), 3), (Some("/a b.c"), 9)]);
        assert!(found.is_fatal);
    }

    #[test]
    fn undefined_behaviour_has_its_line_and_may_go_on() {
        let report = "/d/b.c:6:12: runtime error: division by zero\n\
                      /d/b.c:7:1: runtime error: store to null pointer of type 'int'\n\
                      ==3==ERROR: AddressSanitizer: SEGV on unknown address 0x0 (pc 0x5)\n    #0 0x5 in f /d/b.c:7:1\n";
        let found = read(report);
        let told: Vec<_> = found.iter().map(|one| (one.is_fatal, one.calls[0].line)).collect();
        assert_eq!(told, [(true, 6), (false, 7), (true, 7)]);
        assert_eq!(found[2].summary(), "AddressSanitizer: SEGV in f /d/b.c:7:1");
    }

    #[test]
    fn what_cannot_be_read_may_be_the_code() {
        let report = |pc: &str| {
            format!("==3==ERROR: AddressSanitizer: SEGV on unknown address 0xfff0 (pc {pc} bp 0x1)\n")
        };
        assert!(read(&report("0xfff0"))[0].is_jump && !read(&report("0x5"))[0].is_jump);
        assert!(!read(&report("0xfff0").replace("SEGV", "FPE"))[0].is_jump);
    }

    #[test]
    fn leaks_have_the_calls_of_all_allocations() {
        let report = "==1==ERROR: LeakSanitizer: detected memory leaks\n\nDirect leak of 8 byte(s):\n    \
                      #0 0x1 in malloc (/x+0x1)\n    #1 0x2 in one /a.c:3:4\n\nDirect leak of 9 byte(s):\n    \
                      #0 0x1 in malloc (/x+0x1)\n    #1 0x2 in two /a.c:7:4\n";
        let found = read(report);
        let lines: Vec<u32> = found[0].calls.iter().map(|call| call.line).collect();
        assert_eq!(lines, [3, 7]);
    }

    #[test]
    fn other_text_is_no_finding() {
        assert_eq!(
            read(
                "stack-buffer-overflow\nERROR: AddressSanitizer: SEGV\n==x==ERROR: AddressSanitizer: SEGV\n"
            ),
            []
        );
    }
}
