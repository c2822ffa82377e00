//! Where functions are looked up: the libraries of the user, then the host's C and mathematics libraries.
//!
//! Not the whole process: this executable brings libraries of its own along, which the program under test knows nothing of.
#![allow(unsafe_code)]

use libloading::os::unix::{Library, RTLD_LOCAL, RTLD_NOW};
use std::ffi::c_void;
use std::path::{Path, PathBuf};

const HOST: [&str; 2] = ["libc.so.6", "libm.so.6"];

pub struct Libraries(Vec<Library>);

/// A function that was found.
#[derive(Clone, Copy, Debug)]
pub struct Code(pub *const c_void);

impl Libraries {
    /// The error is a line for the user.
    pub fn load(users: &[PathBuf]) -> Result<Self, String> {
        let names = users.iter().map(PathBuf::as_path).chain(HOST.iter().map(Path::new));
        let load = |name: &Path| {
            // SAFETY: loading runs code of the library; this process is made for that.
            let loaded = unsafe { Library::open(Some(name), RTLD_NOW | RTLD_LOCAL) };
            loaded.map_err(|error| with_cause(&error))
        };
        names.map(load).collect::<Result<_, _>>().map(Self)
    }

    pub fn find(&self, name: &str) -> Option<Code> {
        self.0.iter().find_map(|library| {
            // SAFETY: the symbol is only taken as an address here.
            let symbol = unsafe { library.get::<*const c_void>(name) };
            symbol.ok().map(|symbol| Code(symbol.as_raw_ptr())).filter(|code| !code.0.is_null())
        })
    }
}

fn with_cause(error: &dyn std::error::Error) -> String {
    error.source().map_or_else(|| error.to_string(), |cause| cause.to_string())
}
