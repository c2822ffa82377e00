//! C source to bitcode, with clang as a subprocess that writes to its standard output: no file is left behind, however
//! the run ends.
//!
//! Without optimisation, `-disable-O0-optnone` keeps clang from marking every function as not to be touched by
//! passes, which would silently skip ours.
//!
//! Clang folds constant expressions, also those without a meaning: of `1 / 0` nothing is left that could be executed. It warns of them, though: such a
//! file is compiled again with calls of UBSan's handlers, which the executor takes for what they report.

use crate::error::Error;
use crate::flags::without_checks;
use crate::options::Options;
use crate::tool;
use std::path::Path;
use std::process::Command;

/// What clang calls its warnings about constant expressions without a meaning.
const FOLDED: [&str; 4] =
    ["-Winteger-overflow", "-Wdivision-by-zero", "-Wshift-count-overflow", "-Wshift-count-negative"];

/// Did the compiler warn of a constant expression that it folded although it has no meaning?
pub fn warns_of_folding(messages: &[u8]) -> bool {
    let messages = String::from_utf8_lossy(messages);
    FOLDED.iter().any(|warning| messages.contains(&format!("[{warning}]")))
}

/// Checks for what is always looked for.
pub const CHECKED: &str = "-fsanitize=shift-exponent,integer-divide-by-zero";
const CHECKED_OVERFLOW: &str = "-fsanitize=signed-integer-overflow";

/// Bitcode of one C file. The compiler's warnings are dropped; its errors are in the result.
pub fn compile(source: &Path, options: &Options) -> Result<Vec<u8>, Error> {
    let (bitcode, messages) = compile_with(source, options, &[])?;
    if options.optimize.is_some() || !warns_of_folding(&messages) {
        return Ok(bitcode);
    }
    let checks = if options.signed_overflow { &[CHECKED, CHECKED_OVERFLOW][..] } else { &[CHECKED] };
    compile_with(source, options, checks).map(|(bitcode, _)| bitcode)
}

/// Bitcode, and what the compiler says.
fn compile_with(source: &Path, options: &Options, checks: &[&str]) -> Result<(Vec<u8>, Vec<u8>), Error> {
    let mut command = Command::new(&options.clang);
    match options.optimize {
        None => command.args(["-O0", "-Xclang", "-disable-O0-optnone"]),
        Some(level) => command.arg(format!("-O{level}")),
    };
    command.args(["-g", "-fno-discard-value-names", "-emit-llvm", "-c", "-fno-color-diagnostics"]);
    for directory in &options.include_dirs {
        command.arg("-I").arg(directory);
    }
    command.args(without_checks(&options.cflags)).args(checks).args(["-o", "-"]);
    // A name that begins with a dash would be taken for a flag.
    if source.as_os_str().as_encoded_bytes().starts_with(b"-") {
        command.arg(Path::new(".").join(source));
    } else {
        command.arg(source);
    }
    let output = tool::output(&mut command)
        .map_err(|source| Error::NoCompiler { clang: options.clang.clone(), source })?;
    if !output.status.success() {
        let mut text = String::from_utf8_lossy(&output.stderr).into_owned();
        if text.trim().is_empty() {
            text = format!("{} ended with {}", options.clang.display(), output.status);
        }
        return Err(Error::Compile { path: source.to_path_buf(), output: text });
    }
    Ok((output.stdout, output.stderr))
}
