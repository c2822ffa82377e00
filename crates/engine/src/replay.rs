//! Tests of an earlier run, natively.

use crate::confirm::Confirmer;
use crate::error::Error;
use crate::findings::{build_spec, predictions};
use crate::harness::HarnessKind;
use crate::journal::recover;
use crate::ktest::Ktest;
use crate::native::{NativeRun, Prediction};
use crate::output::RUN_JSON;
use crate::report::{RunReport, Stop};

use bowline_confine::Method;
use std::fs;
use std::path::{Path, PathBuf};

/// What one test did.
#[derive(Debug)]
pub struct Replayed {
    pub test: PathBuf,
    /// What the run said about this test, in one line.
    pub predicted: String,
    pub predicts_bug: bool,
    /// Whether the native run did what was predicted.
    pub agrees: bool,
    /// Whether the program asked for what the test has; a path that was not followed to its end may ask for more.
    pub fits: bool,
    pub run: NativeRun,
}

/// Runs one test natively, or all tests of an output directory; calls `each` after every one.
pub fn replay(path: &Path, sandbox: Method, mut each: impl FnMut(&Replayed)) -> Result<(), Error> {
    let (root, tests) = locate(path)?;
    let report = read_report(&root)?;
    let leaks = report.config.optional_checks().memory_leak;
    let mut confirmer = Confirmer::new(build_spec(&report.program, &report.config), leaks, Some(sandbox))?;
    let predictions = predictions(&report);
    if report.program.harness == HarnessKind::Function {
        let inputs: Vec<Ktest> = tests.iter().map(|test| Ktest::read(test)).collect::<Result<_, _>>()?;
        confirmer.expect(inputs.iter());
    }
    for test in tests {
        let name = test.strip_prefix(&root).unwrap_or(&test).to_string_lossy();
        let of_bug = || {
            let bug = report.bugs.iter().find(|bug| test.starts_with(root.join(&bug.folder)))?;
            Some(Prediction::Bug(bug))
        };
        let known = predictions.get(&*name).copied().or_else(of_bug);
        let prediction = known.unwrap_or(Prediction::Open);
        let predicts_bug = matches!(prediction, Prediction::Bug(_));
        let input = Ktest::read(&test)?;
        let (agrees, run) = confirmer.check(prediction, &input).map_err(Error::NativeBuild)?;
        let fits =
            matches!(known, Some(Prediction::Open)) || agrees && known.is_some() || !run.left_its_path();
        let predicted = describe(known);
        each(&Replayed { test, predicted, predicts_bug, agrees, fits, run });
    }
    Ok(())
}

fn describe(prediction: Option<Prediction<'_>>) -> String {
    match prediction {
        Some(Prediction::Exit(Some(status))) => format!("exit with status {}", status & 0xff),
        Some(Prediction::Exit(None)) => "exit".to_string(),
        Some(Prediction::Bug(bug)) => bug.kind.clone(),
        None => "nothing: the run did not make this test".to_string(),
        Some(Prediction::Open) => "nothing: its path was not followed to the end".to_string(),
    }
}

/// The output directory and the tests that a path means.
pub(crate) fn locate(path: &Path) -> Result<(PathBuf, Vec<PathBuf>), Error> {
    let bad = |why: &str| Error::BadTest { path: path.to_path_buf(), why: why.to_string() };
    let full = fs::canonicalize(path).map_err(Error::file(path, "be read"))?;
    let root = full
        .ancestors()
        .take(4)
        .find(|ancestor| ancestor.join(RUN_JSON).is_file())
        .ok_or_else(|| bad("is in no output directory of a run: there is no run.json beside tests/"))?;
    if full.is_file() {
        return Ok((root.to_path_buf(), vec![full]));
    }
    let directory = root.join("tests");
    let entries = fs::read_dir(&directory).map_err(Error::file(&directory, "be read"))?;
    let mut tests: Vec<PathBuf> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|ext| ext == "ktest"))
        .collect();
    tests.sort();
    Ok((root.to_path_buf(), tests))
}

/// The report in the output directory of a run; of one that did not come to its end, what it had found.
pub fn read_report(root: &Path) -> Result<RunReport, Error> {
    let path = root.join(RUN_JSON);
    let text = fs::read(&path).map_err(Error::file(&path, "be read"))?;
    let mut report: RunReport = serde_json::from_slice(&text)
        .map_err(|error| Error::BadTest { path, why: format!("not a report of this version: {error}") })?;
    if report.stop == Stop::Error {
        recover(root, &mut report);
    }
    Ok(report)
}
