//! Which kind of harness a program is, and so where it starts. Told by its functions; no option is needed.
//!
//! | kind | told by | starts with |
//! |---|---|---|
//! | `libfuzzer` | `LLVMFuzzerTestOneInput` and no `main`, or `--entry` | `__bowline_start_fuzzer` of our C library |
//! | `verifier` | `__VERIFIER_*` or `reach_error` | `main` |
//! | `klee`, `bowline` | functions of `<klee/klee.h>`, of `<bowline.h>` | `main` |
//! | `plain` | nothing of all that | `main` |
//! | `function` | `--entry` | that function, with unknown arguments (see [`crate::entry`]) |
//!
//! A `main` whose surroundings are unknown is called by `__bowline_start`, which builds them first.

use crate::error::Error;
use crate::world::World;
use bowline_frontend::Symbols;
use serde::{Deserialize, Serialize};

const FUZZER: &str = "LLVMFuzzerTestOneInput";
const START: &str = "__bowline_start";
const START_FUZZER: &str = "__bowline_start_fuzzer";

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum HarnessKind {
    #[default]
    Plain,
    Klee,
    Bowline,
    Verifier,
    LibFuzzer,
    Function,
}

/// A harness that can start.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Harness {
    pub kind: HarnessKind,
    /// The function to start with.
    pub start: String,
    /// The start code builds unknown surroundings before it calls `main`.
    pub builds_world: bool,
    /// The rules of software-verification competitions hold: `reach_error` is the error whatever it does itself, and
    /// `abort` ends an execution that is of no interest.
    pub verification_task: bool,
}

impl Harness {
    /// What the program is, given the options about it.
    pub fn detect(
        symbols: &Symbols,
        entry: Option<&str>,
        args: &[String],
        world: &World,
    ) -> Result<Self, Error> {
        let verification_task = is_verification_task(symbols);
        let kind = match entry {
            Some(FUZZER) => HarnessKind::LibFuzzer,
            Some("main") => kind_of_main(symbols, verification_task),
            Some(_) => HarnessKind::Function,
            None => match (symbols.defines("main"), symbols.defines(FUZZER)) {
                (true, true) => {
                    return Err(Error::Harness(format!(
                        "the program has both `main` and `{FUZZER}`: choose with --entry main or --entry {FUZZER}"
                    )));
                }
                (true, false) => kind_of_main(symbols, verification_task),
                (false, true) => HarnessKind::LibFuzzer,
                (false, false) => return Err(nothing_to_start_with()),
            },
        };
        if let (HarnessKind::Function | HarnessKind::LibFuzzer, Some(option)) = (kind, world.options().next())
        {
            return Err(Error::Harness(format!(
                "{option} is for programs that start with `main`, but this one starts with `{}`",
                entry.unwrap_or(FUZZER)
            )));
        }
        if kind == HarnessKind::Function && !args.is_empty() {
            return Err(Error::Harness(
                "--entry names a function whose arguments are unknown: it cannot take the argument(s) behind --"
                    .to_string(),
            ));
        }
        let builds_world = !world.is_empty();
        let start = match kind {
            HarnessKind::LibFuzzer => START_FUZZER,
            HarnessKind::Function => entry.unwrap_or_default(),
            _ if builds_world => START,
            _ => "main",
        };
        Ok(Self { kind, start: start.to_string(), builds_world, verification_task })
    }

    /// What of our C library it starts with, and what that calls. Without those the start code would be linked and
    /// fail only when it runs.
    pub fn starts(&self, symbols: &Symbols) -> Result<Vec<String>, Error> {
        let called = match self.start.as_str() {
            START => "main",
            START_FUZZER => FUZZER,
            _ => return Ok(Vec::new()),
        };
        match symbols.defines(called) {
            true => Ok(vec![self.start.clone()]),
            false => Err(bowline_exec::EntryError::NotFound(called.to_string(), Vec::new()).into()),
        }
    }

    /// Does the start function take `argc` and `argv`?
    pub fn takes_arguments(&self) -> bool {
        self.kind != HarnessKind::Function
    }
}

/// The functions of the program that a run may start with.
pub fn possible_entries(entry: Option<&str>, setup: Option<&str>) -> Vec<String> {
    let mut names = entry.map_or_else(|| vec!["main", FUZZER], |entry| vec![entry]);
    names.extend(setup);
    names.into_iter().map(str::to_string).collect()
}

fn nothing_to_start_with() -> Error {
    Error::Harness(format!(
        "the program has no `main` (as plain programs, KLEE, <bowline.h> and Test-Comp harnesses have) and no `{FUZZER}` \
         (libFuzzer): name a function to start with by --entry"
    ))
}

fn kind_of_main(symbols: &Symbols, verification_task: bool) -> HarnessKind {
    if verification_task {
        HarnessKind::Verifier
    } else if symbols.mentions(|name| name.starts_with("klee_")) {
        HarnessKind::Klee
    } else if symbols.mentions(|name| name.starts_with("bowline_")) {
        HarnessKind::Bowline
    } else {
        HarnessKind::Plain
    }
}

fn is_verification_task(symbols: &Symbols) -> bool {
    symbols.mentions(|name| name.starts_with("__VERIFIER_") || name == "reach_error")
}
