//! The tests that a command line names, with what the run that made them says about them.

use super::{raw, testcomp};
use crate::error::Error;
use crate::ktest::Ktest;
use crate::output::RUN_JSON;
use crate::replay::read_report;
use crate::report::{BugReport, RunReport, TestOutcome, TestReport};
use std::collections::HashMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// Which files are tests.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Accept {
    /// `.ktest` files and Test-Comp test cases.
    Tests,
    /// Also any other file, as one input of a fuzzer's corpus.
    Corpus,
}

/// The output directory of a run.
#[derive(Debug)]
pub struct StoredRun {
    pub root: PathBuf,
    pub report: RunReport,
    /// Where each test is in the report, by the name of its file.
    tests: HashMap<OsString, usize>,
    /// Which bug each test shows, likewise.
    bugs: HashMap<String, usize>,
}

impl StoredRun {
    fn new(root: PathBuf, report: RunReport) -> Self {
        // Of several the first.
        let names = report.tests.iter().enumerate().rev();
        let tests =
            names.filter_map(|(index, test)| Some((Path::new(&test.file).file_name()?.into(), index)));
        let shown = report.bugs.iter().enumerate().rev();
        let bugs = shown.filter_map(|(index, bug)| Some((bug.test.clone()?, index)));
        Self { tests: tests.collect(), bugs: bugs.collect(), root, report }
    }
}

/// One test, read.
#[derive(Clone, Debug)]
pub struct StoredTest {
    pub path: PathBuf,
    pub test: Ktest,
    /// It is a fuzzer's input: bytes without names.
    pub is_raw: bool,
    /// The run in whose output directory it lies.
    pub run: Option<Rc<StoredRun>>,
}

impl StoredTest {
    /// What the run says about it.
    pub fn report(&self) -> Option<&TestReport> {
        let run = self.run.as_ref()?;
        run.report.tests.get(*run.tests.get(self.path.file_name()?)?)
    }

    /// The bug it shows, with its number in the report.
    pub fn bug(&self) -> Option<(usize, &BugReport)> {
        let run = self.run.as_ref()?;
        let index = *run.bugs.get(&self.report()?.file)?;
        Some((index + 1, &run.report.bugs[index]))
    }

    /// What becomes of its path, in a few words; empty when that is not known.
    pub fn outcome(&self) -> String {
        if let Some((number, bug)) = self.bug() {
            let confirmed = if bug.confirmed { "confirmed" } else { "not confirmed" };
            return format!("bug {number}: {} {}:{} ({confirmed})", bug.kind, bug.file, bug.line);
        }
        match self.report() {
            None => String::new(),
            Some(TestReport { outcome: TestOutcome::Exited, status, .. }) => match status {
                Some(status) => format!("exit {}", status & 0xff),
                None => "exit".to_string(),
            },
            Some(TestReport { outcome: TestOutcome::Bug, .. }) => "bug".to_string(),
            Some(TestReport { outcome: TestOutcome::Killed, .. }) => "given up".to_string(),
            Some(TestReport { outcome: TestOutcome::Pending, .. }) => "not followed to its end".to_string(),
        }
    }
}

/// All tests that files and directories mean, in the order given; those of a directory by name.
pub fn gather(paths: &[PathBuf], accept: Accept) -> Result<Vec<StoredTest>, Error> {
    let mut found = Vec::new();
    let mut runs: Vec<Rc<StoredRun>> = Vec::new();
    for path in paths {
        for file in files_of(path, accept)? {
            let run = run_of(&file, &mut runs);
            let (test, is_raw) = read(&file, accept)?;
            found.push(StoredTest { path: file, test, is_raw, run });
        }
    }
    Ok(found)
}

fn files_of(path: &Path, accept: Accept) -> Result<Vec<PathBuf>, Error> {
    let status = fs::metadata(path).map_err(Error::file(path, "be read"))?;
    if !status.is_dir() {
        return Ok(vec![path.to_path_buf()]);
    }
    let below = path.join("tests");
    let directory = if path.join(RUN_JSON).is_file() && below.is_dir() { below } else { path.to_path_buf() };
    let entries = fs::read_dir(&directory).map_err(Error::file(&directory, "be read"))?;
    let mut files: Vec<PathBuf> =
        entries.flatten().map(|entry| entry.path()).filter(|file| file.is_file()).collect();
    files.sort();
    let is_test = |file: &PathBuf| has_extension(file, "ktest") || is_test_case(file);
    if accept == Accept::Tests || files.iter().any(is_test) {
        files.retain(is_test);
    }
    match files.is_empty() {
        false => Ok(files),
        true => Err(Error::BadTest {
            path: directory,
            why: match accept {
                Accept::Tests => "there is no test (.ktest, or Test-Comp .xml) in this directory",
                Accept::Corpus => "there is no file in this directory",
            }
            .to_string(),
        }),
    }
}

fn has_extension(file: &Path, wanted: &str) -> bool {
    file.extension().is_some_and(|extension| extension == wanted)
}

fn is_test_case(file: &Path) -> bool {
    has_extension(file, "xml") && file.file_name().is_some_and(|name| name != "metadata.xml")
}

fn read(file: &Path, accept: Accept) -> Result<(Ktest, bool), Error> {
    let bytes = fs::read(file).map_err(Error::file(file, "be read"))?;
    let bad = |why| Error::BadTest { path: file.to_path_buf(), why };
    if bytes.starts_with(b"KTEST") || has_extension(file, "ktest") {
        return Ok((Ktest::decode(&bytes).map_err(bad)?, false));
    }
    if is_test_case(file) && bytes.starts_with(b"<?xml") {
        return Ok((testcomp::read(&String::from_utf8_lossy(&bytes)).map_err(bad)?, false));
    }
    match accept {
        Accept::Tests => Err(bad("not a .ktest file, and no test case of Test-Comp".to_string())),
        Accept::Corpus => Ok((raw::fuzzer_test(&bytes), true)),
    }
}

/// The run in whose output directory a test lies, if it is one that can be read.
fn run_of(file: &Path, known: &mut Vec<Rc<StoredRun>>) -> Option<Rc<StoredRun>> {
    let full = fs::canonicalize(file).ok()?;
    let root = full.ancestors().take(3).find(|ancestor| ancestor.join(RUN_JSON).is_file())?;
    if let Some(run) = known.iter().find(|run| run.root == root) {
        return Some(Rc::clone(run));
    }
    let run = Rc::new(StoredRun::new(root.to_path_buf(), read_report(root).ok()?));
    known.push(Rc::clone(&run));
    Some(run)
}
