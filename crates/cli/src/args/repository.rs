//! Where responses about segments are kept.

use bowline_engine::Error;
use clap::Args;
use std::env;
use std::path::PathBuf;

#[derive(Args, Debug, Default)]
pub struct RepositoryOptions {
    /// Keep what was measured in this directory, for later runs [default: in the user's cache]
    #[arg(long, value_name = "DIR", conflicts_with = "no_repository")]
    pub repository: Option<PathBuf>,

    /// Measure everything anew, and keep nothing
    #[arg(long)]
    pub no_repository: bool,
}

impl RepositoryOptions {
    /// The directory, which need not exist yet.
    pub fn directory(&self) -> Result<Option<PathBuf>, Error> {
        match &self.repository {
            _ if self.no_repository => Ok(None),
            Some(given) if given.exists() && !given.is_dir() => {
                Err(Error::Options(format!("--repository {}: this is no directory", given.display())))
            }
            Some(given) => Ok(Some(given.clone())),
            None => Ok(cache().map(|cache| cache.join("bowline").join("responses"))),
        }
    }
}

/// As the XDG base directory specification has it; nothing for a user without a home.
fn cache() -> Option<PathBuf> {
    let absolute = |name: &str| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    absolute("XDG_CACHE_HOME").or_else(|| absolute("HOME").map(|home| home.join(".cache")))
}
