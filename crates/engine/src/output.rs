//! The output directory: chosen, locked, emptied and filled so that nothing of the user's is ever overwritten, nothing is
//! left half-written, and no two runs share one.
//!
//! A directory that exists is replaced only when it is empty or holds the `run.json` of an earlier run; it is known as ours at
//! every moment, so that a run which is killed anywhere does not block the next. The lock is one on the directory itself: it
//! leaves no file behind and ends with the process, however that ends.

use crate::error::Error;
use crate::journal::{self, Event, Journal};
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

const DEFAULT_NAME: &str = "bowline-out";
const LAST: &str = "bowline-last";
pub const RUN_JSON: &str = "run.json";
/// What a file that is being written is called until it is whole.
const PARTIAL: &str = "partial";

#[derive(Debug)]
pub struct Output {
    root: PathBuf,
    journal: Journal,
    /// Held as long as the run uses the directory.
    _lock: File,
}

impl Output {
    /// Creates the directory, with `run_json` for whoever looks before the end. Called when the program has been loaded: a
    /// mistake before that leaves nothing behind.
    pub fn create(chosen: Option<&Path>, run_json: &[u8]) -> Result<Self, Error> {
        let root = match chosen {
            Some(path) => {
                // What is there is looked at before and after it is locked: nothing is created beside a user's files.
                check_replaceable(path)?;
                fs::create_dir_all(path).map_err(Error::file(path, "create"))?;
                path.to_path_buf()
            }
            None => create_next_free()?,
        };
        let lock = lock(&root)?;
        check_contents(&root)?;
        empty(&root)?;
        write_whole(&root.join(RUN_JSON), run_json)?;
        for part in ["tests", "bugs"] {
            let path = root.join(part);
            fs::create_dir(&path).map_err(Error::file(&path, "create"))?;
        }
        let journal = Journal::create(&root)?;
        Ok(Self { root, journal, _lock: lock })
    }

    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Writes a whole file or nothing: readers never see a part of it.
    pub fn write(&self, name: &str, contents: &[u8]) -> Result<(), Error> {
        write_whole(&self.root.join(name), contents)
    }

    /// Adds a line to the journal.
    pub fn tell(&self, event: &Event<'_>) -> Result<(), Error> {
        self.journal.append(event).map_err(Error::file(self.root.join(journal::NAME), "write"))
    }
}

/// A file appears whole or not at all, and of a failure nothing stays.
pub fn write_whole(path: &Path, contents: &[u8]) -> Result<(), Error> {
    let mut partial = path.as_os_str().to_owned();
    partial.push(format!(".{PARTIAL}"));
    let partial = PathBuf::from(partial);
    fs::write(&partial, contents).and_then(|()| fs::rename(&partial, path)).map_err(|source| {
        let _ = fs::remove_file(&partial);
        Error::File { path: path.to_path_buf(), what: "write", source }
    })
}

/// Refuses what [`Output::create`] would refuse, before any work is done.
pub fn check_replaceable(path: &Path) -> Result<(), Error> {
    match fs::metadata(path) {
        Ok(status) if status.is_dir() => {
            lock(path)?;
            check_contents(path)
        }
        Ok(_) => Err(Error::OutputExists(path.to_path_buf())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => {
            Err(Error::OutputExists(path.to_path_buf()))
        }
        Err(source) => Err(Error::File { path: path.to_path_buf(), what: "be used for output", source }),
    }
}

fn check_contents(path: &Path) -> Result<(), Error> {
    // All that a run has written before there is a `run.json`.
    let first = format!("{RUN_JSON}.{PARTIAL}");
    let mut entries = fs::read_dir(path).map_err(Error::file(path, "be used for output"))?;
    let is_empty = entries.all(|entry| entry.is_ok_and(|entry| entry.file_name() == *first));
    match is_empty || is_earlier_run(path) {
        true => Ok(()),
        false => Err(Error::OutputExists(path.to_path_buf())),
    }
}

fn is_earlier_run(path: &Path) -> bool {
    let Ok(text) = fs::read(path.join(RUN_JSON)) else { return false };
    let Ok(value) = serde_json::from_slice::<serde_json::Value>(&text) else { return false };
    ["version", "program", "stop", "paths"].iter().all(|key| value.get(key).is_some())
}

/// Takes the directory for this process. Where the file system has no locks, there is none.
fn lock(path: &Path) -> Result<File, Error> {
    let directory = File::open(path).map_err(Error::file(path, "be used for output"))?;
    match directory.try_lock() {
        Err(TryLockError::WouldBlock) => Err(Error::OutputInUse(path.to_path_buf())),
        Ok(()) | Err(TryLockError::Error(_)) => Ok(directory),
    }
}

/// Removes what an earlier run left. Its `run.json` goes last, when the new one takes its place: the directory stays known as
/// ours. Its journal goes first: it must not be taken for that of another `run.json`.
fn empty(root: &Path) -> Result<(), Error> {
    let journal = root.join(journal::NAME);
    if journal.exists() {
        fs::remove_file(&journal).map_err(Error::file(&journal, "replace"))?;
    }
    for entry in fs::read_dir(root).map_err(Error::file(root, "replace"))?.flatten() {
        let path = entry.path();
        if entry.file_name() == RUN_JSON {
            continue;
        }
        let is_directory = entry.file_type().is_ok_and(|kind| kind.is_dir());
        let removed = if is_directory { fs::remove_dir_all(&path) } else { fs::remove_file(&path) };
        removed.map_err(Error::file(&path, "replace"))?;
    }
    Ok(())
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

    const STUB: &[u8] = br#"{"version":1,"program":{},"stop":"error","paths":{}}"#;

    fn refuses(path: &Path) -> bool {
        let early = matches!(check_replaceable(path), Err(Error::OutputExists(_)));
        assert_eq!(early, matches!(Output::create(Some(path), STUB), Err(Error::OutputExists(_))));
        early
    }

    #[test]
    fn only_an_earlier_run_or_an_empty_directory_is_replaced() {
        let temporary = tempfile::tempdir().expect("a temporary directory");
        let path = temporary.path().join("out");
        fs::create_dir_all(path.join("tests")).expect("created");
        assert!(refuses(&path), "it has tests/ and no run.json");
        fs::write(path.join(RUN_JSON), br#"{"version":1}"#).expect("written");
        assert!(refuses(&path), "a run.json of another tool");
        fs::write(path.join(RUN_JSON), STUB).expect("written");
        fs::write(path.join("tests/000001.ktest"), b"old").expect("written");
        assert!(!refuses(&path), "an earlier run is replaced");
        assert!(!path.join("tests/000001.ktest").exists());
        let file = temporary.path().join("file");
        fs::write(&file, b"the user's").expect("written");
        assert!(refuses(&file));
    }

    #[test]
    fn a_run_that_was_killed_at_its_first_write_does_not_block_the_next() {
        let temporary = tempfile::tempdir().expect("a temporary directory");
        fs::write(temporary.path().join("run.json.partial"), b"{").expect("written");
        assert!(!refuses(temporary.path()));
        assert!(!temporary.path().join("run.json.partial").exists());
    }

    #[test]
    fn two_runs_do_not_share_a_directory() {
        let temporary = tempfile::tempdir().expect("a temporary directory");
        let path = temporary.path().join("out");
        let first = Output::create(Some(&path), STUB).expect("created");
        first.write("tests/000001.ktest", b"1").expect("written");
        assert!(matches!(check_replaceable(&path), Err(Error::OutputInUse(_))));
        assert!(matches!(Output::create(Some(&path), STUB), Err(Error::OutputInUse(_))));
        assert!(path.join("tests/000001.ktest").exists());
        drop(first);
        // A process that another test starts just now has the lock, too, until it becomes another program.
        let is_free = || {
            let is_free = Output::create(Some(&path), STUB).is_ok();
            (!is_free).then(|| std::thread::sleep(std::time::Duration::from_millis(50)));
            is_free
        };
        assert!((0..40).any(|_| is_free()), "the lock ends with the run");
    }

    #[test]
    fn a_file_appears_whole() {
        let temporary = tempfile::tempdir().expect("a temporary directory");
        let output = Output::create(Some(&temporary.path().join("out")), STUB).expect("created");
        output.write("a", b"1").expect("written");
        output.write("a", b"2").expect("written again");
        assert_eq!(fs::read(output.root().join("a")).expect("read"), b"2");
        assert!(!output.root().join("a.partial").exists());
        fs::create_dir(output.root().join("b")).expect("created");
        assert!(output.write("b", b"a directory is in the way").is_err());
        assert!(!output.root().join("b.partial").exists(), "of a failure nothing stays");
    }
}
