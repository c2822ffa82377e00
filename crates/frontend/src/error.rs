//! Why a program could not be loaded. All but [`Error::Internal`] are for the user to mend.

use std::fmt;
use std::io;
use std::path::PathBuf;

#[derive(Debug)]
pub enum Error {
    /// Nothing to load was named.
    NoFiles,
    Missing {
        path: PathBuf,
    },
    Unreadable {
        path: PathBuf,
        source: io::Error,
    },
    /// Neither C nor bitcode.
    NotAProgram {
        path: PathBuf,
        why: String,
    },
    /// The compiler could not be started.
    NoCompiler {
        clang: PathBuf,
        source: io::Error,
    },
    /// The compiler rejected the source; `output` is what it said.
    Compile {
        path: PathBuf,
        output: String,
    },
    /// Bitcode that a later LLVM wrote.
    NewerBitcode {
        path: PathBuf,
        producer: String,
    },
    /// Bitcode or textual IR that LLVM does not accept.
    BrokenModule {
        path: PathBuf,
        message: String,
    },
    /// Bitcode or textual IR on which LLVM itself crashes.
    CrashesReader {
        path: PathBuf,
        how: String,
    },
    /// Not for 64-bit little-endian x86.
    WrongTarget {
        path: PathBuf,
        target: String,
    },
    DuplicateDefinition {
        symbol: String,
        first: PathBuf,
        second: PathBuf,
    },
    /// Modules that cannot be put together for another reason.
    Link {
        path: PathBuf,
        message: String,
    },
    /// A native file without any bitcode in it.
    NoBitcode {
        path: PathBuf,
        /// It has no symbols either.
        stripped: bool,
    },
    /// A native file of `bowline cc` for whose parts there is none.
    OnlyOpaque {
        path: PathBuf,
        first: String,
    },
    /// A native file whose bitcode, or all of it, is not what it was.
    BrokenContainer {
        path: PathBuf,
        what: String,
    },
    /// The source is not the one that the bitcode was made of.
    Stale {
        path: PathBuf,
        source: PathBuf,
    },
    /// Our own mistake.
    Internal(String),
}

impl Error {
    /// Can the user do something about it?
    pub fn is_users(&self) -> bool {
        !matches!(self, Error::Internal(_))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::NoFiles => {
                write!(f, "no program given: name a .c, .bc or .ll file, or what bowline cc built")
            }
            Error::Missing { path } => write!(f, "{}: no such file", path.display()),
            Error::Unreadable { path, source } => write!(f, "{}: cannot be read: {source}", path.display()),
            Error::NotAProgram { path, why } => {
                write!(
                    f,
                    "{}: {why}; give C source (.c), LLVM bitcode (.bc), textual IR (.ll), or what bowline cc built",
                    path.display()
                )
            }
            Error::NoCompiler { clang, source } => {
                write!(
                    f,
                    "cannot run the compiler {}: {source}; install the package clang-19",
                    clang.display()
                )
            }
            Error::Compile { path, output } => {
                write!(f, "{}: does not compile:\n{}", path.display(), output.trim_end())
            }
            Error::NewerBitcode { path, producer } => write!(
                f,
                "{}: was written by {producer}, but only bitcode of LLVM 19 or older can be read; build it with clang 19",
                path.display()
            ),
            Error::BrokenModule { path, message } => {
                write!(f, "{}: LLVM rejects it: {}", path.display(), one_line(message))
            }
            Error::CrashesReader { path, how } => write!(
                f,
                "{}: LLVM crashes on it ({}): it is damaged, or not what a C compiler writes; build it again with clang 19",
                path.display(),
                one_line(how)
            ),
            Error::WrongTarget { path, target } => write!(
                f,
                "{}: is for {target}, but only 64-bit little-endian x86 is supported; build it with --target=x86_64-linux-gnu",
                path.display()
            ),
            Error::DuplicateDefinition { symbol, first, second } => {
                write!(f, "{symbol} is defined in both {} and {}", first.display(), second.display())
            }
            Error::Link { path, message } => {
                write!(f, "{}: cannot be linked: {}", path.display(), one_line(message))
            }
            Error::NoBitcode { path, stripped: false } => {
                write!(f, "{}: built without bowline cc; rebuild with CC='bowline cc'", path.display())
            }
            Error::NoBitcode { path, stripped: true } => write!(
                f,
                "{}: stripped, or built without bowline cc; rebuild with CC='bowline cc' and give the file before it is stripped",
                path.display()
            ),
            Error::OnlyOpaque { path, first } => {
                write!(f, "{}: there is no bitcode for any part of it: {}", path.display(), one_line(first))
            }
            Error::BrokenContainer { path, what } => {
                write!(f, "{}: {what}; rebuild it with CC='bowline cc'", path.display())
            }
            Error::Stale { path, source } => write!(
                f,
                "{}: stale: {} has changed since it was built; rebuild it",
                path.display(),
                source.display()
            ),
            Error::Internal(message) => write!(f, "internal error: {}", one_line(message)),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Unreadable { source, .. } | Error::NoCompiler { source, .. } => Some(source),
            _ => None,
        }
    }
}

fn one_line(message: &str) -> String {
    message.split_whitespace().collect::<Vec<_>>().join(" ")
}
