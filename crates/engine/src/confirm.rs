//! Native confirmation: every bug's input, and on request every test's, is run natively and compared with the prediction.

use crate::config::{Confirm, RunConfig};
use crate::error::Error;
use crate::ktest::Ktest;
use crate::native::verdict::sanitizer_for;
use crate::native::{BuildSpec, NativeProgram, NativeRun, Prediction, Sanitizer, place, shows, summary};
use crate::scratch::{Purpose, Scratch};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

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

/// How long confirmation may take altogether.
pub struct Patience {
    deadline: Option<Instant>,
    /// Raised by the user; it may be the reason why the exploration ended, and counts only if it was raised since.
    interrupt: Option<Arc<AtomicBool>>,
}

impl Patience {
    /// Counted from now.
    pub fn begin(config: &RunConfig) -> Self {
        let deadline = config.limits.aside().and_then(|time| Instant::now().checked_add(time));
        let was_raised = config.interrupt.load(Ordering::Relaxed);
        Self { deadline, interrupt: (!was_raised).then(|| Arc::clone(&config.interrupt)) }
    }

    /// Why nothing more is to be run.
    pub fn end(&self) -> Option<&'static str> {
        if self.interrupt.as_ref().is_some_and(|interrupt| interrupt.load(Ordering::Relaxed)) {
            return Some("not run: interrupted");
        }
        let is_over = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        is_over.then_some("not run: confirmation took too long")
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

    /// [`Confirmer::confirm`], as long as there is time.
    pub fn confirm_in_time(&mut self, patience: &Patience, kind: &str, input: &Ktest) -> Confirmation {
        match patience.end() {
            Some(why) => Confirmation::not_run(why),
            None => self.confirm(kind, input),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Limits;
    use std::time::Duration;

    #[test]
    fn patience_ends_with_its_time_or_a_new_interrupt() {
        let mut config = RunConfig::default();
        assert_eq!(Patience::begin(&config).end(), None);
        config.limits = Limits { max_time: Some(Duration::from_millis(1)), ..Limits::default() };
        let mut patience = Patience::begin(&config);
        assert_eq!(patience.end(), None, "confirmation has more time than a short exploration");
        patience.deadline = Some(Instant::now());
        assert_eq!(patience.end(), Some("not run: confirmation took too long"));
        let patience = Patience::begin(&config);
        config.interrupt.store(true, Ordering::Relaxed);
        assert_eq!(patience.end(), Some("not run: interrupted"));
        assert_eq!(Patience::begin(&config).end(), None, "that is what ended the exploration");
    }
}
