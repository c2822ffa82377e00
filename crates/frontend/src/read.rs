//! Files into LLVM modules: told apart by name and contents, checked for target and validity.

use crate::embedded::container::{is_bitcode, is_container};
use crate::error::Error;
use crate::llvm::{Context, Module};
use std::ffi::CStr;
use std::fs;
use std::io;
use std::path::Path;

/// For modules that name no layout, as hand-written ones do.
const X86_64_LAYOUT: &CStr =
    c"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128";

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Source,
    Bitcode,
    Text,
    /// An ELF file or an archive, which may hold bitcode.
    Native,
}

/// What the file is, and its contents unless it is a source that the compiler reads itself.
pub fn classify(path: &Path) -> Result<(Kind, Vec<u8>), Error> {
    let contents = fs::read(path).map_err(|source| match source.kind() {
        io::ErrorKind::NotFound => Error::Missing { path: path.to_path_buf() },
        _ => Error::Unreadable { path: path.to_path_buf(), source },
    })?;
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    let refuse = |why: &str| Err(Error::NotAProgram { path: path.to_path_buf(), why: why.to_string() });
    if is_bitcode(&contents) {
        return Ok((Kind::Bitcode, contents));
    }
    match extension {
        "c" | "i" => Ok((Kind::Source, Vec::new())),
        "ll" => Ok((Kind::Text, contents)),
        "bc" => refuse("is not LLVM bitcode"),
        _ if is_container(&contents) => Ok((Kind::Native, contents)),
        _ if contents.starts_with(b"#!") => refuse(&script(path)),
        "cc" | "cpp" | "cxx" | "c++" | "C" | "hh" | "hpp" => refuse(
            "is C++ source, which Bowline does not compile: build it with bowline c++, or write the harness in C",
        ),
        _ => refuse("is neither C source nor LLVM bitcode"),
    }
}

/// Libtool leaves a script where the program is expected, and the program in a directory beside it.
fn script(path: &Path) -> String {
    let real =
        path.parent().unwrap_or(Path::new("")).join(".libs").join(path.file_name().unwrap_or_default());
    match real.is_file() {
        true => format!("is a script of libtool; the program is {}", real.display()),
        false => "is a script".to_string(),
    }
}

/// Reads and checks one module. `path` is only for messages.
pub fn parse<'c>(context: &'c Context, path: &Path, contents: &[u8]) -> Result<Module<'c>, Error> {
    let mut module = context.parse(contents, &path.to_string_lossy()).map_err(|message| {
        let path = path.to_path_buf();
        match newer_producer(&message) {
            Some(producer) => Error::NewerBitcode { path, producer },
            None => Error::BrokenModule { path, message },
        }
    })?;
    check_target(&module, path)?;
    if module.layout_text().is_empty() {
        module.set_layout(X86_64_LAYOUT);
    }
    module.verify().map_err(|message| Error::BrokenModule { path: path.to_path_buf(), message })?;
    Ok(module)
}

/// LLVM's reader names who wrote a module that it does not understand: "(Producer: 'LLVM22.1' Reader: 'LLVM 19.1')".
fn newer_producer(message: &str) -> Option<String> {
    let rest = message.split("Producer: '").nth(1)?;
    let producer = rest.split('\'').next()?;
    let version = producer.trim_start_matches(|c: char| !c.is_ascii_digit());
    let major: u32 = version.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()?;
    (major > 19).then(|| format!("LLVM {version}"))
}

fn check_target(module: &Module<'_>, path: &Path) -> Result<(), Error> {
    let (triple, layout) = (module.triple(), module.data_layout());
    let machine = triple.split('-').next().unwrap_or_default();
    let wrong = |target: String| Err(Error::WrongTarget { path: path.to_path_buf(), target });
    if layout.pointer_bytes() != 8 {
        let bits = layout.pointer_bytes() * 8;
        return wrong(if triple.is_empty() { format!("a {bits}-bit machine") } else { triple });
    }
    if !layout.is_little_endian() {
        return wrong(if triple.is_empty() { "a big-endian machine".to_string() } else { triple });
    }
    if !matches!(machine, "" | "x86_64") || triple.ends_with("gnux32") {
        return wrong(triple);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_later_producers_are_newer() {
        let message = |producer: &str| {
            format!("Unknown attribute kind (91) (Producer: '{producer}' Reader: 'LLVM 19.1.7')")
        };
        assert_eq!(
            newer_producer(&message("LLVM22.1.2-rust-1.95.0-stable")).as_deref(),
            Some("LLVM 22.1.2-rust-1.95.0-stable")
        );
        assert_eq!(newer_producer(&message("LLVM20.1.0")).as_deref(), Some("LLVM 20.1.0"));
        assert_eq!(newer_producer(&message("LLVM19.1.7")), None);
        assert_eq!(newer_producer("Invalid bitcode signature"), None);
    }
}
