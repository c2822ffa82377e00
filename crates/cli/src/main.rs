//! The `bowline` command: flags, files, exit codes.
//!
//! Exit codes: 0 nothing found, 1 bugs found, 2 the user's mistake, 3 our fault. Whatever goes wrong is one line on
//! standard error; a compiler's own messages may follow.

mod args;
mod replay;
mod run;
mod summary;
mod tests;
mod units;

use args::{Command, CommandLine};
use bowline_engine::Error;
use clap::Parser;
use std::process::ExitCode;

pub const NOTHING_FOUND: u8 = 0;
pub const BUGS_FOUND: u8 = 1;
pub const USERS_MISTAKE: u8 = 2;
pub const OUR_FAULT: u8 = 3;

fn main() -> ExitCode {
    let line = CommandLine::parse();
    let result = match &line.command {
        Command::Run(options) => run::run(options),
        Command::Replay(options) => replay::replay(options),
        Command::Tests(options) => tests::tests(options),
        Command::Version => {
            println!("bowline {}", env!("CARGO_PKG_VERSION"));
            Ok(NOTHING_FOUND)
        }
    };
    match result {
        Ok(code) => ExitCode::from(code),
        Err(error) => ExitCode::from(complain(&error)),
    }
}

fn complain(error: &Error) -> u8 {
    if error.is_users() {
        eprintln!("bowline: {error}");
        return USERS_MISTAKE;
    }
    eprintln!("bowline: {error}; this is a mistake in Bowline, please report it");
    OUR_FAULT
}
