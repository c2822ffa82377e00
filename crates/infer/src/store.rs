//! Responses on disk, for runs and projects to come.
//!
//! One file per response, named by a hash of its key. The key is everything that the response depends on, in words: the file has it whole, so two
//! keys with the same hash are never taken for each other. Whoever writes does so beside and renames, so that a reader sees a whole file or none, however many
//! write at once. A file that is damaged, of another version or for another key is as good as none, and is replaced.
//!
//! Nothing depends on the store but time: a directory that cannot be read or written is one without responses.

use bowline_base::FxHashMap;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use tempfile::NamedTempFile;

/// Of the entries, and of the way in which things are measured: either changes, and old entries count no more.
const VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
struct Entry {
    version: u32,
    key: String,
    /// Of the value's text, to notice a file that was changed.
    sum: String,
    value: String,
}

#[derive(Clone, Debug, Default)]
pub struct Store {
    directory: Option<PathBuf>,
    /// What was found and what was not: [`Store::counts`].
    counts: Arc<[AtomicU64; 2]>,
    /// What was read or written in this process, by key; also where there is no directory.
    known: Arc<Mutex<FxHashMap<String, String>>>,
}

impl Store {
    /// Kept in this directory, which is made when it is first needed.
    pub fn at(directory: PathBuf) -> Self {
        Self { directory: Some(directory), ..Self::default() }
    }

    /// The response for a key.
    pub fn get<T: DeserializeOwned>(&self, key: &str) -> Option<T> {
        let kept = self.known.lock().unwrap_or_else(PoisonError::into_inner).get(key).cloned();
        let value = kept.or_else(|| {
            let value = read(&self.path(key)?, key)?;
            self.keep(key, &value);
            Some(value)
        });
        let found = value.and_then(|value| serde_json::from_str(&value).ok());
        self.counts[usize::from(found.is_none())].fetch_add(1, Ordering::Relaxed);
        found
    }

    /// Keeps a response.
    pub fn put<T: Serialize>(&self, key: &str, response: &T) {
        let Ok(value) = serde_json::to_string(response) else { return };
        self.keep(key, &value);
        let Some(path) = self.path(key) else { return };
        let entry = Entry { version: VERSION, key: key.to_string(), sum: hash(value.as_bytes()), value };
        if let Ok(text) = serde_json::to_vec_pretty(&entry) {
            // A response that cannot be kept is made again next time.
            let _ = write(&path, &text);
        }
    }

    /// Responses that were there, and that were not.
    pub fn counts(&self) -> (u64, u64) {
        (self.counts[0].load(Ordering::Relaxed), self.counts[1].load(Ordering::Relaxed))
    }

    fn keep(&self, key: &str, value: &str) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.insert(key.to_string(), value.to_string());
    }

    fn path(&self, key: &str) -> Option<PathBuf> {
        let name = hash(key.as_bytes());
        Some(self.directory.as_ref()?.join(&name[..2]).join(format!("{name}.json")))
    }
}

fn read(path: &Path, key: &str) -> Option<String> {
    let entry: Entry = serde_json::from_slice(&fs::read(path).ok()?).ok()?;
    let is_right = entry.version == VERSION && entry.key == key && entry.sum == hash(entry.value.as_bytes());
    is_right.then_some(entry.value)
}

fn write(path: &Path, text: &[u8]) -> std::io::Result<()> {
    let Some(directory) = path.parent() else { return Ok(()) };
    fs::create_dir_all(directory)?;
    let mut beside = NamedTempFile::new_in(directory)?;
    beside.write_all(text)?;
    beside.persist(path)?;
    Ok(())
}

/// FNV-1a of 128 bits: the same everywhere and for ever.
pub fn hash(bytes: &[u8]) -> String {
    let start = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d_u128;
    let prime = 0x0000_0000_0100_0000_0000_0000_0000_013b_u128;
    let value = bytes.iter().fold(start, |value, byte| (value ^ u128::from(*byte)).wrapping_mul(prime));
    format!("{value:032x}")
}
