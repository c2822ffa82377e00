//! What a caller chooses about loading.

use std::path::PathBuf;

#[derive(Clone, Debug)]
pub struct Options {
    /// The compiler for C sources; must be clang 19. Default: `clang-19` from the search path.
    pub clang: PathBuf,
    /// Directories for `#include`, searched in order before the system's.
    pub include_dirs: Vec<PathBuf>,
    /// More arguments for the compiler, passed as they are after ours.
    pub cflags: Vec<String>,
    /// `None` (default): compile without optimisation, then run only passes that keep every bug.
    /// `Some(n)`: let clang optimise at `-On` and take the result as it is.
    pub optimize: Option<u8>,
    /// Overflow of signed arithmetic is looked for.
    pub signed_overflow: bool,
    /// Where the program may start. Unless its own files define one of these, archives are asked for all of them, although
    /// nothing calls them.
    pub roots: Vec<String>,
    /// Values that are never alive together share a register: frames are small. Off: every register has one definition, but for phis.
    pub share_registers: bool,
    /// Our C library. A member is linked only if something still undefined needs it.
    pub runtime: Vec<RuntimeMember>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            clang: PathBuf::from("clang-19"),
            include_dirs: Vec::new(),
            cflags: Vec::new(),
            optimize: None,
            signed_overflow: false,
            roots: Vec::new(),
            share_registers: true,
            runtime: Vec::new(),
        }
    }
}

/// One object of the archive that our C library is.
#[derive(Clone, Debug)]
pub struct RuntimeMember {
    pub name: String,
    pub bitcode: Vec<u8>,
    /// The functions and variables it defines for others.
    pub symbols: Vec<String>,
}
