//! What a call of a function without definition means, as the configuration has it.

use crate::config::{RunConfig, UnknownsMode};
use crate::error::Error;
use bowline_exec::hooks::{StopAtUnknowns, Unknowns};
use bowline_infer::Store;
use bowline_native::{AssumedResults, InferredCalls, NativeCalls, NativeConfig, StartError, refusal};

/// The strategy for a program that leaves these functions undefined; the error is the user's, as a linker's would be.
pub fn strategy(config: &RunConfig, missing: Vec<String>) -> Result<Box<dyn Unknowns>, Error> {
    match config.unknowns {
        UnknownsMode::Error if !missing.is_empty() => Err(Error::UnresolvedFunctions(missing)),
        UnknownsMode::Error | UnknownsMode::Stop => Ok(Box::new(StopAtUnknowns)),
        UnknownsMode::Symbolic => Ok(Box::new(AssumedResults)),
        UnknownsMode::Native => Ok(Box::new(native(&config.native, missing)?)),
        UnknownsMode::Symcrete => {
            Ok(Box::new(native(&NativeConfig { repeats: true, ..config.native.clone() }, missing)?))
        }
        UnknownsMode::Infer => {
            let calls = native(&config.native, missing)?;
            Ok(Box::new(InferredCalls::new(calls, &with_libraries(&config.native)?, store(config))))
        }
    }
}

/// Responses about segments, of this run and of earlier ones.
pub fn store(config: &RunConfig) -> Store {
    config.repository.clone().map_or_else(Store::default, Store::at)
}

/// With the libraries by their absolute names.
pub fn with_libraries(config: &NativeConfig) -> Result<NativeConfig, Error> {
    let mut libraries = Vec::with_capacity(config.libraries.len());
    for library in &config.libraries {
        libraries.push(library.canonicalize().map_err(Error::file(library, "be read"))?);
    }
    Ok(NativeConfig { libraries, ..config.clone() })
}

fn native(config: &NativeConfig, missing: Vec<String>) -> Result<NativeCalls, Error> {
    let mut calls = NativeCalls::new(with_libraries(config)?);
    // What is refused when it is called needs no library.
    let missing: Vec<String> = missing.into_iter().filter(|name| refusal(name).is_none()).collect();
    // A library that cannot be loaded is told at once, even if nothing of it is needed.
    if !missing.is_empty() || !config.libraries.is_empty() {
        let still_missing = calls.missing(&missing).map_err(start_error)?;
        if !still_missing.is_empty() {
            return Err(Error::UnresolvedFunctions(still_missing));
        }
    }
    Ok(calls)
}

fn start_error(error: StartError) -> Error {
    match error {
        StartError::Library(_) => Error::Options(error.to_string()),
        StartError::Start(_) => Error::Internal(error.to_string()),
    }
}
