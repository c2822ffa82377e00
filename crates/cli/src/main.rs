//! The `bowline` command: flags, files, exit codes.
//!
//! Exit codes: 0 nothing found, 1 bugs found, 2 the user's mistake, 3 our fault. Whatever goes wrong is one line on
//! standard error; a compiler's own messages may follow.

mod args;
mod cc;
mod check;
mod closed_output;
mod colour;
mod confinement;
mod generate;
mod help;
mod last_words;
mod leave;
mod loops;
mod progress;
mod replay;
mod report;
mod run;
mod say;
mod solve;
mod summary;
mod tests;
mod units;
mod world;

use args::{Command, CommandLine};
use bowline_engine::Error;
use bowline_engine::visible::{visible, visible_line};
use clap::Parser;
use clap::error::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

pub const NOTHING_FOUND: u8 = 0;
pub const BUGS_FOUND: u8 = 1;
pub const USERS_MISTAKE: u8 = 2;
pub const OUR_FAULT: u8 = 3;

fn main() -> ExitCode {
    if let Some(code) = cc::run_if_asked() {
        return code;
    }
    closed_output::install();
    let line = match CommandLine::try_parse() {
        Ok(line) => line,
        Err(error) => return ExitCode::from(explain(&error)),
    };
    let result = match &line.command {
        Command::Run(options) => run::run(options),
        Command::Replay(options) => replay::replay(options),
        Command::Report(options) => report::report(options),
        Command::Check(options) => check::check(options),
        Command::Loops(options) => loops::loops(options),
        Command::Tests(options) => tests::tests(options),
        Command::Solve(options) => solve::solve(options),
        Command::Cc | Command::Cxx => unreachable!("the compiler's own arguments are not for clap"),
        Command::NativeChild { libraries } => native_child(libraries),
        Command::NativeRun { plan } => native_run(plan),
        Command::Completions(options) => generate::completions(options),
        Command::Man(options) => generate::man(options),
        Command::Version => {
            println!("bowline {}", env!("CARGO_PKG_VERSION"));
            Ok(NOTHING_FOUND)
        }
    };
    let code = result.unwrap_or_else(|error| complain(&error));
    if let Command::Run(_) | Command::Loops(_) | Command::Check(_) = line.command {
        leave::at_once(code);
    }
    ExitCode::from(code)
}

/// Whoever started it sees the pipe close; there is nobody else to tell.
fn native_child(libraries: &[PathBuf]) -> Result<u8, Error> {
    Ok(bowline_engine::serve_native_calls(libraries).map_or(OUR_FAULT, |()| NOTHING_FOUND))
}

/// Whoever started it finds no result; the reason is on standard error.
fn native_run(plan: &Path) -> Result<u8, Error> {
    bowline_engine::supervise(plan).map_err(|error| Error::Internal(error.to_string()))?;
    Ok(NOTHING_FOUND)
}

/// Help is printed in full; a mistake is told in one line.
fn explain(error: &clap::Error) -> u8 {
    if !error.use_stderr() {
        // A closed pipe is no reason to complain.
        let _ = error.print();
        return NOTHING_FOUND;
    }
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        let _ = error.print();
        return USERS_MISTAKE;
    }
    let text = error.render().to_string();
    let mut paragraphs = text.split("\n\n").map(str::trim);
    let mut parts = paragraphs.next().unwrap_or_default().lines().map(str::trim);
    let first = parts.next().unwrap_or_default().trim_start_matches("error: ").to_string();
    let mut line = parts.fold(first, |line, part| format!("{line} {part}"));
    // Such as: a similar argument exists: '--max-time'
    let tips = paragraphs.flat_map(str::lines).filter_map(|line| line.trim().strip_prefix("tip: "));
    for tip in tips.filter(|tip| tip.contains("similar")) {
        line = format!("{line}; {tip}");
    }
    let line = visible_line(&line);
    eprintln!("bowline: {line}; see `bowline --help`, `bowline run --help`");
    USERS_MISTAKE
}

fn complain(error: &Error) -> u8 {
    // A compiler's own messages may be part of it, in lines of their own.
    let text = error.to_string();
    let shown = visible(&text);
    if error.is_users() {
        eprintln!("bowline: {shown}");
        return USERS_MISTAKE;
    }
    eprintln!("bowline: {shown}; this is a mistake in Bowline, please report it");
    OUR_FAULT
}
