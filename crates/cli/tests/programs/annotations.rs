//! What the comments of a test program say.
//!
//! ```text
//! // flags: --check memory-leak          options of `bowline run`, in every mode
//! // args: one two                       arguments of the program
//! // native-lib: library.c               built from tests/native as a shared library for --native-lib
//! // expect: max-time                    the reason for stopping; exhausted by default
//! // expect-paths: 4                     paths that end normally
//! // expect-lost: concretised            part of a loss that must be listed; none by default
//! x[i] = 1; // bug: out-of-bounds-write  a bug on this line, several with blanks between them
//! x[i] = 1; // bug: ... // says: size 1  part of the message of the bug on this line
//! // sizes: all                          also with eager sizes, and with loops merged in both ways, each merge proved
//! ... // native: silent (why)            a bug that sanitizers need not see
//! ```

use std::collections::BTreeSet;

#[derive(Debug, Default)]
pub struct Annotations {
    pub flags: Vec<String>,
    pub args: Vec<String>,
    pub native_libs: Vec<String>,
    pub stop: Option<String>,
    pub paths: Option<u64>,
    pub lost: Vec<String>,
    /// Line and kind.
    pub bugs: BTreeSet<(u64, String)>,
    /// Lines of bugs that need no confirmation.
    pub silent: BTreeSet<u64>,
    /// Line and a part of the message.
    pub messages: Vec<(u64, String)>,
    /// Every way to treat unknown sizes must find the same.
    pub all_sizes: bool,
}

impl Annotations {
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut all = Self::default();
        for (number, line) in (1..).zip(text.lines()) {
            // Textual IR has comments of its own.
            let comments = line.split("//").skip(1).chain(line.strip_prefix(';'));
            for comment in comments {
                all.comment(number, comment.trim()).map_err(|why| format!("line {number}: {why}"))?;
            }
        }
        all.lost.retain(|what| what != "none");
        Ok(all)
    }

    fn comment(&mut self, line: u64, comment: &str) -> Result<(), String> {
        let Some((key, value)) = comment.split_once(':') else { return Ok(()) };
        let words = || value.split_whitespace().map(str::to_string);
        match key.trim() {
            "flags" => self.flags.extend(words()),
            "native-lib" => self.native_libs.extend(words()),
            "args" => self.args.extend(words()),
            "expect" => self.stop = Some(value.trim().to_string()),
            "expect-paths" => {
                let count = value.trim().parse().map_err(|_| format!("`{}` is no number", value.trim()))?;
                self.paths = Some(count);
            }
            "expect-lost" => self.lost.push(value.trim().to_string()),
            "bug" => self.bugs.extend(words().map(|kind| (line, kind))),
            "says" => self.messages.push((line, value.trim().to_string())),
            "sizes" if value.trim() == "all" => self.all_sizes = true,
            "native" if value.trim().starts_with("silent") => {
                self.silent.insert(line);
            }
            "native" => return Err(format!("`native:{value}` is not known; only `native: silent` is")),
            key if key.starts_with("expect") => return Err(format!("`{key}` is not known")),
            _ => {}
        }
        Ok(())
    }
}
