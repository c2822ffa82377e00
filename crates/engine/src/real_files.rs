//! The real file system as the program under test may see it: read only, and the same for every path of a run.
//!
//! What was answered once is answered again, so that a file that changes during the run does not make paths differ. Only files,
//! directories and symbolic links exist; what the system makes up as it is asked (`/proc`, `/sys`, `/dev`) does not, because it would
//! show this process instead of the program under test.
//!
//! Files are read and directories listed only where the user allowed it: below the working directory, and what the command line
//! names. That a file exists elsewhere, and where a link leads, can be seen: without that no path would be found.

use bowline_base::FxHashMap;
use bowline_exec::hooks::{Host, HostError, HostStatus};
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs::{self, Metadata};
use std::io;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

const ENOENT: i32 = 2;
const EIO: i32 = 5;

/// Directories of which nothing is shown.
const HIDDEN: [&str; 3] = ["/proc", "/sys", "/dev"];

/// Files that are larger are not kept: they are read again.
const LARGEST_KEPT: usize = 1 << 24;

pub struct RealFiles {
    /// What may be read, with all below it; without links.
    allowed: Vec<PathBuf>,
    status: FxHashMap<Vec<u8>, Result<HostStatus, HostError>>,
    bytes: FxHashMap<Vec<u8>, Result<Vec<u8>, HostError>>,
    names: FxHashMap<Vec<u8>, Result<Vec<Vec<u8>>, HostError>>,
    /// Files that were read but not kept.
    large: BTreeSet<Vec<u8>>,
}

impl RealFiles {
    /// `named` may be read beside what is below the working directory.
    pub fn new(named: impl IntoIterator<Item = PathBuf>) -> Self {
        let here = std::iter::once(PathBuf::from("."));
        Self {
            allowed: here.chain(named).filter_map(|path| path.canonicalize().ok()).collect(),
            status: FxHashMap::default(),
            bytes: FxHashMap::default(),
            names: FxHashMap::default(),
            large: BTreeSet::new(),
        }
    }

    /// What a path leads to may be read.
    fn readable<'p>(&self, path: &'p [u8]) -> Result<&'p Path, HostError> {
        let path = visible(path).map_err(|error| number(&error))?;
        let real = match path.symlink_metadata() {
            // Its target is all that is read of a link.
            Ok(file) if file.is_symlink() => return Ok(path),
            _ => path.canonicalize().map_err(|error| number(&error))?,
        };
        let is_allowed = self.allowed.iter().any(|allowed| real.starts_with(allowed));
        if is_allowed { Ok(path) } else { Err(HostError::Refused) }
    }
}

impl Host for RealFiles {
    fn status(&mut self, path: &[u8]) -> Result<HostStatus, HostError> {
        if let Some(known) = self.status.get(path) {
            return *known;
        }
        let found = visible(path).and_then(|path| Ok(status(&fs::symlink_metadata(path)?)));
        let found = found.map_err(|error| number(&error));
        self.status.insert(path.to_vec(), found);
        found
    }

    fn read(&mut self, path: &[u8]) -> Result<Vec<u8>, HostError> {
        if let Some(known) = self.bytes.get(path) {
            return known.clone();
        }
        let found = self.readable(path).and_then(|path| contents(path).map_err(|error| number(&error)));
        if found.as_ref().map_or(0, Vec::len) <= LARGEST_KEPT {
            self.bytes.insert(path.to_vec(), found.clone());
        } else {
            self.large.insert(path.to_vec());
        }
        found
    }

    fn list(&mut self, path: &[u8]) -> Result<Vec<Vec<u8>>, HostError> {
        if let Some(known) = self.names.get(path) {
            return known.clone();
        }
        let found = self.readable(path).and_then(|path| names(path).map_err(|error| number(&error)));
        self.names.insert(path.to_vec(), found.clone());
        found
    }

    fn directory(&mut self) -> Result<Vec<u8>, HostError> {
        let here = std::env::current_dir().and_then(|path| path.canonicalize());
        here.map(|path| path.into_os_string().into_vec()).map_err(|error| number(&error))
    }

    fn used(&self) -> Vec<Vec<u8>> {
        let read = self.bytes.iter().filter(|(_, bytes)| bytes.is_ok()).map(|(path, _)| path);
        let listed = self.names.iter().filter(|(_, names)| names.is_ok()).map(|(path, _)| path);
        let used: BTreeSet<Vec<u8>> = read.chain(listed).cloned().chain(self.large.iter().cloned()).collect();
        used.into_iter().collect()
    }
}

fn visible(path: &[u8]) -> io::Result<&Path> {
    let path = Path::new(OsStr::from_bytes(path));
    match HIDDEN.iter().any(|hidden| path.starts_with(hidden)) {
        true => Err(io::Error::from_raw_os_error(ENOENT)),
        false => Ok(path),
    }
}

fn contents(path: &Path) -> io::Result<Vec<u8>> {
    let kind = fs::symlink_metadata(path)?.file_type();
    if kind.is_symlink() {
        return Ok(fs::read_link(path)?.into_os_string().into_vec());
    }
    // A pipe or a device could keep us waiting.
    if !kind.is_file() {
        return Err(io::Error::from_raw_os_error(EIO));
    }
    fs::read(path)
}

fn names(path: &Path) -> io::Result<Vec<Vec<u8>>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(path)? {
        names.push(entry?.file_name().into_vec());
    }
    names.sort();
    Ok(names)
}

fn number(error: &io::Error) -> HostError {
    HostError::System(error.raw_os_error().unwrap_or(EIO))
}

fn status(file: &Metadata) -> HostStatus {
    HostStatus {
        mode: file.mode(),
        size: file.size(),
        number: file.ino(),
        refused: refused(file),
        modified: file.mtime().saturating_mul(1_000_000_000).saturating_add(file.mtime_nsec()),
    }
}

/// Rights the user of this process does not have, by the file's mode.
fn refused(file: &Metadata) -> u32 {
    let Ok(own) = fs::metadata("/proc/self") else { return 0 };
    let granted = match () {
        // Only executing needs somebody's right.
        () if own.uid() == 0 => 6 | u32::from(file.is_dir() || file.mode() & 0o111 != 0),
        () if own.uid() == file.uid() => file.mode() >> 6,
        () if own.gid() == file.gid() => file.mode() >> 3,
        () => file.mode(),
    };
    !granted & 7
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;
    use tempfile::tempdir;

    fn bytes(path: &Path) -> &[u8] {
        path.as_os_str().as_bytes()
    }

    #[test]
    fn files_links_and_directories_are_seen() {
        let place = tempdir().expect("a directory");
        let (file, link) = (place.path().join("file"), place.path().join("link"));
        fs::write(&file, "four").expect("writing");
        symlink("file", &link).expect("a link");
        let mut host = RealFiles::new([place.path().to_path_buf()]);
        let seen = host.status(bytes(&file)).expect("the file");
        assert_eq!((seen.size, seen.mode & 0o170_000, seen.refused & 4), (4, 0o100_000, 0));
        assert_eq!(host.status(bytes(&link)).expect("the link").mode & 0o170_000, 0o120_000);
        assert_eq!(host.read(bytes(&link)), Ok(b"file".to_vec()));
        assert_eq!(host.read(bytes(&file)), Ok(b"four".to_vec()));
        assert_eq!(host.list(bytes(place.path())), Ok(vec![b"file".to_vec(), b"link".to_vec()]));
        assert_eq!(host.read(bytes(place.path())), Err(HostError::System(EIO)));
        let used: Vec<Vec<u8>> = [place.path(), &file, &link].map(|path| bytes(path).to_vec()).into();
        assert_eq!(host.used(), used);
    }

    #[test]
    fn answers_stay_as_they_were() {
        let place = tempdir().expect("a directory");
        let file = place.path().join("file");
        let mut host = RealFiles::new([place.path().to_path_buf()]);
        assert_eq!(host.status(bytes(&file)), Err(HostError::System(ENOENT)));
        fs::write(&file, "late").expect("writing");
        assert_eq!(host.status(bytes(&file)), Err(HostError::System(ENOENT)));
        assert_eq!(host.read(bytes(&file)), Ok(b"late".to_vec()));
        fs::write(&file, "later").expect("writing");
        assert_eq!(host.read(bytes(&file)), Ok(b"late".to_vec()));
    }

    #[test]
    fn what_is_made_up_for_this_process_is_hidden() {
        let mut host = RealFiles::new([]);
        for path in ["/proc/self/maps", "/dev/null", "/sys"] {
            assert_eq!(host.status(path.as_bytes()), Err(HostError::System(ENOENT)), "{path}");
        }
        assert!(host.status(b"/").is_ok());
    }

    #[test]
    fn only_what_is_allowed_is_read() {
        let (inside, outside) = (tempdir().expect("a directory"), tempdir().expect("a directory"));
        let (secret, link) = (outside.path().join("secret"), inside.path().join("link"));
        fs::write(&secret, "secret").expect("writing");
        symlink(&secret, &link).expect("a link");
        symlink(outside.path(), inside.path().join("way")).expect("a link");
        let mut host = RealFiles::new([inside.path().to_path_buf()]);
        assert_eq!(host.read(bytes(&secret)), Err(HostError::Refused));
        assert_eq!(host.list(bytes(outside.path())), Err(HostError::Refused));
        assert_eq!(host.read(bytes(&inside.path().join("way/secret"))), Err(HostError::Refused));
        assert_eq!(host.read(bytes(&link)), Ok(bytes(&secret).to_vec()), "only where it leads");
        assert!(host.status(bytes(&secret)).is_ok());
        let mut host = RealFiles::new([secret.clone()]);
        assert_eq!(host.read(bytes(&secret)), Ok(b"secret".to_vec()));
        assert_eq!(host.list(bytes(outside.path())), Err(HostError::Refused));
    }
}
