//! From a path to an input that takes it, and to a test file.

use crate::bug_report::{bug_report, bug_text, write_bug};
use crate::bugs::FoundBug;
use crate::config::TestPolicy;
use crate::confirm::Confirmation;
use crate::entry::heap::heap_of;
use crate::error::Error;
use crate::journal::Event;
use crate::ktest::{Bytes, Ktest, KtestObject};
use crate::output::Output;
use crate::report::{PathCounts, ProgramReport, SampleReport, TestOutcome, TestReport};
use bowline_exec::{Executor, State};
use bowline_ir::Module;
use bowline_memory::Value;
use bowline_solver::Verdict;
use std::borrow::Cow;
use std::path::PathBuf;
use std::rc::Rc;

/// An input that takes a path.
#[derive(Clone, Debug)]
pub struct PathInput {
    pub ktest: Ktest,
    /// It is the one the path's own model gives; otherwise wishes about inputs changed it.
    pub is_own_model: bool,
    /// Whether it takes this path depends on bytes that nobody wrote.
    pub uninitialised: bool,
}

/// The input that takes this path. Wishes (`klee_prefer_cex`) are granted one after the other, as far as they go together.
pub fn input_of(executor: &mut Executor, state: &State, args: &[String]) -> PathInput {
    let mut path = state.path.clone();
    executor.prefer_small_test(state, &mut path);
    for wish in state.preferences.iter() {
        if executor.eval(&path, wish.0) == 1 {
            let model = Rc::clone(path.model());
            path.assume(executor.pool_mut(), wish.0, model);
        } else if let Verdict::Sat(model) = executor.check(&path, wish.0) {
            path.assume(executor.pool_mut(), wish.0, model);
        }
    }
    let model = Rc::clone(path.model());
    let mut objects = Vec::with_capacity(state.inputs.len());
    for input in state.inputs.iter() {
        let size = match input.size {
            Value::Int(size) => size,
            Value::Expr(size) => executor.eval(&path, size) as u64,
        };
        debug_assert!(
            !executor.pool().symbol_info(input.symbol).is_auxiliary,
            "an input is the program's own"
        );
        let bytes = Bytes::new(size, model.stretches(input.symbol, size));
        objects.push(KtestObject { name: input.name.to_string(), bytes });
    }
    let heap = match (&state.lazy, state.explored_function()) {
        (Some(lazy), Some(function)) if !lazy.parts.is_empty() => {
            Some(Box::new(heap_of(executor, state, lazy, &path, function)))
        }
        // Only a driver that includes its source can call it, also where nothing is handed over.
        (lazy, Some(function)) if executor.program().module.static_functions.contains(&function) => {
            let lazy = lazy.clone().unwrap_or_default();
            Some(Box::new(heap_of(executor, state, &lazy, &path, function)))
        }
        _ => None,
    };
    PathInput {
        ktest: Ktest { args: args.to_vec(), objects, heap },
        is_own_model: Rc::ptr_eq(&model, state.path.model()),
        uninitialised: executor.depends_on_fresh(state),
    }
}

/// What the program finds as `argv[0]`.
pub fn program_name(files: &[PathBuf]) -> String {
    let name = files.first().and_then(|file| file.file_stem());
    name.map_or_else(|| "program".to_string(), |name| name.to_string_lossy().into_owned())
}

/// Names of tests, relative to the output directory.
pub fn test_name(number: u32) -> String {
    format!("tests/{number:06}.ktest")
}

/// Numbers and writes tests and bugs as they are found. What has been written is whole, and in the journal.
pub struct TestWriter<'a> {
    output: &'a Output,
    program: &'a ProgramReport,
    policy: TestPolicy,
    /// With so many only bugs get further ones.
    most: usize,
    written: Vec<TestReport>,
}

impl<'a> TestWriter<'a> {
    pub fn new(
        output: &'a Output,
        program: &'a ProgramReport,
        policy: TestPolicy,
        most: Option<usize>,
    ) -> Self {
        Self { output, program, policy, most: most.unwrap_or(usize::MAX), written: Vec::new() }
    }

    /// Does a path without a bug get a test?
    #[inline]
    pub fn wants(&self, covered_new: bool) -> bool {
        let wants = match self.policy {
            TestPolicy::All => true,
            TestPolicy::New => covered_new,
            TestPolicy::Bugs | TestPolicy::None => false,
        };
        wants && !self.is_full()
    }

    /// There are as many tests as there may be.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.written.len() >= self.most
    }

    /// Writes a new test, whose path was the first on `new_lines` lines; returns its number.
    pub fn add(
        &mut self,
        input: &PathInput,
        outcome: TestOutcome,
        status: Option<u64>,
        new_lines: u32,
    ) -> Result<u32, Error> {
        let number = self.written.len() as u32 + 1;
        self.write(number, &input.ktest)?;
        let report = TestReport {
            file: test_name(number),
            outcome,
            status,
            uninitialised: input.uninitialised,
            new_lines: Some(new_lines),
            agrees: None,
            native: None,
        };
        self.output.tell(&Event::Test(Cow::Borrowed(&report)))?;
        self.written.push(report);
        Ok(number)
    }

    /// Writes what is known of a bug, which may have been written before, with its test.
    pub fn keep_bug(
        &mut self,
        module: &Module,
        number: usize,
        found: &mut FoundBug,
        new_lines: u32,
    ) -> Result<(), Error> {
        match found.test {
            Some(test) => self.write(test, &found.input.ktest)?,
            None if self.policy == TestPolicy::None => {}
            None => found.test = Some(self.add(&found.input, TestOutcome::Bug, None, new_lines)?),
        }
        let confirmation = Confirmation::not_run("not run yet");
        let mut bug = bug_report(module, number, found);
        bug.set_confirmation(&confirmation);
        let message = bug_text(self.output.root(), self.program, &bug, &found.input.ktest);
        write_bug(self.output, &bug, &found.input.ktest, &message, &confirmation)
    }

    /// Where the exploration stands.
    pub fn keep_standing(
        &self,
        paths: PathCounts,
        sample: SampleReport,
        total_lines: u64,
    ) -> Result<(), Error> {
        self.output.tell(&Event::Standing { paths, sample, total_lines })
    }

    fn write(&self, number: u32, ktest: &Ktest) -> Result<(), Error> {
        self.output.write(&test_name(number), &ktest.encode())
    }

    pub fn finish(self) -> Vec<TestReport> {
        self.written
    }
}
