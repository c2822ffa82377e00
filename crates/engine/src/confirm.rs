//! Native confirmation: every bug's input, and on request every test's, is run natively and compared with the prediction.

use crate::config::Confirm;
use crate::error::Error;
use crate::ktest::Ktest;
use crate::native::verdict::sanitizer_for;
use crate::native::{BuildSpec, NativeProgram, NativeRun, Prediction, Sanitizer, place, shows, summary};
use crate::scratch::{Purpose, Scratch};
use std::collections::BTreeMap;

/// What the native run of one bug's input said.
#[derive(Clone, Debug, Default)]
pub struct Confirmation {
    pub confirmed: bool,
    /// One line: the sanitizer's words, or why there are none.
    pub native: String,
    /// What the program printed; empty when it did not run.
    pub log: String,
    /// Where in the source it failed, where its output says so.
    pub place: Option<(String, u32)>,
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
    /// Leaks are among the bugs that were looked for.
    leaks: bool,
}

impl Confirmer {
    pub fn new(spec: BuildSpec, leaks: bool) -> Result<Self, Error> {
        let place = Scratch::new(Purpose::Native)?;
        Ok(Self { spec, place, builds: BTreeMap::new(), leaks })
    }

    /// Runs the input of a bug.
    pub fn confirm(&mut self, kind: &str, input: &Ktest) -> Confirmation {
        match self.run(sanitizer_for(kind), input) {
            Ok((run, limits)) => {
                let confirmed = shows(kind, &run);
                let mut native = summary(&run);
                if !confirmed && !limits.is_empty() {
                    native = format!("{native} ({limits})");
                }
                Confirmation { confirmed, native, place: place(&run), log: run.output }
            }
            Err(why) => Confirmation::not_run(&why),
        }
    }

    /// Runs an input and compares: what it did, in one line, and whether that was predicted.
    pub fn check(&mut self, prediction: Prediction<'_>, input: &Ktest) -> Result<(bool, NativeRun), String> {
        let sanitizer = match prediction {
            Prediction::Bug(kind) => sanitizer_for(kind),
            _ => Sanitizer::Address,
        };
        let (run, _) = self.run(sanitizer, input)?;
        Ok((prediction.is_met_by(&run), run))
    }

    fn run(&mut self, sanitizer: Sanitizer, input: &Ktest) -> Result<(NativeRun, String), String> {
        let (spec, place, leaks) = (&self.spec, &self.place, self.leaks);
        let build = self.builds.entry(sanitizer).or_insert_with(|| {
            let directory = place.path().join(format!("{sanitizer:?}").to_lowercase());
            std::fs::create_dir(&directory).map_err(|error| format!("cannot create a directory: {error}"))?;
            NativeProgram::build(spec, sanitizer, &directory)
        });
        let program = build.as_ref().map_err(|why| format!("no native build: {why}"))?;
        let run = program
            .run(input, leaks, self.place.path())
            .map_err(|error| format!("the native program could not be run: {error}"))?;
        Ok((run, program.limits.clone()))
    }
}

impl Confirm {
    pub fn wants_bugs(self) -> bool {
        self != Confirm::None
    }
}
