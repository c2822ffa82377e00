//! What programs under test are linked with and compiled against, embedded in the binary.
//!
//! The build script compiles `runtime/libc` to bitcode, one archive member per file; headers and the sources of the
//! replay library are embedded as they are and unpacked where a compiler needs them. Nothing here is configurable, and
//! nothing is read from the installation at run time.

use std::fs;
use std::io;
use std::path::Path;

/// One object of our C library.
pub struct Member {
    pub name: &'static str,
    pub bitcode: &'static [u8],
    /// What it defines for others.
    pub symbols: &'static [&'static str],
}

/// A file to be unpacked, named relative to where it goes.
pub struct File {
    pub name: &'static str,
    pub contents: &'static [u8],
}

include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

/// Writes files below a directory that exists.
pub fn unpack(files: &[File], directory: &Path) -> io::Result<()> {
    for file in files {
        let path = directory.join(file.name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(path, file.contents)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    #[test]
    fn members_are_bitcode_and_define_something_each_its_own() {
        let mut definers: HashMap<&str, &str> = HashMap::new();
        for member in MEMBERS {
            assert!(member.bitcode.starts_with(b"BC\xc0\xde"), "{} is not bitcode", member.name);
            assert!(!member.symbols.is_empty(), "{} defines nothing, so nothing can ask for it", member.name);
            for symbol in member.symbols {
                if let Some(other) = definers.insert(symbol, member.name) {
                    panic!("{symbol} is defined by {other} and by {}", member.name);
                }
            }
        }
        assert!(definers.contains_key("strlen"));
    }

    #[test]
    fn the_headers_of_harnesses_are_there() {
        for name in ["klee/klee.h", "bowline.h"] {
            assert!(HEADERS.iter().any(|file| file.name == name), "{name} is missing");
        }
    }
}
