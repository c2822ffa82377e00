//! Temporary directories, which go away with their owner, or with the next run if the owner was killed.
//!
//! A name says whose it is: `bowline-PURPOSE-PROCESS-RANDOM`. It is left over when no such process is there *and* nobody holds
//! the lock on the directory: a process of another container may have any number, but it has the lock; one that has not come
//! to lock its directory yet is there. Nothing else in the temporary directory is touched.

use crate::error::Error;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use tempfile::TempDir;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// Headers for the program's compilation.
    Include,
    /// Native builds and runs.
    Native,
    /// A native build that writes down which lines it executes.
    Coverage,
    /// The output of an exploration that nobody keeps.
    Loops,
    /// A fuzzer with its corpus.
    Fuzz,
}

impl Purpose {
    const ALL: [Purpose; 5] =
        [Purpose::Include, Purpose::Native, Purpose::Coverage, Purpose::Loops, Purpose::Fuzz];

    const fn prefix(self) -> &'static str {
        match self {
            Purpose::Include => "bowline-include-",
            Purpose::Native => "bowline-native-",
            Purpose::Coverage => "bowline-coverage-",
            Purpose::Loops => "bowline-loops-",
            Purpose::Fuzz => "bowline-fuzz-",
        }
    }
}

/// What `bowline cc` makes.
const OF_COMPILER: &str = "bowline-cc-";

#[derive(Debug)]
pub struct Scratch {
    place: TempDir,
    _lock: Option<File>,
}

impl Scratch {
    pub fn new(purpose: Purpose) -> Result<Self, Error> {
        let prefix = format!("{}{}-", purpose.prefix(), std::process::id());
        let place =
            TempDir::with_prefix(prefix).map_err(Error::file("the temporary directory", "be written to"))?;
        let lock = locked(place.path());
        Ok(Self { place, _lock: lock })
    }

    pub fn path(&self) -> &Path {
        self.place.path()
    }
}

fn locked(directory: &Path) -> Option<File> {
    File::open(directory).ok().filter(|file| file.try_lock().is_ok())
}

/// Removes what killed processes left in the temporary directory. What cannot be removed stays.
pub fn remove_left_overs() {
    remove_left_overs_in(&std::env::temp_dir());
}

fn remove_left_overs_in(directory: &Path) {
    let Ok(entries) = fs::read_dir(directory) else { return };
    for entry in entries.flatten() {
        if owner(&entry.file_name()).is_some_and(is_gone) && is_own(&entry.path()) {
            // Held until all of it is removed.
            if let Some(_lock) = locked(&entry.path()) {
                let _ = fs::remove_dir_all(entry.path());
            }
        }
    }
}

/// The process that a name names.
fn owner(name: &OsStr) -> Option<u32> {
    let name = name.to_str()?;
    let prefixes = Purpose::ALL.iter().map(|purpose| purpose.prefix()).chain([OF_COMPILER]);
    let rest = prefixes.into_iter().find_map(|prefix| name.strip_prefix(prefix))?;
    rest.split_once('-')?.0.parse().ok()
}

fn is_gone(process: u32) -> bool {
    let processes = Path::new("/proc");
    processes.join("self").exists() && !processes.join(process.to_string()).exists()
}

/// A directory of this user's, and no link to one.
fn is_own(path: &Path) -> bool {
    let (Ok(own), Ok(status)) = (fs::metadata("/proc/self"), fs::symlink_metadata(path)) else {
        return false;
    };
    status.is_dir() && status.uid() == own.uid()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_nobody_uses_is_removed() {
        let temporary = tempfile::tempdir().expect("a temporary directory");
        let at = |name: &str| temporary.path().join(name);
        // Larger than any number that Linux gives to a process.
        let gone = [
            "bowline-include-4999999-a",
            "bowline-native-4999999-b",
            "bowline-coverage-4999999-c",
            "bowline-cc-4999999-d",
        ];
        let alive = format!("bowline-native-{}-d", std::process::id());
        let in_use = "bowline-native-4999998-e";
        let others = ["bowline-native-x-f", "bowline-out-4999999-g", "bowline-native-4999999", "mine"];
        for name in gone.iter().chain(&others).chain([&alive.as_str(), &in_use]) {
            fs::create_dir_all(at(name).join("below")).expect("created");
            fs::write(at(name).join("below/file"), b"1").expect("written");
        }
        std::os::unix::fs::symlink(at("mine"), at("bowline-native-4999999-h")).expect("linked");
        let lock = locked(&at(in_use)).expect("locked");
        remove_left_overs_in(temporary.path());
        for name in gone {
            assert!(!at(name).exists(), "{name} stayed");
        }
        for name in others.iter().chain([&alive.as_str(), &in_use, &"bowline-native-4999999-h"]) {
            assert!(at(name).join("below/file").exists(), "{name} was removed");
        }
        drop(lock);
        remove_left_overs_in(temporary.path());
        assert!(!at(in_use).exists());
    }

    #[test]
    fn a_directory_of_this_process_is_not_left_over() {
        let scratch = Scratch::new(Purpose::Include).expect("created");
        assert_eq!(owner(scratch.path().file_name().expect("a name")), Some(std::process::id()));
        assert!(locked(scratch.path()).is_none(), "it is locked");
    }
}
