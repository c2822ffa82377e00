//! What a call of a function without definition means, as the configuration has it.

use crate::config::{RunConfig, UnknownsMode};
use crate::error::Error;
use bowline_exec::hooks::{StopAtUnknowns, Unknowns};
use bowline_native::{AssumedResults, NativeCalls, NativeConfig, StartError, refusal};

/// The strategy for a program that leaves these functions undefined; the error is the user's, as a linker's would be.
pub fn strategy(config: &RunConfig, missing: Vec<String>) -> Result<Box<dyn Unknowns>, Error> {
    match config.unknowns {
        UnknownsMode::Error if !missing.is_empty() => Err(Error::UnresolvedFunctions(missing)),
        UnknownsMode::Error | UnknownsMode::Stop => Ok(Box::new(StopAtUnknowns)),
        UnknownsMode::Symbolic => Ok(Box::new(AssumedResults)),
        UnknownsMode::Native => native(&config.native, missing),
        UnknownsMode::Symcrete => native(&NativeConfig { repeats: true, ..config.native.clone() }, missing),
    }
}

fn native(config: &NativeConfig, missing: Vec<String>) -> Result<Box<dyn Unknowns>, Error> {
    let mut libraries = Vec::with_capacity(config.libraries.len());
    for library in &config.libraries {
        libraries.push(library.canonicalize().map_err(Error::file(library, "be read"))?);
    }
    let mut calls = NativeCalls::new(NativeConfig { libraries, ..config.clone() });
    // What is refused when it is called needs no library.
    let missing: Vec<String> = missing.into_iter().filter(|name| refusal(name).is_none()).collect();
    // A library that cannot be loaded is told at once, even if nothing of it is needed.
    if !missing.is_empty() || !config.libraries.is_empty() {
        let still_missing = calls.missing(&missing).map_err(start_error)?;
        if !still_missing.is_empty() {
            return Err(Error::UnresolvedFunctions(still_missing));
        }
    }
    Ok(Box::new(calls))
}

fn start_error(error: StartError) -> Error {
    match error {
        StartError::Library(_) => Error::Options(error.to_string()),
        StartError::Start(_) => Error::Internal(error.to_string()),
    }
}
