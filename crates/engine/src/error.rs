//! Why a run did not happen. All but [`Error::Internal`] are for the user to mend.

use crate::report::Stop;
use bowline_exec::EntryError;
use bowline_solver::SolverError;
use std::fmt;
use std::io;
use std::path::PathBuf;

#[derive(Debug)]
pub enum Error {
    /// Options that do not go together.
    Options(String),
    Load(bowline_frontend::Error),
    /// The program is no harness, or not the one the options ask for.
    Harness(String),
    Entry(EntryError),
    Solver(SolverError),
    /// Functions that are used, defined nowhere and not known to the executor.
    UnresolvedFunctions(Vec<String>),
    UnresolvedGlobals(Vec<String>),
    /// The output directory holds something that is not ours to replace.
    OutputExists(PathBuf),
    /// Another run writes to the output directory.
    OutputInUse(PathBuf),
    /// A file of ours could not be read or written.
    File {
        path: PathBuf,
        what: &'static str,
        source: io::Error,
    },
    /// Not a test, or not one that belongs to a run.
    BadTest {
        path: PathBuf,
        why: String,
    },
    /// The native build of the program failed.
    NativeBuild(String),
    /// A limit, or the user, ended the run before there was anything to explore.
    NotLoaded(Stop),
    /// The system gives no memory to run in.
    NoMemory,
    /// Our own mistake.
    Internal(String),
}

impl Error {
    /// Can the user do something about it?
    pub fn is_users(&self) -> bool {
        match self {
            Error::Load(error) => error.is_users(),
            Error::Internal(_) => false,
            _ => true,
        }
    }

    /// For `map_err`: a file could not be read, written, ...
    pub fn file(path: impl Into<PathBuf>, what: &'static str) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |source| Error::File { path, what, source }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Options(why) | Error::Harness(why) => f.write_str(why),
            Error::Load(error) => error.fmt(f),
            Error::Entry(error) => error.fmt(f),
            Error::Solver(error) => error.fmt(f),
            Error::UnresolvedFunctions(names) => write!(
                f,
                "no definition of {}: add the files that define them or, with --native-lib, a shared library that has \
                 them; or say what such a call is to mean, with --unknowns symbolic or --unknowns stop",
                listed(names)
            ),
            Error::UnresolvedGlobals(names) => {
                write!(
                    f,
                    "no definition of the variable(s) {}: add the files that define them",
                    listed(names)
                )
            }
            Error::OutputExists(path) => write!(
                f,
                "{} exists and is not the output of an earlier run: choose another --out, or remove it",
                path.display()
            ),
            Error::OutputInUse(path) => write!(
                f,
                "{} is in use by another run: choose another --out, or wait for its end",
                path.display()
            ),
            Error::File { path, what, source } => write!(f, "{}: cannot {what}: {source}", path.display()),
            Error::BadTest { path, why } => write!(f, "{}: {why}", path.display()),
            Error::NotLoaded(Stop::Interrupted) => f.write_str("stopped while the program was loaded"),
            Error::NotLoaded(Stop::MaxMemory) => {
                f.write_str("the program does not fit the memory limit: raise --max-memory")
            }
            Error::NotLoaded(_) => f.write_str("loading the program takes too long: raise --max-time"),
            Error::NativeBuild(why) => write!(f, "the native build failed: {why}"),
            Error::NoMemory => f.write_str(
                "there is not enough memory to start: allow more (`ulimit -v`), or end other programs",
            ),
            Error::Internal(message) => write!(f, "internal error: {message}"),
        }
    }
}

/// A few names in full; a missing library has hundreds.
pub(crate) fn listed(names: &[String]) -> String {
    const SHOWN: usize = 8;
    let mut text = names.iter().take(SHOWN).map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    if names.len() > SHOWN {
        text.push_str(&format!(" and {} more", names.len() - SHOWN));
    }
    text
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Load(error) => Some(error),
            Error::Entry(error) => Some(error),
            Error::Solver(error) => Some(error),
            Error::File { source, .. } => Some(source),
            _ => None,
        }
    }
}

impl From<bowline_frontend::Error> for Error {
    fn from(error: bowline_frontend::Error) -> Self {
        Error::Load(error)
    }
}

impl From<EntryError> for Error {
    fn from(error: EntryError) -> Self {
        Error::Entry(error)
    }
}

impl From<SolverError> for Error {
    fn from(error: SolverError) -> Self {
        Error::Solver(error)
    }
}
