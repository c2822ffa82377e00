//! C source to bitcode, with clang as a subprocess that writes to its standard output: no file is left behind, however
//! the run ends.
//!
//! Without optimisation, `-disable-O0-optnone` keeps clang from marking every function as not to be touched by
//! passes, which would silently skip ours.

use crate::error::Error;
use crate::flags::without_checks;
use crate::options::Options;
use std::path::Path;
use std::process::{Command, Stdio};

/// Bitcode of one C file. The compiler's warnings are dropped; its errors are in the result.
pub fn compile(source: &Path, options: &Options) -> Result<Vec<u8>, Error> {
    let mut command = Command::new(&options.clang);
    match options.optimize {
        None => command.args(["-O0", "-Xclang", "-disable-O0-optnone"]),
        Some(level) => command.arg(format!("-O{level}")),
    };
    command.args(["-g", "-fno-discard-value-names", "-emit-llvm", "-c", "-fno-color-diagnostics"]);
    for directory in &options.include_dirs {
        command.arg("-I").arg(directory);
    }
    command.args(without_checks(&options.cflags)).args(["-o", "-"]);
    // A name that begins with a dash would be taken for a flag.
    if source.as_os_str().as_encoded_bytes().starts_with(b"-") {
        command.arg(Path::new(".").join(source));
    } else {
        command.arg(source);
    }
    let output = command
        .stdin(Stdio::null())
        .output()
        .map_err(|source| Error::NoCompiler { clang: options.clang.clone(), source })?;
    if !output.status.success() {
        let mut text = String::from_utf8_lossy(&output.stderr).into_owned();
        if text.trim().is_empty() {
            text = format!("{} ended with {}", options.clang.display(), output.status);
        }
        return Err(Error::Compile { path: source.to_path_buf(), output: text });
    }
    Ok(output.stdout)
}
