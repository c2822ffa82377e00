//! Tests become files of another format, all of them or none.

use super::names::Names;
use super::testcomp::{self, Metadata};
use super::{StoredTest, raw, reproducer};
use crate::error::Error;
use bowline_exec::BugKind;
use sha2::{Digest, Sha256};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TestFormat {
    Ktest,
    /// A test suite of Test-Comp.
    TestComp,
    /// A fuzzer's corpus.
    Raw,
    /// Standalone reproducers.
    C,
}

/// What was written.
#[derive(Debug)]
pub struct Converted {
    pub files: usize,
    /// How to use one of the files, one command per line, in the directory.
    pub commands: Vec<String>,
    /// What each file is, where that is not plain.
    pub note: Option<String>,
}

/// Writes tests to a directory, which is new or empty.
pub fn convert(tests: &[StoredTest], format: TestFormat, directory: &Path) -> Result<Converted, Error> {
    check_is_free(directory)?;
    let mut files: Vec<(String, Vec<u8>)> = Vec::new();
    let mut converted = Converted { files: 0, commands: Vec::new(), note: None };
    let mut stems = Names::default();
    let mut needs_headers = false;
    for stored in tests {
        let stem = stem(&stored.path, &mut stems);
        let bad = |why| Error::BadTest { path: stored.path.clone(), why };
        match format {
            TestFormat::Ktest => files.push((format!("{stem}.ktest"), stored.test.encode())),
            TestFormat::TestComp => {
                let covers_error =
                    stored.bug().is_some_and(|(_, bug)| bug.known_kind() == Some(BugKind::Assertion));
                let text = testcomp::write(&stored.test, covers_error).map_err(bad)?;
                files.push((format!("{stem}.xml"), text.into_bytes()));
            }
            TestFormat::Raw => {
                if raw::fuzzer_data(&stored.test).is_none() {
                    converted.note =
                        Some("one file per input, TEST-INPUT: these are no libFuzzer inputs".to_string());
                }
                let parts = raw::files(&stored.test).into_iter();
                files.extend(parts.map(|(ending, bytes)| (format!("{stem}{ending}"), bytes)));
            }
            TestFormat::C => {
                let name = format!("{stem}.c");
                let made = reproducer::write(stored, &name).map_err(bad)?;
                needs_headers |= made.needs_headers;
                if converted.commands.is_empty() {
                    converted.commands = made.commands;
                }
                files.push((name, made.text.into_bytes()));
            }
        }
    }
    if format == TestFormat::TestComp {
        files.push(("metadata.xml".to_string(), suite_metadata(tests).into_bytes()));
    }
    if needs_headers {
        for header in bowline_runtime::HEADERS {
            files.push((format!("include/{}", header.name), header.contents.to_vec()));
        }
    }
    write_all(&files, directory).map_err(Error::file(directory, "be written"))?;
    converted.files = files.len();
    Ok(converted)
}

fn check_is_free(directory: &Path) -> Result<(), Error> {
    let bad = |why: &str| Error::BadTest { path: directory.to_path_buf(), why: why.to_string() };
    match fs::read_dir(directory) {
        Ok(mut entries) => match entries.next() {
            None => Ok(()),
            Some(_) => Err(bad("exists and is not empty: choose another directory with --out, or remove it")),
        },
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => {
            Err(bad("is a file: choose another directory with --out"))
        }
        Err(source) => Err(Error::file(directory, "be read")(source)),
    }
}

/// The name of a test without its extension; tests of several runs may have the same.
fn stem(path: &Path, taken: &mut Names) -> String {
    taken.free(&path.file_stem().unwrap_or_default().to_string_lossy(), '-', 2)
}

fn suite_metadata(tests: &[StoredTest]) -> String {
    let program = tests.iter().find_map(|test| test.run.as_ref()).map(|run| &run.report.program);
    let file = program.and_then(|program| Some(program.directory.join(program.files.first()?)));
    let contents = file.as_ref().and_then(|file| fs::read(file).ok()).unwrap_or_default();
    let hash: String = Sha256::digest(&contents).iter().map(|byte| format!("{byte:02x}")).collect();
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    testcomp::metadata(&Metadata {
        producer: concat!("bowline ", env!("CARGO_PKG_VERSION")),
        program: &file.map_or_else(|| "unknown".to_string(), |file| file.to_string_lossy().into_owned()),
        hash: &hash,
        entry: program.and_then(|program| program.entry.as_deref()).unwrap_or("main"),
        created: &iso_8601(seconds),
    })
}

/// A moment in UTC, from the seconds since 1970.
fn iso_8601(seconds: u64) -> String {
    let (mut days, rest) = (seconds / 86_400, seconds % 86_400);
    let is_leap = |year: u64| year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
    let mut year = 1970;
    while days >= 365 + u64::from(is_leap(year)) {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let february = 28 + u64::from(is_leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    let (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60);
    format!("{year:04}-{month:02}-{:02}T{hour:02}:{minute:02}:{second:02}Z", days + 1)
}

/// Everything goes to a directory beside, which then takes the name: nobody sees a part of it.
fn write_all(files: &[(String, Vec<u8>)], directory: &Path) -> io::Result<()> {
    let full = std::path::absolute(directory)?;
    let parent = full.parent().map(PathBuf::from).unwrap_or_default();
    fs::create_dir_all(&parent)?;
    let partial = tempfile::Builder::new().prefix(".bowline-tests-").tempdir_in(&parent)?;
    for (name, bytes) in files {
        let path = partial.path().join(name);
        if let Some(parent) = path.parent().filter(|parent| *parent != partial.path()) {
            fs::create_dir_all(parent)?;
        }
        fs::write(path, bytes)?;
    }
    // A temporary directory is for its owner alone; what is handed on has the usual rights.
    let usual = parent.join(format!(".bowline-tests-{}", std::process::id()));
    fs::create_dir(&usual)?;
    let permissions = fs::metadata(&usual)?.permissions();
    fs::remove_dir(&usual)?;
    fs::set_permissions(partial.path(), permissions)?;
    fs::rename(partial.path(), &full)?;
    let _ = partial.keep();
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_those_of_the_calendar() {
        assert_eq!(iso_8601(0), "1970-01-01T00:00:00Z");
        assert_eq!(iso_8601(951_782_399), "2000-02-28T23:59:59Z");
        assert_eq!(iso_8601(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(iso_8601(1_735_689_599), "2024-12-31T23:59:59Z");
    }

    #[test]
    fn tests_of_the_same_name_stay_apart() {
        let mut taken = Names::default();
        let names = ["a/1.ktest", "b/1.ktest", "c/1.ktest", "c/2.ktest"]
            .map(|path| stem(Path::new(path), &mut taken));
        assert_eq!(names, ["1", "1-2", "1-3", "2"]);
    }
}
