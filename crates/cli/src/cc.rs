//! `bowline cc` and `bowline c++`, also under the names `bowline-cc` and `bowline-c++`.
//!
//! Found before clap looks: everything behind the command is clang's.

use bowline_cc::Language;
use std::env;
use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

/// Runs the compiler if the command line is for it.
pub fn run_if_asked() -> Option<ExitCode> {
    let args: Vec<OsString> = env::args_os().collect();
    let name = Path::new(args.first()?).file_name()?;
    let (language, args) = match name.to_str() {
        Some("bowline-cc") => (Language::C, &args[1..]),
        Some("bowline-c++") => (Language::Cxx, &args[1..]),
        _ => match args.get(1)?.to_str() {
            Some("cc") => (Language::C, &args[2..]),
            Some("c++") => (Language::Cxx, &args[2..]),
            _ => return None,
        },
    };
    let verbose = env::var_os("BOWLINE_CC_VERBOSE").is_some_and(|value| value != "0");
    let code = bowline_cc::run(language, args, verbose);
    Some(ExitCode::from(u8::try_from(code).unwrap_or(crate::OUR_FAULT)))
}
