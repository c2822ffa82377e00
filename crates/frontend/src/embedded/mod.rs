//! Bitcode that travels inside native files.
//!
//! `bowline cc` puts one [`Unit`] per translation unit into the section [`SECTION`] of its object. The section is not
//! loaded and linkers concatenate sections of one name, so an executable holds the units of everything it was linked
//! from, and an archive needs no care at all. [`frame`] is the format, [`container`] finds units in files.
//!
//! A unit remembers what it was compiled from, so that the same source can be compiled again under sanitizers, and
//! so that a source or a header that changed since is noticed. Headers of the system are not remembered.

pub mod container;
pub mod frame;

use sha2::{Digest, Sha256};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// The name of the section.
pub const SECTION: &str = ".bowline";

/// SHA-256.
pub type Hash = [u8; 32];

pub fn hash(bytes: &[u8]) -> Hash {
    Sha256::digest(bytes).into()
}

/// What one command of the compiler contributed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    pub content: Content,
    /// As it was given to the compiler.
    pub source: PathBuf,
    /// Where the compiler ran.
    pub directory: PathBuf,
    /// Of the source's contents; none where there is no file that could be read again.
    pub source_hash: Option<Hash>,
    /// What the source includes but for the system's headers, as the compiler named it, with the contents' hashes.
    pub headers: Vec<(PathBuf, Hash)>,
    /// `clang-19` or `clang++-19`.
    pub compiler: OsString,
    /// What decides the meaning of the source; for [`Content::Libraries`] what was linked in.
    pub flags: Vec<OsString>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Content {
    Bitcode(Vec<u8>),
    /// Native code only, and why.
    Opaque(String),
    /// Nothing but a note of the libraries that a link named.
    Libraries,
}

/// Can the source be compiled again?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Freshness {
    Same,
    Changed,
    /// Not there any more, or never a file.
    Gone,
}

impl Unit {
    pub fn source_path(&self) -> PathBuf {
        self.directory.join(&self.source)
    }

    /// Bitcode that somebody else made, nobody knows how.
    pub fn is_foreign(&self) -> bool {
        matches!(self.content, Content::Bitcode(_)) && self.compiler.is_empty()
    }

    /// The source and the reason, for a unit without bitcode.
    pub fn why_opaque(&self) -> Option<(&Path, &str)> {
        match &self.content {
            Content::Opaque(why) => Some((&self.source, why)),
            _ => None,
        }
    }

    /// The first header that is not what it was. One that is gone is no contradiction.
    pub fn changed_header(&self) -> Option<PathBuf> {
        let paths = self.headers.iter().map(|(header, before)| (self.directory.join(header), before));
        let changed = |path: &Path, before: &Hash| fs::read(path).is_ok_and(|now| hash(&now) != *before);
        paths.filter(|(path, before)| changed(path, before)).map(|(path, _)| path).next()
    }

    pub fn freshness(&self) -> Freshness {
        match (self.source_hash, fs::read(self.source_path())) {
            (Some(before), Ok(now)) if hash(&now) == before => Freshness::Same,
            (Some(_), Ok(_)) => Freshness::Changed,
            _ => Freshness::Gone,
        }
    }
}
