//! Native confirmation: every bug's input, and on request every test's, is run natively and compared with the prediction.

use crate::config::Confirm;
use crate::entry::heap::Heap;
use crate::error::Error;
use crate::ktest::Ktest;
use crate::native::verdict::sanitizer_for;
use crate::native::{
    BuildSpec, NativeProgram, NativeRun, Prediction, Sanitizer, Shown, fails_elsewhere, shows, summary,
};
use crate::report::BugReport;
use crate::scratch::{Purpose, Scratch};
use bowline_confine::Method;
use std::collections::BTreeMap;

/// What the native run of one bug's input said.
#[derive(Clone, Debug, Default)]
pub struct Confirmation {
    pub confirmed: bool,
    /// One line: the sanitizer's words, or why there are none.
    pub native: String,
    /// What the program printed, then what the sanitizers wrote down; empty when it did not run.
    pub log: String,
    /// Where it failed, if that is not quite the bug's place: `file:line`.
    pub elsewhere: Option<String>,
    /// What the sandbox kept it from.
    pub refused: Vec<String>,
}

impl Confirmation {
    pub fn not_run(why: &str) -> Self {
        Self { native: why.to_string(), ..Self::default() }
    }
}

/// Builds on first use, once per sanitizer, in a directory that goes away with it.
pub struct Confirmer {
    spec: BuildSpec,
    place: Scratch,
    builds: BTreeMap<Sanitizer, Result<NativeProgram, String>>,
    /// Builds so far, for the names of their directories.
    made: usize,
    /// Leaks are among the bugs that were looked for.
    leaks: bool,
    /// None: the best that there is, found out when something is to be run.
    method: Option<Method>,
}

/// Calls of a function on its own, each once, in an order that does not depend on how they were found.
pub fn calls<'a>(inputs: impl Iterator<Item = &'a Ktest>) -> Vec<Heap> {
    let mut calls: Vec<Heap> = Vec::new();
    for heap in inputs.filter_map(|input| input.heap.as_deref()) {
        if !calls.contains(heap) {
            calls.push(heap.clone());
        }
    }
    calls
}

impl Confirmer {
    pub fn new(spec: BuildSpec, leaks: bool, method: Option<Method>) -> Result<Self, Error> {
        let place = Scratch::new(Purpose::Native)?;
        Ok(Self { spec, place, builds: BTreeMap::new(), made: 0, leaks, method })
    }

    /// These are the inputs that will be run: functions on their own are built for all of them at once.
    pub fn expect<'a>(&mut self, inputs: impl Iterator<Item = &'a Ktest>) {
        self.spec.drivers = calls(inputs);
        self.builds.clear();
    }

    /// The call that an input is, among those that are built.
    fn driver(&mut self, input: &Ktest) -> Option<usize> {
        let heap = input.heap.as_deref()?;
        if !self.spec.drivers.contains(heap) {
            self.spec.drivers.push(heap.clone());
            self.builds.clear();
        }
        self.spec.drivers.iter().position(|known| known == heap)
    }

    /// Runs the input of a bug, as long as there is time.
    pub fn confirm(&mut self, bug: &BugReport, input: &Ktest) -> Confirmation {
        if let Some(why) = self.spec.patience.end() {
            return Confirmation::not_run(why);
        }
        match self.run(sanitizer_for(bug), input) {
            Ok((run, limits)) => {
                let shown = shows(bug, &run, &self.spec.directory);
                let mut native = summary(&run);
                if shown.is_none() && fails_elsewhere(bug, &run) {
                    native.push_str(", another place");
                }
                if shown.is_none() && !limits.is_empty() {
                    native = format!("{native} ({limits})");
                }
                let log = run.output();
                let elsewhere = match &shown {
                    Some(Shown::Near(place)) => Some(place.clone()),
                    _ => None,
                };
                Confirmation { confirmed: shown.is_some(), native, log, elsewhere, refused: run.refused }
            }
            Err(why) => Confirmation::not_run(self.spec.patience.end().unwrap_or(&why)),
        }
    }

    /// Runs an input and compares: what it did, in one line, and whether that was predicted.
    pub fn check(&mut self, prediction: Prediction<'_>, input: &Ktest) -> Result<(bool, NativeRun), String> {
        let sanitizer = match prediction {
            Prediction::Bug(bug) => sanitizer_for(bug),
            _ => Sanitizer::Address,
        };
        let (run, _) = self.run(sanitizer, input)?;
        Ok((prediction.is_met_by(&run, &self.spec.directory), run))
    }

    /// What an input does, whatever that is; as long as there is time.
    pub fn observe(&mut self, input: &Ktest) -> Result<NativeRun, String> {
        match self.spec.patience.end() {
            Some(why) => Err(why.to_string()),
            None => self.run(Sanitizer::Address, input).map(|(run, _)| run),
        }
    }

    /// What native runs were locked in by; none if there were none.
    pub fn sandbox(&self) -> Option<Method> {
        self.method.filter(|_| !self.builds.is_empty())
    }

    fn run(&mut self, sanitizer: Sanitizer, input: &Ktest) -> Result<(NativeRun, String), String> {
        let driver = self.driver(input);
        let (spec, place, leaks) = (&self.spec, &self.place, self.leaks);
        let made = &mut self.made;
        let build = self.builds.entry(sanitizer).or_insert_with(|| {
            *made += 1;
            let directory = place.path().join(format!("{sanitizer:?}{made}").to_lowercase());
            std::fs::create_dir(&directory).map_err(|error| format!("cannot create a directory: {error}"))?;
            NativeProgram::build(spec, sanitizer, &directory)
        });
        let program = build.as_ref().map_err(|why| format!("no native build: {why}"))?;
        let method = *self.method.get_or_insert_with(Method::best);
        let run = program
            .run(input, driver, leaks, method, self.place.path())
            .map_err(|error| format!("the native program could not be run: {error}"))?;
        Ok((run, program.limits.clone()))
    }
}

impl Confirm {
    pub fn wants_bugs(self) -> bool {
        self != Confirm::None
    }
}
