//! The corpus that the exploration and the fuzzer share.
//!
//! There are two copies. The fuzzer's is in a temporary directory that its sandbox may write to, so what lies there is the word of a program
//! that may do anything: only plain files of moderate size are taken, and links are not followed. `corpus` in the output directory is ours.

use crate::error::Error;
use crate::ktest::Bytes;
use crate::output::write_whole;
use bowline_base::FxHashSet;
use std::collections::HashSet;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// Bytes of an input that is taken from the fuzzer.
const LARGEST: u64 = 1 << 16;
/// Inputs that are given to the fuzzer, at most: each is run at every start.
const MOST_GIVEN: usize = 20_000;
/// Of the fuzzer's copy.
const MOST_BYTES: u64 = 256 << 20;
const MOST_FILES: usize = 200_000;
/// In front of the numbers of inputs that the exploration found.
const OWN: &str = "bowline-";

/// An input of the fuzzer's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arrival {
    pub bytes: Vec<u8>,
    /// A sanitizer ended the fuzzer there.
    pub is_crash: bool,
}

pub struct Corpus {
    /// The fuzzer's copy.
    live: PathBuf,
    /// Ours.
    kept: PathBuf,
    seen: HashSet<OsString>,
    /// What either side has had, by contents.
    known: FxHashSet<Vec<u8>>,
    /// Of all files that have appeared in the fuzzer's.
    bytes: u64,
    /// Inputs that were given to the fuzzer.
    pub given: usize,
    /// Inputs that came from it.
    pub received: usize,
}

impl Corpus {
    /// `live` and `kept` are made.
    pub fn create(live: PathBuf, kept: PathBuf) -> Result<Self, Error> {
        for directory in [&live, &kept] {
            fs::create_dir_all(directory).map_err(Error::file(directory, "create"))?;
        }
        Ok(Self {
            live,
            kept,
            seen: HashSet::new(),
            known: FxHashSet::default(),
            bytes: 0,
            given: 0,
            received: 0,
        })
    }

    pub fn live(&self) -> &Path {
        &self.live
    }

    /// Inputs that the fuzzer has added since the last time, oldest first as far as the file system tells.
    pub fn look(&mut self) -> Result<Vec<Arrival>, Error> {
        let mut new = Vec::new();
        for entry in fs::read_dir(&self.live).into_iter().flatten().flatten() {
            let name = entry.file_name();
            if self.seen.contains(&name) {
                continue;
            }
            self.seen.insert(name.clone());
            let path = entry.path();
            let Ok(status) = path.symlink_metadata() else { continue };
            self.bytes += status.len();
            if !status.is_file() || status.len() > LARGEST {
                continue;
            }
            // It may have been replaced by a smaller one meanwhile.
            let Ok(bytes) = fs::read(&path) else { continue };
            if self.known.insert(bytes.clone()) {
                new.push((status.modified().ok(), name, bytes));
            }
        }
        new.sort();
        self.received += new.len();
        let mut arrivals = Vec::with_capacity(new.len());
        for (_, name, bytes) in new {
            write_whole(&self.kept.join(name), &bytes)?;
            arrivals.push(Arrival { bytes, is_crash: false });
        }
        Ok(arrivals)
    }

    /// Gives an input to the fuzzer, unless it is known. It appears whole.
    pub fn give(&mut self, bytes: &Bytes) -> Result<(), Error> {
        if self.given >= MOST_GIVEN || bytes.len() > LARGEST {
            return Ok(());
        }
        let bytes = bytes.to_vec();
        if !self.known.insert(bytes.clone()) {
            return Ok(());
        }
        self.given += 1;
        let name = format!("{OWN}{:06}", self.given);
        self.seen.insert(name.clone().into());
        write_whole(&self.kept.join(&name), &bytes)?;
        write_beside(&self.live, &name, &bytes)
    }

    /// A program that does not behave fills the disk through the fuzzer's copy.
    pub fn is_too_large(&self) -> bool {
        self.bytes > MOST_BYTES || self.seen.len() > MOST_FILES
    }

    /// How many files the output directory has.
    pub fn len(&self) -> usize {
        self.given + self.received
    }
}

/// Like [`write_whole`], but the part is beside the directory: the fuzzer reads whatever it finds there.
fn write_beside(directory: &Path, name: &str, bytes: &[u8]) -> Result<(), Error> {
    let (partial, path) = (directory.with_extension("partial"), directory.join(name));
    fs::write(&partial, bytes).and_then(|()| fs::rename(&partial, &path)).map_err(Error::file(path, "write"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_is_taken_once_and_what_is_ours_never() {
        let place = tempfile::tempdir().expect("a directory");
        let at = |name: &str| place.path().join(name);
        let mut corpus = Corpus::create(at("live"), at("kept")).expect("made");
        fs::write(at("live/a"), b"one").expect("written");
        fs::write(at("live/b"), vec![0; LARGEST as usize + 1]).expect("written");
        fs::write(at("secret"), b"secret").expect("written");
        std::os::unix::fs::symlink(at("secret"), at("live/link")).expect("linked");
        corpus.give(&Bytes::from(*b"ours")).expect("given");
        corpus.give(&Bytes::from(*b"ours")).expect("known");
        let arrivals = corpus.look().expect("looked");
        assert_eq!(arrivals, [Arrival { bytes: b"one".to_vec(), is_crash: false }]);
        corpus.give(&Bytes::from(*b"one")).expect("known");
        fs::write(at("live/c"), b"ours").expect("written");
        assert_eq!(corpus.look().expect("looked"), []);
        assert_eq!((corpus.given, corpus.received, corpus.len()), (1, 1, 2));
        let mut kept: Vec<OsString> =
            fs::read_dir(at("kept")).expect("read").flatten().map(|one| one.file_name()).collect();
        kept.sort();
        assert_eq!(kept, ["a", "bowline-000001"]);
        assert_eq!(fs::read(at("live/bowline-000001")).expect("read"), b"ours");
    }
}
