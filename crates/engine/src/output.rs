//! The output directory: chosen, created and filled so that nothing of the user's is ever overwritten and nothing is
//! left half-written.
//!
//! A directory that exists is replaced only when it is empty or holds the `run.json` of an earlier run.

use crate::error::Error;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

const DEFAULT_NAME: &str = "bowline-out";
const LAST: &str = "bowline-last";
pub const RUN_JSON: &str = "run.json";

pub struct Output {
    root: PathBuf,
}

impl Output {
    /// Creates the directory. Called when the program has been loaded: a mistake before that leaves nothing behind.
    pub fn create(chosen: Option<&Path>) -> Result<Self, Error> {
        let root = match chosen {
            Some(path) => {
                check_replaceable(path)?;
                if path.exists() {
                    fs::remove_dir_all(path).map_err(Error::file(path, "replace"))?;
                }
                fs::create_dir_all(path).map_err(Error::file(path, "create"))?;
                path.to_path_buf()
            }
            None => create_next_free()?,
        };
        let output = Self { root };
        for part in ["tests", "bugs"] {
            let path = output.root.join(part);
            fs::create_dir(&path).map_err(Error::file(&path, "create"))?;
        }
        Ok(output)
    }

    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Writes a whole file or nothing: readers never see a part of it.
    pub fn write(&self, name: &str, contents: &[u8]) -> Result<(), Error> {
        let path = self.root.join(name);
        let partial = self.root.join(format!("{name}.partial"));
        fs::write(&partial, contents).map_err(Error::file(&partial, "write"))?;
        fs::rename(&partial, &path).map_err(Error::file(&path, "write"))
    }
}

/// Refuses what [`Output::create`] would refuse, before any work is done.
pub fn check_replaceable(path: &Path) -> Result<(), Error> {
    match fs::read_dir(path) {
        Ok(mut entries) => match entries.next().is_none() || is_earlier_run(path) {
            true => Ok(()),
            false => Err(Error::OutputExists(path.to_path_buf())),
        },
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => {
            Err(Error::OutputExists(path.to_path_buf()))
        }
        Err(source) => Err(Error::File { path: path.to_path_buf(), what: "be used for output", source }),
    }
}

fn is_earlier_run(path: &Path) -> bool {
    let Ok(text) = fs::read(path.join(RUN_JSON)) else { return false };
    let Ok(value) = serde_json::from_slice::<serde_json::Value>(&text) else { return false };
    ["version", "program", "stop", "paths"].iter().all(|key| value.get(key).is_some())
}

/// `bowline-out-0`, `bowline-out-1`, ... in the current directory, with `bowline-last` pointing to the newest.
fn create_next_free() -> Result<PathBuf, Error> {
    for number in 0.. {
        let path = PathBuf::from(format!("{DEFAULT_NAME}-{number}"));
        match fs::create_dir(&path) {
            Ok(()) => {
                point_last_to(&path);
                return Ok(path);
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(source) => return Err(Error::File { path, what: "create", source }),
        }
    }
    unreachable!("some number is free: directories are finitely many")
}

/// A convenience: that it cannot be made is no reason to fail. Only a symbolic link is ever replaced.
fn point_last_to(path: &Path) {
    let last = Path::new(LAST);
    if last.is_symlink() {
        let _ = fs::remove_file(last);
    }
    let _ = std::os::unix::fs::symlink(path, last);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_earlier_run_or_an_empty_directory_is_replaced() {
        let temporary = tempfile::tempdir().expect("a temporary directory");
        let path = temporary.path().join("out");
        assert!(Output::create(Some(&path)).is_ok(), "a new directory");
        assert!(
            matches!(Output::create(Some(&path)), Err(Error::OutputExists(_))),
            "it has tests/ and no run.json"
        );
        fs::write(path.join(RUN_JSON), br#"{"version":1}"#).expect("written");
        assert!(
            matches!(Output::create(Some(&path)), Err(Error::OutputExists(_))),
            "a run.json of another tool"
        );
        fs::write(path.join(RUN_JSON), br#"{"version":1,"program":{},"stop":"error","paths":{}}"#)
            .expect("written");
        fs::write(path.join("tests/000001.ktest"), b"old").expect("written");
        let output = Output::create(Some(&path)).expect("an earlier run is replaced");
        assert!(!output.root().join("tests/000001.ktest").exists());
        let file = temporary.path().join("file");
        fs::write(&file, b"the user's").expect("written");
        assert!(matches!(Output::create(Some(&file)), Err(Error::OutputExists(_))));
    }

    #[test]
    fn a_file_appears_whole() {
        let temporary = tempfile::tempdir().expect("a temporary directory");
        let output = Output::create(Some(&temporary.path().join("out"))).expect("created");
        output.write("a", b"1").expect("written");
        output.write("a", b"2").expect("written again");
        assert_eq!(fs::read(output.root().join("a")).expect("read"), b"2");
        assert!(!output.root().join("a.partial").exists());
    }
}
