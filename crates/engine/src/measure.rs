//! The line coverage of a run, measured a second time: natively, by all of its tests.

use crate::confirm::calls;
use crate::error::Error;
use crate::findings::build_spec;
use crate::ktest::Ktest;
use crate::lcov;
use crate::native::lines::{Disagreement, Line, LineTable, absolute, compare};
use crate::native::{NativeProgram, Sanitizer};
use crate::replay::{locate, read_report};
use crate::report::{RunReport, TestOutcome};
use crate::scratch::{Purpose, Scratch};
use bowline_confine::Method;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What the tests of a run execute natively, compared with what the run said.
#[derive(Debug)]
pub struct Measured {
    pub tests: usize,
    /// Tests of paths that were given up or still alive: natively they go on, so they may execute more.
    pub open_tests: usize,
    /// Paths without tests of their own: merged away, dropped on request, or ended by an assumption that cannot hold.
    pub untested: u64,
    /// Lines with code in the native program, and how many were executed.
    pub lines: usize,
    pub hit: usize,
    pub files: BTreeMap<PathBuf, Disagreement>,
}

impl Measured {
    /// Both say the same, as far as paths were followed to their ends and have tests of their own.
    pub fn agrees(&self) -> bool {
        let agrees = |file: &Disagreement| {
            (file.native_only.is_empty() || self.open_tests > 0)
                && (file.engine_only.is_empty() || self.untested > 0)
        };
        self.files.values().all(agrees)
    }

    /// Nothing needs an explanation.
    pub fn is_same(&self) -> bool {
        self.files.values().all(|file| file.native_only.is_empty() && file.engine_only.is_empty())
    }
}

/// Runs all tests of an output directory in a build that writes down which lines it executes.
pub fn measure(path: &Path, sandbox: Method) -> Result<Measured, Error> {
    let (root, tests) = locate(path)?;
    let report = read_report(&root)?;
    let directory = &report.program.directory;
    let coverage = root.join("coverage.lcov");
    let text = fs::read_to_string(&coverage).map_err(Error::file(&coverage, "be read"))?;
    let engine: BTreeMap<Line, bool> = lcov::parse(&text)
        .into_iter()
        .flat_map(|(file, lines)| {
            let file = absolute(directory, Path::new(&file));
            lines.into_iter().map(move |(number, line)| ((file.clone(), number), line.hit))
        })
        .collect();
    let place = Scratch::new(Purpose::Coverage)?;
    let build = place.path().join("build");
    fs::create_dir(&build).map_err(Error::file(&build, "create"))?;
    let table = Arc::new(LineTable::default());
    let mut spec = build_spec(&report.program, &report.config);
    spec.lines = Some(Arc::clone(&table));
    let inputs: Vec<Ktest> = tests.iter().map(|test| Ktest::read(test)).collect::<Result<_, _>>()?;
    spec.drivers = calls(inputs.iter());
    let program = NativeProgram::build(&spec, Sanitizer::Address, &build).map_err(Error::NativeBuild)?;
    for (test, input) in tests.iter().zip(&inputs) {
        let driver = input.heap.as_deref().and_then(|heap| spec.drivers.iter().position(|call| call == heap));
        program
            .run(input, driver, false, sandbox, place.path())
            .map_err(Error::file(test, "be run natively"))?;
    }
    let native = table.read_of(&program).map_err(Error::file(&build, "be read"))?;
    let is_open = |outcome| matches!(outcome, TestOutcome::Killed | TestOutcome::Pending);
    Ok(Measured {
        tests: tests.len(),
        untested: untested(&report),
        open_tests: report.tests.iter().filter(|test| is_open(test.outcome)).count(),
        lines: native.len(),
        hit: native.values().filter(|hit| **hit).count(),
        files: compare(&engine, &native),
    })
}

fn untested(report: &RunReport) -> u64 {
    let exited: u64 = report.exit_statuses.values().sum();
    let dropped = report.paths.completed.saturating_sub(exited);
    report.paths.merged + report.paths.superseded + report.paths.infeasible + dropped
}
