//! What a call of a function without definition means, as the configuration has it.

use crate::config::{RunConfig, UnknownsMode};
use crate::error::Error;
use bowline_exec::hooks::{StopAtUnknowns, Unknowns};
use bowline_infer::Store;
use bowline_native::{AssumedResults, InferredCalls, NativeCalls, NativeConfig, StartError, refusal};

/// What calls of functions without definition do.
pub struct UnknownFunctions {
    pub strategy: Box<dyn Unknowns>,
    /// Those that no library has either: paths that call them end there.
    pub undefined: Vec<String>,
}

impl From<Box<dyn Unknowns>> for UnknownFunctions {
    fn from(strategy: Box<dyn Unknowns>) -> Self {
        Self { strategy, undefined: Vec::new() }
    }
}

/// The strategy for a program that leaves these functions undefined; the error is the user's, as a linker's would be. A part of a program, such as a function on
/// its own, may name what is defined elsewhere.
pub fn strategy(config: &RunConfig, missing: Vec<String>, is_part: bool) -> Result<UnknownFunctions, Error> {
    let plain = |strategy: Box<dyn Unknowns>| Ok(strategy.into());
    match config.unknowns {
        UnknownsMode::Error if !missing.is_empty() => Err(Error::UnresolvedFunctions(missing)),
        UnknownsMode::Error | UnknownsMode::Stop => plain(Box::new(StopAtUnknowns)),
        UnknownsMode::Symbolic => plain(Box::new(AssumedResults)),
        UnknownsMode::Native | UnknownsMode::Symcrete => {
            let repeats = config.unknowns == UnknownsMode::Symcrete;
            let (calls, undefined) =
                native(&NativeConfig { repeats, ..config.native.clone() }, missing, is_part)?;
            Ok(UnknownFunctions { strategy: Box::new(calls), undefined })
        }
        UnknownsMode::Infer => {
            let (calls, undefined) = native(&config.native, missing, is_part)?;
            let calls = InferredCalls::new(calls, &with_libraries(&config.native)?, store(config));
            Ok(UnknownFunctions { strategy: Box::new(calls), undefined })
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

fn native(
    config: &NativeConfig,
    missing: Vec<String>,
    is_part: bool,
) -> Result<(NativeCalls, Vec<String>), Error> {
    let mut calls = NativeCalls::new(with_libraries(config)?);
    // What is refused when it is called needs no library.
    let missing: Vec<String> = missing.into_iter().filter(|name| refusal(name).is_none()).collect();
    // A library that cannot be loaded is told at once, even if nothing of it is needed.
    if missing.is_empty() && config.libraries.is_empty() {
        return Ok((calls, Vec::new()));
    }
    let undefined = calls.missing(&missing).map_err(start_error)?;
    match undefined.is_empty() || is_part {
        true => Ok((calls.without(&undefined), undefined)),
        false => Err(Error::UnresolvedFunctions(undefined)),
    }
}

fn start_error(error: StartError) -> Error {
    match error {
        StartError::Library(_) => Error::Options(error.to_string()),
        StartError::Start(_) => Error::Internal(error.to_string()),
    }
}
